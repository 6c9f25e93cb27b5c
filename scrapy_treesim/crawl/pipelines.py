"""Item pipelines: main text and comments of any item's HTML, and a filter of duplicates."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem, NotConfigured

from scrapy_treesim.article import article
from scrapy_treesim.comments import comments
from scrapy_treesim.crawl.settings import read_settings
from scrapy_treesim.findings.as_items import comment_values, identity
from scrapy_treesim.items import RecordItem, RecordRow
from scrapy_treesim.page import Page

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

_PLAIN: Final = 0.6
"""Confidence below which all text of a fragment of HTML is main text. Set by hand."""
MAX_REMEMBERED: Final = 1_000_000
"""Largest number of records remembered to compare with those of later pages."""

logger = logging.getLogger(__name__)


class _Pipeline:
    """Base of pipelines made for a crawler."""

    def __init__(self, crawler: Crawler) -> None:
        self._settings = read_settings(crawler.settings)
        assert crawler.stats is not None
        self._stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)


class _FieldsPipeline(_Pipeline):
    """Base of pipelines from HTML in fields of any item to findings in other fields."""

    name: str
    """Name of the pipeline in stats."""
    setting: str
    """Name of the setting of the fields to read, each with the field to write."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._fields: tuple[tuple[str, str], ...] = getattr(self._settings, self.setting)
        if not self._fields:
            raise NotConfigured
        self._logged: set[str] = set()

    def read(self, page: Page) -> Any:
        """Read the findings in the HTML of one field."""
        raise NotImplementedError

    def process_item(self, item: Any) -> Any:
        """Fill the target fields of an item; an unreadable item stays as it was."""
        adapter = ItemAdapter(item)
        for source, target in self._fields:
            html = adapter.get(source)
            if not isinstance(html, str) or not html.strip():
                continue
            try:
                adapter[target] = self.read(Page(html, url=str(adapter.get("url") or "")))
            except Exception as error:
                name = type(error).__name__
                self._stats.inc_value(f"treesim/{self.name}/failed/{name}")
                level = logging.DEBUG if name in self._logged else logging.WARNING
                self._logged.add(name)
                message = "treesim could not make field %r of field %r: %s: %s"
                logger.log(level, message, target, source, name, error)
            else:
                self._stats.inc_value(f"treesim/{self.name}/fields")
        return item


class MainTextPipeline(_FieldsPipeline):
    """``TREESIM_MAIN_TEXT_FROM``: the main text of HTML fields; if unsure, all their text."""

    name = "main_text"
    setting = "main_text_from"

    def read(self, page: Page) -> str:
        """The page's main text."""
        extracted = article(page, method=self._settings.options.article)
        return extracted.text if extracted and extracted.confidence >= _PLAIN else page.text()


class CommentsPipeline(_FieldsPipeline):
    """``TREESIM_COMMENTS_FROM``: the comments in HTML fields, as a list of dicts."""

    name = "comments"
    setting = "comments_from"

    def read(self, page: Page) -> list[dict[str, Any]]:
        """The page's comments."""
        return [*map(comment_values, comments(page, method=self._settings.options.comments))]


class DuplicateRecordsPipeline(_Pipeline):
    """``TREESIM_DROP_DUPLICATES``: drops records already seen on an earlier page.

    Records of the same text and links are duplicates. A page's own repetitions stay. Of the records
    seen, the latest :data:`MAX_REMEMBERED` are remembered, a few dozen bytes each.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        if not self._settings.drop_duplicates:
            raise NotConfigured
        self._seen: OrderedDict[bytes, int] = OrderedDict()

    def process_item(self, item: Any) -> Any:
        """Return the item, if it is no record or a new one.

        Raises:
            DropItem: the record was seen on another page.
        """
        if not isinstance(item, (RecordItem, RecordRow)):
            return item
        key, page = identity(item), hash(item["url"])
        first_page = self._seen.setdefault(key, page)
        self._seen.move_to_end(key)
        if len(self._seen) > MAX_REMEMBERED:
            self._seen.popitem(last=False)
        if first_page != page:
            self._stats.inc_value("treesim/duplicates")
            raise DropItem("a record like it was on an earlier page", log_level="DEBUG")
        return item
