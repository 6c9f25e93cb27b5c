"""The first list of a page, as far as it tells that the page is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scrapy_treesim.article.learned import scored_alone
from scrapy_treesim.records import Ranked
from scrapy_treesim.regions.extract import pick
from scrapy_treesim.regions.model import scored_of, shipped

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


def main_list(page: Page) -> tuple[float, float]:
    """The confidence of the page's first region, and the share of the likely main text that its
    records hold."""
    if page.is_oversized:
        return 0.0, 0.0
    scored, tree = page.once(scored_of), page.tree
    best = pick(scored, shipped(), Ranked())[:1]
    if not best:
        return 0.0, 0.0
    article = page.once(scored_alone)
    kept = np.zeros(len(tree) + 1, np.int64)
    if article is not None:
        flags = np.frombuffer(article.flags, np.uint8) * (np.array(tree.tag) == 0)
        np.cumsum(flags * np.diff(np.array(tree.chars)), out=kept[1:])
    records = scored.candidates.nodes_of(scored.ids[best[0]])
    held = sum(
        int(kept[node + tree.size[node]] - kept[node]) for record in records for node in record
    )
    return scored.confidence[best[0]], held / max(1, int(kept[-1]))
