"""Words beside amounts of money: of former prices, of today's, and of what is no price."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

LABELS: Final = words("price")
OLD: Final = words("price.old")
NOW: Final = words("price.now")
MINOR: Final = words("price.minor")
MULTIPLES: Final = words("price.multiples")
TIMES: Final = words("price.times")
UNITS: Final = words("price.units")
PER: Final = words("price.per")
OLD_CLASSES: Final = (
    "old was list regular original strike strikethrough stricken through crossed before "
    "compare previous uvp rrp msrp former retail oldprice wasprice listprice regularprice base "
    "originalprice compareat del struck streich statt"
)
"""Words of class names around a former price."""
