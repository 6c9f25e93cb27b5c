"""Clusters of pages: the pages of a site that are of one template.

In come the pages of a site, out comes the number of each page's cluster. By evidence:
:mod:`.atoms`, :mod:`.joining`. By a distance: :mod:`.qiu`. By name: :mod:`.methods`.
"""

from scrapy_treesim.templates.clustering.methods import METHODS, Joining, Method, cluster
from scrapy_treesim.templates.clustering.qiu import Sequences

__all__ = ["METHODS", "Joining", "Method", "Sequences", "cluster"]
