"""Site memory: where a site's articles lie and what is on every page, as its pages teach.

Pages of one site share a theme, so their articles lie in containers of one kind. A page scored by
itself chooses its container by its own blocks; the memory makes the choice consistent. Each page
votes for every kind of container it has, by how well the container's blocks would do as its
article; the kind with the best record is chosen wherever it is found. Blocks whose very text was
on other pages are the site's, not the page's.
"""

from __future__ import annotations

from scrapy_treesim.article.site_memory.file import MemoryFileError
from scrapy_treesim.article.site_memory.memory import SiteMemory

__all__ = ["MemoryFileError", "SiteMemory"]
