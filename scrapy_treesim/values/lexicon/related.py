"""Words of links to more of the site."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

RELATED: Final = words("related")
