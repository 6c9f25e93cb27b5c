"""Partial alignment of many sequences (Zhai & Liu 2005, section 4, one level of it).

Zhai, Liu: Web data extraction based on partial tree alignment, WWW 2005. The longest sequence is
the seed; every other one is aligned with it, and what it has more is inserted where its place is
unique, between neighbours that are aligned with neighbours. A sequence with items whose place is
not unique is put off and aligned again when the seed has grown. The paper aligns trees whole;
here a level is aligned at a time, from the top down (:mod:`.common_leaves`).

Two things are added. What is put off for ever is inserted after its left neighbour, so that nothing
is lost; and an item that stands elsewhere than usual still finds its slot by its token.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from scrapy_treesim.records.table import _alignment_cy

THRESHOLD: Final = 0.55
"""Similarity from which two items may be one slot's."""
MAX_SLOTS: Final = 100
"""Slots of one alignment; items beyond find none."""
MAX_CELLS: Final = 300_000
"""Comparisons of an item with a slot in all alignments of one budget; beyond, only equal tokens are
aligned."""
MAX_ROUNDS: Final = 4
"""Times that what was put off is tried again."""
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
    """What all alignments of a table may cost together."""

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
    read: dict[int, float] = field(default_factory=dict)
    """The similarities that were asked for, as the kernel keeps them."""

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
    waiting = sorted(counts, key=lambda one: (-len(one), -counts[one], one))
    seed = _Seed(similarity, budget or Budget())
    places: dict[tuple[int, ...], list[int]] = {}
    force = False
    rounds = 0
    while waiting:
        put_off = []
        slots_before = len(seed.tokens)
        for sequence in waiting:
            matched = _match(seed, sequence)
            if _insert(seed, sequence, matched, force):
                places[sequence] = matched
                for slot, token in zip(matched, sequence, strict=True):
                    if slot >= 0:
                        seed.learn(slot, token)
            else:
                put_off.append(sequence)
        # Where nothing was inserted, nothing will find its place by waiting.
        rounds += 1
        force = len(seed.tokens) == slots_before or rounds == MAX_ROUNDS
        waiting = put_off
    return Alignment(seed.order, seed.tokens, places)


def _match(seed: _Seed, sequence: tuple[int, ...]) -> list[int]:
    """The slot of each item, -1 where it has none: in order as far as that goes."""
    direct = _match_equal(seed, sequence)
    if direct is not None:
        return direct
    if seed.budget.spend(len(seed.order) * len(sequence)):
        matched = _alignment_cy.pairing(
            seed.order, seed.tokens, sequence, seed.similarity, THRESHOLD, seed.read
        )
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


def _insert(seed: _Seed, sequence: tuple[int, ...], matched: list[int], force: bool) -> bool:
    """Give the unmatched items slots of their own where that place is unique, or in any case.

    Returns whether every item has its slot now (or there is no room for one).
    """
    rank = {slot: place for place, slot in enumerate(seed.order)}
    after: dict[int, list[int]] = {}
    complete = True
    stop = 0
    for start in range(len(sequence)):
        if start < stop or matched[start] >= 0:
            continue
        stop = start
        while stop < len(sequence) and matched[stop] < 0:
            stop += 1
        left = matched[start - 1] if start else -1
        right = rank[matched[stop]] if stop < len(sequence) else len(rank)
        if force or right == rank.get(left, -1) + 1:
            matched[start:stop] = [seed.new(token) for token in sequence[start:stop]]
            after.setdefault(left, []).extend(slot for slot in matched[start:stop] if slot >= 0)
        else:
            complete = False
    if after:
        old = [-1, *seed.order]
        seed.order = [one for slot in old for one in (slot, *after.get(slot, ())) if one >= 0]
    return complete
