"""A backtracking matcher that counts its steps: what a pattern costs, without a clock.

It runs a program made from the standard library's own parse of a pattern, and tries what :mod:`re`
tries in the same order. Single characters are matched by :mod:`re` itself, so that flags and
categories mean the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

_IS_OLD = sys.version_info < (3, 11)
_parser: Any = import_module("sre_parse" if _IS_OLD else "re._parser")
_compiler: Any = import_module("sre_compile" if _IS_OLD else "re._compiler")

Text: TypeAlias = "str | bytes"
Pattern: TypeAlias = "re.Pattern[str] | re.Pattern[bytes]"
_Groups: TypeAlias = "dict[int, tuple[int, int]]"

UNBOUNDED = int(_parser.MAXREPEAT)
_SINGLE = frozenset(("LITERAL", "NOT_LITERAL", "ANY", "IN"))

(
    CHAR, SPLIT, JUMP, AT, LOOK, MARK, MOVED, OPEN, CLOSE, AGAIN, MATCH,
) = range(11)  # fmt: skip
"""What an instruction does: take a character, go on in one of two ways, go on elsewhere, ask for a
place, look ahead or behind, note where a round begins, ask whether it has moved, begin and end a
group, take what a group took, and end."""


class Accepts(dict[Text, bool]):
    """Whether a single character is taken, by the character."""

    def __init__(self, matcher: Pattern) -> None:
        super().__init__()
        self._matcher: re.Pattern[Any] = matcher

    def __missing__(self, one: Text) -> bool:
        self[one] = found = self._matcher.match(one) is not None
        return found


class Step(NamedTuple):
    """One instruction."""

    does: int
    to: int = -1
    """Where it goes on."""
    or_to: int = -1
    """Where it goes on if that fails, or where a round that has not moved does."""
    what: Any = None
    """Of ``CHAR`` an :class:`Accepts`, of ``AT`` the place's name, of ``LOOK`` a program, of groups
    their number."""
    behind: int = 0
    """Of ``LOOK``: how many characters back it begins."""
    wanted: bool = True
    """Of ``LOOK``: whether it is to be found."""


@dataclass(frozen=True)
class Program:
    """The instructions of a pattern, the first one at 0."""

    steps: tuple[Step, ...]
    of_bytes: bool
    longest_bound: int
    """The largest finite number of repetitions it names."""
    literals: frozenset[int]
    """The characters it names."""

    @classmethod
    def of(cls, pattern: Pattern, *, is_open: bool = False) -> Program:
        """The program of a pattern; an open one only shows which characters may follow which: it
        ends where a look ahead does, or passes that by, and takes a group again as if anew."""
        parsed = _parser.parse(pattern.pattern, pattern.flags)
        maker = _Maker(parsed.state, isinstance(pattern.pattern, bytes), is_open)
        return maker.program(parsed, parsed.state.flags)


class Costly(Exception):
    """More steps than allowed."""


class _Maker:
    """What writes the instructions, one after the other."""

    def __init__(self, state: Any, of_bytes: bool, is_open: bool) -> None:
        self.state, self.of_bytes, self.is_open = state, of_bytes, is_open
        self.groups: dict[int, tuple[Any, int]] = {}
        self.steps: list[Step] = []
        self.longest_bound = 1
        self.literals: set[int] = set()

    def program(self, parsed: Any, flags: int) -> Program:
        self.sequence(parsed, flags)
        self.steps.append(Step(MATCH))
        steps = self.steps

        def past_jumps(to: int) -> int:
            while to >= 0 and steps[to].does == JUMP:
                to = steps[to].to
            return to

        done = (one._replace(to=past_jumps(one.to), or_to=past_jumps(one.or_to)) for one in steps)
        literals = frozenset(self.literals)
        return Program(tuple(done), self.of_bytes, self.longest_bound, literals)

    def add(self, does: int, **held: Any) -> int:
        self.steps.append(Step(does, len(self.steps) + 1, **held))
        return len(self.steps) - 1

    def sequence(self, parsed: Any, flags: int) -> None:
        for item in parsed:
            self.item(item, flags)

    def item(self, item: Any, flags: int) -> None:
        name, held = str(item[0]), item[1]
        if name in _SINGLE:
            self.literals.update(_named(item))
            self.add(CHAR, what=self.single(item, flags))
        elif name == "BRANCH":
            self.branches(held[1], flags)
        elif name == "SUBPATTERN":
            group, added, removed, inner = held
            flags = (flags | added) & ~removed
            if group is not None:
                self.groups[group] = inner, flags
                self.add(OPEN, what=group)
            self.sequence(inner, flags)
            if group is not None:
                self.add(CLOSE, what=group)
        elif name == "GROUPREF" and self.is_open:
            self.sequence(*self.groups[held])
        elif name == "GROUPREF":
            self.add(AGAIN, what=held)
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            low, high, inner = held
            self.repeat(int(low), int(high), inner, flags, is_greedy=name == "MAX_REPEAT")
        elif name in ("ASSERT", "ASSERT_NOT"):
            direction, inner = held
            if self.is_open:
                if direction > 0:
                    split = self.add(JUMP)
                    self.sequence(inner, flags)
                    self.steps.append(Step(MATCH))
                    self.steps[split] = Step(SPLIT, split + 1, len(self.steps))
                return
            program = _Maker(self.state, self.of_bytes, False).program(inner, flags)
            self.longest_bound = max(self.longest_bound, program.longest_bound)
            self.literals |= program.literals
            behind = inner.getwidth()[0] if direction < 0 else 0
            self.add(LOOK, what=program, behind=behind, wanted=name == "ASSERT")
        elif name == "AT":
            lines = flags & re.MULTILINE and str(held) in ("AT_BEGINNING", "AT_END")
            self.add(AT, what=f"{held}_LINE" if lines else str(held))
        else:
            raise NotImplementedError(f"{name} is not counted yet")

    def single(self, item: Any, flags: int) -> Accepts:
        state = _parser.State()
        state.flags, state.str = flags, self.state.str
        return Accepts(_compiler.compile(_parser.SubPattern(state, [item]), flags))

    def branches(self, branches: list[Any], flags: int) -> None:
        ends = []
        for number, branch in enumerate(branches):
            split = self.add(JUMP)
            self.sequence(branch, flags)
            ends.append(self.add(JUMP))
            if number < len(branches) - 1:
                self.steps[split] = Step(SPLIT, split + 1, len(self.steps))
        for end in ends:
            self.steps[end] = Step(JUMP, len(self.steps))

    def repeat(self, low: int, high: int, inner: Any, flags: int, *, is_greedy: bool) -> None:
        for _ in range(low):
            self.sequence(inner, flags)
        self.longest_bound = max(self.longest_bound, low)
        splits = []
        if high < UNBOUNDED:
            self.longest_bound = max(self.longest_bound, high)
            for _ in range(high - low):
                splits.append(self.add(JUMP))
                self.sequence(inner, flags)
        else:
            splits.append(self.add(JUMP))
            may_be_empty = inner.getwidth()[0] == 0
            if may_be_empty:
                self.add(MARK)
            self.sequence(inner, flags)
            if may_be_empty:
                # A round that has taken nothing is the last one.
                self.steps.append(Step(MOVED, splits[0], len(self.steps) + 1))
            else:
                self.steps.append(Step(JUMP, splits[0]))
        done = len(self.steps)
        for split in splits:
            ways = (split + 1, done) if is_greedy else (done, split + 1)
            self.steps[split] = Step(SPLIT, *ways)


def _named(item: Any) -> Iterator[int]:
    """The characters that an instruction names: letters, and the ends of ranges."""
    name, held = str(item[0]), item[1]
    if name in ("LITERAL", "NOT_LITERAL"):
        yield held
    elif name == "RANGE":
        yield from held
    elif name == "IN":
        for one in held:
            yield from _named(one)


def cut(text: Text) -> list[Text]:
    """The characters of a text."""
    return [text[place : place + 1] for place in range(len(text))]


class Counter:
    """What matches a program and counts the steps; more than ``most`` raise :class:`Costly`."""

    def __init__(self, program: Program, most: int = 10**9) -> None:
        self.program, self.most = program, most
        self.steps = 0
        self._groups: _Groups = {}

    def match(self, text: Text, *, is_full: bool = False) -> int | None:
        """The end of the match that begins with the text."""
        return self._run(self.program, cut(text), 0, is_full, {})

    def each(self, text: Text) -> Iterator[tuple[int, int]]:
        """All matches, as :meth:`re.Pattern.finditer` finds them, but for empty ones that follow
        others; the first is that of :meth:`re.Pattern.search`."""
        chars = cut(text)
        place = 0
        while place <= len(chars):
            end = self._run(self.program, chars, place, False, {})
            if end is not None:
                yield place, end
            place = max(end or 0, place + 1) if end != place else place + 1

    def _run(
        self, program: Program, chars: list[Text], start: int, is_full: bool, held: _Groups
    ) -> int | None:
        code, length, most = program.steps, len(chars), self.most
        steps = self.steps
        # Where to go on: an instruction, a place, the beginnings of open rounds, the groups.
        stack: list[tuple[int, int, tuple[int, ...], _Groups]] = [(0, start, (), held)]
        while stack:
            here, place, marks, groups = stack.pop()
            while True:
                steps += 1
                does, to, or_to, what, behind, wanted = code[here]
                if does == CHAR:
                    if place >= length or not what[chars[place]]:
                        break
                    place += 1
                elif does == SPLIT:
                    if steps > most:
                        self.steps = steps
                        raise Costly
                    stack.append((or_to, place, marks, groups))
                elif does == AT:
                    if not _is_at(what, chars, place):
                        break
                elif does == LOOK:
                    self.steps, found = steps, False
                    if place >= behind:
                        end = self._run(what, chars, place - behind, False, groups)
                        found = end is not None
                    steps = self.steps
                    if found != wanted:
                        break
                    if found:
                        groups = self._groups
                elif does == MARK:
                    marks = (*marks, place)
                elif does == MOVED:
                    if place == marks[-1]:
                        to = or_to
                    marks = marks[:-1]
                elif does == OPEN:
                    groups = {**groups, what: (place, -1)}
                elif does == CLOSE:
                    groups = {**groups, what: (groups[what][0], place)}
                elif does == AGAIN:
                    first, last = groups.get(what, (0, -1))
                    size = last - first
                    if size < 0 or chars[first:last] != chars[place : place + size]:
                        break
                    steps += size
                    place += size
                elif does == MATCH:
                    if is_full and place < length:
                        break
                    self.steps, self._groups = steps, groups
                    return place
                here = to
        self.steps = steps
        return None


def counted(program: Program, text: Text, way: str, most: int = 10**9) -> int:
    """The steps of matching a text: ``way`` is ``match``, ``fullmatch``, ``search`` or ``each``."""
    counter = Counter(program, most)
    if way in ("match", "fullmatch"):
        counter.match(text, is_full=way == "fullmatch")
    else:
        for _ in counter.each(text):
            if way == "search":
                break
    return counter.steps


def _is_at(what: str, chars: list[Text], place: int) -> bool:
    if what in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
        return place == 0
    if what == "AT_END_STRING":
        return place == len(chars)
    if what == "AT_END":
        return place == len(chars) or chars[place:] in (["\n"], [b"\n"])
    if what in ("AT_BOUNDARY", "AT_NON_BOUNDARY"):
        before = place > 0 and _is_word(chars[place - 1])
        after = place < len(chars) and _is_word(chars[place])
        return (before != after) is (what == "AT_BOUNDARY")
    raise NotImplementedError(f"{what} is not counted yet")


def _is_word(one: Text) -> bool:
    return one.isalnum() or one in ("_", b"_")
