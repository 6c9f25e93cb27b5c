"""Words of short texts near a thing: of buying, of stock, of reviews, of ingredients."""

import re
from typing import Final

from scrapy_treesim.values.lexicon.words import entries, words

BUY: Final = words("button.buy")
CART: Final = words("button.cart")
SEEN: Final = words("button.no_buying")
STOCK: Final = words("near.stock")
REVIEWS: Final = words("near.reviews")
INGREDIENTS: Final = " ".join(
    max(reversed(re.findall(r"\w+", heading)), key=len)
    for heading in entries("heading.ingredients")
)
"""The longest word of each heading of ingredients."""
