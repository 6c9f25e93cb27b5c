"""Lists of links around the records: menus, pagers, languages, footers."""

from __future__ import annotations

from training.record_pages.design import Design
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import Writer


def link_list(design: Design, writer: Writer, role: str, count: int) -> Node:
    """Links in one of the forms that sites give them: items, blocks, rows, with signs between."""
    forms = (
        ("br", "rows", "signs", "bullets", "items")
        if design.old
        else ("items", "items", "items", "blocks", "plain")
    )
    form = design.pick("links as", forms)
    most = design.number("words a link", 1, 4)
    links = [link(writer, writer.words(1, most)) for _ in range(count)]
    if form == "items":
        return design.element("ul", role, *(plain("li", one) for one in links))
    if form == "rows":
        return plain("table", *(plain("tr", plain("td", one)) for one in links), border="0")
    if form == "blocks":
        return design.element(
            "div", role, *(design.element("div", f"{role}-item", one) for one in links)
        )
    if form == "bullets":
        dot = plain("img", src="/dot.gif", width="6", height="6")
        return plain("font", *(part for one in links for part in (dot, one, plain("br"))), size="1")
    joint: dict[str, Child] = {"br": plain("br"), "signs": " | ", "plain": " "}
    return design.element("div", role, *(part for one in links for part in (one, joint[form])))


def menu(design: Design, writer: Writer) -> Node:
    """The site's menu, flat."""
    inner = link_list(design, writer, "nav", design.number("menu", 4, 14))
    return inner if design.old else design.element(design.pick("tag", ("nav", "div")), "nav", inner)


def nested_menu(design: Design, writer: Writer) -> Node:
    """A menu of menus, each entry with its own list, all in the page though not seen."""
    entries: list[Node] = []
    for place in range(design.number("entries", 4, 9)):
        own = design.at(f"entry {place}")
        inner = own.number("inner", 0, 14)
        links = [plain("li", link(writer, writer.words(1, 3))) for _ in range(inner)]
        head: list[Child] = [link(writer, writer.words(1, 2))]
        if inner:
            head.append(design.element("ul", "submenu", *links))
        entries.append(design.element("li", "nav-item", *head))
    return design.element("nav", "nav", design.element("ul", "nav-list", *entries))


def mega_menu(design: Design, writer: Writer) -> Node:
    """Panels of columns of links: more links than many a page has records."""
    panels: list[Node] = []
    most_panels, most_columns, most_links = (13, 5, 18) if design.heavy else (7, 4, 12)
    for place in range(design.number("panels", 3, most_panels)):
        own = design.at(f"panel {place}")
        columns: list[Node] = []
        for column in range(own.number("columns", 1, most_columns)):
            size = own.number(f"links {column}", 3, most_links)
            names = (plain("span", writer.words(1, 3)) for _ in range(size))
            links = [plain("li", link(writer, name)) for name in names]
            head = design.element("h4", "column-title", writer.words(1, 2))
            columns.append(design.element("div", "column", head, plain("ul", *links)))
        top = plain("button", writer.words(1, 2), svg(design))
        panels.append(design.element("li", "panel", top, design.element("div", "flyout", *columns)))
    return design.element("nav", "nav", design.element("ul", "mega", *panels))


def breadcrumb(design: Design, writer: Writer) -> Node:
    """The way to the page."""
    links = [link(writer, writer.words(1, 2)) for _ in range(design.number("steps", 2, 5))]
    if design.old or design.chance("line", 0.3):
        joined = [part for one in links for part in (one, " > ")]
        return design.element("div", "breadcrumb", *joined, writer.words(1, 3))
    return design.element("ol", "breadcrumb", *(plain("li", one) for one in links))


def pager(design: Design, writer: Writer) -> Node:
    """Numbers of pages."""
    size = design.number("size", 2, 12)
    numbers: list[Child] = [link(writer, str(n + 1)) for n in range(1, size)]
    numbers.insert(0, plain(design.pick("current", ("b", "span", "strong")), "1"))
    numbers.append(link(writer, writer.label("next")))
    if not design.old and design.chance("listed", 0.7):
        return design.element("ul", "pager", *(plain("li", one) for one in numbers))
    return design.element("div", "pager", *(part for one in numbers for part in (one, " ")))


def letters(design: Design, writer: Writer) -> Node:
    """A to Z."""
    links = [link(writer, chr(ord("A") + n)) for n in range(26)]
    return design.element("div", "letters", *(part for one in links for part in (one, " ")))


def language_list(design: Design, writer: Writer) -> Node:
    """Languages or countries to choose from."""
    links = [link(writer, writer.word().capitalize()) for _ in range(design.number("size", 3, 30))]
    return design.element("ul", "languages", *(plain("li", one) for one in links))


def footer_columns(design: Design, writer: Writer) -> Node:
    """Columns of links below headings."""
    columns: list[Node] = []
    for place in range(design.number("columns", 2, 6)):
        head = design.element(
            design.pick("head", ("h4", "h5", "strong", "div")), "foot-title", writer.words(1, 2)
        )
        links = link_list(design, writer, "foot-links", design.number(f"links {place}", 3, 11))
        columns.append(design.element("div", "foot-column", head, links))
    return design.element("div", "foot-columns", *columns)


def small_print(design: Design, writer: Writer) -> Node:
    """Copyright and a few links."""
    keys = design.some("keys", ("home", "about", "contact", "help", "terms", "privacy"), 4)
    links: list[Child] = [part for key in keys for part in (link(writer, writer.label(key)), " | ")]
    return design.element(
        "p", "copyright", *links, f"© {writer.draw.randint(1998, 2025)} {writer.words(1, 3)}"
    )


def social_links(design: Design, writer: Writer) -> Node:
    """Icons of other sites."""
    links = [link(writer, svg(design)) for _ in range(design.number("size", 3, 7))]
    return design.element("ul", "social", *(plain("li", one) for one in links))


def site_map(design: Design, writer: Writer) -> Node:
    """All of the site: many lists of links."""
    columns = [
        plain(
            "td",
            plain("b", writer.words(1, 2)),
            plain("br"),
            link_list(design, writer, "map", design.number(f"n{n}", 4, 16)),
        )
        for n in range(design.number("columns", 2, 6))
    ]
    return plain("table", plain("tr", *columns))
