"""Regions and records of JSON: lists of like objects, their columns by paths of keys."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jmespath import search
from jmespath.exceptions import JMESPathError

from scrapy_treesim.reading.json_tree.content import content_of
from scrapy_treesim.reading.json_tree.documents import Document, documents_of
from scrapy_treesim.reading.json_tree.fields import text_of
from scrapy_treesim.reading.json_tree.lists import MAX_MEMBERS, JsonList
from scrapy_treesim.reading.json_tree.steps import code_of, jmespath_of, pointer_of
from scrapy_treesim.records.over_pages.region_key import shortened_key
from scrapy_treesim.records.record import Record, RecordRows, Region
from scrapy_treesim.records.table.columns import Table
from scrapy_treesim.records.table.json_columns import columns_of
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


@dataclass(frozen=True, eq=False, repr=False)
class JsonRecord(Record):
    """One object of a list; its xpath is a JSON Pointer behind the XPath of its script."""

    xpaths: tuple[str, ...] = ()
    text: str = ""
    links: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    group: str | None = None


@dataclass(frozen=True, repr=False)
class JsonRegion(Region):
    """A list of JSON, with its objects as records; its xpath is a JSON Pointer."""

    xpath: str = ""
    key: str = ""
    jmespath: str = ""
    """The JMESPath that gives just its objects of their document; empty where none does."""
    is_whole: bool = field(default=False, repr=False)
    """True where that document is all the text of the response or the script."""

    @property
    def code(self) -> str:
        """A callback of a spider that reads the list without this package; empty where no path
        gives just its objects, or the response or script is more than one document of JSON."""
        if not (self.jmespath and self.is_whole):
            return ""
        columns = {column.name: column.path for column in self.table.columns}
        return code_of(self.xpath.partition("#")[0], self.jmespath, columns)


def json_regions(page: Page) -> list[Region] | None:
    """Return the lists of a page's JSON; None for a page that shows its content as HTML."""
    content = page.once(content_of)
    if content is None:
        return None
    regions: list[Region] = []
    room = MAX_MEMBERS
    for number, listed in enumerate(content.lists):
        part = replace(listed, objects=listed.objects[:room])
        room -= len(part.objects)
        left = len(content.lists) - number - 1
        regions.append(_region(page, part, 0 if room else left))
        if not room:
            break
    return regions


def _region(page: Page, listed: JsonList, left: int) -> Region:
    """Read a list, the last one before so many that there is no room for."""
    leaves = [item.leaves() for item in listed.objects]
    rows = RecordRows(page, [()] * len(leaves))
    rows.table = Table(tuple(columns_of(page, listed.paths, leaves)))
    cells = {column.standard: column.cells for column in rows.table.columns}
    records: list[Record] = []
    for number, (item, row) in enumerate(zip(listed.objects, leaves, strict=True)):
        link, image = (cells[name][number] if name in cells else None for name in ("url", "image"))
        record = JsonRecord(
            listed.confidence, (), page, rows, number, xpaths=(item.location.pointer,),
            text="\n".join(dict.fromkeys(filter(None, map(text_of, row.values())))),
            links=(link,) if link else (), images=(image,) if image else (),
        )  # fmt: skip
        records.append(record)
    document = page.once(_documents).get(listed.location.document)
    alike = f"{counted(len(records), 'object')}, {listed.alike:.0%} of their keys in common"
    bounds = [f"the first of {listed.count:,}"] if listed.count > len(records) else []
    bounds += [f"{counted(left, 'further list')} not read for want of room"] if left else []
    return JsonRegion(
        tuple(records), listed.confidence, 0, page, xpath=listed.location.pointer,
        key=shortened_key(pointer_of(listed.location.steps) or "/"),
        jmespath=_jmespath(document, listed), is_whole=bool(document and document.is_whole),
        reasons=(alike, f"with {', '.join(listed.paths)}", *bounds),
    )  # fmt: skip


def _documents(page: Page) -> dict[str, Document | None]:
    """Return the documents by address, None for an address of several."""
    documents: dict[str, Document | None] = {}
    for document in page.once(documents_of):
        documents[document.address] = None if document.address in documents else document
    return documents


def _jmespath(document: Document | None, listed: JsonList) -> str:
    """Return a path after trying it."""
    steps, first = listed.location.steps, listed.objects[0].location.steps
    every = ".*" if isinstance(first[len(steps)], str) else "[]"
    inner = jmespath_of(first[len(steps) + 1 :])
    path = f"{jmespath_of(steps)}{every}{f'.{inner}' if inner else ''}".lstrip(".")
    with suppress(JMESPathError):
        if document and search(path, document.value) == [item.value for item in listed.objects]:
            return path
    return ""
