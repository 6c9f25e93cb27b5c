"""The cues in the names of elements and the meanings of words that fields are found by, as bits."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.values.lexicon.words import words
from scrapy_treesim.values.text_kinds import MEANINGS

NAMES: Final = {
    name: words(f"part.{name}")
    for name in "price old code brand stock rating name picture buy minor crumb".split()
}
"""Words of class names and ids, by what an element holds that is named so; ``-`` is whatever is no
letter, and either end of the name."""
CUES: Final = {name: 1 << bit for bit, name in enumerate(NAMES)}
"""The bit of each cue in the names of elements."""
MEANS: Final = {
    name: 1 << MEANINGS.index(name) for name in ("buy", "stock", "old", "reviews", "ingredients")
}
"""The bit of each meaning of the words of texts."""
