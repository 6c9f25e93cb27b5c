"""Features of the comments that a page may hold."""

from __future__ import annotations

from math import log1p
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.comments import features
from scrapy_treesim.comments.anchored import best_thread, ranked_threads
from scrapy_treesim.kind.feature import Feature
from scrapy_treesim.kind.kept import kept_before, within

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_VALUES: Final = (
    "with_when with_answers with_talks with_longs with_titles with_persons plain teasers before "
    "after article_before form_after form led led_by_count called_talk called_post inside_talk "
    "with_headings with_prices with_tallies dated small linked text_of_around title_first "
    "by_siblings nested"
).split()
"""Features of threads that are taken over for the likeliest one."""
MOST: Final = 1.5
"""Of shares that a thread of a page read without scripts may have more than 1 of."""

FEATURES: Final = (
    Feature("thread_confidence", "how sure its comments are"),
    Feature("thread_score", "its comments before other candidates"),
    Feature("thread_posts", "the number of its comments"),
    Feature("thread_start", "where its comments start"),
    Feature("thread_share", "the share of text in its comments"),
    Feature("thread_above", "comments that start above the headline"),
    Feature("thread_around", "comments that hold the headline"),
    Feature("thread_longest", "its longest comment"),
    Feature("thread_of_article", "the share of the likely main text in its comments"),
    Feature("thread_kept", "the share of its comments in the likely main text"),
    Feature("thread_after_article", "likely main text before its comments"),
    *(Feature(f"thread_{name}", f"its comments: {features.FEATURES[name]}") for name in _VALUES),
)
_TAKEN: Final = itemgetter(*([*features.FEATURES].index(name) for name in _VALUES))


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`."""
    if page.is_oversized:
        return [0.0] * len(FEATURES)
    best = best_thread(page)
    if best is None:
        return [0.0] * len(FEATURES)
    threads, _ = page.once(ranked_threads)
    spans = threads.spans_of(best.thread)
    start, stop = min(one for one, _ in spans), max(one for _, one in spans)
    chars, kept = threads.analysis.chars, page.once(kept_before)
    said, inside = within(chars, spans), within(kept, spans)
    headline = page.once(headline_of)
    node = headline.node if headline else -1
    return [
        best.confidence,
        best.score,
        log1p(len(spans)),
        page.analysis.chars[start] / max(1, page.analysis.chars[-1]),
        min(MOST, said / max(1, page.analysis.chars[-1])),
        float(start < node),
        float(start <= node < stop),
        log1p(max(chars[high] - chars[low] for low, high in spans)),
        min(1.0, inside / max(1, kept[-1])),
        min(1.0, inside / max(1, said)),
        kept[start] / max(1, kept[-1]),
        *_TAKEN(best.features),
    ]
