"""What stands below an article: its author, notes, other articles, comments, further articles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.article_pages.calls import advert, letter, poll
from training.article_pages.heads import note
from training.article_pages.roles import MARK, all_as, as_role
from training.article_pages.site import Press
from training.article_pages.teasers import read_also, teasers
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.comment_pages.middle import drawn
from training.comment_pages.section import entry_form, section
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Part = Callable[[Press, Talk], list[Child]]


def tags(press: Press, talk: Talk) -> list[Child]:
    """What the article is filed under."""
    return [as_role("navigation", around.tags(talk), "tags")]


def share(press: Press, talk: Talk) -> list[Child]:
    """Ways to pass it on."""
    return [as_role("navigation", around.share_bar(talk), "share")]


def author(press: Press, talk: Talk) -> list[Child]:
    """Who wrote it, with a life of some sentences."""
    return [as_role("byline", around.author_box(talk), "author")]


def signed(press: Press, talk: Talk) -> list[Child]:
    """A name or an agency below the text."""
    own, writer = talk.design.at("signed"), talk.writer
    form = own.pick("form", ("({})", "{}", "/{}/", "— {}", "{} / {}"))
    name = form.format(writer.person(), press.brand)
    tag = own.pick("tag", ("p", "p", "div"))
    return [as_role("byline", plain(tag, plain(own.pick("in", ("em", "b", "span")), name)))]


def source(press: Press, talk: Talk) -> list[Child]:
    """Where it is from."""
    own, writer = talk.design.at("source"), talk.writer
    names: list[Child] = [link(writer, writer.words(1, 3)) for _ in range(own.number("n", 1, 3))]
    said = f"{press.said(talk, 'source')}: "
    joined = [part for one in names for part in (one, ", ")][:-1]
    return [as_role("byline", plain(own.pick("tag", ("p", "p", "div")), said, *joined), "source")]


def correction(press: Press, talk: Talk) -> list[Child]:
    """What was wrong before."""
    return [note(press, talk, "correction")]


def disclaimer(press: Press, talk: Talk) -> list[Child]:
    """What the site does not answer for."""
    own, writer = talk.design.at("disclaimer"), talk.writer
    more = f" {writer.text(1, 3)}" if own.chance("more", 0.6) else ""
    tag = own.pick("tag", ("p", "div", "small"))
    inner: Child = f"{press.said(talk, 'disclaimer')}{more}"
    if own.chance("slanted", 0.4):
        inner = plain("em", inner)
    name = "disclaimer notice small legal"
    return [as_role("legal", own.element(tag, name, inner), "disclaimer")]


def firm(press: Press, talk: Talk) -> list[Child]:
    """Who publishes it."""
    own = talk.design.at("firm")
    title = plain(own.pick("head", ("h3", "h4", "strong", "p")), press.said(talk, "about_firm"))
    text = plain("p", talk.writer.text(2, 5))
    return [as_role("legal", own.element("div", "about-us boilerplate about", title, text), "firm")]


def neighbours(press: Press, talk: Talk) -> list[Child]:
    """The articles before and after."""
    return [as_role("navigation", around.neighbours(talk), "neighbours")]


def related(press: Press, talk: Talk) -> list[Child]:
    """Other articles, with a sentence or two on some sites."""
    return [teasers(talk, "below", 2, 9)]


def listed(press: Press, talk: Talk) -> list[Child]:
    """Other articles as the generators of comments have them."""
    return [as_role("related", around.related(talk), "teasers")]


def more(press: Press, talk: Talk) -> list[Child]:
    """A long list of teasers with their texts."""
    return [teasers(talk, "more", 6, 18)]


def said_letter(press: Press, talk: Talk) -> list[Child]:
    """A call to have news sent."""
    return [letter(press, talk).node]


def sold(press: Press, talk: Talk) -> list[Child]:
    """Advertisements that look like articles, or a frame."""
    own, writer = talk.design.at("sold"), talk.writer
    if own.chance("frame", 0.5):
        return [advert(press, talk).node]
    made = [
        plain(
            "div",
            link(writer, plain("img", src=f"{writer.address()}.jpg", alt="")),
            link(writer, writer.sentence()),
            plain("span", writer.words(1, 2)),
        )
        for _ in range(own.number("n", 2, 8))
    ]
    head = plain("span", press.said(talk, "advert"))
    name = "sponsored outbrain taboola native promoted"
    return [as_role("advert", own.element("div", name, head, *made), "sold")]


def asked(press: Press, talk: Talk) -> list[Child]:
    """A poll."""
    return [poll(press, talk).node]


def also(press: Press, talk: Talk) -> list[Child]:
    """Lines that lead to other articles."""
    return [read_also(press, talk).node for _ in range(talk.design.number("also", 1, 3))]


PARTS: dict[Part, float] = {
    signed: 0.12,
    source: 0.12,
    tags: 0.45,
    share: 0.45,
    author: 0.25,
    correction: 0.05,
    disclaimer: 0.12,
    firm: 0.06,
    also: 0.1,
    said_letter: 0.18,
    sold: 0.2,
    neighbours: 0.25,
    related: 0.45,
    listed: 0.2,
    asked: 0.04,
    more: 0.1,
}
"""Parts in their usual order, each with its share of sites."""


def below_body(press: Press, talk: Talk) -> tuple[list[Child], list[Child]]:
    """What lies in the article's element below the body, and what lies below that element."""
    own, draw = talk.design.at("below"), talk.writer.draw
    chosen = [part for part, share in PARTS.items() if own.chance(part.__name__, share)]
    if own.chance("other order", 0.4):
        chosen = own.some("order", chosen, len(chosen))
    cut = own.number("cut", 0, len(chosen)) if chosen else 0
    made = [part(press, talk) if draw.random() < 0.9 else [] for part in chosen]
    inside = [child for part in made[:cut] for child in part]
    after = [child for part in made[cut:] for child in part]
    if inside and own.chance("footer", 0.35):
        tag = "div" if own.old else "footer"
        inside = [own.element(tag, "entry-footer article-footer foot", *inside)]
    return inside, after


def comments(press: Press, talk: Talk) -> list[Child]:
    """What readers say, on sites that let them; more than the article, on some."""
    own, draw = talk.design.at("comments"), talk.writer.draw
    kinds = {"news": 0.35, "magazine": 0.25, "blog": 0.65, "firm": 0.08, "shop": 0.1}
    if not own.chance("any", kinds.get(press.trade, 0.04)):
        return []
    kind = "news" if press.trade in ("news", "magazine") else "blog"
    about = replace(talk, design=replace(talk.design, kind=kind))
    if draw.random() < 0.2:
        head = plain("h3", talk.writer.say(own, "none"))
        made: list[Child] = [head, entry_form(about)]
    else:
        made = [*section(about, drawn(about, own.pick("depth", (0, 0, 1, 3, 6))))]
        if own.chance("form", 0.4):
            made.append(entry_form(about))
    if own.chance("boxed", 0.6):
        tag = "div" if own.old else own.pick("tag", ("section", "div", "div"))
        return [as_role("comment", own.element(tag, "comments discussion respond wrap", *made))]
    return all_as("comment", made)


def demoted(nodes: list[Child], role: str) -> list[Child]:
    """The elements as another article's: no text in them has a role of its own."""
    stack: list[Child] = list(nodes)
    while stack:
        child = stack.pop()
        if isinstance(child, Node):
            child.attributes.pop(MARK, None)
            stack.extend(child.children)
    return all_as(role, nodes, "next article")
