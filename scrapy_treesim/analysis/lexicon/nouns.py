"""Nouns that people call the fields of things by, as class names have them."""

from typing import Final

from scrapy_treesim.values.lexicon.words import by_first

NOUNS: Final = by_first("nouns")
PLURALS: Final = by_first("plurals")
