"""Features of the article that a page may hold."""

from __future__ import annotations

from array import array
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import feature_table
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.learned import scored_alone
from scrapy_treesim.article.listing import teasers_alone
from scrapy_treesim.kind import _kind_cy, constants
from scrapy_treesim.kind.feature import Feature

if TYPE_CHECKING:
    from scrapy_treesim.article.learned import ScoredBlocks
    from scrapy_treesim.page import Page

LONG: Final = 20
"""Half words of a long block."""
ABOVE: Final = 12
"""Texts between a heading and the text that it is the heading of."""

_MEANS: Final = {
    "link_density": "links in the likely main text",
    "item": "items of lists in the likely main text",
    "cell": "cells of tables in the likely main text",
    "paragraph": "paragraphs in the likely main text",
    "sentences": "sentences in the likely main text",
}
"""The features of kept blocks whose means are taken, with their phrases."""
_PLACES: Final = array("i", [feature_table.INDEX[name] for name in _MEANS])
_HEADING, _DENSITY = feature_table.INDEX["heading"], feature_table.INDEX["link_density"]

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
    units = scored.units
    sums = array("d", bytes(8 * (constants.KEPT_SUMS + len(_MEANS))))
    _kind_cy.sum_kept(
        scored.assembly.kept, units, scored.features.rows, len(feature_table.FEATURES), _PLACES,
        _HEADING, _DENSITY, LONG, sums,
    )  # fmt: skip
    size = sums[constants.KEPT_UNITS]
    head = [
        scored.assembly.confidence,
        log1p(size),
        size / max(1, sum(units)),
        log1p(sums[constants.KEPT_BLOCKS]),
        float(scored.assembly.top == 0),
        max(scored.log_odds),
    ]
    if not size:
        return head + [0.0] * (len(FEATURES) - len(head))
    return head + _of_kept(page, scored, sums)


def _of_kept(page: Page, scored: ScoredBlocks, sums: array[float]) -> list[float]:
    units, size, count = scored.units, sums[constants.KEPT_UNITS], sums[constants.KEPT_BLOCKS]
    first, last = int(sums[constants.KEPT_FIRST]), int(sums[constants.KEPT_LAST])
    headings, linked = sums[constants.KEPT_HEADINGS], sums[constants.KEPT_LINKED_HEADINGS]
    headline = page.once(headline_of)
    after = 0.0
    if headline is not None:
        stop = headline.node + page.tree.size[headline.node]
        after = (scored.blocks.before[stop] - first) / len(units)
    return [
        size / max(1, sum(units[first : last + 1])),
        sums[constants.KEPT_LONG] / size,
        log1p(sums[constants.KEPT_LONGEST]),
        log1p(size / count),
        *(one / size for one in sums[constants.KEPT_SUMS :]),
        headings / count,
        log1p(linked),
        log1p(headings - linked),
        first / len(units),
        page.once(teasers_alone),
        after,
        *_heading_above(page, scored.blocks.first[first]),
    ]


def _heading_above(page: Page, text: int) -> tuple[float, float]:
    """Tell whether the last heading near above a text is a link, and whether it is none."""
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
