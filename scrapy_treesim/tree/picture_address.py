"""The address of a picture, where browsers or their scripts find it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MAX_ADDRESS: Final = 1_000
"""Characters of an address that is read."""
LAZY: Final = ("data-src", "data-original", "data-lazy-src")
"""Attributes with the address of a picture that scripts load later."""
NAMES: Final = (*LAZY, "src", "data-srcset", "srcset")
"""All attributes with a picture's address. The one for later comes before the one for now, which
is a stand-in."""

MAX_STYLE: Final = 4_000
"""Characters of a style in which a picture is looked for."""
MAX_FILE: Final = 200
"""Characters of an address, from the end, in which its file's name is looked for."""

_APART: Final = re.compile(r"[\W\d_]+")
_STAND_INS: Final = frozenset(
    "placeholder loading loader lazy lazyload blank spacer spinner empty transparent dummy".split()
)
_IN_STAND_INS: Final = _STAND_INS | {"", *"x px pixel img image gif white grey gray".split()}
_NO_FILE: Final = re.compile(
    r"(?!https?:)[a-z][a-z0-9+.-]{0,20}:|#|(?:false|true|null|none|undefined)$", re.IGNORECASE
)
_UNFILLED: Final = re.compile(r"[{}]|%7[bd]", re.IGNORECASE)
"""An address that a script still has to fill in."""
_BACKGROUND: Final = re.compile(
    r"background(?:-image)?\s{0,3}:[^;]{0,200}?\burl\(\s{0,3}[\"']?([^\"')\s]{1,1000})",
    re.IGNORECASE,
)
_STYLE: Final = tags.ATTRIBUTES.index("style")
_PLACES: Final = {tags.ATTRIBUTES.index(name): place for place, name in enumerate(NAMES)}
"""The place in :data:`NAMES` of each attribute that a tree has by number."""


def picture_address(tree: PageTree, node: int) -> str | None:
    """The address of a picture as it stands in its attributes; None where it has none."""
    held: dict[int, int] = {}
    for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
        place = _PLACES.get(tree.attribute[entry])
        if place is not None:
            held[place] = entry
    for place in sorted(held):
        address = _address_in(NAMES[place], tree.value(held[place]))
        if address is not None:
            return address
    return None


def backgrounds(tree: PageTree) -> list[int]:
    """The elements whose own style puts a picture behind them, in order."""
    found: list[int] = []
    starts, values = tree.value_start, tree.values
    at = values.find(b"url(")
    while at >= 0:
        entry = bisect_right(starts, at) - 1
        if tree.attribute[entry] == _STYLE:
            found.append(bisect_right(tree.first_attribute, entry) - 1)
        at = values.find(b"url(", starts[entry + 1])
    return found


def background_address(tree: PageTree, node: int) -> str | None:
    """The address of the picture behind an element by its own style; None where it has none."""
    style = (tree.get(node, "style") or "")[:MAX_STYLE]
    match = _BACKGROUND.search(style)
    return None if match is None else _address_in("src", match[1])


def address_in(held: Mapping[str, str]) -> str | None:
    """The same of the attributes of a picture, by their names."""
    for name in NAMES:
        address = _address_in(name, held[name]) if name in held else None
        if address is not None:
            return address
    return None


def _address_in(name: str, value: str) -> str | None:
    """The address that one attribute has; None where it is none."""
    value = value.strip()
    if name.endswith("srcset"):
        value = value.partition(" ")[0].rstrip(",")
    if value and len(value) <= MAX_ADDRESS and _is_of_file(value):
        return value
    return None


@lru_cache(maxsize=1024)
def _is_of_file(address: str) -> bool:
    """Tell whether an address is that of a picture of its own."""
    if _NO_FILE.match(address) is not None:
        return False
    return not _is_unfilled(address) and not _is_stand_in(address)


def _is_unfilled(address: str) -> bool:
    """Tell whether a script still has to fill an address in."""
    if not ("{" in address or "}" in address or "%7" in address):
        return False
    return _UNFILLED.search(address) is not None


def _is_stand_in(address: str) -> bool:
    """Tell whether an address is that of a picture that stands for others: ``blank.gif``."""
    name = address[-MAX_FILE:].partition("?")[0].rpartition("/")[2].partition(".")[0].lower()
    for one in _STAND_INS:
        if one in name:
            words = {*_APART.split(name)}
            return not words.isdisjoint(_STAND_INS) and words <= _IN_STAND_INS
    return False
