"""Pictures that a page shows of its thing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from math import exp, log1p
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from scrapy_treesim.detail.candidate import Candidate
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import likeness_to
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.picture_address import LAZY, MAX_ADDRESS, picture_address

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.detail.marks import Marks

MAX_LOOKED_AT: Final = 60
"""Pictures before the headline, and after it, among which those of its thing are."""
MAX_BEFORE: Final = 24
"""Of these before it that are taken, those next to it."""
MAX_AFTER: Final = 14
"""Of those after it."""
MAX_PATH: Final = 200
"""Characters of a path that are read for words, the last ones."""

_IMAGE, _LINK, _SOURCE = tags.NUMBER["img"], tags.NUMBER["a"], tags.NUMBER["source"]
_IS_IMAGE: Final = bytes(number in (_IMAGE, _SOURCE) for number in range(len(tags.KNOWN)))
_PATH: Final = re.compile(r"(?:[A-Za-z][\w+.-]{0,20}:)?(?://[^/?#]{0,255})?([^?#]{0,1000})")
_DRAWN: Final = re.compile(r"\.(?:svg|gif)$|^data:")
_PICTURE: Final = re.compile(r"\.(?:jpe?g|png|webp|avif)$", re.IGNORECASE)
_LOGO: Final = (
    "logo icon sprite blank pixel spacer placeholder avatar badge flag star loading payment".split()
)
_LARGE: Final = "large full zoom big".split()
_WIDE: Final = re.compile(r"1[0-9]{3}|[5-9][0-9]{2}")
_SIZE: Final = re.compile(
    r"[-_@.](?:\d{2,4}x\d{0,4}|x\d{2,4}|\d{1,2}x|small|medium|large|thumb|scaled|\d{2,4}w?)"
    r"(?=[-_.]|$)",
    re.IGNORECASE,
)
_INNER: Final = re.compile(r"[?&](?:url|src|image)=([^&]{8,900})")
_DIGITS: Final = re.compile(r"\d{1,5}")


def image_candidates(marks: Marks) -> list[Candidate]:
    """The pictures that may be of the thing, each file once."""
    found: dict[str, Candidate] = {}
    keys: dict[str, str] = {}
    tree, analysis = marks.tree, marks.analysis
    after = 0
    for place, node in enumerate(_near(marks)):
        address = picture_address(tree, node)
        if address is None:
            continue
        key = keys.get(address)
        if key is None:
            key = keys[address] = plain_image(address)
        if key in found:
            found[key].row[AT["image_copies"]] += 0.5
            continue
        row = marks.place(node)
        add_image_features(marks, address, row)
        row[AT["image_order"]] = exp(-place / 4)
        if analysis.texts[node] >= marks.headline_text - 12 and not analysis.cues[node]:
            row[AT["image_order_after"]] = exp(-after / 2)
            after += 1
        if alt := (tree.get(node, "alt") or "")[:200]:
            row[AT["image_has_alt"]] = 1.0
            row[AT["image_alt"]] = likeness_to(alt, marks.name_terms)
        width = _DIGITS.match(tree.get(node, "width") or "")
        if width is not None:
            row[AT["image_sized"]] = 1.0
            row[AT["image_wide"]] = log1p(int(width[0])) / 6
            row[AT["image_small"]] = float(int(width[0]) < 120)
        row[AT["image_lazy"]] = float(any(tree.get(node, name) is not None for name in LAZY))
        if _link_above(marks, node):
            row[AT["image_linked"]] = 1.0
        found[key] = Candidate(key, address, "shown", node, row)
    return [*found.values()]


def _near(marks: Marks) -> list[int]:
    """The pictures next to the headline, before it and after, in order."""
    nodes = nodes_of(marks.tree.tag, _IS_IMAGE)
    middle = bisect_left(nodes, marks.headline)
    before = nodes[max(0, middle - MAX_LOOKED_AT) : middle]
    after = nodes[middle : middle + MAX_LOOKED_AT]
    return [
        *[one for one in before if not marks.is_aside(one)][-MAX_BEFORE:],
        *[one for one in after if not marks.is_aside(one)][:MAX_AFTER],
    ]


def plain_image(address: str) -> str:
    """A picture's address as it is compared: its file, without what tells sizes.

    It is the same for a relative address and the absolute one.
    """
    path = _path(_served(address))
    name = path.rpartition("/")[2] or path
    stem = name.rpartition(".")[0] or name
    return _SIZE.sub("", stem[:200]).casefold() or path.casefold()


def add_image_features(marks: Marks, address: str, row: array[float]) -> None:
    """Add the features of a picture's address to its row."""
    path = _path(_served(address))[-MAX_PATH:].lower()
    name = path.rpartition("/")[2]
    row[AT["image_drawn"]] = float(_DRAWN.search(name) is not None)
    row[AT["image_words"]] = float(_has_one(path, _LOGO))
    row[AT["image_large"]] = float(_has_one(path, _LARGE) or _WIDE.search(path) is not None)
    words = name.replace("-", " ").replace("_", " ")
    row[AT["image_named"]] = likeness_to(words, marks.name_terms)


def _has_one(text: str, words: Iterable[str]) -> bool:
    """Tell whether one of some words stands in a text, which is sooner seen word by word."""
    for word in words:  # noqa: SIM110
        if word in text:
            return True
    return False


def _served(address: str) -> str:
    """The address of the picture that a service for resizing is asked for, else the same."""
    inner = _INNER.search(address[:MAX_ADDRESS])
    return address if inner is None else unquote(inner[1])


def _path(address: str) -> str:
    found = _PATH.match(address)
    return "" if found is None else found[1]


def _link_above(marks: Marks, node: int) -> bool:
    tree = marks.tree
    for _ in range(3):
        node = tree.parent[node]
        if node < 0:
            return False
        if tree.tag[node] == _LINK:
            return _PICTURE.search(_path(tree.get(node, "href") or "")) is not None
    return False
