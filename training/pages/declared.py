"""What pages declare of a thing: mostly right, on some another thing than the page shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from training.pages.markup import Child, Node, nodes_of, plain
from training.pages.site import metas, safe_json, script
from training.pages.things import Thing
from training.pages.words import Page

LYING = 0.12
"""The share of declaring pages of goods that contradict what they show."""
LIES = ("old price", "stock", "stock", "variant", "cents", "brand", "sku", "price")
WRONG = {"brand": "brand", "sku": "sku", "stock": "availability", "": ""}
"""The field that each kind of lie gets wrong, where it is not the price."""
SHARES = {"sku": 0.7, "mpn": 0.3, "gtin": 0.3, "brand": 0.75}
PROPERTIES = {
    **{name: name for name in ("name", "image", "brand", "sku", "mpn", "description", "author")},
    "gtin": "gtin13",
    "isbn": "isbn",
    "phone": "telephone",
    "address": "address",
}
"""Fields by their marks, and what microdata calls them."""
GRAPH_STOCK = {"InStock": "in stock", "OutOfStock": "out of stock", "PreOrder": "preorder"}
GRAPH_TYPES = ("product", "website", "og:product", "product.item")


@dataclass
class Declared:
    """What a page declares: nodes of its head and its end, and the values that are right."""

    head: list[Node] = field(default_factory=list)
    end: list[Child] = field(default_factory=list)
    right: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    microdata: bool = False


def lie_of(page: Page) -> str:
    """The way in which the page's declarations are wrong; empty on most."""
    own = page.design.at("lie")
    if not own.chance("any", LYING * 1.25) or page.writer.draw.random() > 0.8:
        return ""
    return own.pick("which", LIES)


def _values(page: Page, thing: Thing, images: tuple[str, ...], lie: str) -> dict[str, str]:
    """What is declared, a value a field."""
    own, draw = page.design.at("declared fields"), page.writer.draw
    out = {"name": thing.name, "image": images[-1]}
    if thing.availability:
        out["availability"] = thing.availability
    known = {"sku": thing.sku, "mpn": thing.mpn, "gtin": thing.gtin, "brand": thing.brand}
    out.update({key: text for key, text in known.items() if text and own.chance(key, SHARES[key])})
    if thing.amount is not None:
        out.update(price=thing.money.exact(thing.amount), currency=thing.money.currency)
    if thing.rating is not None and own.chance("rating", 0.7):
        out.update(rating=f"{thing.rating:.1f}", reviews=str(thing.votes))
    if lie == "brand":
        out["brand"] = page.writer.words(1, 2)
    elif lie == "sku":
        out["sku"] = str(draw.randint(1000, 9_999_999))
    elif lie == "stock":
        out["availability"] = "InStock" if thing.availability == "OutOfStock" else "OutOfStock"
    elif lie and thing.amount is not None:
        wrong = {
            "old price": thing.before or thing.amount * 1.25,
            "variant": thing.amount * 1.1 + 1,
            "cents": thing.amount * 100,
            "price": thing.amount * (0.6 + draw.random() / 4),
        }[lie]
        out["price"] = f"{wrong:.0f}" if lie == "cents" else thing.money.exact(wrong)
    return out


def _json(values: dict[str, str], kind: str, address: str) -> dict[str, Any]:
    out: dict[str, Any] = {"@context": "https://schema.org", "@type": kind, "url": address}
    names = ("name", "image", "sku", "mpn", "gtin")
    out.update({PROPERTIES[name]: values[name] for name in names if name in values})
    if "brand" in values:
        out["brand"] = {"@type": "Brand", "name": values["brand"]}
    if "price" in values:
        out["offers"] = {"@type": "Offer", "price": values["price"]}
        out["offers"]["priceCurrency"] = values["currency"]
        if "availability" in values:
            out["offers"]["availability"] = f"https://schema.org/{values['availability']}"
    if "rating" in values:
        rating = {"ratingValue": values["rating"], "reviewCount": values["reviews"]}
        out["aggregateRating"] = {"@type": "AggregateRating", **rating}
    return out


def _shaped(page: Page, thing: Thing, data: dict[str, Any], lie: str) -> dict[str, Any]:
    """The same in one of the shapes that shops give it."""
    own, money, offer = page.design.at("shape"), thing.money, data.get("offers")
    if own.chance("images", 0.4):
        data["image"] = [data["image"], f"{page.writer.address()}.jpg"]
    if "brand" in data and own.chance("brand a string", 0.25):
        data["brand"] = data["brand"]["name"]
    if offer and own.chance("price a number", 0.4):
        offer["price"] = float(offer["price"])
    if offer and own.chance("offers listed", 0.2):
        data["offers"] = [offer]
    elif offer and thing.variants and not lie and own.chance("offers of variants", 0.4):
        more = (
            {**offer, "price": money.exact(cost), "name": name} for name, cost in thing.variants[1:]
        )
        data["offers"] = [offer, *more]
    elif offer and thing.top and not lie and own.chance("offers together", 0.6):
        low, high = offer.pop("price"), money.exact(thing.top)
        data["offers"] = {**offer, "@type": "AggregateOffer", "lowPrice": low, "highPrice": high}
    form = own.pick("form", ("bare",) * 7 + ("graph", "graph", "page"))
    if form == "bare":
        return data
    context = data.pop("@context")
    if form == "graph":
        shop = {"@type": "Organization", "name": page.writer.brand}
        return {"@context": context, "@graph": [shop, data]}
    return {"@context": context, "@type": "ItemPage", "mainEntity": data}


def _others(page: Page) -> dict[str, Any]:
    """A list of other goods."""
    items: list[dict[str, Any]] = []
    for place in range(1, 5):
        offer = {"@type": "Offer", "price": page.writer.draw.randint(3, 900)}
        item = {"@type": "Product", "name": page.writer.title(), "offers": offer}
        items.append({"@type": "ListItem", "position": place, "item": item})
    return {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": items}


def _scripted(page: Page, thing: Thing, values: dict[str, str]) -> Node:
    """An object of a script that knows the goods, often among others."""
    own, writer = page.design.at("scripted"), page.writer
    item: dict[str, str] = {
        own.pick("id key", ("id", "item_id", "sku", "productId")): thing.internal,
        own.pick("name key", ("name", "item_name", "title")): values["name"],
        **{key: values[key] for key in ("price", "brand", "currency") if key in values},
    }
    others = [
        {"id": writer.draw.randint(100, 9_999_999), "name": writer.title(), "price": 9.5 + place}
        for place in range(own.pick("others", (0, 0, 3, 8)))
    ]
    form = own.pick("form", ("layer", "layer", "variable", "state"))
    if form == "layer":
        data = {"event": "view_item", "ecommerce": {"items": [item], "impressions": others}}
        return plain(
            "script", f"dataLayer = window.dataLayer || []; dataLayer.push({safe_json(data)});"
        )
    if form == "variable":
        text = f"var product = {safe_json(item)}; var related = {safe_json(others)};"
        return plain("script", text)
    state = {"props": {"product": item, "related": others, "locale": writer.language.code}}
    return plain("script", safe_json(state), id="__NEXT_DATA__", type="application/json")


def declared(page: Page, thing: Thing, address: str, images: tuple[str, ...], lie: str) -> Declared:
    """What the page declares of the thing, most often little."""
    own, sold = page.design.at("declares"), thing.kind.sold
    values = _values(page, thing, images, lie)
    out = Declared(values=values)
    known: set[str] = set()
    if own.chance("json", 0.4 if sold else 0.26):
        data = _shaped(page, thing, _json(values, thing.kind.schema, address), lie)
        both = [script(data)]
        if sold and own.chance("others", 0.15):
            both.insert(0 if own.chance("others first", 0.5) else 1, script(_others(page)))
        out.head.extend(both)
        known.update(values)
    if own.chance("graph", 0.45):
        pairs = {"og:title": values["name"], "og:image": values["image"]}
        pairs["og:type"] = own.pick(
            "type", GRAPH_TYPES if sold else ("website", "article", "place", "")
        )
        if sold and "price" in values and own.chance("graph price", 0.35):
            pairs["product:price:amount"] = values["price"]
            pairs["product:price:currency"] = values["currency"]
            known.update(("price", "currency"))
            if own.chance("graph stock", 0.4):
                pairs["product:availability"] = GRAPH_STOCK[values["availability"]]
        known.update(("name", "image"))
        out.head.extend(metas(pairs))
    if sold and own.chance("scripted", 0.3):
        node = _scripted(page, thing, values)
        at_end = own.chance("at end", 0.5)
        out.end.extend([node] if at_end else [])
        out.head.extend([] if at_end else [node])
        known.update({"price", "brand", "currency"} & values.keys())
    if own.chance("microdata", 0.18):
        out.microdata = True
        known.update({"price", "currency", "availability"} & values.keys())
    wrong = WRONG.get(lie, "price")
    out.right = {key: values[key] for key in known if key != wrong}
    return out


def add_microdata(root: Node, thing: Thing, values: dict[str, str]) -> None:
    """Give the elements that show fields the attributes of microdata, and add what is not shown."""
    root.attributes["itemscope"] = ""
    root.attributes["itemtype"] = f"http://schema.org/{thing.kind.schema}"
    priced = False
    for node in list(nodes_of([root])):
        known = PROPERTIES.get(node.marks.get("field", ""))
        if known and (node.tag != "img" or known == "image"):
            node.attributes["itemprop"] = known
        if node.marks.get("field") != "price" or priced or "price" not in values:
            continue
        priced = True
        inner = Node(node.tag, dict(node.attributes), node.children, dict(node.marks))
        inner.attributes.update(itemprop="price", content=values["price"])
        more: list[Child] = [plain("meta", itemprop="priceCurrency", content=values["currency"])]
        if "availability" in values:
            stock = f"http://schema.org/{values['availability']}"
            more.append(plain("link", itemprop="availability", href=stock))
        node.attributes = {"itemprop": "offers", "itemscope": ""}
        node.attributes["itemtype"] = "http://schema.org/Offer"
        node.children, node.marks = [inner, *more], {}
        node.tag = "div" if node.tag in ("div", "p") else "span"
