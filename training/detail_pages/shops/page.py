"""A page of a shop in the shop's frame, with its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urljoin

from training.comment_pages.comment import Talk
from training.detail_pages.marks import Place, written
from training.detail_pages.shops import others, said
from training.detail_pages.shops.addresses import goods_address
from training.detail_pages.shops.amounts import BARE
from training.detail_pages.shops.goods import Goods, new_goods
from training.detail_pages.shops.layout import goods_middle
from training.detail_pages.shops.pictures import gallery
from training.page_kinds.declarations import declarations
from training.page_kinds.finish import renamed
from training.page_kinds.frame import framed
from training.page_kinds.scripts import in_head
from training.page_kinds.site import Site
from training.record_pages.markup import Node, plain, widen

SHORT: Final = 4
"""Codes of no more signs than this may stand in a page by chance."""
TITLES: Final = (
    *("{t}", "{t} - {s}", "{t} | {s}") * 3,
    *("{s} - {t}", "{s}", "{t} | {k} | {s}", "{t} {c} - {s}", "{b}: {t}", "{s} : {t}"),
)
"""Titles of pages: names of the goods, the shop, the category, the brand, the code."""


@dataclass(frozen=True)
class GoodsPage:
    """A page, and what is true of it."""

    html: str
    address: str
    title: str
    fields: dict[str, list[str]]
    attributes: dict[str, str]
    places: list[Place]


def _head(site: Site, talk: Talk, goods: Goods, more: list[Node]) -> Node:
    own, writer = site.design.at("goods head"), site.speaker("head")
    shop = writer.words(1, 2)
    name = goods.thing.name
    if own.chance("bought", 0.25):
        name = own.pick("say", talk.writer.tongue.all("goods.title")).replace("{t}", name)
    known = {"c": goods.sku, "b": goods.brand or shop, "k": goods.thing.crumbs[-1]}
    text = own.pick("title", TITLES).format(t=name, s=shop, **known)
    out: list[Node] = [plain("meta", charset="utf-8"), plain("title", text)]
    out.extend(
        plain("link", rel="stylesheet", href=f"/css/{place}.css")
        for place in range(own.number("links", 0, 8))
    )
    return plain("head", *out, *more, *in_head(site))


def _unique(values: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(value for value in values if value))


def _fields(
    goods: Goods, places: Sequence[Place], right: dict[str, str], coded: str
) -> dict[str, list[str]]:
    """The values of the fields: as the page shows them, else as it rightly declares them."""
    thing, money = goods.thing, goods.thing.money
    texts: dict[str, list[str]] = {}
    for place in places:
        texts.setdefault(place["field"], []).append(place["text"])
    known = texts.keys() | right.keys()
    out = {
        name: _unique(shown)
        for name, shown in texts.items()
        if not name.startswith("attribute ") and name not in ("votes", "image", "isbn")
    }
    out["name"] = [thing.name]
    out["availability"] = [goods.availability]
    codes = [goods.sku] if "sku" in known else []
    out["sku"] = _unique([*codes, coded])
    if "mpn" in known:
        out["mpn"] = [goods.mpn]
    if {"gtin", "isbn"} & known or goods.gtin in out["sku"]:
        out["gtin"] = [goods.gtin]
    if goods.brand and (goods.named_first or "brand" in known):
        out["brand"] = [goods.brand]
    if thing.amount is not None:
        out["price"] = [money.exact(thing.amount)]
        if money.form != BARE or "currency" in right:
            out["currency"] = [money.currency]
    if thing.before is not None:
        out["old_price"] = [money.exact(thing.before)]
    if thing.rating is not None and "rating" in known:
        out["rating"] = [f"{thing.rating:.1f}"]
        drawn = not any(sign.isdecimal() for text in texts.get("rating", []) for sign in text)
        if drawn and "rating" not in right:
            out["rating"].append(str(round(thing.rating)))
    if "votes" in texts or "reviews" in right:
        out["reviews"] = [str(thing.votes if thing.rating is not None else 0)]
    return {name: values for name, values in out.items() if values}


def goods_page(site: Site, number: int) -> GoodsPage:
    """A page of a shop about one of its goods."""
    writer = site.speaker(f"page {number}")
    talk = Talk(site.design.at("shop"), writer, writer.title())
    goods = new_goods(talk, site.things)
    talk = replace(talk, title=goods.thing.name)
    address, coded = goods_address(site, goods.thing.name, goods.internal, number)
    pictures = gallery(talk, goods)
    lie = said.lie_of(talk)
    found, values = said.declared(talk, goods, address, pictures.addresses, lie)
    content = goods_middle(talk, goods, pictures, plainly=lie == "stock")
    if found.microdata:
        box = plain("div", *content)
        said.microdata(box, goods, values)
        content = [box]
    more = [*declarations(site, talk, "detail", address), *found.head]
    body = framed(site, talk, content, "detail", number)
    cart = others.cart_of_shop(talk, goods)
    if talk.design.chance("cart at the end", 0.25):
        body.children.extend(cart)
    else:
        body.children[0:0] = cart
    body.children.extend(found.end)
    root = plain("html", _head(site, talk, goods, more), body, lang=site.language.code)
    renamed(site, root)
    widen(root)
    html, places = written(root, site.hand)
    fields = _fields(goods, places, found.right, coded)
    if not fields.get("sku") and len(goods.internal) > SHORT and f'"{goods.internal}"' in html:
        fields["sku"] = [goods.internal]
    if any(place["field"] == "image" for place in places) or "image" in found.right:
        fields["image"] = _unique(
            [form for one in pictures.addresses for form in (one, urljoin(address, one))]
        )
    shown = {place["field"] for place in places}
    facts = goods.thing.facts
    attributes = {
        fact.label: fact.value
        for fact in facts
        if (fact.name or f"attribute {fact.label}") in shown
    }
    return GoodsPage(html, address, goods.thing.name, fields, attributes, places)
