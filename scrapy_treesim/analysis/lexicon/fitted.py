"""Words that the weights of regions were fitted with.

Fewer than ``months`` and ``times`` of :mod:`scrapy_treesim.values.lexicon` have, which
columns are read by: with more words the weights have to be fitted anew.
"""

from typing import Final

MONTHS: Final = """
    jan january janvier januar enero janeiro gennaio feb february février februar febrero fevereiro
    febbraio mar march mars märz marzo março apr april avril abril aprile may mai mayo maio maggio
    jun june juin juni junio junho giugno jul july juillet juli julio julho luglio aug august août
    agosto sep sept september septembre septiembre setembro settembre oct okt october octobre
    oktober octubre outubro ottobre nov november novembre noviembre novembro dec dez déc december
    décembre dezember diciembre dezembro dicembre
"""
"""Names that make a date of a number in the same text."""

CURRENCIES: Final = """
    usd eur gbp chf cad aud jpy cny rmb inr rs rub zł kr sek nok dkk руб euro euros
"""
"""Words that make a price of a number beside them."""

PAST: Final = "ago hours minutes days yesterday heute gestern hier"
"""Words that make a date of a number before them."""
