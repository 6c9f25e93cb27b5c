"""The cues in the names of elements and the meanings of words that fields are found by, as bits."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.analysis.lexicon import detail_names, detail_words, prices

CUES: Final = {name: 1 << bit for bit, name in enumerate(detail_names.OF_PARTS)}
"""The bit of each cue in the names of elements."""
MEANINGS: Final = {
    "buy": f"{detail_words.BUY} {detail_words.CART}",
    "stock": detail_words.STOCK,
    "old": prices.OLD,
    "reviews": detail_words.REVIEWS,
}
"""The words of each meaning."""
MEANS: Final = {name: 1 << bit for bit, name in enumerate(MEANINGS)}
"""The bit of each meaning of the words of short texts."""
