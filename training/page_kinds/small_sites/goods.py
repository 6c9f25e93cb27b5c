"""A small shop: shelves of goods in tiles, and goods with few facts above rows of other goods."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.buyers import reviews
from training.comment_pages.comment import Talk
from training.comment_pages.section import entry_form
from training.detail_pages import Kind, Thing, new_thing, offer
from training.detail_pages.facts import facts_as
from training.detail_pages.marks import field, marked
from training.page_kinds.small_sites.theme import deep, headline, piece, theme
from training.record_pages import menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def tile(talk: Talk, kind: Kind, tag: str) -> Node:
    """A thing for sale as shelves show it, and rows of other goods."""
    own, writer = theme(talk).at("tile"), talk.writer
    thing = new_thing(talk, kind)
    address = writer.address()
    picture = plain("img", src=thing.images[0], alt=thing.name)
    named = own.pick("name", ("h2", "h2", "h3", "h3", "h4", "h5", "div", "p"))
    price: list[Child] = []
    if thing.amount is not None:
        price = [
            piece(
                talk,
                own.pick("price", ("span", "div", "p")),
                "price",
                thing.money.show(thing.amount),
            )
        ]
        if thing.before is not None:
            price[0:0] = [plain("del", thing.money.show(thing.before)), " "]
    if own.chance("whole linked", 0.5):
        inner: list[Child] = [
            plain("a", picture, piece(talk, named, "tile-title", thing.name), *price, href=address)
        ]
    else:
        title = piece(talk, named, "tile-title", plain("a", thing.name, href=address))
        inner = [plain("a", picture, href=address), title, *price]
    if thing.rating is not None and own.chance("stars", 0.4):
        inner.append(plain("span", "★" * round(thing.rating)))
    if own.chance("told", 0.15):
        inner.append(plain("p", writer.text(1, 1)))
    if own.chance("button", 0.65):
        says = writer.say(own, "buy" if thing.stocked or not own.chance("sold", 0.5) else "more")
        node = own.pick("button as", ("a", "a", "button", "form"))
        made = (
            plain("a", says, href=f"?add={thing.number}") if node == "a" else plain("button", says)
        )
        inner.append(plain("form", made, action="/cart") if node == "form" else made)
    if own.chance("boxed", 0.4):
        inner = deep(talk, "tile", 1, 3, *inner)
    return piece(talk, tag, "tile", *inner)


def tiles(talk: Talk, kind: Kind, count: int) -> Node:
    """Things side by side."""
    own = theme(talk).at("tiles")
    if own.old and own.chance("cells", 0.7):
        made = [tile(talk, kind, "td") for _ in range(count)]
        across = own.number("across", 2, 5)
        rows = (plain("tr", *made[place : place + across]) for place in range(0, count, across))
        return plain("table", *rows, width="100%")
    tag = own.pick("tag", ("li", "li", "li", "div", "div", "article"))
    tag = "div" if own.old and tag == "article" else tag
    made = [tile(talk, kind, tag) for _ in range(count)]
    return piece(talk, "ul" if tag == "li" else "div", "tiles", *made)


def _shelves(talk: Talk) -> list[Child]:
    """Departments inside the one that is shown."""
    own, writer = theme(talk).at("shelves"), talk.writer
    made = [
        piece(
            talk,
            "li",
            "tile",
            link(
                writer,
                plain("img", src="/c.jpg", alt=""),
                plain(own.pick("tag", ("h2", "h3", "span")), writer.words(1, 2)),
            ),
        )
        for _ in range(writer.draw.randint(2, 8))
    ]
    return [piece(talk, "ul", "tiles", *made)]


def shelf_page(talk: Talk, kind: Kind) -> list[Child]:
    """A department: a heading, how many there are, an order to choose, the goods."""
    own, writer = theme(talk).at("shelf"), talk.writer
    count = writer.draw.choice((1, 2, 3, 3, 4, 5, 6, 8, 9, 9, 12, 12, 12, 16, 20, 24))
    out: list[Child] = []
    tag = theme(talk).pick("single tag", ("h1", "h1", "h1", "h1", "h2", "h2", "h3", "div"))
    if own.chance("headed", 0.9):
        out.append(
            piece(talk, own.pick("tag", ("h1", "h1", "h1", tag)), "archive-title", talk.title)
        )
    if own.chance("told", 0.35) and writer.draw.random() < 0.7:
        out.extend(plain("p", writer.text(1, 5)) for _ in range(writer.draw.randint(1, 3)))
    if own.chance("shelves", 0.25) and writer.draw.random() < 0.6:
        out.extend(_shelves(talk))
    bar: list[Child] = []
    if own.chance("counted", 0.65):
        bar.append(plain("p", writer.say(own, "shown", n=str(count))))
    if own.chance("ordered", 0.7):
        names = (plain("option", name) for name in writer.tongue.all("ordering"))
        bar.append(plain("form", plain("select", *names, name="orderby")))
    if bar:
        out.extend([piece(talk, "div", "bar", *bar)] if own.chance("bar boxed", 0.5) else bar)
    out.append(tiles(talk, kind, count))
    if count >= 9 and own.chance("pager", 0.7):
        out.append(menus.pager(own.at("pager"), writer))
    if own.chance("told below", 0.2):
        out.extend(plain("p", writer.text(2, 6)) for _ in range(writer.draw.randint(1, 4)))
    return out


def front_page(talk: Talk, kind: Kind) -> list[Child]:
    """The shop's front: several rows of goods, each below a heading."""
    own, writer = theme(talk).at("shop front"), talk.writer
    out: list[Child] = [plain("p", writer.text(1, 3))] if own.chance("welcome", 0.5) else []
    for _ in range(own.number("rows", 2, 4)):
        out.append(plain(own.pick("tag", ("h2", "h3")), writer.any("goods")))
        out.append(tiles(talk, kind, own.pick("size", (3, 4, 4, 5, 8))))
    return out


def _summary(talk: Talk, thing: Thing) -> list[Child]:
    """Name, price, a few words, the button, numbers and departments."""
    own, writer = theme(talk).at("summary"), talk.writer
    name = marked(headline(talk, thing.name, single=True), "name")
    parts: list[Child] = [name]
    rated = offer.rating(talk, thing)
    priced = offer.price(talk, thing)
    parts.extend([*rated, *priced] if own.chance("rating first", 0.6) else [*priced, *rated])
    if own.chance("told", 0.7):
        words = plain("p", writer.text(1, 3))
        parts.append(piece(talk, "div", "short", words) if own.chance("boxed", 0.6) else words)
    parts.extend(
        [*offer.stock(talk, thing), *offer.options(talk, thing), *offer.buttons(talk, thing)]
    )
    lines: list[Child] = []
    if number := thing.fact("sku"):
        lines.append(plain("span", f"{number.label}: ", field("sku", number.value)))
    filed = theme(talk).pick("filed label", writer.tongue.all("label.category"))
    lines.extend([" ", plain("span", f"{filed}: ", link(writer, writer.words(1, 2)))])
    parts.append(piece(talk, "div", "meta", *lines))
    return parts


def _parts(talk: Talk, thing: Thing) -> list[tuple[str, list[Child]]]:
    own, writer = theme(talk).at("product parts"), talk.writer
    out: list[tuple[str, list[Child]]] = []
    if writer.draw.random() < own.pick("described", (0.5, 0.9, 1.0)):
        low, high = own.pick("length", ((1, 1), (1, 3), (2, 8)))
        text = [plain("p", writer.text(1, 5)) for _ in range(writer.draw.randint(low, high))]
        node = marked(piece(talk, "div", "text", *text), "description")
        out.append((writer.say(own, "description"), [node]))
    facts = [fact for fact in thing.facts if fact.name != "sku"][
        : own.pick("facts", (0, 0, 1, 2, 3, 5))
    ]
    if facts:
        out.append((writer.say(own, "specification"), [facts_as(talk, facts)]))
    if own.chance("reviewed", 0.5):
        if writer.draw.random() < 0.7:
            said = plain("p", writer.say(own, "review_none"))
            asked = replace(talk, design=replace(talk.design, kind="shop"))
            form = [entry_form(asked)] if own.chance("form", 0.7) else []
            out.append((writer.say(own, "reviews"), [said, *form]))
        else:
            shop = replace(talk, title=thing.name, design=replace(talk.design, kind="shop"))
            out.append((writer.say(own, "reviews"), reviews(shop).content[-1:]))
    return out


def product_page(talk: Talk, thing: Thing) -> list[Child]:
    """A product: pictures beside its name and price, parts below, then other goods in rows."""
    own, writer = theme(talk).at("product"), talk.writer
    summary = _summary(talk, thing)
    picture = offer.gallery(talk, thing)
    if own.old:
        cells = [plain("td", picture, valign="top"), plain("td", *summary, valign="top")]
        top: list[Child] = [plain("table", plain("tr", *cells), width="100%")]
    else:
        top = [*deep(talk, "left", 0, 2, picture), piece(talk, "div", "summary", *summary)]
        top = deep(talk, "upper", 0, 2, *top)
    parts = _parts(talk, thing)
    below: list[Child] = []
    tag = own.pick("tag", ("h2", "h2", "h3", "h4"))
    if parts and own.chance("tabs", 0.6) and not own.old:
        names = (plain("li", plain("a", name, href=f"#t{n}")) for n, (name, _) in enumerate(parts))
        below.append(piece(talk, "ul", "tabs", *names))
    for place, (name, inner) in enumerate(parts):
        below.append(piece(talk, "div", "panel", plain(tag, name), *inner, id=f"t{place}"))
    rows: list[Child] = []
    for _ in range(own.pick("rows", (0, 0, 1, 1, 1, 2, 2, 3, 4))):
        size = own.pick("size", (3, 3, 4, 4, 4, 5, 6, 8))
        title = plain(tag, writer.any("similar"))
        rows.append(
            piece(
                talk,
                "div" if own.old else "section",
                "related",
                title,
                tiles(talk, thing.kind, size),
            )
        )
    main: list[Child] = [*top, *below]
    if own.chance("one", 0.6):
        main = [piece(talk, "div", "product", *main)]
    return [*main, *rows]
