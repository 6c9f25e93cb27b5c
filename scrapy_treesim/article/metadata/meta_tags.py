"""Metadata that ``<meta>`` and ``<link>`` declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.metadata.declared import Source
from scrapy_treesim.article.metadata.plain_values import first_name_first, web_address
from scrapy_treesim.fields import ArticleMetadata, ArticleText, declared_by
from scrapy_treesim.reading.declared.meta_tags import MetaTags
from scrapy_treesim.reading.declared.types import OG_TYPES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_NAMES: Final = {
    field: names.meta for field, names in declared_by(ArticleText, ArticleMetadata).items()
}
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
