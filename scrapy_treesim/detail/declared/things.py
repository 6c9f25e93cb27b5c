"""The declared things that a page may be about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scrapy_treesim.detail.declared.thing_types import is_thing
from scrapy_treesim.reading.declared.marked_things import NODE
from scrapy_treesim.reading.declared.thing import Thing

_WAYS: Final = frozenset(("", "@graph", "mainEntity", "mainEntityOfPage", "about", "itemOffered"))
"""Properties that lead to what the page is about, not to what is said of it."""
_OF_GROUPS: Final = frozenset(("hasVariant", "isVariantOf", "model"))
_NAMING: Final = frozenset(("@id", "@type", "@context", NODE))


def things_in(things: Sequence[Thing]) -> Iterator[tuple[Thing, bool]]:
    """Those of one syntax that a page may be about, each with whether it is said of another one:
    related to it, an entry of a list, reviewed ...

    Variants are not among them: they are read with their group.
    """
    nested: list[bool] = []
    grouped: list[bool] = []
    for thing in things:
        is_nested = is_grouped = False
        if thing.above is not None:
            above = things[thing.above].types
            is_nested = nested[thing.above] or (
                bool(above) if thing.of not in _WAYS else not thing.of and is_thing(above)
            )
            is_grouped = grouped[thing.above] or (bool(above) and thing.of in _OF_GROUPS)
        nested.append(is_nested)
        grouped.append(is_grouped)
        # A mere reference says nothing.
        if not is_grouped and is_thing(thing.types) and thing.properties.keys() - _NAMING:
            yield thing, is_nested
