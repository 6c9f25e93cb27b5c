"""Site memory: lessons of a site's pages for its other ones, in one object and one file.

Pages of one site share a theme and their makers' habits. So each page tells something of the next:
what kinds of pages there are (:mod:`.site`) and which columns lists have (:mod:`.regions`).
"""

from scrapy_treesim.memory.memory import MemoryFileError, SiteMemory

__all__ = ["MemoryFileError", "SiteMemory"]
