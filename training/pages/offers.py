"""What a page shows of a thing: name, brand, codes, price, stock, rating, pictures, facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from training.pages.design import Design
from training.pages.markup import Child, Node, joined, marked, plain, shown
from training.pages.parts import described, part
from training.pages.things import Fact, Thing
from training.pages.words import Money, Page

EMPTY = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
STATES = {
    "InStock": "in-stock available instock stock-ok green availability-yes lager".split(),
    "OutOfStock": "out-of-stock unavailable soldout sold-out outofstock not-available".split(),
    "PreOrder": "preorder pre-order available-later".split(),
}
"""Classes that tell the stock, whatever the site calls its other elements."""


# Amounts: whole or in parts, and what stands beside the price.


def amount_of(own: Design, money: Money, value: float, name: str = "") -> Node:
    """An element that shows an amount: whole, or in parts; marked as a field if it has a name."""
    digits, text = money.amount(value), money.show(value)
    before, _, after = text.partition(digits)
    whole, cents = digits, ""
    if money.cents != "never" and len(digits) > 3 and digits[-3] == money.point:
        whole, cents = digits[:-3], digits[-2:]
    form = own.pick("form", ("whole",) * 9 + ("apart", "apart", "sup", "spans", "dash", "hidden"))
    inner: list[Child] = [text]
    if form == "apart":
        signs = (one for one in (before, digits, after) if one)
        inner = [plain("span", one) if one.strip() and one != digits else one for one in signs]
    elif form in ("sup", "spans") and cents:
        pointed = [money.point] if own.chance("pointed", 0.3) else []
        tail = own.element("sup" if form == "sup" else "span", "cents fraction decimal", cents)
        inner = [before, own.element("span", "whole integer int", whole), *pointed, tail, after]
    elif form == "dash" and not cents and money.cents != "never":
        inner = [before, f"{whole},-", after]
    elif form == "hidden" and name == "price":
        spoken = own.element("span", "offscreen sr-only visually-hidden", text)
        seen = plain("span", before, whole, money.point if cents else "", cents, after)
        seen.attributes["aria-hidden"] = "true"
        inner = [seen] if own.chance("spoken alone", 0.3) else [spoken, seen]
    if own.chance("held twice", 0.25):
        inner = [plain(own.pick("inner tag", ("bdi", "span")), *inner)]
    tag = own.pick("tag", ("span", "span", "span", "b", "div", "strong", "ins"))
    role = "price amount money value" if own.chance("classed", 0.6) else ""
    node = own.element(tag, role, *inner)
    if own.chance("data", 0.08):
        node.attributes["data-price"] = money.exact(value)
    return marked("field", name, node) if name else node


def _said(page: Page, key: str, value: float, thing: Thing, **known: str) -> Child:
    """A phrase with an amount in it."""
    own = page.design.at("said")
    value = thing.money.rounded(value)
    inner: Child = thing.money.show(value)
    if own.chance(f"{key} marked up", 0.5):
        inner = amount_of(own.at("amount"), thing.money, value)
    phrase = own.pick(f"say {key}", page.writer.tongue.all(key))
    for name, text in known.items():
        phrase = phrase.replace(f"{{{name}}}", text)
    role = key.partition(".")[2] if own.chance("classed", 0.7) else ""
    tag = own.pick(f"{key} tag", ("div", "p", "span", "small"))
    return own.element(tag, role, *page.writer.mixed(phrase, {"p": [inner]}))


def _before(page: Page, thing: Thing, before: float) -> list[Child]:
    """The former price: struck, or told apart by a class or by words alone."""
    own = page.design.at("before")
    inner: Child = amount_of(own, thing.money, before, "old_price")
    form = own.pick("form", ("del", "del", "s", "strike", "class", "class", "label"))
    label = ""
    if form == "label" or own.chance("labelled", 0.35):
        label = f"{page.say('goods.was')}{own.pick('colon', (' ', ': '))}"
    if form == "class":
        return [own.element("span", "old", label, inner)]
    if form == "label":
        return [plain("span", label), inner]
    struck = own.element(form, "old" if own.chance("classed", 0.5) else "", inner)
    return [label, struck] if label else [struck]


def _beside(page: Page, thing: Thing, amount: float) -> list[Child]:
    """Further amounts: none is what it costs."""
    own, draw, money = page.design.at("beside"), page.writer.draw, thing.money
    known: list[tuple[str, float, float, dict[str, str]]] = [
        ("goods.member", 0.08, amount * 0.93, {}),
        ("goods.shipping", 0.2, own.pick("cost", (3.9, 4.95, 5.99, 10.0)), {}),
        ("goods.free", 0.2, own.pick("least", (25.0, 50.0, 100.0, 1500.0)), {}),
        ("goods.used", 0.07, amount * 0.7, {"x": str(draw.randint(2, 14))}),
    ]
    times = own.pick("times", (3, 4, 6, 12, 24))
    known.append(("goods.rates", 0.16, amount / times + 0.01, {"x": str(times)}))
    out: list[Child] = []
    if thing.before is not None:
        known.append(("goods.save", 0.35, thing.before - amount, {}))
        known.append(("goods.lowest", 0.2, amount * (0.9 + draw.random() / 4), {}))
        if own.chance("share", 0.4):
            share = round(100 - 100 * amount / thing.before)
            out.append(own.element("span", "badge", f"-{share}%"))
    if own.chance("unit", 0.12):
        unit = own.pick("per", ("kg", "l", "100 g", "100 ml", "m", "m²", "1 kg"))
        text = money.show(float(round(amount * (0.3 + 4 * draw.random()) + 1)))
        form = own.pick("unit form", ("({p} / {u})", "{p}/{u}", "{u} = {p}", "1 {u}: {p}"))
        out.append(own.element("small", "unit-price base-price", form.format(p=text, u=unit)))
    for key, share_of_sites, value, more in known:
        if own.chance(key, share_of_sites):
            out.append(_said(page, key, value, thing, **more))
    if own.chance("transfer", 0.05):
        less = plain("span", money.show(money.rounded(0.9 * amount)))
        out.append(own.element("div", "transfer", less, f" {page.say('goods.transfer')}"))
    return out


def _taxed(page: Page, thing: Thing, amount: float) -> list[Child]:
    """A word on taxes, or the price once more without or with them."""
    own = page.design.at("taxed")
    form = own.pick("form", ("none",) * 5 + ("word",) * 3 + ("net", "gross"))
    if form == "none":
        return []
    if form == "word":
        return [own.element("small", "tax", page.say("tax"))]
    other = thing.money.rounded(amount * (1 / 1.2 if form == "net" else 1.2))
    first = page.say("goods.gross" if form == "net" else "goods.net")
    inner = amount_of(own, thing.money, other)
    return [
        plain("small", f" {first}"),
        own.element("div", "tax", inner, f" {page.say(f'goods.{form}')}"),
    ]


def _price(page: Page, thing: Thing, amount: float) -> list[Child]:
    """What it costs; of a range, both ends."""
    own, money = page.design.at("amount"), thing.money
    node = amount_of(own, money, amount, "price")
    if thing.top is not None and own.chance("range", 0.5):
        return [node, own.pick("dash", (" – ", " - ", " ")), amount_of(own, money, thing.top)]
    if thing.top is not None:
        return [f"{page.say('goods.from')} ", node]
    if not thing.kind.sold and own.chance("from", 0.1):
        return [f"{page.say('goods.from')} ", node]
    if not thing.kind.sold and own.chance("per", 0.3):
        return [node, own.element("span", "per", f" {page.say('per')}")]
    return [node]


def price_box(page: Page, thing: Thing) -> list[Child]:
    """The price and what stands beside it; words where there is no price."""
    within = page.at("price box")
    own = within.design
    if thing.amount is None:
        asked = own.chance("on request", 0.5) and thing.availability == "InStock"
        return [own.element("div", "price", page.say("goods.request"))] if asked else []
    inner = _price(within, thing, thing.amount)
    if own.chance("labelled", 0.2):
        tag = own.pick("label tag", ("span", "b", "label"))
        inner.insert(0, plain(tag, f"{page.say('label.price')}: "))
    if thing.before is not None:
        old = _before(within, thing, thing.before)
        inner = [*old, " ", *inner] if own.chance("old first", 0.5) else [*inner, " ", *old]
    more = [*_taxed(within, thing, thing.amount)]
    more.extend(_beside(within, thing, thing.amount) if thing.kind.sold else [])
    tag = own.pick("tag", ("div", "p", "div", "span", "h3"))
    if own.chance("all in one", 0.4):
        return [own.element(tag, "price", *inner, *more)]
    return [own.element(tag, "price", *inner), *more]


def further_prices(page: Page, thing: Thing) -> list[Child]:
    """What a piece costs when more are bought, what other sellers ask, what a bundle costs."""
    own, amount, money = page.design.at("further prices"), thing.amount, thing.money
    if amount is None or not thing.kind.sold:
        return []
    out: list[Child] = []
    if own.chance("steps", 0.07):
        rows = [
            plain("tr", plain("th", page.say("goods.pieces")), plain("th", page.say("label.price")))
        ]
        for place, count in enumerate(own.pick("counts", ((2, 5), (5, 10, 25, 100), (3, 6, 12)))):
            step = amount_of(own, money, money.rounded(amount * (0.94 - 0.06 * place)))
            rows.append(plain("tr", plain("td", f"{count}+"), plain("td", step)))
        out.append(own.element("table", "tier-prices", *rows))
    if own.chance("sellers", 0.07):
        tag, outer = own.pick(
            "row", (("tr", "table"), ("tr", "table"), ("li", "ul"), ("div", "div"))
        )
        cell = "td" if tag == "tr" else "span"
        offers: list[Node] = []
        for _ in range(page.writer.draw.randint(2, 8)):
            asked = amount_of(own, money, money.rounded(amount * (0.6 + page.writer.draw.random())))
            texts: list[Child] = [asked, page.writer.any("conditions"), page.writer.words(1, 2)]
            offers.append(own.element(tag, "offer", *(plain(cell, one) for one in texts)))
        out.append(own.element(outer, "offers", *offers))
    if own.chance("bundle", 0.06):
        total = amount_of(own, money, float(round(amount * 2.4)))
        items = described(page, "li > a{$title} + li > a{$title}")
        names = plain("ul", plain("li", plain("b", thing.name)), *items)
        out.append(own.element("div", "bundle", names, plain("p", f"{page.say('total')}: ", total)))
    return out


# Stock, buttons, options.


def stock_line(page: Page, thing: Thing, *, plainly: bool = False) -> list[Child]:
    """The words or the mark of what is to be had; ``plainly`` asks for words."""
    own, writer, state = page.design.at("stock"), page.writer, thing.availability
    if not state:
        return []
    forms = {
        "InStock": ("words",) * 6 + ("left", "left", "due", "class", "none", "none", "none"),
        "OutOfStock": ("words",) * 7 + ("class", "button", "button", "button"),
        "PreOrder": ("words",),
    }[state]
    form = "words" if plainly else own.pick(f"form {state}", forms)
    if form in ("none", "button"):
        return []
    name = own.pick(f"class {state}", STATES[state])
    if form == "class":
        tag = own.pick("mark", ("i", "span", "div", "img"))
        node = plain(tag, class_=f"stock {name}")
        if tag == "img":
            node.attributes.update(src=f"/i/{name}.gif", alt="")
        return [marked("field", "availability", node)]
    keys = {"InStock": "in_stock", "OutOfStock": "out_of_stock", "PreOrder": "goods.preorder"}
    text = page.say(keys[state])
    if form == "left":
        text = page.say("goods.left", n=str(writer.draw.randint(1, 9)))
    elif form == "due":
        text = page.say("goods.due", d=writer.day(page.design))
    tag = own.pick("tag", ("span", "strong", "span", "em"))
    inner: list[Child] = [shown("availability", text, tag=tag)]
    if own.chance("labelled", 0.25):
        inner.insert(0, f"{page.say('label.availability')}: ")
    if own.chance("icon", 0.2):
        inner.insert(0, own.element("i", "icon"))
    line = own.element(own.pick("line", ("p", "div", "span", "div")), "stock availability", *inner)
    if own.chance("classed", 0.25):
        line.attributes["class"] = name
    return [line]


def _quantity(own: Design, page: Page) -> list[Child]:
    box = plain("input", type=own.pick("type", ("number", "text")), value="1", name="qty")
    if own.chance("select", 0.2):
        box = plain("select", *(plain("option", str(n + 1)) for n in range(10)), name="qty")
    return [plain("label", page.say("quantity")), box] if own.chance("said", 0.5) else [box]


def buttons(page: Page, thing: Thing) -> list[Child]:
    """The form with the button that the page is for; goods that are gone have another one."""
    own, writer, sold = page.design.at("buttons"), page.writer, thing.kind.sold
    if not own.chance("any", 0.97 if sold else 0.7):
        return []
    gone = thing.availability == "OutOfStock"
    text = page.say("goods.preorder" if thing.availability == "PreOrder" else thing.kind.calls)
    form = own.pick("gone", ("disabled", "disabled", "words", "notify"))
    if gone and form != "disabled":
        text = page.say("out_of_stock" if form == "words" else "notify")
    tag = own.pick("tag", ("button", "button", "button", "a", "input"))
    name = "button" if own.chance("plain class", 0.5) else "add-to-cart buy-now btn-cart addtocart"
    main: Node = plain("input", type="submit", value=text)
    if tag == "a":
        main = own.element("a", name, text, href=f"/cart/add?id={thing.internal}")
    elif tag == "button":
        main = own.element("button", name, text, type="submit")
    if gone:
        marked("field", "availability", main)
        if form != "notify":
            main.attributes["disabled"] = "disabled"
    inner: list[Child] = [main]
    if sold and not gone and own.chance("quantity", 0.6):
        inner = [*_quantity(own, page), main]
    if sold and own.chance("hidden", 0.55):
        key = own.pick("key", ("product_id", "id", "pid", "sku", "add-to-cart", "article", "item"))
        inner.append(plain("input", type="hidden", name=key, value=thing.internal))
        if own.chance("token", 0.4):
            value = f"{writer.draw.randrange(16**12):x}"
            inner.append(plain("input", type="hidden", name="form_key", value=value))
    outer = "form" if sold or own.chance("form", 0.3) else "div"
    node = own.element(outer, "buy", *inner)
    if outer == "form":
        node.attributes.update(action="/cart/add", method="post")
    if own.chance("data", 0.2):
        node.attributes["data-product-id"] = thing.internal
    wished = part(page, "wishes") if own.chance("wishes", 0.5) else []
    return [node, *wished, *(part(page, "share_bar") if own.chance("shared", 0.25) else [])]


def options(page: Page, thing: Thing) -> list[Child]:
    """Sizes, colours or variants to choose from; some with prices of their own."""
    own, writer = page.design.at("options"), page.writer
    if thing.variants and thing.amount is not None:
        form = own.pick("form", ("{n} - {p}", "{n} ({p})", "{n} {p}", "{p} | {n}"))
        names = [form.format(n=name, p=thing.money.show(cost)) for name, cost in thing.variants]
    elif thing.kind.sold and own.chance("any", 0.4):
        names = [writer.words(1, 2) for _ in range(writer.draw.randint(2, 9))]
    else:
        return []
    kind = own.pick("kind", ("select", "select", "radios", "buttons", "swatches"))
    if kind == "select" or own.old:
        made = plain("select", *(plain("option", name) for name in names), name="variant")
    elif kind == "radios":
        boxes = (plain("label", plain("input", type="radio"), name) for name in names)
        made = plain("div", *boxes)
    elif kind == "buttons":
        made = own.element("div", "swatches", *(plain("button", name) for name in names))
    else:
        swatches = (plain("a", plain("img", src="/s.gif", alt=name)) for name in names)
        made = own.element("ul", "swatches", *(plain("li", one) for one in swatches))
    return [own.element("div", "option", plain("label", page.say("choose")), made)]


# Name, brand, code, rating, pictures.


def name_of(page: Page, thing: Thing) -> Node:
    """The element with the name: mostly a heading."""
    own = page.design.at("name")
    old = ("b", "h1", "h1", "h2", "font")
    tag = own.pick("tag", old if own.old else ("h1",) * 18 + ("h2", "h2", "div", "p", "span"))
    role = own.pick("role", ("title", "product-name", "product-title product_title", "heading"))
    if own.chance("inside", 0.15):
        return own.element(tag, role, shown("name", thing.name))
    return marked("field", "name", own.element(tag, role, thing.name))


def brand_line(page: Page, thing: Thing) -> tuple[list[Child], list[Child]]:
    """What stands above the name and below it to tell the brand, or who made it."""
    own, writer = page.design.at("brand"), page.writer
    facts = {fact.name: fact for fact in thing.facts}
    made = next((facts[key] for key in ("brand", "author", "company") if key in facts), None)
    name, text = (
        ("brand", thing.brand) if thing.brand else (made.name, made.value) if made else ("", "")
    )
    form = own.pick(
        "form", ("none",) * 5 + ("link", "link", "logo", "by", "by", "store", "label", "bare")
    )
    if not text or form == "none":
        return [], []
    linked = own.chance("linked", 0.6)
    ahead = {"href": writer.address()} if linked else {}
    brand = marked("field", name, plain("a" if linked else "span", text, **ahead))
    inner: list[Child] = [brand]
    if form == "logo" and name == "brand":
        src = f"/brands/{writer.draw.randrange(36**4):x}.png"
        inner = [marked("field", name, plain("img", src=src, alt=text))]
    elif form == "store":
        phrase = own.pick("say store", writer.tongue.all("goods.visit"))
        whole = writer.mixed(phrase, {"b": [shown(name, text)]})
        inner = [plain("a", *whole, href=writer.address())]
    elif form == "by":
        inner = writer.mixed(own.pick("say by", writer.tongue.all("goods.by")), {"b": [brand]})
    elif form == "label":
        tag = own.pick("label tag", ("span", "b"))
        inner = [plain(tag, f"{page.say(f'label.{name}')}: "), brand]
    role = own.pick("role", ("brand manufacturer vendor", "line", "brand"))
    line = own.element(own.pick("tag", ("div", "p", "span", "h2", "div")), role, *inner)
    return ([line], []) if own.chance("above", 0.5) else ([], [line])


def code_line(page: Page, thing: Thing) -> list[Child]:
    """The code, labelled or by its class alone; on many pages it is not shown here."""
    own, writer = page.design.at("code"), page.writer
    form = own.pick("form", ("none",) * 6 + ("line",) * 6 + ("bare", "pair", "brackets", "several"))
    if form == "none" or not thing.sku:
        return []
    code = shown("sku", thing.sku)
    if form == "bare":
        return [marked("field", "sku", own.element("span", "sku", thing.sku))]
    if form == "brackets":
        return [plain("small", "(", code, ")")]
    if form == "pair":
        tag = own.pick("label tag", ("b", "span", "dt"))
        label = plain(tag, page.say("label.sku"))
        if tag == "dt":
            return [plain("dl", label, plain("dd", code))]
        return [own.element("div", "sku", label, code)]
    inner = writer.mixed(own.pick("say", writer.tongue.all("goods.code")), {"c": [code]})
    tag = own.pick("tag", ("p", "div", "span", "li", "small"))
    if own.chance("whole", 0.4):
        texts = (part.children[0] if isinstance(part, Node) else part for part in inner)
        line = marked("field", "sku", plain(tag, "".join(str(text) for text in texts)))
        return [plain("ul", line) if tag == "li" else line]
    for key, text in (("mpn", thing.mpn), ("gtin", thing.gtin)) if form == "several" else ():
        if text and own.chance(key, 0.6):
            inner.extend([own.pick("joint", (" | ", " · ", " ")), f"{page.say(f'label.{key}')}: "])
            inner.append(shown(key, text))
    line = own.element(tag, "sku", *inner)
    return [plain("ul", line) if tag == "li" else line]


def _stars(own: Design, page: Page, value: float) -> Node:
    """Stars without a number that is seen."""
    whole = round(value)
    form = own.pick("stars", ("signs", "width", "elements", "pictures", "title"))
    if form == "width":
        filled = own.element("span", "filled", style=f"width:{value * 20:.0f}%")
        return own.element("div", "rating stars", filled)
    if form == "elements":
        stars = (plain("i", class_=f"star {'full' if n < whole else 'empty'}") for n in range(5))
        return own.element("span", "stars", *stars)
    if form == "pictures":
        return plain("img", src=f"/i/stars-{whole}.gif", alt=f"{value:.1f}/5")
    node = own.element("span", "stars", "★" * whole + "☆" * (5 - whole))
    if form == "title":
        node.attributes["title"] = page.say("goods.stars", r=f"{value:.1f}")
    return node


def rating_line(page: Page, thing: Thing) -> list[Child]:
    """Stars and how many gave them; that nobody did so far, on some sites."""
    own, writer = page.design.at("rating"), page.writer
    if thing.rating is None:
        if not thing.kind.sold or not own.chance("none said", 0.16):
            return []
        none = marked(
            "field", "votes", plain("a", page.say("goods.counted", n="0"), href="#reviews")
        )
        return [own.element("div", "rating", plain("span", "☆☆☆☆☆"), " ", none)]
    comma = writer.tongue.code not in ("en", "zh", "ja", "ko", "ar") and own.chance("comma", 0.6)
    text = f"{thing.rating:.1f}".replace(".", "," if comma else ".")
    form = own.pick("form", ("number", "number", "both", "both", "said", "drawn"))
    inner: list[Child] = [shown("rating", text)]
    if form == "said":
        phrase = own.pick("say", writer.tongue.all("goods.stars"))
        inner = writer.mixed(phrase, {"r": inner})
    elif form == "drawn":
        inner = [marked("field", "rating", _stars(own, page, thing.rating))]
    elif form == "both":
        inner.insert(0, _stars(own, page, thing.rating))
    if own.chance("counted", 0.85):
        phrase = own.pick("counted", writer.tongue.all("goods.counted"))
        votes = f"{thing.votes:,}" if writer.tongue.code == "en" else str(thing.votes)
        counted = plain("a", phrase.replace("{n}", votes), href="#reviews")
        inner.extend([" ", marked("field", "votes", counted)])
    return [own.element("div", "rating", *inner)]


@dataclass(frozen=True)
class Gallery:
    """The element with the pictures, and all addresses of the main one."""

    node: Node
    addresses: tuple[str, ...]


def _sizes(own: Design, stem: str) -> tuple[str, str, str]:
    """Addresses of a small, a usual and a large picture."""
    end = own.pick("ending", ("jpg", "jpg", "jpg", "webp", "png", "jpeg"))
    forms = (
        "{s}.{e} {s}.{e} {s}.{e}", "{s}_80x80.{e} {s}_600x600.{e} {s}_1500x1500.{e}",
        "/s{s}.{e} /m{s}.{e} /l{s}.{e}", "{s}.{e}?w=80 {s}.{e}?w=640 {s}.{e}?w=1600",
    )  # fmt: skip
    small, usual, large = own.pick("form", forms).format(s=stem, e=end).split()
    return small, usual, large


def gallery(page: Page, thing: Thing) -> Gallery:
    """The pictures of a thing: large and small ones, to zoom, loaded late."""
    own = page.design.at("gallery")
    sizes = own.at("sizes")
    small, usual, large = _sizes(sizes, thing.pictures[0])
    alt = thing.name if own.chance("alt", 0.75) else ""
    picture, known = plain("img", src=usual, alt=alt), [usual]
    form = own.pick("form", ("plain",) * 6 + ("lazy", "lazy", "srcset", "zoom data"))
    if form == "lazy" and not own.old:
        source = own.pick("placeholder", (EMPTY, "/i/blank.gif", "/i/loading.svg"))
        picture = plain("img", src=source, data_src=usual, alt=alt)
    elif form == "srcset" and not own.old:
        picture.attributes["srcset"] = f"{usual} 1x, {large} 2x"
    elif form == "zoom data":
        picture.attributes["data-zoom-image"] = large
    if own.chance("sized", 0.4):
        picture.attributes.update(width="500", height="500")
    if own.chance("named", 0.3):
        picture.attributes["id"] = own.pick("id", ("main-image", "mainImage", "zoom", "img01"))
    main: Node = marked("field", "image", picture)
    linked = own.chance("linked", 0.5)
    if form != "plain" or linked:
        known.extend([large] if large not in known else [])
        main = plain("a", main, href=large) if linked else main
    if own.chance("figure", 0.3):
        main = own.element("figure", "", main)
    thumbs: list[Child] = []
    again = own.chance("main again", 0.6) and len(thing.pictures) > 1
    for stem in thing.pictures[0 if again else 1 :]:
        tiny, _, big = _sizes(sizes, stem)
        image = plain("img", src=tiny, alt="", width="80")
        thumbs.append(plain("a", image, href=big) if own.chance("links", 0.6) else image)
    if again and small not in known:
        known.append(small)
    box: list[Child] = [own.element("div", "image", main)]
    if thumbs and own.chance("listed", 0.6):
        box.append(own.element("ul", "thumbs", *(plain("li", one) for one in thumbs)))
    elif thumbs:
        place = 0 if own.chance("thumbs first", 0.25) else 1
        box.insert(place, own.element("div", "thumbs", *thumbs))
    if own.chance("badge", 0.15):
        sticker = plain("img", src="/i/badge-new.png", alt=page.writer.words(1, 2))
        box.insert(0, own.element("span", "badge", sticker))
    return Gallery(own.element("div", "gallery", *box), tuple(known))


# Facts, in the many forms that pages give labels and values.

FACT_FORMS = (
    "th th td dl dl li li spans divs divs lines paragraphs wide groups stacked icons tiles nested"
).split()
OLD_FACT_FORMS = "td td th lines lines fonts fonts wide li dl paragraphs".split()


def _value(page: Page, tag: str, role: str, fact: Fact) -> Node:
    """The value, linked on some sites."""
    linked = page.design.chance(f"{fact.name or fact.label} linked", 0.12)
    inner: Child = plain("a", fact.value, href=page.writer.address()) if linked else fact.value
    return marked("field", fact.mark, page.design.element(tag, role, inner))


def _label(page: Page, fact: Fact) -> str:
    return f"{fact.label}{page.design.pick('colon', ('', ':', ':', ' :'))}"


def _fact_rows(page: Page, facts: Sequence[Fact], form: str) -> Node:
    """A table of two columns, or of four."""
    own, cells = page.design, list[list[Child]]()
    for fact in facts:
        label: Child = _label(page, fact)
        if form == "td" and own.chance("label in emphasis", 0.5):
            label = plain(own.pick("emphasis", ("b", "strong", "span")), label)
        head = own.element("th" if form == "th" else "td", "label", label)
        cells.append([head, _value(page, "td", "value", fact)])
    across = 2 if form == "wide" else 1
    rows = [
        plain("tr", *(cell for pair in cells[start : start + across] for cell in pair))
        for start in range(0, len(cells), across)
    ]
    inner = [plain("tbody", *rows)] if own.chance("tbody", 0.5) else rows
    return own.element("table", "facts", *inner)


def _fact_pairs(page: Page, facts: Sequence[Fact], form: str) -> Node:
    """Blocks or items of a label and a value."""
    own = page.design
    inner_tag = {"divs": "div", "stacked": "div", "tiles": "strong", "nested": "div"}.get(
        form, "span"
    )
    outer_tag = {"paragraphs": "p", "li": "li", "tiles": "div"}.get(
        form, own.pick("pair tag", ("div", "div", "section", "li"))
    )
    labels = [inner_tag, inner_tag, "strong", "h4", "h6", "label", "b", "em"]
    if form == "paragraphs":
        labels = ["strong", "b", "span"]
    made: list[Node] = []
    for fact in facts:
        label: Child = own.element(own.pick("pair label", labels), "label", _label(page, fact))
        if form == "icons":
            label = own.element("i", "icon")
        shown_value: Node = _value(page, inner_tag, own.pick("value role", ("value", "")), fact)
        if form == "nested":
            shown_value = own.element("div", "items", shown_value)
        pair: list[Child] = [label, " ", shown_value]
        if form in ("stacked", "tiles") and own.chance("value first", 0.5):
            pair.reverse()
        made.append(own.element(outer_tag, "fact", *pair))
    return own.element("ul" if outer_tag == "li" else "div", "facts", *made)


def _fact_lines(page: Page, facts: Sequence[Fact], form: str) -> Node:
    """Lines with breaks between, as pages had them before style sheets."""
    own, out = page.design, list[Child]()
    tag = own.pick("line label", ("b", "strong", "font", "i", "span", "u"))
    bare = own.chance("bare label", 0.2)
    for fact in facts:
        label: Child = _label(page, fact) if bare else plain(tag, _label(page, fact))
        value = _value(page, "font" if form == "fonts" else "span", "", fact)
        out.extend([label, " ", value, plain("br")])
    return own.element(own.pick("lines tag", ("div", "p")), "facts", *out)


def facts_as(page: Page, facts: Sequence[Fact]) -> Node:
    """The facts, in the site's form."""
    own = page.design
    form = own.pick("facts as", OLD_FACT_FORMS if own.old else FACT_FORMS)
    if form in ("th", "td", "wide"):
        return _fact_rows(page, facts, form)
    if form in ("lines", "fonts"):
        return _fact_lines(page, facts, form)
    if form not in ("dl", "groups"):
        return _fact_pairs(page, facts, form)
    inner: list[Child] = []
    for fact in facts:
        term = own.element("dt", "label", _label(page, fact))
        pair = (term, _value(page, "dd", "value", fact))
        inner.extend([own.element("div", "fact", *pair)] if form == "groups" else pair)
    return own.element("dl", "facts", *inner)


def grouped(page: Page, facts: Sequence[Fact]) -> list[Child]:
    """Many facts in groups below headings, or all in one."""
    own = page.design.at("grouped")
    if len(facts) < 10 or not own.chance("groups", 0.5):
        return [facts_as(page, facts)]
    size = own.number("size", 4, 9)
    out: list[Child] = []
    for start in range(0, len(facts), size):
        title = "".join(own.some(f"title {start}", page.writer.language.syllables, 3)).capitalize()
        out.append(plain(own.pick("head", ("h3", "h4", "div", "h3")), title))
        out.append(facts_as(page, facts[start : start + size]))
    return out


def summary_line(page: Page, thing: Thing) -> list[Child]:
    """A few values in a line, without their labels."""
    own = page.design.at("summary")
    known = [fact for fact in thing.facts if fact.name and len(fact.value) < 30]
    chosen: list[Child] = [shown(one.name, one.value) for one in known[: own.number("size", 2, 4)]]
    if not chosen or not own.chance("any", 0.2):
        return []
    line = joined(chosen, own.pick("joint", (" | ", " · ", ", ", " • ", " - ")))
    return [own.element(own.pick("tag", ("p", "div", "span")), "meta", *line)]


def compared(page: Page, thing: Thing) -> list[Child]:
    """The thing beside others, a column each."""
    own, writer = page.design.at("compared"), page.writer
    width = own.number("width", 2, 4)
    rows = [
        plain(
            "tr",
            plain("th", ""),
            plain("th", thing.name),
            *(plain("th", writer.title()) for _ in range(width)),
        )
    ]
    for fact in thing.facts[:8]:
        others = (plain("td", writer.words(1, 2)) for _ in range(width))
        rows.append(plain("tr", plain("th", fact.label), plain("td", fact.value), *others))
    return [plain("h2", page.say("similar")), own.element("table", "compare", *rows)]


def bar(page: Page, thing: Thing) -> list[Child]:
    """Name and price once more, in a bar that stays in sight."""
    inner: list[Child] = [plain("span", thing.name)]
    if thing.amount is not None:
        inner.append(shown("price", thing.money.show(thing.amount)))
    inner.append(plain("button", page.say(thing.kind.calls)))
    return [page.design.element("div", "sticky-bar", *inner)]
