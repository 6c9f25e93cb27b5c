"""The cues in the names of elements and the meanings of words that fields are found by, as bits."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.analysis.lexicon import detail_names
from scrapy_treesim.values._text_kinds_cy import MEANINGS

CUES: Final = {name: 1 << bit for bit, name in enumerate(detail_names.OF_PARTS)}
"""The bit of each cue in the names of elements."""
MEANS: Final = {
    name: 1 << MEANINGS.index(name) for name in ("buy", "stock", "old", "reviews", "ingredients")
}
"""The bit of each meaning of the words of texts."""
