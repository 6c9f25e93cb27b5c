"""The records of a page, marked with their cells, and the tables that a crawl makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.findings.explanations import Explanation, explained_region
from scrapy_treesim.findings.kinds import LIKE_EXAMPLE, FindingOptions, expecting, key_trees_for
from scrapy_treesim.inspector.views import parts
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.kind.roles import Role, region_roles
from scrapy_treesim.records import Gong, Ranked, Record, Region, records
from scrapy_treesim.records.table.standard_fields import ADDRESSES
from scrapy_treesim.templates.by_example.key_tree import THRESHOLD, similar
from scrapy_treesim.templates.by_example.key_trees import NamedKeyTree
from scrapy_treesim.templates.by_example.shown_values import ExampleNotFound
from scrapy_treesim.templates.by_example.sighting import find_records
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.table.columns import Column, Table

MAX_CELLS: Final = 20_000
"""Largest number of cells to show, of all tables together."""
MAX_OF_RECORD: Final = 50
"""Largest number of elements to mark of a record: a run of siblings has several."""
MAX_OF_CELL: Final = 4
"""Largest number of elements to mark of a cell."""

KEY_TREE: Final = "key_tree"
EXAMPLE: Final = "example"


@dataclass(frozen=True, slots=True)
class ByExample:
    """Method: records like an example."""

    example: str = ""
    """CSS, XPath or HTML; empty if the settings have several examples."""
    measure: str = "free"
    min_similarity: float = THRESHOLD


@dataclass(frozen=True, slots=True)
class ByKeyTree:
    """Method: records by the key trees for the page."""


RECORD_METHODS: Final = {
    "ranked": parts.MethodChoice("all that repeats, by evidence (ranked)", Ranked(), (
        parts.threshold_choice("Least confidence", "min_confidence",
            "lists less sure than this are left out: 0.5 for fewer menus and link lists"),
    )),
    "gong": parts.MethodChoice("the largest list, by similarity (gong)", Gong(), (
        parts.measure_choice("how similar two elements are"),
        parts.threshold_choice("Largest distance", "max_distance",
            "elements nearer to each other than this (1 - similarity) are of one kind"),
    )),
    EXAMPLE: parts.MethodChoice("all that is like an example", ByExample(), (
        parts.ViewChoice("example", "Example",
            "a CSS or XPath expression, or the HTML of one record", "text"),
        parts.measure_choice("how similar a part of the page is to the example"),
        parts.threshold_choice("Least similarity", "min_similarity",
            "records are more like the example than this"),
    )),
    KEY_TREE: parts.MethodChoice("by the key tree for this page", ByKeyTree()),
}  # fmt: skip
"""Methods to choose from."""


def records_view(page: Page, chosen: parts.Chosen, settings: FindingOptions) -> parts.View:
    """Return the view of the records, by the method chosen."""
    view = parts.View({"type": "tables", "tables": []})
    lists = _lists_of(page, chosen, settings, view.notes)
    cells = MAX_CELLS
    for group in lists:
        cells -= _add(page, view, group, cells)
    view.count = count = sum(len(group.region.records) for group in lists)
    view.summary = f"{counted(len(lists), 'list')}, {counted(count, 'record')}"
    secondary = sum(not group.role.is_main for group in lists)
    if 0 < secondary < len(lists):
        view.summary += f"; {counted(secondary, 'list')} secondary"
    if left_out := count - sum(len(table["rows"]) for table in view.export["tables"]):
        view.notes.append(
            f"The tables are cut here: {counted(left_out, 'more record')} would be exported."
        )
    return view


def _add(page: Page, view: parts.View, group: RecordList, cells_left: int) -> int:
    """Add a list as a group, a table and marks; return the number of table cells shown."""
    region, number = group.region, len(view.groups)
    explained = explained_region(page, region, measure=group.measure, by_example=group.by_example)
    why = next(explained).reasons
    view.group(page, group.title, region.node, region.confidence, (*why, *group.why), group.role)
    columns = sorted(
        region.table.columns,
        key=lambda column: (column.standard != "title", column.kind in ADDRESSES),
    )
    table = replace(region.table, columns=tuple(columns))
    rows = min(len(region.records), cells_left // max(1, len(table.columns)))
    view.export["tables"].append(
        {
            "group": number,
            "columns": [
                {"name": column.name, "kind": column.kind, "why": column.reason}
                for column in table.columns
            ],
            "rows": [
                view.shown([column.cells[row] for column in table.columns]) for row in range(rows)
            ],
        }
    )
    _mark(page, view, explained, region.records, table, number)
    return rows * len(table.columns)


def _mark(
    page: Page, view: parts.View, explained: Iterator[Explanation], records: Sequence[Record],
    table: Table, group: int,
) -> None:  # fmt: skip
    """Mark the records of a list, and their cells."""
    reasons = [_reasons_of(column, len(records)) for column in table.columns]
    for row, record in enumerate(records):
        if not view.room:
            # Counted without making the marks.
            view.left_out += len(records) - row
            return
        # Texts between the record's elements would mark all that is around.
        own = [node for node in record.nodes if page.tree.tag[node] != tags.TEXT]
        nodes = parts.elements_of(page.tree, own or record.nodes)[:MAX_OF_RECORD]
        explanation = next(explained)
        shared = {"group": group, "confidence": explanation.confidence, "row": row}
        view.mark(
            "record", nodes, f"record {row + 1}", why=explanation.reasons,
            value=" ".join((explanation.text or "").split()), xpath=explanation.xpath, **shared,
        )  # fmt: skip
        for number, column in enumerate(table.columns):
            if (cell := column.cells[row]) is not None:
                elements = _nodes_of_cell(page.tree, column, row, nodes)
                view.mark(
                    "column", elements, column.name, why=reasons[number], value=cell, column=number,
                    **shared,
                )  # fmt: skip


def _reasons_of(column: Column, records: int) -> tuple[str, ...]:
    if column.reason:
        return (column.reason,)
    having = sum(cell is not None for cell in column.cells)
    return (f"in {having:,} of {counted(records, 'record')}",)


def _nodes_of_cell(
    tree: PageTree, column: Column, row: int, record: Sequence[int]
) -> tuple[int, ...]:
    """Return a cell's elements within its record; the record's if its text is in none."""
    pieces = islice(chain.from_iterable(column.nodes[row]), MAX_OF_RECORD)
    within = [
        node
        for node in parts.elements_of(tree, pieces)
        if any(root <= node < root + tree.size[root] for root in record)
    ]
    return tuple(within[:MAX_OF_CELL]) or tuple(record)


@dataclass(frozen=True, slots=True)
class RecordList:
    """A list of records that make one table."""

    title: str
    region: Region
    measure: str | None = None
    """Similarity measure they were found by; None if none was used."""
    by_example: bool = False
    """True if their ``similarity`` is that to an example."""
    why: tuple[str, ...] = ()
    """Further reasons to show."""
    role: Role = LIKE_EXAMPLE
    """Role on the page."""


def _lists_of(
    page: Page, chosen: parts.Chosen, settings: FindingOptions, notes: list[str]
) -> list[RecordList]:
    """Return the page's lists by the method chosen; by default, by that of a crawl."""
    key_trees: list[NamedKeyTree] = []
    with suppress(LookupError, ExampleNotFound):
        key_trees = key_trees_for(settings, page)
    usual: object = settings.records
    if key_trees:
        usual = ByKeyTree()
    elif like := settings.similar:
        example = like.examples[0] if len(like.examples) == 1 else ""
        usual = ByExample(example, like.measure, like.threshold)
    methods = {
        name: choice for name, choice in RECORD_METHODS.items() if key_trees or name != KEY_TREE
    }
    method = chosen.method(methods, usual, "how records are found")
    if isinstance(method, ByKeyTree):
        return _by_key_trees(page, key_trees, notes)
    if isinstance(method, ByExample):
        usual_examples = settings.similar.examples if settings.similar else ()
        return _by_example(page, method, usual_examples, notes)
    return _by_method(page, method, notes)


def _by_method(page: Page, basis: Ranked | Gong, notes: list[str]) -> list[RecordList]:
    kind = kind_of(page)
    method = expecting(basis, kind)
    regions = records(page, method=method)
    if regions:
        least, enough = (getattr(option, "min_confidence", 0.0) for option in (basis, method))
        if enough <= min(region.confidence for region in regions) < least:
            notes.append(
                f"Less sure than {least:.2f} is enough here, because the page is of the kind "
                f"{kind.kind}: {enough:.2f}."
            )
    else:
        notes.append(_why_none(page, basis))
    roles = region_roles(page, kind, regions)
    measure = basis.measure if isinstance(basis, Gong) else None
    return [
        RecordList(
            f"List {n}: {counted(len(region.records), 'record')}", region, measure, role=role
        )
        for n, (region, role) in enumerate(zip(regions, roles, strict=True), 1)
    ]


def _why_none(page: Page, basis: Ranked | Gong) -> str:
    if isinstance(basis, Gong):
        return "No list was found. Try another distance or measure, or show an example of a record."
    rest = records(page, method=replace(basis, min_confidence=0.0)) if basis.min_confidence else []
    if rest:
        return (
            f"No list is as sure as that; the surest has {rest[0].confidence:.2f}. Lower the "
            "threshold to see it, or show an example of a record."
        )
    return (
        "Nothing on this page repeats like records. If you see some, show one: choose the method "
        "by example."
    )


def _by_example(
    page: Page, method: ByExample, usual: Sequence[str], notes: list[str]
) -> list[RecordList]:
    example, measure = method.example.strip(), method.measure
    if not (examples := (example,) if example else usual):
        notes.append(
            "Give an example: a CSS or XPath expression that finds one record, or its HTML."
        )
        return []
    try:
        matches = similar(page, examples, threshold=method.min_similarity, measure=measure)
    except ExampleNotFound:
        notes.append("The example is not on this page: the expression finds nothing.")
        return []
    except ValueError as error:
        raise parts.ChoiceError(" ".join(str(error).split())[:300]) from None
    if not matches:
        notes.append("Nothing is as much like the example. Lower the threshold.")
        return []
    title = f"{counted(len(matches), 'record')} like the example"
    return [RecordList(title, _region(page, matches), measure, True)]


def _by_key_trees(
    page: Page, key_trees: Sequence[NamedKeyTree], notes: list[str]
) -> list[RecordList]:
    lists = []
    for tree in key_trees:
        sighting = find_records(page, tree.key)
        number = counted(len(sighting.records), "record")
        if not sighting.holds:
            notes.append(
                f"The key tree {tree.name} no longer holds (drift {sighting.drift:.2f}): make it "
                "anew from a record of this page, `scrapy treesim keytree`."
            )
        region = _region(page, sighting.records, sighting.similarity)
        how = "it still holds" if sighting.holds else "it no longer holds"
        drift = f"drift {sighting.drift:.2f} since the key tree was made: {how}"
        # Added without records too: a list's number is its position among the key trees.
        title = f"Key tree {tree.name}: {number}"
        lists.append(RecordList(title, region, tree.key.measure, True, (drift,)))
    return lists


def _region(page: Page, matches: Sequence[Record], similarity: float | None = None) -> Region:
    if similarity is None:
        similarity = sum(record.similarity for record in matches) / len(matches)
    node = parts.enclosing_element(page.tree, (node for record in matches for node in record.nodes))
    return Region(tuple(matches), similarity, node, page)
