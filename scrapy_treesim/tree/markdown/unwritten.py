"""Tags that Markdown has no place for."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.tree import html, tags

UNWRITTEN: Final = html.UNWRITTEN | tags.numbers("rp rt rtc")
"""What is left out with all it holds: what is left out of HTML, and the readings of ruby."""
