"""Descriptions of several blocks: paragraphs, lists, quotations and code of one element."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Final

from scrapy_treesim.records.table.cells import LeafValues
from scrapy_treesim.records.table.standard_fields import ADDRESSES
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.text_kinds import PASSAGE, TEXT

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.table.columns import Column
    from scrapy_treesim.records.table.common_leaves import Nodes
    from scrapy_treesim.tree import PageTree

MIN_SHARE: Final = 0.5
"""Smallest share of long texts in the text of descriptions. Set by hand."""


def with_whole_description(
    page: Page,
    columns: Sequence[Column],
    readings: Sequence[LeafValues],
    records: Sequence[Sequence[int]],
) -> list[Column]:
    """Extend the description of each record to the outermost element without another field.

    Texts in these elements that are named after their kind alone are parts of it, not columns.
    """
    description = next(filter(_is_description, columns), None)
    if description is None:
        return [*columns]
    runs = _runs_of(page.tree, description, columns, readings, records)
    if runs is None:
        return [*columns]
    cells = tuple(_text_of_run(page.tree, run) for run in runs)
    nodes = tuple((run,) if run else () for run in runs)
    whole = replace(description, kind=PASSAGE, cells=cells, nodes=nodes)
    size = page.tree.size
    spans = sorted((run[0], run[-1] + size[run[-1]]) for run in runs if run)
    return [
        whole if column is description else column
        for column in columns
        if not _is_unnamed(column) or not _lies_in(spans, column)
    ]


def _is_description(column: Column) -> bool:
    return column.standard == "description" and column.kind in (TEXT, PASSAGE)


def _runs_of(
    tree: PageTree,
    description: Column,
    columns: Sequence[Column],
    readings: Sequence[LeafValues],
    records: Sequence[Sequence[int]],
) -> list[Nodes] | None:
    """Return the siblings of each record's whole description; None where these have no more text,
    or little prose."""
    parts = [column for column in columns if _is_part(column)]
    passages = [column for column in parts if column.kind == PASSAGE]
    fields = [column.nodes for column in columns if column not in (description, *parts)]
    labels = [reading.leaf.cells for reading in readings if _is_label(reading)]
    barriers = sorted({*_nodes_of([*fields, *labels])})
    prose = sorted({*_nodes_of(column.nodes for column in (description, *passages))})
    runs = [
        _run(tree, cell, record, barriers, prose)
        for cell, record in zip(description.nodes, records, strict=True)
    ]
    chars = sum(map(tree.text_chars, chain.from_iterable(runs)))
    is_whole = chars == sum(map(tree.text_chars, _nodes_of([description.nodes])))
    if is_whole or sum(map(tree.text_chars, prose)) < MIN_SHARE * chars:
        return None
    return runs


def _text_of_run(tree: PageTree, run: Nodes) -> str | None:
    return "\n".join(filter(None, (text_of(tree, node) for node in run))) or None


def _lies_in(spans: Sequence[tuple[int, int]], column: Column) -> bool:
    """Return True if all nodes of a column are in spans, which are in order."""
    starts = [start for start, _ in spans]
    # Of what is before all spans.
    stops = [0, *(stop for _, stop in spans)]
    return all(node < stops[bisect_right(starts, node)] for node in _nodes_of([column.nodes]))


def _is_part(column: Column) -> bool:
    """Return True for columns that may lie in a description: links, unnamed and rare texts."""
    if column.kind in ADDRESSES or _is_unnamed(column):
        return True
    is_rare = 2 * sum(map(bool, column.cells)) < len(column.cells)
    return column.kind in (TEXT, PASSAGE) and column.standard is None and is_rare


def _is_unnamed(column: Column) -> bool:
    is_named = column.source is None or column.source.origin != "kind"
    return column.kind in (TEXT, PASSAGE) and not is_named


def _is_label(reading: LeafValues) -> bool:
    return reading.is_constant and reading.leaf.attribute is None


def _nodes_of(columns: Iterable[Sequence[Sequence[Nodes]]]) -> Iterator[int]:
    for cells in columns:
        for cell in cells:
            for nodes in cell:
                yield from nodes


def _run(
    tree: PageTree,
    cell: Sequence[Nodes],
    roots: Sequence[int],
    barriers: Sequence[int],
    prose: Sequence[int],
) -> Nodes:
    """Return siblings in a record, from the outermost around a cell to the last with prose.

    None has a barrier. A cell from outside the record, such as one that spans rows, stays as it is.
    """
    nodes = tuple(chain.from_iterable(cell))
    index = bisect_right(roots, nodes[0]) - 1 if nodes else -1
    if index < 0 or nodes[0] >= roots[index] + tree.size[roots[index]]:
        return nodes

    has = partial(_has, tree)
    node, root = nodes[0], roots[index]
    while node != root and not has(barriers, tree.parent[node]):
        node = tree.parent[node]
    siblings = _siblings(tree, node) if node != root else _adjacent(tree, roots[index:])
    run = list(takewhile(lambda sibling: not has(barriers, sibling), siblings))
    while run and not has(prose, run[-1]):
        run.pop()
    return tuple(run) or nodes


def _has(tree: PageTree, sought: Sequence[int], element: int) -> bool:
    """Return True if one of the nodes, which are in order, is in an element."""
    first = bisect_left(sought, element)
    return first < len(sought) and sought[first] < element + tree.size[element]


def _siblings(tree: PageTree, node: int) -> Iterator[int]:
    """Yield a node and its following siblings."""
    stop = tree.parent[node] + tree.size[tree.parent[node]]
    while node < stop:
        yield node
        node += tree.size[node]


def _adjacent(tree: PageTree, roots: Sequence[int]) -> Iterator[int]:
    """Yield the first roots, each right behind the one before."""
    stop = roots[0]
    for root in roots:
        if root != stop:
            return
        stop += tree.size[root]
        yield root
