"""Words beside amounts of money: of former prices, of today's, and of what is no price."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

OLD: Final = words("price.old")
NOW: Final = words("price.now")
MINOR: Final = words("price.minor")
LIMITS: Final = words("price.limits")
MULTIPLES: Final = words("price.multiples")
TIMES: Final = words("price.times")
UNITS: Final = words("price.units")
PER: Final = words("price.per")
OF_CLASSES: Final = {
    "old": "old was list regular original strike strikethrough stricken through crossed before "
    "compare previous uvp rrp msrp former retail oldprice wasprice listprice regularprice base "
    "originalprice compareat del struck streich statt",
    "now": "sale special now current final today new reduced discounted actual deal our "
    "saleprice specialprice finalprice currentprice newprice sales offer",
    "minor": "unit perunit unitprice shipping delivery saving savings save discount off badge "
    "installment installments instalment installments coupon voucher cashback points reward "
    "loyalty monthly month total deposit percent percentage you",
}
"""Words of class names around an amount."""
