"""Lists inside a record: links, pictures, values, stars. They compete with the list of records."""

from __future__ import annotations

from training.record_pages.design import Design
from training.record_pages.fields import Content, link, svg
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import Writer


def _listed(design: Design, role: str, parts: list[Node]) -> Content:
    """The parts as items, blocks, cells of a row, or side by side."""
    forms = ("items", "blocks", "blocks", "beside", "deep")
    form = design.pick(f"{role} as", ("items", "beside", "cells") if design.old else forms)
    if form == "items":
        return [design.element("ul", role, *(plain("li", part) for part in parts))]
    if form == "cells":
        return [plain("table", plain("tr", *(plain("td", part) for part in parts)))]
    if form == "blocks":
        boxes = [design.element("div", f"{role}-item", part) for part in parts]
        return [design.element("div", role, *boxes)]
    if form == "deep":
        boxes = [
            design.element("div", f"{role}-item", plain("div", part, class_="in")) for part in parts
        ]
        return [design.element("div", role, design.element("div", f"{role}-track", *boxes))]
    return [design.element("span", role, *parts)]


def sitelinks(design: Design, writer: Writer) -> Content:
    """Links to further pages of what was found, some sites with a line of text each."""
    told = design.chance("sitelinks told", 0.3)
    out: list[Node] = []
    for _ in range(writer.draw.randint(2, design.number("most sitelinks", 3, 8))):
        named = link(writer, writer.words(1, 3))
        out.append(plain("span", named, plain("span", writer.words(4, 9))) if told else named)
    return _listed(design, "sitelinks", out)


def thumbs(design: Design, writer: Writer) -> Content:
    """Small pictures."""
    out: list[Node] = []
    for _ in range(writer.draw.randint(1, design.number("most thumbs", 3, 9))):
        picture = plain("img", src=f"{writer.address()}.jpg", width="60")
        out.append(link(writer, picture) if design.chance("thumbs linked", 0.5) else picture)
    return _listed(design, "thumbs", out)


def specs(design: Design, writer: Writer) -> Content:
    """Names and values: a small table, a definition list, items."""
    size = design.number("specs", 2, 7)
    names = [
        design.pick(f"spec {n}", ("w", "h", "Type", "No.", "Ref", "kg", "ID")) for n in range(size)
    ]
    values = [
        f"{writer.draw.randint(1, 900)} {design.pick('unit', ('', 'cm', 'kg', 'km', 'm²'))}"
        if design.chance(f"figure {n}", 0.6)
        else writer.words(1, 2)
        for n in range(size)
    ]
    shown = list(zip(names, values, strict=True))
    if design.chance("specs vary", 0.4):
        shown = shown[: writer.draw.randint(1, size)]
    form = design.pick("specs as", ("table", "dl", "items", "blocks"))
    if form == "table":
        rows = [plain("tr", plain("td", name), plain("td", value)) for name, value in shown]
        return [design.element("table", "specs", *rows)]
    if form == "dl":
        parts = [part for name, value in shown for part in (plain("dt", name), plain("dd", value))]
        return [design.element("dl", "specs", *parts)]
    outer, tag = ("ul", "li") if form == "items" else ("div", "div")
    lines = [plain(tag, plain("span", name), plain("span", f" {value}")) for name, value in shown]
    return [design.element(outer, "specs", *lines)]


def stars(design: Design, writer: Writer) -> Content:
    """Five stars, each an element; a count on some sites."""
    full = writer.draw.randint(1, 5)
    form = design.pick("stars as", ("picture", "svg", "svg", "i"))
    out: list[Child] = []
    for place in range(5):
        state = "full" if place < full else "empty"
        if design.old or form == "picture":
            out.append(plain("img", src=f"/{state}.gif", alt="*" if place < full else ""))
        elif form == "svg":
            out.append(plain("span", svg(design), class_=state))
        else:
            out.append(plain("i", class_=f"star {state}"))
    counted = [f" {writer.draw.randint(1, 2000)}"] if design.chance("stars counted", 0.6) else []
    tag = "span" if design.old else "div"
    return [design.element(tag, "stars", *out), *counted]


def swatches(design: Design, writer: Writer) -> Content:
    """Colours or sizes to choose from."""
    sized = design.chance("sizes", 0.5)
    out: list[Node] = []
    for place in range(writer.draw.randint(1, design.number("most swatches", 3, 8))):
        text = str(36 + 2 * place) if sized else ""
        inner: list[Child] = [text] if sized else [plain("i", style=f"background:#{place}a{place}")]
        tag = design.pick("swatch tag", ("a", "span", "button"))
        out.append(plain(tag, *inner, href=writer.address()) if tag == "a" else plain(tag, *inner))
    return _listed(design, "swatches", out)


def bullets(design: Design, writer: Writer) -> Content:
    """What speaks for the thing, each line with an icon on newer sites."""
    items: list[Node] = []
    for _ in range(writer.draw.randint(2, design.number("most bullets", 3, 7))):
        icon = [svg(design)] if not design.old and design.chance("bullet icons", 0.4) else []
        items.append(plain("li", *icon, plain("span", writer.words(2, 8))))
    return [design.element("ul", "bullets", *items)]


def lines(design: Design, writer: Writer) -> Content:
    """Offers of others, dates, prices by seller: rows of two or three values."""
    form = design.pick("line price", ("{0:.2f} €", "${0:.2f}", "{0:.0f} kr"))
    rows: list[Node] = []
    tag, cell = ("tr", "td") if design.chance("table", 0.4) else ("div", "span")
    for _ in range(writer.draw.randint(1, design.number("most lines", 2, 5))):
        parts = [plain(cell, link(writer, writer.words(1, 2))), plain(cell, writer.price(form))]
        if design.chance("dated", 0.3):
            parts.insert(0, plain(cell, writer.date("{d} {mon}")))
        rows.append(plain(tag, *parts))
    return [design.element("table" if tag == "tr" else "div", "offers", *rows)]


def actions(design: Design, writer: Writer) -> Content:
    """Buttons with icons: to keep, to compare, to share."""
    out: list[Node] = []
    for place in range(design.number("actions", 2, 5)):
        button = plain("button", svg(design.at(str(place))), type="button")
        if design.chance("actions named", 0.4):
            button.children.append(plain("span", writer.label("share")))
        out.append(plain("div", button, class_="tip") if design.chance("tips", 0.3) else button)
    return [design.element("div", "actions", *out)]
