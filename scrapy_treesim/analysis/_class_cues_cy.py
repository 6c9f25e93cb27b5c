"""Kernel of names: what the words in a class or id mean."""

from __future__ import annotations

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.analysis.constants import ALPHABET


@cython.ccall
def cues_in(
    values: Bytes,
    at: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    symbols: Bytes,
    following: Ints,
    meaning: Ints,
) -> cython.int:
    """Bits for the words in a name, all looked up at once.

    The name is ``values[at:stop]``. ``following`` holds the next state for every state and symbol,
    ``meaning`` the bits of each state.
    """
    # Either end counts as symbol 0, like all that is no letter.
    state: cython.int = following[0]
    found: cython.int = 0
    while at < stop:
        state = following[state * ALPHABET + symbols[values[at]]]
        found |= meaning[state]
        at += 1
    return found | meaning[following[state * ALPHABET]]
