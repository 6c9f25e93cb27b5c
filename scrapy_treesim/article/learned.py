"""The main text by learned scores of blocks in their surroundings.

Wang's idea, that large blocks are main text and small ones only where something else tells so,
taken further: each block has features (:mod:`.features`), a model that was learnt from pages with
known text scores them (:mod:`.model`), and the likely blocks are put together as one body
(:mod:`.assembly`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scrapy_treesim.article import _blocks_cy
from scrapy_treesim.article.assembly import Assembly, assemble
from scrapy_treesim.article.blocks import Blocks, blocks_of
from scrapy_treesim.article.features import features_of
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.model import MAX_LOG_ODDS, score

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.article.features import Features
    from scrapy_treesim.article.headline import Headline
    from scrapy_treesim.article.model import Scores
    from scrapy_treesim.memory import SiteMemory
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True)
class Learned:
    """The method's parameters."""

    min_confidence: float = 0.3
    """The confidence below which a page has no article, in [0, 1]."""


class ScoredBlocks(NamedTuple):
    """A page's blocks with their features and scores, and those that were kept."""

    blocks: Blocks
    features: Features
    log_odds: array[float]
    """Of each block, log-odds that it is part of the article."""
    assembly: Assembly
    scores: Scores
    """What the network says of each block, whatever comes after the text or is on other pages."""

    @property
    def units(self) -> array[int]:
        """The size of each block, in half words."""
        return self.features.units

    @property
    def flags(self) -> bytearray:
        """A flag for every text node of a kept block, among all nodes."""
        flags = bytearray(len(self.blocks.block))
        _blocks_cy.flag(self.blocks.block, self.assembly.kept, flags)
        return flags


def score_blocks(
    page: Page, headline: Headline | None, memory: SiteMemory | None = None, remember: bool = True
) -> ScoredBlocks | None:
    """Score and assemble the page's blocks; None where it has no text.

    With ``memory`` the site's other pages have their say, and this page is remembered, unless
    ``remember`` is False.
    """
    scored = (
        page.once(scored_alone) if headline == page.once(headline_of) else _scored(page, headline)
    )
    return scored if memory is None or scored is None else memory.blocks(page, scored, remember)


def scored_alone(page: Page) -> ScoredBlocks | None:
    """Score the page's blocks by the page alone, below its own headline."""
    return _scored(page, page.once(headline_of))


def _scored(page: Page, headline: Headline | None) -> ScoredBlocks | None:
    blocks = blocks_of(page.tree)
    if not len(blocks):
        return None
    features = features_of(page, blocks)
    scores = score(features)
    log_odds = scores.log_odds[:]
    if headline is not None and headline.next is not None:
        for block in range(blocks.before[headline.next], len(blocks)):
            log_odds[block] = -MAX_LOG_ODDS
    assembly = assemble(page.tree, blocks, features.units, log_odds)
    return ScoredBlocks(blocks, features, log_odds, assembly, scores)
