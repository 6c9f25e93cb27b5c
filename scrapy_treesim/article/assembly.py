"""From scored blocks to the article: one subtree pruned, or all blocks that are likely enough.

Most articles lie in one subtree; then what stands outside it must be much likelier than what
stands inside. Where the likely blocks are scattered (threads, collections, products), the article
is the set of blocks that maximises the F1 to be expected of it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import _article_cy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree

MAX_LOG_ODDS: Final = 6.0
"""The bound of log-odds, either way."""

MIN_SHARE: Final = 0.6
"""The share of all likely text that must lie in the best subtree for it to be the article. Chosen
on dev pages, as all below."""
MIN_SHARE_OF_ONE: Final = 0.2
"""The same where the text is rather one body."""

MIN_INSIDE: Final = 0.35
"""The probability from which a block inside the best subtree is kept."""

MIN_OUTSIDE: Final = 0.8
"""The probability from which a block outside it is kept."""

_MAX_UNITS: Final = 300
_WEIGHTS: Final = array("d", [size**0.75 for size in range(_MAX_UNITS + 1)])
"""The weight of a block's log-odds by its size."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """The blocks of a page that were kept."""

    kept: bytearray
    """Of each block, whether it is part of the article: 1 or 0."""
    top: int
    """The best subtree's node; 0 where the article is scattered."""
    confidence: float
    """The F1 to be expected of the choice, in [0, 1]."""


def assemble(
    tree: PageTree,
    blocks: Blocks,
    units: Sequence[int],
    log_odds: Sequence[float],
    is_one_body: bool = False,
) -> Assembly:
    """Choose among the blocks; ``units`` are their sizes, ``log_odds`` their log-odds, and
    ``is_one_body`` tells that their text is rather one body than scattered."""
    likely = array("d", bytes(8 * len(units)))
    choice = _article_cy.Choice(array("i", units), array("d", log_odds), likely)
    top = choice.best_subtree(tree.size, blocks.before, _WEIGHTS)
    first, last = blocks.before[top], blocks.before[top + tree.size[top]]
    everything = choice.expected(0, len(units))
    kept = bytearray(len(units))
    least = MIN_SHARE_OF_ONE if is_one_body else MIN_SHARE
    if choice.expected(first, last) < least * everything:
        _keep_most_expected(units, likely, everything, kept)
        top = 0
    else:
        choice.keep(kept, first, last, MIN_INSIDE, MIN_OUTSIDE)
        if not any(kept):
            choice.keep(kept, 0, len(units), max(likely) / 2, MIN_OUTSIDE)
    return Assembly(kept, top, choice.f1(kept))


def _keep_most_expected(
    units: Sequence[int], likely: array[float], everything: float, kept: bytearray
) -> None:
    """Keep the likeliest blocks, as many as give the largest expected F1; ``everything`` is all
    that is likely."""
    kept_units = kept_expected = best = 0.0
    count = 0
    order = sorted(range(len(units)), key=likely.__getitem__, reverse=True)
    for place, block in enumerate(order, 1):
        kept_units += units[block]
        kept_expected += units[block] * likely[block]
        f1 = 2 * kept_expected / (kept_units + everything) if kept_units else 0.0
        if f1 >= best and kept_units:
            best, count = f1, place
    for block in order[:count]:
        kept[block] = True
