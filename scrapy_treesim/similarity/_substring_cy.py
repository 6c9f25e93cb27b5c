"""Kernel of the longest common substring: an automaton of all substrings (Blumer and others 1985).

A state stands for substrings that end at the same places; ``suffix`` leads to the state of the
longest of their suffixes that ends at more places.
"""

from __future__ import annotations

from array import array


class Substrings:
    """The substrings of a string of numbers; O(length) time and memory."""

    def __init__(self, string: array[int]) -> None:
        room = 2 * len(string) + 2
        self._step: dict[int, int] = {}
        """``number << 32 | state`` to the state after that number. States make the low bits, for
        a dict goes by these first."""
        self._last_step = array("i", bytes(4 * room))
        self._number = array("i")
        self._step_before = array("i")
        """The steps of a state are a chain that begins at ``_last_step``; 0 is none."""
        self._length = array("i", bytes(4 * room))
        self._suffix = array("i", bytes(4 * room))
        self._number.append(0)
        self._step_before.append(0)
        self._suffix[0] = -1
        self._states = 1
        self._build(string)

    def _build(self, string: array[int]) -> None:
        """Add one number after the other."""
        last = 0
        for number in string:
            state = self._states
            self._states += 1
            self._length[state] = self._length[last] + 1
            at = last
            to = -1
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

    def _split(self, at: int, number: int, to: int) -> int:
        """A state of its own for those substrings of ``to`` that come by way of ``at``."""
        state = self._states
        self._states += 1
        self._length[state] = self._length[at] + 1
        self._suffix[state] = self._suffix[to]
        self._suffix[to] = state
        step = self._last_step[to]
        while step:
            self._add(state, self._number[step], self._after(to, self._number[step]))
            step = self._step_before[step]
        while at >= 0 and self._after(at, number) == to:
            self._step[number << 32 | at] = state
            at = self._suffix[at]
        return state

    def _after(self, state: int, number: int) -> int:
        """The state after this number, -1 where there is none."""
        return self._step.get(number << 32 | state, -1)

    def _add(self, state: int, number: int, to: int) -> None:
        self._step[number << 32 | state] = to
        self._step_before.append(self._last_step[state])
        self._last_step[state] = len(self._number)
        self._number.append(number)

    def longest_in(self, other: array[int]) -> int:
        """The length of the longest substring that is in ``other`` too; O(length of other)."""
        state = 0
        length = 0
        longest = 0
        for number in other:
            to = self._after(state, number)
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
