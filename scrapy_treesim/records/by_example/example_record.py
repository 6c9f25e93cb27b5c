"""An example record as a key tree keeps it: its elements, and its leaves without their text.

It can be written as an outline, a line a node, which people can read and compare:

    li
      a
        img image linked .photo
      h3
        <text> words 24 heading .title
      <text> price 6 .price
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.by_example.key_leaves import (
    MAX_CHARS,
    MAX_NAMES,
    OBJECTS,
    TEXTS,
    Leaf,
    leaves_of,
)
from scrapy_treesim.tree import ELEMENTS, Tree, clean, tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_LINES: Final = 5_000
"""Lines of an outline: a record is no page."""

MAX_DEPTH: Final = 100
"""Levels of an outline."""

MAX_LINE: Final = 1_000
"""Characters of a line."""

_INDENT = "  "
_TEXT = tags.KNOWN[tags.TEXT]
_NUMBER = re.compile("[0-9]{1,9}")
# The name of an element may hold any white space but that which ends it in HTML.
_LINE = re.compile(r"((?:  )*)([^ \t\n\f\r]+)((?: \S+)*)")


@dataclass(frozen=True, slots=True)
class Home:
    """Findings of a key tree on the page of its examples."""

    records: int
    """Number of records, from 1."""
    similarity: float
    """Mean similarity of their leaves to the examples', in (0, 1]."""
    tree_similarity: float
    """Mean similarity of their trees to the nearest example, in (0, 1]."""


class PlacedLeaf(NamedTuple):
    """A leaf and where it lies in its example."""

    node: int
    """The node of the example's tree that it is or, of a text, that it lies in."""
    before: int
    """Number of nodes of the tree before it in the page."""
    leaf: Leaf


@dataclass(frozen=True, slots=True, repr=False)
class ExampleRecord:
    """One example of a record."""

    tree: Tree
    """Its elements."""
    leaves: tuple[PlacedLeaf, ...]
    """Its texts, images and controls, in order."""

    def __repr__(self) -> str:
        return f"<ExampleRecord of {counted(len(self.tree), 'element')}>"

    @classmethod
    def of(cls, page: Page) -> ExampleRecord:
        """The example that a page is whose root is the record."""
        tree = clean(page.tree, ELEMENTS)
        kept = {origin: node for node, origin in enumerate(tree.origin)}
        placed: list[PlacedLeaf] = []
        before = 0
        for node, leaf in leaves_of(page.tree):
            while before < len(tree) and tree.origin[before] <= node:
                before += 1
            holder = node
            while holder not in kept:
                holder = page.tree.parent[holder]
            placed.append(PlacedLeaf(kept[holder], before, leaf))
        return cls(tree, tuple(placed))

    @property
    def plain_leaves(self) -> list[Leaf]:
        """The leaves alone."""
        return [placed.leaf for placed in self.leaves]

    def outline(self) -> list[str]:
        """Its lines.

        Raises:
            ValueError: it has more lines or levels than an outline may have, or a tag with spaces.
        """
        if len(self.tree) + len(self.leaves) > MAX_LINES:
            raise ValueError(
                f"an example has at most {MAX_LINES} elements and texts: give a record"
            )
        depth = [0] * len(self.tree)
        for node in range(1, len(self.tree)):
            depth[node] = depth[self.tree.parent[node]] + 1
        if max(depth) >= MAX_DEPTH:
            raise ValueError(f"an example has at most {MAX_DEPTH} levels: give a record")
        lines: list[str] = []
        waiting = list(reversed(self.leaves))
        for node, level in enumerate(depth):
            while waiting and waiting[-1].before <= node:
                lines.append(_text_line(waiting.pop(), depth))
            line = _INDENT * level + self.tree.names[self.tree.tag[node]]
            if waiting and waiting[-1].node == node and not waiting[-1].leaf.chars:
                line += _words_of(waiting.pop().leaf)
            lines.append(line)
        lines.extend(_text_line(placed, depth) for placed in reversed(waiting))
        read_outline(lines)
        return lines


def read_outline(lines: Sequence[str]) -> ExampleRecord:
    """The example of an outline.

    Raises:
        ValueError: it is none; the message names the line.
    """
    if not 0 < len(lines) <= MAX_LINES:
        raise ValueError(f"an example has from 1 to {MAX_LINES} lines, not {len(lines)}")
    reader = _OutlineReader()
    for number, line in enumerate(lines, 1):
        try:
            reader.add(line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return reader.example()


class _OutlineReader:
    """An example in the making."""

    def __init__(self) -> None:
        self._names = list(tags.KNOWN)
        self._numbers = dict(tags.NUMBER)
        self._tag, self._parent = array("i"), array("i")
        self._leaves: list[PlacedLeaf] = []
        self._open: list[int] = []

    def add(self, line: object) -> None:
        if not isinstance(line, str) or len(line) > MAX_LINE:
            raise ValueError(f"not a text of at most {MAX_LINE} characters")
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"{line!r:.80} is not indentation by twos, a name and words")
        level, name, words = len(match[1]) // len(_INDENT), match[2], match[3].split()
        if not (level <= len(self._open) and (level > 0 or not self._tag)):
            raise ValueError(f"{line!r:.80} stands at level {level}, where no element is open")
        if level >= MAX_DEPTH:
            raise ValueError(f"deeper than {MAX_DEPTH} levels")
        del self._open[level:]
        if name == _TEXT:
            self._add_leaf(_leaf(words, TEXTS))
            return
        self._add_node(name)
        if words:
            self._add_leaf(_leaf(words, OBJECTS))

    def _add_node(self, name: str) -> None:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._names)
            self._names.append(name)
        self._tag.append(number)
        self._parent.append(self._open[-1] if self._open else -1)
        self._open.append(len(self._tag) - 1)

    def _add_leaf(self, leaf: Leaf) -> None:
        if not self._open:
            raise ValueError("an example begins with an element")
        self._leaves.append(PlacedLeaf(self._open[-1], len(self._tag), leaf))

    def example(self) -> ExampleRecord:
        n = len(self._tag)
        size = array("i", [1]) * n
        for node in range(n - 1, 0, -1):
            size[self._parent[node]] += size[node]
        tree = Tree(self._names, self._tag, self._parent, size, array("i", range(n)))
        return ExampleRecord(tree, tuple(self._leaves))


def _text_line(placed: PlacedLeaf, depth: Sequence[int]) -> str:
    return _INDENT * (depth[placed.node] + 1) + _TEXT + _words_of(placed.leaf)


def _words_of(leaf: Leaf) -> str:
    words = [leaf.kind]
    if leaf.chars:
        words.append(str(leaf.chars))
    words += ["linked"] * leaf.linked + ["heading"] * leaf.heading
    return "".join(f" {word}" for word in [*words, *(f".{name}" for name in leaf.names)])


def _leaf(words: Sequence[str], kinds: Sequence[str]) -> Leaf:
    """The leaf that a line's words tell of.

    Raises:
        ValueError: they do not.
    """
    rest = list(words)
    kind = rest.pop(0) if rest else ""
    if kind not in kinds:
        raise ValueError(f"{kind!r:.80} is none of {', '.join(kinds)}")
    chars = 0
    if kinds is TEXTS:
        number = rest.pop(0) if rest else ""
        if not (_NUMBER.fullmatch(number) and 0 < int(number) <= MAX_CHARS):
            raise ValueError(f"a text has from 1 to {MAX_CHARS} characters, not {number!r:.40}")
        chars = int(number)
    flags = [bool(rest and rest[0] == flag and rest.pop(0)) for flag in ("linked", "heading")]
    if len(rest) > MAX_NAMES or not all(len(word) > 1 and word[0] == "." for word in rest):
        said = " ".join(rest)
        raise ValueError(f"{said!r:.80} is not up to {MAX_NAMES} class names, each as .name")
    return Leaf(kind, chars, flags[0], flags[1], tuple(word[1:] for word in rest))
