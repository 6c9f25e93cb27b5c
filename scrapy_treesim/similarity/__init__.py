"""Similarity of trees: one measure a module, one interface, a registry by name."""

from scrapy_treesim.similarity.bounded import BoundedComparison
from scrapy_treesim.similarity.registry import MEASURES, Compare, measure_over, similarity

__all__ = ["MEASURES", "BoundedComparison", "Compare", "measure_over", "similarity"]
