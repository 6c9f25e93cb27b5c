"""The shapes a region's records have: what elements a record is, and how they lie together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from training.record_pages.arrangement import body, cells, line, run
from training.record_pages.design import Design
from training.record_pages.fields import Field
from training.record_pages.interruptions import interrupted
from training.record_pages.kinds import show
from training.record_pages.markup import Child, Node, plain, unlink
from training.record_pages.variety import stated, varied
from training.record_pages.words import Writer

Fields = Sequence[Field]


@dataclass(frozen=True)
class Region:
    """What goes into the page, and the elements that each record is, in the page's order."""

    content: list[Child]
    records: list[list[Node]]


def _record(design: Design, own: Design, writer: Writer, fields: Fields, tag: str) -> Node:
    """One record in one element; a paragraph holds a line, a link no other links, nor a table."""
    if tag == "a" and design.old:
        tag = "div"
    if tag == "p":
        inline = [field for field in fields if field.kind not in LISTED]
        return design.element("p", "record", *line(own, writer, inline))
    inner = body(own, writer, fields)
    if tag == "a":
        unlink(inner)
    for level in range(design.number("record wrappers", 0, 3) if design.era == "app" else 0):
        inner = [design.element("div", f"inner{level}", *inner)]
    return design.element(tag, "record", *inner)


def _records(design: Design, writer: Writer, fields: Fields, tag: str, count: int) -> list[Node]:
    """Records in one element each, on some sites one or a few unlike the rest."""
    out: list[Node] = []
    for place in range(count):
        own, given = varied(design, fields, place, count)
        out.append(_record(design, own, writer, given, tag))
    return out


LISTED = (
    "points replies pairs tags actions sitelinks thumbs specs stars swatches bullets lines site"
).split()
"""Kinds of fields that are shown as lists, on some sites at least."""

OUTSIDE = {"li": ("ul", "ul", "ol"), "p": ("div", "td"), "a": ("div", "section", "nav")}


def one_subtree(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is one element, all are neighbours."""
    tags = (
        ("li", "li", "li", "li", "p", "p", "table", "dl", "div", "font")
        if design.old
        else "li li li li li li div div div div article article a section x-card".split()
    )
    tag = design.pick("record tag", tags)
    if tag == "table":
        return own_tables(design, writer, fields, count)
    if tag == "dl":
        return own_definitions(design, writer, fields, count)
    nodes = _records(design, writer, fields, tag, count)
    stated(design, writer, nodes)
    inside = interrupted(design, writer, [[node] for node in nodes], tag)
    outer = design.pick("list tag", OUTSIDE.get(tag, ("div", "div", "section", "main")))
    if outer == "td":
        return Region(inside, [[node] for node in nodes])
    return Region([design.element(outer, "records", *inside)], [[node] for node in nodes])


def own_tables(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is a table of its own."""
    nodes: list[Node] = []
    for number in range(count):
        rows = [plain("tr", *cells(design, writer, fields))]
        if design.chance("two rows", 0.4):
            first, rest = fields[:2], fields[2:]
            below = design.at("below")
            mark = "\xa0" if any(field.kind == "rank" for field in fields) else f"{number + 1}."
            rows = [plain("tr", plain("td", mark), *cells(design, writer, first))]
            rows.append(plain("tr", plain("td"), plain("td", *line(below, writer, rest))))
        nodes.append(design.element("table", "record", *rows, width="100%"))
    records = [[node] for node in nodes]
    return Region(interrupted(design, writer, records, "table"), records)


def own_definitions(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is a definition list of its own, of one term."""
    nodes = [
        design.element("dl", "record", *_definition(design, writer, fields)) for _ in range(count)
    ]
    records = [[node] for node in nodes]
    return Region(interrupted(design, writer, records, "dl"), records)


def _definition(design: Design, writer: Writer, fields: Fields) -> list[Node]:
    """A term and what is said of it in one element or two."""
    first = max(1, len(fields) - 1 if len(fields) < 3 else design.number("term fields", 1, 2))
    head = line(design.at("dt"), writer, fields[:first]) or [writer.title()]
    parts = [fields[first:]]
    if len(fields) - first > 1 and design.chance("two definitions", 0.4):
        parts = [fields[first : first + 1], fields[first + 1 :]]
    out = [design.element("dt", "title", *head)]
    for place, part in enumerate(parts):
        content = line(design.at(f"dd{place}"), writer, part)
        if content:
            out.append(design.element("dd", "text", *content))
    return out


def in_wrappers(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record lies in a wrapper, some of which hold something else."""
    tag = design.pick("record tag", ("div", "div", "article", "a", "section"))
    nodes = _records(design, writer, fields, tag, count)
    outer = design.pick("wrapper tag", ("div", "div", "li", "span"))
    wrappers: list[list[Node]] = []
    for node in nodes:
        inner: Node = node
        for level in range(design.number("wrappers", 1, 2)):
            inner = design.element(outer if level == 0 else "div", f"wrapper{level}", inner)
        wrappers.append([inner])
    stated(design, writer, [wrapper[0] for wrapper in wrappers])
    inside = interrupted(design, writer, wrappers, "div")
    parent = "ul" if outer == "li" else design.pick("list tag", ("div", "section", "main"))
    return Region([design.element(parent, "records", *inside)], [[node] for node in nodes])


def sibling_runs(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is several neighbours: a heading and what follows it."""
    records = [run(design, writer, fields) for _ in range(count)]
    inside = interrupted(design, writer, records, "div")
    if design.chance("heading before", 0.4):
        inside.insert(0, plain(design.pick("heading tag", ("h1", "h2")), writer.words(1, 4)))
    return Region([design.element("div", "records", *inside)], records)


def definitions(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """One definition list: every record is a term and its definitions."""
    records = [_definition(design, writer, fields) for _ in range(count)]
    inside = interrupted(design, writer, records, "dd")
    return Region([design.element("dl", "records", *inside)], records)


def loose_lines(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Every record is a few inline elements among line breaks or rules, as old pages have it."""
    first, rest = list(fields[:1]), list(fields[1:])
    mark = design.pick("head", ("b", "font", "a", "strong"))
    records: list[list[Node]] = []
    groups: list[list[Node]] = []
    for _ in range(count):
        head = show(design, writer, first[0]) or [writer.title()]
        text = line(design.at("rest"), writer, rest)
        record = [head[0] if mark == "a" and isinstance(head[0], Node) else plain(mark, *head)]
        if text:
            record.append(plain(design.pick("tail", ("font", "span", "small")), *text))
        records.append(record)
        groups.append([record[0], plain("br"), *record[1:], *_ends(design)])
    return Region(interrupted(design, writer, groups, "font"), records)


def _ends(design: Design) -> list[Node]:
    form = design.pick("ends", ("hr", "p", "br", "br"))
    return [plain("br"), plain("br")] if form == "br" else [plain(form)]


def columns_of_cards(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """The records are dealt into two to four columns, each a list of its own."""
    columns = design.number("columns", 2, 4)
    tag = design.pick("record tag", ("div", "article", "li"))
    nodes = _records(design, writer, fields, tag, count)
    size = -(-count // columns)
    dealt = [nodes[start : start + size] for start in range(0, count, size)]
    outer = "ul" if tag == "li" else "div"
    lists = [design.element(outer, "column", *part) for part in dealt]
    if design.old:
        row = plain("tr", *(plain("td", part, valign="top") for part in lists))
        return Region([plain("table", row)], [[node] for node in nodes])
    return Region([design.element("div", "records", *lists)], [[node] for node in nodes])


def wrapped_rows(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Cards in rows of two to five, the last row shorter."""
    across = design.number("across", 2, 5)
    tag = design.pick("record tag", ("div", "div", "article", "li", "a"))
    nodes = _records(design, writer, fields, tag, count)
    stated(design, writer, nodes)
    rows: list[Node] = []
    for start in range(0, count, across):
        outer = "ul" if tag == "li" else "div"
        rows.append(design.element(outer, "row", *nodes[start : start + across]))
        if design.chance("rows cleared", 0.2):
            rows.append(plain("div", class_="clear"))
    return Region([design.element("div", "records", *rows)], [[node] for node in nodes])


def in_sections(design: Design, writer: Writer, fields: Fields, count: int) -> Region:
    """Records in several lists, each below a heading (a day, a department): one region."""
    records: list[list[Node]] = []
    parts: list[Node] = []
    while len(records) < count:
        size = writer.draw.randint(1, max(2, min(8, count - len(records))))
        inner = one_of(design.at("part"), writer, fields, size, PARTS)
        records.extend(inner.records)
        tag = design.pick("heading tag", ("h2", "h3", "h4", "div", "p"))
        text = writer.date("{d} {month} {y}") if design.chance("dated", 0.4) else writer.words(1, 3)
        head = design.element(tag, "section-title", text)
        if design.chance("sections wrapped", 0.6):
            parts.append(design.element("section", "section", head, *inner.content))
        else:
            parts.extend([head, *(node for node in inner.content if isinstance(node, Node))])
    return Region([design.element("div", "records", *parts)], records)


Shape = Callable[[Design, Writer, Fields, int], Region]
PARTS: tuple[Shape, ...] = (one_subtree, one_subtree, in_wrappers, sibling_runs)


def one_of(
    design: Design, writer: Writer, fields: Fields, count: int, shapes: Sequence[Shape]
) -> Region:
    """A region of the shape that this site has."""
    return design.pick("shape", shapes)(design, writer, fields, count)
