"""Words of class names and ids of what holds the date of a page."""

from typing import Final

DATED: Final = (
    "date dates datetime dateline time timestamp published publish pubdate publication posted "
    "created datum fecha"
)
"""Those of the day that it was published."""

CHANGED: Final = "updated update modified edited lastmod"
"""Those of the day that it was changed."""

NOT_PAGE: Final = "event events calendar"
"""Those of what has a day of its own."""
