"""Declarations of a page about itself: in JSON-LD, in ``<meta>`` and in its markup.

What is declared wins, in this order. Nothing is guessed but the date of a page that declares none,
and that only where `htmldate <https://pypi.org/project/htmldate/>`_ is installed. Whatever the page
holds, sizes are bounded, nothing recurses and nothing is raised.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scrapy_treesim.article.metadata.dates import guessed_date
from scrapy_treesim.article.metadata.declared import Metadata, first_of
from scrapy_treesim.article.metadata.json_ld import from_json_ld
from scrapy_treesim.article.metadata.languages import (
    language_of_http_equiv,
    language_of_root,
    language_tag,
)
from scrapy_treesim.article.metadata.markup import from_markup
from scrapy_treesim.article.metadata.meta_tags import MetaTags, from_meta_tags
from scrapy_treesim.article.metadata.page_types import UNDATED
from scrapy_treesim.article.metadata.titles import headline_from, without_site

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

__all__ = ["Metadata", "metadata_of"]


def metadata_of(page: Page) -> Metadata:
    """Read what the page declares; the date, where none is declared, as htmldate finds it.

    The language is that of the root's ``lang``, else of ``og:locale``, JSON-LD or a
    ``content-language``; all else comes from JSON-LD, else from ``<meta>``, else from the markup.
    """
    meta = page.once(MetaTags.read)
    found = first_of(from_json_ld(page, meta), from_meta_tags(page, meta))
    if None in (found.headline, found.author, found.date, found.image, found.page_type):
        found = first_of(found, from_markup(page))
    sites = meta.all("og.site_name application-name", headline_from)
    return replace(
        found,
        headline=found.headline and without_site(found.headline, sites),
        date=found.date or (None if found.page_type in UNDATED else guessed_date(page)),
        language=language_of_root(page)
        or meta.first("og.locale", language_tag)
        or found.language
        or meta.first("content-language language dc.language dcterms.language", language_tag)
        or language_of_http_equiv(page),
    )
