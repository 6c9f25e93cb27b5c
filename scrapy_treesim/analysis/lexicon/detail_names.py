"""Words of class names and ids of a page about one thing, and what they tell of an element.

In all of them ``-`` is whatever is no letter, and either end of the name.
"""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

OF_PARTS: Final = {
    name: words(f"part.{name}")
    for name in "price old code brand stock rating name picture buy minor crumb".split()
}
"""What an element of a page about one thing holds."""
