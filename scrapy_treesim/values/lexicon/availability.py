"""Words of whether a thing can be had."""

from typing import Final

from scrapy_treesim.values.lexicon.words import phrases, words

DECLARED: Final = {
    name: words(f"declared.{name}")
    for name in (
        "InStock OutOfStock SoldOut PreOrder PreSale BackOrder LimitedAvailability Discontinued "
        "InStoreOnly OnlineOnly MadeToOrder Reserved"
    ).split()
}
"""Names that declarations use, in small letters without gaps, by schema.org's."""
SHOWN: Final = {
    name: phrases(f"availability.{name}")
    for name in (
        "Discontinued SoldOut OutOfStock PreOrder BackOrder LimitedAvailability InStoreOnly "
        "OnlineOnly MadeToOrder Reserved InStock"
    ).split()
}
"""Phrases of pages, those that deny first; ``#`` is any number but 0."""
ASKED_TOO: Final = phrases("availability.asked")
