"""The price of goods and all the other amounts that stand beside it."""

from __future__ import annotations

from training.comment_pages.comment import Talk
from training.detail_pages.shops.amounts import amount_of
from training.detail_pages.shops.goods import Goods
from training.record_pages.markup import Child, Node, plain


def said(talk: Talk, key: str, value: float, goods: Goods, **known: str) -> Child:
    """A phrase with an amount in it."""
    own = talk.design.at("said")
    money = goods.thing.money
    value = float(round(value)) if money.cents == "never" else round(value, 2)
    shown: Node | str = money.show(value)
    if own.chance(f"{key} marked up", 0.5):
        shown = amount_of(own.at("amount"), money, value)
    phrase = own.pick(f"say {key}", talk.writer.tongue.all(key))
    for name, text in known.items():
        phrase = phrase.replace(f"{{{name}}}", text)
    parts = talk.writer.mixed(phrase, {"p": [shown]})
    role = key.partition(".")[2]
    if own.chance("classed", 0.7):
        return own.element(own.pick(f"{key} tag", ("div", "p", "span", "small")), role, *parts)
    return plain(own.pick(f"{key} tag", ("div", "p", "span", "small")), *parts)


def _before(talk: Talk, goods: Goods) -> list[Child]:
    """The former price: struck, or told apart by a class or by words alone."""
    own, thing = talk.design.at("before"), goods.thing
    assert thing.before is not None
    shown: Child = amount_of(own, thing.money, thing.before, "old_price")
    form = own.pick("form", ("del", "del", "s", "strike", "class", "class", "label"))
    label = ""
    if form == "label" or own.chance("labelled", 0.35):
        label = f"{talk.writer.say(own, 'goods.was')}{own.pick('colon', (' ', ': '))}"
    role = "old was before regular list-price price-old strike compare-at"
    if form == "class":
        return [own.element("span", role, label, shown)]
    if form == "label":
        return [plain("span", label), shown]
    struck = plain(form, shown)
    if own.chance("classed", 0.5):
        struck = own.element(form, role, shown)
    return [label, struck] if label else [struck]


def _beside(talk: Talk, goods: Goods) -> list[Child]:
    """Further amounts: none is what it costs."""
    own, thing, draw = talk.design.at("beside"), goods.thing, talk.writer.draw
    amount = thing.amount or 0.0
    out: list[Child] = []
    if thing.before is not None:
        if own.chance("save", 0.35):
            out.append(said(talk, "goods.save", thing.before - amount, goods))
        if own.chance("share", 0.4):
            share = round(100 - 100 * amount / thing.before)
            out.append(own.element("span", "badge", f"-{share}%"))
        if own.chance("lowest", 0.2):
            out.append(said(talk, "goods.lowest", amount * (0.9 + draw.random() / 4), goods))
    if own.chance("unit", 0.12):
        unit = own.pick("per", ("kg", "l", "100 g", "100 ml", "m", "m²", "1 kg"))
        text = thing.money.show(float(round(amount * (0.3 + 4 * draw.random()) + 1)))
        form = own.pick("unit form", ("({p} / {u})", "{p}/{u}", "{u} = {p}", "1 {u}: {p}"))
        out.append(own.element("small", "unit-price base-price", form.format(p=text, u=unit)))
    if own.chance("rates", 0.16):
        times = own.pick("times", (3, 4, 6, 12, 24))
        out.append(said(talk, "goods.rates", amount / times + 0.01, goods, x=str(times)))
    if own.chance("member", 0.08):
        out.append(said(talk, "goods.member", amount * 0.93, goods))
    if own.chance("shipping", 0.2):
        out.append(said(talk, "goods.shipping", own.pick("cost", (3.9, 4.95, 5.99, 10.0)), goods))
    if own.chance("free", 0.2):
        out.append(said(talk, "goods.free", own.pick("least", (25.0, 50.0, 100.0, 1500.0)), goods))
    if own.chance("used", 0.07):
        count = str(draw.randint(2, 14))
        out.append(said(talk, "goods.used", amount * 0.7, goods, x=count))
    return out


def _taxed(talk: Talk, goods: Goods) -> list[Child]:
    """A word on taxes, or the price once more without or with them."""
    own, thing = talk.design.at("taxed"), goods.thing
    form = own.pick("form", ("none",) * 5 + ("word",) * 3 + ("net", "gross"))
    if form == "none":
        return []
    if form == "word":
        return [own.element("small", "tax", talk.writer.say(own, "tax"))]
    other = (thing.amount or 0.0) * (1 / 1.2 if form == "net" else 1.2)
    other = float(round(other)) if thing.money.cents == "never" else round(other, 2)
    first = talk.writer.say(own, "goods.gross" if form == "net" else "goods.net")
    second = talk.writer.say(own, f"goods.{form}")
    shown = amount_of(own, thing.money, other)
    return [plain("small", f" {first}"), own.element("div", "tax", shown, f" {second}")]


def _main(talk: Talk, goods: Goods) -> list[Child]:
    """What it costs; of a range, both ends."""
    own, thing = talk.design.at("amount"), goods.thing
    assert thing.amount is not None
    shown = amount_of(own, thing.money, thing.amount, "price")
    if goods.top is None:
        return [shown]
    if own.chance("range", 0.5):
        return [
            shown,
            own.pick("dash", (" – ", " - ", " ")),
            amount_of(own, thing.money, goods.top),
        ]
    return [f"{talk.writer.say(own, 'goods.from')} ", shown]


def price_box(talk: Talk, goods: Goods) -> list[Child]:
    """The price and what stands beside it; words where there is no price."""
    own, thing = talk.design.at("price box"), goods.thing
    if thing.amount is None:
        if own.chance("on request", 0.5) and goods.availability == "InStock":
            text = talk.writer.say(own, "goods.request")
            return [own.element("div", "price", text)]
        return []
    within = Talk(own, talk.writer, talk.title)
    inner = _main(within, goods)
    if own.chance("labelled", 0.2):
        label = own.pick("label", talk.writer.tongue.all("label.price"))
        inner.insert(0, plain(own.pick("label tag", ("span", "b", "label")), f"{label}: "))
    if thing.before is not None:
        old = _before(within, goods)
        inner = [*old, " ", *inner] if own.chance("old first", 0.5) else [*inner, " ", *old]
    taxed = _taxed(within, goods)
    more = _beside(within, goods)
    tag = own.pick("tag", ("div", "p", "div", "span", "h3"))
    if own.chance("all in one", 0.4):
        return [own.element(tag, "price", *inner, *taxed, *more)]
    return [own.element(tag, "price", *inner), *taxed, *more]


def price_steps(talk: Talk, goods: Goods) -> list[Child]:
    """What a piece costs when more are bought."""
    own, thing = talk.design.at("steps"), goods.thing
    if thing.amount is None or not own.chance("any", 0.07):
        return []
    rows: list[Node] = []
    for place, count in enumerate(own.pick("counts", ((1, 10, 50), (2, 5), (5, 10, 25, 100)))):
        value = thing.amount * (1 - 0.06 * (place if count == 1 else place + 1))
        value = float(round(value)) if thing.money.cents == "never" else round(value, 2)
        if count == 1:
            value = thing.amount
        rows.append(
            plain("tr", plain("td", f"{count}+"), plain("td", amount_of(own, thing.money, value)))
        )
    label = talk.writer.say(own, "goods.pieces")
    head = plain(
        "tr",
        plain("th", label),
        plain("th", own.pick("label", talk.writer.tongue.all("label.price"))),
    )
    return [own.element("table", "tier-prices", head, *rows)]


def sellers(talk: Talk, goods: Goods) -> list[Child]:
    """What other sellers ask, new and second-hand."""
    own, thing, writer = talk.design.at("sellers"), goods.thing, talk.writer
    if thing.amount is None or not own.chance("any", 0.07):
        return []
    rows: list[Node] = []
    for _ in range(writer.draw.randint(2, 8)):
        value = round(thing.amount * (0.6 + writer.draw.random()), 2)
        value = float(round(value)) if thing.money.cents == "never" else value
        state = writer.draw.choice(writer.tongue.all("conditions"))
        rows.append(
            own.element(
                own.pick("row", ("tr", "tr", "li", "div")),
                "offer",
                plain("td", amount_of(own, thing.money, value)),
                plain("td", state),
                plain("td", writer.words(1, 2)),
                plain("td", plain("a", writer.say(own, "buy"), href="/go")),
            )
        )
    if rows[0].tag != "tr":
        for row in rows:
            for cell in row.children:
                if isinstance(cell, Node):
                    cell.tag = "span"
    outer = {"tr": "table", "li": "ul"}.get(rows[0].tag, "div")
    return [own.element(outer, "offers", *rows)]
