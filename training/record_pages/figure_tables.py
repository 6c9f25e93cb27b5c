"""Tables of figures: leagues, prices, statistics; one on a page or several."""

from __future__ import annotations

from collections.abc import Sequence

from training.record_pages.design import Design
from training.record_pages.kinds import show
from training.record_pages.markup import Child, Node, plain
from training.record_pages.shapes import Fields, Region
from training.record_pages.variety import varied
from training.record_pages.words import Writer


def _heads(design: Design, writer: Writer, width: int) -> list[Node]:
    """Names of the columns, on some sites below names of groups of them."""
    tag = design.pick("head tag", ("th", "th", "th", "td"))
    names = [plain(tag, writer.words(1, 1)[: design.number("letters", 1, 9)]) for _ in range(width)]
    if design.chance("heads linked", 0.3):
        names = [plain(tag, plain("a", *name.children, href="?sort=1")) for name in names]
    out = [design.element("tr", "heads", *names)]
    if width > 4 and design.chance("grouped", 0.3):
        cut = width // 2
        groups = [
            plain(tag, writer.words(1, 2), colspan=str(size)) for size in (1, cut, width - cut - 1)
        ]
        out.insert(0, plain("tr", *groups))
    return out


def _row(design: Design, writer: Writer, fields: Fields) -> Node:
    """A row, one field a cell."""
    cells: list[Node] = []
    for place, field in enumerate(fields):
        content: Sequence[Child] = show(design, writer, field) or [design.pick("none", ("-", ""))]
        tag = "th" if place == 0 and design.chance("first is head", 0.2) else "td"
        cells.append(design.element(tag, f"col-{field.kind}", *content))
    return design.element("tr", "record", *cells)


def _foot(design: Design, writer: Writer, width: int) -> list[Node]:
    """A row below the last: what the marks mean, or a link to all."""
    if not design.chance("foot", 0.3):
        return []
    inner: Child = plain("a", writer.words(1, 3), href=writer.address())
    if design.chance("legend", 0.5):
        inner = plain("small", writer.words(4, 9))
    return [plain("tr", plain("td", inner, colspan=str(width)))]


def figure_table(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is a row of figures; rows of names stand at the top and sometimes between."""
    width = len(fields)
    heads = _heads(design, writer, width) if design.chance("has heads", 0.85) else []
    again = design.number("heads again", 8, 12) if design.chance("again", 0.15) else 0
    records: list[Node] = []
    inside: list[Child] = []
    for place in range(count):
        own, given = varied(design, fields, place, count, columns=True)
        if again and place and place % again == 0:
            inside.extend(_heads(design, writer, width))
        records.append(_row(own, writer, given))
        if design.chance("striped", 0.3):
            records[-1].attributes["class"] = ("even", "odd")[place % 2]
        inside.append(records[-1])
    foot = _foot(design, writer, width)
    if design.chance("parts named", 0.55):
        parts: list[Child] = [plain("thead", *heads)] if heads else []
        parts.append(plain("tbody", *inside))
        parts.extend([plain("tfoot", *foot)] if foot else [])
    else:
        parts = [*heads, *inside, *foot]
    if design.chance("caption", 0.2):
        parts.insert(0, plain("caption", writer.words(1, 4)))
    table = design.element("table", "figures", *parts)
    outer = design.wrapped("table", 0 if design.old else 3, table) or table
    return Region([outer], [[record] for record in records])


def figure_tables(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Several tables of the same columns, a group or a day each: one region."""
    records: list[list[Node]] = []
    inside: list[Child] = []
    for _ in range(design.number("tables", 2, 6)):
        writer.ranked = 0
        part = figure_table(
            design.at("part"), writer, fields, writer.draw.randint(2, max(3, count // 2))
        )
        records.extend(part.records)
        tag = design.pick("heading", ("h2", "h3", "h4", "p", "div"))
        head = design.element(tag, "heading", writer.words(1, 3))
        if design.chance("wrapped", 0.4):
            inside.append(design.element("div", "section", head, *part.content))
        else:
            inside.extend([head, *part.content])
    return Region([design.element("div", "tables", *inside)], records)
