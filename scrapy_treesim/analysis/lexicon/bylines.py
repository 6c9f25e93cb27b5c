"""Words of bylines: what stands before, in and after the names of those who wrote an article."""

from typing import Final

from scrapy_treesim.values.lexicon.words import entries, is_unspaced, words

BEFORE_NAMES: Final = tuple(one for one in entries("byline.by") if not is_unspaced(one))
"""Words before the names, each of them at the start of a line."""
MID_LINE: Final = entries("byline.mid_line")
BEFORE_IDEOGRAPHS: Final = tuple(filter(is_unspaced, entries("byline.by")))
"""Words before names in ideographs, kana or hangul."""
BETWEEN_NAMES: Final = words("byline.and")
PARTICLES: Final = words("byline.particles")
AFTER_NAMES: Final = words("byline.after")
HONORIFICS: Final = words("byline.honorifics")
DEGREES: Final = words("byline.degrees")
ROLES: Final = words("byline.roles")
AGENCIES: Final = entries("byline.agencies")
NO_NAMES: Final = " ".join(one for one in words("byline.no_names").split() if not is_unspaced(one))
"""Words that stand in no one's name, or in hardly any: of menus, of dates, of sentences."""
NO_IDEOGRAPHS: Final = " ".join(filter(is_unspaced, entries("byline.no_names")))
"""Words in ideographs or hangul that stand where names do, and are none."""
CLASSES: Final = words("class.author")
CHANGED: Final = words("byline.changed")
