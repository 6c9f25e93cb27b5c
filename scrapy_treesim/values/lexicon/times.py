"""Words of time: units, days, and what tells that a time has passed."""

from typing import Final

from scrapy_treesim.values.lexicon.words import entries, words

UNITS: Final = words("glance.units")
DAYS: Final = words("glance.days")
PAST: Final = words("glance.ago")
ONE: Final = words("glance.one")
BEFORE_PAST: Final = words("glance.before")
BEFORE_A: Final = words("glance.before_a")
MOMENT: Final = words("time.posted")
SINCE: Final = words("time.joined")
EDITED: Final = words("time.edited")
LENGTHS: Final = {
    unit: words(f"time.{unit}")
    for unit in ("second", "minute", "hour", "day", "week", "month", "year")
}
"""Words of each unit of time, whole, inflected and short."""
AGO: Final = words("time.ago")
BEFORE_AGO: Final = entries("time.before")
SINGLE: Final = words("time.one")
TODAY: Final = words("time.today")
YESTERDAY: Final = words("time.yesterday")
DAY_BEFORE_YESTERDAY: Final = words("time.day_before_yesterday")
NOW: Final = entries("time.now")
