"""The features of a page as a whole: what tells its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.kind import (
    address,
    article_features,
    contents,
    declared,
    headings,
    names,
    region_features,
    thread_features,
)

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

_GROUPS: Final = (
    address,
    names,
    declared,
    headings,
    contents,
    article_features,
    region_features,
    thread_features,
)
TABLE: Final = tuple(feature for group in _GROUPS for feature in group.FEATURES)
"""All features, in the order of a row."""
FEATURES: Final = tuple(feature.name for feature in TABLE)
"""Their names."""
OF_ADDRESS: Final = len(address.FEATURES)
"""How many of them, the first ones, are of the address."""


def features_of(page: Page) -> list[float]:
    """Measure the features of a page, in the order of :data:`TABLE`."""
    return [value for group in _GROUPS for value in group.values(page)]
