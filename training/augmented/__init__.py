"""Known pages, changed so that what is learned from them holds on other sites too.

A change takes a draft (a page and its true main text) and changes both alike, or leaves them and
returns False where it has no place. Changes are named in :data:`CHANGES`; several are made one
after the other with ``+`` between their names, as ``transplant+comments+names``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final

from training.augmented.boxes import author, comments, consent, read_also, related
from training.augmented.draft import Draft, Variant
from training.augmented.fragments import fragment
from training.augmented.restyled import names, paragraphs
from training.augmented.script import script
from training.augmented.stock import Known, Stock
from training.augmented.surroundings import drop, second, transplant

__all__ = ["CHANGES", "Known", "Stock", "Variant", "drawn", "fragment", "variants"]

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


def variants(
    html: bytes,
    text: str,
    lang: str,
    chance: Random,
    others: Stock | Sequence[Known] = (),
    changes: Iterable[str] = tuple(CHANGES),
) -> Iterator[Variant]:
    """The page in one variant a change; none where a change has no place on it.

    Args:
        html: the page.
        text: its main text.
        lang: the language of the text; the tokens of ``zh`` and ``ja`` are characters.
        chance: draws everything; of the same seed come the same variants.
        others: further known pages, whose texts and surroundings are borrowed.
        changes: names of :data:`CHANGES`, or several joined by ``+``; of those, a variant names
            the ones that had a place.
    """
    stock = others if isinstance(others, Stock) else Stock(others)
    for change in changes:
        draft = Draft(html, text, lang)
        draw = Random(chance.randrange(1 << 60))
        made: list[str] = []
        for name in change.split("+"):
            changed = CHANGES[name](draft, draw, stock)
            if changed is not None:
                draft, made = changed, [*made, name]
        if made:
            yield draft.variant("+".join(made))
