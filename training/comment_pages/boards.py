"""Posts as programs for boards and for comments build them, each post named by its number.

All classes are drawn: what is the same on many sites is where things stand. A line with date and
number stands beside its post (above it or below it), a list of terms tells of the author, a table
has a row for the date, a box of cells has the date in the second one, or all is in one item.
"""

from __future__ import annotations

from collections.abc import Callable

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.controls import controls
from training.comment_pages.extras import profile, stats
from training.comment_pages.pieces import author, avatar
from training.comment_pages.plan import body
from training.record_pages.markup import Child, Node, plain


def place_name(talk: Talk, comment: Comment) -> str:
    """The name of a post's place on the page."""
    form = talk.design.pick("place", ("p{}", "post{}", "post-{}", "msg{}", "comment-{}", "c{}"))
    return form.format(comment.identity)


def own_link(talk: Talk, comment: Comment, text: str) -> Node:
    """A link from a post to itself."""
    forms = ("#{1}", "/thread/7#{1}", "showthread.php?t=7#{1}", "?post={0}#{1}")
    form = talk.design.pick("own link", forms)
    return plain("a", text, href=form.format(comment.identity, place_name(talk, comment)))


def _moment(talk: Talk, comment: Comment) -> list[Child]:
    """The date, alone or after a word, in an element or bare."""
    design, date = talk.design, comment.date or ""
    shown: list[Child] = [date]
    if design.chance("date led", 0.3):
        phrase = design.pick("on", talk.writer.tongue.all("on"))
        shown = talk.writer.mixed(phrase, {"d": [date]})
    tag = design.pick("date tag", ("span", "span", "div", "small", ""))
    return [design.element(tag, "date", *shown)] if tag else shown


def _number(talk: Talk, comment: Comment) -> list[Child]:
    """The link to the post: its number on the page or on the site, or a word."""
    form = talk.design.pick("number as", ("#{0}", "#{1}", "{0}", "{2}"))
    word = talk.writer.say(talk.design, "permalink")
    text = form.format(comment.place + 1, comment.identity, word)
    link = own_link(talk, comment, text)
    return [talk.design.element("span", "number", link)]


def _who(talk: Talk, comment: Comment) -> list[Child]:
    return [*avatar(talk, comment), *author(talk, comment)]


def _marked(node: Node, name: str) -> Node:
    node.attributes["id"] = name
    return node


def _line(talk: Talk, comment: Comment) -> Node:
    design = talk.design
    parts = [*_moment(talk, comment), " ", *_number(talk, comment)]
    if design.chance("name in line", 0.3):
        parts = [*author(talk, comment), " ", *parts]
    tag = design.pick("line tag", ("div", "div", "p", "h4", "h5"))
    return design.element(tag, "head", *parts)


def _rest(talk: Talk, comment: Comment) -> Node:
    design = talk.design
    named = not design.chance("name in line", 0.3)
    inner: list[Child] = []
    if named:
        tag = design.pick("who tag", ("div", "div", "p"))
        extra = stats(talk, comment) if design.chance("figures", 0.5) else []
        inner.append(design.element(tag, "side", *_who(talk, comment), *extra))
    inner.extend(body(talk, comment))
    if design.chance("below", 0.4):
        inner.extend(controls(talk, comment))
    node = design.element("div", "item", *inner)
    if design.chance("number in class", 0.4):
        name = node.attributes.get("class", "")
        node.attributes["class"] = f"{name} post-{comment.identity}".strip()
    return node


def line_above(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A line, and the post below it."""
    line, rest = _line(talk, comment), _rest(talk, comment)
    if talk.design.chance("line has id", 0.7):
        _marked(line, place_name(talk, comment))
    return [line, rest]


def line_below(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """The post, and a line below it."""
    return line_above(talk, comment, tag)[::-1]


def terms(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A term with author and date, and the text as its definition."""
    design = talk.design
    said = [*author(talk, comment), " ", *_moment(talk, comment)]
    if design.chance("term linked", 0.7):
        said += [" ", *_number(talk, comment)]
    term = design.element("dt", "head", *said)
    if design.chance("term has id", 0.7):
        _marked(term, place_name(talk, comment))
    return [term, design.element("dd", "body", *body(talk, comment))]


def list_beside(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A list of terms about the author beside the text, which its date stands above."""
    design, writer = talk.design, talk.writer
    lines = design.some("stats", writer.tongue.all("stats"), design.number("stat count", 1, 4))
    facts = [plain("dd", writer.filled(line)) for line in lines]
    beside = design.element("dl", "side", plain("dt", *_who(talk, comment)), *facts)
    head = design.element("p", "head", *author(talk, comment), " » ", *_moment(talk, comment))
    title = plain(design.pick("title tag", ("h3", "h4")), own_link(talk, comment, talk.title))
    main = design.element("div", "mainly", title, head, *body(talk, comment))
    parts: list[Child] = [beside, main]
    if design.chance("list after", 0.4):
        parts.reverse()
    node = design.element("div", "item", *parts)
    return [_marked(node, place_name(talk, comment))]


def _rows(talk: Talk, comment: Comment) -> list[Node]:
    """A row with the date, one with the author and one with the text, or both in one."""
    design = talk.design
    date: list[Child] = [plain("a", name=place_name(talk, comment)), *_moment(talk, comment)]
    top = plain(
        "tr",
        design.element("td", "head", *date),
        design.element("td", "head", *_number(talk, comment), align="right"),
    )
    who = [*_who(talk, comment), *stats(talk, comment)]
    said = body(talk, comment)
    if design.chance("author row", 0.5):
        rows = [
            plain("tr", design.element("td", "side", *who, colspan="2")),
            plain("tr", design.element("td", "body", *said, colspan="2")),
        ]
    else:
        cells = (design.element("td", "side", *who), design.element("td", "body", *said))
        rows = [plain("tr", *cells)]
    below = plain("tr", plain("td", *profile(talk, comment)), plain("td", *controls(talk, comment)))
    return [top, *rows, below] if design.chance("row below", 0.6) else [top, *rows]


def dated_table(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A table with a row for the date."""
    node = talk.design.element("table", "item", *_rows(talk, comment), width="100%")
    return [_marked(node, place_name(talk, comment))]


def dated_rows(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """Rows of one table, the first of each post with its date."""
    return list(_rows(talk, comment))


def cells(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A box with the author in one cell, number, date and text in the next, controls below."""
    design = talk.design
    side = [*author(talk, comment), *avatar(talk, comment), *stats(talk, comment)]
    top = design.element("div", "head", *_number(talk, comment), *_moment(talk, comment))
    first = plain(
        "tr",
        design.element("td", "side", *side),
        design.element("td", "mainly", top, *body(talk, comment)),
    )
    second = plain("tr", plain("td"), plain("td", *controls(talk, comment)))
    name = place_name(talk, comment)
    table = plain("table", first, second, id=f"box{comment.identity}")
    return [_marked(design.element("div", "item", table), name)]


def titled(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """A box with a title that links to the post, the date below it, and the text."""
    design = talk.design
    who = design.element("div", "side", plain("h4", *author(talk, comment)), *stats(talk, comment))
    title = plain("h5", own_link(talk, comment, f"Re: {talk.title}"))
    date = design.element("div", "date", "« ", plain("strong", f"#{comment.place}"), " ",
                          *_moment(talk, comment), " »")  # fmt: skip
    inner = _marked(design.element("div", "body", *body(talk, comment)), f"msg_{comment.identity}")
    main = design.element("div", "mainly", design.element("div", "head", title, date), inner)
    return [design.element("div", "item", plain("div", who, main))]


def item(talk: Talk, comment: Comment, tag: str) -> list[Child]:
    """An item with a picture, a line of author and date, the text and what to do."""
    design = talk.design
    line = design.element("header" if not design.old else "div", "head", *author(talk, comment),
                          design.pick("bullet", (" • ", " · ", " ")),
                          own_link(talk, comment, comment.date or ""))  # fmt: skip
    inner: list[Child] = [line, *body(talk, comment), *controls(talk, comment)]
    boxed = design.element("div", "mainly", *avatar(talk, comment), plain("div", *inner))
    return [_marked(design.element("li", "item", boxed), place_name(talk, comment))]


Build = Callable[[Talk, Comment, str], list[Child]]
LAYOUTS: dict[str, tuple[Build, str]] = {
    "line above": (line_above, "div"),
    "line below": (line_below, "div"),
    "terms": (terms, "dt"),
    "list beside": (list_beside, "div"),
    "dated table": (dated_table, "table"),
    "dated rows": (dated_rows, "tr"),
    "cells": (cells, "div"),
    "titled": (titled, "div"),
    "item": (item, "li"),
}
"""What builds a post, and the tag of its first element."""
