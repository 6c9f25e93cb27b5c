"""From scored blocks to the article: one subtree pruned, or all blocks that are likely enough.

Most articles lie in one subtree; then what stands outside it must be much likelier than what
stands inside. Where the likely blocks are scattered (threads, collections, products), the article
is the set of blocks that maximises the F1 to be expected of it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import accumulate, compress
from operator import mul
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import _assembly_cy
from scrapy_treesim.article.model import probability

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.article.blocks import Blocks
    from scrapy_treesim.tree import PageTree

MIN_SHARE: Final = 0.5
"""The share of all likely text that must lie in the best subtree for it to be the article."""

MIN_INSIDE: Final = 0.35
"""The probability from which a block inside the best subtree is kept."""

MIN_OUTSIDE: Final = 0.8
"""The probability from which a block outside it is kept."""

_MOST_UNITS: Final = 300
_WEIGHTS = [size**0.75 for size in range(_MOST_UNITS + 1)]


@dataclass(frozen=True, slots=True)
class Assembly:
    """The blocks of a page that were kept."""

    kept: tuple[bool, ...]
    """Of each block, whether it is part of the article."""
    top: int
    """The best subtree's node; 0 where the article is scattered."""
    confidence: float
    """The F1 to be expected of the choice, in [0, 1]."""


def assemble(
    tree: PageTree, blocks: Blocks, units: Sequence[int], log_odds: Sequence[float]
) -> Assembly:
    """Choose among the blocks; ``units`` are their sizes, ``log_odds`` their log-odds."""
    likely = list(map(probability, log_odds))
    expected = list(map(mul, units, likely))
    everything = sum(expected)
    top = best_subtree(tree, blocks, units, log_odds)
    first, last = blocks.before[top], blocks.before[top + tree.size[top]]
    if sum(expected[first:last]) < MIN_SHARE * everything:
        kept = _most_expected(units, likely, everything)
        top = 0
    else:
        kept = [p >= MIN_OUTSIDE for p in likely]
        kept[first:last] = [p >= MIN_INSIDE for p in likely[first:last]]
        if not any(kept):
            least = max(likely) / 2
            kept = [p >= least for p in likely]
    # The F1 to be expected: twice what is right of the kept, over the kept and all that is right.
    right = sum(compress(expected, kept))
    both = sum(compress(units, kept)) + everything
    return Assembly(tuple(kept), top, 2 * right / both if both else 0.0)


def best_subtree(
    tree: PageTree, blocks: Blocks, units: Sequence[int], log_odds: Sequence[float]
) -> int:
    """The node whose blocks' log-odds, weighted by their size, add up to most."""
    weights = [_WEIGHTS[min(size, _MOST_UNITS)] for size in units]
    scores = array("d", accumulate(map(mul, weights, log_odds), initial=0.0))
    return _assembly_cy.best_subtree(tree.size, blocks.before, scores)


def _most_expected(units: Sequence[int], likely: Sequence[float], everything: float) -> list[bool]:
    """The likeliest blocks, as many as give the largest expected F1; ``everything`` is all that is
    likely."""
    kept_units = kept_expected = 0.0
    best = (0.0, 0)
    order = sorted(range(len(units)), key=lambda place: -likely[place])
    for count, place in enumerate(order, 1):
        kept_units += units[place]
        kept_expected += units[place] * likely[place]
        if kept_units:
            best = max(best, (2 * kept_expected / (kept_units + everything), count))
    kept = [False] * len(units)
    for place in order[: best[1]]:
        kept[place] = True
    return kept
