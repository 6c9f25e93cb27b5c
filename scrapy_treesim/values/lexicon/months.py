"""The names of months."""

from typing import Final

from scrapy_treesim.values.lexicon.words import by_month

NAMES: Final = by_month()
"""The names of each month, January first: whole, inflected and short."""
NUMBER_OF: Final = {word: number for number, names in enumerate(NAMES, 1) for word in names.split()}
"""The number of each name."""
