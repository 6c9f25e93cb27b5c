"""What to look for on a page, and the items that come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article import Learned, Method, SiteMemory, article
from scrapy_treesim.comments import Zhu, comments
from scrapy_treesim.items import (
    Item,
    article_items,
    comment_items,
    record_items,
    region_items,
)
from scrapy_treesim.records import Gong, records, similar
from scrapy_treesim.records.key_tree import THRESHOLD

if TYPE_CHECKING:
    from scrapy_treesim.page import Page


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kinds of findings wanted of a page and the methods that find them."""

    kinds: tuple[str, ...] = ("article", "records", "comments")
    article: Method = field(default_factory=Learned)
    records: Gong = field(default_factory=Gong)
    comments: Zhu = field(default_factory=Zhu)
    similar: tuple[str, ...] = ()
    """Examples of a record (CSS, XPath or HTML); with any, records are found by key tree."""
    similar_threshold: float = THRESHOLD
    similar_measure: str = "free"


def _article(page: Page, wanted: Wanted, memory: SiteMemory | None) -> Iterator[Item]:
    return article_items(article(page, wanted.article, memory), page.url)


def _records(page: Page, wanted: Wanted, memory: SiteMemory | None) -> Iterator[Item]:
    if wanted.similar:
        found = similar(page, wanted.similar, wanted.similar_threshold, wanted.similar_measure)
        return record_items(found, page.url)
    return region_items(records(page, wanted.records), page.url)


def _comments(page: Page, wanted: Wanted, memory: SiteMemory | None) -> Iterator[Item]:
    return comment_items(comments(page, wanted.comments), page.url)


KINDS: Final[dict[str, Callable[[Page, Wanted, SiteMemory | None], Iterator[Item]]]] = {
    "article": _article,
    "records": _records,
    "comments": _comments,
}
"""How each kind of finding is made of a page, with what its site's other pages taught."""
