"""The address of a page, and what it declares to be, as pieces."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit
from zlib import crc32

from scrapy_treesim.reading.constants import ROWS
from scrapy_treesim.reading.declared.meta_tags import MetaTags, relations_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page

MAX_ADDRESS_CHARS: Final = 2_000
"""Of an address, the part that is read."""
MAX_JSON_CHARS: Final = 300_000
"""Characters of JSON-LD whose types are looked for."""
MAX_TYPE_BYTES: Final = 200
"""Bytes of a microdata type that are read."""
MAX_PIECES: Final = 60
"""Pieces that are taken of an address, and of what is declared."""
MAX_DESCRIPTION_CHARS: Final = 1_000
"""Characters of a description that are read."""

_WORD = re.compile(r"[a-z]{2,20}|\d+")
_TYPE = re.compile(r'"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:https?://schema\.org/)?(\w{1,40})/?"')
_IS_ITEMTYPE: Final = bytes(name == "itemtype" for name in tags.ATTRIBUTES)


def address_pieces(url: str) -> array[int]:
    """The pieces of a page's address, as rows of a table of weights."""
    return _rows(_of_address(url))


def declared_pieces(page: Page) -> array[int]:
    """The pieces of what a page declares to be, as rows of the same table."""
    return _rows(_of_declarations(page))


def _rows(pieces: Iterator[str]) -> array[int]:
    return array("i", sorted(crc32(piece.encode("utf-8", "replace")) % ROWS for piece in {*pieces}))


def _of_address(url: str) -> Iterator[str]:
    try:
        parts = urlsplit(url[:MAX_ADDRESS_CHARS])
        path, query = unquote(parts.path).lower(), parts.query.lower()
    except ValueError:
        return
    # Where a file lies says nothing of what it is.
    if not parts.netloc or parts.scheme == "file":
        return
    *folders, last = [folder for folder in path.split("/") if folder] or [""]
    yield f"depth {min(6, len(folders) + bool(last))}"
    yield f"slash {path.endswith('/')}"
    yield f"words {min(6, last.count('-') + last.count('_'))}"
    for place, text in (("in", "/".join(folders)), ("last", last), ("query", query)):
        for word in _WORD.findall(text)[:MAX_PIECES]:
            yield f"{place} {'9' * min(5, len(word)) if word.isdigit() else word}"
    if last.isdigit():
        yield "number"


def _of_declarations(page: Page) -> Iterator[str]:
    declared = _first(page, "og.type")
    if declared:
        yield f"og {declared[:40]}"
    for source, types in (("json", _json_types(page)), ("item", _item_types(page))):
        for name, count in Counter(types).most_common(MAX_PIECES):
            yield f"{source} {name}"
            yield f"{source} {name} {'once' if count == 1 else 'often'}"
    if any({"next", "prev"} & relations for relations in page.once(relations_of).values()):
        yield "next"


def _json_types(page: Page) -> list[str]:
    """The types that JSON-LD names; a pattern is much quicker than reading all that it declares."""
    found: list[str] = []
    room = MAX_JSON_CHARS
    for script in page.json_ld():
        text = script[:room]
        found += map(str.lower, _TYPE.findall(text))
        room -= len(text)
    return found


def _item_types(page: Page) -> list[str]:
    """The types that microdata names."""
    tree = page.tree
    starts, values = tree.value_start, tree.values
    return [
        values[starts[entry] : min(starts[entry + 1], starts[entry] + MAX_TYPE_BYTES)]
        .decode("latin-1")
        .rstrip("/")
        .rpartition("/")[2]
        .lower()
        for entry in nodes_of(tree.attribute, _IS_ITEMTYPE)
    ]


def description(page: Page) -> str:
    """The description that a page declares; empty where there is none."""
    found = (_first(page, name) for name in ("description", "og.description"))
    return max(found, key=len)[:MAX_DESCRIPTION_CHARS]


def _first(page: Page, name: str) -> str:
    """The first value of a ``<meta>`` that has one, in lower case."""
    values = page.once(MetaTags.read).values.get(name, ())
    return next(filter(None, values), "").strip().lower()
