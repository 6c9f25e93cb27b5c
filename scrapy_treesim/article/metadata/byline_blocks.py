"""The blocks that may be of an article's byline, and how likely they are."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.network.effects import before_others
from scrapy_treesim.network.forward import answers_of
from scrapy_treesim.network.weights import ROLES
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.values.text_kinds import DAYS

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

NEAR: Final = 12
"""Blocks before and after the headline, before the text and behind its end."""
OPENING: Final = 4
"""Blocks of the text itself."""
MAX_CHARS: Final = 250
"""Characters of a block with a byline at most."""
MAX_TEXTS: Final = 12
"""Texts of a block that are read."""
MIN_LOG_ODDS: Final = -6.0
"""Floor of the log-odds, for those who add other evidence."""


def log_odds_of_byline(page: Page, block: int) -> float:
    """The log-odds that a block is of a byline; of a page that is not answered for, the least."""
    answers = page.once(answers_of)
    if answers is None:
        return MIN_LOG_ODDS
    odds = [*answers.roles[block * len(ROLES) : (block + 1) * len(ROLES)]]
    return max(before_others(odds, ROLES.index("byline")), MIN_LOG_ODDS)


def blocks_near(page: Page, first: int, last: int) -> tuple[list[int], range]:
    """The blocks near the headline and before the text, in order, and those right behind its end.

    ``first`` and ``last`` are the article's first and last nodes.
    """
    tree, blocks = page.tree, page.once(reading_of).blocks
    start, stop = max(blocks.before[first + 1] - 1, 0), blocks.before[last + 1]
    headline = page.once(headline_of)
    spans = [range(start - NEAR, start + OPENING)]
    own = range(0)
    if headline is not None:
        node = headline.node
        own = range(blocks.before[node], blocks.before[node + tree.size[node]])
        below = min(own.stop + NEAR, max(start, own.stop) + OPENING)
        spans.append(range(own.start - NEAR, below))
    near = sorted({one for one in chain(*spans) if 0 <= one < len(blocks) and one not in own})
    behind = max(stop, near[-1] + 1 if near else 0)
    return near, range(behind, min(stop + NEAR, len(blocks)))


def texts_of(page: Page, block: int) -> list[tuple[int, str]]:
    """The nodes and the words of the first few texts of a block; none of a passage,
    and none behind the last block."""
    tree, blocks = page.tree, page.once(reading_of).blocks
    if block >= len(blocks):
        return []
    first, last = blocks.first[block], blocks.last[block]
    if tree.chars[last + 1] - tree.chars[first] > MAX_CHARS:
        return []
    nodes = (node for node in range(first, last + 1) if blocks.block[node] == block)
    texts = ((node, tree.plain_text(node)) for node in nodes)
    return list(islice((one for one in texts if one[1]), MAX_TEXTS))


def names_day_or_age(page: Page, block: int) -> bool:
    """Tell whether a block names a day, or how long ago one was."""
    return bool(page.once(reading_of).kinds(block) & DAYS)
