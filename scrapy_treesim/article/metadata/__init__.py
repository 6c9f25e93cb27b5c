"""Declarations of a page about itself: in JSON-LD, in ``<meta>`` and in its markup.

What is declared wins, in this order. Author and date of a page that declares none for sure are
what it shows. Whatever the page holds, sizes are bounded, nothing recurses and nothing is raised.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.metadata.metadata import (
    Metadata,
    converted,
    first_of,
    headline_from,
    language_of_http_equiv,
    language_of_root,
    language_tag,
    name_from,
    without_site,
)
from scrapy_treesim.article.metadata.sources import (
    from_json_ld,
    from_links,
    from_markup,
    from_meta_tags,
)
from scrapy_treesim.reading.declared.meta_tags import MetaTags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

__all__ = ["Metadata", "metadata_of"]

_LANGUAGES: Final = ("content-language", "language", "dc.language", "dcterms.language")
_APPLICATIONS: Final = ("application-name", "apple-mobile-web-app-title")


def metadata_of(page: Page) -> Metadata:
    """Read what the page declares.

    The language is that of the root's ``lang``, else of ``og:locale``, JSON-LD or a
    ``content-language``; all else comes from JSON-LD, else from ``<meta>``, else from the markup.
    """
    texts = page.once(MetaTags.read).texts
    sources = (from_meta_tags(page), *from_markup(page), from_links(page))
    found = first_of(page, (*from_json_ld(page), *sources))
    sites = filter(None, map(headline_from, texts("og.site_name", "application-name")))
    return replace(
        found,
        headline=found.headline and without_site(found.headline, sites),
        language=language_of_root(page)
        or converted(texts("og.locale"), language_tag)
        or found.language
        or converted(texts(*_LANGUAGES), language_tag)
        or language_of_http_equiv(page),
        site_name=converted(texts("og.site_name"), name_from)
        or found.site_name
        or converted(texts(*_APPLICATIONS), name_from),
    )
