"""A product: pictures, price, what it is, what it can."""

from __future__ import annotations

from training.comment_pages.article import text_block
from training.comment_pages.comment import Talk
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import PRICES


def price(talk: Talk) -> str:
    """An amount in the site's form."""
    return talk.writer.price(talk.design.pick("price", PRICES))


def rated(talk: Talk, count: int) -> Node:
    """The average and the number of reviews."""
    design, writer = talk.design, talk.writer
    average = f"{writer.draw.randint(30, 50) / 10}"
    stars = (
        "★★★★☆" if design.chance("average signs", 0.5) else writer.say(design, "stars", n=average)
    )
    said = writer.say(design, "review_heading_n", n=str(count), t=talk.title)
    counted: Child = (
        plain("a", said, href="#reviews") if design.chance("count linked", 0.6) else said
    )
    return design.element("div", "rating", plain("span", stars), " ", counted)


def _features(talk: Talk) -> list[Child]:
    design, writer = talk.design, talk.writer
    form = design.pick("facts", ("table", "ul", "dl", "none"))
    pairs = [
        (writer.words(1, 2), writer.words(1, 4)) for _ in range(design.number("fact count", 3, 12))
    ]
    if form == "table":
        return [plain("table", *(plain("tr", plain("th", a), plain("td", b)) for a, b in pairs))]
    if form == "ul":
        return [plain("ul", *(plain("li", writer.text(1, 1)) for _ in pairs[:6]))]
    if form == "dl":
        return [plain("dl", *(node for a, b in pairs for node in (plain("dt", a), plain("dd", b))))]
    return []


def summary(talk: Talk, count: int) -> list[Child]:
    """How many gave how many stars."""
    design, writer = talk.design, talk.writer
    if not design.chance("histogram", 0.3) or not count:
        return []
    rows: list[Node] = []
    for stars in range(5, 0, -1):
        share = writer.draw.randint(0, 100)
        rows.append(plain("li", plain("a", f"{stars} ★", href="#"), plain("span", f"{share}%")))
    return [design.element("ul", "histogram", *rows)]


def product(talk: Talk, count: int) -> list[Child]:
    """All of the product but its reviews."""
    own, writer = talk.design.at("product"), talk.writer
    pictures = [
        plain("img", src=f"{writer.address()}.jpg", alt="")
        for _ in range(own.number("pictures", 1, 5))
    ]
    info: list[Child] = [plain(own.pick("name", ("h1", "h1", "h2", "b")), talk.title)]
    if own.chance("rated", 0.6):
        info.append(rated(talk, count))
    info.append(own.element(own.pick("price tag", ("div", "span", "p")), "price", price(talk)))
    names = own.some("buttons", writer.tongue.all("cart"), own.number("button count", 1, 4))
    info.extend(plain(own.pick("button", ("button", "a", "span")), name) for name in names)
    if own.chance("short", 0.5):
        info.append(plain("p", writer.text(1, 2)))
    gallery = own.element("div", "gallery", *pictures)
    out: list[Child] = [gallery, own.element("div", "info", *info)]
    if own.old and own.chance("table", 0.7):
        out = [plain("table", plain("tr", plain("td", gallery), plain("td", *info)))]
    if own.chance("described", 0.7):
        text = text_block(talk, 1, own.number("paragraphs", 1, 5))
        out.append(own.element("div", "description", plain("h2", writer.words(1, 2)), *text))
    out.extend(_features(talk))
    if own.chance("others", 0.5):
        out.append(others(talk))
    out.extend(summary(talk, count))
    return out


def others(talk: Talk) -> Node:
    """Other products."""
    own, writer = talk.design.at("others"), talk.writer
    items: list[Node] = []
    for _ in range(own.number("size", 3, 8)):
        inner: list[Child] = [link(writer, plain("img", src=f"{writer.address()}.jpg", alt=""))]
        inner.append(link(writer, writer.title()))
        if own.chance("starred", 0.4):
            inner.append(plain("span", f"★★★★☆ ({writer.draw.randint(1, 400)})"))
        inner.append(plain("span", price(talk)))
        items.append(own.element("li", "record", *inner))
    return own.element(
        "div", "section", plain("h3", writer.say(talk.design, "related")), plain("ul", *items)
    )
