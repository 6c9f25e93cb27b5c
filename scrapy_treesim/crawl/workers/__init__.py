"""Processes that read a crawl's pages beside it: ``TREESIM_WORKERS``."""

from scrapy_treesim.crawl.workers.pool import WorkerPool

__all__ = ["WorkerPool"]
