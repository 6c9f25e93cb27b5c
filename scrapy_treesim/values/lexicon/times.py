"""Words of when something was written."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

MOMENT: Final = words("time.posted")
SINCE: Final = words("time.joined")
EDITED: Final = words("time.edited")
