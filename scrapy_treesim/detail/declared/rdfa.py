"""Things declared in RDFa: a simple subset, of the vocabularies that tell of goods and places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.declared.marked_items import items_of, marked_nodes
from scrapy_treesim.detail.declared.thing import Properties, Thing, local_name
from scrapy_treesim.detail.declared.thing_types import is_thing
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_THINGS: Final = 100
"""Things that are read."""

_VOCABULARIES: Final = (
    "schema.org", "data-vocabulary.org", "purl.org/goodrelations", "ogp.me/ns"
)  # fmt: skip
_PREFIXES: Final = frozenset(("", "schema", "s", "v", "gr", "product", "og", "books"))
_WAYS: Final = frozenset(("", "mainEntity", "mainEntityOfPage", "about", "itemOffered"))
_IS_TYPEOF = bytes(name == "typeof" for name in tags.ATTRIBUTES)
_SAME: Final = {
    "hasCurrencyValue": "price",
    "hasMinCurrencyValue": "price",
    "hasCurrency": "priceCurrency",
    "hasPriceSpecification": "priceSpecification",
    "hasEAN_UCC-13": "gtin13",
    "hasGTIN-14": "gtin14",
    "hasMPN": "mpn",
    "hasStockKeepingUnit": "sku",
    "hasManufacturer": "manufacturer",
    "hasBrand": "brand",
    "currency": "priceCurrency",
    "photo": "image",
    "identifier": "productID",
    "offerDetails": "offers",
}
"""Properties of other vocabularies by those of schema.org."""


def read_rdfa(page: Page) -> tuple[list[Thing], list[Properties]]:
    """Read the things in order, and the lists of breadcrumbs."""
    tree = page.tree
    if not nodes_of(tree.attribute, _IS_TYPEOF):
        return [], []
    items = items_of(tree, marked_nodes(tree, "typeof property"), _types, _names)
    things = [
        Thing(
            "rdfa", item.types, item.properties,
            item.above is not None and (item.of not in _WAYS or is_thing(items[item.above].types)),
            item.node,
        )
        for item in items
        if is_thing(item.types)
    ]  # fmt: skip
    lists = [item.properties for item in items if "BreadcrumbList" in item.types]
    return things[:MAX_THINGS], lists


def _types(tree: PageTree, node: int) -> tuple[str, ...] | None:
    said = tree.get(node, "typeof")
    if said is None:
        return None
    names = map(_known, said[:1_000].split()[:10])
    return tuple(name for name in names if name)


def _names(tree: PageTree, node: int) -> list[str]:
    names = map(_known, (tree.get(node, "property") or "")[:1_000].split())
    return [_SAME.get(name, name) for name in names if name]


def _known(name: str) -> str:
    """The local name of what a known vocabulary has; empty for others."""
    prefix, colon, rest = name.partition(":")
    if "//" in name:
        return local_name(name) if any(one in name for one in _VOCABULARIES) else ""
    return local_name(rest if colon else name) if not colon or prefix in _PREFIXES else ""
