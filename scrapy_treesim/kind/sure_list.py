"""The first list of a page, as far as it tells that the page is one."""

from __future__ import annotations

from itertools import accumulate, islice
from operator import mul, sub
from typing import TYPE_CHECKING

from scrapy_treesim.article.learned import scored_alone
from scrapy_treesim.records import Ranked
from scrapy_treesim.regions.extract import pick
from scrapy_treesim.regions.model import scored_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


def main_list(page: Page) -> tuple[float, float]:
    """The confidence of the page's first region, and the share of the likely main text that its
    records hold."""
    if page.is_oversized:
        return 0.0, 0.0
    scored, tree = page.once(scored_of), page.tree
    best = pick(scored, Ranked())[:1]
    if not best:
        return 0.0, 0.0
    article = page.once(scored_alone)
    if article is None:
        return scored.confidence[best[0]], 0.0
    chars = map(sub, islice(tree.chars, 1, None), tree.chars)
    kept = [*accumulate(map(mul, chars, article.flags), initial=0)]
    records = scored.candidates.nodes_of(scored.ids[best[0]])
    held = sum(kept[node + tree.size[node]] - kept[node] for record in records for node in record)
    return scored.confidence[best[0]], held / max(1, kept[-1])
