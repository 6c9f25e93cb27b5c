"""Signatures as a table that the kernel looks every node of a page up in."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scrapy_treesim.templates.rules._signatures_cy import Signatures

ROOM: Final = 4096
"""Pairs of node and signature that there is room for at first."""
MOST: Final = 1 << 17
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
        room = ROOM
        while True:
            out = array("i", bytes(8 * room))
            count = signatures.match(self._kinds, self._keys, self._numbers, out)
            if count < room or room >= MOST:
                break
            room *= 16
        found: dict[int, list[int]] = {}
        for node, number in zip(out[0 : 2 * count : 2], out[1 : 2 * count : 2], strict=True):
            if number in found:
                found[number].append(node)
            else:
                found[number] = [node]
        return found
