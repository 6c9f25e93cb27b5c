"""Generated pages of all kinds: article, list, thread, detail, other; several pages a site.

The pages of a site share its menus, its foot, its markup and its names of classes, and are of
several kinds. Pages about one thing carry the truth of ``detail_pages``.
"""

from training.page_kinds.data import write_set
from training.page_kinds.page import Draft, new_page
from training.page_kinds.site import Site, new_site

__all__ = ["Draft", "Site", "new_page", "new_site", "write_set"]
