"""Alignment of many sequences with a seed that grows (after Zhai & Liu 2005, section 4).

Zhai, Liu: Web data extraction based on partial tree alignment, WWW 2005. The longest sequence is
the seed; every other one is aligned with it, and what it has more is inserted behind its left
neighbour. The paper aligns trees whole, and puts off what may stand in several places; here a level
is aligned at a time, from the top down (:mod:`.common_leaves`), and nothing waits. An item that
stands elsewhere than usual still finds its slot by its token.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

THRESHOLD: Final = 0.55
"""Similarity from which two items may be one slot's."""
MAX_SLOTS: Final = 100
"""Slots of one alignment; items beyond find none."""
MAX_CELLS: Final = 100_000
"""Comparisons of an item with a slot in all alignments of one budget; beyond, only equal tokens are
aligned."""
TOKENS_KEPT: Final = 4
"""Tokens that a slot is known by, the first ones it got."""


@dataclass(slots=True)
class Alignment:
    """The slots found, in order, and where each sequence's items went."""

    order: list[int]
    """The slots' numbers in reading order."""
    tokens: dict[int, list[int]]
    """Tokens by slot, the first :data:`TOKENS_KEPT` of them."""
    places: dict[tuple[int, ...], list[int]]
    """The slot of each item, by sequence; -1 for those beyond :data:`MAX_SLOTS`."""


@dataclass(slots=True)
class Budget:
    """Cost limit of all alignments of a table together."""

    cells: int = MAX_CELLS

    def spend(self, cells: int) -> bool:
        """Take so many comparisons, if there are as many left."""
        if cells > self.cells:
            return False
        self.cells -= cells
        return True


@dataclass(slots=True)
class _Seed:
    """The growing seed."""

    similarity: Callable[[int, int], float]
    budget: Budget
    order: list[int] = field(default_factory=list)
    tokens: dict[int, list[int]] = field(default_factory=dict)

    def new(self, token: int) -> int:
        """A slot of its own for the token, not yet in order; -1 where there is no room."""
        if len(self.tokens) >= MAX_SLOTS:
            return -1
        slot = len(self.tokens)
        self.tokens[slot] = [token]
        return slot

    def learn(self, slot: int, token: int) -> None:
        known = self.tokens[slot]
        if token not in known and len(known) < TOKENS_KEPT:
            known.append(token)


def align(
    sequences: Sequence[tuple[int, ...]] | Mapping[tuple[int, ...], int],
    similarity: Callable[[int, int], float],
    budget: Budget | None = None,
) -> Alignment:
    """Slots for the items of all sequences, or of distinct ones with how many there are of each;
    equal sequences are aligned once.

    ``similarity`` of two tokens lies in [0, 1] and is 1 for equal ones; two items of one sequence
    are never in one slot. Costs items x slots for each distinct sequence, as far as the budget
    allows.
    """
    counts = Counter(sequences)
    seed = _Seed(similarity, budget or Budget())
    places: dict[tuple[int, ...], list[int]] = {}
    for sequence in sorted(counts, key=lambda one: (-len(one), -counts[one], one)):
        matched = places[sequence] = _match(seed, sequence)
        _insert(seed, sequence, matched)
        for slot, token in zip(matched, sequence, strict=True):
            if slot >= 0:
                seed.learn(slot, token)
    return Alignment(seed.order, seed.tokens, places)


def _match(seed: _Seed, sequence: tuple[int, ...]) -> list[int]:
    """The slot of each item, -1 where it has none: in order as far as that goes."""
    direct = _match_equal(seed, sequence)
    if direct is not None:
        return direct
    if seed.budget.spend(len(seed.order) * len(sequence)):
        matched = _pairing(seed, sequence)
    else:
        matched = [-1] * len(sequence)
    used = set(matched)
    free: dict[int, list[int]] = {}
    for slot in reversed(seed.order):
        if slot not in used:
            for token in seed.tokens[slot]:
                free.setdefault(token, []).append(slot)
    for place, token in enumerate(sequence):
        if matched[place] < 0:
            candidates = free.get(token, [])
            while candidates and matched[place] < 0:
                slot = candidates.pop()
                if slot not in used:
                    matched[place] = slot
                    used.add(slot)
    return matched


def _pairing(seed: _Seed, sequence: tuple[int, ...]) -> list[int]:
    """The slot of each item, -1 for none: the pairing one to one and in order of the largest total
    similarity."""
    best = [[0.0] * (len(sequence) + 1)]
    similarity = seed.similarity
    for slot in seed.order:
        known, above, row = seed.tokens[slot], best[-1], [0.0]
        for place, item in enumerate(sequence):
            value = 1.0 if item in known else max([similarity(one, item) for one in known])
            score = max(above[place + 1], row[place])
            row.append(max(score, above[place] + value) if value >= THRESHOLD else score)
        best.append(row)
    matched = [-1] * len(sequence)
    i, j = len(seed.order), len(sequence)
    while i > 0 and j > 0:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            matched[j] = seed.order[i]
    return matched


def _match_equal(seed: _Seed, sequence: tuple[int, ...]) -> list[int] | None:
    """The slots where every token names one slot and they are in order, without a table."""
    slot_of: dict[int, int] = {}
    rank: dict[int, int] = {}
    for place, slot in enumerate(seed.order):
        rank[slot] = place
        for token in seed.tokens[slot]:
            if token in slot_of:
                slot_of[token] = -1
            else:
                slot_of[token] = slot
    matched = [slot_of.get(token, -1) for token in sequence]
    if any(slot < 0 for slot in matched):
        return None
    if any(rank[one] >= rank[other] for one, other in pairwise(matched)):
        return None
    return matched


def _insert(seed: _Seed, sequence: tuple[int, ...], matched: list[int]) -> None:
    """Give the unmatched items slots of their own, each behind its left neighbour's."""
    after: dict[int, list[int]] = {}
    left = -1
    for place, token in enumerate(sequence):
        if matched[place] >= 0:
            left = matched[place]
        else:
            matched[place] = seed.new(token)
            if matched[place] >= 0:
                after.setdefault(left, []).append(matched[place])
    if after:
        old = [-1, *seed.order]
        seed.order = [one for slot in old for one in (slot, *after.get(slot, ())) if one >= 0]
