"""Pages that are none of the rest: forms, errors, carts, firms about themselves, empty pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import silent_documents as documents
from training.comment_pages.comment import Talk
from training.comment_pages.middle import Middle
from training.page_kinds.landing import landing
from training.record_pages import boxes, showcase
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain

Builder = Callable[[Talk], list[Child]]


def _heading(talk: Talk, key: str) -> Node:
    return plain(
        talk.design.pick("head", ("h1", "h1", "h2", "h3")), talk.writer.say(talk.design, key)
    )


def _input(talk: Talk, name: str, kind: str) -> Node:
    """A field of a form with its label."""
    own = talk.design
    form = own.pick("input as", ("div", "p", "row", "placeholder"))
    if form == "placeholder":
        return own.element("div", "field", plain("input", type=kind, placeholder=name))
    if form == "row" and own.old:
        box = plain("td", plain("input", type=kind))
        return plain("table", plain("tr", plain("td", name), box))
    return plain("p" if form == "p" else "div", plain("label", name), plain("input", type=kind))


def login(talk: Talk) -> list[Child]:
    """Name and password, other ways in, a link for those who forgot."""
    own, writer = talk.design, talk.writer
    inner: list[Child] = [
        _input(talk, writer.say(own, "user"), "text"),
        _input(talk, writer.say(own, "password"), "password"),
    ]
    if own.chance("remember", 0.5):
        box = plain("input", type="checkbox")
        inner.append(plain("label", box, writer.say(own, "remember")))
    inner.append(plain("button", writer.say(own, "login"), type="submit"))
    form = own.element("form", "login", *inner, action="/login", method="post")
    out: list[Child] = [_heading(talk, "login"), form, link(writer, writer.say(own, "forgot"))]
    out.append(plain("p", link(writer, writer.say(own, "register"))))
    if own.chance("ways", 0.3):
        out.extend(plain("button", svg(own), writer.words(2, 3)) for _ in range(3))
    if own.chance("told", 0.3):
        out.insert(1, plain("p", writer.text(1, 3)))
    return out


def registration(talk: Talk) -> list[Child]:
    """Many fields, a box to tick, a button."""
    own, writer = talk.design, talk.writer
    names = own.some("fields", writer.tongue.all("street"), own.number("n", 3, 8))
    inner: list[Child] = [_input(talk, name, "text") for name in names]
    inner.append(_input(talk, writer.say(own, "password"), "password"))
    if own.chance("country", 0.5):
        inner.append(boxes.long_choice(own.at("country"), writer))
    inner.append(plain("label", plain("input", type="checkbox"), writer.text(1, 1)))
    inner.append(plain("button", writer.say(own, "register")))
    return [_heading(talk, "register"), own.element("form", "form", *inner, method="post")]


def missing(talk: Talk) -> list[Child]:
    """No such page: a sentence, a search, some links."""
    own, writer = talk.design, talk.writer
    out: list[Child] = [_heading(talk, "missing"), plain("p", writer.say(own, "missing_told"))]
    if own.chance("search", 0.5):
        out.append(boxes.search_form(own.at("search"), writer))
    if own.chance("links", 0.5):
        out.append(plain("ul", *(plain("li", link(writer, writer.words(1, 3))) for _ in range(6))))
    return out


def empty(talk: Talk) -> list[Child]:
    """A search that found nothing."""
    own, writer = talk.design, talk.writer
    tips = (plain("li", writer.words(3, 8)) for _ in range(own.number("tips", 2, 5)))
    out: list[Child] = [
        plain("h1", f"{writer.label('search')}: {writer.query}"),
        plain("p", writer.say(own, "no_results")),
    ]
    if own.chance("tips", 0.5):
        out.append(plain("ul", *tips))
    return [*out, boxes.search_form(own.at("search"), writer)]


def cart(talk: Talk) -> list[Child]:
    """A cart with nothing in it, or with a line or two."""
    own, writer = talk.design, talk.writer
    out: list[Child] = [_heading(talk, "cart_title")]
    size = writer.draw.choice((0, 0, 1, 2, 3))
    if not size:
        return [*out, plain("p", writer.say(own, "empty_cart")), link(writer, writer.label("home"))]
    rows = [
        plain(
            "tr",
            plain("td", link(writer, writer.title())),
            plain("td", plain("input", type="number", value="1")),
            plain("td", writer.price("{1} €")),
        )
        for _ in range(size)
    ]
    total = plain("p", f"{writer.say(own, 'total')}: {writer.price('{1} €')}")
    button = plain("button", writer.say(own, "checkout_title"))
    return [*out, plain("form", plain("table", *rows), total, button, action="/checkout")]


def checkout(talk: Talk) -> list[Child]:
    """Where to send it and how to pay."""
    own, writer = talk.design, talk.writer
    groups: list[Node] = []
    for _ in range(own.number("groups", 1, 3)):
        names = writer.tongue.all("street")[: writer.draw.randint(3, 9)]
        fields = (_input(talk, name, "text") for name in names)
        groups.append(plain("fieldset", plain("legend", writer.words(1, 3)), *fields))
    ways = (plain("label", plain("input", type="radio"), writer.words(1, 2)) for _ in range(4))
    button = plain("button", writer.say(own, "buy"))
    return [_heading(talk, "checkout_title"), plain("form", *groups, *ways, button)]


def contact(talk: Talk) -> list[Child]:
    """Where the firm is, how to reach it, a form."""
    own, writer = talk.design, talk.writer
    lines = [writer.words(1, 3), f"{writer.words(1, 1)} {writer.draw.randint(1, 99)}"]
    lines.append(f"{writer.draw.randint(10000, 99999)} {writer.words(1, 1)}")
    lines.append(f"Tel. +{writer.draw.randint(10, 99)} {writer.draw.randint(10**6, 10**7)}")
    lines.append(f"info@{writer.draw.randrange(36**6):x}.example")
    address = plain("p", *(part for line in lines for part in (line, plain("br"))))
    out: list[Child] = [_heading(talk, "contact_title"), address]
    if own.chance("told", 0.5):
        out.insert(1, plain("p", writer.text(1, 2)))
    if own.chance("form", 0.7):
        names = own.some("fields", writer.tongue.all("fields"), 3)
        inner: list[Child] = [_input(talk, name, "text") for name in names]
        inner.extend([plain("textarea", rows="6"), plain("button", writer.say(own, "submit"))])
        out.append(own.element("form", "contact-form", *inner, method="post"))
    if own.chance("map", 0.3):
        out.append(plain("iframe", src="https://maps.example/embed"))
    return out


def about(talk: Talk) -> list[Child]:
    """A few sentences of a firm about itself."""
    own, writer = talk.design, talk.writer
    out: list[Child] = [_heading(talk, "about_title"), plain("p", writer.text(1, 3))]
    if own.chance("values", 0.6):
        out.append(boxes.promises(own.at("values"), writer))
    if own.chance("clients", 0.4):
        out.append(showcase.logos(own.at("clients"), writer))
    return out


def wall(talk: Talk) -> list[Child]:
    """What has to be agreed to before anything is shown."""
    own, writer = talk.design, talk.writer
    buttons = [plain("button", writer.say(own, key)) for key in ("accept", "reject")]
    text = [plain("p", writer.text(1, 4)) for _ in range(own.number("paragraphs", 1, 3))]
    return [own.element("div", "wall", _heading(talk, "cookies"), *text, *buttons)]


def shell(talk: Talk) -> list[Child]:
    """What a script is to fill."""
    own, writer = talk.design, talk.writer
    waiting = own.element("div", "loader", writer.say(own, "scripts_off"))
    return [plain("div", waiting if own.chance("waiting", 0.6) else "", id="app")]


def note(talk: Talk) -> list[Child]:
    """A line: thanks, soon, closed for repair."""
    own, writer = talk.design, talk.writer
    key = writer.draw.choice(("thanks", "soon"))
    out: list[Child] = [_heading(talk, key), plain("p", writer.text(1, 2))]
    return [*out, boxes.newsletter(own, writer)] if own.chance("letter", 0.3) else out


COMMON: tuple[Builder, ...] = (
    *(landing,) * 2,
    login,
    registration,
    missing,
    missing,
    empty,
    contact,
    contact,
    about,
    wall,
    shell,
    note,
    landing,
    landing,
    landing,
    landing,
)
OTHERS: dict[str, tuple[Builder, ...]] = {
    "shop": (
        cart,
        cart,
        checkout,
        login,
        registration,
        missing,
        empty,
        contact,
        about,
        wall,
        shell,
    ),
    "firm": (landing, landing, landing, landing, about, contact, documents.landing, note),
}


def other_page(talk: Talk, trade: str) -> Middle:
    """Such a page as such a site has it."""
    builder = talk.writer.draw.choice(OTHERS.get(trade, COMMON))
    own: Talk = replace(talk, design=talk.design.at(builder.__name__))
    return Middle(builder(own), [], builder.__name__)
