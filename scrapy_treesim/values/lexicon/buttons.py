"""Words of buttons and links for readers."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

ANSWER: Final = words("button.reply")
CONTROLS: Final = words("button.reply", "button.other")
