"""The one main thing that a page declares, in whatever syntax."""

from __future__ import annotations

from itertools import chain, islice
from math import inf
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.declared.about import SAME_NAME, PageNames, are_nested
from scrapy_treesim.reading.declared.json_ld import read_json_ld
from scrapy_treesim.reading.declared.marked_things import read_microdata, read_rdfa
from scrapy_treesim.reading.declared.types import OWNERS, is_thing, root_of
from scrapy_treesim.reading.declared.values import Values, line_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.declared.thing import Thing

MAX_COMPARED: Final = 50
"""Largest number of names of one type that are compared with the page's."""
LIKE_NAME: Final = 0.5
"""Smallest likeness of a thing's name and the page's if the thing has another page's address."""


def main_things(page: Page) -> tuple[Thing, ...]:
    """Return the declarations of the page's one main thing; empty without one.

    Things of one type with several names are a list. Owners and authors need the page's name;
    beside an article all but recipes need it, and the article must not have it. Call it through
    ``page.once``.
    """
    json_ld = page.once(read_json_ld)
    names, values = page.once(PageNames.of), Values(json_ld.by_id)
    declared: dict[str, list[dict[str, Thing]]] = {}
    for things in (json_ld.things, page.once(read_microdata), page.once(read_rdfa)):
        for root, by_name in _by_root(things, values).items():
            declared.setdefault(root, []).append(by_name)
    likeness = {
        root: max(map(names.likeness, islice(chain(*named), MAX_COMPARED)))
        for root, named in declared.items()
    }
    article = likeness.pop("Article", None)
    likeness.pop("Organization", None)
    selected = {}
    for root in likeness:
        main = [thing for by_name in declared[root] for thing in by_name.values()]
        addresses = [*values.texts(main[0].properties, ("url", "@id"))]
        least = _least_likeness(root, names.address_score(addresses) < 0, article)
        if len(main) == len(declared[root]) and likeness[root] >= least:
            selected[root] = main
    roots = [root for root in selected if root not in OWNERS] or [*selected]
    if len(roots) > 1:
        roots = [root for root in roots if likeness[root] >= SAME_NAME]
    return tuple(thing for root in roots for thing in selected[root])


def _by_root(things: Sequence[Thing], values: Values) -> dict[str, dict[str, Thing]]:
    """Return the things of one syntax that are not nested, by the root of their type and name."""
    by_root: dict[str, dict[str, Thing]] = {}
    for thing, is_nested in zip(things, are_nested(things), strict=True):
        root = "" if is_nested or not is_thing(thing.types) else root_of(thing.types)
        if root:
            texts = values.texts(thing.properties, ("name", "title", "headline"))
            name = line_of(next(texts, "")).casefold()
            if name or root == "Article":
                by_root.setdefault(root, {}).setdefault(name, thing)
    return by_root


def _least_likeness(root: str, is_elsewhere: bool, article: float | None) -> float:
    """Return the smallest likeness to the page's name of a main thing, infinite where none is.

    ``article``: that of the article, None without one.
    """
    if root != "Recipe" and article is not None:
        return SAME_NAME if article < SAME_NAME else inf
    if root in OWNERS:
        return SAME_NAME
    return LIKE_NAME if is_elsewhere else 0.0
