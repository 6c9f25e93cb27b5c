"""Things that scripts hold as data: states, data layers, objects of products."""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared._scripts_cy import read_pairs
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.script_keys import HASHES, KINDS, NAMES, NUMBERS, SIGNS
from scrapy_treesim.detail.declared.values import MAX_ADDRESS_CHARS, MAX_CHARS, line_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_SCRIPT_BYTES: Final = 2_000_000
"""Bytes of scripts that are looked at, all together."""
MAX_OBJECTS: Final = 50_000
"""Objects of one script."""
MAX_DEPTH: Final = 200
"""Objects within each other."""
MAX_PAIRS: Final = 5_000
"""Pairs of a known key and its value, all scripts together."""
MAX_THINGS: Final = 200
"""Objects that are read as things."""
MIN_FIELDS: Final = 3
"""Fields that an object of a thing has at least, its name or code among them."""

_TELLING: Final = frozenset(("price", "brand", "gtin", "mpn", "availability", "currency"))
"""Fields that make a product of an object with a name: one of them is there."""
_FOLDED: Final = frozenset(("price", "brand", "offers", "currency", "rating", "image", "old_price",
                            "availability"))  # fmt: skip
"""Keys whose objects are read as part of the object that they stand in."""

_SAYING: Final = (("brand", "name"), ("image", "url"), ("currency", "name"))
"""Keys of such objects that say what the object is."""


def read_scripts(page: Page) -> list[Declaration]:
    """Read the objects that are likely products, in order."""
    found: dict[tuple[tuple[str, tuple[str, ...]], ...], Declaration] = {}
    room, pairs = MAX_SCRIPT_BYTES, MAX_PAIRS
    for script in page.scripts():
        if not any(sign in script for sign in SIGNS):
            continue
        text = script.encode("utf-8", "replace")
        room -= len(text)
        if room < 0 or pairs <= 0 or len(found) >= MAX_THINGS:
            break
        for values in _objects(text, pairs):
            key = tuple(values.items())
            found.setdefault(key, Declaration("script", (), values))
            if len(found) >= MAX_THINGS:
                break
    return [*found.values()]


def _objects(text: bytes, most: int) -> list[dict[str, tuple[str, ...]]]:
    """The fields of each object of a script that is likely a thing."""
    room = min(MAX_OBJECTS, text.count(b"{"))
    above, under = array("i", bytes(4 * room)), array("i", bytes(4 * room))
    open_objects = array("i", bytes(4 * MAX_DEPTH))
    pairs = read_pairs(text, KINDS, HASHES, NUMBERS, above, under, open_objects, most)
    spans: dict[int, dict[str, tuple[int, int]]] = {}
    for number, key, start, stop in pairs:
        name = NAMES[key]
        held = NAMES[under[number]]
        if held in _FOLDED and above[number] >= 0:
            number, name = above[number], _within(held, name)
            if held == "price" and NAMES[under[number]] == "offers" and above[number] >= 0:
                number = above[number]
        elif name == "value":
            continue
        if name:
            spans.setdefault(number, {}).setdefault(name, (start, stop))
    found: list[dict[str, tuple[str, ...]]] = []
    for one in spans.values():
        if (
            len(one) >= MIN_FIELDS
            and not one.keys().isdisjoint(_TELLING)
            and ("name" in one or ("sku" in one and "price" in one))
        ):
            values = {name: _text(text, *span, name) for name, span in one.items()}
            found.append({name: (value,) for name, value in values.items() if value})
    return found


def _within(held: str, name: str) -> str:
    """What a key says in an object that is the value of another; empty where it says nothing."""
    if name == "value" or (held, name) in (
        ("brand", "name"),
        ("image", "url"),
        ("currency", "name"),
    ):
        return "" if held in ("offers", "availability") else held
    if held in ("price", "offers") and name in ("price", "currency", "old_price", "availability"):
        return name
    return name if held == "rating" and name in ("rating", "reviews") else ""


def _text(text: bytes, start: int, stop: int, name: str) -> str:
    """A value as text; empty where it is too long."""
    most = MAX_ADDRESS_CHARS if name in ("url", "image") else MAX_CHARS
    if stop - start > 4 * most:
        return ""
    value = text[start:stop].decode("utf-8", "replace")
    if "\\" in value:
        try:
            value = str(json.loads(f'"{value}"'))
        except ValueError:
            value = value.replace("\\'", "'").replace("\\/", "/")
    line = line_of(value)
    return line if len(line) <= most else ""
