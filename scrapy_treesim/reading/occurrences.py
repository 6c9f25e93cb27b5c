"""Occurrences of values on a page, and the texts and attributes of its nodes.

A value is in a run of text, in several, or in an attribute, with or without texts around it.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, starmap
from typing import Any, Final

from scrapy_treesim.page import Page
from scrapy_treesim.similarity.profiles import common_length
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.currency import signs_in
from scrapy_treesim.values.field_types import value_of

TEXT: Final = "text"
"""Name of a node's text, beside names of attributes, as the part taken."""
SHOWN: Final = ("content", "alt", "title", "datetime", "value")
"""Attributes with values as shown on the page."""
LINKED: Final = ("href", "src", "data-src")
"""Attributes with an address, taken unchanged or made absolute."""
ABSOLUTE: Final = "absolute "

MAX_SHOWN_CHARS: Final = 80
"""Largest number of characters of a value in a message."""


def squeezed(text: str) -> str:
    """Normalize a text to compare values: NFKC, no white space."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(text.split())


def loosened(text: str) -> str:
    """Normalize a text to compare labels loosely: letters and digits, case folded."""
    return "".join(filter(str.isalnum, squeezed(text).casefold()))


def shown(text: str) -> str:
    """Quote a text for a message."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= MAX_SHOWN_CHARS else f'"{text[: MAX_SHOWN_CHARS - 1]}…"'


MAX_COMPARED: Final = 3000
"""Largest number of texts of a page compared with a missing value."""
MIN_ALIKE: Final = 0.5
"""Least similarity to a value of a text shown instead."""


def nearest_text(page: Page, value: str) -> str | None:
    """Return the run of text most similar to a value; None if none is similar."""
    tree = page.tree
    texts = (tree.plain_text(node) for node, tag in enumerate(tree.tag) if tag == tags.TEXT)
    compared_value = _compared(value)

    def likeness(text: str) -> float:
        compared = _compared(text)
        length = len(compared_value) + len(compared)
        return 2 * common_length(compared_value, compared) / length if length else 1.0

    nearest = max(islice(texts, MAX_COMPARED), key=likeness, default="")
    return nearest if likeness(nearest) >= MIN_ALIKE else None


def _compared(text: str) -> str:
    return squeezed(text[:400]).casefold()[:200]


ALLOWED: Final = 20
"""Largest number of times a page's nodes and bytes of text are read."""
ALLOWED_ANYWAY: Final = 1 << 20


class NodeTexts:
    """Texts and attributes of a page's nodes, read once each.

    Elements are nested, so that their texts may be many times the page's: texts beyond a limit
    are read as empty.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._values: dict[tuple[int, str], str] = {}
        self._budget = ALLOWED * (len(page.tree) + len(page.tree.text)) + ALLOWED_ANYWAY

    def value(self, node: int, take: str) -> str:
        """Return a node's text on one line, or its attribute; empty if it has none."""
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


class Pins:
    """Nodes of a page, with their subtrees."""

    def __init__(self, tree: PageTree, nodes: Iterable[int]) -> None:
        self._size = tree.size
        self.ranges: list[tuple[int, int]] = []
        """First node and end of each subtree, in page order; none is inside another."""
        for node in sorted(set(nodes)):
            if not 0 <= node < len(tree):
                raise ValueError(f"the page has {len(tree)} nodes, and none of the number {node}")
            if not self.ranges or node >= self.ranges[-1][1]:
                self.ranges.append((node, node + tree.size[node]))
        self._starts = [start for start, _ in self.ranges]

    def overlap(self, node: int) -> bool:
        """Tell whether a node is a pin, lies in one, or contains one."""
        index = bisect_right(self._starts, node)
        if index and node < self.ranges[index - 1][1]:
            return True
        return index < len(self._starts) and self._starts[index] < node + self._size[node]


MAX_CHARS_AROUND: Final = 40
"""Largest number of characters before or after a value in the same text."""
MAX_OCCURRENCES: Final = 60
"""Largest number of occurrences of one value: "1" may be anywhere."""
MAX_WRAPPERS: Final = 4
"""Largest number of elements around a value, with nothing else in them."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A node with a value, and the way to read the value."""

    node: int
    take: str = TEXT
    prefix: str = ""
    suffix: str = ""
    above: int = 0
    """Number of elements further in with exactly the same text."""


class PageText:
    """All text of a page as one string, with the run of text of each character.

    ``by`` normalizes texts before they are compared.
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
        """Find a value (normalized with ``by``), alone or with some text around; at ``pins``."""
        positions = self._positions(value) if pins is None else self._pinned(value, pins)
        return [match for i in islice(positions, MAX_OCCURRENCES) for match in self._at(i, value)]

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
        """Yield the elements with exactly these runs of text, from the inmost."""
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
        """Return the texts around a value in a node; None inside a word or number."""
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
    """Yield the squeezed values that are whole attributes, with their occurrences.

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


MAX_SHORT: Final = 40
"""Most characters of an amount, a number or a day."""
MAX_SHORT_TEXTS: Final = 2_000
"""Most short texts of a page that are read as these."""
_UNSHOWN: Final = tags.numbers("script style template noscript")


class ValueFinder:
    """Finder of values on a page: as they are, in other spellings, as the same amount or day."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts = NodeTexts(page)
        self.runs = PageText(page)
        self._of_type: dict[str, dict[object, list[tuple[int, str]]]] = {}

    def find(
        self, value: str, pins: Pins | None = None, take: str | None = None
    ) -> list[Occurrence]:
        """Return the occurrences of a value in texts, else in attributes.

        With ``pins`` only there, with ``take`` only in texts or in the attribute of this name.
        """
        key = squeezed(value)
        matches = self.runs.find(key, pins) if take in (None, TEXT) else []
        if matches or take == TEXT:
            return matches
        return [match for _, match in in_attributes(self.page, {key}, pins, take)]

    def find_loosely(self, value: str, pins: Pins | None = None) -> list[Occurrence]:
        """Return the occurrences of a value in other case or with other signs."""
        return self._loose.find(loosened(value), pins)

    def find_same(self, type: str, value: str) -> list[tuple[int, str]]:
        """Return the nodes and texts with the same amount, number or day, in page order.

        An amount with the sign of a currency is the same only with that of this currency.
        """
        if type not in self._of_type:
            of_type = self._of_type[type] = {}
            for node, text in self._short_texts:
                of_type.setdefault(self._plain(type, text), []).append((node, text))
        plain, codes = self._plain(type, value), _codes_in(value)
        same = self._of_type[type].get(plain, []) if plain is not None else []
        return [pair for pair in same if not codes or codes & _codes_in(pair[1])]

    def _plain(self, type: str, text: str) -> object:
        value: Any = value_of(type, text, self.page.url, self.page.language)
        return value["amount"] if isinstance(value, dict) else value

    @cached_property
    def _loose(self) -> PageText:
        return PageText(self.page, loosened)

    @cached_property
    def _short_texts(self) -> list[tuple[int, str]]:
        """The texts with a digit of runs, and of elements with little more, each with its node."""
        tree = self.page.tree
        nodes: dict[int, None] = {}
        for node in self.runs.nodes:
            parent = tree.parent[node]
            if tree.tag[parent] not in _UNSHOWN:
                nodes.update({node: None, parent: None, tree.parent[parent]: None})
        short = (
            (node, text)
            for node in nodes
            if node >= 0
            and tree.start[node + tree.size[node]] - tree.start[node] < 400
            and len(text := self.texts.value(node, TEXT)) <= MAX_SHORT
            and any(map(str.isdigit, text))
        )
        return [*islice(short, MAX_SHORT_TEXTS)]


def _codes_in(text: str) -> set[str]:
    return {code for sign in signs_in(text) for code in sign.codes}
