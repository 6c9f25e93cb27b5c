"""The registry of fields: each is here once, with its type, meaning and names in declarations.

Items, :class:`~scrapy_treesim.detail.Detail` and declarations of pages have these classes; the
settings, the columns of feeds and the tables of names that are read in pages follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Names:
    """Names of a field in a page's declarations, the surest first."""

    things: tuple[str, ...] = ()
    """Properties of things in schema.org."""
    offers: tuple[str, ...] = ()
    """Properties of their offers."""
    ratings: tuple[str, ...] = ()
    """Properties of their ratings."""
    inside: tuple[str, ...] = ()
    """Properties of the value of those, if that is a further thing."""
    meta: tuple[str, ...] = ()
    """Names of ``<meta>``; a dot for each colon."""


def _names(**groups: str) -> dict[str, Names]:
    """Metadata of a declared field: groups of names, with spaces between names."""
    return {"names": Names(**{group: tuple(words.split()) for group, words in groups.items()})}


def _declared(**groups: str) -> Any:
    """A field of declarations, None by default."""
    return field(default=None, metadata=_names(**groups))


_ON_DEMAND: Final = {"on_demand": True}
"""Metadata of a field made on request only."""


@dataclass(repr=False, eq=False)
class ArticleText:
    """The main text of a page."""

    __slots__ = ()

    title: str | None = None
    """Text of ``<title>``."""
    headline: str | None = _declared(
        things="headline name",
        meta="citation_title parsely-title sailthru.title og.title twitter.title dcterms.title "
        "dc.title title headline",
    )
    """Heading that the title is about, or else the declared one."""
    text: str = ""
    """The main text, a paragraph a line, without the headline."""
    html: str = field(default="", metadata=_ON_DEMAND)
    """The main text as clean HTML."""
    markdown: str = field(default="", metadata=_ON_DEMAND)
    """The main text as Markdown."""


@dataclass(repr=False, eq=False)
class ArticleMetadata:
    """Metadata of an article; None if the page has none."""

    __slots__ = ()

    author: str | None = _declared(
        meta="parsely-author sailthru.author dc.creator dcterms.creator author byl article.author "
        "article.author_name og.author og.article.author book.author cxenseparse.author "
        "citation_authors creator"
    )
    """Author by the page's declaration or its byline; a comma between names."""
    date: str | None = _declared(
        things="datePublished dateCreated",
        meta="article.published_time og.article.published_time article.published parsely-pub-date "
        "sailthru.date cxenseparse.recs.publishtime cxenseparse.publishtime dcterms.issued "
        "dc.date.issued dcterms.created dc.date.created dc.created citation_publication_date "
        "citation_online_date citation_date datepublished publishdate publish_date publish-date "
        "pubdate dcterms.date dc.date date",
    )
    """Time of publication in ISO 8601: date, or datetime to the second."""
    language: str | None = _declared(things="inLanguage", inside="alternateName name")
    """Declared language, as ``en`` or ``zh-CN``."""
    image: str | None = _declared(
        things="image primaryImageOfPage thumbnailUrl",
        inside="url contentUrl",
        meta="og.image.secure_url og.image og.image.url twitter.image twitter.image.src "
        "sailthru.image.full parsely-image-url thumbnail",
    )
    """The main image's address: the declared one, else the first in the text."""
    page_type: str | None = None
    """Type that the page declares: article, product, documentation, forum, listing or service."""
    description: str | None = _declared(
        things="description abstract",
        meta="description og.description twitter.description dcterms.description dc.description "
        "citation_abstract dcterms.abstract sailthru.description",
    )
    """Description that the page declares, in a sentence or two."""
    site_name: str | None = _declared(things="publisher", inside="name")
    """Name of the site, as the page declares it."""
    tags: list[str] = field(
        default_factory=list,
        metadata=_names(
            things="keywords",
            inside="name",
            meta="article.tag og.article.tag parsely-tags sailthru.tags news_keywords keywords "
            "citation_keywords dc.subject dcterms.subject",
        ),
    )
    """Declared keywords."""
    categories: list[str] = field(
        default_factory=list,
        metadata=_names(
            things="articleSection",
            inside="name",
            meta="article.section og.article.section parsely-section section category subsection",
        ),
    )
    """Declared sections of the site."""
    canonical_url: str | None = None
    """Declared address of the page, absolute; of the web alone."""
    modified: str | None = _declared(
        things="dateModified",
        meta="article.modified_time og.updated_time dcterms.modified dc.date.modified dc.modified "
        "datemodified last-modified lastmod last_modified updated_time",
    )
    """Time of the last change in ISO 8601, as the page declares."""
    licence: str | None = _declared(
        things="license",
        inside="url @id name",
        meta="dcterms.license dc.rights.license dc.license license dcterms.rights dc.rights "
        "dcterms.accessrights rights",
    )
    """Address of its licence, or the licence's name."""
    declared: dict[str, Any] = field(default_factory=dict, metadata=_ON_DEMAND)
    """All that the page declares to machines, by syntax."""


_GTIN: Final = "gtin13 gtin gtin14 gtin12 gtin8 ean isbn upc"


@dataclass(repr=False, eq=False)
class DetailFields:
    """The main thing of a page: a product, a job, a place, a person, a book."""

    __slots__ = ()

    name: str | None = _declared(
        things="name title",
        meta="og.title twitter.title",
    )
    """Name of the thing."""
    price: float | None = _declared(
        offers="price lowPrice",
        inside="value price",
        meta="product.sale_price.amount product.price.amount og.price.amount",
    )
    """Price without the currency; of a range, the lower end."""
    currency: str | None = _declared(
        offers="priceCurrency",
        meta="product.price.currency og.price.currency product.sale_price.currency",
    )
    """The price's currency by ISO 4217, as ``EUR``."""
    old_price: float | None = _declared()
    """Former price: struck out or named so."""
    availability: str | None = _declared(
        offers="availability",
        meta="product.availability og.availability",
    )
    """``InStock``, ``OutOfStock``, ``PreOrder`` ...: a name of schema.org's ItemAvailability."""
    sku: str | None = _declared(
        things="sku productID productId",
        offers="sku",
        meta="product.retailer_item_id product.retailer_part_no product.sku",
    )
    """The site's number or code for it."""
    mpn: str | None = _declared(things="mpn", offers="mpn", meta="product.mfr_part_no product.mpn")
    """Its maker's number for it."""
    gtin: str | None = _declared(
        things=_GTIN,
        offers=_GTIN,
        meta="product.gtin product.ean product.upc product.isbn book.isbn",
    )
    """Its EAN, UPC, ISBN or GTIN: 8, 10, 12, 13 or 14 digits, with a check digit."""
    brand: str | None = _declared(
        things="brand manufacturer",
        inside="name legalName",
        meta="product.brand og.brand",
    )
    """Its brand or maker."""
    image: str | None = _declared(
        things="image photo thumbnailUrl",
        inside="url contentUrl thumbnailUrl @id",
        meta="og.image.secure_url og.image og.image.url twitter.image twitter.image.src",
    )
    """The address of its main picture."""
    images: list[str] = field(default_factory=list)
    """The addresses of all its pictures, the main one first."""
    rating: float | None = _declared(ratings="ratingValue")
    """Its rating, in the page's own scale."""
    reviews: int | None = _declared(
        ratings="reviewCount ratingCount",
    )
    """Number of those who rated or reviewed it."""
    description: str | None = _declared(
        things="description", meta="og.description twitter.description"
    )
    """Description of the thing, a paragraph a line."""
    breadcrumbs: list[str] = field(default_factory=list)
    """The categories above it, the widest first."""
    variants: list[dict[str, str]] = field(default_factory=list)
    """Its variants, each with its distinguishing properties, if the page declares them plainly."""
    attributes: dict[str, str | list[str]] = field(default_factory=dict)
    """Its further facts, by their labels: the rows of a specification, ``Label: value`` lines. A
    recipe has its ``ingredients`` and ``steps``, as lists, a job its ``company``, ``place`` and
    ``salary``."""
    declared_type: str | None = None
    """Declared type, as ``Product``: the name of a type of schema.org."""
    declared: dict[str, Any] = field(default_factory=dict, metadata=_ON_DEMAND)
    """All that the page declares to machines, by syntax; empty unless selected for items."""


@dataclass(repr=False, eq=False)
class RecordFields:
    """One data record."""

    __slots__ = ()

    region: int = 0
    """Index of its region among those of the page, the surest first; 0 is the main one."""
    region_key: str = ""
    """Key of its list on the site, as ``ul.products/li.product``;
    the same on all pages of the list and in all crawls."""
    position: int = 0
    """Its position in the region, from 0."""
    group: str | None = None
    """Heading above it, or row across its table, if there are such."""
    title: str | None = None
    """Title of the record."""
    link: str | None = None
    """Link of its title, else its first link."""
    image: str | None = None
    """Its first image."""
    price: float | None = None
    """Its price, without the currency; of a range, the lower end."""
    currency: str | None = None
    """The price's currency by ISO 4217; none if a sign of several currencies is ambiguous."""
    old_price: float | None = None
    """Former price: struck out or named so."""
    availability: str | None = None
    """Availability, as a name of schema.org's ItemAvailability."""
    date: str | None = None
    """Its date, in ISO 8601; a relative one is counted from the time of the page."""
    rating: float | None = None
    """Its rating, in the page's own scale, and no more than 10 if it names none; the number of
    stars, if they are drawn."""
    reviews: int | None = None
    """Number of those who rated or reviewed it."""
    author: str | None = None
    """Author or maker."""
    description: str | None = None
    """Description of the record."""
    text: str = ""
    """Its text, blocks on lines of their own."""
    fields: dict[str, str | list[str]] = field(default_factory=dict)
    """Values in each column of its region's table, by the column's name, as the page has them; a
    list if there may be several values; no entry without one."""
    doubtful: list[str] = field(default_factory=list)
    """Fields from ``title`` to ``description`` with values that may be another thing's: their
    column is recognized by its look only, and only some records have them."""
    links: list[str] = field(default_factory=list, metadata=_ON_DEMAND)
    """All its links."""
    images: list[str] = field(default_factory=list, metadata=_ON_DEMAND)
    """All its images."""


@dataclass(repr=False, eq=False)
class CommentFields:
    """One comment, post or review."""

    __slots__ = ()

    position: int = 0
    """Its position on the page, from 0."""
    author: str | None = None
    """Name of its author."""
    author_url: str | None = None
    """Address of the link at the author's name."""
    time: str | None = None
    """Time as the page declares it, or else in its own words."""
    date: str | None = None
    """Time in ISO 8601; a relative one is counted from the time of the page."""
    text: str = ""
    """Text without quotations and without a signature."""
    html: str = field(default="", metadata=_ON_DEMAND)
    """The text as clean HTML."""
    permalink: str | None = None
    """Its own address."""
    parent: int | None = None
    """Position of the comment that it answers."""
    depth: int = 0
    """Number of comments above it."""
    score: int | None = None
    """Votes, likes or points."""
    rating: float | None = None
    """The stars of a review."""
    is_first_post: bool = False
    """True for the opening post of a thread or its question, which the others answer."""
    is_accepted: bool = False
    """True for an answer that the page marks as the accepted one, or the solution."""
    quotes: list[str] = field(default_factory=list)
    """Texts that it quotes."""
    signature: str | None = None
    """Signature that its author puts under everything."""


@dataclass(repr=False, eq=False)
class TemplateFields:
    """The labelled fields of a page, by the rules of its template."""

    __slots__ = ()

    template: str = ""
    """The template's id, as ``shop.example/3``."""
    fields: dict[str, str | list[str]] = field(default_factory=dict)
    """Text of each field by its name, a list if there are several; no entry without one."""
    xpaths: dict[str, list[str]] = field(default_factory=dict)
    """XPaths of each field's texts."""
    typed: dict[str, Any] = field(default_factory=dict)
    """Typed values by field name: a number, a date in ISO 8601, a list, the ``amount`` and
    ``currency`` of a price; no entry for a field without a type or a text without such a value."""


def names_of(*classes: type) -> tuple[str, ...]:
    """The names of the fields of some classes, in order.

    >>> names_of(ArticleText)
    ('title', 'headline', 'text', 'html', 'markdown')
    """
    return tuple(field.name for cls in classes for field in fields(cls))


def declared_by(*classes: type) -> dict[str, Names]:
    """Names in declarations by field, for all declared fields."""
    members = (field for cls in classes for field in fields(cls))
    return {field.name: field.metadata["names"] for field in members if "names" in field.metadata}


def made_on_demand(item: type) -> frozenset[str]:
    """The fields of a class that are made on request only."""
    return frozenset(field.name for field in fields(item) if "on_demand" in field.metadata)


def plain(value: Any) -> Any:
    """A value as lists and dicts of its own, ready for JSON.

    >>> plain(("red", {"size": "S"}))
    ['red', {'size': 'S'}]
    """
    if isinstance(value, (list, tuple)):
        return [plain(member) for member in value]
    return {**value} if isinstance(value, Mapping) else value


def plain_values(finding: object, names: Iterable[str]) -> dict[str, Any]:
    """Attributes of a finding by their names, as plain values."""
    return {name: plain(getattr(finding, name)) for name in names}


ARTICLE: Final = names_of(ArticleText, ArticleMetadata)
"""Fields of an article, in the order of its item; below, those of details and comments."""
DETAIL: Final = names_of(DetailFields)
COMMENT: Final = names_of(CommentFields)
