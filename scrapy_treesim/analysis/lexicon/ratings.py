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
