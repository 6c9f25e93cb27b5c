"""Kernel of hashes: a table of numbers, and how one number is made of several."""

from __future__ import annotations

from array import array
from secrets import randbits

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, ULongs
from scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED, MASK32

SPREAD: int = randbits(64) | 1
"""Secret factor of hashes, an odd number of 64 bits, different in each process.

A key's slot is in the upper half of its product with this. A page chooses the keys: if it could
predict their slots, it could choose names with the same slot, and each look-up would take time
linear in the names. Slots affect nothing else: findings are the same whatever the factor.
"""
SECRET = cython.declare(cython.ulonglong, SPREAD)


@cython.final
class HashTable:
    """Distinct keys of up to 64 bits, numbered from 0 on as they come.

    Open addressing, at most half full: it grows by itself. A key's slot differs between processes
    (see ``SPREAD``); its number does not.
    """

    count: cython.int
    """Number of keys."""
    _keys: ULongs
    """Key of each slot."""
    _numbers: Ints
    """Number of each slot's key, plus 1; 0 for a free slot."""

    def __init__(self, room: int = 32) -> None:
        slots = 64
        while slots < 2 * room:
            slots *= 2
        self.count = 0
        self._keys = array("Q", bytes(8 * slots))
        self._numbers = array("i", bytes(4 * slots))

    @cython.ccall
    def enter(self, key: cython.ulonglong) -> cython.int:
        """Return the key's number; a new key gets ``count`` as it was before."""
        slot: cython.Py_ssize_t = self._slot(key)
        if self._numbers[slot] == 0:
            if 2 * self.count >= len(self._numbers):
                self._grow()
                slot = self._slot(key)
            self.count += 1
            self._keys[slot] = key
            self._numbers[slot] = self.count
        return self._numbers[slot] - 1

    @cython.ccall
    def find(self, key: cython.ulonglong) -> cython.int:
        """Return the key's number, or -1 if the key is absent."""
        return self._numbers[self._slot(key)] - 1

    @cython.ccall
    def clear(self) -> cython.void:
        """Remove all keys; the capacity stays."""
        for slot in range(len(self._numbers)):
            self._numbers[slot] = 0
        self.count = 0

    def _slot(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        mask: cython.ulonglong = len(self._numbers) - 1
        slot: cython.ulonglong = ((key * SECRET) >> 32) & mask
        while self._numbers[slot] > 0 and self._keys[slot] != key:
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> cython.void:
        keys: ULongs = self._keys
        numbers: Ints = self._numbers
        self._keys = array("Q", bytes(16 * len(numbers)))
        self._numbers = array("i", bytes(8 * len(numbers)))
        for old in range(len(numbers)):
            if numbers[old] > 0:
                slot: cython.Py_ssize_t = self._slot(keys[old])
                self._keys[slot] = keys[old]
                self._numbers[slot] = numbers[old]


@cython.ccall
@cython.exceptval(check=False)
def mixed(key: cython.uint, value: cython.uint) -> cython.uint:
    """Return a hash of 32 bits of two numbers in their order."""
    key = ((key ^ value) * 739982445) & MASK32
    return key ^ (key >> 15)


@cython.ccall
def first_word(values: Bytes, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.longlong:
    """Hash the first word of ``values[start:stop]`` without digits; 0 if there is no word."""
    word: cython.uint = FNV_SEED
    length: cython.int = 0
    while start < stop:
        byte: cython.uint = values[start]
        start += 1
        if byte <= 32:
            if length > 0:
                break
            continue
        length += 1
        if byte < 48 or byte > 57:
            word = ((word ^ byte) * FNV_PRIME) & MASK32
    return word if length > 0 else 0
