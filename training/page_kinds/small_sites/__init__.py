"""Small sites that content management systems run: blogs, shops, clubs, boards.

A site has one theme: what stands around, how a headline, a byline and a text are built is the same
on its posts, its archives, its goods and all else, so that only what a page holds tells its kind.
Half of the sites tell nothing by address, by the names on the body or by declarations.
"""

from training.page_kinds.small_sites.page import small_page
from training.page_kinds.small_sites.site import is_small, small_site

__all__ = ["is_small", "small_page", "small_site"]
