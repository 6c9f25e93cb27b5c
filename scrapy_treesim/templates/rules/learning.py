"""Wrapper induction: rules from labelled pages, the best candidates first.

Added to published wrappers (Kushmerick 2000; Hao and others 2011 use the texts around a value as
well): a field may be the union of several parts, as one value is often rendered twice at two
positions; and the rules of a part are ways to find the same, so that one works where another does
not. With one labelled page all ways that find exactly its values are equal, and the prior alone
decides. Its weights are set by hand, not fitted: words beside a value that end in a colon and are
no sentence are better than other words, one of several nodes worse than all, and a text near the
other values better than the same text far away.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from scrapy_treesim.reading.occurrences import (
    TEXT,
    Occurrence,
    Pins,
    ValueFinder,
    squeezed,
)
from scrapy_treesim.templates.rules.rule import FieldRules, Part, Rule
from scrapy_treesim.templates.rules.selection import Selection, bare, fewest, picked
from scrapy_treesim.templates.rules.signatures import (
    NUMBER,
    SIGNATURE_KINDS,
    WORDED,
    SignatureTable,
    describe,
    key_of,
    node_signatures,
)
from scrapy_treesim.templates.rules.values import Example, LabelError, missing, without_text

BESIDE: Final = "\n"
"""Prefix of a value outside the nodes shown for it; no value has white space in it."""


class LabelledPage:
    """An example with the occurrences of its labels; each value is a text on the page."""

    def __init__(self, example: Example, number: int) -> None:
        self.page = example.page
        self.signatures = node_signatures(self.page.tree)
        self.nodes: dict[int, list[int]] = {}
        """Nodes of each signature of a way, by its hash."""
        self.labels: dict[str, frozenset[str]] = {}
        """Normalized values of each field."""
        self.matches: dict[str, list[Occurrence]] = {}
        """Occurrences of the values of each field."""
        self.pins: dict[str, Pins] = {}
        """Nodes shown for the values of fields."""
        self._finder = ValueFinder(self.page)
        self._values: dict[tuple[int, str, str, str], str] = {}
        self._positions: list[list[int]] = []
        self._distances: dict[int, float] = {}
        self._words: dict[int, int] | None = None
        for field, values in example.fields():
            self.matches[field] = []
            if nodes := example.nodes.get(field):
                self.pins[field] = Pins(self.page.tree, nodes)
            self.labels[field] = frozenset(
                self._find(example, number, field, value) for value in values
            )

    def value(self, node: int, take: str, prefix: str, suffix: str) -> str:
        """Return a node's normalized value, read as by a rule; empty for none."""
        key = (node, take, prefix, suffix)
        value = self._values.get(key)
        if value is None:
            text = self._finder.texts.value(node, take)
            value = self._values[key] = squeezed(bare(text, prefix, suffix))
        return value

    def _find(self, example: Example, number: int, field: str, value: str) -> str:
        """Record the occurrences of a value; return it normalized."""
        if not isinstance(value, str) or not squeezed(value):
            raise without_text(example, number, field, value)
        pins, take = self.pins.get(field), example.takes.get(field)
        key = squeezed(value)
        matches = self._finder.find(value, pins, take)
        if not matches and take in (None, TEXT):
            matches, key = self._find_loosely(value, pins)
        if not matches:
            raise missing(example, number, field, value)
        self.matches[field] += matches
        self._positions.append(sorted(match.node for match in matches))
        return key

    def _find_loosely(self, value: str, pins: Pins | None) -> tuple[list[Occurrence], str]:
        """Find a value in other case or with other signs, as in its first occurrence."""
        readings = [
            (match, self.value(match.node, match.take, match.prefix, match.suffix))
            for match in self._finder.find_loosely(value, pins)
        ]
        key = next((text for _, text in readings if text), "")
        return [match for match, text in readings if text == key] if key else [], key

    def values(self, field: str, pairs: Sequence[tuple[int, str]]) -> frozenset[str]:
        """Return the values of a field's nodes, marked with ``BESIDE`` outside the field's pins."""
        pins = self.pins.get(field)
        if pins is None:
            return frozenset(value for _, value in pairs)
        return frozenset(value if pins.overlap(node) else BESIDE + value for node, value in pairs)

    def distance(self, node: int) -> float:
        """Return the mean distance of a node from the page's other labelled values; in [0, 1].

        Distance is in nodes between, over all; the nearest occurrence of each value counts.
        """
        distance = self._distances.get(node)
        if distance is None:
            gaps = [gap for positions in self._positions if (gap := _nearest(positions, node))]
            distance = sum(gaps) / len(gaps) / len(self.page.tree) if gaps else 0.0
            self._distances[node] = distance
        return distance

    def words(self, kind: str, node: int) -> str:
        """Return the words in a node's signature of a kind, as they are on the page."""
        if self._words is None:
            words_keys = self.signatures.words
            self._words = {words_keys[node]: node for node in reversed(self._finder.runs.nodes)}
        position = self._words.get(self.signatures.context(NUMBER[kind], node))
        return "" if position is None else self.page.tree.plain_text(position)


def _nearest(positions: Sequence[int], node: int) -> int:
    index = bisect_left(positions, node)
    return min(abs(node - position) for position in positions[max(0, index - 1) : index + 1])


PICKED: Final = {0: 1.0, 1: 0.8, -1: 0.7}
"""Factors of the prior, by pick: all of a signature's nodes, the first, or the last.
One of several may move."""
PICKS: Final = tuple(PICKED)

MAX_NODES: Final = 64
"""Largest number of nodes of a way on a page, besides two for each labelled value."""


Way: TypeAlias = Selection[int]
"""All nodes of a signature, by its hash, with the way to read a value from them."""


class RuleOrigin(NamedTuple):
    """Page and node of a way's first occurrence."""

    page: LabelledPage
    kind: str
    match: Occurrence


@dataclass(frozen=True, slots=True)
class RuleCandidate:
    """A way with a pick of its nodes, and their values on every labelled page."""

    way: Way
    origin: RuleOrigin
    yields: tuple[frozenset[str], ...]
    """Normalized values on each page."""
    prior: float
    """Weight before any page is read, above 0; see the module."""


def ways_of(pages: Sequence[LabelledPage]) -> dict[str, dict[Way, RuleOrigin]]:
    """Return the ways of each field, with the origin of each."""
    ways_by_field: dict[str, dict[Way, RuleOrigin]] = {}
    for page in pages:
        for field, matches in page.matches.items():
            ways = ways_by_field.setdefault(field, {})
            for match in matches:
                for number, kind in enumerate(SIGNATURE_KINDS):
                    key = page.signatures.key(number, match.node)
                    if key:
                        way = Selection(key, match.take, 0, match.prefix, match.suffix)
                        ways.setdefault(way, RuleOrigin(page, kind, match))
    return ways_by_field


def look_up(pages: Sequence[LabelledPage], ways: dict[str, dict[Way, RuleOrigin]]) -> None:
    """Find the nodes of all signatures on all pages, one pass a page."""
    keys = {way.at for field_ways in ways.values() for way in field_ways}
    table = SignatureTable(sorted(keys), range(len(SIGNATURE_KINDS)))
    keys_in_order = list(table.number)
    for page in pages:
        nodes = table.nodes(page.signatures)
        page.nodes = {keys_in_order[number]: matching for number, matching in nodes.items()}


def candidates_of(
    pages: Sequence[LabelledPage], field: str, ways: dict[Way, RuleOrigin]
) -> Iterator[RuleCandidate]:
    """Yield the candidates of a field with any value on any page."""
    labels = [page.labels.get(field, frozenset()) for page in pages]
    # Many signatures have the same nodes.
    yields_of: dict[object, list[_Yielding]] = {}
    for way, origin in ways.items():
        nodes_of = [tuple(page.nodes.get(way.at, ())) for page in pages]
        key = (way.take, way.prefix, way.suffix, *nodes_of)
        if key not in yields_of:
            # Too many nodes, unless a prefix or suffix chooses among them.
            is_everywhere = not (way.prefix or way.suffix) and any(
                len(nodes) > MAX_NODES + 2 * len(values)
                for nodes, values in zip(nodes_of, labels, strict=True)
            )
            yields_of[key] = [] if is_everywhere else _yielding(pages, field, way, labels)
        if yields_of[key]:
            base = prior(origin.page, origin.kind, origin.match)
            for pick, yields, among in yields_of[key]:
                selection = replace(way, pick=pick, among=among)
                yield RuleCandidate(selection, origin, yields, base * PICKED[pick])


_Yielding: TypeAlias = tuple[int, tuple[frozenset[str], ...], int]
"""A pick, its values on each page, and the least number of nodes."""


def _yielding(
    pages: Sequence[LabelledPage], field: str, way: Way, labels: Sequence[frozenset[str]]
) -> list[_Yielding]:
    """Return the values of a way, for each pick with any labelled value."""
    readings = [values_of(page, way) for page in pages]
    yielding = []
    sizes = [*zip(map(len, readings), labels, strict=True)]
    among = fewest([(size, values) for size, values in sizes if size or not values])
    options = [(pick, 0) for pick in (PICKS if max(map(len, readings)) > 1 else PICKS[:1])]
    if among:
        options += [(pick, among) for pick in PICKS[1:]]
    for pick, least in options:
        chosen = [picked(texts, pick, least) for texts in readings]
        yields = tuple(page.values(field, texts) for page, texts in zip(pages, chosen, strict=True))
        if not any(texts & values for texts, values in zip(yields, labels, strict=True)):
            continue
        yielding.append((pick, yields, least))
    return yielding


def values_of(page: LabelledPage, way: Way) -> list[tuple[int, str]]:
    """Return the nodes of a way with their normalized values, empty ones left out."""
    nodes = page.nodes.get(way.at, ())
    readings = ((node, page.value(node, way.take, way.prefix, way.suffix)) for node in nodes)
    return [(node, value) for node, value in readings if value]


OF_KIND: Final = {
    "beside": 1.0, "first": 1.0, "before": 0.95, "under_two": 0.95, "under_four": 0.95,
    "second": 0.8,
}  # fmt: skip

WRAPPER: Final = 0.94
"""Factor of the prior for each element around the inmost one with the value."""
NO_COLON: Final = 0.9
LONG_WORDS: Final = 0.5
"""Factor of words too long or too short for a name."""
WORDS_BYTES: Final = range(2, 31)
"""Lengths of a name's words, in bytes of UTF-8."""
AROUND: Final = 0.8
"""Factor of a value with other words around it in the same text."""
DISTANCE: Final = 0.4
"""Largest loss by distance from the other values."""


def prior(page: LabelledPage, kind: str, match: Occurrence) -> float:
    """Return the prior of a signature's kind for an occurrence; above 0, about 1 at best."""
    weight = OF_KIND[kind] * WRAPPER**match.above * (1 - DISTANCE * page.distance(match.node))
    if kind in WORDED:
        words = page.words(kind, match.node).rstrip()
        weight *= 1.0 if words.endswith((":", "：")) else NO_COLON
        weight *= 1.0 if len(words.encode()) in WORDS_BYTES else LONG_WORDS
    return weight * (AROUND if match.prefix or match.suffix else 1.0)


MAX_RULES: Final = 8
"""Largest number of rules of a part."""
MAX_PARTS: Final = 4
"""Largest number of parts of a field."""
MIN_GAIN: Final = 0.3
"""Least gain of a further part: mean share of missing values found."""
MAX_SIGNATURE_CHARS: Final = 2000
"""Characters of a rule's signature."""
WRONG: Final = 1.0
MORE: Final = 0.3
"""Costs to a rule of a page with nothing but wrong values,
and with wrong beside right ones, or any on a page without labels (an oversight, maybe)."""


def learn_rules(examples: Sequence[Example]) -> dict[str, FieldRules]:
    """Learn rules for each labelled field, from one labelled page or more of a template.

    O(pages and candidates), a few times what it costs to apply the rules to these pages.

    Raises:
        LabelError: no examples; or a value is empty or not on its page.
    """
    if not examples:
        raise LabelError("no page is labelled; give at least one example")
    pages = [LabelledPage(example, number) for number, example in enumerate(examples)]
    ways = ways_of(pages)
    look_up(pages, ways)
    rules = {}
    for field, field_ways in ways.items():
        candidates = list(candidates_of(pages, field, field_ways))
        labels = [page.labels.get(field, frozenset()) for page in pages]
        if parts := _parts(candidates, labels):
            rules[field] = FieldRules(parts)
    return rules


def _parts(
    candidates: Sequence[RuleCandidate], labels: Sequence[frozenset[str]]
) -> tuple[Part, ...]:
    """Return the best part, then the best one for the remaining values, and so on."""
    remaining = [set(values) for values in labels]
    parts: list[Part] = []
    while len(parts) < MAX_PARTS and any(remaining):
        gains: dict[int, float] = {}
        for candidate in candidates:
            if id(candidate.yields) not in gains:
                gains[id(candidate.yields)] = score(candidate.yields, remaining, labels)
        scored = [
            (gain, candidate)
            for candidate in candidates
            if (gain := gains[id(candidate.yields)]) > (MIN_GAIN if parts else 0)
        ]
        if not scored:
            break
        selected = _different(scored)
        if not selected:
            break
        parts.append(Part(tuple(rule for _, rule in selected)))
        for number, values in enumerate(remaining):
            yields = (candidate.yields[number] for candidate, _ in selected)
            values -= next(filter(None, yields), frozenset())
    return tuple(parts)


def score(
    yields: Sequence[frozenset[str]],
    remaining: Sequence[set[str]],
    labels: Sequence[frozenset[str]],
) -> float:
    """Return the mean share of the remaining values found on a page; at most 1."""
    total, pages = 0.0, 0
    for values, missed, page_labels in zip(yields, remaining, labels, strict=True):
        pages += bool(page_labels)
        if not values:
            continue
        if not page_labels:
            total -= MORE
        elif values <= page_labels:
            total += len(values & missed) / len(missed) if missed else 0.0
        elif values & missed:
            total += len(values & missed) / len(values | missed) - MORE
        else:
            total -= WRONG
    return total / max(1, pages)


def _different(scored: list[tuple[float, RuleCandidate]]) -> list[tuple[RuleCandidate, Rule]]:
    """Return the best candidate and all that never contradict it, the best first."""
    ranked = sorted(((gain * c.prior, c) for gain, c in scored), key=lambda pair: -pair[0])
    selected: list[tuple[RuleCandidate, Rule]] = []
    for weight, candidate in ranked:
        if not _agree(candidate, ranked[0][1]) or (rule := rule_of(candidate, weight)) is None:
            continue
        selected.append((candidate, rule))
        if len(selected) == MAX_RULES:
            break
    return selected


def _agree(left: RuleCandidate, right: RuleCandidate) -> bool:
    return all(
        not first or not second or first == second
        for first, second in zip(left.yields, right.yields, strict=True)
    )


def rule_of(candidate: RuleCandidate, weight: float) -> Rule | None:
    """Return the candidate as a rule; None if its signature cannot be written."""
    page, kind, match = candidate.origin
    words = page.words(kind, match.node) if kind in WORDED else ""
    signature = describe(page.page.tree, match.node, kind, words)
    if len(signature.path) + len(words) > MAX_SIGNATURE_CHARS:
        return None
    try:
        if key_of(signature) != candidate.way.at:
            return None
    except ValueError:
        return None
    way = candidate.way
    return Rule(signature, way.take, way.pick, way.prefix, way.suffix, way.among, weight)
