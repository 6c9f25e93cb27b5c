"""Words of short texts near what is sold: of buying, of stock, of reviews."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

BUY: Final = words("button.buy")
CART: Final = words("button.cart")
SEEN: Final = words("button.no_buying")
STOCK: Final = words("near.stock")
REVIEWS: Final = words("near.reviews")
