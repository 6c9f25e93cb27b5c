"""Write pages whose texts have known roles: ``python -m training.article_pages -o DIR``.

Articles, threads, goods and teasers. What is true of a text:

- ``main``: paragraphs, headings, lists, tables, quotes, code, terms of the article; its lead, also
  where it stands in the head; all posts of a thread; description and data of goods; titles and
  texts of teasers, on pages that list them;
- ``headline``: the title of the page, also where it is hidden; ``byline``: author, day, sources,
  who the author is; ``caption``: what stands with a picture or a film, and sentences of the article
  once more in large letters; ``comment``: what readers say, and the form for it;
- ``related``: other articles: teasers, lists, lines that lead to one, whole ones below the first,
  references; ``advert``: also calls to subscribe, letters, polls; ``legal``: cookies, rights,
  disclaimers, corrections and notes of the editors, texts about the firm; ``navigation``: all else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from training.data_set import TruePage, of_sites, write_generated
from training.pages import offers
from training.pages.articles import Made, article, headline
from training.pages.comments import Comment
from training.pages.design import Design, weighted
from training.pages.discussions import question, thread
from training.pages.frame import framed
from training.pages.lists import archive
from training.pages.markup import Child, Node, as_role, nodes_of, plain, text_of, written
from training.pages.parts import part
from training.pages.site import Site, address_of, new_site
from training.pages.thing_pages import arranged, description, reviews_of
from training.pages.things import new_thing
from training.pages.words import Page

ROLES = (
    *("main", "headline", "byline", "caption", "comment", "related", "navigation", "legal"),
    "advert",
)
"""What a text is to the page."""
TRADES = {
    "news": "article:14 list",
    "blog": "article:10 list",
    "magazine": "article:12 list",
    "manual": "article",
    "encyclopedia": "article",
    "firm": "article:6 list",
    "forum": "thread:12 list",
    "questions": "thread",
    "shop": "detail:6 article list",
}
"""Kinds of sites, and the kinds of their pages as often as they come up."""
SITES = weighted(
    "news:34 blog:17 magazine:12 manual:8 encyclopedia:4 firm:10 forum:6 questions:3 shop:6"
)
UNSEEN = frozenset("script style template noscript textarea head title option".split())
RUNNING = frozenset(
    "a abbr acronym b big bdi bdo cite code del dfn em font i ins kbd label mark q s samp small"
    " span strike strong sub sup time tt u var wbr img svg path input button td th".split()
)
"""Elements whose text runs on; all others begin a paragraph."""


# Pages that are no articles: their texts are main.


def _mark_posts(content: list[Child], comments: list[Comment]) -> None:
    """Mark the texts of posts as main, quotes, names, dates and titles as what they are; bare text
    beside other things gets an element."""
    bodies = {id(child): child for one in comments for child in one.body}
    for one in comments:
        for quote in one.quote:
            if isinstance(quote, Node):
                as_role("related", quote, "quote")
        known = [said for said in (one.author, one.date) if said]
        for node in nodes_of(one.nodes):
            alone = node.children[0] if len(node.children) == 1 else None
            if "role" in node.marks or not isinstance(alone, str) or id(alone) in bodies:
                continue
            if any(said in alone for said in known):
                as_role("byline", node, "post")
            elif alone == one.title:
                as_role("headline", node, "post")
    for node in [plain("div", *content), *nodes_of(content)]:
        if node.marks.get("role", "main").startswith("main post"):
            continue
        for place, child in enumerate(node.children):
            if id(child) not in bodies:
                continue
            if isinstance(child, str) and child.strip():
                node.children[place] = as_role("main", plain("span", child), "post")
            elif isinstance(child, Node) and child.tag != "br" and "role" not in child.marks:
                as_role("main", child, "post")


def _thread(page: Page, trade: str) -> Made:
    """A thread or a question: the texts of all posts are main."""
    kind = "qa" if trade == "questions" else "forum"
    least = page.writer.draw.choice((1, 1, 2, 3, 4, 6, 10))
    middle = (question if kind == "qa" else thread)(page.as_kind(kind), least)
    for child in middle.content:
        if isinstance(child, Node) and child.tag == "noscript":
            child.tag = "div"
        if isinstance(child, Node) and page.title in child.children:
            as_role("headline", child)
    _mark_posts(middle.content, middle.comments)
    return Made(middle.content, "", kind)


def _goods(page: Page, site: Site) -> Made:
    """A thing in a shop: description and data are main."""
    own, thing = page.design.at("goods"), new_thing(page, site.things)
    page = replace(page, title=thing.name)
    told: list[Child] = description(page) or [plain("p", page.writer.text(1, 5))]
    parts = [("description", told, "main told")]
    if thing.facts:
        parts.append(("specification", offers.grouped(page.at("facts"), thing.facts), "main told"))
    if own.chance("delivery", 0.3):
        parts.append(("delivery", part(page, "delivery"), "legal delivery"))
    if own.chance("reviews", 0.4):
        parts.append(("reviews", reviews_of(page, thing), "comment reviews"))
    sections: list[tuple[str, list[Child]]] = []
    for key, inner, role in parts:
        name, _, kind = role.partition(" ")
        sections.append((page.say(key), [as_role(name, plain("div", *inner), kind)]))
    top: list[Child] = [headline(page), *offers.price_box(page, thing)]
    info = own.element("div", "info product-info", *top, *offers.buttons(page, thing))
    boxes = [offers.gallery(page, thing).node, info] if own.chance("pictured", 0.9) else [info]
    content: list[Child] = [own.element("div", "row product", *boxes), *arranged(page, sections)]
    for place in range(own.number("others", 0, 2)):
        content.extend(part(page.at(f"others {place}"), "others_goods"))
    return Made(content, "", "goods")


def _list(page: Page, trade: str) -> Made:
    """A department or an archive: the titles and texts of its teasers are main."""
    content = archive(page, trade, "excerpt excerpt excerpt full")
    return Made([headline(page), *content], "", "teasers")


@dataclass(frozen=True)
class Draft:
    """A page before it is written down."""

    root: Node
    kind: str
    shape: str
    address: str
    title: str


def press_site(name: str) -> Site:
    """A site drawn by its name."""
    return new_site(name, Design(name, path="/press").pick("trade", SITES))


def new_page(site: Site, number: int) -> Draft:
    """One page of a site, of one kind, in the site's frame."""
    page = site.page(f"page {number}")
    kind = page.writer.draw.choice(weighted(TRADES[site.trade]))
    page = replace(
        page, title=page.writer.words(1, 3) if kind == "list" else page.writer.headline()
    )
    if kind == "article":
        made = article(page, site.trade)
    elif kind == "thread":
        made = _thread(page, site.trade)
    else:
        made = _goods(page, site) if kind == "detail" else _list(page, site.trade)
    titles = [one for one in nodes_of(made.content) if one.marks.get("role") == "headline"]
    title = text_of([titles[0]]) if titles else page.title
    address = address_of(site, kind, title, number)
    named = replace(page, title=title)
    root = framed(
        site, named, made.content, kind, number=number, address=address, summary=made.summary
    )
    return Draft(root, kind, made.shape, address, title)


def main_text(root: Any, roles: dict[Any, str]) -> str:
    """The text whose role is main, paragraph by paragraph; ``roles`` are those of elements."""
    paragraphs: list[str] = []
    line: list[str] = []

    def end() -> None:
        paragraphs.extend([text] if (text := " ".join("".join(line).split())) else [])
        line.clear()

    def say(text: str | None, main: bool, kept: bool) -> None:
        first, *more = (text or "").split("\n") if main else [""]
        if not kept:
            line.append(text or "" if main else "")
            return
        line.append(first)
        for one in more:
            end()
            line.append(one)

    stack: list[tuple[Any, bool, bool, bool]] = [(root, False, False, False)]
    while stack:
        element, main, kept, leaving = stack.pop()
        tag = element.tag
        if leaving or not isinstance(tag, str) or tag in UNSEEN:
            if leaving and tag not in RUNNING:
                end()
            elif leaving and tag in ("td", "th"):
                line.append(" ")
            say(element.tail, main, kept)
            continue
        stack.append((element, main, kept, True))
        if tag not in RUNNING:
            end()
        if element in roles:
            main = roles[element] == "main"
        kept = kept or tag == "pre"
        say(element.text, main, kept)
        stack.extend((child, main, kept, False) for child in reversed(element))
    end()
    return "\n\n".join(paragraphs)


def true_page(site_name: str, number: int) -> TruePage:
    """Make a page of a site, with its truth."""
    site = press_site(site_name)
    draft = new_page(site, number)
    html, found = written(draft.root, site.hand, "role")
    marks = [(one, *one.mark.partition(" ")[::2]) for one in found]
    roles = {one.element: role for one, role, _ in marks}
    text = main_text(found[0].element.getroottree().getroot(), roles)
    truth = {
        "id": f"{site.name}-{number}",
        "url": draft.address,
        "site": site.name,
        "host": site.host,
        "kind": draft.kind,
        "shape": draft.shape,
        "trade": site.trade,
        "lang": site.language.code,
        "title": draft.title,
        "text": text,
        "places": [{"role": a, "part": b, "xpath": one.xpath} for one, a, b in marks],
    }
    return truth, html


generated = of_sites(true_page, "a", (1, 3))


if __name__ == "__main__":
    write_generated(__doc__, generated)
