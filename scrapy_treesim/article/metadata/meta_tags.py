"""Data declared in ``<meta>`` and ``<link>``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.metadata.addresses import image_address, key_on
from scrapy_treesim.article.metadata.authors import first_name_first, names_from
from scrapy_treesim.article.metadata.dates import iso_date
from scrapy_treesim.article.metadata.declared import Source
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
from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_KEY_BYTES: Final = 100
"""Bytes of a name that is remembered from page to page."""

_META, _LINK = tags.NUMBER["meta"], tags.NUMBER["link"]
_CONTENT, _REL = map(tags.ATTRIBUTES.index, ("content", "rel"))
_NAMING = frozenset((tags.ATTRIBUTES.index("name"), tags.ATTRIBUTES.index("property")))


class Names:
    """Names of ``<meta>`` that say the same, the surest first."""

    def __init__(self, names: str) -> None:
        self._names = tuple(names.split())
        self._set = frozenset(self._names)

    def among(self, given: Mapping[str, object]) -> Iterator[str]:
        """Those that are given."""
        # Hardly any is.
        found = self._set & given.keys()
        return filter(found.__contains__, self._names) if found else iter(())


_DATE_NAMES: Final = Names(
    "article.published_time og.article.published_time og.published_time article.published "
    "og.question.published_time parsely-pub-date sailthru.date cxenseparse.recs.publishtime "
    "cxenseparse.publishtime dcterms.issued dc.date.issued dcterms.created dc.date.created "
    "dc.created citation_publication_date citation_online_date citation_date datepublished "
    "date_published publishdate publish_date publish-date publishtime publish_time "
    "published_date published-date published_time publication_date pubdate date.published "
    "dcterms.date dc.date date datecreated og.pubdate og.publish_date release_date"
)
_AUTHOR_NAMES: Final = Names(
    "parsely-author sailthru.author dc.creator dcterms.creator author byl "
    "article.author article.author_name og.author og.article.author book.author cxenseparse.author "
    "citation_authors authors creator"
)
_TITLE_NAMES: Final = Names(
    "citation_title parsely-title sailthru.title og.title twitter.title dcterms.title dc.title "
    "title headline"
)
_IMAGE_NAMES: Final = Names(
    "og.image.secure_url og.image og.image.url twitter.image twitter.image.src "
    "sailthru.image.full parsely-image-url thumbnail"
)
_MODIFIED_NAMES: Final = Names(
    "article.modified_time og.article.modified_time og.modified_time og.updated_time "
    "article.updated_time dcterms.modified dc.date.modified dc.modified datemodified date_modified "
    "modified_date modified_time last-modified lastmod last_modified updated_time revised"
)
_DESCRIPTION_NAMES: Final = Names(
    "description og.description twitter.description dcterms.description dc.description "
    "citation_abstract dcterms.abstract sailthru.description excerpt"
)
_TAG_NAMES: Final = Names(
    "article.tag og.article.tag parsely-tags sailthru.tags news_keywords keywords "
    "citation_keywords dc.subject dcterms.subject"
)
_CATEGORY_NAMES: Final = Names(
    "article.section og.article.section parsely-section cxenseparse.category section category "
    "categories subsection"
)
_LICENCE_NAMES: Final = Names(
    "dcterms.license dc.rights.license dc.license license dcterms.rights dc.rights "
    "dcterms.accessrights rights"
)
SITE_NAME: Final = Names("og.site_name")
"""The name of the site."""
_OG_TYPE: Final = Names("og.type")
_OTHER_RELATIONS: Final = frozenset(
    b"stylesheet alternate icon preload prefetch preconnect dns-prefetch apple-touch-icon "
    b"modulepreload shortlink manifest".split()
)
"""What most links are, and no declaration."""
_WRITTEN_BY: Final = frozenset(
    (
        "written by|posted by|by|author|autor|geschrieben von|verfasst von|écrit par|escrito por|"
        "scritto da|geschreven door|作者|撰写者"
    ).split("|")
)


class MetaValues(Mapping[str, "list[str]"]):
    """The values of ``<meta>`` by name, each read when it is first asked for."""

    def __init__(self, tree: PageTree, entries: dict[str, list[int]]) -> None:
        self._tree = tree
        self._entries = entries
        self._known: dict[str, list[str]] = {}

    def __getitem__(self, name: str) -> list[str]:
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = [*map(self._tree.value, self._entries[name])]
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._entries.keys()


@dataclass(frozen=True, slots=True)
class MetaTags:
    """The values of a page's ``<meta>`` and ``<link>``."""

    values: Mapping[str, list[str]]
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
        attribute, value_start = tree.attribute, tree.value_start
        canonical: list[str] = []
        licences: list[str] = []
        entries: dict[str, list[int]] = {}
        for node in page.of_tag(_META):
            content = -1
            names: list[str] = []
            for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
                number = attribute[entry]
                if number == _CONTENT:
                    content = entry
                elif number in _NAMING:
                    names.append(_key(tree.values[value_start[entry] : value_start[entry + 1]]))
            if content >= 0:
                for key in dict.fromkeys(names) if len(names) > 1 else names:
                    if key:
                        entries.setdefault(key, []).append(content)
        for node in page.of_tag(_LINK):
            for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
                if attribute[entry] == _REL:
                    said = tree.values[value_start[entry] : value_start[entry + 1]]
                    if said not in _OTHER_RELATIONS:
                        relations = tree.value(entry).lower().split()
                        if "canonical" in relations:
                            canonical.append(tree.get(node, "href") or "")
                        elif "license" in relations or "licence" in relations:
                            licences.append(tree.get(node, "href") or "")
                    break
        values = MetaValues(tree, entries)
        canonical += values.get("og.url", ())
        keys = {key for one in (page.url, *canonical) if (key := key_on(page, one))}
        return cls(values, keys, tuple(canonical), tuple(licences))

    def all(self, names: Names, convert: Callable[[str], T | None]) -> Iterator[T]:
        """Convert the values of these names, name by name."""
        for name in names.among(self.values):
            for value in islice(self.values[name], MAX_VALUES):
                if (found := convert(value)) is not None:
                    yield found

    def first(self, names: Names, convert: Callable[[str], T | None]) -> T | None:
        """The first of these."""
        return next(self.all(names, convert), None)


def _key(name: bytes) -> str:
    """A name in lower case, a dot for each colon."""
    return _short_key(name) if len(name) <= MAX_KEY_BYTES else _written_key(name)


def _written_key(name: bytes) -> str:
    return printable(name).strip().lower().replace(":", ".")


_short_key = lru_cache(maxsize=4096)(_written_key)


def from_meta_tags(page: Page, meta: MetaTags) -> Source:
    """Their values, by the first name that has one."""
    return {
        "headline": lambda: meta.first(_TITLE_NAMES, headline_from),
        "author": lambda: next(filter(None, map(names_from, _authors(meta))), None),
        "date": lambda: meta.first(_DATE_NAMES, iso_date),
        "image": lambda: meta.first(_IMAGE_NAMES, lambda address: image_address(page, address)),
        "page_type": lambda: meta.first(_OG_TYPE, lambda kind: OG_TYPES.get(kind.strip().lower())),
        "description": lambda: meta.first(_DESCRIPTION_NAMES, description_from),
        "site_name": lambda: meta.first(SITE_NAME, name_from),
        "tags": lambda: _first_subjects(meta, _TAG_NAMES),
        "categories": lambda: _first_subjects(meta, _CATEGORY_NAMES, whole=True),
        "canonical_url": lambda: converted(
            filter(None, meta.canonical), lambda address: web_address(page, address)
        ),
        "modified": lambda: meta.first(_MODIFIED_NAMES, iso_date),
        "licence": lambda: (
            converted(meta.licences, lambda address: web_address(page, address))
            or meta.first(_LICENCE_NAMES, lambda value: licence_from(page, value))
        ),
    }


def _authors(meta: MetaTags) -> Iterator[Iterable[str]]:
    """The values that may be authors, name by name."""
    yield map(first_name_first, meta.values.get("citation_author", ()))
    for name in _AUTHOR_NAMES.among(meta.values):
        yield meta.values[name]
    yield _labelled_author(meta)


def _first_subjects(meta: MetaTags, names: Names, *, whole: bool = False) -> tuple[str, ...]:
    """The keywords that the first of these names has."""
    found = (subjects_from(meta.values[name], whole) for name in names.among(meta.values))
    return next(filter(None, found), ())


def _labelled_author(meta: MetaTags) -> Iterator[str]:
    """The names that Twitter's cards show beside "Written by"."""
    for number in "12":
        labels = meta.values.get(f"twitter.label{number}", ())
        if any(label.strip().lower() in _WRITTEN_BY for label in labels):
            yield from meta.values.get(f"twitter.data{number}", ())
