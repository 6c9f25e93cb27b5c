"""Texts of links to a next page; all in lower case."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

NEXT: Final = words("next")
NEXT_PAGE: Final = words("next.page")
LISTS: Final = words("next.lists")
MORE: Final = words("next.more")
FILLERS: Final = words("next.around")
ARROWS: Final = words("next.arrows")
DOUBLE_ARROWS: Final = words("next.double_arrows")
