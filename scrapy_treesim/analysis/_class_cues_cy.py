"""Kernel of names: what the words in a class or id mean."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython

# Compiled, a constant of C.
if not cython.compiled:
    SYMBOLS = 32

ALPHABET = 32


def cues_in(
    values: bytes,
    at: int,
    stop: int,
    symbols: bytes,
    following: array[int],
    meaning: array[int],
) -> int:
    """What the words in a name mean, as bits, by a machine that knows them all at once.

    The name is ``values[at:stop]``. ``following`` holds the next state for every state and symbol,
    ``meaning`` the bits of each state.
    """
    # Either end counts as symbol 0, like all that is no letter.
    state = following[0]
    found = 0
    while at < stop:
        state = following[state * SYMBOLS + symbols[values[at]]]
        found |= meaning[state]
        at += 1
    return found | meaning[following[state * SYMBOLS]]
