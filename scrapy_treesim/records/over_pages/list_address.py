"""Where in a list an address leads, seen from the address of the page that links to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final
from urllib.parse import unquote, urlsplit

LONGEST: Final = 2_000
"""Characters of an address; a longer one is not looked at."""

_COUNTS: Final = (
    "page|pages|paged|pg|pgn|pgno|pageno|pagenum|pagenumber|page_number|page_num|page_no|pageindex|"
    "page_index|pageid|currentpage|curpage|cur_page|cpage|npage|ipage|startpage|pn|p|"
    "seite|pagina|página|strona|sayfa|sida|side|sivu|stranka|strana|oldal|trang|halaman"
)
_OFFSETS: Final = (
    "start|startat|start_at|startindex|start_index|startrow|start_row|offset|from|first|begin|skip|"
    "base|rank|resultstart|firstresult|b_start|st|nh"
)
_CURSORS: Final = re.compile(
    r"(?:next|after|before|cursor|continue|continuation|bookmark|max_?id|page_?token|"
    r"next_?token|updated-max|scroll_?id)$"
)
_COUNT: Final = re.compile(rf"(?:^|[^a-z])(?:{_COUNTS})$")
_OFFSET: Final = re.compile(rf"(?:^|[^a-z])(?:{_OFFSETS})$")
_IN_PATH: Final = re.compile(
    rf"(?P<key>{_COUNTS}|{_OFFSETS})(?P<between>[-_=:,.]|/)?(?P<number>\d{{1,7}})(?=$|[/._;,&-])"
)
_NUMBERS: Final = re.compile(r"\d+")
_RANGE: Final = re.compile(r"(\d{1,7})-(\d{1,7})")
_ENDING: Final = re.compile(r"\.\w{1,5}$")
_ADDED: Final = re.compile(r"[/_-]\d{1,5}(?:\.\w{1,5})?")
_INDEX: Final = re.compile(r"/(?:index|default)\.\w+$")
_PARTING: Final = re.compile("[&;]")
_SESSION: Final = re.compile(r"(?:sid|sessionid|phpsessid|jsessionid|s|ref|srsltid|utm_\w+)$")


class Leads(Enum):
    """Where an address leads."""

    BACK = "to this page, or to one that is not the next"
    ELSEWHERE = "elsewhere, as far as can be seen"
    SAME = "to the same path with another query"
    NUMBERED = "to a numbered page, perhaps of another list"
    NEXT = "to the next page of this list"


@dataclass(frozen=True, slots=True)
class ListAddress:
    """An address taken apart: which list, and which place in it."""

    path: str
    """The path in lower case, without its page number and trailing slash."""
    query: dict[str, str]
    """The query without page numbers and what only names the session."""
    places: dict[str, int]
    """Numbers of page or first record, by the name they go under."""

    @classmethod
    def of(cls, address: str) -> ListAddress:
        """Take an address apart.

        Raises:
            ValueError: it is no address.
        """
        parts = urlsplit(address[:LONGEST])
        query: dict[str, str] = {}
        places: dict[str, int] = {}
        for pair in _PARTING.split(parts.query)[:100]:
            key, _, value = pair.partition("=")
            key = unquote(key).lower()
            if _is_number(value) and (_COUNT.search(key) or _OFFSET.search(key)):
                places[key] = int(value)
            elif key and not _SESSION.match(key):
                query[key] = value
        path, placed = _in_path(_INDEX.sub("", unquote(parts.path).lower()))
        return cls(path.rstrip("/-_."), query, {**placed, **places})


def leads(own: ListAddress | None, target: ListAddress) -> Leads:
    """Where ``target`` leads, seen from a page with the address ``own``, if that is known."""
    if own is None:
        return _leads_alone(target)
    if own == target:
        return Leads.BACK
    if target.places:
        onward = [_is_onward(key, own, to) for key, to in target.places.items()]
        moved = [key for key, to in target.places.items() if own.places.get(key) != to]
        if not moved and own.path == target.path:
            return Leads.SAME
        if not any(onward):
            return Leads.BACK
        return Leads.NEXT if _is_same_list(own, target) else Leads.NUMBERED
    if own.path == target.path:
        if own.places:
            # The list's first page, without a number of its own.
            return Leads.BACK if own.query == target.query else Leads.SAME
        changed = [key for key, value in target.query.items() if own.query.get(key) != value]
        return Leads.NEXT if any(map(_CURSORS.match, changed)) else Leads.SAME
    if _goes_on_in_path(own.path, target.path):
        return Leads.NEXT
    above = own.path.startswith(f"{target.path}/") and not target.query
    return Leads.BACK if above else Leads.ELSEWHERE


def like(one: str, other: str) -> bool:
    """Whether two addresses differ in nothing but numbers, and in these."""
    return one != other and _NUMBERS.sub("#", one) == _NUMBERS.sub("#", other)


def _leads_alone(target: ListAddress) -> Leads:
    if target.places:
        return Leads.NUMBERED
    if target.query:
        return Leads.SAME
    return Leads.ELSEWHERE if target.path.strip("./") else Leads.BACK


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 7


def _in_path(path: str) -> tuple[str, dict[str, int]]:
    """A path without its last page number, and that number."""
    last = None
    for match in _IN_PATH.finditer(path):
        before = path[: match.start()]
        if not before or not before[-1].isalnum():
            last = match
    if last is None:
        return path, {}
    rest = path[: last.start()].rstrip("/-_.,;") + path[last.end() :]
    return rest, {f"/{last['key']}": int(last["number"])}


def _is_onward(key: str, own: ListAddress, to: int) -> bool:
    """Whether a number is the next one; a first page often has none, or counts from 0."""
    here = own.places.get(key)
    if _OFFSET.search(key):
        return to > (here or 0)
    if here is not None:
        return to == here + 1
    # The same number may go by another name: /list/37 and /list?page=38.
    return to in (1, 2) or str(to - 1) in _NUMBERS.findall(own.path)


def _is_same_list(own: ListAddress, target: ListAddress) -> bool:
    kept = all(target.query.get(key, value) == value for key, value in own.query.items())
    return kept and own.path == target.path


def _goes_on_in_path(own: str, target: str) -> bool:
    """``/list`` and ``/list/2``, ``/a.html`` and ``/a_2.html``, ``/1-10/a`` and ``/11-20/a``."""
    starts = (own, _ENDING.sub("", own))
    if any(target.startswith(one) and _ADDED.fullmatch(target[len(one) :]) for one in starts):
        return True
    here, there = _RANGE.search(own), _RANGE.search(target)
    return (
        here is not None
        and there is not None
        and like(own, target)
        and int(there[1]) == int(here[2]) + 1
    )
