"""The name of goods, their brand and their code, where shops show them."""

from __future__ import annotations

from training.comment_pages.comment import Talk
from training.detail_pages.marks import field, marked
from training.detail_pages.shops.goods import Goods
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def name_of(talk: Talk, goods: Goods) -> Node:
    """The element with the name: mostly a heading."""
    own = talk.design.at("name")
    tags = (
        ("b", "h1", "h1", "h2", "font")
        if own.old
        else ("h1",) * 18 + ("h2", "h2", "div", "p", "span")
    )
    role = own.pick(
        "role", ("title", "product-name", "name product-title product_title", "heading")
    )
    name: Child = goods.thing.name
    if own.chance("inside", 0.15):
        return own.element(own.pick("tag", tags), role, field("name", name))
    return marked(own.element(own.pick("tag", tags), role, name), "name")


def has_heading(talk: Talk) -> bool:
    """Whether a heading of the first rank names something else: the shop, the category."""
    return talk.design.at("name").chance("other heading", 0.12)


def brand_line(talk: Talk, goods: Goods) -> tuple[list[Child], list[Child]]:
    """What stands above the name and below it to tell the brand."""
    own, writer = talk.design.at("brand"), talk.writer
    form = own.pick(
        "form", ("none",) * 5 + ("link", "link", "logo", "by", "by", "store", "label", "bare")
    )
    if not goods.brand or form == "none":
        return [], []
    brand = marked(
        link(writer, goods.brand) if own.chance("linked", 0.6) else plain("span", goods.brand),
        "brand",
    )
    inner: list[Child] = [brand]
    if form == "logo":
        src = f"/brands/{writer.draw.randrange(36**4):x}.png"
        picture = marked(plain("img", src=src, alt=goods.brand), "brand")
        inner = [link(writer, picture)] if own.chance("linked", 0.6) else [picture]
    elif form in ("by", "store"):
        phrase = own.pick("say", writer.tongue.all("goods.by" if form == "by" else "goods.visit"))
        if form == "store":
            whole = link(writer, *writer.mixed(phrase, {"b": [field("brand", goods.brand)]}))
            inner = [whole]
        else:
            inner = writer.mixed(phrase, {"b": [brand]})
    elif form == "label":
        label = own.pick("label", writer.tongue.all("label.brand"))
        inner = [plain(own.pick("label tag", ("span", "b")), f"{label}: "), brand]
    role = own.pick("role", ("brand manufacturer vendor", "line", "brand"))
    line = own.element(own.pick("tag", ("div", "p", "span", "h2", "div")), role, *inner)
    return ([line], []) if own.chance("above", 0.5) else ([], [line])


def code_line(talk: Talk, goods: Goods) -> list[Child]:
    """The code, labelled or by its class alone; on many pages it is not shown here."""
    own, writer = talk.design.at("code"), talk.writer
    form = own.pick("form", ("none",) * 6 + ("line",) * 6 + ("bare", "pair", "brackets", "several"))
    if form == "none":
        return []
    role = "sku ref code reference product-code article-number item-no"
    shown = field("sku", goods.sku)
    if form == "bare":
        return [marked(own.element("span", role, goods.sku), "sku")]
    if form == "brackets":
        return [plain("small", "(", shown, ")")]
    tag = own.pick("tag", ("p", "div", "span", "li", "small"))
    if form == "pair":
        label = own.pick("label", writer.tongue.all("label.sku"))
        pair = [plain(own.pick("label tag", ("b", "span", "dt")), f"{label}"), shown]
        if pair[0].tag == "dt":
            return [plain("dl", pair[0], plain("dd", shown))]
        return [own.element("div", role, *pair)]
    text = own.pick("say", writer.tongue.all("goods.code"))
    inner = writer.mixed(text, {"c": [shown]})
    if own.chance("whole", 0.4):
        inner = [part.children[0] if isinstance(part, Node) else part for part in inner]
        line = marked(plain(tag, "".join(str(part) for part in inner)), "sku")
        return [plain("ul", line) if tag == "li" else line]
    if form == "several":
        for key, value in (("mpn", goods.mpn), ("gtin", goods.gtin)):
            if value and own.chance(key, 0.6):
                label = own.pick(f"label {key}", writer.tongue.all(f"label.{key}"))
                inner.extend([own.pick("joint", (" | ", " · ", " ")), f"{label}: "])
                inner.append(field(key, value))
    line = own.element(tag, role, *inner)
    return [plain("ul", line) if tag == "li" else line]
