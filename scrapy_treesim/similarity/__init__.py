"""Similarity of trees: one measure a module, one interface, a registry by name."""

from scrapy_treesim.similarity.bounded import BoundedComparison
from scrapy_treesim.similarity.registry import MEASURES, Compare, measure_over, similarity
from scrapy_treesim.similarity.shingles import resemblance, sketch_of

__all__ = [
    "MEASURES",
    "BoundedComparison",
    "Compare",
    "measure_over",
    "resemblance",
    "similarity",
    "sketch_of",
]
