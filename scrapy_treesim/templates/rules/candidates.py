"""Candidates: all ways to say where a labelled value stands, and what each finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import Final, NamedTuple

from scrapy_treesim.templates.rules.labelled_page import LabelledPage, ReadPage
from scrapy_treesim.templates.rules.occurrences import Occurrence
from scrapy_treesim.templates.rules.priors import prior
from scrapy_treesim.templates.rules.signatures import KINDS
from scrapy_treesim.templates.rules.table import SignatureTable
from scrapy_treesim.templates.rules.values import picked

PICKS: Final = (0, 1, -1, 2, 3)
"""Of several nodes that a signature has: all, the first, the last, the second, the third."""

EVERYWHERE: Final = 64
"""Nodes on a page, besides two for each labelled value."""


class Way(NamedTuple):
    """A signature, by its hash, and how a value is read of its nodes."""

    key: int
    take: str
    prefix: str
    suffix: str


class Origin(NamedTuple):
    """Where a way was seen first."""

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
    places: tuple[int, ...]
    """Characters of text before the first of them, the same for an element and the one inside."""
    prior: float
    """How good it is held to be before any page is asked, above 0."""


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


def look_up(pages: Sequence[ReadPage], ways: dict[str, dict[Way, Origin]]) -> None:
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
            for pick, yields, places in known[same]:
                yield Candidate(way, pick, origin, yields, places, held * PICKED.get(pick, LATER))


def _is_everywhere(way: Way, nodes: Sequence[Sized], wanted: Sequence[frozenset[str]]) -> bool:
    """Whether a way has so many nodes that it says nothing, unless the value is marked off."""
    return not (way.prefix or way.suffix) and any(
        len(some) > EVERYWHERE + 2 * len(values) for some, values in zip(nodes, wanted, strict=True)
    )


class _Yielding(NamedTuple):
    """What is found with one pick."""

    pick: int
    yields: tuple[frozenset[str], ...]
    places: tuple[int, ...]


def _yielding(
    pages: Sequence[LabelledPage], field: str, way: Way, wanted: Sequence[frozenset[str]]
) -> list[_Yielding]:
    """What a way finds, by each pick that finds any labelled value."""
    read = [values_of(page, way) for page in pages]
    found = []
    for pick in PICKS if max(map(len, read)) > 1 else PICKS[:1]:
        chosen = [picked(some, pick) for some in read]
        yields = tuple(page.said(field, some) for page, some in zip(pages, chosen, strict=True))
        if not any(some & values for some, values in zip(yields, wanted, strict=True)):
            continue
        places = tuple(
            page.page.tree.chars[some[0][0]] if some else -1
            for page, some in zip(pages, chosen, strict=True)
        )
        found.append(_Yielding(pick, yields, places))
    return found


def values_of(page: ReadPage, way: Way) -> list[tuple[int, str]]:
    """The nodes of a way that give a value, and the value as it is compared."""
    nodes = page.nodes.get(way.key, ())
    read = ((node, page.value(node, way.take, way.prefix, way.suffix)) for node in nodes)
    return [(node, value) for node, value in read if value]


PICKED: Final = {0: 1.0, 1: 0.8, -1: 0.7}
LATER: Final = 0.6
"""What the prior is multiplied by where one of several nodes is meant: it may move."""
