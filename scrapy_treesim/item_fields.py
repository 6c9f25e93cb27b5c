"""``TREESIM_ARTICLE_FIELDS`` and the like: the fields that items carry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Final

from scrapy_treesim.items import ArticleItem, CommentItem, DetailItem, Item, RecordItem
from scrapy_treesim.wording import meant

ALWAYS: Final = tuple(one.name for one in fields(Item))
"""The fields that every item carries."""

ON_DEMAND: Final[dict[type[Item], frozenset[str]]] = {
    ArticleItem: frozenset(("html", "markdown")),
    DetailItem: frozenset(),
    RecordItem: frozenset(("links", "images")),
    CommentItem: frozenset(("html",)),
}
"""By class, the fields that are not made unless they are asked for."""


def own_fields(item_class: type[Item]) -> tuple[str, ...]:
    """The fields that may be chosen, in the order of the class."""
    return tuple(one.name for one in fields(item_class) if one.name not in ALWAYS)


def default_fields(item_class: type[Item]) -> frozenset[str]:
    """The fields that items carry where nothing else is asked for."""
    return frozenset(own_fields(item_class)) - ON_DEMAND[item_class]


def chosen_fields(item_class: type[Item], names: Iterable[str]) -> frozenset[str]:
    """The fields of that names; ``default`` and ``all`` stand for several.

    >>> sorted(chosen_fields(ArticleItem, ["text", "markdown"]))
    ['markdown', 'text']
    >>> "html" in chosen_fields(ArticleItem, ["default", "html"])
    True

    Raises:
        ValueError: the class has no such field, or there is no name.
    """
    known = own_fields(item_class)
    found: set[str] = set()
    names = [*names]
    if not names:
        raise ValueError("give names of fields, default or all")
    for name in names:
        if name == "all":
            found.update(known)
        elif name == "default":
            found |= default_fields(item_class)
        elif name in known:
            found.add(name)
        elif name not in ALWAYS:
            hint = meant(name, (*known, "default", "all"))
            raise ValueError(f"there is no field {name!r}: {hint}")
    return frozenset(found)
