"""The next page of a JSON response: a link, or a cursor or number for its own address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from scrapy_treesim.reading.json_tree.leaves import Path, leaves_of, plain_key

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

LINKS: Final = frozenset(
    "next.href links.next links.next.href paging.next pagination.next info.next meta.next nexturl "
    "nextlink nextpageurl nexthref nextpage next odatanextlink moretopicsurl nextpagelink".split()
)
"""Keys of the link to the next page, or the last two or three keys on the way to it."""
CURSORS: Final = {
    "nextcursor": "cursor", "nextpagetoken": "pageToken", "nextmaxid": "max_id",
    "nexttoken": "token", "after": "after", "nextoffset": "offset", "scrollid": "scroll_id",
}  # fmt: skip
"""Names of parameters by the key of their next value."""
PAGES: Final = frozenset("totalpages pages pagecount nbpages lastpage pagetotal".split())
"""Keys of the number of pages."""


def json_next(page: Page) -> str | None:
    """Return the address of the next page, as the JSON of a page has it; None if unsure."""
    if page.json is None:
        return None
    # Only the values outside lists are about the page.
    leaves = {path: value for path, value in leaves_of(page.json, {}).items() if "0" not in path}
    for path, value in leaves.items():
        keys = [*map(plain_key, path)]
        if isinstance(value, str) and ("/" in value or "?" in value):
            if any(".".join(keys[-size:]) in LINKS for size in (1, 2, 3)):
                return value
    return _by_number(page.url, leaves) if page.url else None


def _by_number(url: str, leaves: dict[Path, Any]) -> str | None:
    """Return the page's own address with the next cursor or number."""
    query = dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    for path, value in leaves.items():
        name = CURSORS.get(plain_key(path[-1]))
        if name and isinstance(value, (str, int)) and not isinstance(value, bool) and value:
            same = (key for key in query if plain_key(key) == plain_key(name))
            return _with(url, query, next(same, name), str(value))
    number = query.get("page", "")
    last = (value for path, value in leaves.items() if plain_key(path[-1]) in PAGES)
    if number.isdecimal() and len(number) < 6:
        if any(isinstance(pages, int) and int(number) < pages for pages in last):
            return _with(url, query, "page", str(int(number) + 1))
    return None


def _with(url: str, query: dict[str, str], name: str, value: str) -> str:
    return urlsplit(url)._replace(query=urlencode({**query, name: value}), fragment="").geturl()
