"""The main text by a learned judgement of blocks in their surroundings.

Wang's idea, that large blocks speak for themselves and small ones need something that speaks for
them, taken further: what speaks for a block is measured (:mod:`.features`), how much it says was
learnt from pages with known text (:mod:`.judgement`), and the likely blocks are put together as
one body (:mod:`.assembly`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scrapy_treesim.article.assembly import Assembly, assemble
from scrapy_treesim.article.blocks import Blocks, blocks_of
from scrapy_treesim.article.features import features_of
from scrapy_treesim.article.judgement import SURE, judge

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.article.features import Features
    from scrapy_treesim.article.headline import Headline
    from scrapy_treesim.article.site_memory import SiteMemory
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True)
class Learned:
    """The method's parameters."""

    min_confidence: float = 0.3
    """The confidence below which a page has no article, in [0, 1]."""


class Reading(NamedTuple):
    """What the method made of a page's blocks."""

    blocks: Blocks
    features: Features
    odds: array[float]
    """Of each block, log-odds that it is part of the article."""
    assembly: Assembly

    @property
    def units(self) -> array[int]:
        """The size of each block, in half words."""
        return self.features.words.units

    @property
    def flags(self) -> bytearray:
        """A flag for every text node of a kept block, among all nodes."""
        # Nodes of no block have the number -1, and that is the last.
        by_block = bytes((*self.assembly.kept, False))
        return bytearray(map(by_block.__getitem__, self.blocks.block))


def read_blocks(
    page: Page, headline: Headline | None, memory: SiteMemory | None = None, remember: bool = True
) -> Reading | None:
    """Judge and assemble the page's blocks; None where it has no text.

    With ``memory`` the site's other pages have their say, and this page is remembered, unless
    ``remember`` is False.
    """
    blocks = blocks_of(page.tree)
    if not len(blocks):
        return None
    features = features_of(page, blocks)
    odds = judge(features)
    if headline is not None and headline.next is not None:
        for block in range(blocks.before[headline.next], len(blocks)):
            odds[block] = -SURE
    reading = Reading(
        blocks, features, odds, assemble(page.tree, blocks, features.words.units, odds)
    )
    return reading if memory is None else memory.read(page, reading, remember)
