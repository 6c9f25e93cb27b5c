"""Words that lead to who wrote something."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

VERBS: Final = words("says")
ANSWERED: Final = words("answered")
