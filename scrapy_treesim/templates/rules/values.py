"""Values of nodes: what a rule takes of a node, and the nodes that hold a labelled value.

A value stands in a run of text, in several, or in an attribute, with or without texts around it.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, starmap
from typing import Final

from scrapy_treesim.page import Page
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.tree.text import text_of

MAX_SHOWN_CHARS: Final = 80
"""Characters of a value that a message shows."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page and, for each field, the value or values that stand on it.

    A field that the page lacks is left out, or has no values. White space, and letters that Unicode
    holds for compatible, make no difference.
    """

    page: Page
    values: Mapping[str, Sequence[str] | str]
    nodes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Of a field, the nodes of the page that its values were taken of. The same text elsewhere is
    then none of the field's; without, a value may stand anywhere on the page."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """Of a field with nodes, what is taken of them: ``text`` or an attribute; either, if not
    given."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Of some fields the type that somebody declared."""
    name: str = ""
    """The name of the page in messages; its number and address, if not given."""

    def fields(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each field with its values; one that is given as a text has just this value."""
        for name, values in self.values.items():
            yield name, (values,) if isinstance(values, str) else tuple(values)


class LabelError(ValueError):
    """A label that nothing can be learnt of; one line, which page and field, and what is there."""

    def __init__(
        self, message: str, number: int | None = None, field: str = "", value: str = ""
    ) -> None:
        super().__init__(message)
        self.number = number
        """The page's place among the examples, from 0; None where it is about none of them."""
        self.field = field
        self.value = value


def squeezed(text: str) -> str:
    """A text by which values are compared: NFKC, no white space."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(text.split())


def loosened(text: str) -> str:
    """A text as loosely as a label may say it: letters and digits, in any case."""
    return "".join(filter(str.isalnum, squeezed(text).casefold()))


def shown(text: str) -> str:
    """A text as a message quotes it."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= MAX_SHOWN_CHARS else f'"{text[: MAX_SHOWN_CHARS - 1]}…"'


def named(example: Example, number: int) -> str:
    """A page as a message calls it: by its name, or its number, from 1, and its address."""
    address = f" ({example.page.url})" if example.page.url else ""
    return example.name or f"page {number + 1}{address}"


MAX_COMPARED: Final = 3000
"""Texts of a page that are compared with a value that is not there."""
MIN_ALIKE: Final = 0.5
"""Least likeness to a value for a text to be shown instead."""


def without_text(example: Example, number: int, field: str, value: object) -> LabelError:
    """The error for a value that is empty or no text."""
    what = "is empty" if isinstance(value, str) else f"is no text but {type(value).__name__}"
    return LabelError(
        f"{named(example, number)}: the value of {shown(field)} {what}; give it as it stands on "
        "the page, or leave the field out",
        number,
        field,
        value if isinstance(value, str) else "",
    )


def missing(example: Example, number: int, field: str, value: str) -> LabelError:
    """The error for a value that does not stand on the page, or not where it was shown to."""
    if nodes := example.nodes.get(field):
        where, instead = "there", f"at {example.page.xpath(nodes[0])} is {_at(example, nodes[0])}"
    else:
        near = nearest_text(example.page, value)
        where = "on the page"
        instead = f"nearest is {shown(near)}" if near else "nor does anything like it"
    return LabelError(
        f"{named(example, number)}: the value of {shown(field)}, {shown(value)}, does not stand "
        f"{where}; {instead}",
        number,
        field,
        value,
    )


def _at(example: Example, node: int) -> str:
    text = example.page.tree.plain_text(node)
    return shown(text) if text else "no text"


def nearest_text(page: Page, value: str) -> str | None:
    """The run of text that is most like a value; None where none is."""
    # It takes a while to import, and only who is wrong waits for it.
    from rapidfuzz import fuzz, process

    tree = page.tree
    texts = (tree.plain_text(node) for node, tag in enumerate(tree.tag) if tag == tags.TEXT)
    nearest = process.extractOne(
        value,
        islice(texts, MAX_COMPARED),
        scorer=fuzz.ratio,
        processor=lambda text: squeezed(text[:400]).casefold()[:200],
        score_cutoff=100 * MIN_ALIKE,
    )
    return nearest[0] if nearest else None


TEXT: Final = "text"
"""Part taken of a node where no attribute is."""
SHOWN: Final = ("content", "alt", "title", "datetime", "value")
"""Attributes that may hold a value as it is shown."""
LINKED: Final = ("href", "src", "data-src")
"""Attributes that hold an address, taken as they stand or made absolute."""
ABSOLUTE: Final = "absolute "
ALLOWED: Final = 20
"""Readings allowed of a page's nodes and bytes of text."""
ALLOWED_ANYWAY: Final = 1 << 20
TAKES: Final = frozenset((TEXT, *SHOWN, *LINKED, *(ABSOLUTE + name for name in LINKED)))


class NodeTexts:
    """The texts and attributes of a page's nodes, read once each.

    Elements hold one another, so that their texts may be many times the page's: what goes beyond
    that a few times over reads as empty.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._values: dict[tuple[int, str], str] = {}
        self._budget = ALLOWED * (len(page.tree) + len(page.tree.text)) + ALLOWED_ANYWAY

    def value(self, node: int, take: str) -> str:
        """A node's text on one line, or its attribute; empty where there is none."""
        value = self._values.get((node, take))
        if value is None:
            value = self._values[node, take] = self._read(node, take)
        return value

    def _read(self, node: int, take: str) -> str:
        tree = self._page.tree
        if take == TEXT:
            stop = node + tree.size[node]
            self._budget -= stop - node + tree.start[stop] - tree.start[node]
            if self._budget < 0:
                return ""
            if tree.tag[node] == tags.TEXT:
                return tree.plain_text(node)
            return " ".join(text_of(tree, node).split())
        if tree.tag[node] == tags.TEXT:
            return ""
        if take.startswith(ABSOLUTE):
            return self._page.absolute(tree.get(node, take[len(ABSOLUTE) :]) or "") or ""
        return " ".join((tree.get(node, take) or "").split())


def bare(text: str, prefix: str, suffix: str) -> str:
    """The value between what stands around it; empty where that does not stand there."""
    if not prefix and not suffix:
        return text
    if len(text) < len(prefix) + len(suffix):
        return ""
    if not text.startswith(prefix) or not text.endswith(suffix):
        return ""
    return text[len(prefix) : len(text) - len(suffix)].strip()


def picked(pairs: list[tuple[int, str]], pick: int, among: int = 0) -> list[tuple[int, str]]:
    """All that was found (0), or the one of a number (from 1), or the last (-1).

    Nothing where fewer were found than ``among``.
    """
    if len(pairs) < among:
        return []
    if not pick or not pairs:
        return pairs
    return pairs[-1:] if pick < 0 else pairs[pick - 1 : pick]


class Pins:
    """Some nodes of a page, with all that they hold.

    Raises:
        ValueError: a node that the page does not have.
    """

    def __init__(self, tree: PageTree, nodes: Iterable[int]) -> None:
        self._size = tree.size
        self.ranges: list[tuple[int, int]] = []
        """First node and end of each subtree, in page order; none of them holds another."""
        for node in sorted(set(nodes)):
            if not 0 <= node < len(tree):
                raise ValueError(f"the page has {len(tree)} nodes, and none of the number {node}")
            if not self.ranges or node >= self.ranges[-1][1]:
                self.ranges.append((node, node + tree.size[node]))
        self._starts = [start for start, _ in self.ranges]

    def overlap(self, node: int) -> bool:
        """Tell whether a node is one of them, or lies in one, or one lies in it."""
        index = bisect_right(self._starts, node)
        if index and node < self.ranges[index - 1][1]:
            return True
        return index < len(self._starts) and self._starts[index] < node + self._size[node]


MAX_CHARS_AROUND: Final = 40
"""Characters that may stand before or after a value in the same text."""
MAX_OCCURRENCES: Final = 60
"""Occurrences of one value that are looked at: "1" may stand anywhere."""
MAX_WRAPPERS: Final = 4
"""Elements around a value, with nothing else in them, that are looked at."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A node that holds a value, and how the value is read of it."""

    node: int
    take: str = TEXT
    prefix: str = ""
    suffix: str = ""
    above: int = 0
    """Number of elements further in that hold just the same."""


class PageText:
    """All text of a page on a string, and which run of text each character is of.

    ``by`` says how texts are compared; what it drops may be otherwise in a label.
    """

    def __init__(self, page: Page, by: Callable[[str], str] = squeezed) -> None:
        tree = page.tree
        self._page = page
        self._by = by
        self._texts = NodeTexts(page)
        self.nodes = [node for node, tag in enumerate(tree.tag) if tag == tags.TEXT]
        self._starts = [0]
        pieces = [by(tree.plain_text(node)) for node in self.nodes]
        for piece in pieces:
            self._starts.append(self._starts[-1] + len(piece))
        self._text = "".join(pieces)

    def find(self, value: str, pins: Pins | None = None) -> list[Occurrence]:
        """Find a value (as ``by`` makes it), by itself or with little around it.

        With ``pins`` only there.
        """
        positions = self._positions(value) if pins is None else self._pinned(value, pins)
        return [
            match
            for start in islice(positions, MAX_OCCURRENCES)
            for match in self._at(start, value)
        ]

    def _positions(self, value: str, start: int = 0, stop: int | None = None) -> Iterator[int]:
        position = self._text.find(value, start, stop) if value else -1
        while position >= 0:
            yield position
            position = self._text.find(value, position + 1, stop)

    def _pinned(self, value: str, pins: Pins) -> Iterator[int]:
        for start, stop in pins.ranges:
            first, last = bisect_left(self.nodes, start), bisect_left(self.nodes, stop)
            yield from self._positions(value, self._starts[first], self._starts[last])

    def _at(self, position: int, value: str) -> Iterator[Occurrence]:
        stop = position + len(value)
        first = bisect_right(self._starts, position) - 1
        last = bisect_right(self._starts, stop - 1) - 1
        before = position - self._starts[first]
        after = self._starts[last + 1] - stop
        if before == after == 0:
            if first == last:
                yield Occurrence(self.nodes[first])
            for above, node in enumerate(self._elements(first, last)):
                yield Occurrence(node, above=above)
        elif before <= MAX_CHARS_AROUND and after <= MAX_CHARS_AROUND:
            node = self.nodes[first] if first == last else next(self._elements(first, last), -1)
            around = self._around(node, before, len(value)) if node >= 0 else None
            if around is not None:
                yield Occurrence(node, TEXT, *around)

    def _elements(self, first: int, last: int) -> Iterator[int]:
        """The elements that hold just these runs of text, from the inmost."""
        tree = self._page.tree
        low, high = self.nodes[first], self.nodes[last]
        node = tree.parent[low]
        count = 0
        while node >= 0 and count < MAX_WRAPPERS and tree.chars[node] == tree.chars[low]:
            stop = node + tree.size[node]
            if stop > high:
                if tree.chars[stop] != tree.chars[high + 1]:
                    return
                count += 1
                yield node
            node = tree.parent[node]

    def _around(self, node: int, before: int, length: int) -> tuple[str, str] | None:
        """The texts around a value in a node; None where it is a piece of a word or number."""
        text = self._texts.value(node, TEXT)
        positions = [start for start, character in enumerate(text) for _ in self._by(character)]
        if before + length > len(positions):
            return None
        start, stop = positions[before], positions[before + length - 1] + 1
        if start and text[start - 1].isalnum() and text[start].isalnum():
            return None
        if stop < len(text) and text[stop - 1].isalnum() and text[stop].isalnum():
            return None
        return text[:start], text[stop:]


def in_attributes(
    page: Page, values: set[str], pins: Pins | None = None, take: str | None = None
) -> Iterator[tuple[str, Occurrence]]:
    """Those of some squeezed values that an attribute holds whole, and where.

    With ``pins`` only there, with ``take`` only in the attribute of this name.
    """
    tree = page.tree
    for node in chain.from_iterable(starmap(range, pins.ranges if pins else [(0, len(tree))])):
        if tree.first_attribute[node] == tree.first_attribute[node + 1]:
            continue
        for name, value in tree.attributes(node).items():
            if (name not in SHOWN and name not in LINKED) or take not in (None, name):
                continue
            key = squeezed(value)
            if key in values:
                yield key, Occurrence(node, name)
            elif name in LINKED and (key := squeezed(page.absolute(value) or "")) in values:
                yield key, Occurrence(node, ABSOLUTE + name)
