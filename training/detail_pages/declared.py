"""What a page declares to machines: JSON-LD, microdata, OpenGraph; most pages declare little."""

from __future__ import annotations

import json
from typing import Any

from training.comment_pages.comment import Talk
from training.detail_pages.marks import MARK
from training.detail_pages.thing import Thing
from training.record_pages.markup import Node, plain

STOCK = {True: "InStock", False: "OutOfStock"}
PROPERTIES = {
    "name": "name",
    "image": "image",
    "brand": "brand",
    "sku": "sku",
    "mpn": "mpn",
    "gtin": "gtin13",
    "author": "author",
    "isbn": "isbn",
    "publisher": "publisher",
    "description": "description",
    "phone": "telephone",
    "address": "address",
    "rating": "ratingValue",
    "price": "price",
}


def script(data: dict[str, Any]) -> Node:
    """A declaration in JSON, safe in a page."""
    text = json.dumps(data, ensure_ascii=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return plain("script", text, type="application/ld+json")


def as_json(thing: Thing, address: str) -> dict[str, Any]:
    """The thing as JSON-LD."""
    out: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": thing.kind.schema,
        "name": thing.name,
        "image": list(thing.images[:3]),
        "url": address,
    }
    for name in ("sku", "mpn", "gtin", "isbn", "phone"):
        if fact := thing.fact(name):
            out[PROPERTIES[name]] = fact.value
    if brand := thing.fact("brand"):
        out["brand"] = {"@type": "Brand", "name": brand.value}
    if thing.amount is not None:
        out["offers"] = {
            "@type": "Offer",
            "price": thing.money.exact(thing.amount),
            "priceCurrency": thing.money.currency,
            "availability": f"https://schema.org/{STOCK[thing.stocked is not False]}",
        }
    if thing.rating is not None:
        out["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": f"{thing.rating:.1f}",
            "reviewCount": thing.votes,
        }
    return out


def microdata(root: Node, thing: Thing) -> None:
    """Give the elements that show fields the attributes of microdata."""
    stack: list[Node] = [root]
    root.attributes["itemscope"] = ""
    root.attributes["itemtype"] = f"http://schema.org/{thing.kind.schema}"
    while stack:
        node = stack.pop()
        known = PROPERTIES.get(node.attributes.get(MARK, ""))
        if known:
            node.attributes["itemprop"] = known
        if known == "price" and thing.amount is not None:
            node.attributes["content"] = thing.money.exact(thing.amount)
        stack.extend(child for child in node.children if isinstance(child, Node))


def head(talk: Talk, thing: Thing, address: str) -> list[Node]:
    """The declarations in the page's head, as the site has them."""
    own = talk.design.at("declared")
    out: list[Node] = []
    if own.chance("json", 0.26):
        out.append(script(as_json(thing, address)))
    if own.chance("graph", 0.4):
        kinds = ("product", "website", "article", "", "product.item", "place", "object")
        kind = own.pick("graph type", kinds)
        pairs = {"og:title": thing.name, "og:image": thing.images[0], "og:type": kind}
        out.extend(
            plain("meta", property=key, content=value) for key, value in pairs.items() if value
        )
    return out
