"""The changes by their names."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from training.augmented.draft import Draft
from training.augmented.names import names
from training.augmented.script import script
from training.augmented.stock import Stock

Change = Callable[[Draft, Random, Stock], "Draft | None"]


def _alone(change: Callable[[Draft, Random], bool]) -> Change:
    def changed(draft: Draft, chance: Random, stock: Stock) -> Draft | None:
        return draft.changed() if change(draft, chance) else None

    return changed


CHANGES: Final[dict[str, Change]] = {
    "names": _alone(names),
    "script": _alone(script),
}
"""Every change; see the functions."""


def drawn(chance: Random) -> str:
    """A change, or several that go together, as training draws them."""
    return chance.choice([*CHANGES])
