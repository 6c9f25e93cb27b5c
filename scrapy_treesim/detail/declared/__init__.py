"""Things that a page declares to machines, whatever it declares them in.

Whatever the page holds, sizes are bounded, nothing recurses and nothing is raised.
"""

from scrapy_treesim.detail.declared.breadcrumbs import breadcrumbs_declared
from scrapy_treesim.detail.declared.declaration import Declaration
from scrapy_treesim.detail.declared.read import declarations

__all__ = ["Declaration", "breadcrumbs_declared", "declarations"]
