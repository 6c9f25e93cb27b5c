"""Words of what stands around main text."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

BOILERPLATE: Final = words("boilerplate")
