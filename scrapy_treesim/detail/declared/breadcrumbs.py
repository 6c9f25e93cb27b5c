"""The categories above the page's thing, as a declared list of breadcrumbs names them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail.declared.json_ld import read_json_ld
from scrapy_treesim.detail.declared.microdata import read_microdata
from scrapy_treesim.detail.declared.rdfa import read_rdfa
from scrapy_treesim.detail.declared.read import Told
from scrapy_treesim.detail.declared.thing import Properties
from scrapy_treesim.detail.declared.values import Context, first_text, nodes

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
    lists = (json_ld.lists, page.once(read_microdata)[1], page.once(read_rdfa)[1])
    context = Context(json_ld.by_id)
    for one in [*chain.from_iterable(lists)][:MAX_LISTS]:
        names = _names(one, context)
        if not names:
            continue
        if page.once(Told.of).likeness(names[-1]) >= SAME_NAME:
            names.pop()
        if names:
            return tuple(names)
    return ()


def _names(listed: Properties, context: Context) -> list[str]:
    """The names of the entries by their places."""
    found: list[tuple[float, str]] = []
    for number, entry in enumerate(nodes(listed.get("itemListElement"), context)):
        inner: Any = entry.get("item")
        name = first_text(entry.get("name"), context) or first_text(inner, context, ("name",))
        if name and len(found) < MAX_CRUMBS:
            place = first_text(entry.get("position"), context)
            known = place.isdecimal() and len(place) < 5
            found.append((float(place) if known else float(number + 1), name))
    return [name for _, name in sorted(found, key=lambda one: one[0])]
