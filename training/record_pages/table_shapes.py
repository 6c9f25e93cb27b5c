"""The shapes of records in tables and grids: rows, several rows, cells, columns, bands."""

from __future__ import annotations

from collections.abc import Sequence

from training.record_pages.arrangement import body, cells, line
from training.record_pages.design import Design
from training.record_pages.fields import Field
from training.record_pages.interruptions import interrupted
from training.record_pages.kinds import show
from training.record_pages.markup import Child, Node, plain
from training.record_pages.shapes import Fields, Region
from training.record_pages.variety import varied
from training.record_pages.words import Writer


def _table(design: Design, rows: Sequence[Child]) -> Node:
    """The rows in a table, in a ``<tbody>`` or not."""
    inner: Sequence[Child] = rows
    if design.chance("table body", 0.3 if design.old else 0.8):
        inner = [plain("tbody", *rows)]
    table = design.element("table", "records", *inner)
    if design.old:
        table.attributes.update(width="100%", cellpadding="3", border="0")
    return table


def _header(design: Design, writer: Writer, width: int) -> list[Node]:
    """The row of column names, where a site has one."""
    if not design.chance("header row", 0.55):
        return []
    tag = design.pick("header tag", ("th", "th", "td"))
    return [plain("tr", *(plain(tag, writer.words(1, 2)) for _ in range(width)))]


def rows(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is a row."""
    nodes: list[Node] = []
    for place in range(count):
        own, given = varied(design, fields, place, count, columns=True)
        nodes.append(design.element("tr", "record", *cells(own, writer, given)))
    if design.chance("striped", 0.3):
        for place, node in enumerate(nodes):
            node.attributes["class"] = ("even", "odd")[place % 2]
    records = [[node] for node in nodes]
    inside = _header(design, writer, len(nodes[0].children))
    return Region([_table(design, inside + interrupted(design, writer, records, "tr"))], records)


def several_rows(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is two to five rows; on some sites a picture spans them."""
    size = min(design.number("rows", 2, 5), max(2, len(fields)))
    spanned = design.chance("picture spans", 0.3)
    ranked = any(field.kind == "rank" for field in fields)
    numbered = not (spanned or ranked) and design.chance("numbered", 0.4)
    records: list[list[Node]] = []
    for number in range(count):
        record: list[Node] = []
        for place in range(size):
            inner = _row(design.at(f"row {place}"), writer, fields[place::size])
            if spanned and place == 0:
                picture = show(design, writer, Field("image", "image"))
                inner.insert(0, plain("td", *picture, rowspan=str(size)))
            if numbered:
                inner.insert(0, plain("td", f"{number + 1}." if place == 0 else ""))
            record.append(design.element("tr", f"row{place}", *inner))
        records.append(record)
    return Region([_table(design, interrupted(design, writer, records, "tr"))], records)


def _row(design: Design, writer: Writer, fields: Fields) -> list[Node]:
    """The cells of one of a record's rows, several or one that is wide."""
    if design.chance("in one cell", 0.5):
        return [plain("td", *(line(design, writer, fields) or ["\xa0"]), colspan="3")]
    return cells(design, writer, fields)


def row_groups(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is a ``<tbody>`` of a few rows."""
    nodes: list[Node] = []
    for _ in range(count):
        above = plain("tr", *cells(design.at("above"), writer, fields[:2]))
        below = plain("tr", plain("td", *line(design.at("below"), writer, fields[2:])))
        nodes.append(design.element("tbody", "record", above, below))
    return Region([design.element("table", "records", *nodes)], [[node] for node in nodes])


def grid(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is a cell; the rows mean nothing."""
    across = design.number("across", 2, 5)
    inner_table = design.chance("tables in cells", 0.15)
    nodes: list[Node] = []
    for _ in range(count):
        inside = line(design, writer, fields) if design.old else body(design, writer, fields)
        if inner_table:
            inside = [plain("table", plain("tr", plain("td", *inside)))]
        nodes.append(design.element("td", "record", *inside, valign="top"))
    out: list[Node] = []
    for start in range(0, count, across):
        part: list[Node] = nodes[start : start + across]
        filled = [*part, *(plain("td", "\xa0") for _ in range(across - len(part)))]
        out.append(plain("tr", *filled))
        if design.chance("rows apart", 0.2):
            out.append(plain("tr", plain("td", plain("hr"), colspan=str(across))))
    return Region([_table(design, out)], [[node] for node in nodes])


def _band_kinds(design: Design, fields: Fields) -> list[Field]:
    """Two to four fields, a title among them."""
    short = [field for field in fields if field.kind not in ("title", "replies", "points")]
    more = short[: design.number("kinds", 1, 3)] or [Field("price", "price")]
    title = Field("title", "title")
    return [more[0], title, *more[1:]] if design.chance("title second", 0.6) else [title, *more]


def bands(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """A row of pictures, below it a row of titles, of prices: a record is a column of each band."""
    across, kinds = design.number("across", 3, 5), _band_kinds(design, fields)
    records: list[list[Node]] = []
    out: list[Child] = []
    tabled = design.old or design.chance("tabled", 0.5)
    for start in range(0, count, across):
        group: list[list[Node]] = [[] for _ in range(min(across, count - start))]
        for field in kinds:
            for record in group:
                content = show(design, writer, Field(field.name, field.kind)) or ["\xa0"]
                tag = "td" if tabled else "div"
                record.append(design.element(tag, field.kind, *content))
            band = [record[-1] for record in group]
            out.append(design.element("tr" if tabled else "div", f"band-{field.name}", *band))
        records.extend(group)
        if tabled and design.chance("bands apart", 0.4):
            out.append(plain("tr", plain("td", "\xa0", colspan=str(across))))
    outer = _table(design, out) if tabled else design.element("div", "records", *out)
    return Region([outer], records)


def compared(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """A table that compares things: every record is a column, the first column names the rows."""
    width = min(count, design.number("things", 2, 6))
    records: list[list[Node]] = [[] for _ in range(width)]
    known = list(fields) + [
        Field(f"number{n}", "number") for n in range(design.number("facts", 2, 9))
    ]
    out: list[Child] = []
    for field in known:
        head = plain(design.pick("name tag", ("th", "td")), writer.words(1, 2))
        for record in records:
            content = show(design, writer, Field(field.name, field.kind)) or ["-"]
            record.append(design.element("td", "cell", *content))
        out.append(plain("tr", head, *(record[-1] for record in records)))
    return Region([_table(design, out)], records)
