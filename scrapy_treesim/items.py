"""The items that findings become: one a record, comment, article, detail, page of a template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.item import Item as Item
from scrapy_treesim.item import Row
from scrapy_treesim.records.over_pages.known_columns import unique
from scrapy_treesim.records.table.columns import SEPARATOR, Table
from scrapy_treesim.records.table.standard_fields import standard_fields
from scrapy_treesim.wording import meant

if TYPE_CHECKING:
    from scrapy_treesim.article import Article
    from scrapy_treesim.comments import Comment
    from scrapy_treesim.detail import Detail, FieldSource
    from scrapy_treesim.records import Record
    from scrapy_treesim.templates.template import TemplateMatch

MIN_REPEATED: Final = 3
"""Records of which a picture may be no one's own."""


@dataclass(slots=True, repr=False, eq=False)
class ArticleItem(Item):
    """The main text of a page."""

    title: str | None = None
    """What ``<title>`` says."""
    headline: str | None = None
    """The heading that the title is about."""
    text: str = ""
    """The main text, a paragraph a line, without the headline."""
    html: str = ""
    """The same as clean HTML."""
    markdown: str = ""
    """The same as Markdown."""
    author: str | None = None
    """Who wrote it, as the page declares or its byline says."""
    date: str | None = None
    """When it was published, in ISO 8601."""
    language: str | None = None
    """The language the page declares, as ``en`` or ``zh-CN``."""
    image: str | None = None
    """The main image's address."""
    page_type: str | None = None
    """What the page declares to be: article, product, forum, listing ..."""
    description: str | None = None
    """What the page declares that it is about, in a sentence or two."""
    site_name: str | None = None
    """What the site is called."""
    tags: list[str] = field(default_factory=list)
    """The keywords that the page declares."""
    categories: list[str] = field(default_factory=list)
    """The sections of the site that it stands in."""
    canonical_url: str | None = None
    """The absolute address that the page declares to be its own."""
    modified: str | None = None
    """When it was last changed, in ISO 8601."""
    licence: str | None = None
    """The address of its licence, or what that is called."""


@dataclass(slots=True, repr=False, eq=False)
class DetailItem(Item):
    """The one thing that a page is about."""

    name: str | None = None
    """What it is called."""
    price: float | None = None
    """What it costs, without the currency; of a range, the lower end."""
    currency: str | None = None
    """The price's currency by ISO 4217, as ``EUR``."""
    old_price: float | None = None
    """The price that is struck out or said to be the former one."""
    availability: str | None = None
    """``InStock``, ``OutOfStock``, ``PreOrder`` ...: a name of schema.org's ItemAvailability."""
    sku: str | None = None
    """The number or code that the site has for it."""
    mpn: str | None = None
    """The number that its maker has for it."""
    gtin: str | None = None
    """Its EAN, UPC, ISBN or GTIN."""
    brand: str | None = None
    """Its brand or maker."""
    image: str | None = None
    """The address of its main picture."""
    images: list[str] = field(default_factory=list)
    """The addresses of all its pictures, the main one first."""
    rating: float | None = None
    """Its rating, in the page's own scale."""
    reviews: int | None = None
    """How many rated or reviewed it."""
    description: str | None = None
    """What is said of it, a paragraph a line."""
    breadcrumbs: list[str] = field(default_factory=list)
    """The categories above it, the widest first."""
    variants: list[dict[str, str]] = field(default_factory=list)
    """Its variants, each with what it is told by."""
    attributes: dict[str, str] = field(default_factory=dict)
    """Its further facts, by their labels."""
    declared_type: str | None = None
    """What the page declares it to be, as ``Product``: a name of a type of schema.org."""
    explain: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Of each field from ``name`` to ``reviews`` that has a value, but ``currency`` and ``images``:
    the ``source`` that says so, the ``probability`` that it is right, the ``xpath`` where it
    stands, its ``text`` there, and ``others``, what else it might have been."""


@dataclass(slots=True, repr=False, eq=False)
class RecordItem(Item):
    """One data record."""

    region: int = 0
    """The place of its region among those of the page, the surest first; 0 is the main one."""
    region_key: str = ""
    """Which list of the site it belongs to: the same on all pages of the list and in all crawls, as
    ``ul.products/li.product``."""
    position: int = 0
    """Its place in the region, from 0."""
    title: str | None = None
    """What it is called."""
    link: str | None = None
    """Where its title leads, else its first link."""
    image: str | None = None
    """Its first image."""
    price: float | None = None
    """Its price, without the currency; of a range, the lower end."""
    currency: str | None = None
    """The price's currency by ISO 4217; none where nothing tells which of several a sign means."""
    old_price: float | None = None
    """The price that is struck out or said to be the former one."""
    availability: str | None = None
    """Whether it can be had, as a name of schema.org's ItemAvailability."""
    date: str | None = None
    """Its date, in ISO 8601; what is relative to today is told from when the page came."""
    rating: float | None = None
    """Its rating, in the page's own scale; of stars that are drawn, how many."""
    reviews: int | None = None
    """How many rated or reviewed it."""
    author: str | None = None
    """Who made it."""
    description: str | None = None
    """What is said of it."""
    text: str = ""
    """Its text, blocks on lines of their own."""
    fields: dict[str, str | list[str]] = field(default_factory=dict)
    """What it has in each column of its region's table, by the column's name, as the page has it; a
    list where it may have several values; nothing where it has none."""
    links: list[str] = field(default_factory=list)
    """All its links."""
    images: list[str] = field(default_factory=list)
    """All its images."""


class RecordRow(Row):
    """One data record as a row of its region's table.

    Its keys are ``url``, ``region``, ``region_key``, ``position`` and the table's columns, the same
    in all rows.
    """

    __slots__ = ("identity",)

    def __init__(self, values: Mapping[str, Any], identity: bytes = b"") -> None:
        super().__init__(values)
        self.identity = identity
        """The same for records of the same text and links."""


@dataclass(slots=True, repr=False, eq=False)
class CommentItem(Item):
    """One comment, post or review."""

    position: int = 0
    """Its place on the page, from 0."""
    author: str | None = None
    """Who wrote it."""
    author_url: str | None = None
    """Where the author's name leads."""
    time: str | None = None
    """When, as the page has it: what it tells programs, or else its own words."""
    date: str | None = None
    """The same in ISO 8601; a relative time is told from when the page came."""
    text: str = ""
    """What it says, without what it quotes and without a signature."""
    html: str = ""
    """The same as clean HTML."""
    permalink: str | None = None
    """Its own address."""
    parent: int | None = None
    """The position of the comment that it answers."""
    depth: int = 0
    """How many comments there are above it."""
    score: int | None = None
    """Votes, likes or points."""
    rating: float | None = None
    """The stars of a review."""
    is_first_post: bool = False
    """Whether it is what the others answer: a thread's first post, a question."""
    quotes: list[str] = field(default_factory=list)
    """What it quotes."""
    signature: str | None = None
    """What its author puts under everything."""


@dataclass(slots=True, repr=False, eq=False)
class TemplateItem(Item):
    """The labelled fields of a page, by the rules of its template."""

    template: str = ""
    """The template's id, as ``shop.example/3``."""
    fields: dict[str, str | list[str]] = field(default_factory=dict)
    """The text of each field by its name, a list where there are several; nothing where the page
    has none."""
    xpaths: dict[str, list[str]] = field(default_factory=dict)
    """Where each was found."""
    typed: dict[str, Any] = field(default_factory=dict)
    """By name, the value of its type: a number, a date as ISO has it, a list, of a price its
    ``amount`` and ``currency``; not of a field without a type, or whose text is no such value."""


class TemplateRow(Row):
    """The same as a row: ``url``, ``template``, ``confidence`` and the fields of all templates."""

    __slots__ = ()


Finding: TypeAlias = "Item | RecordRow | TemplateRow"
"""What the middleware yields."""


def article_items(
    article: Article | None, url: str, wanted: frozenset[str] | None = None
) -> Iterator[ArticleItem]:
    """The article's item, if there is an article; of its fields those ``wanted``, all with None."""
    if article is not None:
        values = _values("article", url, article.xpath, article.confidence)
        for name in _own(ArticleItem, wanted):
            values[name] = _plain(getattr(article, name))
        yield ArticleItem.holding(values, _carried(ArticleItem, wanted))


def detail_items(
    detail: Detail | None, url: str, wanted: frozenset[str] | None = None
) -> Iterator[DetailItem]:
    """The item of the one thing that a page is about, if it is about one."""
    if detail is not None:
        values = _values("detail", url, detail.xpath, detail.confidence)
        for name in _own(DetailItem, wanted):
            values[name] = (
                {field: _explained(source) for field, source in detail.sources.items()}
                if name == "explain"
                else _plain(getattr(detail, name))
            )
        yield DetailItem.holding(values, _carried(DetailItem, wanted))


def _values(kind: str, url: str, xpath: str, confidence: float) -> dict[str, Any]:
    """The fields that every item has."""
    return {
        "url": url,
        "kind": kind,
        "xpath": xpath,
        "confidence": _rounded(confidence),
        "role": "main",
        "page_kind": None,
    }


_OF_ALL = frozenset(one.name for one in fields(Item))


@lru_cache
def _own(item_class: type[Item], wanted: frozenset[str] | None) -> tuple[str, ...]:
    """The fields of a class that are wanted, but those that every item has."""
    own = (one.name for one in fields(item_class) if one.name not in _OF_ALL)
    return tuple(name for name in own if wanted is None or name in wanted)


@lru_cache
def _carried(item_class: type[Item], wanted: frozenset[str] | None) -> frozenset[str]:
    return _OF_ALL.union(_own(item_class, wanted))


def _plain(value: Any) -> Any:
    """A value of a detail as lists and dicts of its own."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return {**value} if isinstance(value, Mapping) else value


def _explained(source: FieldSource) -> dict[str, Any]:
    return {
        "source": source.source,
        "probability": _rounded(source.probability),
        "xpath": source.xpath,
        "text": source.text,
        "others": [
            {"source": told, "probability": _rounded(likely), "text": text}
            for text, likely, told in source.others
        ],
    }


def record_items(
    records: Sequence[Record],
    url: str,
    region: int = 0,
    table: Table | None = None,
    region_key: str = "",
    *,
    wanted: frozenset[str] | None = None,
    identities: bool = False,
) -> Iterator[RecordItem]:
    """One item a record, with what the ``table`` of these records has of it.

    Of its fields those ``wanted``, all with None; with ``identities`` :func:`identity` holds
    whatever they are.
    """
    names, carried = _own(RecordItem, wanted), _carried(RecordItem, wanted)
    typed = standard_fields(table or Table(()), len(records), carried)
    repeated: frozenset[str] | None = None
    for position, (record, standard) in enumerate(zip(records, typed, strict=True)):
        row = table.row(position) if table else {}
        values = _values("record", url, " | ".join(record.xpaths), record.similarity)
        for name in names:
            if name not in _OF_RECORD:
                values[name] = standard.get(name)
            elif name == "image":
                if repeated is None and not row.get(name):
                    repeated = _repeated_images(records)
                values[name] = _image(record, row, repeated or frozenset())
            else:
                values[name] = _of_record(name, record, row)
        here = {"region": region, "region_key": region_key, "position": position}
        values.update({name: value for name, value in here.items() if name in carried})
        item = RecordItem.holding(values, carried)
        if identities:
            item.identity = identity_of(record.text, record.links, record.images)
        yield item


_OF_RECORD = frozenset(("text", "links", "images", "link", "image", "fields"))
OF_RECORDS_ALONE: Final = frozenset(("region", "region_key", "position", "text", "links", "images"))
"""The fields of a record for which no columns are made."""


def _of_record(name: str, record: Record, row: dict[str, str | list[str]]) -> Any:
    """A field that is none of the usual columns."""
    if name == "link":
        return _first(row["url"]) if row.get("url") else next(iter(record.links), None)
    if name == "fields":
        return row
    return _plain(getattr(record, name))


def _image(record: Record, row: dict[str, str | list[str]], repeated: frozenset[str]) -> str | None:
    if row.get("image"):
        return _first(row["image"])
    return next((one for one in record.images if one not in repeated), None)


def identity(item: RecordItem | RecordRow) -> bytes:
    """The same for records of the same text and links."""
    return item.identity or identity_of(
        item.get("text") or "", item.get("links") or (), item.get("images") or ()
    )


def record_rows(
    records: Sequence[Record], url: str, region: int, table: Table, region_key: str = ""
) -> Iterator[RecordRow]:
    """One row a record of its ``table``: cells, or their typed values in the standard columns."""
    keys = _keys(table)
    typed = standard_fields(table, len(records))
    for position, (record, values) in enumerate(zip(records, typed, strict=True)):
        row: dict[str, Any] = dict(
            zip(_OF_RECORD_ROWS, (url, region, region_key, position), strict=True)
        )
        for column in table.columns:
            value = values.get(column.name)
            row[keys[column.name]] = column.shown(position) if value is None else value
            if column.name == "price":
                row["currency"] = values.get("currency")
        yield RecordRow(row, identity_of(record.text, record.links, record.images))


_OF_RECORD_ROWS = ("url", "region", "region_key", "position")


def _keys(table: Table) -> dict[str, str]:
    """The key of each column in a row, where ``url`` is the page's."""
    taken = {*_OF_RECORD_ROWS, "link"}
    keys: dict[str, str] = {}
    for column in table.columns:
        key = "link" if column.name == "url" else unique(column.name, taken)
        keys[column.name] = key
        taken.add(key)
    return keys


def _first(cell: str | list[str]) -> str:
    """The first of a cell's addresses."""
    return cell[0] if isinstance(cell, list) else cell.partition(SEPARATOR)[0]


def _repeated_images(records: Sequence[Record]) -> frozenset[str]:
    """The pictures in more than half of several records: icons and stand-ins, no record's own."""
    if len(records) < MIN_REPEATED:
        return frozenset()
    counts = Counter(image for record in records for image in record.images)
    return frozenset(image for image, count in counts.items() if 2 * count > len(records))


def identity_of(text: str, links: Iterable[str], images: Iterable[str]) -> bytes:
    """The same for records of the same text and links, or of nothing but the same images."""
    # Of records that are nothing but pictures, only these tell one from another.
    links = [*links]
    told_by = links if text or links else images
    content = "\x00".join((text, *told_by))
    return blake2b(content.encode("utf-8", "replace"), digest_size=12).digest()


def comment_items(
    comments: Iterable[Comment], url: str, wanted: frozenset[str] | None = None
) -> Iterator[CommentItem]:
    """One item a comment; of its fields those ``wanted``, all with None."""
    names, carried = _own(CommentItem, wanted), _carried(CommentItem, wanted)
    for comment in comments:
        values = _values("comment", url, comment.xpath, comment.confidence)
        for name in names:
            values[name] = _plain(getattr(comment, name))
        if comment_date := values.get("date"):
            values["date"] = comment_date.isoformat()
        yield CommentItem.holding(values, carried)


def comment_values(comment: Comment) -> dict[str, Any]:
    """All of a comment as plain values, by the names of an item's fields."""
    return {**comment.to_dict(), "confidence": _rounded(comment.confidence)}


def template_items(match: TemplateMatch | None, url: str) -> Iterator[TemplateItem]:
    """The item of a page that is of a template."""
    if match is not None:
        yield TemplateItem(
            url=url,
            kind="template",
            xpath=match.xpath,
            confidence=_rounded(match.confidence),
            template=match.template,
            fields={**match.fields},
            xpaths={**match.xpaths},
            typed={**match.typed},
        )


def template_rows(
    match: TemplateMatch | None, url: str, names: Iterable[str]
) -> Iterator[TemplateRow]:
    """The row of a page that is of a template; ``names`` are the fields that every row has."""
    if match is not None:
        taken = set(_OF_TEMPLATE_ROWS)
        row: dict[str, Any] = {
            "url": url,
            "template": match.template,
            "confidence": _rounded(match.confidence),
        }
        for name in names:
            key = unique(name, taken)
            taken.add(key)
            row[key] = match.fields.get(name)
        yield TemplateRow(row)


_OF_TEMPLATE_ROWS = ("url", "template", "confidence")


def _rounded(confidence: float) -> float:
    return round(min(1.0, max(0.0, confidence)), 4)


ALWAYS: Final = tuple(one.name for one in fields(Item))
"""The fields that every item carries."""

ON_DEMAND: Final[dict[type[Item], frozenset[str]]] = {
    ArticleItem: frozenset(("html", "markdown")),
    DetailItem: frozenset(),
    RecordItem: frozenset(("links", "images")),
    CommentItem: frozenset(("html",)),
}
"""By class, the fields that are not made unless they are asked for."""


def own_fields(item_class: type[Item]) -> tuple[str, ...]:
    """The fields that may be chosen, in the order of the class."""
    return tuple(one.name for one in fields(item_class) if one.name not in ALWAYS)


def default_fields(item_class: type[Item]) -> frozenset[str]:
    """The fields that items carry where nothing else is asked for."""
    return frozenset(own_fields(item_class)) - ON_DEMAND[item_class]


def chosen_fields(item_class: type[Item], names: Iterable[str]) -> frozenset[str]:
    """The fields of that names; ``default`` and ``all`` stand for several.

    >>> sorted(chosen_fields(ArticleItem, ["text", "markdown"]))
    ['markdown', 'text']
    >>> "html" in chosen_fields(ArticleItem, ["default", "html"])
    True

    Raises:
        ValueError: the class has no such field, or there is no name.
    """
    known = own_fields(item_class)
    found: set[str] = set()
    names = [*names]
    if not names:
        raise ValueError("give names of fields, default or all")
    for name in names:
        if name == "all":
            found.update(known)
        elif name == "default":
            found |= default_fields(item_class)
        elif name in known:
            found.add(name)
        elif name not in ALWAYS:
            hint = meant(name, (*known, "default", "all"))
            raise ValueError(f"there is no field {name!r}: {hint}")
    return frozenset(found)
