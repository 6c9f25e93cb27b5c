"""Strings that are bad for a pattern, made from the pattern itself.

A backtracking matcher takes more than linear time where one string leads both round one place of
the pattern and from there to, and round, another (*ambiguity* of its automaton): then each way to
part a run of that string between the two is tried. The beginning of a search is such a place too,
since a search begins everywhere. All such pairs of places are looked for, and for each the shortest
string. Anchors and what is looked ahead and behind for are taken to hold, so that not every string
found is bad.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from pattern_steps import CHAR, Program, Text, cut

ENDS = ("", "\0", "\n", " ", "a", "0", "=")
"""What an attack may end with, for the pattern not to match."""
MOST_VISITED = 150
"""Places of the automaton's product that are visited for one pair."""
FEW = 8
"""Kinds of characters whose runs are tried on a pattern that repeats nothing."""

_ALPHABET = "\0\n aAbzZ09_-.,:;/#<>\"'()[]&=%@!é中٣²\uffff"
_BEGINNING = -1


class Attack(NamedTuple):
    """A string that grows by one of its parts."""

    before: Text
    pump: Text
    after: Text

    def of(self, chars: int) -> Text:
        """As a string of about so many characters."""
        times = max(1, chars // len(self.pump))
        return self.before + self.pump * times + self.after  # type: ignore[operator]


class _Automaton:
    """The places of a program where a character is taken, and what leads from one to others."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nothing: Text = b"" if program.of_bytes else ""
        places = [at for at, step in enumerate(program.steps) if step.does == CHAR]
        self.letters = self._letters(places)
        self.first = self._following(0)
        self.next: dict[int, dict[Text, tuple[int, ...]]] = {
            place: self._after(place) for place in places
        }
        self.next[_BEGINNING] = dict.fromkeys(self.letters, (_BEGINNING, *self.first))
        self._reached: dict[int, frozenset[int]] = {}
        # A pattern without a way back has no loops: alternatives of many words are spared the work.
        self.turns_back = any(
            -1 < to <= at for at, step in enumerate(program.steps) for to in (step.to, step.or_to)
        )
        self.loops = [place for place in places if self.turns_back and place in self.reached(place)]

    def _letters(self, places: list[int]) -> list[Text]:
        """One character of each kind that the pattern tells apart."""
        alphabet = [*_ALPHABET, *map(chr, sorted(self.program.literals))]
        letters: list[Text] = [*dict.fromkeys(alphabet)]
        if self.program.of_bytes:
            letters = [one.encode("latin-1") for one in dict.fromkeys(alphabet) if one < "\x80"]
        kinds: dict[tuple[bool, ...], Text] = {}
        for one in letters:
            kind = tuple(self.program.steps[at].what[one] for at in places)
            kinds.setdefault(kind, one)
        return list(kinds.values())

    def _after(self, place: int) -> dict[Text, tuple[int, ...]]:
        following = self._following(place + 1)
        step = self.program.steps[place]
        return {one: following for one in self.letters if step.what[one]}

    def _following(self, start: int) -> tuple[int, ...]:
        """The places that are reached without a character."""
        steps = self.program.steps
        seen, waiting, found = {start}, [start], []
        while waiting:
            here = waiting.pop()
            step = steps[here]
            if step.does == CHAR:
                found.append(here)
                continue
            for to in (step.to, step.or_to):
                if to >= 0 and to not in seen:
                    seen.add(to)
                    waiting.append(to)
        return tuple(found)

    def reached(self, start: int) -> frozenset[int]:
        """The places that are reached with some characters."""
        if start in self._reached:
            return self._reached[start]
        seen: set[int] = set()
        waiting = [start]
        while waiting:
            for following in self.next[waiting.pop()].values():
                for to in following:
                    if to not in seen:
                        seen.add(to)
                        waiting.append(to)
        self._reached[start] = frozenset(seen)
        return self._reached[start]

    def takers(self, letter: Text) -> int:
        """How many places take a character."""
        return sum(letter in moves for moves in self.next.values())

    def string_to(self, goal: int) -> Text:
        """The shortest string that leads from the beginning to a place."""
        waiting = deque((place, self.nothing) for place in self.first)
        seen = set(self.first)
        while waiting:
            place, said = waiting.popleft()
            if place == goal:
                return said
            for one, following in self.next[place].items():
                for to in following:
                    if to not in seen:
                        seen.add(to)
                        waiting.append((to, said + one))  # type: ignore[operator]
        return self.nothing

    def ends_all(self, said: list[Text]) -> Text:
        """The shortest string after which nothing that this one leads to goes on; else nothing."""
        places = set(self.first)
        for one in said:
            places = self._step(places, one)
        waiting = deque([(frozenset(places), self.nothing)])
        seen = {frozenset(places)}
        while waiting and len(seen) < MOST_VISITED:
            here, end = waiting.popleft()
            for letter in self.letters:
                to = frozenset(self._step(here, letter))
                if not to:
                    return end + letter  # type: ignore[operator]
                if to not in seen:
                    seen.add(to)
                    waiting.append((to, end + letter))  # type: ignore[operator]
        return self.nothing

    def _step(self, places: Iterable[int], letter: Text) -> set[int]:
        return {to for place in places for to in self.next[place].get(letter, ())}

    def shared(self, one: int, other: int) -> Text | None:
        """The shortest string that leads from ``one`` back to it, from it to ``other``, and from
        there back to that."""
        start, goal = (one, one, other), (one, other, other)
        waiting = deque([(start, self.nothing)])
        seen = {start}
        while waiting and len(seen) < MOST_VISITED:
            places, said = waiting.popleft()
            moves = [self.next[place] for place in places]
            for letter in min(moves, key=len):
                if not all(letter in move for move in moves):
                    continue
                ways = [
                    [to for to in move[letter] if to == end or end in self.reached(to)]
                    for move, end in zip(moves, goal, strict=True)
                ]
                for to in product(*ways):
                    if to == goal:
                        return said + letter  # type: ignore[operator]
                    if to not in seen:
                        seen.add(to)  # type: ignore[arg-type]
                        waiting.append((to, said + letter))  # type: ignore[arg-type, operator]
        return None


def attacks(program: Program, *, searched: bool) -> Iterator[list[Attack]]:
    """Strings that may be bad for an open program: all that its ambiguity tells, and runs of each
    kind of character and in each loop; each with several ends."""
    automaton = _Automaton(program)
    found: dict[tuple[Text, Text], None] = {}
    repeats = automaton.turns_back or program.longest_bound > 1
    for letter in automaton.letters[: None if repeats else FEW]:
        found[automaton.nothing, letter] = None
    for place in automaton.loops:
        common = max(automaton.next[place], key=automaton.takers)
        found[automaton.string_to(place), common] = None
    for one in ([_BEGINNING] if searched else []) + automaton.loops:
        before = automaton.nothing if one == _BEGINNING else automaton.string_to(one)
        for other in automaton.loops:
            if one != other and other in automaton.reached(one):
                pump = automaton.shared(one, other)
                if pump is not None:
                    found[before, pump] = None
    for before, pump in found:
        ends = dict.fromkeys(end.encode() if program.of_bytes else end for end in ENDS)
        ends[automaton.ends_all(cut(before + pump * 2))] = None  # type: ignore[operator]
        yield [Attack(before, pump, end) for end in ends]
