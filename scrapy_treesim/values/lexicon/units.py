"""Units of quantities, by what they measure."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

IN_MINUTES: Final = {"min": words("unit.minute"), "h": words("unit.hour")}
"""Units that one duration is told in together: ``1 h 30 min``."""
UNITS: Final = {
    "duration": words("unit.minute", "unit.hour", "unit.duration"),
    **{
        name: words(f"unit.{name}")
        for name in (
            "distance length weight volume area size speed power energy temperature".split()
        )
    },
}
"""What a unit measures is what a column of its quantities is called."""
