"""The categories above the page's thing, as a declared list of breadcrumbs names them."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared.fields import first_text
from scrapy_treesim.detail.declared.read import Told
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import read_microdata, read_rdfa
from scrapy_treesim.reading.declared.thing import Properties
from scrapy_treesim.reading.declared.values import Values

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_LISTS: Final = 10
"""Lists that are looked at."""
MAX_CRUMBS: Final = 30
"""Entries of a list."""
SAME_NAME: Final = 0.8
"""Dice's coefficient with the page's title from which the last entry is the page itself."""


def breadcrumbs_declared(page: Page) -> tuple[str, ...]:
    """The first list that names categories, the widest first, without the page itself."""
    json_ld = page.once(read_json_ld)
    things = chain(json_ld.things, page.once(read_microdata), page.once(read_rdfa))
    lists = (thing.properties for thing in things if "BreadcrumbList" in thing.types)
    values = Values(json_ld.by_id)
    for one in islice(lists, MAX_LISTS):
        names = _names(one, values)
        if not names:
            continue
        if page.once(Told.of).likeness(names[-1]) >= SAME_NAME:
            names.pop()
        if names:
            return tuple(names)
    return ()


def _names(listed: Properties, values: Values) -> list[str]:
    """The names of the entries by their places."""
    found: list[tuple[float, str]] = []
    for number, entry in enumerate(values.nodes(listed.get("itemListElement"))):
        name = first_text(values, entry, ("name", "item"), ("name",))
        if name and len(found) < MAX_CRUMBS:
            place = first_text(values, entry, ("position",))
            known = place.isdecimal() and len(place) < 5
            found.append((float(place) if known else float(number + 1), name))
    return [name for _, name in sorted(found, key=lambda one: one[0])]
