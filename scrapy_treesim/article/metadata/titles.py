"""Headlines and titles, without the name of the site."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from scrapy_treesim.reading.declared.values import plain_text

MAX_HEADLINE_CHARS: Final = 500

_BEFORE_SITE = re.compile(r"(?: [-–—·•:/~«»]| ?[|｜_]) ?$")
_AFTER_SITE = re.compile(r"\s*(?:[-–—·•:/~«»]\s|[|｜_])\s*")


def headline_from(value: str) -> str | None:
    """A headline as plain text; None where it is empty or too long."""
    return plain_text(value, MAX_HEADLINE_CHARS)


def without_site(title: str, sites: Iterable[str]) -> str:
    """A title without the site's name before or after it."""
    for site in sites:
        length = len(site)
        if title[-length:].lower() == site.lower():
            match = _BEFORE_SITE.search(title[:-length])
            if match and match.start():
                return title[: match.start()]
        if title[:length].lower() == site.lower():
            match = _AFTER_SITE.match(title[length:])
            if match and match.end() < len(title) - length:
                return title[length + match.end() :]
    return title
