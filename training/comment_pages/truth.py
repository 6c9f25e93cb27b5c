"""The truth of a page that is written down: what its comments are and where lxml has them."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import TypedDict

import lxml.html

from training.comment_pages.comment import Comment
from training.record_pages.markup import INLINE, Child, Hand, Node, write

MARK = "data-truth"
MARKS = re.compile(rf' {MARK}="?\d+"?')
INSIDE_LINES = INLINE | {"a", "abbr", "code", "cite", "span", "input", "textarea"}


class Found(TypedDict):
    """A comment of a page."""

    type: str
    text: str
    block: str
    xpath: str
    depth: int
    parent: int | None
    author: str | None
    date: str | None


def text_of(children: Sequence[Child], without: Container[int] = ()) -> str:
    """The text of elements without that of those whose ``id`` is given; blocks stand apart."""
    out: list[str] = []
    stack: list[Child] = list(reversed(children))
    while stack:
        child = stack.pop()
        if isinstance(child, str):
            out.append("" if child.startswith("<!--") else child)
        elif id(child) not in without:
            edge = "" if child.tag in INSIDE_LINES else " "
            out.append(edge)
            stack.append(edge)
            stack.extend(reversed(child.children))
    return " ".join("".join(out).split())


def _if_shown(value: str | None, block: str) -> str | None:
    """The value, unless the site does not show it."""
    if value is None:
        return None
    shown = " ".join(value.split())
    return shown if shown in block else None


def _found(html: str) -> dict[int, tuple[str, str]]:
    """Of each marked element, its path and the letters in it, as lxml reads the page."""
    root = lxml.html.document_fromstring(html.encode())
    path = root.getroottree().getpath
    out: dict[int, tuple[str, str]] = {}
    for element in root.iter():
        mark = element.get(MARK) if isinstance(element.tag, str) else None
        if mark is not None:
            text = "".join(str(part) for part in element.itertext())
            out[int(mark)] = path(element), "".join(text.split())
    return out


def _marked(root: Node, hand: Hand) -> tuple[str, list[str]]:
    """The page in this hand with its marks, and the marked elements' paths.

    Where the parser would mend careless markup so that comments' texts change, end tags are written
    after all.
    """
    html = write(root, hand, marked=False)
    found = _found(html)
    if hand.unclosed:
        neat = write(root, replace(hand, unclosed=False), marked=False)
        as_meant = _found(neat)
        if any(as_meant[number][1] != found[number][1] for number in as_meant):
            html, found = neat, as_meant
    return html, [found[number][0] for number in sorted(found)]


def _truth(comment: Comment, xpath: str, others: Container[int]) -> Found:
    block = text_of(comment.nodes, others)
    return Found(
        type=comment.kind,
        text=text_of(comment.body, {id(node) for node in comment.quote}),
        block=block,
        xpath=xpath,
        depth=comment.depth,
        parent=comment.parent,
        author=_if_shown(comment.author, block),
        date=_if_shown(comment.date, block),
    )


def written(root: Node, comments: Sequence[Comment], hand: Hand) -> tuple[str, list[Found]]:
    """The page in this hand, and its comments."""
    firsts = [node for comment in comments if (node := comment.first) is not None]
    if len(firsts) < len(comments):
        raise ValueError("a comment without an element")
    for number, node in enumerate(firsts):
        node.attributes[MARK] = str(number)
    marked, paths = _marked(root, hand)
    for node in firsts:
        del node.attributes[MARK]
    own = [{id(node) for node in comment.nodes if isinstance(node, Node)} for comment in comments]
    everyone = {number for ids in own for number in ids}
    truth = [
        _truth(comment, path, everyone - ids)
        for comment, path, ids in zip(comments, paths, own, strict=True)
    ]
    return MARKS.sub("", marked), truth
