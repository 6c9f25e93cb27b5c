"""Threads in the layouts of :mod:`.boards`, with the day and the number of every post."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from training.comment_pages.boards import LAYOUTS
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.customs import Custom, Plan
from training.comment_pages.discussions import post, thread
from training.comment_pages.frame import framed
from training.comment_pages.naming import new_site_design
from training.comment_pages.speaker import Speaker
from training.comment_pages.tongue import SPOKEN, tongue_of
from training.comment_pages.truth import written
from training.record_pages.design import Design
from training.record_pages.markup import Node, new_hand, plain, widen

ERAS = {
    "item": ("divs", "modern", "app"),
    "list beside": ("divs", "modern"),
    "titled": ("divs", "modern"),
    "dated table": ("early", "divs"),
    "dated rows": ("tables", "early"),
}
"""When sites had a layout; the others were there in most."""
_EITHER = re.compile(r"(?<!\d)(0?\d|1[0-2])[./-](0?\d|1[0-2])[./-]\d")
"""A date that may name the day or the month first."""


def _custom(layout: str) -> Custom:
    """The way of building that settles the layout, and that posts are named and dated."""
    settled: dict[str, tuple[object, ...]] = {
        "shape": (layout,),
        "item tag": (LAYOUTS[layout][1],),
        "hanging": ("inside" if layout == "item" else "flat",),
        "dates as": ("w", "w", "c"),
        "undated": (False,),
        "nameless": (False,),
        "ids": ("",),
        "named anchors": (False,),
        "opening apart": (False,),
    }
    eras = ERAS.get(layout, ("early", "divs", "modern"))
    return Custom(("forum",), eras, Plan(("author",), (), ()), settled)


def _day(comment: Comment) -> str | None:
    """The day, where what is shown tells it without a doubt."""
    shown = comment.date or ""
    either = comment.when.day != comment.when.month and _EITHER.search(shown)
    day = re.search(rf"(?<!\d)0?{comment.when.day}(?!\d)", shown)
    if str(comment.when.year) not in shown or either or day is None:
        return None
    return comment.when.date().isoformat()


def _number(comment: Comment) -> str | None:
    """The number of the post's place on the page, where an address or a name tells it."""
    stack = list(comment.nodes)
    while stack:
        child = stack.pop()
        if isinstance(child, Node):
            attributes = child.attributes
            names = [attributes.get("href", "").partition("#")[2]]
            names += [attributes.get(name, "") for name in ("id", "name")]
            if any(name.endswith(str(comment.identity)) for name in names):
                return str(comment.identity)
            stack.extend(child.children)
    return None


def board_page(layout: str, site: str, number: int) -> tuple[dict[str, Any], str]:
    """A page of a site in a layout: its truth, and its HTML."""
    drawn = Design(site, "", "none", "/site")
    kind = "blog" if layout in ("item", "terms") else "forum"
    custom = _custom(layout)
    design = new_site_design(site, kind)
    era = drawn.pick("era", custom.eras)
    design = replace(design, era=era, custom=custom)
    language = drawn.pick("language", SPOKEN)
    writer = Speaker(Random(f"{site} page {number}"), language, "", tongue=tongue_of(language.code))
    writer.query = writer.word()
    talk = Talk(design, writer, writer.title(), least_comments=2)
    middle = (post if kind == "blog" else thread)(talk)
    head = plain("head", plain("meta", charset="utf-8"), plain("title", talk.title))
    root = plain("html", head, framed(talk, middle.content), lang=language.code)
    widen(root)
    html, comments = written(root, middle.comments, new_hand(site, old=design.old))
    truth = {
        "id": f"{site}-{number}",
        "url": f"http://{site}.example/{number}",
        "layout": layout,
        "comments": [
            {**found, "day": _day(comment), "number": _number(comment)}
            for found, comment in zip(comments, middle.comments, strict=True)
        ],
    }
    return truth, html


def board_pages(pages: int, seed: int) -> Iterator[tuple[dict[str, Any], str]]:
    """So many pages, of each layout alike many, two a site; the same for the same seed."""
    layouts = tuple(LAYOUTS)
    for number in range(pages):
        turn, layout = divmod(number, len(layouts))
        name = layouts[layout]
        site = f"board{seed}x{name.replace(' ', '')}{turn // 2:03}"
        yield board_page(name, site, turn % 2)
