"""From labelled pages to rules: the candidates that find the labels, the best ones first.

Added to what is known of wrappers (Kushmerick 2000; Hao and others 2011 use what stands around a
value as well): a field may be the union of several parts, as one value is often given in two
renderings at two places; and the rules of a part are ways to find the same, so that one works where
another does not. With one labelled page all ways that find just its values are alike, and the prior
alone decides. The weights it is made of are set by hand, not fitted: words beside a value that end
in a colon and are no sentence are better than others, one of several nodes worse than all, and
what is near the other values better than the same text far away.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from scrapy_treesim.templates.rules.rule import FieldRules, Part, Rule
from scrapy_treesim.templates.rules.signatures import (
    KINDS,
    NUMBER,
    WORDED,
    SignatureTable,
    describe,
    key_of,
    node_signatures,
)
from scrapy_treesim.templates.rules.values import (
    TEXT,
    Example,
    LabelError,
    NodeTexts,
    Occurrence,
    PageText,
    Pins,
    bare,
    in_attributes,
    loosened,
    missing,
    picked,
    squeezed,
    without_text,
)

BESIDE: Final = "\n"
"""Before a value that stands elsewhere than where it was shown; no value has white space in it."""


class LabelledPage:
    """An example, its labels found.

    Raises:
        LabelError: a label is no text, or its value does not stand on the page.
    """

    def __init__(self, example: Example, number: int) -> None:
        self.page = example.page
        self.signatures = node_signatures(self.page.tree)
        self.nodes: dict[int, list[int]] = {}
        """The nodes of each signature that is looked for, by its number."""
        self.wanted: dict[str, frozenset[str]] = {}
        """The values of each field, as they are compared."""
        self.found: dict[str, list[Occurrence]] = {}
        """Occurrences of the values of each field."""
        self.pins: dict[str, Pins] = {}
        """Positions shown for the values of some fields."""
        self._texts = NodeTexts(self.page)
        self._values: dict[tuple[int, str, str, str], str] = {}
        self._text = PageText(self.page)
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

    def value(self, node: int, take: str, prefix: str, suffix: str) -> str:
        """The value that a rule reads of a node, as values are compared; empty for nothing."""
        asked = (node, take, prefix, suffix)
        known = self._values.get(asked)
        if known is None:
            text = self._texts.taken(node, take)
            known = self._values[asked] = squeezed(bare(text, prefix, suffix))
        return known

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


PICKED: Final = {0: 1.0, 1: 0.8, -1: 0.7}
"""Factors of the prior, by which of a signature's nodes are meant.
All of several, the first, or the last: one may move."""
PICKS: Final = tuple(PICKED)

MAX_NODES: Final = 64
"""Nodes on a page, besides two for each labelled value."""


class Way(NamedTuple):
    """A signature, by its hash, and how a value is read of its nodes."""

    key: int
    take: str
    prefix: str
    suffix: str


class Origin(NamedTuple):
    """The page and the node that a way was first seen on."""

    page: LabelledPage
    kind: str
    found: Occurrence


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way and which of its nodes are meant, with what that gives on every labelled page."""

    way: Way
    pick: int
    origin: Origin
    yields: tuple[frozenset[str], ...]
    """The values found on each page, as they are compared."""
    prior: float
    """Its weight before any page is asked, above 0; see the module."""
    among: int = 0
    """Of how many nodes it is one at least."""


def ways_of(pages: Sequence[LabelledPage]) -> dict[str, dict[Way, Origin]]:
    """The ways of each field, on whatever page they were seen first."""
    found: dict[str, dict[Way, Origin]] = {}
    for page in pages:
        for field, occurrences in page.found.items():
            ways = found.setdefault(field, {})
            for one in occurrences:
                for number, kind in enumerate(KINDS):
                    key = page.signatures.key(number, one.node)
                    if key:
                        way = Way(key, one.take, one.prefix, one.suffix)
                        ways.setdefault(way, Origin(page, kind, one))
    return found


def look_up(pages: Sequence[LabelledPage], ways: dict[str, dict[Way, Origin]]) -> None:
    """Find the nodes of all signatures on all pages, one pass a page."""
    keys = {way.key for some in ways.values() for way in some}
    table = SignatureTable(sorted(keys), range(len(KINDS)))
    keys_in_order = list(table.number)
    for page in pages:
        nodes = table.nodes(page.signatures)
        page.nodes = {keys_in_order[number]: found for number, found in nodes.items()}


def candidates_of(
    pages: Sequence[LabelledPage], field: str, ways: dict[Way, Origin]
) -> Iterator[Candidate]:
    """The candidates of a field that find anything on any page."""
    wanted = [page.wanted.get(field, frozenset()) for page in pages]
    # Many signatures have the same nodes.
    known: dict[object, list[_Yielding]] = {}
    for way, origin in ways.items():
        same = (way[1:], *(tuple(page.nodes.get(way.key, ())) for page in pages))
        if same not in known:
            hopeless = _is_everywhere(way, same[1:], wanted)
            known[same] = [] if hopeless else _yielding(pages, field, way, wanted)
        if known[same]:
            held = prior(origin.page, origin.kind, origin.found)
            for pick, yields, among in known[same]:
                worth = held * PICKED[pick]
                yield Candidate(way, pick, origin, yields, worth, among)


def _is_everywhere(way: Way, nodes: Sequence[Sized], wanted: Sequence[frozenset[str]]) -> bool:
    """Tell whether a way has too many nodes to say anything, unless the value is marked off."""
    return not (way.prefix or way.suffix) and any(
        len(some) > MAX_NODES + 2 * len(values) for some, values in zip(nodes, wanted, strict=True)
    )


_Yielding: TypeAlias = tuple[int, tuple[frozenset[str], ...], int]
"""A pick, the values found with it on each page, and of how many nodes it is one at least."""


def _yielding(
    pages: Sequence[LabelledPage], field: str, way: Way, wanted: Sequence[frozenset[str]]
) -> list[_Yielding]:
    """The values of a way, by each pick that finds any labelled value."""
    read = [values_of(page, way) for page in pages]
    found = []
    among = _among(read, wanted)
    tried = [(pick, 0) for pick in (PICKS if max(map(len, read)) > 1 else PICKS[:1])]
    if among:
        tried += [(pick, among) for pick in PICKS[1:]]
    for pick, least in tried:
        chosen = [picked(some, pick, least) for some in read]
        yields = tuple(page.said(field, some) for page, some in zip(pages, chosen, strict=True))
        if not any(some & values for some, values in zip(yields, wanted, strict=True)):
            continue
        found.append((pick, yields, least))
    return found


def _among(read: Sequence[Sized], wanted: Sequence[frozenset[str]]) -> int:
    """The fewest nodes on pages with the field, if those that lack it have fewer; else 0.

    So a former price is told from the only price of a page, both the first of their kind there.
    """
    both = [*zip(map(len, read), wanted, strict=True)]
    having = [count for count, values in both if values and count]
    lacking = [count for count, values in both if not values]
    if not having or not lacking or min(having) <= max(1, *lacking):
        return 0
    return min(having)


def values_of(page: LabelledPage, way: Way) -> list[tuple[int, str]]:
    """The nodes of a way that give a value, and the value as it is compared."""
    nodes = page.nodes.get(way.key, ())
    read = ((node, page.value(node, way.take, way.prefix, way.suffix)) for node in nodes)
    return [(node, value) for node, value in read if value]


OF_KIND: Final = {
    "beside": 1.0, "first": 1.0, "before": 0.95, "under_two": 0.95, "under_four": 0.95,
    "second": 0.8,
}  # fmt: skip

WRAPPER: Final = 0.94
"""For each element around the inmost one that holds the value."""
NO_COLON: Final = 0.9
LONG_WORDS: Final = 0.5
"""Words that are too long for a name of something, or too short."""
WORDS_BYTES: Final = range(2, 31)
"""Lengths of words that name something, in bytes of UTF-8."""
AROUND: Final = 0.8
"""Something stands around the value in the same text."""
DISTANCE: Final = 0.4
"""Loss of a value as far from the others as can be."""


def prior(page: LabelledPage, kind: str, found: Occurrence) -> float:
    """The prior of a signature's kind for an occurrence; above 0, about 1 at best."""
    held = OF_KIND[kind] * WRAPPER**found.above * (1 - DISTANCE * page.apart(found.node))
    if kind in WORDED:
        held *= _of_words(page, kind, found)
    return held * (AROUND if found.prefix or found.suffix else 1.0)


def _of_words(page: LabelledPage, kind: str, found: Occurrence) -> float:
    words = page.words(kind, found.node).rstrip()
    held = 1.0 if words.endswith((":", "：")) else NO_COLON
    if len(words.encode()) not in WORDS_BYTES:
        held *= LONG_WORDS
    return held


MAX_RULES: Final = 8
"""Of a part."""
MAX_PARTS: Final = 4
"""Of a field."""
MIN_GAIN: Final = 0.3
"""Least gain of a further part: mean share of missing values found."""
MAX_SIGNATURE_CHARS: Final = 2000
"""Characters of a rule's signature."""
WRONG: Final = 1.0
MORE: Final = 0.3
"""Costs to a rule of a page with nothing but wrong values,
and with some besides right ones, or any where none is labelled (which may have been overlooked)."""


def learn_rules(examples: Sequence[Example]) -> dict[str, FieldRules]:
    """Learn rules for each labelled field, from one labelled page or more of a template.

    O(pages and candidates), a few times what it costs to apply the rules to these pages.

    Raises:
        LabelError: no examples; or a value that is empty or does not stand on its page.
    """
    if not examples:
        raise LabelError("no page is labelled; give at least one example")
    pages = [LabelledPage(example, number) for number, example in enumerate(examples)]
    ways = ways_of(pages)
    look_up(pages, ways)
    learnt = {}
    for field, some in ways.items():
        found = list(candidates_of(pages, field, some))
        wanted = [page.wanted.get(field, frozenset()) for page in pages]
        if parts := _parts(found, wanted):
            learnt[field] = FieldRules(parts)
    return learnt


def _parts(found: Sequence[Candidate], wanted: Sequence[frozenset[str]]) -> tuple[Part, ...]:
    """The best part; then, of the values that it leaves, the best of those, and so on."""
    lacking = [set(values) for values in wanted]
    parts: list[Part] = []
    while len(parts) < MAX_PARTS and any(lacking):
        gains: dict[int, float] = {}
        for one in found:
            if id(one.yields) not in gains:
                gains[id(one.yields)] = score(one.yields, lacking, wanted)
        scored = [
            (gain, one)
            for one in found
            if (gain := gains[id(one.yields)]) > (MIN_GAIN if parts else 0)
        ]
        if not scored:
            break
        chosen = _different(scored)
        if not chosen:
            break
        parts.append(Part(tuple(rule for _, rule in chosen)))
        for number, values in enumerate(lacking):
            yields = (one.yields[number] for one, _ in chosen)
            values -= next(filter(None, yields), frozenset())
    return tuple(parts)


def score(
    yields: Sequence[frozenset[str]],
    lacking: Sequence[set[str]],
    wanted: Sequence[frozenset[str]],
) -> float:
    """The mean over the pages of the share of the lacking values that is found; at most 1."""
    total, pages = 0.0, 0
    for found, left, values in zip(yields, lacking, wanted, strict=True):
        pages += bool(values)
        if not found:
            continue
        if not values:
            total -= MORE
        elif found <= values:
            total += len(found & left) / len(left) if left else 0.0
        elif found & left:
            total += len(found & left) / len(found | left) - MORE
        else:
            total -= WRONG
    return total / max(1, pages)


def _different(scored: list[tuple[float, Candidate]]) -> list[tuple[Candidate, Rule]]:
    """The best candidate and those that never contradict it, the best first."""
    ranked = sorted(((gain * one.prior, one) for gain, one in scored), key=lambda one: -one[0])
    chosen: list[tuple[Candidate, Rule]] = []
    for worth, one in ranked:
        if not _agree(one, ranked[0][1]) or (rule := rule_of(one, worth)) is None:
            continue
        chosen.append((one, rule))
        if len(chosen) == MAX_RULES:
            break
    return chosen


def _agree(one: Candidate, other: Candidate) -> bool:
    return all(
        not mine or not its or mine == its
        for mine, its in zip(one.yields, other.yields, strict=True)
    )


def rule_of(one: Candidate, weight: float) -> Rule | None:
    """The candidate as a rule; None where its signature cannot be written."""
    page, kind, found = one.origin
    words = page.words(kind, found.node) if kind in WORDED else ""
    signature = describe(page.page.tree, found.node, kind, words)
    if len(signature.place) + len(words) > MAX_SIGNATURE_CHARS:
        return None
    try:
        if key_of(signature) != one.way.key:
            return None
    except ValueError:
        return None
    _, take, prefix, suffix = one.way
    return Rule(signature, take, one.pick, prefix, suffix, weight, among=one.among)
