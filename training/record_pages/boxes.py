"""Boxes around the records that are no data: forms, facets, latest posts, notes of the site."""

from __future__ import annotations

from training.record_pages.design import Design
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain
from training.record_pages.menus import link_list
from training.record_pages.words import DATES, Writer


def search_form(design: Design, writer: Writer) -> Node:
    """A field, sometimes a choice, and a button."""
    inner: list[Child] = [plain("input", type="text", name="q")]
    if design.chance("choice", 0.4):
        inner.append(long_choice(design, writer))
    inner.append(plain("input", type="submit", value=writer.label("search")))
    return design.element("form", "search", *inner, action="/search")


def long_choice(design: Design, writer: Writer) -> Node:
    """A select of many options."""
    size = design.pick("options", (4, 8, 12, 50, 120))
    return plain("select", *(plain("option", writer.words(1, 2)) for _ in range(size)), name="c")


def login_form(design: Design, writer: Writer) -> Node:
    """Name, password, links."""
    rows: list[Child] = [
        plain("label", writer.word(), plain("input", type=kind)) for kind in ("text", "password")
    ]
    return design.element("form", "login", *rows, link(writer, writer.label("register")))


def facets(design: Design, writer: Writer) -> Node:
    """Groups of choices with counts, to narrow the list."""
    groups: list[Node] = []
    boxed = not design.old and design.chance("boxes", 0.6)
    for place in range(design.number("groups", 2, 8)):
        items: list[Node] = []
        for _ in range(design.number(f"size {place}", 3, 15)):
            count = plain("span", f" ({writer.draw.randint(1, 999)})")
            name = writer.words(1, 2)
            choice = plain("label", plain("input", type="checkbox"), plain("span", name), count)
            items.append(plain("li", *([choice] if boxed else [link(writer, name), count])))
        head = design.element(
            design.pick("head", ("h4", "h3", "div", "b")), "facet-title", writer.words(1, 2)
        )
        groups.append(
            design.element("div", "facet", head, design.element("ul", "facet-list", *items))
        )
    return design.element("div", "facets", *groups)


def filters(design: Design, writer: Writer) -> Node:
    """Choices to narrow the list by, a row each, with a button."""
    rows: list[Node] = []
    inner, outer = design.pick("filters as", (("td", "tr"), ("div", "div"), ("span", "li")))
    for _ in range(design.number("filters", 3, 9)):
        name = plain("label", writer.words(1, 2))
        parts: list[Child] = [name, long_choice(design, writer)]
        if design.chance("button each", 0.5):
            parts.append(plain("button", writer.label("filter")))
        rows.append(design.element(outer, "filter", *(plain(inner, one) for one in parts)))
    tag = {"tr": "table", "li": "ul"}.get(outer, "div")
    return design.element(tag, "filters", *rows)


def categories(design: Design, writer: Writer) -> Node:
    """A box of categories, some sites with counts."""
    counted = design.chance("counted", 0.3)
    head = design.element(
        design.pick("head", ("h3", "h2", "b", "div")), "widget-title", writer.label("category")
    )
    if not counted:
        return design.element(
            "div", "widget", head, link_list(design, writer, "links", design.number("size", 5, 30))
        )
    items = [
        plain("li", link(writer, writer.words(1, 2)), f" ({writer.draw.randint(1, 90)})")
        for _ in range(design.number("size", 5, 20))
    ]
    return design.element("div", "widget", head, plain("ul", *items))


def tag_cloud(design: Design, writer: Writer) -> Node:
    """Words in many sizes."""
    links = [
        plain(
            "a",
            writer.word(),
            href=writer.address(),
            style=f"font-size:{writer.draw.randint(8, 24)}px",
        )
        for _ in range(design.number("size", 10, 45))
    ]
    return design.element("div", "tagcloud", *(part for one in links for part in (one, " ")))


def calendar(design: Design, writer: Writer) -> Node:
    """A month of days."""
    head = plain("tr", *(plain("th", writer.word()[:2]) for _ in range(7)))
    weeks = [head]
    for week in range(5):
        days = [str(7 * week + day + 1) if 7 * week + day < 30 else "" for day in range(7)]
        some = design.pick(f"linked {week}", range(7))
        cells = [plain("td", link(writer, day) if n == some else day) for n, day in enumerate(days)]
        weeks.append(plain("tr", *cells))
    return design.element("table", "calendar", plain("caption", writer.date("{month} {y}")), *weeks)


def prose(design: Design, writer: Writer) -> Node:
    """Paragraphs of text, as shops write about a category."""
    paragraphs = [plain("p", writer.text(2, 6)) for _ in range(design.number("size", 1, 5))]
    head = plain(design.pick("head", ("h2", "h3", "h1")), writer.words(2, 5))
    return design.element("div", "about", head, *paragraphs)


def latest(design: Design, writer: Writer) -> Node:
    """Latest posts: links, dated on some sites."""
    items: list[Node] = []
    for _ in range(design.number("size", 4, 12)):
        item = plain("li", link(writer, writer.title()))
        if design.chance("dated", 0.5):
            item.children.append(plain("span", writer.date(design.pick("date", DATES))))
        items.append(item)
    head = design.element("h3", "widget-title", writer.label("news"))
    return design.element("div", "widget", head, plain("ul", *items))


def latest_comments(design: Design, writer: Writer) -> Node:
    """Who commented on what."""
    items = [
        plain("li", writer.person(), f" {writer.label('in')} ", link(writer, writer.title()))
        for _ in range(design.number("size", 3, 8))
    ]
    return design.element(
        "div", "widget", plain("h3", writer.label("comments")), plain("ul", *items)
    )


def related_searches(design: Design, writer: Writer) -> Node:
    """What others searched for, in columns."""
    columns: list[Node] = []
    for _ in range(design.number("columns", 1, 4)):
        links = [
            plain("li", link(writer, writer.words(2, 4)))
            for _ in range(design.number("rows", 3, 8))
        ]
        columns.append(design.element("ul", "related-column", *links))
    return design.element("div", "related", plain("h3", writer.label("related")), *columns)


def newsletter(design: Design, writer: Writer) -> Node:
    """A line of text and a field for an address."""
    field = plain("input", type="email")
    return design.element(
        "form", "newsletter", plain("p", writer.text(1, 1)), field, plain("button", "OK")
    )


def promises(design: Design, writer: Writer) -> Node:
    """Boxes in which the site speaks of itself: delivery, payment, trust."""
    boxes = [
        design.element(
            "div",
            "promise",
            svg(design),
            plain("strong", writer.words(1, 3)),
            plain("p", writer.words(3, 8)),
        )
        for _ in range(design.number("size", 3, 4))
    ]
    return design.element("div", "promises", *boxes)


def toolbar(design: Design, writer: Writer) -> Node:
    """How many there are, how they are sorted."""
    found = f"{writer.draw.randint(20, 90000)} {writer.label('results')}"
    links = [link(writer, writer.words(1, 2)) for _ in range(design.number("sorts", 2, 6))]
    return design.element("div", "toolbar", plain("span", found), writer.label("sort"), *links)


def consent(design: Design, writer: Writer) -> Node:
    """What a site asks before it sets cookies."""
    rows = [
        plain(
            "li",
            plain("b", writer.words(1, 2)),
            plain("p", writer.text(1, 2)),
            plain("input", type="checkbox"),
        )
        for _ in range(design.number("purposes", 0, 6))
    ]
    buttons = (plain("button", writer.words(1, 2)), plain("button", writer.words(1, 2)))
    return design.element(
        "div", "consent", plain("p", writer.text(2, 4)), plain("ul", *rows), *buttons
    )


def banner(design: Design, writer: Writer) -> Node:
    """A picture that is linked."""
    picture = plain("img", src=f"{writer.address()}.gif", width="468", height="60")
    return design.element("div", "advert", link(writer, picture))
