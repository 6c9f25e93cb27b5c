"""The hash of a signature given as text, and a table to look the nodes of a page up by hash."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import _signatures_cy
from scrapy_treesim.templates.rules._signatures_cy import MASK, mix
from scrapy_treesim.templates.rules.description import plain
from scrapy_treesim.templates.rules.signatures import (
    ANCHORED,
    KINDS,
    NUMBER,
    TEXT_STEP,
    UP,
    USE,
    WORDED,
    NodeSignature,
    name_key,
)

if TYPE_CHECKING:
    from scrapy_treesim.templates.rules._signatures_cy import Signatures

_TEXT_KEY: Final = name_key(TEXT_STEP)
_NUMBERED: Final = re.compile(r"(.+)\[([0-9]{1,9})\]", re.DOTALL)


def key_of(signature: NodeSignature) -> int:
    """The hash by which the kernel knows a signature.

    Raises:
        ValueError: no such kind, or the place or the words are none of it.
    """
    number = NUMBER.get(signature.kind)
    if number is None:
        raise ValueError(f"no kind {signature.kind!r:.40}; there are {', '.join(KINDS)}")
    near, cut, way = signature.place.partition("//")
    steps = near.split("/")
    if not all(steps) or bool(cut) != (signature.kind in ANCHORED):
        raise ValueError(f"no place of the kind {signature.kind}: {signature.place!r:.80}")
    if signature.kind in WORDED:
        key = _worded(steps, signature.words)
    elif signature.kind in UP:
        key = _chain(steps)
    elif signature.kind in ANCHORED:
        key = mix(_chain(steps), _path(way.split("/")), MASK)
    else:
        key = _path(steps)
    return mix(key, number, MASK)


def _path(steps: Sequence[str]) -> int:
    """From the top down."""
    key = _step(steps[0])
    for step in steps[1:]:
        key = mix(key, _step(step), MASK)
    return key


def _chain(steps: Sequence[str]) -> int:
    """The own label first, then those above it, then the place of the text if it is one."""
    text = steps[-1] if steps[-1].startswith(TEXT_STEP) else ""
    labels = steps[: len(steps) - bool(text)]
    key = _step(labels[-1]) if labels else 0
    for label in labels[-2::-1]:
        key = mix(key, _step(label), MASK)
    return mix(key, _step(text), MASK) if text else key


def _worded(steps: Sequence[str], words: str) -> int:
    data = words.encode("utf-8", "replace")
    said = _signatures_cy.said_in(data, 0, len(data), MASK)
    if said <= 1:
        raise ValueError(f"words to go by have a letter and are short, unlike {words!r:.80}")
    key = mix(_step(steps[0]), said, MASK)
    return mix(key, _TEXT_KEY, MASK) if steps[1:] == [TEXT_STEP] else key


def _step(step: str) -> int:
    """The hash of a tag with its number among its like, or of a tag with names."""
    numbered = _NUMBERED.fullmatch(step)
    if numbered:
        return mix(_tag(numbered[1]), int(numbered[2]), MASK)
    name, *names = step.split(" ")
    total = sum(map(_name, names)) & MASK
    if any(one.startswith("id=") for one in names):
        return mix(total, _tag(name), MASK)
    return mix(_tag(name), total, MASK)


def _tag(name: str) -> int:
    return name_key(name if name == TEXT_STEP else plain(name))


def _name(name: str) -> int:
    attribute, given, value = name.rpartition("=")
    data = plain(value).encode("utf-8", "replace")
    use = USE.get(attribute if given else "class", 0)
    return _signatures_cy.names_in(data, 0, len(data), use, MASK)


FIRST_PAIRS: Final = 4096
"""Pairs of node and signature that there is room for at first."""
MAX_PAIRS: Final = 1 << 17
"""Pairs that are kept; a page that has more is none that a rule was meant for."""


class SignatureTable:
    """Hashes of signatures, open addressed, with a number each in the order given."""

    def __init__(self, keys: Iterable[int], kinds: Iterable[int]) -> None:
        self.number = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        self._kinds = sum(1 << kind for kind in set(kinds))
        room = 16
        while room < 4 * len(self.number):
            room *= 2
        self._keys = array("Q", bytes(8 * room))
        self._numbers = array("i", bytes(4 * room))
        for key, number in self.number.items():
            place = (key ^ (key >> 31)) & (room - 1)
            while self._keys[place]:
                place = (place + 1) & (room - 1)
            self._keys[place] = key
            self._numbers[place] = number

    def nodes(self, signatures: Signatures) -> dict[int, list[int]]:
        """The nodes of each number, in page order; one pass over the page."""
        room = FIRST_PAIRS
        while True:
            out = array("i", bytes(8 * room))
            count = signatures.match(self._kinds, self._keys, self._numbers, out)
            if count < room or room >= MAX_PAIRS:
                break
            room *= 16
        found: dict[int, list[int]] = {}
        for node, number in zip(out[0 : 2 * count : 2], out[1 : 2 * count : 2], strict=True):
            if number in found:
                found[number].append(node)
            else:
                found[number] = [node]
        return found
