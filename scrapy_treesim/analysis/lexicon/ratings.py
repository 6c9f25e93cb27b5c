"""Words of ratings."""

from typing import Final

STARS: Final = """
    stars star sterne sternen stern étoiles étoile estrellas estrella estrelas stelle sterren звезд
    звезды звезда звёзд 星
"""
"""Units of a rating."""

RATED: Final = "rating rated"
"""Words before a rating."""

OF: Final = "of von sur de di av van из su del do"
"""Words between a rating and the best there is, or a day and its month."""

PASSED_OVER: Final = "st nd rd th out"
"""Words between a number and what it is a number of: the 1st of May, 4 out of 5."""

DRAWN: Final = "star stars rating ratings rate rated"
"""Words of class names around a rating that is drawn."""

NUMBERS: Final = "one two three four five"
"""Ratings as class names spell them, from 1."""

EMPTY: Final = """
    empty off o outline outlined blank gray grey inactive disabled regular far none no unfilled
    border light hollow
"""
"""Words of class names of a star that is not given."""

FILLED: Final = """
    fill filled full on active checked selected gold golden yellow solid fas current
"""
"""Words of class names of a star that is given."""

HALF: Final = "half"
"""A word of class names of half a star."""
