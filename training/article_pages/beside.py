"""Boxes beside an article: lists of other articles, menus, texts of the site, forms, polls."""

from __future__ import annotations

from collections.abc import Callable

from training.article_pages.calls import advert, letter, poll
from training.article_pages.roles import as_role
from training.article_pages.site import Press
from training.article_pages.teasers import teasers
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.record_pages import boxes, menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Box = Callable[[Press, Talk], Node]


def most_read(press: Press, talk: Talk) -> Node:
    """What is read most: numbered titles, with a sentence on some sites."""
    own, writer = talk.design.at("most read"), talk.writer
    items: list[Node] = []
    for place in range(own.number("size", 3, 10)):
        inner: list[Child] = [link(writer, writer.title())]
        if own.chance("numbered", 0.4):
            inner.insert(0, plain("span", str(place + 1)))
        if own.chance("told", 0.2):
            inner.append(plain("p", writer.text(1, 1)))
        items.append(plain("li", *inner))
    title = plain(own.pick("head", ("h3", "h2", "div", "span")), press.said(talk, "most_read"))
    outer = own.element(
        "div",
        "most-read popular trending widget box",
        title,
        plain(own.pick("list", ("ol", "ul")), *items),
    )
    return as_role("related", outer, "most read")


def words(press: Press, talk: Talk) -> Node:
    """A text of the site about itself or anything else."""
    own, writer = talk.design.at("words"), talk.writer
    inner = [plain("p", writer.text(1, 5)) for _ in range(own.number("size", 1, 4))]
    title = plain(own.pick("head", ("h3", "h4", "h2", "strong")), writer.words(1, 4))
    return as_role("navigation", own.element("div", "widget textwidget box", title, *inner), "text")


def _role(role: str, part: str, make: Callable[[Talk], Node]) -> Box:
    def box(press: Press, talk: Talk) -> Node:
        return as_role(role, make(talk), part)

    return box


BOXES: dict[str, tuple[Box, int]] = {
    "most read": (most_read, 5),
    "teasers": (lambda _, talk: teasers(talk, "beside", 2, 6), 4),
    "recent": (_role("related", "recent", around.recent_posts), 3),
    "related": (_role("related", "teasers", around.related), 2),
    "comments": (_role("comment", "recent", around.recent_comments), 1),
    "archives": (_role("navigation", "archives", around.archives), 1),
    "blogroll": (_role("navigation", "links", around.blogroll), 1),
    "about": (_role("byline", "about", around.about), 2),
    "words": (words, 3),
    "advert": (lambda press, talk: advert(press, talk).node, 3),
    "letter": (lambda press, talk: letter(press, talk).node, 2),
    "poll": (lambda press, talk: poll(press, talk).node, 1),
    "cloud": (
        _role("navigation", "cloud", lambda talk: boxes.tag_cloud(talk.design, talk.writer)),
        1,
    ),
    "calendar": (
        _role("navigation", "calendar", lambda talk: boxes.calendar(talk.design, talk.writer)),
        1,
    ),
    "login": (
        _role("navigation", "login", lambda talk: boxes.login_form(talk.design, talk.writer)),
        1,
    ),
    "departments": (
        _role("navigation", "menu", lambda talk: boxes.categories(talk.design, talk.writer)),
        2,
    ),
    "menu": (_role("navigation", "menu", lambda talk: menus.menu(talk.design, talk.writer)), 1),
}
"""Boxes, each with its weight."""


def beside(press: Press, talk: Talk, where: str, low: int, high: int) -> list[Node]:
    """The boxes of a column, the same on all pages of a site."""
    own = talk.design.at(where)
    names = [name for name, (_, weight) in BOXES.items() for _ in range(weight)]
    chosen = dict.fromkeys(own.some("boxes", names, own.number("size", low, high)))
    return [BOXES[name][0](press, talk) for name in chosen]
