"""Declarations of a page about itself: in JSON-LD, in ``<meta>`` and in its markup.

What is declared wins, in this order. Author and date of a page that declares none for sure are
what it shows. Whatever the page holds, sizes are bounded, nothing recurses and nothing is raised.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.metadata.declared import Metadata, first_of
from scrapy_treesim.article.metadata.json_ld import from_json_ld
from scrapy_treesim.article.metadata.languages import (
    language_of_http_equiv,
    language_of_root,
    language_tag,
)
from scrapy_treesim.article.metadata.markup import from_markup
from scrapy_treesim.article.metadata.meta_tags import SITE_NAME, MetaTags, Names, from_meta_tags
from scrapy_treesim.article.metadata.subjects import name_from
from scrapy_treesim.article.metadata.titles import headline_from, without_site

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

__all__ = ["Metadata", "metadata_of"]

_SITES: Final = Names("og.site_name application-name")
_LOCALE: Final = Names("og.locale")
_LANGUAGES: Final = Names("content-language language dc.language dcterms.language")
_APPLICATIONS: Final = Names("application-name apple-mobile-web-app-title")


def metadata_of(page: Page) -> Metadata:
    """Read what the page declares.

    The language is that of the root's ``lang``, else of ``og:locale``, JSON-LD or a
    ``content-language``; all else comes from JSON-LD, else from ``<meta>``, else from the markup.
    """
    meta = page.once(MetaTags.read)
    found = first_of([*from_json_ld(page, meta), from_meta_tags(page, meta), from_markup(page)])
    sites = meta.all(_SITES, headline_from)
    return replace(
        found,
        headline=found.headline and without_site(found.headline, sites),
        language=language_of_root(page)
        or meta.first(_LOCALE, language_tag)
        or found.language
        or meta.first(_LANGUAGES, language_tag)
        or language_of_http_equiv(page),
        site_name=meta.first(SITE_NAME, name_from)
        or found.site_name
        or meta.first(_APPLICATIONS, name_from),
    )
