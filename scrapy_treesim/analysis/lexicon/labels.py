"""Labels that name the fields of a thing, in many languages."""

from typing import Final

from scrapy_treesim.values.lexicon.words import entries

LABELS: Final = {
    name: entries(f"label.{name}")
    for name in ("sku mpn gtin brand price old_price other_amount availability rating").split()
}
"""For each field the labels that name it, in lower case, without colons and points."""
