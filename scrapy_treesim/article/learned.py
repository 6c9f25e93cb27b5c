"""The main text by the network's answers for blocks.

Wang's idea, that large blocks are main text and small ones only where something else tells so,
taken further: the network of the whole page says of each block how likely it is main text, and the
likely blocks are put together as one body (:mod:`.assembly`).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article import _article_cy
from scrapy_treesim.article.assembly import MAX_LOG_ODDS, Assembly, assemble
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


MIN_ARTICLE: Final = 0.05
"""The probability of an article from which a page's text is rather one body than scattered. Chosen
on dev pages."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The method's parameters."""

    min_confidence: float = 0.3
    """The confidence below which a page has no article, in [0, 1]."""


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
        return _shares(self.answers.kinds)[KINDS.index(kind)]

    def role(self, block: int, but: str = "") -> tuple[str, float]:
        """The most probable role of a block, of all or of all but one, and its probability."""
        odds = self.answers.roles[block * len(ROLES) : (block + 1) * len(ROLES)]
        shares = dict(zip(ROLES, _shares(odds), strict=True))
        return max(((role, shares[role]) for role in ROLES if role != but), key=lambda one: one[1])


def scored_blocks(page: Page) -> ScoredBlocks | None:
    """Score and assemble the page's blocks; None where it has no text."""
    answers = page.once(answers_of)
    if answers is None:
        return None
    reading, log_odds = page.once(reading_of), main_log_odds(answers)
    is_one_body = _shares(answers.kinds)[KINDS.index("article")] >= MIN_ARTICLE
    assembly = assemble(page.tree, reading.blocks, reading.units, log_odds, is_one_body)
    return ScoredBlocks(reading, answers, log_odds, assembly)


def main_log_odds(answers: Answers, limit: float = MAX_LOG_ODDS) -> array[float]:
    """Of each block, the log-odds that it is main text, bounded either way."""
    found = array("d", bytes(8 * (len(answers.labels) // len(LABELS))))
    _article_cy.take_first(answers.labels, len(LABELS), limit, found)
    return found


def _shares(odds: Sequence[float]) -> list[float]:
    """The probabilities of what exclude one another."""
    most = max(odds)
    shares = [exp(one - most) for one in odds]
    total = sum(shares)
    return [share / total for share in shares]
