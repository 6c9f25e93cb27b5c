"""Facts as pairs of a label and a value, in whatever form the page shows them."""

from scrapy_treesim.detail.attributes.pair import Pair

__all__ = ["Pair"]
