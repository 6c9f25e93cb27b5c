"""How the fields of one record are put together: in blocks, in a line, in cells."""

from __future__ import annotations

from collections.abc import Sequence

from training.record_pages.design import Design
from training.record_pages.fields import Content, Field
from training.record_pages.kinds import show
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import Writer

HEADINGS = ("h3", "h3", "h2", "h4", "div", "div", "p", "strong", "span", "h5")
BLOCKS = {
    "snippet": ("p", "p", "div", "div", "span", "blockquote"),
    "points": ("div",),
    "replies": ("div",),
    "tags": ("div", "p"),
    "image": ("div", "div", "span", "figure"),
}
OTHERS = ("div", "div", "span", "span", "p", "small")
MARKS = ("b", "font", "small", "i", "span", "strong", "em", "tt", "u")


def _depth(design: Design) -> int:
    """How many elements a field lies in besides its own, on a page made by a script."""
    return design.number("nested", 0, 3) if design.heavy or design.era == "app" else 0


def block(design: Design, writer: Writer, field: Field) -> Node | None:
    """The field in an element of its own, or in several nested ones; None if it is missing."""
    content = show(design, writer, field)
    if not content:
        return None
    own = design.at(field.name)
    tags = HEADINGS if field.kind == "title" else BLOCKS.get(field.kind, OTHERS)
    node = design.element(own.pick("block", tags), field.kind, *content)
    alone = isinstance(content[0], Node) and len(content) == 1
    if alone and isinstance(content[0], Node) and own.chance("block is its element", 0.35):
        node = content[0]
    for level in range(_depth(own) if design.era in ("modern", "app") else 0):
        node = design.element("div", f"{field.kind}-{level}", node)
    return node


def blocks(design: Design, writer: Writer, fields: Sequence[Field], level: int = 0) -> list[Node]:
    """The fields as blocks, some of them grouped, alike on every record; no group is empty."""
    deep = {"divs": 1, "modern": 2, "app": 4}.get(design.era, 1)
    if len(fields) <= 1 or level >= deep:
        made = (block(design, writer, field) for field in fields)
        return [node for node in made if node]
    own = design.at(f"group {level} of {fields[0].name}")
    cuts = [place for place in range(1, len(fields)) if own.chance(f"cut {place}", 0.5)]
    out: list[Node] = []
    for start, end in zip([0, *cuts], [*cuts, len(fields)], strict=True):
        inner = blocks(design, writer, fields[start:end], level + 1)
        grouped = end - start > 1 or own.chance(f"group {start}", 0.4)
        if inner and grouped and cuts:
            inner = [own.element("div", f"group{start}", *inner)]
        out.extend(inner)
    return out


def _marked(design: Design, field: Field, content: Content) -> Content:
    own = design.at(field.name)
    if not own.chance("marked", 0.65 if field.kind != "image" else 0):
        return content
    node = design.element(own.pick("mark", MARKS), field.kind, *content)
    if node.tag == "font" and not node.attributes:
        node.attributes["size"] = str(own.number("size", 1, 3))
    return [plain("font", node, face="Arial")] if own.chance("marked twice", 0.2) else [node]


def line(design: Design, writer: Writer, fields: Sequence[Field]) -> Content:
    """The fields one after the other, with line breaks or signs between them."""
    out: Content = []
    for field in fields:
        content = show(design, writer, field)
        if not content:
            continue
        own = design.at(field.name)
        if out and own.chance("breaks", 0.65):
            out.append(plain("br"))
        elif out:
            out.append(own.pick("sign", (" - ", " | ", " ", "\xa0\xa0", ", ")))
        out.extend(_marked(design, field, content))
    if design.chance("breaks at the end", 0.4):
        out.extend(plain("br") for _ in range(design.number("end breaks", 1, 2)))
    return out


def cells(design: Design, writer: Writer, fields: Sequence[Field]) -> list[Node]:
    """The fields as the cells of a row, neighbours sometimes in one; a missing one stays empty."""
    groups: list[list[Field]] = []
    for field in fields:
        joined = groups and field.kind != "number" and design.chance(f"{field.name} joins", 0.35)
        if joined:
            groups[-1].append(field)
        else:
            groups.append([field])
    out: list[Node] = []
    for place, group in enumerate(groups):
        own = design.at(f"cell {place}")
        cell = design.element("td", f"cell{place}", *(line(own, writer, group) or ["\xa0"]))
        if design.old and own.chance("aligned", 0.4):
            cell.attributes.update(valign="top", width=str(own.number("width", 5, 200)))
        out.append(cell)
    if design.old and design.chance("spacer cells", 0.15):
        gap = plain("td", plain("img", src="/spacer.gif", width="10", height="1"))
        out.insert(1, gap)
    return out


def body(design: Design, writer: Writer, fields: Sequence[Field]) -> list[Child]:
    """What is in a record's element: a line or a table on old sites, blocks on newer ones."""
    if not design.old:
        return list(blocks(design, writer, fields))
    form = design.pick("body", ("line", "line", "line", "blocks", "table"))
    if form == "table" and len(fields) > 1:
        row = plain("tr", *cells(design, writer, fields))
        return [plain("table", row, border="0", cellpadding="2")]
    if form == "blocks" and design.era == "early":
        return list(blocks(design, writer, fields))
    return line(design, writer, fields)


def run(design: Design, writer: Writer, fields: Sequence[Field]) -> list[Node]:
    """The fields as neighbours: a heading first, then at least one block, each an element."""
    first = [field for field in fields if field.kind == "title"][:1] or list(fields[:1])
    rest = [field for field in fields if field not in first]
    tag = design.pick("run heading", ("h3", "h2", "h4", "h3", "p", "div", "b"))
    head = design.element(tag, "title", *(show(design, writer, first[0]) or [writer.title()]))
    cut = design.number("run cut", 1, max(1, len(rest)))
    out = [head]
    for place, group in enumerate((rest[:cut], rest[cut:])):
        own = design.at(f"run {place}")
        content = line(own, writer, group)
        if content:
            out.append(design.element(own.pick("tag", ("p", "div", "p", "ul")), "text", *content))
    return [_as_list(node) for node in out]


def _as_list(node: Node) -> Node:
    """A list holds items: what stands in ``<ul>`` goes into one."""
    if node.tag != "ul":
        return node
    return Node("ul", node.attributes, [plain("li", *node.children)])
