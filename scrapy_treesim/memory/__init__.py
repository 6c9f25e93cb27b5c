"""Memory of sites: the columns of their lists, learned by one crawl for the next."""

from scrapy_treesim.memory.memory import MemoryFileError, SiteMemory

__all__ = ["MemoryFileError", "SiteMemory"]
