"""An example record as a key tree keeps it: its elements, and its leaves without their text.

A redesign renames classes, adds and drops wrappers and swaps tags; that a record has a short linked
heading, an image, a price and a long text stays. A leaf is a run of text (marks in it make no
difference), an image, a control or an embedded object.

It can be written as an outline, a line a node, which people can read and compare:

    li
      a
        img image linked .photo
      h3
        <text> words 24 heading .title
      <text> price 6 .price =price:cost

A leaf with a field that a user named has the kind of its value and its name at the end.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.tree import ELEMENTS, Tree, clean, tags
from scrapy_treesim.values.text_kinds import kind_of
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


TEXTS: Final = ("words", "number", "price", "date", "digits")
"""Kinds of text; ``digits`` is a short one with digits in it, none of the three before."""

OBJECTS: Final = ("image", "control", "embedded")
"""Kinds of leaf without text."""

MAX_CHARS: Final = 9_999
"""Largest number of characters of a leaf; longer texts count as this long."""

MAX_NAMES: Final = 8
"""Largest number of a leaf's class names; more are left out."""

MAX_NAME: Final = 60
"""Largest number of characters of a class name; longer ones are left out."""

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


class ExampleLeaf(NamedTuple):
    """One leaf, without its text."""

    kind: str
    """One of :data:`TEXTS` or :data:`OBJECTS`."""
    chars: int = 0
    """Characters of a text, from 1 to :data:`MAX_CHARS`; 0 for an object."""
    linked: bool = False
    """True in a link."""
    heading: bool = False
    """True in a heading."""
    names: tuple[str, ...] = ()
    """Class names of the element around the leaf, or else of its parent."""


class NamedField(NamedTuple):
    """A field of an example's record, as a user named it."""

    name: str
    kind: str
    """Kind of its value, as of a column; ``@`` and the name of an attribute that has it."""


def leaf_at(tree: PageTree, leaves: Sequence[int], node: int) -> int:
    """Return the first leaf in a node, or else the leaf that the node is in."""
    index = bisect_left(leaves, node)
    is_inside = index < len(leaves) and leaves[index] < node + tree.size[node]
    return index if is_inside else max(0, index - 1)


def kind_of_text(text: str) -> str:
    """Return the kind of a run of text, one of :data:`TEXTS`."""
    if len(text) > _SHORT or not _DIGIT.search(text):
        return "words"
    kind = kind_of(text)
    return kind if kind in TEXTS else "digits"


def leaves_of(tree: PageTree) -> list[tuple[int, ExampleLeaf]]:
    """Return the leaves in order, each with its node (a run's is its first text's). O(nodes)."""
    reader = _LeafReader(tree)
    node = 0
    while node < len(tree):
        node = reader.read(node)
    reader.end_run()
    return reader.leaves


class _LeafReader:
    """Reader of one tree's nodes in order."""

    def __init__(self, tree: PageTree) -> None:
        self.leaves: list[tuple[int, ExampleLeaf]] = []
        self._leaves: dict[ExampleLeaf, ExampleLeaf] = {}
        self._tree = tree
        # The nearest element around, other than a mark in a line of text.
        self._line_of = array("i", bytes(4 * len(tree)))
        # The last entry is for the parent of the root, -1.
        self._linked = bytearray(len(tree) + 1)
        self._heading = bytearray(len(tree) + 1)
        self._has_text = bytearray(len(tree))
        for node, tag in enumerate(tree.tag):
            if tag == tags.TEXT:
                self._has_text[tree.parent[node]] = 1
        self._names: dict[str, tuple[str, ...]] = {}
        self._run: list[int] = []
        self._line = -1

    def read(self, node: int) -> int:
        """Read one node; return the node to read next."""
        tree = self._tree
        tag, parent = tree.tag[node], tree.parent[node]
        if tag == tags.TEXT:
            if self._line_of[parent] != self._line:
                self.end_run()
                self._line = self._line_of[parent]
            self._run.append(node)
            return node + 1
        self._linked[node] = tag == _LINK or self._linked[parent]
        self._heading[node] = tag in _HEADINGS or self._heading[parent]
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

    def _add(self, node: int, element: int, kind: str, chars: int) -> None:
        linked, heading = bool(self._linked[element]), bool(self._heading[element])
        leaf = ExampleLeaf(kind, chars, linked, heading, self._names_near(element))
        # Most leaves of a page are like many others.
        self.leaves.append((node, self._leaves.setdefault(leaf, leaf)))

    def _is_mark(self, node: int) -> bool:
        """Return True if a node marks a piece of a text: ``<b>``, or ``<span>`` beside text."""
        tag = self._tree.tag[node]
        return tag in _MARKS or (tag in _SPANS and bool(self._has_text[self._tree.parent[node]]))

    def _names_near(self, node: int) -> tuple[str, ...]:
        for element in (node, self._tree.parent[node]):
            if element >= 0 and (class_value := self._tree.get(element, "class")):
                names = self._names.get(class_value)
                if names is None:
                    names = self._names[class_value] = class_names(class_value)
                if names:
                    return names
        return ()


def class_names(value: str) -> tuple[str, ...]:
    """Return the first few names in a ``class``, each once, without overlong ones."""
    names = (name for name in dict.fromkeys(value.split()) if len(name) <= MAX_NAME)
    return tuple(islice(names, MAX_NAMES))


MAX_LINES: Final = 5_000
"""Largest number of lines of an outline: a record is no page."""

MAX_DEPTH: Final = 100
"""Largest number of levels of an outline."""

MAX_LINE: Final = 1_000
"""Largest number of characters of a line."""

_INDENT = "  "
_TEXT = tags.NAMES[tags.TEXT]
MAX_FIELDS: Final = 100
"""Largest number of fields of a leaf, and of an example."""

_NUMBER = re.compile("[0-9]{1,9}")
_FIELD = re.compile(r"=(@?[a-z-]{1,20}):([^\s]{1,100})")
# An element's name may have any white space in it but that which ends it in HTML.
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
    """A leaf and its position in its example."""

    node: int
    """The leaf's node in the example's tree or, of a text, the node around it."""
    before: int
    """Number of nodes of the tree before the leaf in the page."""
    leaf: ExampleLeaf
    fields: tuple[NamedField, ...] = ()
    """The fields with their values in it."""


@dataclass(frozen=True, slots=True, repr=False)
class ExampleRecord:
    """One example of a record."""

    tree: Tree
    """The record's elements."""
    leaves: tuple[PlacedLeaf, ...]
    """The record's texts, images and controls, in order."""

    def __repr__(self) -> str:
        return f"<ExampleRecord of {counted(len(self.tree), 'element')}>"

    @classmethod
    def of(cls, page: Page, fields: Iterable[tuple[int, NamedField]] = ()) -> ExampleRecord:
        """Make an example of a page whose root is the record, with the nodes of fields in it."""
        tree = clean(page.tree, ELEMENTS)
        clean_nodes = {origin: node for node, origin in enumerate(tree.origin)}
        placed: list[PlacedLeaf] = []
        before = 0
        leaves = leaves_of(page.tree)
        nodes = [node for node, _ in leaves]
        named: dict[int, dict[NamedField, None]] = {}
        for node, field in fields:
            named.setdefault(leaf_at(page.tree, nodes, node), {})[field] = None
        for index, (node, leaf) in enumerate(leaves):
            while before < len(tree) and tree.origin[before] <= node:
                before += 1
            element = node
            while element not in clean_nodes:
                element = page.tree.parent[element]
            placed.append(PlacedLeaf(clean_nodes[element], before, leaf, (*named.get(index, ()),)))
        return cls(tree, tuple(placed))

    @property
    def plain_leaves(self) -> list[ExampleLeaf]:
        """The leaves alone."""
        return [placed.leaf for placed in self.leaves]

    def outline(self) -> list[str]:
        """Return the lines of the example's outline.

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
        remaining = list(reversed(self.leaves))
        for node, level in enumerate(depth):
            while remaining and remaining[-1].before <= node:
                lines.append(_text_line(remaining.pop(), depth))
            line = _INDENT * level + self.tree.names[self.tree.tag[node]]
            if remaining and remaining[-1].node == node and not remaining[-1].leaf.chars:
                line += _words_of(remaining.pop())
            lines.append(line)
        lines.extend(_text_line(placed, depth) for placed in reversed(remaining))
        read_outline(lines)
        return lines


def read_outline(lines: Sequence[str]) -> ExampleRecord:
    """Return the example of an outline.

    Raises:
        ValueError: the lines are no outline; the message names the line.
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
        self._names = list(tags.NAMES)
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
            raise ValueError(f"{line!r:.80} is at level {level}, where no element is open")
        if level >= MAX_DEPTH:
            raise ValueError(f"deeper than {MAX_DEPTH} levels")
        del self._open[level:]
        if name == _TEXT:
            self._add_leaf(*_leaf(words, TEXTS))
            return
        self._add_node(name)
        if words:
            self._add_leaf(*_leaf(words, OBJECTS))

    def _add_node(self, name: str) -> None:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._names)
            self._names.append(name)
        self._tag.append(number)
        self._parent.append(self._open[-1] if self._open else -1)
        self._open.append(len(self._tag) - 1)

    def _add_leaf(self, leaf: ExampleLeaf, fields: tuple[NamedField, ...]) -> None:
        if not self._open:
            raise ValueError("an example begins with an element")
        self._leaves.append(PlacedLeaf(self._open[-1], len(self._tag), leaf, fields))

    def example(self) -> ExampleRecord:
        n = len(self._tag)
        size = array("i", [1]) * n
        for node in range(n - 1, 0, -1):
            size[self._parent[node]] += size[node]
        tree = Tree(self._names, self._tag, self._parent, size, array("i", range(n)))
        return ExampleRecord(tree, tuple(self._leaves))


def _text_line(placed: PlacedLeaf, depth: Sequence[int]) -> str:
    return _INDENT * (depth[placed.node] + 1) + _TEXT + _words_of(placed)


def _words_of(placed: PlacedLeaf) -> str:
    leaf = placed.leaf
    words = [leaf.kind]
    if leaf.chars:
        words.append(str(leaf.chars))
    words += ["linked"] * leaf.linked + ["heading"] * leaf.heading
    words += [f".{name}" for name in leaf.names]
    words += [f"={field.kind}:{field.name}" for field in placed.fields]
    return "".join(f" {word}" for word in words)


def _leaf(words: Sequence[str], kinds: Sequence[str]) -> tuple[ExampleLeaf, tuple[NamedField, ...]]:
    """Return the leaf of a line's words, and the fields in it."""
    kind, *rest = words or [""]
    fields = [_FIELD.fullmatch(word) for word in rest if word[0] == "="][:MAX_FIELDS]
    if None in fields:
        raise ValueError("a field is written as =kind:name")
    rest = [word for word in rest if word[0] != "="]
    if kind not in kinds:
        raise ValueError(f"{kind!r:.80} is none of {', '.join(kinds)}")
    chars = _chars_of(rest.pop(0) if rest else "") if kinds is TEXTS else 0
    flags = [bool(rest and rest[0] == flag and rest.pop(0)) for flag in ("linked", "heading")]
    if len(rest) > MAX_NAMES or not all(len(word) > 1 and word[0] == "." for word in rest):
        remaining = " ".join(rest)
        raise ValueError(f"{remaining!r:.80} is not up to {MAX_NAMES} class names, each as .name")
    leaf = ExampleLeaf(kind, chars, flags[0], flags[1], tuple(word[1:] for word in rest))
    return leaf, tuple(NamedField(match[2], match[1]) for match in fields if match)


def _chars_of(number: str) -> int:
    if not (_NUMBER.fullmatch(number) and 0 < int(number) <= MAX_CHARS):
        raise ValueError(f"a text has from 1 to {MAX_CHARS} characters, not {number!r:.40}")
    return int(number)
