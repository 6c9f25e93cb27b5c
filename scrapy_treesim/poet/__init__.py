"""Findings as dependencies of callbacks and page objects, by scrapy-poet: the extra ``poet``."""

from scrapy_treesim.poet.provider import Findings, FindingsProvider

__all__ = ["Findings", "FindingsProvider"]
