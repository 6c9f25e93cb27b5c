"""Processes that read a crawl's pages beside it: ``TREESIM_WORKERS``."""
