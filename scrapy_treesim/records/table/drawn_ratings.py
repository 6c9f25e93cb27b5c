"""Ratings that records draw and no text says: stars by class names and widths."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis import _class_cues_cy
from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.records.table.attribute_places import places_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.drawn_ratings import (
    is_drawn,
    is_star,
    rating_in_class,
    rating_in_style,
    stars_drawn,
)
from scrapy_treesim.values.lexicon import ratings

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_DRAWN: Final = 40
"""Elements of a record that may draw its rating, the first ones."""
MAX_BARS: Final = 4
"""Those of them in which a bar of stars is looked for."""
MAX_NODES: Final = 40
"""Nodes of such an element."""
MIN_SHARE: Final = 0.3
"""Share of records from which what they draw is a column."""

_CLASS: Final = tags.ATTRIBUTES.index("class")
_CUES: Final = NameReader({"drawn": ratings.DRAWN})
_STYLE: Final = tags.ATTRIBUTES.index("style")


def ratings_drawn(
    tree: PageTree, records: Sequence[Sequence[int]]
) -> list[tuple[int, str] | None] | None:
    """The rating that each record draws, behind the first element that draws it; None where too few
    records do."""
    entries = _class_entries(tree, records)
    own = [_own(tree, record, entries) for record in records] if entries else []
    least = max(2, MIN_SHARE * len(records))
    for read in (_named, _wide, _counted):
        said = read(tree, own)
        if sum(one is not None for one in said) >= least:
            return [
                None if one is None else (_node_of(tree, drawn[0]), f"{one:g}")
                for drawn, one in zip(own, said, strict=True)
            ]
    return None


def _class_entries(tree: PageTree, records: Sequence[Sequence[int]]) -> list[int]:
    """The class names in the records that say that a rating is drawn, as places of attributes."""
    roots = [root for record in records for root in record]
    if not roots:
        return []
    first = tree.first_attribute[min(roots)]
    last = tree.first_attribute[max(root + tree.size[root] for root in roots)]
    found = _class_cues_cy.entries_with_cues(
        first, last, _CLASS, tree.attribute, tree.value_start, tree.values, _CUES.symbols,
        _CUES.following, _CUES.meaning,
    )  # fmt: skip
    return [one for one in found if is_drawn(tree.value(one))]


def _own(tree: PageTree, record: Sequence[int], entries: Sequence[int]) -> list[int]:
    """The first of these class names that stand in a record, not those of the record itself."""
    found: list[int] = []
    for root in record:
        first = bisect_left(entries, tree.first_attribute[root + 1])
        last = bisect_left(entries, tree.first_attribute[root + tree.size[root]], first)
        found += entries[first : min(last, first + MAX_DRAWN)]
    return found[:MAX_DRAWN]


def _node_of(tree: PageTree, entry: int) -> int:
    """The element that an attribute's place belongs to."""
    return bisect_right(tree.first_attribute, entry) - 1


def _named(tree: PageTree, own: Sequence[Sequence[int]]) -> list[float | None]:
    """What class names say; where they say several things, these are the stars' own numbers."""
    return [_one_of(rating_in_class(tree.value(entry)) for entry in drawn) for drawn in own]


def _wide(tree: PageTree, own: Sequence[Sequence[int]]) -> list[float | None]:
    """What the width of a bar of stars says."""
    return [
        _one_of(
            rating_in_style(style)
            for entry in drawn[:MAX_BARS]
            for style in _styles(tree, _node_of(tree, entry))
        )
        for drawn in own
    ]


def _styles(tree: PageTree, node: int) -> Iterator[str]:
    first = tree.first_attribute[node]
    stop = tree.first_attribute[min(node + tree.size[node], node + MAX_NODES)]
    return map(tree.value, places_of(tree.attribute, _STYLE, first, stop))


def _one_of(values: Iterable[float | None]) -> float | None:
    found = {value for value in values if value is not None}
    return found.pop() if len(found) == 1 else None


def _counted(tree: PageTree, own: Sequence[Sequence[int]]) -> list[float | None]:
    """How many stars are given."""
    return stars_drawn([[*_stars(tree, drawn)] for drawn in own])


def _stars(tree: PageTree, drawn: Sequence[int]) -> Iterator[str]:
    """The class names of each star: of elements without text that hold no other star."""
    stars = [one for one in drawn if is_star(tree.value(one))]
    for one, following in zip_longest(stars, stars[1:]):
        stop = (node := _node_of(tree, one)) + tree.size[node]
        is_whole = following is None or following >= tree.first_attribute[stop]
        if is_whole and not tree.text_chars(node):
            yield tree.value(one)
