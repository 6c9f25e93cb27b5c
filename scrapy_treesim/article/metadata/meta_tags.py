"""Data declared in ``<meta>`` and ``<link>``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.metadata.addresses import image_address, key_on
from scrapy_treesim.article.metadata.authors import first_name_first, names_from
from scrapy_treesim.article.metadata.dates import iso_date
from scrapy_treesim.article.metadata.declared import Metadata
from scrapy_treesim.article.metadata.page_types import OG_TYPES
from scrapy_treesim.article.metadata.subjects import (
    description_from,
    licence_from,
    name_from,
    subjects_from,
    web_address,
)
from scrapy_treesim.article.metadata.titles import headline_from
from scrapy_treesim.article.metadata.values import MAX_VALUES, T, converted
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_META, _LINK = tags.NUMBER["meta"], tags.NUMBER["link"]
_CONTENT = tags.ATTRIBUTES.index("content")
_NAMING = frozenset((tags.ATTRIBUTES.index("name"), tags.ATTRIBUTES.index("property")))

_DATE_NAMES: Final = (
    "article.published_time og.article.published_time og.published_time article.published "
    "og.question.published_time parsely-pub-date sailthru.date cxenseparse.recs.publishtime "
    "cxenseparse.publishtime dcterms.issued dc.date.issued dcterms.created dc.date.created "
    "dc.created citation_publication_date citation_online_date citation_date datepublished "
    "date_published publishdate publish_date publish-date publishtime publish_time "
    "published_date published-date published_time publication_date pubdate date.published "
    "dcterms.date dc.date date datecreated og.pubdate og.publish_date release_date"
)
_AUTHOR_NAMES: Final = (
    "parsely-author sailthru.author dc.creator dcterms.creator author byl "
    "article.author article.author_name og.author og.article.author book.author cxenseparse.author "
    "citation_authors authors creator"
)
_TITLE_NAMES: Final = (
    "citation_title parsely-title sailthru.title og.title twitter.title dcterms.title dc.title "
    "title headline"
)
_IMAGE_NAMES: Final = (
    "og.image.secure_url og.image og.image.url twitter.image twitter.image.src "
    "sailthru.image.full parsely-image-url thumbnail"
)
_MODIFIED_NAMES: Final = (
    "article.modified_time og.article.modified_time og.modified_time og.updated_time "
    "article.updated_time dcterms.modified dc.date.modified dc.modified datemodified date_modified "
    "modified_date modified_time last-modified lastmod last_modified updated_time revised"
)
_DESCRIPTION_NAMES: Final = (
    "description og.description twitter.description dcterms.description dc.description "
    "citation_abstract dcterms.abstract sailthru.description excerpt"
)
_TAG_NAMES: Final = (
    "article.tag og.article.tag parsely-tags sailthru.tags news_keywords keywords "
    "citation_keywords dc.subject dcterms.subject"
)
_CATEGORY_NAMES: Final = (
    "article.section og.article.section parsely-section cxenseparse.category section category "
    "categories subsection"
)
_LICENCE_NAMES: Final = (
    "dcterms.license dc.rights.license dc.license license dcterms.rights dc.rights "
    "dcterms.accessrights rights"
)
_WRITTEN_BY: Final = frozenset(
    (
        "written by|posted by|by|author|autor|geschrieben von|verfasst von|écrit par|escrito por|"
        "scritto da|geschreven door|作者|撰写者"
    ).split("|")
)


@dataclass(frozen=True, slots=True)
class MetaTags:
    """The values of a page's ``<meta>`` and ``<link>``."""

    values: dict[str, list[str]]
    """By name or property in lower case, a dot for each colon."""
    addresses: set[str]
    """Keys of the page's own addresses."""
    canonical: tuple[str, ...]
    """The addresses that ``<link>`` and then Open Graph declare to be the page's own."""
    licences: tuple[str, ...]
    """The addresses that ``<link rel="license">`` has."""

    @classmethod
    def read(cls, page: Page) -> MetaTags:
        """Read those of a page."""
        tree = page.tree
        values: dict[str, list[str]] = {}
        canonical: list[str] = []
        licences: list[str] = []
        for node in page.of_tag(_META):
            content: str | None = None
            names: list[str] = []
            for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
                if tree.attribute[entry] == _CONTENT:
                    content = tree.value(entry)
                elif tree.attribute[entry] in _NAMING:
                    names.append(tree.value(entry))
            if content is None:
                continue
            for name in dict.fromkeys(names):
                if key := name.strip().lower().replace(":", "."):
                    values.setdefault(key, []).append(content)
        for node in page.of_tag(_LINK):
            relations = (tree.get(node, "rel") or "").lower().split()
            if "canonical" in relations:
                canonical.append(tree.get(node, "href") or "")
            elif "license" in relations or "licence" in relations:
                licences.append(tree.get(node, "href") or "")
        canonical += values.get("og.url", ())
        keys = {key for one in (page.url, *canonical) if (key := key_on(page, one))}
        return cls(values, keys, tuple(canonical), tuple(licences))

    def all(self, names: str, convert: Callable[[str], T | None]) -> Iterator[T]:
        """Convert the values of these names, name by name."""
        for name in names.split():
            for value in islice(self.values.get(name, ()), MAX_VALUES):
                if (found := convert(value)) is not None:
                    yield found

    def first(self, names: str, convert: Callable[[str], T | None]) -> T | None:
        """The first of these."""
        return next(self.all(names, convert), None)


def from_meta_tags(page: Page, meta: MetaTags) -> Metadata:
    """Read what they say, by the first name that says it."""
    values = [meta.values.get(name, []) for name in _AUTHOR_NAMES.split()]
    scholars = map(first_name_first, meta.values.get("citation_author", ()))
    authors = map(names_from, (scholars, *values, _labelled_author(meta)))
    return Metadata(
        headline=meta.first(_TITLE_NAMES, headline_from),
        author=next(filter(None, authors), None),
        date=meta.first(_DATE_NAMES, iso_date),
        image=meta.first(_IMAGE_NAMES, lambda address: image_address(page, address)),
        page_type=meta.first("og.type", lambda kind: OG_TYPES.get(kind.strip().lower())),
        description=meta.first(_DESCRIPTION_NAMES, description_from),
        site_name=meta.first("og.site_name", name_from),
        tags=_first_subjects(meta, _TAG_NAMES),
        categories=_first_subjects(meta, _CATEGORY_NAMES, whole=True),
        canonical_url=converted(
            filter(None, meta.canonical), lambda address: web_address(page, address)
        ),
        modified=meta.first(_MODIFIED_NAMES, iso_date),
        licence=converted(meta.licences, lambda address: web_address(page, address))
        or meta.first(_LICENCE_NAMES, lambda value: licence_from(page, value)),
    )


def _first_subjects(meta: MetaTags, names: str, *, whole: bool = False) -> tuple[str, ...]:
    """The keywords that the first of these names has."""
    found = (subjects_from(meta.values.get(name, ()), whole) for name in names.split())
    return next(filter(None, found), ())


def _labelled_author(meta: MetaTags) -> Iterator[str]:
    """The names that Twitter's cards show beside "Written by"."""
    for number in "12":
        labels = meta.values.get(f"twitter.label{number}", ())
        if any(label.strip().lower() in _WRITTEN_BY for label in labels):
            yield from meta.values.get(f"twitter.data{number}", ())
