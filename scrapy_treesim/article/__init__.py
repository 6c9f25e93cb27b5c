"""The main text of a page."""

from scrapy_treesim.article.explain import BlockExplanation, explain
from scrapy_treesim.article.extract import METHODS, Article, Method, article
from scrapy_treesim.article.learned import Learned
from scrapy_treesim.papers.wang import Wang

__all__ = [
    "METHODS",
    "Article",
    "BlockExplanation",
    "Learned",
    "Method",
    "Wang",
    "article",
    "explain",
]
