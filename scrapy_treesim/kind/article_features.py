"""Features of the article that a page may hold."""

from __future__ import annotations

from itertools import compress
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import feature_table
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.learned import scored_alone
from scrapy_treesim.article.listing import teaser_share
from scrapy_treesim.kind.feature import Feature

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.page import Page

LONG: Final = 20
"""Half words of a long block."""
ABOVE: Final = 12
"""Texts between a heading and the text that it is the heading of."""

_WIDTH: Final = len(feature_table.FEATURES)
_MEANS: Final = {
    "link_density": "links in the likely main text",
    "item": "items of lists in the likely main text",
    "cell": "cells of tables in the likely main text",
    "paragraph": "paragraphs in the likely main text",
    "sentences": "sentences in the likely main text",
}
"""The features of kept blocks whose means are taken, with their phrases."""

FEATURES: Final = (
    Feature("article_confidence", "how sure its main text is"),
    Feature("article_size", "the size of its likely main text"),
    Feature("article_share", "the share of its likely main text"),
    Feature("article_blocks", "the blocks of its likely main text"),
    Feature("article_scattered", "a scattered main text"),
    Feature("article_best", "its likeliest block of main text"),
    Feature("article_dense", "text in between of the likely main text"),
    Feature("article_long", "long blocks in the likely main text"),
    Feature("article_longest", "the longest block of the likely main text"),
    Feature("article_mean", "the size of blocks of the likely main text"),
    *(Feature(f"article_{name}", phrase) for name, phrase in _MEANS.items()),
    Feature("article_headings", "headings in the likely main text"),
    Feature("article_linked_headings", "linked headings in the likely main text"),
    Feature("article_plain_headings", "plain headings in the likely main text"),
    Feature("article_start", "where the likely main text starts"),
    Feature("article_teasers", "teasers in the likely main text"),
    Feature("article_after_headline", "its likely main text after the headline"),
    Feature("article_under_link", "a linked heading above the likely main text"),
    Feature("article_under_heading", "a plain heading above the likely main text"),
)


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`."""
    scored = page.once(scored_alone)
    if scored is None:
        return [0.0] * len(FEATURES)
    kept, units = scored.assembly.kept, scored.units
    blocks = [block for block, is_kept in enumerate(kept) if is_kept]
    size = sum(compress(units, kept))
    head = [
        scored.assembly.confidence,
        log1p(size),
        size / max(1, sum(units)),
        log1p(len(blocks)),
        float(scored.assembly.top == 0),
        max(scored.log_odds),
    ]
    if not blocks or not size:
        return head + [0.0] * (len(FEATURES) - len(head))
    return head + _of_kept(page, scored, blocks, size)


def _of_kept(page: Page, scored: ScoredBlocks, blocks: list[int], size: int) -> list[float]:
    units, rows = scored.units, scored.features.rows
    sizes = [units[block] for block in blocks]
    starts = [block * _WIDTH for block in blocks]

    def column(name: str) -> list[float]:
        place = feature_table.INDEX[name]
        return [rows[start + place] for start in starts]

    headings = [
        density
        for heading, density in zip(column("heading"), column("link_density"), strict=True)
        if heading
    ]
    linked = sum(density >= 0.9 for density in headings)
    headline = page.once(headline_of)
    after = 0.0
    if headline is not None:
        stop = headline.node + page.tree.size[headline.node]
        after = (scored.blocks.before[stop] - blocks[0]) / len(units)
    return [
        size / max(1, sum(units[blocks[0] : blocks[-1] + 1])),
        sum(one for one in sizes if one >= LONG) / size,
        log1p(max(sizes)),
        log1p(size / len(blocks)),
        *(sum(map(float.__mul__, column(name), map(float, sizes))) / size for name in _MEANS),
        len(headings) / len(blocks),
        log1p(linked),
        log1p(len(headings) - linked),
        blocks[0] / len(units),
        teaser_share(page.tree, scored.blocks, scored.features, scored.assembly.kept),
        after,
        *_heading_above(page, scored.blocks.first[blocks[0]]),
    ]


def _heading_above(page: Page, text: int) -> tuple[float, float]:
    """Whether the last heading not far above a text is a link, and whether it is none."""
    analysis, size = page.analysis, page.tree.size
    above = None
    for node in page.headings():
        if node > text:
            break
        stop = node + size[node]
        has_text = analysis.texts[stop] > analysis.texts[node]
        if has_text and analysis.texts[text] - analysis.texts[node] <= ABOVE:
            above = node
    if above is None:
        return 0.0, 0.0
    stop = above + size[above]
    of_links = analysis.linked[stop] - analysis.linked[above]
    is_linked = of_links >= 0.9 * (analysis.chars[stop] - analysis.chars[above])
    return float(is_linked), float(not is_linked)
