"""Cells of a grid: records that lie side by side in rows which are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.regions import _ranking_cy
from scrapy_treesim.regions.features import place_of

if TYPE_CHECKING:
    from scrapy_treesim.regions._candidates_cy import Candidates

NEARLY_ALL: Final = 0.95
"""Share of cells that have what all of them should have, and how alike they are."""
_ALIKE: Final = place_of("alike")
_LINKED: Final = place_of("with_link")
_PICTURED: Final = place_of("with_image")
_SINGLE: Final = place_of("single_text")


def are_cells(
    candidates: Candidates, inner: int, outer: int, features: Sequence[float], at: int = 0
) -> bool:
    """Tell whether records are the cells of a grid whose rows are other records.

    A row says nothing but what its cells say; and these are all alike, each with a link and more
    beside its words, where the columns of a table differ. ``features``: the inner candidate's, from
    ``at`` on.
    """
    is_like_records = (
        features[at + _ALIKE] >= NEARLY_ALL
        and features[at + _LINKED] >= NEARLY_ALL
        and max(features[at + _PICTURED], 1.0 - features[at + _SINGLE]) >= NEARLY_ALL
    )
    return (
        is_like_records
        and candidates.texts_of(inner) == candidates.texts_of(outer)
        and 2 * _ranking_cy.lies_in(candidates, inner, outer) >= candidates.size(outer)
    )
