"""A labelled page while rules are learnt of it: where its values stand, what each node says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules.example import (
    Example,
    loosened,
    missing,
    squeezed,
    without_text,
)
from scrapy_treesim.templates.rules.occurrences import Occurrence, PageText, Pins, in_attributes
from scrapy_treesim.templates.rules.signatures import NUMBER, node_signatures
from scrapy_treesim.templates.rules.values import TEXT, NodeTexts, bare

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

BESIDE: Final = "\n"
"""Before a value that stands elsewhere than where it was shown; no value has white space in it."""


class ReadPage:
    """A page whose nodes' values are asked for again and again."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.signatures = node_signatures(page.tree)
        self.nodes: dict[int, list[int]] = {}
        """The nodes of each signature that is looked for, by its number."""
        self._texts = NodeTexts(page)
        self._values: dict[tuple[int, str, str, str], str] = {}

    def value(self, node: int, take: str, prefix: str, suffix: str) -> str:
        """The value that a rule reads of a node, as values are compared; empty for nothing."""
        asked = (node, take, prefix, suffix)
        known = self._values.get(asked)
        if known is None:
            text = self._texts.taken(node, take)
            known = self._values[asked] = squeezed(bare(text, prefix, suffix))
        return known


class LabelledPage(ReadPage):
    """An example, its labels found.

    Raises:
        LabelError: a label is no text, or its value does not stand on the page.
    """

    def __init__(self, example: Example, number: int) -> None:
        super().__init__(example.page)
        self.wanted: dict[str, frozenset[str]] = {}
        """The values of each field, as they are compared."""
        self.found: dict[str, list[Occurrence]] = {}
        """Where those of each field stand."""
        self.pins: dict[str, Pins] = {}
        """Where the values of some fields were shown to stand."""
        self._text = PageText(example.page)
        self._loose: PageText | None = None
        self._places: list[list[int]] = []
        self._apart: dict[int, float] = {}
        self._words: dict[int, int] | None = None
        for field, values in example.fields():
            self.found[field] = []
            if nodes := example.nodes.get(field):
                self.pins[field] = Pins(self.page.tree, nodes)
            self.wanted[field] = frozenset(
                self._find(example, number, field, value) for value in values
            )
        self.labelled = frozenset().union(*self.wanted.values())

    def _find(self, example: Example, number: int, field: str, value: str) -> str:
        """Note where a value stands; return it as it is compared."""
        if not isinstance(value, str) or not squeezed(value):
            raise without_text(example, number, field, value)
        pins, take = self.pins.get(field), example.takes.get(field)
        wanted = squeezed(value)
        found = self._text.find(wanted, pins) if take in (None, TEXT) else []
        if not found and take != TEXT:
            found = [one for _, one in in_attributes(self.page, {wanted}, pins, take)]
        if not found and take in (None, TEXT):
            found, wanted = self._find_loosely(value, pins)
        if not found:
            raise missing(example, number, field, value)
        self.found[field] += found
        self._places.append(sorted(one.node for one in found))
        return wanted

    def _find_loosely(self, value: str, pins: Pins | None) -> tuple[list[Occurrence], str]:
        """Find a value in other case or with other signs; the way that comes first."""
        if self._loose is None:
            self._loose = PageText(self.page, loosened)
        read = [
            (one, self.value(one.node, one.take, one.prefix, one.suffix))
            for one in self._loose.find(loosened(value), pins)
        ]
        wanted = next((text for _, text in read if text), "")
        return [one for one, text in read if text == wanted] if wanted else [], wanted

    def said(self, field: str, read: Sequence[tuple[int, str]]) -> frozenset[str]:
        """The values of a field's nodes; one beside the field's pins is none of those labelled."""
        pins = self.pins.get(field)
        if pins is None:
            return frozenset(value for _, value in read)
        return frozenset(value if pins.hold(node) else BESIDE + value for node, value in read)

    def apart(self, node: int) -> float:
        """The mean distance of a node from the page's other labelled values; in [0, 1].

        Distance is in nodes between, over all; of a value that stands often the nearest counts.
        """
        known = self._apart.get(node)
        if known is None:
            others = [one for places in self._places if (one := _nearest(places, node))]
            known = sum(others) / len(others) / len(self.page.tree) if others else 0.0
            self._apart[node] = known
        return known

    def words(self, kind: str, node: int) -> str:
        """The words that a node's signature of a kind rests on, as they stand on the page."""
        if self._words is None:
            said = self.signatures.said
            self._words = {said[node]: node for node in reversed(self._text.nodes)}
        at = self._words.get(self.signatures.context(NUMBER[kind], node))
        return "" if at is None else self.page.tree.plain_text(at)


def _nearest(places: Sequence[int], node: int) -> int:
    at = bisect_left(places, node)
    return min(abs(node - other) for other in places[max(0, at - 1) : at + 1])
