"""Regions by the model: the best candidates of a page that share no text.

First comes the candidate with the best score, then further ones that are likely data too; the lists
inside records stay with these.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.records.record import Record, Region, read_records
from scrapy_treesim.regions import _candidates_cy
from scrapy_treesim.regions.constants import MEAN_LIKELY, PATH, WIDTH
from scrapy_treesim.regions.lists_in_lists import hold_records
from scrapy_treesim.regions.model import MIN_PROBABILITY, Scored, scored_of
from scrapy_treesim.regions.tables import TableRows, lists_of_tables, rows_of_tables

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MIN_LIKELY: Final = 0.6
"""Mean probability, by the network, of the records of lists inside some records."""
MIN_LIKELY_INSIDE_MOST: Final = 0.5
"""The same of lists inside most records."""


IN_TABLE: Final = 0.5
"""Confidence of the rows of a table with headers, where nothing else tells of them."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The method's parameters."""

    max_regions: int = 20
    """Regions to return."""
    min_records: int = 2
    """Records that a region holds at least."""
    min_confidence: float = 0.1
    """Regions less sure than this are left out, in [0, 1]."""


def regions(page: Page, parameters: Ranked) -> list[Region]:
    """The page's regions, best first; none overlaps another."""
    scored = page.once(scored_of)
    regions: list[Region] = []
    tables: set[int] = set()
    for index in pick(scored, parameters):
        nodes = whole(page.analysis, scored.candidates.nodes_of(scored.ids[index]))
        for rows in rows_of_tables(page, nodes) or [TableRows(nodes=nodes)]:
            own = {table.grid.node for table in rows.tables}
            # Several candidates may lie in one table.
            if tables.isdisjoint(own) and len(rows.nodes) >= parameters.min_records:
                regions.append(_region(page, scored, index, rows.nodes))
            tables |= own
    covered = bytearray(len(page.tree))
    for region in regions:
        for record in region.records:
            for node in record.nodes:
                covered[node : node + page.tree.size[node]] = b"\1" * page.tree.size[node]
    for rows in lists_of_tables(page, tables):
        if len(regions) >= parameters.max_regions:
            break
        is_free = all(
            covered.find(1, node, node + page.tree.size[node]) < 0
            for nodes in rows.nodes
            for node in nodes
        )
        if is_free and len(rows.nodes) >= max(1, parameters.min_records):
            records = tuple(read_records(page, ((nodes, IN_TABLE) for nodes in rows.nodes)))
            regions.append(Region(records, IN_TABLE, _holder(page.tree, records), page))
    return regions[: parameters.max_regions]


def pick(scored: Scored, parameters: Ranked) -> Sequence[int]:
    """The places of the regions among the scored candidates, best first."""
    picked = array("i", bytes(4 * len(scored.ids)))
    found = _candidates_cy.choose(
        scored.candidates, scored.ids, scored.scores, scored.confidence, MIN_PROBABILITY, picked
    )

    def is_wanted(place: int) -> bool:
        return (
            scored.candidates.size(scored.ids[place]) >= parameters.min_records
            and scored.confidence[place] >= parameters.min_confidence
        )

    return [place for place in picked[:found] if is_wanted(place)][: parameters.max_regions]


def _region(
    page: Page, scored: Scored, place: int, nodes_of_records: Sequence[tuple[int, ...]]
) -> Region:
    confidence = scored.confidence[place]
    candidates, candidate = scored.candidates, scored.ids[place]
    inner: list[list[tuple[int, ...]]] = []
    lists = _inner_lists(scored, candidate)
    if lists and not _is_interleaved(page.tree, nodes_of_records):
        inner = [sorted(candidates.nodes_of(other)) for other in lists]
    records = tuple(
        replace(one, regions=tuple(_lists_inside(page, one.nodes, inner)))
        for one in read_records(page, ((nodes, confidence) for nodes in nodes_of_records))
    )
    return Region(records, confidence, _holder(page.tree, records), page)


def _is_interleaved(tree: PageTree, records: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether one record starts before the last one ends, as cells of rows do."""
    return any(one[-1] + tree.size[one[-1]] > other[0] for one, other in pairwise(records))


def _inner_lists(scored: Scored, outer: int) -> list[int]:
    """The candidates whose records lie in those of ``outer``, several in one, and are likely or
    records by what they are; the latter first, then those that lie in most records."""
    candidates = scored.candidates
    records = candidates.size(outer)
    lists: list[tuple[int, int, int]] = []
    for index, candidate in enumerate(scored.ids):
        several = _candidates_cy.lies_in(candidates, candidate, outer)
        least = MIN_LIKELY_INSIDE_MOST if 2 * several >= records else MIN_LIKELY
        if several and scored.rows[index * WIDTH + MEAN_LIKELY] >= least:
            lists.append((-several, index, candidate))
    likely = {candidate for _, _, candidate in lists}
    for candidate in range(candidates.count):
        is_new = candidates.source[candidate] == PATH and candidate not in likely
        if is_new and hold_records(candidates, outer, candidate):
            lists.append((-records - 1, -candidates.size(candidate), candidate))
    return [candidate for _, _, candidate in sorted(lists)]


def _lists_inside(
    page: Page, nodes: Sequence[int], inner: Sequence[Sequence[tuple[int, ...]]]
) -> list[Region]:
    """The regions of inner lists, each in the order of the page, that lie in a record of these
    nodes; one a place."""
    size = page.tree.size
    start, stop = (nodes[0],), (nodes[-1] + size[nodes[-1]],)
    found: list[Region] = []
    taken: set[int] = set()
    for records in inner:
        inside = records[bisect_left(records, start) : bisect_left(records, stop)]
        held = {at for one in inside for node in one for at in range(node, node + size[node])}
        if inside and taken.isdisjoint(held):
            taken |= held
            read = tuple(read_records(page, ((nodes, 1.0) for nodes in inside)))
            found.append(Region(read, 1.0, _holder(page.tree, read), page))
    return found


def _holder(tree: PageTree, records: Sequence[Record]) -> int:
    """The smallest element that holds all records."""
    last = records[-1].nodes[-1]
    node = tree.parent[min(record.nodes[0] for record in records)]
    while node > 0 and node + tree.size[node] <= last:
        node = tree.parent[node]
    return max(node, 0)


_Nodes: TypeAlias = "tuple[int, ...]"

MAX_LEFT: Final = 0.25
"""Texts of the elements that hold one record of several siblings each, for each text that these
have: more beside them is something else."""


def whole(analysis: Analysis, records: Sequence[_Nodes]) -> list[_Nodes]:
    """The records, each as the element around its nodes if each has all the text of one.

    What has no text, such as an icon in a cell of its own, belongs to the record then as well. So
    does a badge that some have beside the siblings that all have: where each record is siblings
    alone in an element of their own, little of its text may be left.
    """
    around = [_element_around(analysis, nodes) for nodes in records]
    if _are_all(analysis, records, around) or _are_alone(analysis, records, around):
        return [(element,) for element in around]
    return list(records)


def _are_all(analysis: Analysis, records: Sequence[_Nodes], around: Sequence[int]) -> bool:
    """Tell whether every record is a node, or has all the text of the element around it."""
    return min(around) >= 0 and all(
        len(nodes) == 1 or not _left(analysis, nodes, element)
        for nodes, element in zip(records, around, strict=True)
    )


def _element_around(analysis: Analysis, nodes: _Nodes) -> int:
    """The node, or the element whose children the nodes are; -1 for none."""
    if len(nodes) == 1:
        return nodes[0]
    above = analysis.parent[nodes[0]]
    return -1 if any(analysis.parent[node] != above for node in nodes) else above


def _left(analysis: Analysis, nodes: _Nodes, element: int) -> int:
    """The number of texts in an element that are not in these nodes."""
    size, texts = analysis.size, analysis.texts
    held = sum(texts[node + size[node]] - texts[node] for node in nodes)
    return texts[element + size[element]] - texts[element] - held


def _are_alone(analysis: Analysis, records: Sequence[_Nodes], around: Sequence[int]) -> bool:
    """Tell whether every record is several siblings, most of the text of an element of its own."""
    if min(around) < 0 or len(set(around)) < len(around) or min(map(len, records)) < 2:
        return False
    tag, texts, size = analysis.tag, analysis.texts, analysis.size
    left = sum(_left(analysis, *pair) for pair in zip(records, around, strict=True))
    held = sum(texts[one + size[one]] - texts[one] for one in around) - left
    return left <= MAX_LEFT * held and len({tag[element] for element in around}) == 1
