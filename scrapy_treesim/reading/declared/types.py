"""Types of schema.org and Open Graph: of pages and of their main things."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scrapy_treesim.files.json_file import packaged
from scrapy_treesim.reading.declared.thing import lower_types

_TYPES: Final = packaged(__package__, "schema_types.json")
_SUBTYPES: Final[dict[str, str]] = _TYPES["types"]
ROOTS: Final = {
    name.lower(): root for root, names in _SUBTYPES.items() for name in (root, *names.split())
}
"""Root of each known type of schema.org, by the type in lower case: ``LocalBusiness`` of
``hardwarestore``."""

PAGE_TYPES: Final = {
    name: kind
    for kind, names in (
        ("article", f"Article {_SUBTYPES['Article']} Recipe HowTo".lower()),
        ("product", f"Product {_SUBTYPES['Product']}".lower()),
        ("documentation", "techarticle apireference"),
        ("forum", "discussionforumposting question qapage"),
        ("service", "service"),
        ("listing", "collectionpage searchresultspage itemlist offercatalog blog"),
    )
    for name in names.split()
}
"""Kind of page by the schema.org type of its main thing."""

RANKS: Final = (
    ("article", "product", "documentation", "forum"),
    ("service",),
    ("listing",),
    ("",),
)
"""Kinds of pages in the order of preference, equal ones together."""

OG_TYPES: Final = {
    "article": "article",
    "blog": "listing",
    "product": "product",
    "product.item": "product",
    "og.product": "product",
    "product.group": "product",
}
"""Kind of page by its ``og:type``."""

UNDATED: Final = frozenset(("product", "listing", "service"))
"""Kinds of pages without a visible date of their own: the dates on them are of other things."""


@lru_cache(maxsize=1024)
def page_type_of(types: tuple[str, ...]) -> str | None:
    """Return the kind of page for a thing of these types; "" for a page as such, None for a
    thing without one."""
    lowered = lower_types(types)
    kind = next((PAGE_TYPES[name] for name in lowered if name in PAGE_TYPES), None)
    return "" if kind is None and any(name.endswith("page") for name in lowered) else kind


PARTS: Final = frozenset(_TYPES["parts"].split())
"""Types in lower case of parts of other things, of pages and of things on every page."""

ENDINGS_OF_PARTS: Final = ("action", "specification", "page", "element", "policy")
"""Endings of further types that are parts."""

PRODUCTS: Final = frozenset(name for name, root in ROOTS.items() if root == "Product") | {
    "offering"
}
"""Types of products, in lower case."""

OWNERS: Final = frozenset(
    ("LocalBusiness", "Place", "Person", "PerformingGroup", "SportsOrganization")
)
"""Roots of owners and authors of pages: a page is about one only if it has its name."""

UNPRICED: Final = OWNERS | {"Recipe", "JobPosting"}
"""Roots of things that are not for sale: a price is theirs only if they declare it."""

SITES: Final = frozenset(
    name for name, root in ROOTS.items() if root in OWNERS | {"Organization", "Article"}
) | {"webapplication", "group"}
"""Types of things beside the main one: owners and authors of pages, and their works."""


@lru_cache(maxsize=1024)
def root_of(types: tuple[str, ...]) -> str:
    """Return the first root, in the order of the table, of a thing's types; empty without one."""
    roots = {ROOTS[name] for name in lower_types(types) if name in ROOTS}
    return next((root for root in _SUBTYPES if root in roots), "")


@lru_cache(maxsize=1024)
def is_thing(types: tuple[str, ...]) -> bool:
    """Tell whether a thing of these types may be the main one of a page."""
    return any(
        name not in PARTS and not name.endswith(ENDINGS_OF_PARTS) for name in lower_types(types)
    )


def is_of_sites(types: tuple[str, ...]) -> bool:
    """Tell whether all of these types are of things beside the main one."""
    return SITES.issuperset(lower_types(types))
