"""The findings that a crawl leaves out, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.items import ArticleItem, CommentItem, DetailItem, RecordItem
from scrapy_treesim.kind.roles import MAIN
from scrapy_treesim.wording import counted, listed

if TYPE_CHECKING:
    from scrapy_treesim.items import Finding

_PAGES: Final = {
    "article": "an article",
    "list": "a list",
    "thread": "a thread",
    "detail": "a detail page",
    "other": "neither article, list, thread nor detail page",
}
"""Pages of each kind."""


def is_main(item: Finding) -> bool:
    """Tell whether a crawl would emit a finding; rows have no role, and are what it would."""
    return getattr(item, "role", MAIN) == MAIN


def told_of_page(kind: str | None) -> str:
    """Say what a page of a kind is: ``a detail page``."""
    return _PAGES.get(kind or "", "a page of unknown kind")


def told_of(items: Sequence[Finding]) -> str:
    """Say what findings of one page are: ``its 3 lists and its text``."""
    lists = len({item.get("region") for item in items if isinstance(item, RecordItem)})
    comments = sum(isinstance(item, CommentItem) for item in items)
    said = [f"its {_some(lists, 'list')}"] if lists else []
    if any(isinstance(item, ArticleItem) for item in items):
        said.append("its text")
    if any(isinstance(item, DetailItem) for item in items):
        said.append("the fields of one thing")
    if comments:
        said.append(f"its {_some(comments, 'comment')}")
    return listed(said)


def _some(number: int, what: str) -> str:
    return what if number == 1 else counted(number, what)
