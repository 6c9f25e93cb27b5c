"""Alignment of sequences: items of the same slot.

A seed grows, as in Zhai and Liu, Web data extraction based on partial tree alignment, WWW 2005,
section 4. The longest sequence is the seed; every other one is aligned with it, and what it has
more is inserted behind its left neighbour. The paper aligns trees whole, and puts off what may
stand in several places; here a level is aligned at a time, and nothing waits. An item that stands
elsewhere than usual still finds its slot by its token.
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
MAX_COMPARISONS: Final = 100_000
"""Comparisons of an item with a slot in all alignments of one budget; beyond, only equal tokens are
aligned."""
MAX_TOKENS: Final = 4
"""Tokens that a slot is recognised by, the first ones it got."""


@dataclass(slots=True)
class Alignment:
    """Slots in order, and the slots of each sequence's items."""

    order: list[int]
    """The slots' numbers in reading order."""
    tokens: dict[int, list[int]]
    """Tokens by slot, the first :data:`MAX_TOKENS` of them."""
    slots: dict[tuple[int, ...], list[int]]
    """The slot of each item, by sequence; -1 for those beyond :data:`MAX_SLOTS`."""


@dataclass(slots=True)
class Budget:
    """Cost limit of all alignments of a table together."""

    comparisons: int = MAX_COMPARISONS

    def spend(self, comparisons: int) -> bool:
        """Take so many comparisons, if there are as many left."""
        if comparisons > self.comparisons:
            return False
        self.comparisons -= comparisons
        return True


@dataclass(slots=True)
class _Seed:
    """The growing seed."""

    similarity: Callable[[int, int], float]
    budget: Budget
    order: list[int] = field(default_factory=list)
    tokens: dict[int, list[int]] = field(default_factory=dict)

    def new_slot(self, token: int) -> int:
        """Make a slot for the token, not yet in order; -1 without room."""
        if len(self.tokens) >= MAX_SLOTS:
            return -1
        slot = len(self.tokens)
        self.tokens[slot] = [token]
        return slot

    def learn(self, slot: int, token: int) -> None:
        """Recognise the slot by one more token."""
        tokens = self.tokens[slot]
        if token not in tokens and len(tokens) < MAX_TOKENS:
            tokens.append(token)


def align(
    sequences: Sequence[tuple[int, ...]] | Mapping[tuple[int, ...], int],
    similarity: Callable[[int, int], float],
    budget: Budget | None = None,
) -> Alignment:
    """Slots for the items of all sequences, or of distinct ones with how many there are of each.

    Equal sequences are aligned once. ``similarity`` of two tokens lies in [0, 1] and is 1 for equal
    ones; two items of one sequence are never in one slot. Costs items x slots for each distinct
    sequence, as far as the budget allows.
    """
    counts = Counter(sequences)
    seed = _Seed(similarity, budget or Budget())
    slots: dict[tuple[int, ...], list[int]] = {}
    for sequence in sorted(
        counts, key=lambda sequence: (-len(sequence), -counts[sequence], sequence)
    ):
        matched = slots[sequence] = _match(seed, sequence)
        _insert(seed, sequence, matched)
        for slot, token in zip(matched, sequence, strict=True):
            if slot >= 0:
                seed.learn(slot, token)
    return Alignment(seed.order, seed.tokens, slots)


def _match(seed: _Seed, sequence: tuple[int, ...]) -> list[int]:
    """The slot of each item, -1 for none: in order as far as possible."""
    direct = _match_equal(seed, sequence)
    if direct is not None:
        return direct
    if seed.budget.spend(len(seed.order) * len(sequence)):
        matched = _match_similar(seed, sequence)
    else:
        matched = [-1] * len(sequence)
    used = set(matched)
    free: dict[int, list[int]] = {}
    for slot in reversed(seed.order):
        if slot not in used:
            for token in seed.tokens[slot]:
                free.setdefault(token, []).append(slot)
    for index, token in enumerate(sequence):
        candidates = free.get(token, [])
        while candidates and matched[index] < 0:
            slot = candidates.pop()
            if slot not in used:
                matched[index] = slot
                used.add(slot)
    return matched


def _match_similar(seed: _Seed, sequence: tuple[int, ...]) -> list[int]:
    """The pairing one to one and in order of the largest total similarity; -1 for no slot."""
    best = [[0.0] * (len(sequence) + 1)]
    similarity = seed.similarity
    for slot in seed.order:
        tokens, above, row = seed.tokens[slot], best[-1], [0.0]
        for index, item in enumerate(sequence):
            value = 1.0 if item in tokens else max([similarity(token, item) for token in tokens])
            score = max(above[index + 1], row[index])
            row.append(max(score, above[index] + value) if value >= THRESHOLD else score)
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
    """The slots of tokens of one slot each, if they are in order; None otherwise."""
    slot_of: dict[int, int] = {}
    rank: dict[int, int] = {}
    for position, slot in enumerate(seed.order):
        rank[slot] = position
        for token in seed.tokens[slot]:
            slot_of[token] = -1 if token in slot_of else slot
    matched = [slot_of.get(token, -1) for token in sequence]
    if any(slot < 0 for slot in matched):
        return None
    if any(rank[slot] >= rank[following] for slot, following in pairwise(matched)):
        return None
    return matched


def _insert(seed: _Seed, sequence: tuple[int, ...], matched: list[int]) -> None:
    """Give the unmatched items slots, each behind its left neighbour's."""
    after: dict[int, list[int]] = {}
    left = -1
    for index, token in enumerate(sequence):
        if matched[index] >= 0:
            left = matched[index]
        else:
            matched[index] = seed.new_slot(token)
            if matched[index] >= 0:
                after.setdefault(left, []).append(matched[index])
    if after:
        order = [slot for left in (-1, *seed.order) for slot in (left, *after.get(left, ()))]
        seed.order = order[1:]
