"""Write pages with comments, and pages without: ``python -m training.comment_pages -o DIR``.

Every site is a design drawn at random: how a comment is built, where its author and date stand,
what its elements are called, what stands around. What is true of a page:

- comments are what readers wrote below an article, posts of a thread (the first one too), a
  question with its answers and the comments on them, reviews of a product, replies to a short post,
  entries of a guest book, and pings of other sites listed among comments;
- a comment's text is what was written, without author, date, controls, quotes and signature; its
  block is all of the comment but the replies inside it;
- posts of a blog, rows of threads and of questions, products with stars, teasers, the latest
  comments of a whole site beside the article, entries of change logs and time lines, questions of a
  site to itself and the like are none.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any

from training.data_set import TruePage, of_sites, write_generated
from training.pages.articles import article, headline
from training.pages.comments import Comment
from training.pages.design import Design, weighted
from training.pages.discussions import (
    TALKS,
    Middle,
    comment_page,
    guestbook,
    nobody,
    reviews,
    talked_below,
)
from training.pages.frame import framed
from training.pages.lists import list_page, other_page
from training.pages.markup import Child, Hand, Node, marked, nodes_of, text_of, written
from training.pages.offers import buttons, gallery, price_box
from training.pages.parts import part
from training.pages.prose import text_block
from training.pages.site import Site, new_site
from training.pages.things import new_thing
from training.pages.words import SPOKEN, Page

KINDS = weighted("blog:30 news:11 forum:15 qa:8 shop:10 sns:7 none:19")
"""Kinds of sites, as often as they come up."""
TRADES = {"qa": "questions", "sns": "network"}
"""What sites of a kind are elsewhere, where it is called otherwise."""
TALKING = 0.68
"""The share of pages with comments on sites that have comments."""


@dataclass(frozen=True)
class Draft:
    """A page before it is written down."""

    root: Node
    comments: list[Comment]
    shape: str


def talking_site(name: str) -> Site:
    """A site drawn by its name; its design's kind is that of its discussions."""
    kind = Design(name, path="/talking").pick("kind", KINDS)
    site = new_site(name, TRADES.get(kind, kind), SPOKEN)
    return replace(site, design=replace(site.design, kind=kind))


def _story(page: Page) -> list[Child]:
    """An article: title, by whom and when, paragraphs."""
    own, draw = page.design.at("story"), page.writer.draw
    low, high = own.pick("length", ((1, 4), (4, 10), (6, 20), (12, 35), (2, 8)))
    text = text_block(page, draw.randint(low, high))
    boxed = [own.element("div", "text", *text)] if own.chance("boxed", 0.7) else text
    posted = part(page, "posted")
    inner = [*posted, *boxed] if own.chance("posted first", 0.75) else [*boxed, *posted]
    out: list[Child] = [headline(page), *inner]
    if own.chance("in an element", 0.8):
        tag = own.pick("tag", ("article", "article", "div", "section"))
        return [own.element(tag, "entry", *out)]
    return out


def _post(page: Page) -> Middle:
    """An article with its comments."""
    talked, comments = talked_below(page)
    story, own = _story(page), page.design.at("post")
    first = story[0]
    chosen = own.some(
        "below", "share_bar tags neighbours related author_box".split(), own.number("n", 0, 4)
    )
    below = [*(child for name in chosen for child in part(page, name)), *talked]
    if own.chance("inside article", 0.2) and isinstance(first, Node) and len(story) == 1:
        first.children.extend(below)
        below = []
    after = part(page.at("after"), "related") if own.chance("after", 0.4) else []
    return Middle([*story, *below, *after], comments, "post")


def _product(page: Page, site: Site) -> list[Child]:
    """All of a product but its reviews."""
    own, thing = page.design.at("product"), new_thing(page, site.things)
    thing = replace(thing, name=page.title)
    info: list[Child] = [headline(page), *price_box(page, thing), *buttons(page, thing)]
    out: list[Child] = [gallery(page, thing).node, own.element("div", "info", *info)]
    if own.chance("described", 0.7):
        out.append(
            own.element("div", "description", *text_block(page, own.number("paragraphs", 1, 5)))
        )
    for name, share in (("others_goods", 0.4), ("histogram", 0.25)):
        out.extend(part(page, name) if own.chance(name, share) else [])
    return out


def _silent(page: Page, site: Site) -> Middle:
    """A page without comments that looks as if it had some: rows of dates, names, lines of text."""
    draw, kind = page.writer.draw, page.design.kind
    chance = draw.random()
    if kind in ("blog", "news") and chance < 0.3:
        return Middle([*_story(page), *nobody(page)], [], "lonely_post")
    if kind == "shop" and chance < 0.4:
        return Middle([*_product(page, site), *nobody(page)], [], "lonely_product")
    if kind == "none" and chance < 0.3:
        made = article(page, draw.choice(("manual", "firm", "encyclopedia", "magazine", "")))
        shared = [one for one in nodes_of(made.content) if one.marks.get("role") == "comment"]
        return Middle(made.content, [], made.shape) if not shared else _silent(page, site)
    if kind == "none" and chance < 0.4:
        return other_page(page, "firm")
    trade = "none" if kind == "none" else site.trade
    return list_page(page, site, trade, registers=0.04)


def _middle(page: Page, site: Site) -> Middle:
    kind = page.design.kind
    if kind == "none" or page.writer.draw.random() > TALKING:
        return _silent(page, site)
    form = page.design.pick("builder", ("post",) * 10 + ("guestbook", "comment page"))
    if form == "comment page" and kind in ("blog", "news"):
        return comment_page(page)
    if kind in ("blog", "news"):
        return guestbook(page) if form == "guestbook" and kind == "blog" else _post(page)
    if kind == "shop":
        return reviews(page, _product(page, site))
    return TALKS[kind](page, 1)


def new_page(site: Site, number: int) -> Draft:
    """One page of a site."""
    page = site.page(f"page {number}")
    page = replace(page, title=page.writer.title())
    middle = _middle(page, site)
    kind = "article" if middle.shape in ("post", "lonely_post") else "thread"
    root = framed(site, page, middle.content, kind, number=number)
    return Draft(root, middle.comments, middle.shape)


# Truth.


def _if_shown(value: str | None, block: str) -> str | None:
    """The value, unless the site does not show it."""
    shown = " ".join((value or "").split())
    return shown if shown and shown in block else None


def _truth(comment: Comment, xpath: str, others: Container[int]) -> dict[str, Any]:
    block = text_of(comment.nodes, others)
    return {
        "type": comment.kind,
        "text": text_of(comment.body, {id(node) for node in comment.quote}),
        "block": block,
        "xpath": xpath,
        "depth": comment.depth,
        "parent": comment.parent,
        "author": _if_shown(comment.author, block),
        "date": _if_shown(comment.date, block),
    }


def comments_of(
    root: Node, comments: Sequence[Comment], hand: Hand
) -> tuple[str, list[dict[str, Any]]]:
    """The page in this hand, and its comments: what they are and where lxml has them."""
    for number, comment in enumerate(comments):
        first = comment.first
        if first is None:
            raise ValueError("a comment without an element")
        marked("comment", str(number), first)
    html, found = written(root, hand, "comment")
    paths = {int(one.mark): one.xpath for one in found}
    own = [{id(node) for node in comment.nodes if isinstance(node, Node)} for comment in comments]
    everyone = {number for ids in own for number in ids}
    return html, [
        _truth(comment, paths[number], everyone - own[number])
        for number, comment in enumerate(comments)
    ]


def true_page(site_name: str, number: int) -> TruePage:
    """Make a page of a site, with its truth."""
    site = talking_site(site_name)
    draft = new_page(site, number)
    html, comments = comments_of(draft.root, draft.comments, site.hand)
    truth = {
        "id": f"{site.name}-{number}",
        "url": f"http://{site.name}.example/{number}",
        "host": f"{site.name}.example",
        "kind": site.design.kind,
        "lang": site.language.code,
        "has_comments": bool(comments),
        "shape": draft.shape,
        "comments": comments,
    }
    return truth, html


generated = of_sites(true_page, "c", (5, 5))


if __name__ == "__main__":
    write_generated(__doc__, generated, pages=1500)
