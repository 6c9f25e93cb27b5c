"""The main text of a page."""

from scrapy_treesim.article.extract import Article, article
from scrapy_treesim.article.wang import Wang

__all__ = ["Article", "Wang", "article"]
