"""True lists and their typed cells: those labelled page by page, and those of two sets' wrappers.

``list_cells.json`` holds, for pages of several sets, the records of their main lists as XPaths in
lxml's tree of the page, and what a person reads in each: strings, prices without their currency and
with a point, dates in ISO 8601, addresses made absolute with the page's, currencies by ISO 4217. A
list of strings means that either is right; null, that no answer can be held against anyone (``$``
on a page that does not say whose); a field that is absent, that the record has none.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lxml import etree

from benchmarks.cells import WRAPPERS, Cell, Cells, Truth
from benchmarks.comment_values import day_of
from benchmarks.key_tree import Places
from benchmarks.pages import DataSet, LabelledPage
from benchmarks.typed_values import ADDRESSES, FIELDS, NUMBERS, amount
from scrapy_treesim import Page

LABELLED: Final = Path(__file__).with_name("list_cells.json")
"""The file of labelled lists."""
WRAPPED: Final = ("records/webdext", "records/synthetic")
"""Sets whose fields are those of wrappers."""


@dataclass(frozen=True, slots=True)
class TrueList:
    """The records of one list of a page and what is true of each."""

    records: tuple[tuple[str, ...], ...]
    """The XPaths of each record."""
    cells: tuple[Mapping[str, Sequence[str] | None], ...]
    """What each has, by field; None where nothing is known, absent where it has nothing."""


@dataclass(frozen=True, slots=True)
class PageOfLists:
    """A page and its true lists."""

    id: str
    url: str
    html: bytes
    lists: tuple[TrueList, ...]


def labelled_pages(data: Path, half: str) -> Iterator[PageOfLists]:
    """The labelled pages of a half, of the sets that lie in this folder."""
    for one in json.loads(LABELLED.read_text(encoding="utf-8"))["pages"]:
        packed = data / one["set"] / "dev" / "pages" / f"{one['id']}.html.gz"
        if one["half"] == half:
            lists = tuple(_labelled(records) for records in one["lists"])
            html = gzip.decompress(packed.read_bytes())
            yield PageOfLists(f"{one['set']} {one['id']}", one["url"], html, lists)


def _labelled(records: Sequence[dict[str, Any]]) -> TrueList:
    return TrueList(
        tuple(tuple(record["xpaths"]) for record in records),
        tuple(
            {
                name: [value] if isinstance(value, str) else value
                for name, value in record["cells"].items()
            }
            for record in records
        ),
    )


def wrapped_pages(data: Path, name: str) -> Iterator[PageOfLists]:
    """The pages of a set of :data:`WRAPPED`; of fields that no wrapper names nothing is known."""
    wrappers = json.loads(WRAPPERS.read_text(encoding="utf-8"))
    for page in DataSet(data / name / "dev").pages():
        yield PageOfLists(page.id, page.url, page.html, tuple(_wrapped(page, wrappers)))


def _wrapped(labelled: LabelledPage, wrappers: dict[str, Any]) -> Iterator[TrueList]:
    page = Page(labelled.html, labelled.url)
    places = Places(page)
    truth = Truth(page, places)
    for region in labelled.truth["regions"]:
        records = [
            [found for one in record["xpaths"] if (found := places.element(one)) is not None]
            for record in region["records"]
        ]
        wrapper = next(
            one
            for one in wrappers[labelled.truth["host"]]
            if etree.XPath(f"boolean({one['record']})")(records[0][0])
        )
        fields: dict[str, Cells] = truth.fields(wrapper, records)
        named = {one.name: one.cells for one in fields.values() if one.name and one.name in FIELDS}
        language = page.root.get("lang") or "en"
        rows = []
        for place in range(len(records)):
            row: dict[str, Sequence[str] | None] = dict.fromkeys(FIELDS)
            for name, cells in named.items():
                if cells[place]:
                    row |= _read(page, name, cells[place], language)
                else:
                    del row[name]
            rows.append(row)
        yield TrueList(tuple(tuple(one["xpaths"]) for one in region["records"]), tuple(rows))


def _read(page: Page, name: str, cell: Cell, language: str) -> dict[str, Sequence[str] | None]:
    """The values of a wrapper's cell."""
    if name in ADDRESSES:
        return {name: sorted(cell.addresses)}
    texts = [page.tree.raw_text(node) for node in sorted(cell.nodes)]
    whole = "".join(texts)
    if name in NUMBERS:
        return {name: [found for text in (whole, *texts) if (found := amount(text))]}
    if name == "date":
        day = day_of(" ".join(whole.split()), language.partition("-")[0].lower(), "MDY")
        return {name: [day.isoformat()] if day else None}
    return {name: [whole]}
