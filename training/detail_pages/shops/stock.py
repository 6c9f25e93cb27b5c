"""Whether goods are to be had: in words, by a class, by the button, or not said at all."""

from __future__ import annotations

from training.comment_pages.comment import Talk
from training.detail_pages.marks import field, marked
from training.detail_pages.shops.goods import Goods
from training.detail_pages.values import day
from training.record_pages.markup import Child, Node, plain

CLASSES = {
    "InStock": ("in-stock available instock stock-ok", "green availability-yes lager"),
    "OutOfStock": ("out-of-stock unavailable soldout sold-out", "outofstock not-available"),
    "PreOrder": ("preorder", "pre-order available-later"),
}
"""Classes that say it, whatever the site calls its other elements."""


def stock_line(talk: Talk, goods: Goods, *, plainly: bool) -> list[Child]:
    """The words or the mark; ``plainly`` asks for words."""
    own, writer = talk.design.at("stock"), talk.writer
    state = goods.availability
    forms = {
        "InStock": ("words",) * 6 + ("left", "left", "due", "class", "none", "none", "none"),
        "OutOfStock": ("words",) * 7 + ("class", "button", "button", "button"),
        "PreOrder": ("words",),
    }[state]
    form = "words" if plainly else own.pick(f"form {state}", forms)
    if form in ("none", "button"):
        return []
    keys = {"InStock": "in_stock", "OutOfStock": "out_of_stock", "PreOrder": "goods.preorder"}
    text = writer.say(own, keys[state])
    if form == "left":
        text = writer.say(own, "goods.left", n=str(writer.draw.randint(1, 9)))
    elif form == "due":
        text = writer.say(own, "goods.due", d=day(talk))
    if form == "class":
        name = own.pick(f"class {state}", " ".join(CLASSES[state]).split())
        tag = own.pick("mark", ("i", "span", "div", "img"))
        node = plain(tag, class_=f"stock {name}")
        if tag == "img":
            node.attributes.update(src=f"/i/{name}.gif", alt="")
        return [marked(node, "availability")]
    shown = field("availability", text, tag=own.pick("tag", ("span", "strong", "span", "em")))
    inner: list[Child] = [shown]
    if own.chance("labelled", 0.25):
        inner.insert(0, f"{own.pick('label', writer.tongue.all('label.availability'))}: ")
    if own.chance("icon", 0.2):
        inner.insert(0, own.element("i", "icon"))
    line = own.element(own.pick("line", ("p", "div", "span", "div")), "stock availability", *inner)
    if own.chance("classed", 0.25):
        line.attributes["class"] = own.pick(f"class {state}", " ".join(CLASSES[state]).split())
    return [line]


def buttons(talk: Talk, goods: Goods) -> list[Child]:
    """The form with the button; goods that are gone have it disabled or another one."""
    own, writer = talk.design.at("buy"), talk.writer
    gone = goods.availability == "OutOfStock"
    text = writer.say(own, "goods.preorder" if goods.availability == "PreOrder" else "buy")
    form = own.pick("gone", ("disabled", "disabled", "words", "notify"))
    if gone and form != "disabled":
        text = writer.say(own, "out_of_stock" if form == "words" else "notify")
    tag = own.pick("tag", ("button", "button", "button", "a", "input"))
    name = "button" if own.chance("plain class", 0.5) else "add-to-cart buy-now btn-cart addtocart"
    if tag == "input":
        main: Node = plain("input", type="submit", value=text)
    elif tag == "a":
        main = own.element("a", name, text, href=f"/cart/add?id={goods.internal}")
    else:
        main = own.element("button", name, text, type="submit")
    if gone:
        marked(main, "availability")
        if form != "notify":
            main.attributes["disabled"] = "disabled"
    inner: list[Child] = [main]
    if not gone and own.chance("quantity", 0.6):
        box = plain("input", type=own.pick("type", ("number", "text")), value="1", name="qty")
        if own.chance("select", 0.2):
            box = plain("select", *(plain("option", str(n + 1)) for n in range(10)), name="qty")
        inner.insert(0, box)
        if own.chance("quantity said", 0.5):
            inner.insert(0, plain("label", writer.say(own, "quantity")))
    if own.chance("hidden", 0.55):
        key = own.pick("key", ("product_id", "id", "pid", "sku", "add-to-cart", "article", "item"))
        inner.append(plain("input", type="hidden", name=key, value=goods.internal))
        if own.chance("token", 0.4):
            value = f"{writer.draw.randrange(16**12):x}"
            inner.append(plain("input", type="hidden", name="form_key", value=value))
    node = own.element("form", "buy", *inner, action="/cart/add", method="post")
    if own.chance("data", 0.2):
        node.attributes["data-product-id"] = goods.internal
    out: list[Child] = [node]
    names = own.some("wishes", writer.tongue.all("wish"), own.number("wish count", 0, 3))
    links = (plain("a", name, href="#") for name in names)
    return [*out, own.element("div", "actions", *links)] if names else out
