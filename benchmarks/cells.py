"""How many cells of the records' tables are right: a cell-level F1, beside two simple baselines.

    python -m benchmarks.cells DATA [--each] [--wrong] [--limit N]

DATA is a folder with the sets ``webdext/dev`` and ``synthetic/dev``, or one such set. The records
are the true ones of ``truth.jsonl``; the true fields are those of ``cells.json``, wrappers written
by hand: for each host one or several, each with a test that the first root of its records passes
(``record``) and, by field, an XPath relative to every root of a record.

Truth: a text field's cell is the text nodes that its XPath finds or that lie below what it finds,
an ``@href`` or ``@src`` field's cell the set of absolute addresses. White space alone is no text.

Matching: on each region the table's columns are matched to the true fields one to one, so that the
most cells are right (Hungarian method). A cell is right where the text nodes are the same to a
Jaccard of 0.9, or the text is the same without white space; an address cell where the addresses are
the same.

F1: of precision, right cells over all cells of all columns, and recall, right cells over all true
cells. Missing cells count in neither. Three things count neither way, in columns and in truth:
what ``ignored`` of a wrapper names (the same value once more, pictures inside a text), cells of a
field that has one and the same value in all records of the region (no extractor can tell such a
field from a label), and cells without a letter, digit or sign of their own.

missing: of the cells that are truly missing in a matched field, those that the column has not.
names: of the matched fields that have a standard name, those whose column is called that.
ratio: CPU time of all tables, each made once, over that of lxml's parse of the same pages in the
same run.

Baselines, with constant columns left out alike: ``position``, where leaves of the same absolute
path below the record are a column, and ``order``, where the k-th text, link or image of every
record are.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, Final, TypeAlias

import lxml.html
import numpy as np
from lxml import etree
from scipy.optimize import linear_sum_assignment

from benchmarks.key_tree import Places
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Page
from scrapy_treesim.records.table.columns import SEPARATOR, table_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.text_kinds import is_separator, plain_line

SETS: Final = ("webdext/dev", "synthetic/dev")
SAME: Final = 0.9
WRAPPERS: Final = Path(__file__).with_name("cells.json")

Records: TypeAlias = "list[list[int]]"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a record has of a field: text nodes and their text, or addresses."""

    nodes: frozenset[int] = frozenset()
    text: str = ""
    addresses: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.nodes or self.addresses)

    def is_right(self, other: Cell) -> bool:
        """Whether it says the same as the true one."""
        if self.addresses or other.addresses:
            return self.addresses == other.addresses
        common = len(self.nodes & other.nodes)
        return self.text == other.text or common >= SAME * len(self.nodes | other.nodes)


@dataclass(frozen=True, slots=True)
class Cells:
    """A column or a true field."""

    name: str | None
    cells: list[Cell]


@dataclass(slots=True)
class Score:
    """Sums over regions."""

    right: int = 0
    predicted: int = 0
    true: int = 0
    missing: int = 0
    rightly_missing: int = 0
    named: int = 0
    rightly_named: int = 0
    seconds: float = 0.0
    parse: float = 0.0

    def add(self, other: Score) -> None:
        """Add another's sums."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self) -> str:
        """Precision, recall, F1, missing, names and the ratio to the parse."""
        precision = self.right / max(1, self.predicted)
        recall = self.right / max(1, self.true)
        f1 = 2 * self.right / max(1, self.predicted + self.true)
        missing = self.rightly_missing / max(1, self.missing)
        names = self.rightly_named / max(1, self.named)
        ratio = self.seconds / self.parse if self.parse else 0
        return (
            f"{precision:9.3f} {recall:7.3f} {f1:7.3f} {missing:8.3f} "
            f"{names:7.3f} {ratio:7.2f} {self.true:8}"
        )


class Truth:
    """The true fields of one page's regions."""

    def __init__(self, page: Page, places: Places) -> None:
        self.page = page
        self.places = places

    def fields(self, wrapper: dict[str, Any], records: Sequence[Sequence[etree._Element]]) -> Any:
        """The wrapper's fields, by name, in these records."""
        found = {}
        for name, field_ in wrapper["fields"].items():
            path = etree.XPath(field_["path"])
            found[name] = Cells(field_.get("name"), [self._cell(path, roots) for roots in records])
        return found

    def ignored(self, wrapper: dict[str, Any], records: Sequence[Sequence[etree._Element]]) -> Cell:
        """All that the wrapper says counts neither way."""
        cells = [
            self._cell(etree.XPath(path), roots)
            for path in wrapper.get("ignored", ())
            for roots in records
        ]
        return Cell(
            frozenset(node for cell in cells for node in cell.nodes),
            "",
            frozenset(address for cell in cells for address in cell.addresses),
        )

    def _cell(self, path: etree.XPath, roots: Sequence[etree._Element]) -> Cell:
        nodes: list[int] = []
        addresses: list[str] = []
        for root in roots:
            matches: Any = path(root)
            for match in matches:
                if isinstance(match, etree._Element):
                    nodes.extend(text_nodes(self.page, [self.places._node[match]]))
                elif match.is_attribute:
                    address = self.page.absolute(match)
                    addresses.extend([address] if address else [])
                else:
                    nodes.extend(self._text_node(match))
        return text_cell(self.page, nodes) if nodes else Cell(addresses=frozenset(addresses))

    def _text_node(self, match: Any) -> Iterator[int]:
        tree = self.page.tree
        element = match.getparent()
        while not isinstance(element.tag, str):
            element = element.getprevious()
        node = self.places._node[element]
        node += tree.size[node] if match.is_tail else 1
        if node < len(tree) and tree.tag[node] == tags.TEXT and match.strip():
            yield node


def text_nodes(page: Page, roots: Sequence[int]) -> list[int]:
    """The text nodes below, without those that are mere separators."""
    tree = page.tree
    return [
        node
        for root in roots
        for node in range(root, root + tree.size[root])
        if tree.tag[node] == tags.TEXT
    ]


def text_cell(page: Page, nodes: Sequence[int]) -> Cell:
    """The cell of these text nodes."""
    said = [node for node in nodes if not is_separator(plain_line(page.tree, node))]
    text = "".join("".join(page.tree.raw_text(node).split()) for node in said)
    return Cell(frozenset(said), text)


def predicted(page: Page, records: Records) -> list[Cells]:
    """The columns of the records' table."""
    found = []
    for column in table_of(page, records).columns:
        cells = []
        for value, held in zip(column.cells, column.nodes, strict=True):
            if column.kind in ("url", "image"):
                cells.append(Cell(addresses=frozenset(value.split(SEPARATOR) if value else ())))
            else:
                cells.append(text_cell(page, text_nodes(page, [n for one in held for n in one])))
        found.append(Cells(column.name, cells))
    return found


def leaves_of(page: Page, record: Sequence[int]) -> Iterator[tuple[str, str, Cell]]:
    """Kind, path below the record and cell of every text, link and image, in order."""
    tree = page.tree
    for place, root in enumerate(record):
        base = page.xpath(tree.parent[root])
        for node in range(root, root + tree.size[root]):
            tag = tree.names[tree.tag[node]]
            path = f"{place}/{page.xpath(node).removeprefix(base)}"
            if len(record) == 1:
                path = "/".join(page.xpath(node).removeprefix(base).split("/")[2:])
            if tree.tag[node] == tags.TEXT:
                cell = text_cell(page, [node])
                if cell:
                    before = sum(
                        tree.tag[one] == tags.TEXT
                        for one in tree.children(tree.parent[node])
                        if one < node
                    )
                    yield "text", f"{path}/text()[{before}]", cell
            for name, attribute in (("a", "href"), ("img", "src")):
                if tag == name:
                    address = page.absolute(tree.get(node, attribute) or "")
                    if address:
                        yield (
                            attribute,
                            f"{path}/@{attribute}",
                            Cell(addresses=frozenset([address])),
                        )


def by_position(page: Page, records: Records) -> list[Cells]:
    """The baseline of absolute paths below the record."""
    return _collected(page, records, lambda kind, path, count: path)


def by_order(page: Page, records: Records) -> list[Cells]:
    """The baseline of the k-th text, link and image."""
    return _collected(page, records, lambda kind, path, count: f"{kind} {count}")


def _collected(page: Page, records: Records, key: Callable[[str, str, int], str]) -> list[Cells]:
    columns: dict[str, list[Cell]] = {}
    for number, record in enumerate(records):
        counts: defaultdict[str, int] = defaultdict(int)
        for kind, path, cell in leaves_of(page, record):
            counts[kind] += 1
            column = columns.setdefault(key(kind, path, counts[kind]), [Cell() for _ in records])
            column[number] = cell
    return [
        Cells(None, cells)
        for cells in columns.values()
        if sum(map(bool, cells)) < 0.9 * len(cells) or not is_same(cells)
    ]


def is_same(cells: Sequence[Cell]) -> bool:
    """Whether all that are there say the same."""
    return len({cell.text or cell.addresses for cell in cells if cell}) < 2


METHODS: Final[dict[str, Callable[[Page, Records], list[Cells]]]] = {
    "aligned": predicted,
    "position": by_position,
    "order": by_order,
}


def score(columns: Sequence[Cells], fields: Sequence[Cells], ignored: Cell) -> Score:
    """The sums of one region."""
    found = Score()
    constant = [one for one in fields if all(one.cells) and is_same(one.cells)]
    fields = [one for one in fields if one not in constant]
    neither = Cell(
        ignored.nodes.union(*(cell.nodes for one in constant for cell in one.cells)),
        "",
        ignored.addresses.union(*(cell.addresses for one in constant for cell in one.cells)),
    )
    columns = [
        Cells(
            one.name,
            [
                Cell()
                if cell and cell.nodes <= neither.nodes and cell.addresses <= neither.addresses
                else cell
                for cell in one.cells
            ],
        )
        for one in columns
    ]
    right = np.zeros((len(fields), len(columns)), dtype=int)
    for i, true in enumerate(fields):
        for j, column in enumerate(columns):
            right[i, j] = sum(
                bool(cell) and bool(other) and cell.is_right(other)
                for cell, other in zip(column.cells, true.cells, strict=True)
            )
    found.true = sum(bool(cell) for one in fields for cell in one.cells)
    found.predicted = sum(bool(cell) for one in columns for cell in one.cells)
    for i, j in zip(*linear_sum_assignment(-right), strict=True):
        if not right[i, j]:
            continue
        found.right += int(right[i, j])
        for cell, other in zip(columns[j].cells, fields[i].cells, strict=True):
            found.missing += not other
            found.rightly_missing += not other and not cell
        if fields[i].name:
            found.named += 1
            found.rightly_named += columns[j].name == fields[i].name
    return found


def score_page(labelled: LabelledPage, wrappers: dict[str, Any], verbose: bool) -> dict[str, Score]:
    """The page's scores by method."""
    page = Page(labelled.html, labelled.url)
    places = Places(page)
    truth = Truth(page, places)
    scores = {name: Score() for name in METHODS}
    started = process_time()
    lxml.html.document_fromstring(labelled.html)
    parse = process_time() - started
    for region in labelled.truth["regions"]:
        elements = [
            [
                element
                for xpath in record["xpaths"]
                if (element := places.element(xpath)) is not None
            ]
            for record in region["records"]
        ]
        nodes = [page.nodes_of(record) for record in elements]
        wrapper = next(
            one
            for one in wrappers[labelled.truth["host"]]
            if etree.XPath(f"boolean({one['record']})")(elements[0][0])
        )
        fields = list(truth.fields(wrapper, elements).values())
        ignored = truth.ignored(wrapper, elements)
        for name, method in METHODS.items():
            started = process_time()
            if name == "aligned":
                table_of(page, nodes)
            seconds = process_time() - started
            result = score(method(page, nodes), fields, ignored)
            result.seconds = seconds
            scores[name].add(result)
        if verbose:
            explain(labelled.id, wrapper, fields, predicted(page, nodes))
    scores["aligned"].parse = parse
    return scores


def explain(page: str, wrapper: dict[str, Any], fields: list[Cells], columns: list[Cells]) -> None:
    """Print the fields that no column gives whole."""
    for name, true in zip(wrapper["fields"], fields, strict=True):
        best = max(
            (
                sum(
                    bool(a) == bool(b) and (not a or a.is_right(b))
                    for a, b in zip(column.cells, true.cells, strict=True)
                )
                for column in columns
            ),
            default=0,
        )
        present = sum(map(bool, true.cells))
        if present and best < len(true.cells):
            print(f"  {page} {name}: {best} of {len(true.cells)} ({present} present)")


@dataclass(slots=True)
class Total:
    """Scores of a set, and of each host in it, by method."""

    whole: dict[str, Score] = field(default_factory=lambda: {name: Score() for name in METHODS})
    hosts: dict[str, dict[str, Score]] = field(default_factory=dict)

    def add(self, host: str, scores: dict[str, Score]) -> None:
        """Add a page's."""
        of_host = self.hosts.setdefault(host, {name: Score() for name in METHODS})
        for name, one in scores.items():
            self.whole[name].add(one)
            of_host[name].add(one)


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--each", action="store_true", help="a row for each host as well")
    parser.add_argument("--wrong", action="store_true", help="name the fields that are not whole")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    arguments = parser.parse_args()
    wrappers = json.loads(WRAPPERS.read_text(encoding="utf-8"))
    folders = [arguments.data / one for one in SETS if (arguments.data / one).is_dir()]
    print(
        f"{'set':22} {'method':9} {'precision':>9} {'recall':>7} {'F1':>7} {'missing':>8} "
        f"{'names':>7} {'ratio':>7} {'cells':>8}"
    )
    for folder in folders or [arguments.data]:
        data = DataSet(folder)
        total = Total()
        for labelled in data.pages(arguments.limit):
            total.add(
                labelled.truth["host"],
                score_page(labelled, wrappers, arguments.wrong),
            )
        for method, one in total.whole.items():
            print(f"{data.name:22} {method:9} {one.row()}")
        if arguments.each:
            for host, scores in sorted(total.hosts.items()):
                print(f"  {host:20} {'aligned':9} {scores['aligned'].row()}")


if __name__ == "__main__":
    main()
