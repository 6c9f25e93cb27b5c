"""Other goods on the page, and amounts of the whole shop: carts, currencies, a bar in sight."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.comment import Talk
from training.detail_pages.marks import field
from training.detail_pages.shops.amounts import amount_of
from training.detail_pages.shops.goods import SCALES, Goods
from training.detail_pages.shops.stars import drawn_stars
from training.detail_pages.values import code, maker
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

SIGNS = ("$ USD", "€ EUR", "£ GBP", "¥ JPY", "CHF", "A$ AUD", "kr SEK", "zł PLN")


def card(talk: Talk, goods: Goods) -> Node:
    """Other goods as the page shows them."""
    own, writer, draw = talk.design.at("card"), talk.writer, talk.writer.draw
    money = goods.thing.money
    text = writer.title()
    name = plain(own.pick("name", ("h2", "h3", "h3", "h4", "div", "b", "p")), link(writer, text))
    picture = plain("img", src=f"{writer.address()}.jpg", alt=text)
    parts: list[Child] = [link(writer, picture), name]
    value = draw.choice(SCALES) * (0.3 + draw.random())
    value = float(round(value * 100)) if money.cents == "never" else round(value, 2)
    if own.chance("brand", 0.25):
        parts.insert(1, own.element("span", "brand", maker(talk)))
    if own.chance("code", 0.12):
        label = own.pick("code label", ("", "Ref. ", "SKU: "))
        parts.append(own.element("span", "sku", f"{label}{code(talk)}"))
    if own.chance("stars", 0.35) and draw.random() < 0.8:
        stars = draw_stars = drawn_stars(replace(talk, design=own), draw.randint(20, 50) / 10)
        stars = own.element("div", "rating", draw_stars, f" ({draw.randint(1, 900)})")
        parts.append(stars)
    if own.chance("priced", 0.85):
        shown: list[Child] = [amount_of(own, money, value)]
        if draw.random() < 0.3:
            old = amount_of(own, money, float(round(value * 1.4)) + value % 1)
            shown.insert(0, plain(own.pick("old", ("del", "s", "span")), old))
        parts.append(own.element("div", "price", *shown))
    if own.chance("badged", 0.4) and draw.random() < 0.4:
        key = draw.choice(("out_of_stock", "out_of_stock", "in_stock"))
        parts.insert(0, own.element("span", "badge", writer.any(key)))
    if own.chance("button", 0.45):
        button = own.element("button", "button", writer.say(own, "buy"))
        if own.chance("data", 0.3):
            button.attributes["data-product-id"] = str(draw.randint(100, 9_999_999))
        parts.append(button)
    node = own.element(own.pick("tag", ("div", "li", "article", "div")), "record", *parts)
    if own.chance("microdata", 0.06):
        node.attributes.update(itemscope="", itemtype="https://schema.org/Product")
        name.attributes["itemprop"] = "name"
    return node


def row_of_goods(talk: Talk, goods: Goods, place: int) -> list[Child]:
    """Other goods below a heading."""
    own, writer = talk.design.at(f"others {place}"), talk.writer
    within = replace(talk, design=own)
    made = [card(within, goods) for _ in range(own.pick("size", (3, 4, 4, 5, 6, 8, 12)))]
    listed = own.element("ul" if made[0].tag == "li" else "div", "records", *made)
    head = plain(own.pick("head", ("h2", "h3", "h3", "div")), writer.say(own, "similar"))
    tag = "div" if own.old else own.pick("tag", ("section", "div"))
    return [own.element(tag, "related", head, listed)]


def bundle(talk: Talk, goods: Goods) -> list[Child]:
    """The goods together with others, for one price."""
    own, thing, writer = talk.design.at("bundle"), goods.thing, talk.writer
    if thing.amount is None or not own.chance("any", 0.06):
        return []
    others = [link(writer, writer.title()) for _ in range(2)]
    total = float(round(thing.amount * 2.4))
    shown = amount_of(own, thing.money, total)
    label = f"{writer.say(own, 'total')}: "
    items = (plain("li", one) for one in (plain("b", thing.name), *others))
    return [own.element("div", "bundle", plain("ul", *items), plain("p", label, shown))]


def cart_of_shop(talk: Talk, goods: Goods) -> list[Child]:
    """What the head of a shop tells of money: an empty cart, currencies, what is free."""
    own, writer, money = talk.design.at("shop cart"), talk.writer, goods.thing.money
    out: list[Child] = []
    if own.chance("cart", 0.5):
        inner: list[Child] = [writer.say(own, "goods.cart"), " "]
        if own.chance("total", 0.6):
            inner.append(amount_of(own, money, 0.0))
        inner.append(own.element("span", "count", own.pick("none", ("0", "(0)", "0 items"))))
        out.append(own.element("div", "mini-cart", plain("a", *inner, href="/cart")))
    if own.chance("currencies", 0.15):
        signs = own.some("signs", SIGNS, own.number("size", 2, 6))
        if own.chance("as options", 0.6):
            made = plain("select", *(plain("option", sign) for sign in signs), name="currency")
        else:
            made = plain("ul", *(plain("li", plain("a", sign, href="#")) for sign in signs))
        out.append(own.element("div", "currency", made))
    if own.chance("free", 0.15):
        least = money.show(own.pick("least", (25.0, 49.0, 99.0, 150.0)))
        text = own.pick("say", writer.tongue.all("goods.free")).replace("{p}", least)
        out.append(own.element("div", "notice", text))
    return [own.element("div", "top-bar", *out)] if out else []


def bar(talk: Talk, goods: Goods) -> list[Child]:
    """Name and price once more, in a bar that stays in sight."""
    own, thing = talk.design.at("bar"), goods.thing
    if not own.chance("any", 0.12):
        return []
    inner: list[Child] = [plain("span", thing.name)]
    if thing.amount is not None:
        inner.append(field("price", thing.money.show(thing.amount)))
    inner.append(plain("button", talk.writer.say(own, "buy")))
    return [own.element("div", "sticky-bar", *inner)]


def options(talk: Talk, goods: Goods) -> list[Child]:
    """Sizes, colours or variants to choose from; some with prices of their own."""
    own, writer, money = talk.design.at("options"), talk.writer, goods.thing.money
    if goods.variants and goods.thing.amount is not None:
        form = own.pick("form", ("{n} - {p}", "{n} ({p})", "{n} {p}", "{p} | {n}"))
        names = [form.format(n=name, p=money.show(value)) for name, value in goods.variants]
    elif own.chance("any", 0.4):
        names = [writer.words(1, 2) for _ in range(writer.draw.randint(2, 9))]
    else:
        return []
    label = plain("label", writer.say(own, "choose"))
    kind = own.pick("kind", ("select", "select", "radios", "buttons", "swatches"))
    if kind == "select" or own.old:
        shown = plain("select", *(plain("option", name) for name in names), name="variant")
    elif kind == "radios":
        shown = plain(
            "div", *(plain("label", plain("input", type="radio"), name) for name in names)
        )
    elif kind == "buttons":
        shown = own.element("div", "swatches", *(plain("button", name) for name in names))
    else:
        made = (plain("a", plain("img", src="/s.gif", alt=name)) for name in names)
        shown = own.element("ul", "swatches", *(plain("li", one) for one in made))
    return [own.element("div", "option", label, shown)]
