"""Cells of a grid: records that lie side by side in rows which are none."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.regions import _candidates_cy
from scrapy_treesim.regions.features import FEATURES, place_of

if TYPE_CHECKING:
    from scrapy_treesim.regions._candidates_cy import Candidates

NEAR: Final = 1.0
"""How far behind its rows cells of a grid may score."""
NEARLY_ALL: Final = 0.95
"""Share of cells that have a link, or a picture, and how alike they are."""
_ALIKE: Final = place_of("alike")
_LINKED: Final = place_of("with_link")
_PICTURED: Final = place_of("with_image")


def prefer_cells(
    candidates: Candidates, ids: array[int], rows: array[float], scores: array[float]
) -> None:
    """Put the cells of a grid before its rows, where these are the best and the cells near them.

    A row says nothing but what its cells say; and these are all alike, each with a link, and with a
    picture or more texts than one, where the columns of a table differ.
    """
    if not ids:
        return
    best = max(range(len(ids)), key=scores.__getitem__)
    for place in sorted(range(len(ids)), key=scores.__getitem__, reverse=True):
        if scores[place] < scores[best] - NEAR:
            return
        cells = ids[place]
        row = rows[place * len(FEATURES) : (place + 1) * len(FEATURES)]
        if (
            min(row[_ALIKE], row[_LINKED]) >= NEARLY_ALL
            and candidates.texts_of(cells) == candidates.texts_of(ids[best])
            and (
                row[_PICTURED] >= NEARLY_ALL or candidates.texts_of(cells) > candidates.size(cells)
            )
            and 2 * _candidates_cy.lies_in(candidates, cells, ids[best])
            >= candidates.size(ids[best])
        ):
            scores[place], scores[best] = scores[best], scores[place]
            return
