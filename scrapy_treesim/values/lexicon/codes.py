"""Words before a code of a thing."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

LABELS: Final = words("code")
NONE: Final = "n/a na none null undefined tba tbd nil - unknown false true default"
"""Texts in place of a code."""
