"""Leaves of a page's tree, in terms that a redesign hardly changes.

A redesign renames classes, adds and drops wrappers and swaps tags; that a record has a short linked
heading, an image, a price and a long text stays. A leaf is a run of text (marks in it make no
difference), an image, a control or an embedded object.
"""

from __future__ import annotations

import re
from array import array
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.tree import ELEMENTS, tags
from scrapy_treesim.values.text_kinds import kind_of

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

TEXTS: Final = ("words", "number", "price", "date", "digits")
"""Kinds of text; ``digits`` is a short one with digits in it that is none of the three before."""

OBJECTS: Final = ("image", "control", "embedded")
"""Kinds of leaf that are no text."""

MAX_CHARS: Final = 9_999
"""Longer texts count as this long."""

MAX_NAMES: Final = 8
"""Class names of a leaf that count."""

MAX_NAME: Final = 60
"""Characters of a class name that counts."""

_LINK = tags.NUMBER["a"]
_HEADINGS = tags.numbers("h1 h2 h3 h4 h5 h6")
_MARKS = tags.numbers("b strong i em mark wbr")
_SPANS = tags.numbers(
    "span font small big u s strike sub sup abbr acronym tt nobr code cite q var kbd ins del"
)
_DROPPED = frozenset(tags.NUMBER[name] for name in ELEMENTS.drop) - tags.numbers("br wbr")
_OBJECT: Final = {
    **dict.fromkeys(tags.numbers("img picture"), "image"),
    **dict.fromkeys(tags.numbers("input button select textarea"), "control"),
    **dict.fromkeys(tags.numbers("video audio iframe object embed canvas svg"), "embedded"),
}

_SHORT = 40
_DIGIT = re.compile(r"\d")


class Leaf(NamedTuple):
    """One leaf, without its text."""

    kind: str
    """One of :data:`TEXTS` or :data:`OBJECTS`."""
    chars: int = 0
    """Characters of a text, from 1 to :data:`MAX_CHARS`; 0 for an object."""
    linked: bool = False
    """True if it lies in a link."""
    heading: bool = False
    """True if it lies in a heading."""
    names: tuple[str, ...] = ()
    """Class names of the element it lies in, or else of the one around."""


def kind_of_text(text: str) -> str:
    """Kind of a run of text, one of :data:`TEXTS`."""
    if len(text) > _SHORT or not _DIGIT.search(text):
        return "words"
    kind = kind_of(text)
    return kind if kind in TEXTS else "digits"


def leaves_of(tree: PageTree) -> list[tuple[int, Leaf]]:
    """The leaves in order, each with its node (a run of texts with that of the first). O(nodes)."""
    reader = _Reader(tree)
    node = 0
    while node < len(tree):
        node = reader.read(node)
    reader.end_run()
    return reader.found


class _Reader:
    """Reads one tree's nodes in order."""

    def __init__(self, tree: PageTree) -> None:
        self.found: list[tuple[int, Leaf]] = []
        self._leaves: dict[Leaf, Leaf] = {}
        self._tree = tree
        # The nearest element that is no mark in a line of text.
        self._line_of = array("i", bytes(4 * len(tree)))
        self._linked = bytearray(len(tree))
        self._heading = bytearray(len(tree))
        self._has_text = bytearray(len(tree))
        for node, tag in enumerate(tree.tag):
            if tag == tags.TEXT:
                self._has_text[tree.parent[node]] = 1
        self._names: dict[str, tuple[str, ...]] = {}
        self._run: list[int] = []
        self._line = -1

    def read(self, node: int) -> int:
        """Read one node; the node to read next."""
        tree = self._tree
        tag, parent = tree.tag[node], tree.parent[node]
        if tag == tags.TEXT:
            if self._line_of[parent] != self._line:
                self.end_run()
                self._line = self._line_of[parent]
            self._run.append(node)
            return node + 1
        self._linked[node] = tag == _LINK or (parent >= 0 and self._linked[parent])
        self._heading[node] = tag in _HEADINGS or (parent >= 0 and self._heading[parent])
        if parent >= 0 and self._is_mark(node):
            self._line_of[node] = self._line_of[parent]
        else:
            self._line_of[node] = node
            self.end_run()
        if tag in _OBJECT:
            self._add(node, node, _OBJECT[tag], 0)
        elif tag not in _DROPPED:
            return node + 1
        return node + tree.size[node]

    def end_run(self) -> None:
        """Make a leaf of the texts read since the last one."""
        if not self._run:
            return
        tree, first = self._tree, self._run[0]
        chars = min(sum(map(tree.text_chars, self._run)) + len(self._run) - 1, MAX_CHARS)
        kind = "words"
        if chars <= _SHORT:
            kind = kind_of_text(" ".join(" ".join(map(tree.raw_text, self._run)).split()))
        self._add(first, tree.parent[first], kind, chars)
        self._run.clear()
        self._line = -1

    def _add(self, node: int, holder: int, kind: str, chars: int) -> None:
        linked, heading = bool(self._linked[holder]), bool(self._heading[holder])
        leaf = Leaf(kind, chars, linked, heading, self._names_near(holder))
        # Most leaves of a page are like many others.
        self.found.append((node, self._leaves.setdefault(leaf, leaf)))

    def _is_mark(self, node: int) -> bool:
        """True if it marks a text's piece: ``<b>``, or ``<span>`` beside text."""
        tag = self._tree.tag[node]
        return tag in _MARKS or (tag in _SPANS and bool(self._has_text[self._tree.parent[node]]))

    def _names_near(self, node: int) -> tuple[str, ...]:
        for one in (node, self._tree.parent[node]):
            if one >= 0 and (value := self._tree.get(one, "class")):
                names = self._names.get(value)
                if names is None:
                    names = self._names[value] = class_names(value)
                if names:
                    return names
        return ()


def class_names(value: str) -> tuple[str, ...]:
    """The first few names in a ``class``, each once, without such as no person wrote."""
    names = (name for name in dict.fromkeys(value.split()) if len(name) <= MAX_NAME)
    return tuple(islice(names, MAX_NAMES))
