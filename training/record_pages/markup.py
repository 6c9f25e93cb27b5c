"""A page as a tree of elements, and how it is written down: neatly or as browsers forgive it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from random import Random
from typing import TypeAlias

VOID = frozenset("img br hr input link meta source col wbr".split())
OMITTED = frozenset("p li tr td th dt dd option".split())
INLINE = frozenset(
    "a b i em strong font span small u sup sub label time img svg path s tt cite del strike mark"
    " button select".split()
)
MARK = "data-record"
"""The attribute that carries the truth through the parser; it is not in the page that is saved."""


@dataclass
class Node:
    """An element. ``record``, if it is (part of) one: number of the region, of the record."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)
    record: tuple[int, int] | None = None


Child: TypeAlias = Node | str


def plain(tag: str, *children: Child, **attributes: str) -> Node:
    """An element without a class."""
    names = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return Node(tag, names, list(children))


def widen(root: Node) -> None:
    """Turns paragraphs that hold block elements into ``<div>``: a parser would end them there."""
    stack = [root]
    while stack:
        node = stack.pop()
        inner = [child for child in node.children if isinstance(child, Node)]
        if node.tag == "p" and any(child.tag not in ((INLINE | VOID) - {"hr"}) for child in inner):
            node.tag = "div"
        stack.extend(inner)


def unlink(children: list[Child]) -> None:
    """Turns all links below into plain elements, for what is to stand in a link itself."""
    stack = [child for child in children if isinstance(child, Node)]
    while stack:
        node = stack.pop()
        if node.tag == "a":
            node.tag = "span"
            node.attributes.pop("href", None)
        stack.extend(child for child in node.children if isinstance(child, Node))


@dataclass(frozen=True)
class Hand:
    """How a site writes its markup."""

    upper: bool = False
    bare: bool = False
    unclosed: bool = False
    indent: int = 1


def _start(node: Node, hand: Hand, marked: bool) -> str:
    tag = node.tag.upper() if hand.upper else node.tag
    parts = [tag]
    for key, value in node.attributes.items():
        if hand.bare and value.isalnum():
            parts.append(f"{key}={value}")
        else:
            parts.append(f'{key}="{escape(value)}"')
    if marked and node.record is not None:
        parts.append(f'{MARK}="{node.record[0]}.{node.record[1]}"')
    return f"<{' '.join(parts)}>"


def _end(node: Node, hand: Hand) -> str:
    if node.tag in VOID or (hand.unclosed and node.tag in OMITTED):
        return ""
    return f"</{node.tag.upper() if hand.upper else node.tag}>"


def write(root: Node, hand: Hand, *, marked: bool) -> str:
    """The tree as HTML; with the records' marks or without."""
    out: list[str] = []
    stack: list[tuple[Child, int, bool]] = [(root, 0, False)]
    while stack:
        child, depth, closing = stack.pop()
        if isinstance(child, str):
            out.append(child if child.startswith("<!--") else escape(child, quote=False))
            continue
        if hand.indent and child.tag not in INLINE:
            out.append("\n" + " " * (hand.indent * depth - hand.indent))
        if closing:
            out.append(_end(child, hand))
            continue
        out.append(_start(child, hand, marked))
        if child.tag not in VOID:
            stack.append((child, depth, True))
            stack.extend((inner, depth + 1, False) for inner in reversed(child.children))
    return "".join(out)


def new_hand(seed: str, *, old: bool) -> Hand:
    """A way to write markup, drawn by its seed; old pages are the careless ones."""
    draw = Random(f"hand {seed}")
    return Hand(
        upper=old and draw.random() < 0.5,
        bare=old and draw.random() < 0.5,
        unclosed=draw.random() < (0.45 if old else 0.05),
        indent=draw.choice((0, 1, 1, 2, 4)),
    )
