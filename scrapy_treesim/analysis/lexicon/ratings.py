"""Words of ratings."""

from typing import Final

STARS: Final = "stars star sterne sternen étoiles étoile estrellas estrelas stelle sterren 星"
"""Units of a rating."""
