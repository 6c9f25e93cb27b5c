"""Words for the usual fields of records."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

FIELDS: Final = {
    name: words(f"field.{name}")
    for name in (
        "old_price price rating reviews date author title description availability tags image url"
    ).split()
}
"""Words for each field: of class names, ``itemprop`` and labels."""
