"""The next page of a JSON response: a link, or a cursor or number for its own address."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from scrapy_treesim.reading.json_tree.leaves import Path, leaves_of, plain_key, ranks_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

CURSORS: Final = {
    "nextcursor": "cursor", "cursor": "cursor", "nextpagetoken": "pageToken", "nextmaxid": "max_id",
    "nexttoken": "token", "after": "after", "nextoffset": "offset", "scrollid": "scroll_id",
}  # fmt: skip
"""Names of parameters by the key of their next value."""
_MORE: Final = frozenset("hasmore hasnext hasnextpage".split())
"""Keys of whether there is a next page."""
_ABOUT: Final = frozenset("links meta page pageinfo paging pagination".split())
"""Keys of objects about the page of the object around them."""
_ADDRESS: Final = re.compile(r"(?:https?://|\.?/|[^\s?]{0,500}\?)[^\s]*")


def json_next(page: Page) -> str | None:
    """Return the address of the next page, as the JSON of a page has it; None if unsure."""
    leaves = _about_pages(page.json)
    for path, value in leaves.items():
        if "next" in ranks_of(path) and isinstance(value, str) and _ADDRESS.fullmatch(value):
            return value
    try:
        query = parse_qsl(urlsplit(page.url).query, keep_blank_values=True)
    except ValueError:
        return None
    following = (_following(path, value, query) for path, value in leaves.items())
    pair = next(filter(None, following), None)
    if pair is None:
        return None
    further = [*(other for other in query if other[0] != pair[0]), pair]
    return urlsplit(page.url)._replace(query=urlencode(further), fragment="").geturl()


def _about_pages(document: Any) -> dict[Path, Any]:
    """Return the values outside lists, without those about what has no further page."""
    leaves = {path: value for path, value in leaves_of(document, {}).items() if "0" not in path}
    ends = [
        _about(path) for path, value in leaves.items()
        if value is False and plain_key(path[-1]) in _MORE
    ]  # fmt: skip
    return {
        path: value for path, value in leaves.items()
        if not any(path[: len(end)] == end for end in ends)
    }  # fmt: skip


def _following(path: Path, value: Any, query: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """Return the parameter of the next page that a value is: a cursor, or a number of pages."""
    name = CURSORS.get(plain_key(path[-1]))
    if name and value and type(value) in (str, int):
        same = (key for key, _ in query if plain_key(key) == plain_key(name))
        following = next(same, name), str(value)
        # That of this page leads nowhere.
        return None if following in query else following
    number = dict(query).get("page", "")
    if not (number.isdecimal() and len(number) < 6 and "pages" in ranks_of(path)):
        return None
    return ("page", str(int(number) + 1)) if type(value) is int and int(number) < value else None


def _about(path: Path) -> Path:
    """Return the path of the object of a value."""
    around = path[:-1]
    return around[:-1] if around and plain_key(around[-1]) in _ABOUT else around
