"""A page as a tree of elements, how it is written, and where its truth lies once it is."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from random import Random
from typing import Any, TypeAlias

import lxml.html

VOID = frozenset("img br hr input link meta source col wbr".split())
OMITTED = frozenset("p li tr td th dt dd option".split())
INLINE = frozenset(
    "a b i em strong font span small u sup sub label time img svg path s tt cite del strike mark"
    " button select".split()
)
INSIDE_LINES = INLINE | {"abbr", "code", "input", "textarea"}
BLOCKS = ("p", "div", "pre", "ul", "ol", "dl", "table", "h3", "h4", "h5", "blockquote")
MARK = "data-truth"
"""The attribute that carries the truth through the parser; it is not in the page that is saved."""


@dataclass
class Node:
    """An element; ``marks`` are what is true of it, by the kind of truth."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)


Child: TypeAlias = Node | str


def plain(tag: str, *children: Child, **attributes: str) -> Node:
    """An element without a class."""
    names = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return Node(tag, names, list(children))


def marked(kind: str, mark: str, node: Node) -> Node:
    """The element, of which a truth of some kind is known."""
    node.marks[kind] = mark
    return node


def shown(name: str, *children: Child, tag: str = "span") -> Node:
    """An element that shows a field."""
    return marked("field", name, plain(tag, *children))


def as_role(role: str, node: Node, part: str = "") -> Node:
    """The element, whose text has this role; ``part`` says what it is."""
    return marked("role", f"{role} {part}".strip(), node)


def all_as(role: str, children: Iterable[Child], part: str = "") -> list[Child]:
    """The children that say something, each with the role; bare text gets an element."""
    out: list[Child] = []
    for child in children:
        if isinstance(child, str):
            if not child.strip():
                continue
            child = plain("span", child)
        if "role" not in child.marks:
            as_role(role, child, part)
        out.append(child)
    return out


def nodes_of(children: Iterable[Child]) -> Iterator[Node]:
    """Yield all elements, in the page's order; what is yielded may be changed."""
    stack = [child for child in children if isinstance(child, Node)][::-1]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(child for child in reversed(node.children) if isinstance(child, Node))


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


def joined(parts: Iterable[Child], joint: Child) -> list[Child]:
    """The parts with the joint between them."""
    return [one for part in parts for one in (joint, part)][1:]


def widen(root: Node) -> None:
    """Turn paragraphs that hold block elements into ``<div>``: a parser would end them there."""
    for node in nodes_of([root]):
        inner = [child for child in node.children if isinstance(child, Node)]
        if node.tag == "p" and any(child.tag not in ((INLINE | VOID) - {"hr"}) for child in inner):
            node.tag = "div"


def unlink(children: Iterable[Child]) -> None:
    """Turn all links below into plain elements, for what is to stand in a link itself."""
    for node in nodes_of(children):
        if node.tag == "a":
            node.tag = "span"
            node.attributes.pop("href", None)


@dataclass(frozen=True)
class Hand:
    """The manner in which a site writes its markup, neatly or as browsers forgive it."""

    upper: bool = False
    bare: bool = False
    unclosed: bool = False
    indent: int = 1


def new_hand(seed: str, *, old: bool) -> Hand:
    """A way to write markup, drawn by its seed; old pages are the careless ones."""
    draw = Random(f"hand {seed}")
    return Hand(
        upper=old and draw.random() < 0.5,
        bare=old and draw.random() < 0.5,
        unclosed=draw.random() < (0.45 if old else 0.05),
        indent=draw.choice((0, 1, 1, 2, 4)),
    )


def _start(node: Node, hand: Hand, kind: str) -> str:
    parts = [node.tag.upper() if hand.upper else node.tag]
    for key, value in node.attributes.items():
        bare = hand.bare and value.isalnum()
        parts.append(f"{key}={value}" if bare else f'{key}="{escape(value)}"')
    if kind in node.marks:
        parts.append(f'{MARK}="{escape(node.marks[kind])}"')
    return f"<{' '.join(parts)}>"


def _end(node: Node, hand: Hand) -> str:
    if node.tag in VOID or (hand.unclosed and node.tag in OMITTED):
        return ""
    return f"</{node.tag.upper() if hand.upper else node.tag}>"


def write(root: Node, hand: Hand, kind: str = "") -> str:
    """The tree as HTML, with the marks of this kind of truth or, by default, without."""
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
        out.append(_start(child, hand, kind))
        if child.tag not in VOID:
            stack.append((child, depth, True))
            stack.extend((inner, depth + 1, False) for inner in reversed(child.children))
    return "".join(out)


@dataclass(frozen=True)
class Shown:
    """A marked element as lxml reads the page: its mark, where it lies and what it says."""

    mark: str
    xpath: str
    text: str
    element: Any


def _read(html: str) -> list[Shown]:
    root = lxml.html.document_fromstring(html.encode())
    path = root.getroottree().getpath
    return [
        Shown(
            one.get(MARK, ""),
            path(one),
            " ".join(" ".join(str(part) for part in one.itertext()).split()),
            one,
        )
        for one in root.iterfind(f".//*[@{MARK}]")
    ]


def _letters(found: Sequence[Shown]) -> list[tuple[str, str]]:
    return [(one.mark, "".join(one.text.split())) for one in found]


def written(root: Node, hand: Hand, kind: str) -> tuple[str, list[Shown]]:
    """The page in this hand, and its elements that are marked with this kind of truth.

    Where the parser would mend careless markup so that their texts change, end tags are written.
    """
    found = _read(write(root, hand, kind))
    if hand.unclosed:
        neat = replace(hand, unclosed=False)
        meant = _read(write(root, neat, kind))
        if _letters(meant) != _letters(found):
            hand, found = neat, meant
    return write(root, hand), found
