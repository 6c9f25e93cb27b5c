"""Details: the one thing a page is about, with its fields."""

from scrapy_treesim.detail.detail import Detail, FieldSource
from scrapy_treesim.detail.extract import detail

__all__ = ["Detail", "FieldSource", "detail"]
