"""Things that scripts hold as JSON: states, data layers, objects of products."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail.declared.fields import MAX_CHARS, Declaration
from scrapy_treesim.fields import DetailFields, declared_by
from scrapy_treesim.reading.declared.about import MAX_ADDRESS_CHARS
from scrapy_treesim.reading.declared.values import line_of, raw_text

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

SIGN: Final = b"rice"
"""A part of the keys of prices; a script that has it nowhere is not looked at."""

PRICE_KEY: Final = re.compile(r"rice\w{0,12}[\"']?\s{0,3}:")
"""The end of a key of a price; nor is a script that has none."""

MAX_SCRIPT_CHARS: Final = 2_000_000
"""Characters of scripts that are looked at, all together."""
MAX_OBJECTS: Final = 20_000
"""Objects and lists of one script."""
MAX_FOLDED: Final = 3
"""Levels of objects read as parts of the one around them."""
MAX_THINGS: Final = 40
"""Objects that are read as things."""
MIN_FIELDS: Final = 3
"""Fields that an object of a thing has at least, its name or code among them."""

_DECODER: Final = json.JSONDecoder(strict=False)
_OPENING: Final = re.compile(r'\{\s{0,100}"[^"\\\n]{1,100}"\s{0,9}:')
"""The start of an object in JSON, up to its first value."""
_NO_LETTERS: Final = re.compile(r"[^a-z0-9]+")
_MEANING: Final = {key: name for name, keys in KEYS.items() for key in keys}
_SAYING: Final = frozenset((("brand", "name"), ("image", "url"), ("currency", "name")))
"""Keys of objects that say what the key of the object asks for."""
_OF_OFFERS: Final = frozenset(("price", "currency", "old_price", "availability"))


def read_scripts(page: Page) -> list[Declaration]:
    """Read the objects that are likely products, in order."""
    found: dict[tuple[tuple[str, str], ...], Declaration] = {}
    room = MAX_SCRIPT_CHARS
    for held in page.scripts_with(SIGN):
        script = held.decode("utf-8", "replace")
        if len(script) > room or PRICE_KEY.search(script) is None:
            continue
        room -= len(script)
        for one in islice(_objects(script), MAX_OBJECTS):
            fields: dict[str, str] = {}
            _read(one, "", MAX_FOLDED, fields)
            named = "name" in fields or ("sku" in fields and "price" in fields)
            if named and len(fields) >= MIN_FIELDS and not fields.keys().isdisjoint(TELLING):
                values = {name: (text,) for name, text in fields.items()}
                found.setdefault(tuple(fields.items()), Declaration("script", (), values))
                if len(found) == MAX_THINGS:
                    return [*found.values()]
    return [*found.values()]


def _objects(script: str) -> Iterator[dict[str, Any]]:
    """The objects of the JSON that stands in a script, those within others after them."""
    at = 0
    # What is no JSON is tried again at its next brace: so many characters, all together.
    left = 2 * len(script)
    while left > 0 and (begin := _OPENING.search(script, at)) is not None:
        start = begin.start()
        try:
            value, at = _DECODER.raw_decode(script, start)
        except json.JSONDecodeError as error:
            # The error counts the lines before it.
            left -= error.pos - start + error.pos // 64
            at = start + 1
            continue
        except (RecursionError, ValueError):
            return
        waiting = [value]
        for one in waiting:
            if isinstance(one, dict):
                yield one
            members = one.values() if isinstance(one, dict) else one
            waiting += [inner for inner in members if isinstance(inner, (dict, list))]


@lru_cache(maxsize=4096)
def _meaning(key: str) -> str:
    """The field that a key names by its letters and digits; empty of one that is not known."""
    return _MEANING.get(_NO_LETTERS.sub("", key.lower()), "")


def _read(value: dict[str, Any], held: str, folds: int, found: dict[str, str]) -> None:
    """Add the fields that an object says, and those of its offers, its brand ...

    ``held`` is the field that it is the value of, empty of a thing itself.
    """
    for key, one in value.items():
        name = _meaning(key[:40])
        if not name:
            continue
        if name in FOLDED and isinstance(one, list) and one:
            one = one[0]
        if isinstance(one, dict):
            if name in FOLDED and folds:
                _read(one, name, folds - 1, found)
            continue
        field = _within(held, name) if held else name
        text = _text(one, field)
        if text and field != "value":
            found.setdefault(field, text)


def _within(held: str, name: str) -> str:
    """The field of a key in an object that is the value of another; empty where it is none."""
    if name == "value" or (held, name) in _SAYING:
        return "" if held in ("offers", "availability") else held
    if held in ("price", "offers", "old_price"):
        # Of the current price and the former one, each says its own.
        return (held if name == "price" != held != "offers" else name) if name in _OF_OFFERS else ""
    return name if held == "rating" and name in ("rating", "reviews") else ""


def _text(value: Any, field: str) -> str:
    """A plain value as text; empty where it is none, or too long."""
    most = MAX_ADDRESS_CHARS if field in ("url", "image") else MAX_CHARS
    line = line_of(raw_text(value)[: 4 * most]) if field else ""
    return line if len(line) <= most else ""
