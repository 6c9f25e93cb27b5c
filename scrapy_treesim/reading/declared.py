"""The address of a page, and what it declares to be, as pieces."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit
from zlib import crc32

from scrapy_treesim.reading.constants import ROWS
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_ADDRESS_CHARS: Final = 2_000
"""Of an address, the part that is read."""
MAX_JSON_CHARS: Final = 300_000
"""Characters of JSON-LD that are looked at."""
MAX_PIECES: Final = 60
"""Pieces that are taken of an address, and of what is declared."""
MAX_METAS: Final = 1_000
"""Elements ``<meta>`` that are looked at."""
MAX_DESCRIPTION_CHARS: Final = 1_000
"""Characters of a description that are read."""

_WORD = re.compile(r"[a-z]{2,20}|\d+")
_TYPE = re.compile(r'"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:https?://schema\.org/)?(\w{1,40})/?"')
_SIGN: Final = '"@type"'
_IS_ITEMTYPE = bytes(name == "itemtype" for name in tags.ATTRIBUTES)
_META: Final = tags.NUMBER["meta"]
_PROPERTIES: Final = frozenset((b"description", b"og:description", b"og:type"))
_LENGTHS: Final = frozenset(map(len, _PROPERTIES))
_IS_REL = bytes(name == "rel" for name in tags.ATTRIBUTES)


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
    tree = page.tree
    declared = page.once(_properties).get(b"og:type")
    if declared:
        yield f"og {declared[:40]}"
    for source, counted in (("json", _json_types(page)), ("item", _item_types(tree))):
        for name, count in counted.most_common(MAX_PIECES):
            yield f"{source} {name}"
            yield f"{source} {name} {'once' if count == 1 else 'often'}"
    start, values = tree.value_start, tree.values
    for entry in nodes_of(tree.attribute, _IS_REL):
        at = start[entry]
        if start[entry + 1] - at == 4 and values[at : at + 4].lower() in (b"next", b"prev"):
            yield "next"


def _json_types(page: Page) -> Counter[str]:
    """The types that JSON-LD names; a text is looked for much sooner than a pattern."""
    found: Counter[str] = Counter()
    room = MAX_JSON_CHARS
    for script in page.json_ld():
        text = script[:room]
        at = text.find(_SIGN)
        while at >= 0:
            match = _TYPE.match(text, at)
            if match is not None:
                found[match[1].lower()] += 1
            at = text.find(_SIGN, at + 1 if match is None else match.end())
        room -= len(text)
    return found


def _item_types(tree: PageTree) -> Counter[str]:
    """The types of microdata."""
    found: Counter[str] = Counter()
    for entry in nodes_of(tree.attribute, _IS_ITEMTYPE):
        value = tree.values[tree.value_start[entry] : tree.value_start[entry + 1]][:200]
        found[value.decode("latin-1").rstrip("/").rpartition("/")[2].lower()] += 1
    return found


def description(page: Page) -> str:
    """The description that a page declares; empty where there is none."""
    said = page.once(_properties)
    found = (said.get(name, "") for name in (b"description", b"og:description"))
    return max(found, key=len)[:MAX_DESCRIPTION_CHARS]


def _properties(page: Page) -> dict[bytes, str]:
    """The contents of the ``<meta>`` that are asked for, in small letters; of a name the first."""
    tree, found = page.tree, dict[bytes, str]()
    starts, ends, values = tree.first_attribute, tree.value_start, tree.values
    for node in page.of_tag(_META)[:MAX_METAS]:
        for entry in range(starts[node], starts[node + 1]):
            at, stop = ends[entry], ends[entry + 1]
            if stop - at not in _LENGTHS:
                continue
            name = values[at:stop].lower()
            if name in _PROPERTIES and name not in found:
                content = tree.get(node, "content")
                if content:
                    found[name] = content.strip().lower()
    return found
