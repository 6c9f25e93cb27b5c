"""Items of findings: one a record, comment, article, detail, page of a template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.items import (
    ALWAYS,
    CLASSES,
    Item,
    RecordItem,
    RecordRow,
    SomeItem,
    TemplateRow,
    own_fields,
)
from scrapy_treesim.records.table.columns import SEPARATOR, SURE, Table
from scrapy_treesim.records.table.naming import unique
from scrapy_treesim.records.table.standard_fields import ADDRESSES, standard_fields
from scrapy_treesim.values.fields import plain

if TYPE_CHECKING:
    from scrapy_treesim.comments import Comment
    from scrapy_treesim.detail import Detail
    from scrapy_treesim.records import Record
    from scrapy_treesim.templates.template import TemplateMatch

_KIND_OF: Final = {item_class: kind for kind, item_class in CLASSES.items()}

MIN_REPEATED: Final = 3
"""Least number of records to recognize a repeated picture as no record's own."""


def items_of(
    item_class: type[SomeItem],
    findings: Iterable[Any],
    url: str,
    selected: frozenset[str] | None = None,
) -> Iterator[SomeItem]:
    """Yield one item a finding that is not None; its fields are ``selected``, None for all."""
    names, carried = _selected(item_class, selected), _carried(item_class, selected)
    for result in filter(None, findings):
        values = _values(_KIND_OF[item_class], url, result.xpath, result.confidence)
        for name in names:
            values[name] = plain(getattr(result, name)) if name != "explain" else _explained(result)
        yield item_class.holding(values, carried)


def _values(kind: str, url: str, xpath: str, confidence: float) -> dict[str, Any]:
    """The values of the common fields of items."""
    return dict(zip(ALWAYS, (url, kind, xpath, rounded(confidence), "main", None), strict=True))


@lru_cache
def _selected(item_class: type[Item], selected: frozenset[str] | None) -> tuple[str, ...]:
    """The selected fields of a class, without the common ones."""
    return tuple(name for name in own_fields(item_class) if selected is None or name in selected)


@lru_cache
def _carried(item_class: type[Item], selected: frozenset[str] | None) -> frozenset[str]:
    return frozenset((*ALWAYS, *_selected(item_class, selected)))


def _explained(detail: Detail) -> dict[str, dict[str, Any]]:
    """Sources of values by field, as plain values."""
    return {
        name: {
            "source": field_source.source,
            "confidence": rounded(field_source.confidence),
            "xpath": field_source.xpath,
            "text": field_source.text,
            "others": [
                {"source": source, "confidence": rounded(likely), "text": text}
                for text, likely, source in field_source.others
            ],
        }
        for name, field_source in detail.sources.items()
    }


def record_items(
    records: Sequence[Record],
    url: str,
    region: int = 0,
    table: Table | None = None,
    region_key: str = "",
    *,
    selected: frozenset[str] | None = None,
    identities: bool = False,
) -> Iterator[RecordItem]:
    """Yield one item a record, with its values in the ``table`` of these records.

    Its fields are ``selected``, None for all; with ``identities`` :func:`identity` does not depend
    on them.
    """
    names, carried = _selected(RecordItem, selected), _carried(RecordItem, selected)
    typed = standard_fields(table or Table(()), len(records), carried)
    rows = [table.row(position) if table else {} for position in range(len(records))]
    addresses = _addresses(table, len(records))
    doubtful = [
        (_OF_ADDRESS.get(column.standard, column.standard), column.cells)
        for column in (table.columns if table else ())
        if column.standard and column.confidence < SURE
    ]
    lacks_image = "image" in carried and not all(address.get("image") for address in addresses)
    repeated = _repeated_images(records) if lacks_image else frozenset()
    for position, (record, row, standard) in enumerate(zip(records, rows, typed, strict=True)):
        values = _values("records", url, " | ".join(record.xpaths), record.similarity)
        for name in names:
            is_own = name in _OF_RECORD
            if name == "fields":
                values[name] = row
            elif name == "doubtful":
                values[name] = [field for field, cells in doubtful if cells[position] is not None]
            elif is_own:
                values[name] = _record_value(name, record, addresses[position], repeated)
            else:
                values[name] = standard.get(name)
        position_fields = {"region": region, "region_key": region_key, "position": position}
        values.update({name: value for name, value in position_fields.items() if name in carried})
        item = RecordItem.holding(values, carried)
        if identities:
            item.identity = identity_of(record.text, record.links, record.images)
        yield item


_OF_ADDRESS: Final = {"url": "link"}
_OF_RECORD = frozenset(("group", "text", "links", "images", "link", "image"))
OF_RECORDS_ALONE: Final = frozenset(
    ("region", "region_key", "position", "group", "text", "links", "images")
)
"""Fields of a record that are no columns."""


def _addresses(table: Table | None, records: int) -> list[dict[str, str]]:
    """The link and the image of each record in its table, if there are columns of them."""
    addresses: list[dict[str, str]] = [{} for _ in range(records)]
    for column in table.columns if table else ():
        if column.standard in ADDRESSES:
            for address, cell in zip(addresses, column.cells, strict=True):
                if cell is not None:
                    is_list = isinstance(cell, list)
                    address[column.standard] = cell[0] if is_list else cell.partition(SEPARATOR)[0]
    return addresses


def _record_value(
    name: str, record: Record, addresses: Mapping[str, str], repeated: frozenset[str]
) -> Any:
    """Value of a field other than a usual column; an image is not one of those ``repeated``."""
    if name == "link":
        return addresses.get("url") or next(iter(record.links), None)
    if name == "image":
        images = (image for image in record.images if image not in repeated)
        return addresses.get("image") or next(images, None)
    return plain(getattr(record, name))


def identity(item: RecordItem | RecordRow) -> bytes:
    """Hash of a record: the same for the same text and links."""
    return item.identity or identity_of(
        item.get("text") or "", item.get("links") or (), item.get("images") or ()
    )


def record_rows(
    records: Sequence[Record], url: str, region: int, table: Table, region_key: str = ""
) -> Iterator[RecordRow]:
    """Yield one row a record of its ``table``: cells, typed in the standard columns."""
    has_groups = any(record.group for record in records)
    keys = row_keys(table, has_groups)
    typed = standard_fields(table, len(records))
    for position, (record, values) in enumerate(zip(records, typed, strict=True)):
        row: dict[str, Any] = dict(
            zip(OF_RECORD_ROWS, (url, region, region_key, position), strict=True)
        )
        if has_groups:
            row["group"] = record.group
        for column in table.columns:
            value = values.get(column.standard or "")
            row[keys[column.name]] = column.shown(position) if value is None else value
            if column.standard == "price":
                row["currency"] = values.get("currency")
        yield RecordRow(row, identity_of(record.text, record.links, record.images))


OF_RECORD_ROWS: Final = ("url", "region", "region_key", "position")
"""Keys of each row of a record, before its columns."""


def row_keys(table: Table, has_groups: bool) -> dict[str, str]:
    """The key in rows of each column of their table, by the column's name."""
    # In a row ``url`` is the page's.
    names = (column.name for column in table.columns if column.standard != "url")
    keys = _keys(names, (*OF_RECORD_ROWS, "link", *("group",) * has_groups))
    return keys | {column.name: "link" for column in table.columns if column.standard == "url"}


def _keys(names: Iterable[str], reserved: Iterable[str]) -> dict[str, str]:
    """The key of each name in a row, different from those ``reserved``."""
    used = {*reserved}
    keys: dict[str, str] = {}
    for name in names:
        keys[name] = unique(name, used)
        used.add(keys[name])
    return keys


def _repeated_images(records: Sequence[Record]) -> frozenset[str]:
    """Pictures in more than half of several records: icons and placeholders, no record's own."""
    if len(records) < MIN_REPEATED:
        return frozenset()
    counts = Counter(image for record in records for image in record.images)
    return frozenset(image for image, count in counts.items() if 2 * count > len(records))


def identity_of(text: str, links: Iterable[str], images: Iterable[str]) -> bytes:
    """Hash of the text and links of a record, or of its images if it has neither."""
    # Records without text and links differ by their images only.
    links = [*links]
    targets = links if text or links else images
    content = "\x00".join((text, *targets))
    return blake2b(content.encode("utf-8", "replace"), digest_size=12).digest()


def comment_values(comment: Comment) -> dict[str, Any]:
    """All fields of a comment as plain values, by the names of an item's fields."""
    return {**comment.to_dict(), "confidence": rounded(comment.confidence)}


def template_rows(
    match: TemplateMatch | None, url: str, names: Iterable[str]
) -> Iterator[TemplateRow]:
    """Yield the row of a template's page; ``names`` are the fields of all rows."""
    if match is not None:
        fixed = ("url", "template", "confidence")
        row = dict(zip(fixed, (url, match.template, rounded(match.confidence)), strict=True))
        keys = _keys(names, fixed)
        yield TemplateRow(row | {key: match.fields.get(name) for name, key in keys.items()})


def rounded(confidence: float) -> float:
    """Round a confidence or probability for items: four digits in [0, 1]."""
    return round(min(1.0, max(0.0, confidence)), 4)
