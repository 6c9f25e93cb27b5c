"""The main text by the network's answers for blocks.

Wang's idea, that large blocks are main text and small ones only where something else tells so,
taken further: the network of the whole page says of each block how likely it is main text, and the
likely blocks are put together. Most articles lie in one subtree; then what stands outside it must
be much likelier than what stands inside. Where the likely blocks are scattered (threads,
collections, products), the article is the set of blocks that maximises the F1 to be expected of it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import compress
from math import exp
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article._article_cy import best_subtree
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.network.forward import answers_of
from scrapy_treesim.network.weights import KINDS, LABELS, ROLES
from scrapy_treesim.reading import _blocks_cy
from scrapy_treesim.reading.read import reading_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.network.forward import Answers
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.reading.read import Reading
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
MIN_ARTICLE: Final = 0.05
"""The probability of an article from which a page's text is rather one body than scattered."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The method's parameters."""

    min_confidence: float = 0.3
    """The confidence below which a page has no article, in [0, 1]."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """The blocks of a page that were kept."""

    kept: bytearray
    """Of each block, whether it is part of the article: 1 or 0."""
    top: int
    """The best subtree's node; 0 where the article is scattered."""
    confidence: float
    """The F1 to be expected of the choice, in [0, 1]."""


class ScoredBlocks(NamedTuple):
    """A page's blocks with the network's answers, and those that were kept."""

    reading: Reading
    answers: Answers
    log_odds: array[float]
    """Of each block, log-odds that it is part of the article."""
    assembly: Assembly

    @property
    def blocks(self) -> Blocks:
        """The page's blocks."""
        return self.reading.blocks

    @property
    def units(self) -> array[int]:
        """The size of each block, in half words."""
        return self.reading.units

    @property
    def flags(self) -> bytearray:
        """A flag for every text node of a kept block, among all nodes."""
        flags = bytearray(len(self.blocks.block))
        _blocks_cy.flag(self.blocks.block, self.assembly.kept, flags)
        return flags

    def probability_of(self, kind: str) -> float:
        """The probability of a kind of page."""
        return shares_of(self.answers.kinds)[KINDS.index(kind)]

    def role(self, block: int) -> tuple[str, float]:
        """The most probable role of a block, and its probability."""
        odds = self.answers.roles[block * len(ROLES) : (block + 1) * len(ROLES)]
        return max(zip(ROLES, shares_of(odds), strict=True), key=lambda one: one[1])


def scored_blocks(page: Page) -> ScoredBlocks | None:
    """Score and assemble the page's blocks; None where it has no text."""
    answers = page.once(answers_of)
    if answers is None:
        return None
    reading, log_odds = page.once(reading_of), main_log_odds(answers)
    is_one_body = shares_of(answers.kinds)[KINDS.index("article")] >= MIN_ARTICLE
    assembly = assemble(page.tree, reading.blocks, reading.units, log_odds, is_one_body)
    return ScoredBlocks(reading, answers, log_odds, assembly)


def main_log_odds(answers: Answers, limit: float = MAX_LOG_ODDS) -> array[float]:
    """Of each block, the log-odds that it is main text, bounded either way."""
    odds = answers.labels[:: len(LABELS)]
    # Comparisons cost far less than calls, and few are beyond the bound.
    return array(
        "d", [one if -limit <= one <= limit else limit * (1 if one > 0 else -1) for one in odds]
    )


def assemble(
    tree: PageTree,
    blocks: Blocks,
    units: Sequence[int],
    log_odds: Sequence[float],
    is_one_body: bool = False,
) -> Assembly:
    """Choose among the blocks; ``units`` are their sizes, ``log_odds`` their log-odds, and
    ``is_one_body`` tells that their text is rather one body than scattered."""
    likely = [*map(probability, log_odds)]
    of_blocks = array("i", units), array("d", log_odds)
    top = best_subtree(tree.size, blocks.before, *of_blocks, _WEIGHTS)
    first, last = blocks.before[top], blocks.before[top + tree.size[top]]
    everything = sum(map(mul, units, likely))
    least = MIN_SHARE_OF_ONE if is_one_body else MIN_SHARE
    if sum(map(mul, units[first:last], likely[first:last])) < least * everything:
        top, kept = 0, _most_expected(units, likely, everything)
    else:
        kept = bytearray([one >= MIN_OUTSIDE for one in likely])
        kept[first:last] = bytearray([one >= MIN_INSIDE for one in likely[first:last]])
        if not any(kept):
            kept = bytearray(one >= max(likely) / 2 for one in likely)
    right = sum(compress(map(mul, units, likely), kept))
    both = sum(compress(units, kept)) + everything
    return Assembly(kept, top, 2 * right / both if both else 0.0)


def _most_expected(units: Sequence[int], likely: Sequence[float], everything: float) -> bytearray:
    """Flag the likeliest blocks, as many as give the largest expected F1; ``everything`` is all
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
    kept = bytearray(len(units))
    for block in order[:count]:
        kept[block] = True
    return kept


def shares_of(odds: Sequence[float]) -> list[float]:
    """The probabilities of what exclude one another."""
    most = max(odds, default=0.0)
    shares = [exp(one - most) for one in odds]
    total = sum(shares)
    return [share / total for share in shares]
