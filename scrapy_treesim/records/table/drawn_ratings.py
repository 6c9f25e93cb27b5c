"""Ratings that records draw and no text says: stars by titles, class names and widths."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis import _class_cues_cy
from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.tree import tags
from scrapy_treesim.values import drawn_ratings
from scrapy_treesim.values.lexicon import ratings
from scrapy_treesim.values.text_kinds import LABEL, RATING, kind_of

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.tree import PageTree

MAX_NODES: Final = 40
"""Nodes of a drawn rating that are asked."""
MAX_DRAWN: Final = 4
"""Elements of a record that are asked whether they draw a rating, the first ones."""
MIN_SHARE: Final = 0.3
"""Share of records from which what they draw is a column."""

_CLASS: Final = tags.ATTRIBUTES.index("class")
_CUES: Final = NameReader({"drawn": ratings.DRAWN})
_STYLE: Final = tags.ATTRIBUTES.index("style")
_SAID: Final = tuple(tags.ATTRIBUTES.index(name) for name in ("content", "title", "alt", "value"))


def ratings_drawn(
    tree: PageTree, records: Sequence[Sequence[int]]
) -> list[tuple[int, str] | None] | None:
    """The rating that each record draws, behind the first element that draws it; None where too few
    records do."""
    entries = _class_entries(tree, records)
    drawing = [[*_drawing(tree, nodes, entries)] for nodes in records] if entries else []
    least = max(2, MIN_SHARE * len(records))
    if sum(map(bool, drawing)) < least:
        return None
    for read in (_titled, _named, _wide):
        said = [read(tree, nodes) for nodes in drawing]
        if sum(one is not None for one in said) >= least:
            break
    else:
        stars = drawn_ratings.stars_drawn([_icons(tree, nodes) for nodes in drawing])
        said = [None if one is None else f"{one:g}" for one in stars]
        if sum(one is not None for one in said) < least:
            return None
    return [
        (nodes[0], one) if nodes and one is not None else None
        for nodes, one in zip(drawing, said, strict=True)
    ]


def _class_entries(tree: PageTree, records: Sequence[Sequence[int]]) -> list[int]:
    """The class names in the records that say that a rating is drawn, as places of attributes."""
    roots = [root for record in records for root in record]
    if not roots:
        return []
    first = tree.first_attribute[min(roots)]
    last = tree.first_attribute[max(root + tree.size[root] for root in roots)]
    starts, values = tree.value_start, tree.values
    entries = _class_cues_cy.entries_with_cues(
        first, last, _CLASS, tree.attribute, starts, values, _CUES.symbols, _CUES.following,
        _CUES.meaning,
    )  # fmt: skip
    return [one for one in entries if _is_drawn(values[starts[one] : starts[one + 1]])]


def _drawing(tree: PageTree, nodes: Sequence[int], entries: Sequence[int]) -> Iterator[int]:
    """The first elements of a record whose class names say that they draw a rating."""
    found = 0
    for root in nodes:
        stop = root + 1
        last = tree.first_attribute[root + tree.size[root]]
        place = bisect_left(entries, tree.first_attribute[root + 1])
        while place < len(entries) and entries[place] < last and found < MAX_DRAWN:
            node = _node_of(tree, entries[place])
            if node >= stop:
                yield node
                found += 1
                stop = node + tree.size[node]
            place += 1


def _is_drawn(names: bytes) -> bool:
    return len(names) <= drawn_ratings.MAX_NAMES and _is_short_drawn(names)


@lru_cache(maxsize=4096)
def _is_short_drawn(names: bytes) -> bool:
    return drawn_ratings.is_drawn(names.decode("utf-8", "replace"))


def _inside(tree: PageTree, nodes: Sequence[int], wanted: int) -> Iterator[int]:
    """The places of an attribute in the first nodes of each of some subtrees."""
    for node in nodes:
        stop = min(node + tree.size[node], node + MAX_NODES)
        yield from places_of(
            tree.attribute, wanted, tree.first_attribute[node], tree.first_attribute[stop]
        )


def _titled(tree: PageTree, nodes: Sequence[int]) -> str | None:
    """What a title or the like says, ``4.5 out of 5``."""
    for root in nodes:
        entries = [
            (_node_of(tree, entry), place, entry)
            for place, wanted in enumerate(_SAID)
            for entry in _inside(tree, (root,), wanted)
        ]
        for _, _, entry in sorted(entries):
            said = " ".join(tree.value(entry).split())
            if said and kind_of(LABEL.sub("", said)) == RATING:
                return said
    return None


def _node_of(tree: PageTree, entry: int) -> int:
    """The element that an attribute's place belongs to."""
    return bisect_right(tree.first_attribute, entry) - 1


def _named(tree: PageTree, nodes: Sequence[int]) -> str | None:
    """What class names say; where they say several things, these are the stars' own numbers."""
    return _one_of(
        _in_class(tree.value(entry)[: drawn_ratings.MAX_NAMES])
        for entry in _inside(tree, nodes, _CLASS)
    )


def _wide(tree: PageTree, nodes: Sequence[int]) -> str | None:
    """What the width of a bar of stars says."""
    return _one_of(
        drawn_ratings.rating_in_style(tree.value(entry)) for entry in _inside(tree, nodes, _STYLE)
    )


def _one_of(values: Iterable[float | None]) -> str | None:
    found = {value for value in values if value is not None}
    return f"{found.pop():g}" if len(found) == 1 else None


def _icons(tree: PageTree, nodes: Sequence[int]) -> list[str]:
    """The class names of each star that a record draws."""
    if not nodes:
        return []
    # A star by itself stands beside the others.
    holder = nodes[0] if _has_star(tree, nodes[0]) else tree.parent[nodes[0]]
    stop = min(holder + tree.size[holder], holder + MAX_NODES)
    found: list[str] = []
    after = holder + 1
    for node, names in _stars(tree, after, stop):
        if node >= after and not tree.text_chars(node) and not _has_star(tree, node):
            found.append(names)
            after = node + tree.size[node]
    return found


def _has_star(tree: PageTree, above: int) -> bool:
    """Tell whether an element holds stars and is none itself."""
    stop = min(above + tree.size[above], above + MAX_NODES)
    return next(_stars(tree, above + 1, stop), None) is not None


def _stars(tree: PageTree, first: int, stop: int) -> Iterator[tuple[int, str]]:
    """The nodes from ``first`` up to ``stop`` whose class names are of stars, with these."""
    for entry in places_of(
        tree.attribute, _CLASS, tree.first_attribute[first], tree.first_attribute[stop]
    ):
        names = tree.value(entry)
        if _is_star(names[: drawn_ratings.MAX_NAMES]):
            yield _node_of(tree, entry), names


_in_class = lru_cache(maxsize=4096)(drawn_ratings.rating_in_class)
_is_star = lru_cache(maxsize=4096)(drawn_ratings.is_star)


def places_of(attributes: array[int], wanted: int, first: int, stop: int) -> Iterator[int]:
    """The places from ``first`` up to ``stop`` where an attribute stands, in order."""
    try:
        while True:
            first = attributes.index(wanted, first, stop)
            yield first
            first += 1
    except ValueError:
        return
