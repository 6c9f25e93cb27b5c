"""Lines at the start and the end of a list that look like records to a parser and are none."""

from __future__ import annotations

from collections.abc import Callable

from training.record_pages.design import Design
from training.record_pages.fields import Content, link, svg
from training.record_pages.markup import Child, Node, plain
from training.record_pages.search_fields import passage
from training.record_pages.words import Writer


def _found(design: Design, writer: Writer) -> Content:
    """How many there are, for what."""
    last, total = design.pick("last", (10, 20, 25)), f"{writer.draw.randint(12, 900_000):,}"
    text = f"{writer.label('results')} 1 - {last} / {total}"
    out: Content = [text]
    if design.chance("query told", 0.6):
        out.extend([f" {writer.label('in')} ", plain(design.pick("mark", "bi"), writer.query)])
    if design.chance("time told", 0.3):
        out.append(f" (0.{writer.draw.randint(10, 99)} s)")
    return out


def _orders(design: Design, writer: Writer) -> Content:
    """Other orders, fewer words, the next page: links with signs between."""
    joint = design.pick("orders joint", (" | ", " - ", "\xa0\xa0", " ", " [ "))
    names = [design.pick(f"name {n}", ("next", "previous", "sort", "help")) for n in range(2)]
    shown: list[Child] = []
    for name in names:
        shown.extend([link(writer, writer.label(name)), joint])
    for _ in range(design.number("orders", 0, 4)):
        shown.extend([link(writer, writer.words(1, 3)), joint])
    return shown[:-1]


def _pages(design: Design, writer: Writer) -> Content:
    """Numbers of pages."""
    out: list[Child] = [f"{writer.label('results')}: "] if design.chance("pages named", 0.5) else []
    out.append(plain("b", "1"))
    for number in range(2, design.number("pages", 3, 14)):
        out.extend([" ", link(writer, str(number))])
    return [*out, " ", link(writer, writer.label("next"))]


def _form(design: Design, writer: Writer) -> Content:
    """A field for another query."""
    field = plain("input", type="text", name="q", value=writer.query)
    button = plain("input", type="submit", value=writer.label("search"))
    before = [f"{writer.label('search')}: "] if design.chance("form named", 0.5) else []
    if design.chance("form choice", 0.4):
        size = design.number("options", 2, 12)
        options = [plain("option", writer.words(1, 2)) for _ in range(size)]
        return [plain("form", *before, field, plain("select", *options), button, action="/s")]
    return [plain("form", *before, field, button, action="/s")]


def _heading(design: Design, writer: Writer) -> Content:
    """What the lines below are."""
    tag = design.pick("heading", ("b", "h3", "strong", "font", "h2"))
    return [plain(tag, writer.words(1, 4))]


def _spacer(design: Design, writer: Writer) -> Content:
    """Nothing, or a picture of nothing."""
    size = design.number("spacers", 0, 2)
    return [plain("img", src="/spacer.gif", height="5", width="1") for _ in range(size)] or ["\xa0"]


def _note(design: Design, writer: Writer) -> Content:
    """Did you mean, tips, what was left out."""
    out: Content = [writer.sentence() if design.chance("long note", 0.5) else writer.words(2, 5)]
    if design.chance("note linked", 0.7):
        out.extend([" ", link(writer, writer.words(1, 3))])
    return out


def _columns(design: Design, writer: Writer) -> Content:
    """Names of columns."""
    tag = design.pick("column tag", ("b", "font", "span", "a"))
    named: list[Child] = []
    for _ in range(design.number("columns", 2, 5)):
        named.append(plain(tag, writer.words(1, 2)))
        named.append(" ")
    return named


def sponsored(design: Design, writer: Writer) -> Content:
    """A result that was paid for, with its mark."""
    mark = plain(design.pick("mark tag", ("small", "font", "span", "b", "i")), "Sponsored")
    head = link(writer, writer.title())
    line_break: Child = plain("br") if design.old else " "
    text = plain("span", *passage(design, writer)) if design.chance("told", 0.7) else ""
    icon = svg(design) if design.era == "app" else ""
    return [mark, icon, head, line_break, text]


Line = Callable[[Design, Writer], Content]
BEFORE: tuple[Line, ...] = (
    _found,
    _found,
    _columns,
    _orders,
    _form,
    _heading,
    _spacer,
    _note,
    _pages,
    sponsored,
)
AFTER: tuple[Line, ...] = (_orders, _orders, _pages, _pages, _form, _spacer, _note, sponsored)


def _column_names(design: Design, writer: Writer, width: int) -> Node:
    """A row of names, each in a cell: as text, in emphasis, as pictures, as links."""
    tag = design.pick("head tag", ("td", "td", "th"))
    form = design.pick("names", ("b", "font", "img", "a"))
    cells: list[Node] = []
    for _ in range(width):
        name: Child = plain(form, writer.words(1, 2))
        if form == "img":
            name = plain("img", src=f"{writer.address()}.gif", alt="")
        cells.append(plain(tag, name))
    return design.element("tr", design.pick("columns role", ("columns", "record")), *cells)


def _row(design: Design, writer: Writer, line: Line, width: int) -> Node:
    """The line as a table row: names of columns each in a cell, others in one that is wide."""
    if line is _columns:
        return _column_names(design, writer, width)
    content = line(design, writer)
    form = design.pick("cells", ("wide", "wide", "wide", "one", "second", "several"))
    if form == "several" and width > 1:
        cut = max(1, len(content) // 2)
        cells = [plain("td", *content[:cut]), plain("td", *content[cut:], colspan=str(width - 1))]
    elif form == "second" and width > 1:
        cells = [plain("td", "\xa0"), plain("td", *content, colspan=str(width - 1))]
    else:
        wide = {"colspan": str(width)} if form != "one" else {}
        cells = [plain("td", *content, **wide)]
    return design.element("tr", design.pick("role", ("record", "line")), *cells)


def _as(design: Design, writer: Writer, line: Line, tag: str, width: int) -> list[Node]:
    """The line in an element like those of the records."""
    if tag == "tr":
        return [_row(design, writer, line, width)]
    content = line(design, writer)
    if tag == "table":
        cells = [plain("td", *content)]
        if design.chance("two cells", 0.3):
            cells.insert(0, plain("td", "\xa0"))
        return [plain("table", plain("tr", *cells), width="100%")]
    if tag == "dl":
        return [plain("dl", plain(design.pick("term", ("dt", "dd")), *content))]
    if tag == "font":
        return [plain(design.pick("inline", ("b", "font")), *content), plain("br")]
    own = tag if tag not in ("a", "td", "dt") else "div"
    role = design.pick("role", ("record", "line", "line", "bar"))
    return [design.element(own, role, *content)]


def lines_at(
    design: Design, writer: Writer, where: str, tag: str, width: int, share: float
) -> list[Child]:
    """The lines that a site has at the list's start or end, on ``share`` of all sites."""
    own = design.at(f"edge {where}")
    in_section = design.path.endswith("/part")
    if in_section or not own.chance("any", share):
        return []
    kinds = own.some("lines", BEFORE if where == "start" else AFTER, own.pick("size", (1, 1, 2, 3)))
    out: list[Child] = []
    for place, line in enumerate(dict.fromkeys(kinds)):
        times = own.number("sponsored", 1, 3) if line is sponsored else 1
        for _ in range(times):
            out.extend(_as(own.at(f"{place}"), writer, line, tag, width))
    return out
