"""Author and date of an article: as declared, or as shown where nothing sure is declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from scrapy_treesim.article.metadata.bylines import byline_of
from scrapy_treesim.article.metadata.names import is_whole, persons_in
from scrapy_treesim.article.metadata.shown_dates import (
    date_elsewhere,
    shown_date,
)
from scrapy_treesim.reading.declared.types import UNDATED

if TYPE_CHECKING:
    from scrapy_treesim.article.metadata.metadata import Metadata
    from scrapy_treesim.page import Page

MAX_NAMES_CHARS: Final = 200
"""Characters of all names together at most."""


def author_of(page: Page, metadata: Metadata, first: int, last: int) -> str | None:
    """The names of those who wrote an article, commas between them.

    What is declared holds, but for single words, for the site itself and for whom the page nowhere
    shows: there a byline is asked first. ``first`` and ``last`` are the article's nodes.
    """
    declared = persons_in(metadata.author) if metadata.author else None
    if declared and _is_sure(page, metadata, declared):
        return _joined(page, metadata, declared.split(", "))
    shown = byline_of(page, first, last)
    known = declared or metadata.organisation
    if shown is not None and (known is None or is_whole(shown.names[0])):
        return _joined(page, metadata, shown.names)
    if declared is None and metadata.organisation:
        return None if is_site(page, metadata, metadata.organisation) else metadata.organisation
    return declared


def _joined(page: Page, metadata: Metadata, names: Sequence[str]) -> str:
    """The names as far as there is room; the site itself beside persons is none."""
    labels = {*_host(page).split("."), (metadata.site_name or "").casefold()}
    joined = names[0]
    for name in names[1:]:
        longer = f"{joined}, {name}"
        if len(longer) <= MAX_NAMES_CHARS and labels.isdisjoint(name.casefold().split()):
            joined = longer
    return joined


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _host(page: Page) -> str:
    try:
        return (urlsplit(page.url).hostname or "").removeprefix("www.").casefold()
    except ValueError:
        return ""


def published_of(page: Page, metadata: Metadata, first: int, last: int) -> str | None:
    """The time an article was published, in ISO 8601.

    What is declared holds; else the day of the byline, and at last the one day that bylines
    elsewhere name, unless it is the declared one of the last change. ``first`` and ``last`` are the
    article's nodes.
    """
    if metadata.date is not None or metadata.page_type in UNDATED:
        return metadata.date
    if (shown := shown_date(page, metadata.language, first, last)) is not None:
        return shown
    elsewhere = date_elsewhere(page, metadata.language)
    changed = metadata.modified
    return None if elsewhere and changed and elsewhere[:10] == changed[:10] else elsewhere


def _is_sure(page: Page, metadata: Metadata, declared: str) -> bool:
    """Tell whether a declared author is no account, not the site, and is shown on the page."""
    if not is_whole(declared) or is_site(page, metadata, declared):
        return False
    return declared.split(", ")[0].encode() in page.tree.text


def is_site(page: Page, metadata: Metadata, name: str) -> bool:
    """Tell whether a name is that of the site."""
    plain = _letters(name)
    labels = _host(page).split(".")
    sites = {*labels, "".join(labels), _letters(metadata.site_name or "")}
    return plain in sites
