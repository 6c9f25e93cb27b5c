"""Marks on the elements that show a field, and where they lie once the page is written."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypedDict

import lxml.html

from training.record_pages.markup import Child, Hand, Node, plain, write

MARK = "data-field"
MARKS = re.compile(rf' {MARK}=(?:"[^"]*"|\w+)')


class Place(TypedDict):
    """Where a page shows a field."""

    field: str
    xpath: str
    text: str


def field(name: str, *children: Child, tag: str = "span") -> Node:
    """An element that shows a field."""
    return marked(plain(tag, *children), name)


def marked(node: Node, name: str) -> Node:
    """The element, marked as one that shows the field."""
    node.attributes[MARK] = name
    return node


def _places(html: str) -> list[Place]:
    root = lxml.html.document_fromstring(html.encode())
    path = root.getroottree().getpath
    out: list[Place] = []
    for element in root.iter():
        name = element.get(MARK) if isinstance(element.tag, str) else None
        if name:
            text = " ".join(" ".join(str(part) for part in element.itertext()).split())
            out.append(Place(field=name, xpath=path(element), text=text))
    return out


def written(root: Node, hand: Hand) -> tuple[str, list[Place]]:
    """The page in this hand, and where it shows the fields that are marked.

    Where the parser would mend careless markup so that their texts change, end tags are written.
    """
    html = write(root, hand, marked=False)
    places = _places(html)
    if hand.unclosed:
        neat = write(root, replace(hand, unclosed=False), marked=False)
        meant = _places(neat)
        if [place["text"] for place in meant] != [place["text"] for place in places]:
            html, places = neat, meant
    return MARKS.sub("", html), places
