"""Things that a page declares to machines, whatever it declares them in.

Whatever the page holds, sizes are bounded, nothing recurses and nothing is raised.
"""

from scrapy_treesim.detail.declared.fields import Declaration
from scrapy_treesim.detail.declared.read import breadcrumbs_declared, declarations

__all__ = ["Declaration", "breadcrumbs_declared", "declarations"]
