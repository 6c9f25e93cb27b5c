"""Item pipelines: main text and comments out of any item's HTML, duplicate records dropped."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem, NotConfigured

from scrapy_treesim.article import article
from scrapy_treesim.comments import comments
from scrapy_treesim.crawl.settings import read_settings
from scrapy_treesim.items import RecordItem, RecordRow, comment_values, identity
from scrapy_treesim.page import Page

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

_PLAIN: Final = 0.6
"""The confidence below which a fragment of HTML is all main text. Set by hand."""
MAX_REMEMBERED: Final = 1_000_000
"""Records that are compared with those of later pages."""

logger = logging.getLogger(__name__)


class _FieldsPipeline:
    """Reads HTML from some fields of any item and writes what it finds to others."""

    name: str
    """In stats."""
    setting: str
    """The setting that holds the fields it reads, each with the one it writes."""

    def __init__(self, crawler: Crawler) -> None:
        self._settings = read_settings(crawler.settings)
        self._fields: tuple[tuple[str, str], ...] = getattr(self._settings, self.setting)
        if not self._fields:
            raise NotConfigured
        assert crawler.stats is not None
        self._stats = crawler.stats
        self._logged: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)

    def read(self, page: Page) -> Any:
        """Read the findings in the HTML of one field."""
        raise NotImplementedError

    def process_item(self, item: Any) -> Any:
        """The item with its target fields filled; an item that cannot be read stays as it was."""
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
    """``TREESIM_MAIN_TEXT_FROM``: the main text of HTML fields; all their text where there is no
    telling."""

    name = "main_text"
    setting = "main_text_from"

    def read(self, page: Page) -> str:
        """The page's main text."""
        found = article(page, method=self._settings.wanted.article)
        return found.text if found and found.confidence >= _PLAIN else page.text()


class CommentsPipeline(_FieldsPipeline):
    """``TREESIM_COMMENTS_FROM``: the comments in HTML fields, as a list of dicts."""

    name = "comments"
    setting = "comments_from"

    def read(self, page: Page) -> list[dict[str, Any]]:
        """The page's comments."""
        return [*map(comment_values, comments(page, method=self._settings.wanted.comments))]


class DuplicateRecordsPipeline:
    """``TREESIM_DROP_DUPLICATES``: drops records whose like was seen on an earlier page.

    Alike are records of the same text and links. A page's own repetitions stay. Of the records
    seen, the latest :data:`MAX_REMEMBERED` are remembered, a few dozen bytes each.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = read_settings(crawler.settings)
        if not settings.drop_duplicates:
            raise NotConfigured
        assert crawler.stats is not None
        self._count: Callable[[str], None] = crawler.stats.inc_value
        self._seen: OrderedDict[bytes, int] = OrderedDict()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        """The item, if it is no record or a new one.

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
            self._count("treesim/duplicates")
            raise DropItem("a record like it was on an earlier page", log_level="DEBUG")
        return item
