"""Clusters of pages: the pages of a site that are of one template.

In come the pages of a site, out comes the number of each page's cluster. By evidence:
:mod:`.atoms`, :mod:`.joining`. By a distance, and all by name: :mod:`.methods`.
"""

from scrapy_treesim.templates.clustering.methods import (
    METHODS,
    Classes,
    Joining,
    LeafPaths,
    Method,
    Sequences,
    Shingles,
    cluster,
)

__all__ = [
    "METHODS",
    "Classes",
    "Joining",
    "LeafPaths",
    "Method",
    "Sequences",
    "Shingles",
    "cluster",
]
