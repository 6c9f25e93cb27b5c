"""Known pages, changed so that what is learned from them holds on other sites too.

A change takes a draft (a page and its true main text) and changes both alike, or leaves them and
returns False where it has no place. Changes are named in :data:`CHANGES`; several are made one
after the other with ``+`` between their names, as ``transplant+comments+names``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from training.augmented.changes import CHANGES, drawn
from training.augmented.draft import Draft, Variant
from training.augmented.fragments import fragment
from training.augmented.stock import Known, Stock

__all__ = ["CHANGES", "Known", "Stock", "Variant", "drawn", "fragment", "variants"]


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
