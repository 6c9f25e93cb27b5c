"""Roles of texts: marks on elements, and where they lie and what they say in the written page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, TypedDict

import lxml.html

from training.record_pages.markup import Child, Hand, Node, plain, write

MARK: Final = "data-role-of"
MARKS: Final = re.compile(rf' {MARK}=(?:"[^"]*"|\w+)')
ROLES: Final = (
    "main",
    "headline",
    "byline",
    "caption",
    "comment",
    "related",
    "navigation",
    "legal",
    "advert",
)
"""What a text is to the page."""
UNSEEN: Final = frozenset("script style template noscript textarea head title option".split())
RUNNING: Final = frozenset(
    "a abbr acronym b big bdi bdo cite code del dfn em font i ins kbd label mark q s samp small"
    " span strike strong sub sup time tt u var wbr img svg path input button td th".split()
)
"""Elements whose text runs on; all others begin a paragraph."""


class Place(TypedDict):
    """An element whose text has a role, but for what lies in a place inside it."""

    role: str
    part: str
    xpath: str


def as_role(role: str, node: Node, part: str = "") -> Node:
    """The element, marked: its text has this role; ``part`` says what it is."""
    node.attributes[MARK] = f"{role} {part}".strip()
    return node


def nodes_as(role: str, children: Iterable[Child], part: str = "") -> list[Node]:
    """The children that say something, each marked; bare text gets an element."""
    out: list[Node] = []
    for child in children:
        if isinstance(child, str):
            if not child.strip():
                continue
            child = plain("span", child)
        if MARK not in child.attributes:
            as_role(role, child, part)
        out.append(child)
    return out


def all_as(role: str, children: Iterable[Child], part: str = "") -> list[Child]:
    """The children that say something, each marked; bare text gets an element."""
    return [*nodes_as(role, children, part)]


def _words(text: str, kept: bool) -> list[str]:
    """The text's lines, each with single spaces."""
    lines = text.split("\n") if kept else [text]
    return [" ".join(line.split()) for line in lines]


def main_text(root: Any) -> str:
    """The text whose role is main, paragraph by paragraph."""
    paragraphs: list[str] = []
    line: list[str] = []

    def end() -> None:
        text = "".join(line)
        paragraphs.extend(one for one in _words(text, False) if one)
        line.clear()

    def say(text: str | None, main: bool, kept: bool) -> None:
        if not text or not main:
            return
        if not kept:
            line.append(text)
            return
        first, *more = text.split("\n")
        line.append(first)
        for one in more:
            end()
            line.append(one)

    stack: list[tuple[Any, bool, bool, bool]] = [(root, False, False, False)]
    while stack:
        element, main, kept, leaving = stack.pop()
        tag = element.tag
        if leaving:
            parent_main, parent_kept = main, kept
            if tag not in RUNNING:
                end()
            elif tag in ("td", "th"):
                line.append(" ")
            say(element.tail, parent_main, parent_kept)
            continue
        if not isinstance(tag, str) or tag in UNSEEN:
            say(element.tail, main, kept)
            continue
        stack.append((element, main, kept, True))
        if tag not in RUNNING:
            end()
        mark = element.get(MARK)
        if mark is not None:
            main = mark.split(" ", 1)[0] == "main"
        kept = kept or tag == "pre"
        say(element.text, main, kept)
        stack.extend((child, main, kept, False) for child in reversed(element))
    end()
    return "\n\n".join(paragraphs)


def _read(html: str) -> tuple[list[Place], str]:
    root = lxml.html.document_fromstring(html.encode())
    path = root.getroottree().getpath
    places: list[Place] = []
    for element in root.iterfind(f".//*[@{MARK}]"):
        role, _, part = element.get(MARK, "").partition(" ")
        places.append(Place(role=role, part=part, xpath=path(element)))
    return places, main_text(root)


def written(root: Node, hand: Hand) -> tuple[str, list[Place], str]:
    """The page in this hand, its places, and its main text.

    Where the parser would mend careless markup so that the main text changes, end tags are written.
    """
    html = write(root, hand, marked=False)
    places, text = _read(html)
    if hand.unclosed:
        neat = write(root, replace(hand, unclosed=False), marked=False)
        meant, told = _read(neat)
        if told != text or [one["part"] for one in meant] != [one["part"] for one in places]:
            html, places, text = neat, meant, told
    return MARKS.sub("", html), places, text
