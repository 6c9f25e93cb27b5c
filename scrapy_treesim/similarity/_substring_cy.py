"""Kernel of the longest common substring: an automaton of all substrings (Blumer and others 1985).

A state stands for substrings that end at the same places; ``suffix`` leads to the state of the
longest of their suffixes that ends at more places.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
else:
    from scrapy_treesim._cython import Ints


@cython.cclass
class Substrings:
    """The substrings of a string of numbers; O(length) time and memory."""

    _step: dict[int, int]
    """``number << 32 | state`` to the state after that number. States make the low bits, for
    a dict goes by these first."""
    _last_step: Ints
    """The last step of each state."""
    _number: array[int]
    """The number of each step."""
    _step_before: array[int]
    """The steps of a state are a chain that begins at ``_last_step``; 0 is none."""
    _length: Ints
    """The length of the longest substring of each state."""
    _suffix: Ints
    """The state of the longest suffix that is another one, -1 of the first."""
    _states: cython.int
    """How many states there are."""

    def __init__(self, string: array[int]) -> None:
        room = 2 * len(string) + 2
        self._step = {}
        self._last_step = array("i", bytes(4 * room))
        self._number = array("i")
        self._step_before = array("i")
        self._length = array("i", bytes(4 * room))
        self._suffix = array("i", bytes(4 * room))
        self._number.append(0)
        self._step_before.append(0)
        self._suffix[0] = -1
        self._states = 1
        self._build(string)

    @cython.cfunc
    @cython.locals(number=cython.longlong)
    def _build(self, string: Ints) -> cython.void:
        """Add one number after the other."""
        last: cython.int = 0
        for number in string:
            state: cython.int = self._states
            self._states += 1
            self._length[state] = self._length[last] + 1
            at: cython.int = last
            to: cython.int = -1
            while at >= 0:
                to = self._after(at, number)
                if to >= 0:
                    break
                self._add(at, number, state)
                at = self._suffix[at]
            if at >= 0:
                if self._length[to] != self._length[at] + 1:
                    to = self._split(at, number, to)
                self._suffix[state] = to
            last = state

    @cython.cfunc
    def _split(self, at: cython.int, number: cython.longlong, to: cython.int) -> cython.int:
        """A state of its own for those substrings of ``to`` that come by way of ``at``."""
        state: cython.int = self._states
        self._states += 1
        self._length[state] = self._length[at] + 1
        self._suffix[state] = self._suffix[to]
        self._suffix[to] = state
        step: cython.int = self._last_step[to]
        while step:
            self._add(state, self._number[step], self._after(to, self._number[step]))
            step = self._step_before[step]
        while at >= 0 and self._after(at, number) == to:
            self._step[number << 32 | at] = state
            at = self._suffix[at]
        return state

    @cython.cfunc
    def _after(self, state: cython.longlong, number: cython.longlong) -> cython.int:
        """The state after this number, -1 where there is none."""
        return self._step.get(number << 32 | state, -1)

    @cython.cfunc
    def _add(self, state: cython.longlong, number: cython.longlong, to: cython.int) -> cython.void:
        self._step[number << 32 | state] = to
        self._step_before.append(self._last_step[state])
        self._last_step[state] = len(self._number)
        self._number.append(number)

    @cython.locals(number=cython.int)
    def longest_in(self, other: Ints) -> cython.int:
        """The length of the longest substring that is in ``other`` too; O(length of other)."""
        state: cython.int = 0
        length: cython.int = 0
        longest: cython.int = 0
        for number in other:
            to: cython.int = self._after(state, number)
            while to < 0 and state > 0:
                state = self._suffix[state]
                length = self._length[state]
                to = self._after(state, number)
            if to >= 0:
                state = to
                length += 1
                if length > longest:
                    longest = length
        return longest
