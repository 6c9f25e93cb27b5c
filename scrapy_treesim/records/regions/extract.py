"""Regions by the model: the best candidates of a page without common text.

First comes the candidate with the best score, then further ones that are likely data too; the lists
inside records stay with these.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.records.over_pages.next_page import is_pager
from scrapy_treesim.records.record import Region, read_records
from scrapy_treesim.records.regions import _candidates_cy
from scrapy_treesim.records.regions.constants import PATH
from scrapy_treesim.records.regions.features import WIDTH, RegionFeature
from scrapy_treesim.records.regions.lists_in_lists import hold_records
from scrapy_treesim.records.regions.model import MIN_PROBABILITY, Scored, scored_of
from scrapy_treesim.records.regions.tables import TableRows, lists_of_tables, rows_of_tables

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.analysis._analysis_cy import Analysis
    from scrapy_treesim.tree import PageTree

MIN_LIKELY: Final = 0.6
"""Smallest mean probability, by the network, of the records of a list inside a few records."""
MIN_LIKELY_INSIDE_MOST: Final = 0.5
"""Smallest mean probability of the records of a list inside most records."""


IN_TABLE: Final = 0.5
"""Confidence of the rows of a table with headers, without other evidence."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The method's parameters.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> records(f"<ul>{rows}</ul>", method=Ranked(min_confidence=1))
    []
    """

    max_regions: int = 20
    """Largest number of regions to return."""
    min_records: int = 2
    """Smallest number of records of a region."""
    min_confidence: float = 0.1
    """Smallest confidence of a region, in [0, 1]."""


def regions(page: Page, parameters: Ranked) -> list[Region]:
    """Return the page's regions, best first; none overlaps another."""
    scored = page.once(scored_of)
    regions: list[Region] = []
    tables: set[int] = set()
    for index in pick(scored, parameters):
        nodes = whole(page.once(analysis_of), scored.candidates.nodes_of(scored.ids[index]))
        for rows in rows_of_tables(page, nodes) or [TableRows(nodes=nodes)]:
            grids = {table.grid.node for table in rows.tables}
            records = _without_pagers(page.tree, rows.nodes)
            # There may be several candidates in one table.
            if tables.isdisjoint(grids) and len(records) >= parameters.min_records:
                regions.append(_region(page, scored, index, records))
            tables |= grids
    lists = _lists_outside(page, regions, tables, max(1, parameters.min_records))
    regions += islice(lists, max(0, parameters.max_regions - len(regions)))
    return regions[: parameters.max_regions]


def _lists_outside(
    page: Page, regions: Sequence[Region], tables: Set[int], least: int
) -> Iterator[Region]:
    """Yield the lists of at least so many rows in tables, outside of regions and other tables."""
    size = page.tree.size
    covered = bytearray(len(page.tree))
    for node in (node for region in regions for record in region.records for node in record.nodes):
        covered[node : node + size[node]] = b"\1" * size[node]
    for rows in lists_of_tables(page, tables):
        nodes = chain.from_iterable(rows.nodes)
        is_free = all(covered.find(1, node, node + size[node]) < 0 for node in nodes)
        if is_free and len(rows.nodes) >= least:
            yield _region_of(page, rows.nodes, IN_TABLE)


def pick(scored: Scored, parameters: Ranked) -> Sequence[int]:
    """Return the indexes of the regions among the scored candidates, best first."""
    picked = array("i", bytes(4 * len(scored.ids)))
    count = _candidates_cy.choose(
        scored.candidates, scored.ids, scored.scores, scored.confidence, MIN_PROBABILITY, picked
    )

    def is_enough(index: int) -> bool:
        return (
            scored.candidates.size(scored.ids[index]) >= parameters.min_records
            and scored.confidence[index] >= parameters.min_confidence
        )

    return [index for index in picked[:count] if is_enough(index)][: parameters.max_regions]


def _region(
    page: Page, scored: Scored, index: int, nodes_of_records: Sequence[tuple[int, ...]]
) -> Region:
    region = _region_of(page, nodes_of_records, scored.confidence[index])

    @cache
    def inner() -> Sequence[Sequence[_Nodes]]:
        is_interleaved = _is_interleaved(page.tree, nodes_of_records)
        lists = () if is_interleaved else _inner_lists(scored, scored.ids[index])
        return [sorted(scored.candidates.nodes_of(inner_list)) for inner_list in lists]

    region.records[0]._rows.regions_in = lambda nodes: _lists_inside(page, nodes, inner())
    return region


def _without_pagers(tree: PageTree, records: Sequence[_Nodes]) -> Sequence[_Nodes]:
    """Leave out a pager before and after records that are none."""
    if len(records) < 3 or is_pager(tree, records[len(records) // 2]):
        return records
    return records[is_pager(tree, records[0]) : len(records) - is_pager(tree, records[-1])]


def _is_interleaved(tree: PageTree, records: Sequence[tuple[int, ...]]) -> bool:
    """Return True if a record starts before the last one ends, as cells of rows do."""
    return any(record[-1] + tree.size[record[-1]] > after[0] for record, after in pairwise(records))


def _inner_lists(scored: Scored, outer: int) -> list[int]:
    """Return the candidates with records inside those of ``outer``, several in one.
    These are likely, or records by their form; the latter first, then those in most records."""
    candidates = scored.candidates
    records = candidates.size(outer)
    lists: list[tuple[int, int, int]] = []
    for index, candidate in enumerate(scored.ids):
        several = _candidates_cy.lies_in(candidates, candidate, outer)
        least = MIN_LIKELY_INSIDE_MOST if 2 * several >= records else MIN_LIKELY
        if several and scored.rows[index * WIDTH + RegionFeature.LIKELY] >= least:
            lists.append((-several, index, candidate))
    likely, sources = {candidate for _, _, candidate in lists}, candidates.source
    for candidate in range(candidates.count):
        # At least half of the records have two entries each.
        is_new = sources[candidate] == PATH and candidate not in likely
        if (
            is_new
            and candidates.size(candidate) >= records
            and hold_records(candidates, outer, candidate)
        ):
            lists.append((-records - 1, -candidates.size(candidate), candidate))
    return [candidate for _, _, candidate in sorted(lists)]


def _lists_inside(
    page: Page, nodes: Sequence[int], inner: Sequence[Sequence[tuple[int, ...]]]
) -> list[Region]:
    """Return the regions of ``inner`` lists, each in page order, inside a record's nodes."""
    size = page.tree.size
    start, stop = (nodes[0],), (nodes[-1] + size[nodes[-1]],)
    regions: list[Region] = []
    covered = bytearray(stop[0] - start[0])
    for records in inner:
        inside = records[bisect_left(records, start) : bisect_left(records, stop)]
        spans = [(top - start[0], top - start[0] + size[top]) for row in inside for top in row]
        if inside and all(covered.find(1, *span) < 0 for span in spans):
            for low, high in spans:
                covered[low:high] = b"\1" * (high - low)
            regions.append(_region_of(page, inside, 1.0))
    return regions


def _region_of(page: Page, rows: Sequence[Sequence[int]], confidence: float) -> Region:
    """Make the region of records, each by its nodes, in the smallest element around all."""
    records = tuple(read_records(page, ((nodes, confidence) for nodes in rows)))
    above = max(page.tree.parent[min(nodes[0] for nodes in rows)], 0)
    return Region(records, confidence, page.tree.element_around(above, rows[-1][-1]), page)


_Nodes: TypeAlias = "tuple[int, ...]"

MAX_BESIDE: Final = 0.25
"""Largest number of texts beside records of several siblings in elements of their own, for each
text of the records: more is something else."""


def whole(analysis: Analysis, records: Sequence[_Nodes]) -> list[_Nodes]:
    """Return the records, each as the element around its nodes if each has all the text of one.

    A node without text, such as an icon in a cell of its own, belongs to the record then as well.
    So does a badge in some records beside the siblings in all of them: where each record is
    siblings alone in an element of their own, a little of its text may be left.
    """
    around = [_element_around(analysis, nodes) for nodes in records]
    if _are_all(analysis, records, around) or _are_alone(analysis, records, around):
        return [(element,) for element in around]
    return list(records)


def _are_all(analysis: Analysis, records: Sequence[_Nodes], around: Sequence[int]) -> bool:
    """Return True if every record is a node, or has all the text of the element around it."""
    return min(around) >= 0 and all(
        len(nodes) == 1 or not _texts_beside(analysis, nodes, element)
        for nodes, element in zip(records, around, strict=True)
    )


def _element_around(analysis: Analysis, nodes: _Nodes) -> int:
    """Return the only node, or the common parent of the nodes; -1 for none."""
    if len(nodes) == 1:
        return nodes[0]
    parent = analysis.parent[nodes[0]]
    return -1 if any(analysis.parent[node] != parent for node in nodes) else parent


def _texts_beside(analysis: Analysis, nodes: _Nodes, element: int) -> int:
    """Return the number of texts in an element outside these nodes."""
    size, texts = analysis.size, analysis.texts
    inside = sum(texts[node + size[node]] - texts[node] for node in nodes)
    return texts[element + size[element]] - texts[element] - inside


def _are_alone(analysis: Analysis, records: Sequence[_Nodes], around: Sequence[int]) -> bool:
    """Return True if every record is several siblings, most of the text of an element."""
    if min(around) < 0 or len(set(around)) < len(around) or min(map(len, records)) < 2:
        return False
    tag, texts, size = analysis.tag, analysis.texts, analysis.size
    left = sum(_texts_beside(analysis, *pair) for pair in zip(records, around, strict=True))
    inside = sum(texts[element + size[element]] - texts[element] for element in around) - left
    return left <= MAX_BESIDE * inside and len({tag[element] for element in around}) == 1
