"""Currencies: their codes, signs and words, and the countries that pay with them."""

from typing import Final

from scrapy_treesim.values.lexicon.words import by_first, words

CODES: Final = words("currency.codes")
WORDLIKE: Final = words("currency.wordlike_codes")
SMALL_LETTERS: Final = words("currency.small_letters")
WITHOUT_CENTS: Final = words("currency.without_cents")
THREE_DECIMALS: Final = words("currency.three_decimals")
POINT_BEFORE_CENTS: Final = words("currency.point_before_cents")
SIGNS: Final = by_first("currency.signs")
SHARED: Final = by_first("currency.shared")
WORDS: Final = words("currency.wordlike_signs")
USUAL: Final = words("currency.usual")
ONLY_AT_HOME: Final = by_first("currency.at_home")
COUNTRIES: Final = by_first("currency.countries")
LANGUAGES: Final = " ".join(f"{tongue}:{land}" for tongue, land in by_first("country").items())
"""The country that a language is read as where nothing else tells the country."""
