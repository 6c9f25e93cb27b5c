"""What all records may say alike and is data all the same: that they are to be had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.text_kinds import TEXT
from scrapy_treesim.records.table.column_features import Surroundings, features_of
from scrapy_treesim.records.table.standard_names import said_name

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.records.table.cells import LeafValues

AVAILABILITY: Final = "availability"
_COLONS: Final = (":", "：")


def is_availability(page: Page, reading: LeafValues, surroundings: Surroundings) -> bool:
    """Tell whether the page calls a reading the records' availability."""
    if reading.leaf.attribute is not None or reading.kind != TEXT:
        return False
    if any(value.endswith(_COLONS) for one in reading.values for value in one):
        return False
    name = said_name(features_of(page, reading, None, surroundings))
    return name is not None and name.name == AVAILABILITY
