"""Address of a picture, from the attributes that browsers or scripts use."""

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
"""Largest number of characters of an address."""
LAZY: Final = ("data-src", "data-original", "data-lazy-src")
"""Attributes for the address of a picture loaded later by scripts."""
NAMES: Final = (*LAZY, "src", "data-srcset", "srcset")
"""All attributes for a picture's address, lazy ones first: the immediate one is a stand-in."""

MAX_STYLE: Final = 4_000
"""Characters of a style searched for a picture."""
MAX_FILE: Final = 200
"""Characters of an address, from the end, searched for its file's name."""

_SEPARATORS: Final = re.compile(r"[\W\d_]+")
_STAND_INS: Final = frozenset(
    "placeholder loading loader lazy lazyload blank spacer spinner empty transparent dummy".split()
)
_IN_STAND_INS: Final = _STAND_INS | {"", *"x px pixel img image gif white grey gray".split()}
_NOT_A_FILE: Final = re.compile(
    r"(?!https?:)[a-z][a-z0-9+.-]{0,20}:|#|(?:false|true|null|none|undefined)$", re.IGNORECASE
)
_UNFILLED: Final = re.compile(r"[{}]|%7[bd]", re.IGNORECASE)
"""Placeholders in an address to be filled in by a script."""
_BACKGROUND: Final = re.compile(
    r"background(?:-image)?\s{0,3}:[^;]{0,200}?\burl\(\s{0,3}[\"']?([^\"')\s]{1,1000})",
    re.IGNORECASE,
)
_STYLE: Final = tags.ATTRIBUTES.index("style")
_NAME_OF: Final = {tags.ATTRIBUTES.index(name): name for name in NAMES}
"""Name of each of these attributes by its number in a tree."""


def picture_address(tree: PageTree, node: int) -> str | None:
    """Return the address in a picture's attributes, unresolved; None without one."""
    entries = range(tree.first_attribute[node], tree.first_attribute[node + 1])
    return address_in(
        {
            name: tree.value(entry)
            for entry in entries
            if (name := _NAME_OF.get(tree.attribute[entry])) is not None
        }
    )


def backgrounds(tree: PageTree) -> list[int]:
    """Return the elements with a background picture in their own style, in order."""
    nodes: list[int] = []
    starts, values = tree.value_start, tree.values
    offset = values.find(b"url(")
    while offset >= 0:
        entry = bisect_right(starts, offset) - 1
        if tree.attribute[entry] == _STYLE:
            nodes.append(bisect_right(tree.first_attribute, entry) - 1)
        offset = values.find(b"url(", starts[entry + 1])
    return nodes


def background_address(tree: PageTree, node: int) -> str | None:
    """Return the address of the picture in an element's own style; None without one."""
    style = (tree.get(node, "style") or "")[:MAX_STYLE]
    match = _BACKGROUND.search(style)
    return None if match is None else _address_in("src", match[1])


def address_in(attributes: Mapping[str, str]) -> str | None:
    """Return the address in a picture's attributes by name; None without one."""
    for name in NAMES:
        address = _address_in(name, attributes[name]) if name in attributes else None
        if address is not None:
            return address
    return None


def _address_in(name: str, value: str) -> str | None:
    """Return the address in one attribute; None if it is of no picture."""
    value = value.strip()
    if name.endswith("srcset"):
        value = value.partition(" ")[0].rstrip(",")
    if value and len(value) <= MAX_ADDRESS and _is_of_file(value):
        return value
    return None


@lru_cache(maxsize=1024)
def _is_of_file(address: str) -> bool:
    """Tell whether an address is of a real picture."""
    return not (_NOT_A_FILE.match(address) or _UNFILLED.search(address) or _is_stand_in(address))


def _is_stand_in(address: str) -> bool:
    """Tell whether an address is of a stand-in for other pictures: ``blank.gif``."""
    name = address[-MAX_FILE:].partition("?")[0].rpartition("/")[2].partition(".")[0].lower()
    for stand_in in _STAND_INS:
        if stand_in in name:
            words = {*_SEPARATORS.split(name)}
            return not words.isdisjoint(_STAND_INS) and words <= _IN_STAND_INS
    return False
