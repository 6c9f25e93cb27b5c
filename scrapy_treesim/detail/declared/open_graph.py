"""The page's own thing as its ``<meta>`` declares it: Open Graph, products, cards."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import prices
from scrapy_treesim.article.metadata.meta_tags import MetaTags
from scrapy_treesim.detail.declared.thing import Properties, Thing

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_VALUES: Final = 20
"""Values of one name."""
MAX_ATTRIBUTES: Final = 50
"""Further properties."""

_NAMES: Final = {
    "name": ("og.title", "twitter.title"),
    "description": ("og.description", "twitter.description"),
    "image": (
        "og.image.secure_url",
        "og.image",
        "og.image.url",
        "twitter.image",
        "twitter.image.src",
    ),
    "url": ("og.url",),
    "sku": (
        "product.retailer_item_id",
        "product.retailer_part_no",
        "product.sku",
        "og.sku",
        "product.id",
        "og.product_id",
        "product.item_id",
    ),
    "mpn": ("product.mfr_part_no", "product.mpn", "og.mpn"),
    "gtin": (
        "product.gtin",
        "product.ean",
        "product.upc",
        "product.isbn",
        "og.upc",
        "og.ean",
        "og.isbn",
        "book.isbn",
        "books.isbn",
    ),
    "brand": ("product.brand", "og.brand"),
}
"""The names that say a property; a dot for each colon."""
_OF_OFFERS: Final = {
    "price": (
        "product.sale_price.amount",
        "product.price.amount",
        "og.price.amount",
        "product.price",
        "og.price",
        "product.sale_price",
    ),
    "priceCurrency": (
        "product.price.currency",
        "og.price.currency",
        "product.sale_price.currency",
        "product.currency",
        "og.currency",
    ),
    "availability": ("product.availability", "og.availability"),
}
_FORMER: Final = (
    "product.original_price.amount",
    "og.price.standard_amount",
    "product.price.standard",
)
_TYPES: Final = {
    "product": "Product",
    "product.item": "Product",
    "product.group": "ProductGroup",
    "og.product": "Product",
    "book": "Book",
    "books.book": "Book",
    "restaurant.restaurant": "Restaurant",
    "place": "Place",
    "profile": "Person",
    "article": "Article",
}
"""Types of schema.org by ``og:type``, a dot for each colon."""
_OF_TYPES: Final = ("product.", "book.", "place.", "business.", "vehicle.")
_READ: Final = frozenset(chain(*_NAMES.values(), *_OF_OFFERS.values(), _FORMER))
_PRICE_LABELS: Final = frozenset(prices.LABELS.split())


def read_open_graph(page: Page) -> list[Thing]:
    """The one thing that they tell of, if they tell of one."""
    meta = page.once(MetaTags.read)
    values = meta.values

    def said(names: tuple[str, ...]) -> list[str]:
        return [one for name in names if name in values for one in values[name][:MAX_VALUES]]

    properties: Properties = {name: said(names) for name, names in _NAMES.items()}
    offer: Properties = {name: said(names) for name, names in _OF_OFFERS.items()}
    # Where a lower price is said too, the price is the former one.
    if "product.sale_price.amount" in values and len(set(offer["price"])) > 1:
        offer["priceSpecification"] = _former(offer["price"][1])
    elif former := said(_FORMER):
        offer["priceSpecification"] = _former(former[0])
    _read_cards(values, properties, offer)
    for name in values:
        if name.startswith(_OF_TYPES) and name not in _READ and len(properties) < MAX_ATTRIBUTES:
            properties.setdefault(name.rpartition(".")[2], values[name][:MAX_VALUES])
    properties["offers"] = offer
    kind = next(iter(values.get("og.type", ())), "").strip().lower().replace(":", ".")
    types = (_TYPES[kind],) if kind in _TYPES else ()
    if not types and offer["price"]:
        types = ("Product",)
    found = any(properties[name] for name in _NAMES) or offer["price"]
    return [Thing("opengraph", types, properties)] if found else []


def _former(price: str) -> Properties:
    return {"priceType": "ListPrice", "price": price}


def _read_cards(values: Mapping[str, list[str]], properties: Properties, offer: Properties) -> None:
    """The pairs of labels and data that Twitter's cards show."""
    for number in "1234":
        label = next(iter(values.get(f"twitter.label{number}", ())), "").strip()
        data = next(iter(values.get(f"twitter.data{number}", ())), "").strip()
        if not label or not data:
            continue
        if label.lower() in _PRICE_LABELS:
            offer["price"].append(data)
        else:
            properties.setdefault(label[:MAX_LABEL_CHARS], data)


MAX_LABEL_CHARS: Final = 60
"""Characters of a label."""
