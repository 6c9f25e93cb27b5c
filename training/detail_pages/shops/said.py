"""What shops declare of goods: mostly right, on some pages another thing than the page shows."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from training.comment_pages.comment import Talk
from training.detail_pages.declared import script
from training.detail_pages.marks import MARK
from training.detail_pages.shops.goods import Goods
from training.record_pages.markup import Node, plain

LYING: Final = 0.12
"""The share of declaring pages that contradict what they show."""
LIES: Final = ("old price", "stock", "stock", "variant", "cents", "brand", "sku", "price")
MARKED: Final = {
    "name": "name",
    "image": "image",
    "brand": "brand",
    "sku": "sku",
    "mpn": "mpn",
    "gtin": "gtin13",
    "description": "description",
}
"""Fields by their marks, and what microdata calls them."""

GRAPH_STOCK: Final = {"InStock": "in stock", "OutOfStock": "out of stock", "PreOrder": "preorder"}
"""Words of OpenGraph for the same."""


@dataclass
class Said:
    """What a page declares: nodes of its head and its end, and the values that are right."""

    head: list[Node] = field(default_factory=list)
    end: list[Node] = field(default_factory=list)
    right: dict[str, str] = field(default_factory=dict)
    microdata: bool = False


def lie_of(talk: Talk) -> str:
    """The way in which the page's declarations are wrong; empty on most."""
    own = talk.design.at("lie")
    if not own.chance("any", LYING * 1.25) or talk.writer.draw.random() > 0.8:
        return ""
    return own.pick("which", LIES)


def _values(talk: Talk, goods: Goods, images: tuple[str, ...], lie: str) -> dict[str, str]:
    """What is declared, a value a field."""
    own, thing, draw = talk.design.at("declared fields"), goods.thing, talk.writer.draw
    out = {"name": thing.name, "image": images[-1], "availability": goods.availability}
    known = {"sku": goods.sku, "mpn": goods.mpn, "gtin": goods.gtin, "brand": goods.brand}
    shares = {"sku": 0.7, "mpn": 0.3, "gtin": 0.3, "brand": 0.75}
    out.update({key: text for key, text in known.items() if text and own.chance(key, shares[key])})
    if thing.amount is not None:
        out["price"] = thing.money.exact(thing.amount)
        out["currency"] = thing.money.currency
    if thing.rating is not None and own.chance("rating", 0.7):
        out.update(rating=f"{thing.rating:.1f}", reviews=str(thing.votes))
    if lie == "brand":
        out["brand"] = talk.writer.words(1, 2)
    elif lie == "sku":
        out["sku"] = str(draw.randint(1000, 9_999_999))
    elif lie == "stock":
        out["availability"] = "InStock" if goods.availability == "OutOfStock" else "OutOfStock"
    elif lie and thing.amount is not None:
        wrong = {
            "old price": thing.before or thing.amount * 1.25,
            "variant": thing.amount * 1.1 + 1,
            "cents": thing.amount * 100,
            "price": thing.amount * (0.6 + draw.random() / 4),
        }[lie]
        out["price"] = f"{wrong:.0f}" if lie == "cents" else thing.money.exact(wrong)
    return out


def _wrong(lie: str) -> str:
    return {"brand": "brand", "sku": "sku", "stock": "availability", "": ""}.get(lie, "price")


def _json(values: dict[str, str], kind: str, address: str) -> dict[str, Any]:
    out: dict[str, Any] = {"@context": "https://schema.org", "@type": kind, "url": address}
    names = {"name": "name", "image": "image", "sku": "sku", "mpn": "mpn", "gtin": "gtin13"}
    out.update({called: values[name] for name, called in names.items() if name in values})
    if "brand" in values:
        out["brand"] = {"@type": "Brand", "name": values["brand"]}
    if "price" in values:
        out["offers"] = {
            "@type": "Offer",
            "price": values["price"],
            "priceCurrency": values["currency"],
            "availability": f"https://schema.org/{values['availability']}",
        }
    if "rating" in values:
        out["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": values["rating"],
            "reviewCount": values["reviews"],
        }
    return out


def _shaped(talk: Talk, goods: Goods, data: dict[str, Any], lie: str) -> dict[str, Any]:
    """The same in one of the shapes that shops give it."""
    own, money = talk.design.at("shape"), goods.thing.money
    offer = data.get("offers")
    if own.chance("images", 0.4):
        data["image"] = [data["image"], f"{talk.writer.address()}.jpg"]
    if "brand" in data and own.chance("brand a string", 0.25):
        data["brand"] = data["brand"]["name"]
    if offer and own.chance("price a number", 0.4):
        offer["price"] = float(offer["price"])
    if offer and own.chance("offers listed", 0.2):
        data["offers"] = [offer]
    elif offer and goods.variants and not lie and own.chance("offers of variants", 0.4):
        more = (
            {**offer, "price": money.exact(value), "name": name}
            for name, value in goods.variants[1:]
        )
        data["offers"] = [offer, *more]
    elif offer and goods.top and not lie and own.chance("offers together", 0.6):
        low, high = offer.pop("price"), money.exact(goods.top)
        data["offers"] = {**offer, "@type": "AggregateOffer", "lowPrice": low, "highPrice": high}
    form = own.pick("form", ("bare",) * 7 + ("graph", "graph", "page"))
    if form == "bare":
        return data
    context = data.pop("@context")
    if form == "graph":
        shop = {"@type": "Organization", "name": own.pick("shop", talk.writer.language.syllables)}
        return {"@context": context, "@graph": [shop, data]}
    return {"@context": context, "@type": "ItemPage", "mainEntity": data}


def _others(talk: Talk) -> dict[str, Any]:
    """A list of other goods."""
    items = [
        {
            "@type": "ListItem",
            "position": place + 1,
            "item": {
                "@type": "Product",
                "name": talk.writer.title(),
                "url": talk.writer.address(),
                "offers": {"@type": "Offer", "price": talk.writer.draw.randint(3, 900)},
            },
        }
        for place in range(4)
    ]
    return {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": items}


def _safe(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _scripted(talk: Talk, goods: Goods, values: dict[str, str]) -> Node:
    """An object of a script that knows the goods, often among others."""
    own, writer = talk.design.at("scripted"), talk.writer
    item = {
        own.pick("id key", ("id", "item_id", "sku", "productId")): goods.internal,
        own.pick("name key", ("name", "item_name", "title")): values["name"],
    }
    for key, called in (("price", "price"), ("brand", "brand"), ("currency", "currency")):
        if key in values:
            item[called] = values[key]
    others = [
        {"id": writer.draw.randint(100, 9_999_999), "name": writer.title(), "price": 9.5 + place}
        for place in range(own.pick("others", (0, 0, 3, 8)))
    ]
    form = own.pick("form", ("layer", "layer", "variable", "state"))
    if form == "layer":
        data = {"event": "view_item", "ecommerce": {"items": [item], "impressions": others}}
        return plain(
            "script", f"dataLayer = window.dataLayer || []; dataLayer.push({_safe(data)});"
        )
    if form == "variable":
        return plain("script", f"var product = {_safe(item)}; var related = {_safe(others)};")
    data = {"props": {"product": item, "related": others, "locale": writer.language.code}}
    return plain("script", _safe(data), id="__NEXT_DATA__", type="application/json")


def declared(
    talk: Talk, goods: Goods, address: str, images: tuple[str, ...], lie: str
) -> tuple[Said, dict[str, str]]:
    """What the page declares, and all the values of it."""
    own = talk.design.at("declares")
    values = _values(talk, goods, images, lie)
    out = Said()
    told: set[str] = set()
    if own.chance("json", 0.4):
        data = _json(values, goods.thing.kind.schema, address)
        more = [script(_others(talk))] if own.chance("others", 0.15) else []
        both = [*more, script(_shaped(talk, goods, data, lie))]
        out.head.extend(both if own.chance("others first", 0.5) else reversed(both))
        told.update(values)
    if own.chance("graph", 0.45):
        pairs = {"og:title": values["name"], "og:image": values["image"]}
        pairs["og:type"] = own.pick("type", ("product", "website", "og:product", "product.item"))
        if "price" in values and own.chance("graph price", 0.35):
            pairs["product:price:amount"] = values["price"]
            pairs["product:price:currency"] = values["currency"]
            if own.chance("graph stock", 0.4):
                pairs["product:availability"] = GRAPH_STOCK[values["availability"]]
            told.update(("price", "currency"))
        told.update(("name", "image"))
        out.head.extend(plain("meta", property=key, content=text) for key, text in pairs.items())
    if own.chance("scripted", 0.3):
        node = _scripted(talk, goods, values)
        (out.end if own.chance("at end", 0.5) else out.head).append(node)
        told.update({"price", "brand", "currency"} & values.keys())
    if own.chance("microdata", 0.2):
        out.microdata = True
        told.update({"price", "currency", "availability"} & values.keys())
    out.right = {key: values[key] for key in told if key != _wrong(lie)}
    return out, values


def microdata(root: Node, goods: Goods, values: dict[str, str]) -> None:
    """Give the elements that show fields the attributes of microdata, and add what is not shown."""
    root.attributes["itemscope"] = ""
    root.attributes["itemtype"] = f"http://schema.org/{goods.thing.kind.schema}"
    stack: list[Node] = [root]
    priced = False
    while stack:
        node = stack.pop()
        known = MARKED.get(node.attributes.get(MARK, ""))
        if known and (node.tag != "img" or known == "image"):
            node.attributes["itemprop"] = known
        if node.attributes.get(MARK) == "price" and not priced and "price" in values:
            priced = True
            inner = Node(node.tag, dict(node.attributes), node.children)
            inner.attributes.update(itemprop="price", content=values["price"])
            node.attributes = {
                "itemprop": "offers",
                "itemscope": "",
                "itemtype": "http://schema.org/Offer",
            }
            stock = f"http://schema.org/{values['availability']}"
            node.children = [
                inner,
                plain("meta", itemprop="priceCurrency", content=values["currency"]),
                plain("link", itemprop="availability", href=stock),
            ]
            node.tag = "div" if node.tag in ("div", "p") else "span"
            continue
        stack.extend(child for child in reversed(node.children) if isinstance(child, Node))
