"""Metadata that ``<meta>`` and ``<link>`` declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.metadata.declared import Source
from scrapy_treesim.article.metadata.page_types import OG_TYPES
from scrapy_treesim.article.metadata.plain_values import first_name_first, web_address
from scrapy_treesim.reading.declared.meta_tags import MetaTags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_NAMES: Final = {
    name: said.split()
    for name, said in {
        "headline": "citation_title parsely-title sailthru.title og.title twitter.title "
        "dcterms.title dc.title title headline",
        "author": "parsely-author sailthru.author dc.creator dcterms.creator author byl "
        "article.author article.author_name og.author og.article.author book.author "
        "cxenseparse.author citation_authors creator",
        "date": "article.published_time og.article.published_time article.published "
        "parsely-pub-date sailthru.date cxenseparse.recs.publishtime "
        "cxenseparse.publishtime dcterms.issued dc.date.issued dcterms.created "
        "dc.date.created dc.created citation_publication_date citation_online_date "
        "citation_date datepublished publishdate publish_date publish-date pubdate "
        "dcterms.date dc.date date",
        "image": "og.image.secure_url og.image og.image.url twitter.image twitter.image.src "
        "sailthru.image.full parsely-image-url thumbnail",
        "description": "description og.description twitter.description dcterms.description "
        "dc.description citation_abstract dcterms.abstract sailthru.description",
        "tags": "article.tag og.article.tag parsely-tags sailthru.tags news_keywords keywords "
        "citation_keywords dc.subject dcterms.subject",
        "categories": "article.section og.article.section parsely-section section category "
        "subsection",
        "modified": "article.modified_time og.updated_time dcterms.modified dc.date.modified "
        "dc.modified datemodified last-modified lastmod last_modified updated_time",
        "licence": "dcterms.license dc.rights.license dc.license license dcterms.rights "
        "dc.rights dcterms.accessrights rights",
    }.items()
}
"""The names that say each field, the surest first; a dot for each colon."""
_WRITTEN_BY: Final = frozenset(
    (
        "written by|posted by|by|author|autor|geschrieben von|verfasst von|écrit par|escrito por|"
        "scritto da|geschreven door|作者|撰写者"
    ).split("|")
)


def from_meta_tags(page: Page) -> Source:
    """Their values, by the first name that has one."""
    meta = page.once(MetaTags.read)
    values = meta.values

    def texts_of(field: str) -> Iterator[Iterable[str]]:
        if field == "author":
            yield map(first_name_first, values.get("citation_author", ()))
        elif field == "page_type":
            yield (OG_TYPES.get(kind.strip().lower(), "") for kind in values.get("og.type", ()))
        elif field == "canonical_url":
            yield filter(None, chain(meta.links.get("canonical", ()), meta.texts("og.url")))
        elif field == "licence":
            linked = chain(meta.links.get("license", ()), meta.links.get("licence", ()))
            yield filter(None, (web_address(page, address) for address in linked))
        for name in _NAMES.get(field, ()):
            if name in values:
                yield values[name]
        if field == "author":
            yield _labelled_author(meta)

    return texts_of


def _labelled_author(meta: MetaTags) -> Iterator[str]:
    """The names that Twitter's cards show beside "Written by"."""
    for number in "12":
        labels = meta.texts(f"twitter.label{number}")
        if any(label.strip().lower() in _WRITTEN_BY for label in labels):
            yield from meta.texts(f"twitter.data{number}")
