"""Provider of findings for callbacks and page objects, by type."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from scrapy.http import Response
from scrapy_poet.page_input_providers import PageObjectInputProvider
from web_poet.serialization import register_serialization

from scrapy_treesim.crawl.reader import page_of, reason_to_skip
from scrapy_treesim.crawl.settings import TreesimSettings, read_settings
from scrapy_treesim.findings.extraction import findings_of as of_page
from scrapy_treesim.findings.kinds import FindingOptions
from scrapy_treesim.items import ArticleItem, CommentItem, DetailItem, Item, RecordItem
from scrapy_treesim.kind.page_kind import kind_of

SomeItem = TypeVar("SomeItem", bound=Item)


@dataclass(frozen=True)
class Findings:
    """Kind of a page, with the items a crawl would emit of it."""

    url: str
    kind: str
    """``article``, ``list``, ``thread``, ``detail`` or ``other``; empty if there is no HTML."""
    confidence: float
    """The probability of the kind, in [0, 1]."""
    title: str | None = None
    """The text of ``<title>``."""
    article: ArticleItem | None = None
    detail: DetailItem | None = None
    records: list[RecordItem] = field(default_factory=list)
    comments: list[CommentItem] = field(default_factory=list)

    def any_article(self) -> ArticleItem:
        """Return the article, or one without confidence and values."""
        return self.article or ArticleItem(self.url, "article", "", 0.0, page_kind=self.kind)

    def any_detail(self) -> DetailItem:
        """Return the detail, or one without confidence and values."""
        return self.detail or DetailItem(self.url, "detail", "", 0.0, page_kind=self.kind)


def findings_of(response: Response, settings: TreesimSettings) -> Findings:
    """Return the findings of a response; none if it is no HTML, empty, or too large."""
    if reason_to_skip(response, settings):
        return Findings(response.url, "", 0.0)
    page = page_of(response, settings)
    kind = kind_of(page)
    items = of_page(page, FindingOptions())
    return Findings(
        response.url,
        kind.kind,
        round(kind.confidence, 4),
        page.title,
        next(iter(items["article"]), None),
        next(iter(items["detail"]), None),
        items["records"],
        items["comments"],
    )


MAKERS: dict[type, Callable[[Findings], Any]] = {
    Findings: lambda findings: findings,
    ArticleItem: Findings.any_article,
    DetailItem: Findings.any_detail,
}
"""Types that can be provided, each with the function to make it of the findings."""

try:
    from scrapy_treesim.poet.zyte_items import ZYTE_MAKERS
except ImportError:
    # Without the extra ``zyte`` its items cannot be provided.
    pass
else:
    MAKERS.update(ZYTE_MAKERS)


class FindingsProvider(PageObjectInputProvider):
    """Provider of :class:`Findings`, ``ArticleItem``, ``DetailItem`` and zyte-common-items.

    A page of another kind gives an item without confidence and values: the item is there, and its
    ``confidence`` (in zyte's items ``metadata.probability``) is 0. The page is read once for all
    types.
    """

    provided_classes = {*MAKERS}  # noqa: RUF012
    name = "scrapy-treesim"

    def __init__(self, injector: Any) -> None:
        super().__init__(injector)  # type: ignore[no-untyped-call]
        self._settings = read_settings(injector.crawler.settings)

    def __call__(self, to_provide: Iterable[Any], response: Response) -> list[Any]:
        """Make the requested objects from the response."""
        findings = findings_of(response, self._settings)
        return [MAKERS[requested](findings) for requested in to_provide]


# For ``scrapy savefixture`` and the cache: JSON, and back to items.


def _write_item(item: Item) -> dict[str, bytes]:
    return {"json": json.dumps(item.to_dict()).encode()}


def _read_item(item_class: type[SomeItem], data: dict[str, bytes]) -> SomeItem:
    return item_class.holding(json.loads(data["json"]))


def _write_findings(findings: Findings) -> dict[str, bytes]:
    return {"json": json.dumps(vars(findings), default=Item.to_dict).encode()}


def _read_findings(_: type[Findings], data: dict[str, bytes]) -> Findings:
    plain = json.loads(data["json"])
    plain["article"] = plain["article"] and ArticleItem.holding(plain["article"])
    plain["detail"] = plain["detail"] and DetailItem.holding(plain["detail"])
    plain["records"] = [RecordItem.holding(record) for record in plain["records"]]
    plain["comments"] = [CommentItem.holding(comment) for comment in plain["comments"]]
    return Findings(**plain)


register_serialization(_write_item, _read_item)
register_serialization(_write_findings, _read_findings)
