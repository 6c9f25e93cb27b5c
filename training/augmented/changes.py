"""The changes by their names."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from training.augmented.boxes import author, comments, consent, read_also, related
from training.augmented.draft import Draft
from training.augmented.names import names
from training.augmented.paragraphs import paragraphs
from training.augmented.script import script
from training.augmented.stock import Stock
from training.augmented.surroundings import drop, second, transplant

Change = Callable[[Draft, Random, Stock], "Draft | None"]


def _alone(change: Callable[[Draft, Random], bool]) -> Change:
    def changed(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
        return draft.changed() if change(draft, chance) else None

    return changed


CHANGES: Final[dict[str, Change]] = {
    "drop": _alone(drop),
    "transplant": transplant,
    "second": second,
    "comments": comments,
    "related": related,
    "author": author,
    "read also": read_also,
    "consent": consent,
    "paragraphs": _alone(paragraphs),
    "script": _alone(script),
    "names": _alone(names),
}
"""Every change, in the order in which several are made; see the functions."""

SHARES: Final = {
    "drop": 0.3,
    "transplant": 0.25,
    "second": 0.1,
    "comments": 0.2,
    "related": 0.25,
    "author": 0.15,
    "read also": 0.15,
    "consent": 0.1,
    "paragraphs": 0.15,
    "script": 0.3,
    "names": 0.35,
}
"""The share of drawn variants that have each change."""


def drawn(chance: Random) -> str:
    """Several changes that are made together, at least one, drawn by their shares."""
    while True:
        found = [name for name, share in SHARES.items() if chance.random() < share]
        if found:
            return "+".join(found)
