"""What modern pages hold besides records that nearly looks like them: tiles, slides, dialogs."""

from __future__ import annotations

from training.record_pages.design import Design
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import Writer


def _picture(writer: Writer) -> Node:
    return plain("img", src=f"{writer.address()}.jpg", alt="", loading="lazy")


def _deep(design: Design, role: str, node: Node, most: int) -> Node:
    """The node in wrappers."""
    return design.wrapped(role, most, node) or node


def picture_menu(design: Design, writer: Writer) -> Node:
    """Panels whose entries have a picture or an icon and a line of text."""
    panels: list[Node] = []
    for place in range(design.number("panels", 3, 8)):
        entries: list[Node] = []
        for _ in range(design.number(f"entries {place}", 3, 12)):
            shown = svg(design) if design.chance("icons", 0.5) else _picture(writer)
            told = [plain("p", writer.words(3, 8))] if design.chance("told", 0.6) else []
            text = plain("div", plain("strong", writer.words(1, 3)), *told)
            entry = link(writer, plain("div", shown), text)
            entries.append(design.element("li", "entry", _deep(design, "entry", entry, 2)))
        head = plain("button", writer.words(1, 2), svg(design), type="button")
        flyout = design.element("div", "flyout", design.element("ul", "entries", *entries))
        panels.append(design.element("li", "panel", head, _deep(design, "panel", flyout, 3)))
    return design.element("nav", "nav", design.element("ul", "panels", *panels))


def drawer(design: Design, writer: Writer) -> Node:
    """The menu once more for small screens, with all that lies below each entry."""
    items: list[Node] = []
    for place in range(design.number("entries", 6, 16)):
        inner: list[Node] = []
        for _ in range(design.number(f"inner {place}", 0, 30)):
            label = plain("span", plain("span", writer.words(1, 3)))
            inner.append(plain("li", link(writer, label, svg(design))))
        head = plain("button", plain("span", writer.words(1, 2)), svg(design))
        below = [design.element("ul", "drawer-inner", *inner)] if inner else []
        items.append(design.element("li", "drawer-item", head, *below))
    node = design.element("div", "drawer", design.element("ul", "drawer-list", *items))
    node.attributes["aria-hidden"] = "true"
    return _deep(design, "drawer", node, 3)


def slides(design: Design, writer: Writer) -> Node:
    """Large pictures that say what the site would sell."""
    inner: list[Node] = []
    for _ in range(design.number("slides", 2, 6)):
        parts: list[Child] = [plain("picture", plain("source"), _picture(writer))]
        if design.chance("slogan", 0.6):
            parts.append(plain("h2", writer.words(2, 5)))
        if design.chance("call", 0.6):
            parts.append(plain("span", writer.label("more"), class_="button"))
        slide = design.element("div", "slide", link(writer, *parts))
        inner.append(_deep(design, "slide", slide, 2))
    dots = [plain("button", type="button") for _ in inner]
    track = design.element("div", "track", *inner)
    return design.element("div", "slides", track, plain("div", *dots))


def category_tiles(design: Design, writer: Writer) -> Node:
    """Pictures with a name each, that lead to departments."""
    tiles: list[Node] = []
    tag = design.pick("tile tag", ("li", "div", "div", "a"))
    for _ in range(design.number("tiles", 4, 16)):
        name = plain(design.pick("name tag", ("span", "p", "h3", "div")), writer.words(1, 2))
        inner: list[Child] = [_deep(design, "tile", plain("div", _picture(writer)), 2), name]
        tile = design.element(tag, "tile", *(inner if tag == "a" else [link(writer, *inner)]))
        if tag == "a":
            tile.attributes["href"] = writer.address()
        tiles.append(tile)
    outer = design.element("ul" if tag == "li" else "div", "tiles", *tiles)
    head = [plain("h2", writer.words(1, 3))] if design.chance("named", 0.5) else []
    return design.element("section", "section", *head, _deep(design, "tiles", outer, 3))


def logos(design: Design, writer: Writer) -> Node:
    """A row of brands."""
    form = design.pick("logos as", ("li", "div", "a"))
    made = [link(writer, _picture(writer)) for _ in range(design.number("logos", 5, 20))]
    items = made if form == "a" else [design.element(form, "logo", one) for one in made]
    outer = design.element("ul" if form == "li" else "div", "logos", *items)
    head = [plain("h2", writer.words(1, 3))] if design.chance("named", 0.5) else []
    return design.element("div", "section", *head, outer)


def chips(design: Design, writer: Writer) -> Node:
    """Popular searches or quick filters, in a row."""
    icons = design.chance("icons", 0.3)
    made: list[Node] = []
    for _ in range(design.number("chips", 4, 24)):
        icon: list[Child] = [svg(design)] if icons else []
        made.append(link(writer, *icon, plain("span", writer.words(1, 3))))
    form = design.pick("chips as", ("items", "bare", "blocks"))
    if form == "items":
        return design.element("ul", "chips", *(plain("li", one) for one in made))
    if form == "blocks":
        return design.element("div", "chips", *(design.element("div", "chip", one) for one in made))
    return design.element("div", "chips", *made)


def questions(design: Design, writer: Writer) -> Node:
    """What buyers ask about the site, with answers that open."""
    tag = design.pick("question", ("details", "div", "div"))
    asked = "summary" if tag == "details" else design.pick("asked", ("button", "span", "div"))
    headed = design.pick("headed", ("h2", "div", "span"))
    answered = design.pick("answered", ("p", "div", ""))
    items: list[Node] = []
    for _ in range(design.number("questions", 2, 4)):
        inner = [plain(asked, writer.words(4, 9) + "?")]
        if answered:
            source = [link(writer, writer.title())] if design.chance("sources", 0.4) else []
            inner.append(plain(answered, writer.text(1, 3), *source))
        items.append(design.element(tag, "question", *inner))
    outer = design.pick("questions as", ("section", "div"))
    return design.element(outer, "questions", plain(headed, writer.words(1, 3)), *items)


def _dialog(design: Design, *inner: Child) -> Node:
    """A box that is hidden, with a button to close it."""
    close = plain("button", svg(design), type="button")
    box = design.element("div", "dialog-box", close, *inner)
    tag = design.pick("dialog tag", ("div", "div", "dialog", "aside"))
    node = design.element(tag, "dialog", _deep(design, "dialog", box, 3))
    node.attributes["role"] = "dialog"
    node.attributes.update(design.pick("hidden", ({"hidden": ""}, {"style": "display:none"}, {})))
    return node


def purposes(design: Design, writer: Writer) -> Node:
    """What cookies are for and who sets them, each with a switch."""
    rows: list[Node] = []
    for _ in range(design.number("purposes", 3, 24)):
        switch = plain("label", plain("input", type="checkbox"), plain("span"))
        head = plain("div", plain("h3", writer.words(1, 3)), switch)
        told = [plain("p", writer.text(1, 2))] if design.chance("told", 0.7) else []
        rows.append(design.element("li", "purpose", head, *told))
    buttons = [plain("button", writer.words(1, 2)) for _ in range(3)]
    listed = design.element("ul", "purposes", *rows)
    return _dialog(design, plain("p", writer.text(2, 5)), listed, *buttons)


def countries(design: Design, writer: Writer) -> Node:
    """Countries or languages with their flags."""
    items: list[Node] = []
    for _ in range(design.number("countries", 8, 70)):
        flag = svg(design) if design.chance("drawn", 0.4) else _picture(writer)
        name = plain("span", writer.word().capitalize())
        code: list[Child] = (
            [plain("small", writer.word()[:3])] if design.chance("code", 0.4) else []
        )
        items.append(plain("li", link(writer, flag, name, *code)))
    return _dialog(design, plain("h2", writer.words(1, 2)), plain("ul", *items))


def sign_in(design: Design, writer: Writer) -> Node:
    """Name and password, other ways to sign in."""
    fields = [
        plain("div", plain("label", writer.word()), plain("input", type=kind))
        for kind in ("email", "password")
    ]
    ways = [
        plain("button", svg(design), plain("span", writer.words(1, 3)))
        for _ in range(design.number("ways", 2, 4))
    ]
    text = plain("p", writer.text(1, 1))
    return _dialog(design, plain("h2", writer.label("login")), plain("form", *fields), *ways, text)


def empty_basket(design: Design, writer: Writer) -> Node:
    """A basket with nothing in it."""
    button = plain("button", writer.label("more"))
    return _dialog(design, svg(design), plain("p", writer.words(3, 6)), button)
