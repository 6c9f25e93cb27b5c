"""Facts as pairs of a label and a value, in whatever form the page shows them."""

from scrapy_treesim.detail.attributes.pairs import Pair, attributes_from, pairs_of

__all__ = ["Pair", "attributes_from", "pairs_of"]
