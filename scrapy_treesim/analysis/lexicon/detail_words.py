"""Words of short texts near what is sold: of stock, of former prices, of reviews, of brands."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

BUY: Final = words("button.buy")
CART: Final = words("button.cart")
SEEN: Final = words("button.no_buying")
STOCK: Final = words("near.stock")
OLD: Final = words("near.old")
MINOR: Final = words("near.minor")
REVIEWS: Final = words("near.reviews")
