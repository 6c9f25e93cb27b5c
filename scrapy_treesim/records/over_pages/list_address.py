"""Where an address leads, seen from the address of the page that links to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

LONGEST: Final = 2_000
"""Characters of an address; a longer one is not looked at."""

_KINDS: Final = {
    word: kind
    for kind, words in {
        "page": "page pages paged pg pgn pgno pageno pagenum pagenumber num pageindex pageid "
        "currentpage curpage cpage npage ipage startpage pn p seite pagina página strona sayfa "
        "sida side sivu stranka strana oldal trang halaman",
        "offset": "start startat at startindex startrow row offset from first begin skip base rank "
        "resultstart firstresult st nh",
    }.items()
    for word in words.split()
}
_SESSION: Final = re.compile(r"(?:(?<=[?&;])|;)(?:\w*sid|sessionid|s|ref|srsltid|utm_\w+)=[^&;?]*")
_ENDING: Final = re.compile(r"(?:/(?:index|default))?\.\w{1,5}$")
_VALUE: Final = re.compile(r"=[^&;]*")
_PART: Final = re.compile(r"([^\W\d_]*)[-_=/:,.]?(\d{1,7})(?!\d)|[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class ListAddress:
    """An address taken apart."""

    path: frozenset[str]
    """The words of its path."""
    query: frozenset[str]
    """The words in the names of its query's values."""
    words: frozenset[str]
    """These, and those of the values."""
    numbers: frozenset[tuple[str, int]]
    """With the word before each: ``("page", 2)``."""

    @classmethod
    def of(cls, address: str) -> ListAddress:
        """Take an address apart.

        Raises:
            ValueError: it is no address.
        """
        parts = urlsplit(address[:LONGEST])
        path = _ENDING.sub("", unquote(parts.path).lower())
        query = _SESSION.sub("", f"?{unquote(parts.query)}".lower())
        numbers = ((one[1], int(one[2])) for one in _PART.finditer(path + query) if one[2])
        return cls(
            _words(path), _words(_VALUE.sub("", query)), _words(path + query), frozenset(numbers)
        )


def _words(text: str) -> frozenset[str]:
    """Words, long numbers, and the words before numbers."""
    found = (one[0] if one[1] is None else one[1] for one in _PART.finditer(text))
    return frozenset(filter(None, found))


def signs_of_address(own: ListAddress | None, target: ListAddress) -> set[str]:
    """What of ``target`` tells where it leads from ``own``, the page's address, if that is known.

    Nothing where it cannot be the next page: it has nothing new, goes back, or skips a page.
    """
    if own is None:
        kinds = {f"{_KINDS.get(key, 'other')} number" for key, _ in target.numbers}
        return {"the page's own is not known"} | kinds
    moved = {(_KINDS.get(key, "other"), key, to) for key, to in target.numbers - own.numbers}
    known = [one for one in moved if one[0] != "other"]
    if known and not any(_goes_on(own, *one) for one in known):
        return set()
    if not moved and target.words <= own.words:
        return set()
    old = own.words.union(key for _, key, _ in moved)
    found = {f"{kind} number" for kind, _, _ in moved}
    if target.path - old:
        found.add("new words in its path")
    elif target.query - old:
        found.add("new words in its query")
    if own.words - target.words:
        # The date of the next post is another number too.
        return found - {"other number"} | {"words are gone"}
    return found


def _goes_on(own: ListAddress, kind: str, key: str, to: int) -> bool:
    """Whether a page's number is the next one, or an offset a later one."""
    before = [here for name, here in own.numbers if name == key]
    if kind == "offset":
        return to > max(before, default=0)
    # The same number may go by another name, and a first page often has none.
    return any(to == here + 1 for _, here in own.numbers) or (not before and to in {1, 2})
