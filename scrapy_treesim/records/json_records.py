"""Regions and records of JSON: lists of like objects, their columns by paths of keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scrapy_treesim.reading.json_tree.content import content_of
from scrapy_treesim.reading.json_tree.fields import text_of
from scrapy_treesim.reading.json_tree.leaves import Path, leaves_of
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

    _pointer: str = field(repr=False, kw_only=True)
    _leaves: Mapping[Path, Any] = field(repr=False, kw_only=True)

    @cached_property
    def xpaths(self) -> tuple[str, ...]:
        """The JSON Pointer of the object."""
        return (self._pointer,)

    @cached_property
    def text(self) -> str:
        """The texts in it, one a line."""
        return "\n".join(dict.fromkeys(filter(None, map(text_of, self._leaves.values()))))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Its address."""
        return self._cells_of("url")

    @cached_property
    def images(self) -> tuple[str, ...]:
        """The address of its picture."""
        return self._cells_of("image")

    @cached_property
    def group(self) -> str | None:
        """None: objects of JSON have no headings."""
        return None

    def _cells_of(self, name: str) -> tuple[str, ...]:
        columns = (column for column in self._rows.table.columns if column.standard == name)
        return tuple(filter(None, (column.cells[self._row] for column in columns)))


@dataclass(frozen=True, repr=False)
class JsonRegion(Region):
    """A list of JSON, with its objects as records."""

    _list: JsonList = field(repr=False, compare=False, kw_only=True)

    @cached_property
    def xpath(self) -> str:
        """The JSON Pointer of the list, behind the XPath of its script."""
        return self._list.pointer

    @cached_property
    def key(self) -> str:
        """The JSON Pointer of the list in its document."""
        return shortened_key(pointer_of(self._list.steps) or "/")

    @cached_property
    def jmespath(self) -> str:
        """The JMESPath of its objects in their document; empty where these are references."""
        first, size = self._list.objects[0].steps, len(self._list.steps)
        every = ".*" if isinstance(first[size], str) else "[]"
        inner = f".{jmespath_of(first[size + 1 :])}".rstrip(".")
        path = f"{jmespath_of(self._list.steps)}{every}{inner}".lstrip(".")
        return "" if self._list.references else path

    @property
    def code(self) -> str:
        """A callback of a spider that reads the list without this package."""
        script = self._list.document.partition("#")[0]
        columns = {column.name: column.path for column in self.table.columns}
        return code_of(script, self.jmespath, columns)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Reasons to take it for data."""
        objects = counted(len(self.records), "object")
        alike = f"{objects} of JSON, with {self._list.alike:.0%} of their keys in common"
        return alike, f"with {', '.join(self._list.paths)}"


def json_regions(page: Page) -> list[Region] | None:
    """Return the lists of a page's JSON; None for a page that shows its content as HTML."""
    content = page.once(content_of)
    if content is None:
        return None
    regions: list[Region] = []
    room = MAX_MEMBERS
    for listed in content.lists:
        if len(listed.objects) <= room:
            regions.append(_region(page, listed))
            room -= len(listed.objects)
    return regions


def _region(page: Page, listed: JsonList) -> Region:
    leaves = [leaves_of(one.value, listed.references) for one in listed.objects]
    rows = RecordRows(page, [()] * len(leaves))
    rows.table = Table(tuple(columns_of(page, listed.paths, leaves)))
    confidence = listed.confidence
    records = tuple(
        JsonRecord(
            confidence, (), page, rows, number,
            _pointer=listed.document + pointer_of(one.steps), _leaves=row,
        )
        for number, (one, row) in enumerate(zip(listed.objects, leaves, strict=True))
    )  # fmt: skip
    return JsonRegion(records, confidence, 0, page, _list=listed)
