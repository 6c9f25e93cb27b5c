"""The main text of a page."""

from scrapy_treesim.article.extract import METHODS, Article, Method, article
from scrapy_treesim.article.learned import Learned
from scrapy_treesim.papers.wang import Wang

__all__ = [
    "METHODS",
    "Article",
    "Learned",
    "Method",
    "Wang",
    "article",
]
