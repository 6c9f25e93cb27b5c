"""Things that scripts hold as data: states, data layers, objects of products."""

from __future__ import annotations

import json
import re
from array import array
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.detail.declared._scripts_cy import key_hash, read_pairs
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.fields import MAX_ADDRESS_CHARS, MAX_CHARS
from scrapy_treesim.fields import DetailFields, declared_by
from scrapy_treesim.reading.declared.values import line_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

KEYS: Final = {
    **{field: names.scripts for field, names in declared_by(DetailFields).items()},
    "value": "value amount current now raw formatted cents display".split(),
    "url": "url producturl canonicalurl pageurl itemurl link href".split(),
    "offers": "offers offer pricing prices priceinfo pricedata inventory stock stockinfo".split(),
}
"""Keys by what they say, by their letters and digits in lower case."""

FOLDED: Final = frozenset("price brand offers currency rating image old_price availability".split())
"""Keys whose objects are read as part of the object that they stand in."""

TELLING: Final = frozenset(("price", "brand", "gtin", "mpn", "availability", "currency"))
"""Keys of which a product has one."""

NAMES: Final = ("", *KEYS)
"""What each number of a key says; 0 stands for none."""

NUMBERS: Final = {
    key_hash(key.encode(), 0, len(key)): number
    for number, keys in enumerate(KEYS.values(), start=1)
    for key in keys
}
"""The numbers of keys by their hashes."""

SIGN: Final = b"rice"
"""A part of the keys of prices; a script that has it nowhere is not looked at."""

PRICE_KEY: Final = re.compile(r"rice\w{0,12}[\"']?\s{0,3}:")
"""The end of a key of a price; nor is a script that has none."""

MAX_SCRIPT_BYTES: Final = 2_000_000
"""Bytes of scripts that are looked at, all together."""
MAX_OBJECTS: Final = 50_000
"""Objects of one script."""
MAX_DEPTH: Final = 200
"""Objects within each other."""
MAX_PAIRS: Final = 5_000
"""Pairs of a known key and its value, of one script."""
MAX_FOLDED: Final = 3
"""How often an object is read as part of the one that it stands in."""
MAX_THINGS: Final = 40
"""Objects that are read as things."""
MIN_FIELDS: Final = 3
"""Fields that an object of a thing has at least, its name or code among them."""

_Values: TypeAlias = dict[str, tuple[str, ...]]

_SAYING: Final = frozenset((("brand", "name"), ("image", "url"), ("currency", "name")))
"""Keys of objects that say what the key of the object asks for."""
_OF_OFFERS: Final = frozenset(("price", "currency", "old_price", "availability"))


def read_scripts(page: Page) -> list[Declaration]:
    """Read the objects that are likely products, in order."""
    found: dict[tuple[tuple[str, tuple[str, ...]], ...], Declaration] = {}
    room = MAX_SCRIPT_BYTES
    for held in page.scripts_with(SIGN):
        script = held.decode("utf-8", "replace")
        if PRICE_KEY.search(script) is None:
            continue
        text = script.encode("utf-8", "replace")
        if len(text) > room:
            continue
        room -= len(text)
        for values in _objects(text):
            found.setdefault(tuple(values.items()), Declaration("script", (), values))
            if len(found) == MAX_THINGS:
                return [*found.values()]
    return [*found.values()]


def _objects(text: bytes) -> list[_Values]:
    """The fields of each object of a script that is likely a thing."""
    room = bytes(4 * min(MAX_OBJECTS, text.count(b"{")))
    above, under, open_objects = (
        array("i", room),
        array("i", room),
        array("i", bytes(4 * MAX_DEPTH)),
    )
    spans: dict[int, dict[str, tuple[int, int]]] = {}
    pairs = read_pairs(text, NUMBERS, above, under, open_objects, MAX_PAIRS)
    for one, key, start, stop in pairs:
        whole = one
        for _ in range(MAX_FOLDED):
            if above[whole] >= 0 and NAMES[under[whole]] in FOLDED:
                whole = above[whole]
        name = NAMES[key] if whole == one else _within(NAMES[under[one]], NAMES[key])
        if name and name != "value":
            spans.setdefault(whole, {}).setdefault(name, (start, stop))
    found: list[_Values] = []
    for fields in spans.values():
        is_told = "name" in fields or ("sku" in fields and "price" in fields)
        if is_told and len(fields) >= MIN_FIELDS and not fields.keys().isdisjoint(TELLING):
            values = {name: _text(text[start:stop], name) for name, (start, stop) in fields.items()}
            found.append({name: (value,) for name, value in values.items() if value})
    return found


def _within(held: str, name: str) -> str:
    """The field of a key in an object that is the value of another; empty where it is none."""
    if name == "value" or (held, name) in _SAYING:
        return "" if held in ("offers", "availability") else held
    if held in ("price", "offers", "old_price"):
        # Of the current price and the former one, each says its own.
        return (held if name == "price" != held != "offers" else name) if name in _OF_OFFERS else ""
    return name if held == "rating" and name in ("rating", "reviews") else ""


def _text(value: bytes, name: str) -> str:
    """A value as text; empty where it is too long."""
    most = MAX_ADDRESS_CHARS if name in ("url", "image") else MAX_CHARS
    if len(value) > 4 * most:
        return ""
    text = value.decode("utf-8", "replace")
    if "\\" in text:
        try:
            text = str(json.loads(f'"{text}"'))
        except ValueError:
            text = text.replace("\\'", "'").replace("\\/", "/")
    line = line_of(text)
    return line if len(line) <= most else ""
