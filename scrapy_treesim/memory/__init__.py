"""Memory of sites: the columns that their lists have, learned by one crawl for the next."""

from scrapy_treesim.memory.memory import MemoryFileError, SiteMemory

__all__ = ["MemoryFileError", "SiteMemory"]
