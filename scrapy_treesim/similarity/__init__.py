"""Similarity of trees: one interface, a registry by name."""

from scrapy_treesim.similarity.measure import BoundedComparison, Compare
from scrapy_treesim.similarity.registry import MEASURES, measure_over, similarity
from scrapy_treesim.similarity.sets import resemblance, sketch_of

__all__ = [
    "MEASURES",
    "BoundedComparison",
    "Compare",
    "measure_over",
    "resemblance",
    "similarity",
    "sketch_of",
]
