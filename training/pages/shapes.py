"""Shapes that the records of a list have: what elements a record is, and how they lie together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from training.pages.design import weighted
from training.pages.markup import Child, Node, marked, plain, unlink
from training.pages.parts import PARTS, described, part
from training.pages.words import Page

Content = list[Child]


@dataclass(frozen=True)
class Field:
    """A field of a site's records: what kind, and how often a record has it."""

    name: str
    kind: str
    share: float = 1.0


Fields = Sequence[Field]


@dataclass(frozen=True)
class Region:
    """A list of records: what goes into the page, and the elements that each record is."""

    content: list[Child]
    records: list[list[Node]]

    def mark(self, number: int) -> None:
        """Mark the records as those of the region of this number."""
        for place, record in enumerate(self.records):
            for node in record:
                marked("record", f"{number}.{place}", node)


Shape = Callable[[Page, Fields, int], Region]
LISTED = (
    "points replies pairs tags actions sitelinks thumbs specs stars swatches bullets lines site"
).split()
"""Kinds of fields that are shown as lists, on some sites at least."""
HEADINGS = ("h3", "h3", "h2", "h4", "div", "div", "p", "strong", "span", "h5")
BLOCKS = {
    "snippet": ("p", "p", "div", "div", "span", "blockquote"),
    "tags": ("div", "p"),
    "image": ("div", "div", "span", "figure"),
    **dict.fromkeys(("points", "replies", "sitelinks", "specs", "bullets", "lines"), ("div",)),
}
OTHERS = ("div", "div", "span", "span", "p", "small")
MARKS = ("b", "font", "small", "i", "span", "strong", "em", "tt", "u")


def show(page: Page, field: Field) -> Content:
    """The field of one record; empty where the record does not have it."""
    if page.writer.draw.random() >= field.share:
        return []
    own = replace(page, design=page.design.at(field.name))
    return part(own, f"field.{field.kind}")


# What a record holds: blocks, a line, cells.


def _block(page: Page, field: Field) -> Node | None:
    """The field in an element of its own, or in several nested ones; None if it is missing."""
    content = show(page, field)
    if not content:
        return None
    design, own = page.design, page.design.at(field.name)
    tags = HEADINGS if field.kind == "title" else BLOCKS.get(field.kind, OTHERS)
    node = design.element(own.pick("block", tags), field.kind, *content)
    alone = content[0]
    if isinstance(alone, Node) and len(content) == 1 and own.chance("block is its element", 0.35):
        node = alone
    for level in range(own.number("nested", 0, 3) if design.heavy or design.era == "app" else 0):
        node = design.element("div", f"{field.kind}-{level}", node)
    return node


def _blocks(page: Page, fields: Fields, level: int = 0) -> list[Node]:
    """The fields as blocks, some of them grouped, alike on every record; no group is empty."""
    design = page.design
    if len(fields) <= 1 or level >= {"divs": 1, "modern": 2, "app": 4}.get(design.era, 1):
        return [node for field in fields if (node := _block(page, field))]
    own = design.at(f"group {level} of {fields[0].name}")
    cuts = [place for place in range(1, len(fields)) if own.chance(f"cut {place}", 0.5)]
    out: list[Node] = []
    for start, end in zip([0, *cuts], [*cuts, len(fields)], strict=True):
        inner = _blocks(page, fields[start:end], level + 1)
        if inner and cuts and (end - start > 1 or own.chance(f"group {start}", 0.4)):
            inner = [own.element("div", f"group{start}", *inner)]
        out.extend(inner)
    return out


def _emphasised(page: Page, field: Field, content: Content) -> Content:
    own = page.design.at(field.name)
    if not own.chance("marked", 0.65 if field.kind != "image" else 0):
        return content
    node = page.design.element(own.pick("mark", MARKS), field.kind, *content)
    if node.tag == "font" and not node.attributes:
        node.attributes["size"] = str(own.number("size", 1, 3))
    return [plain("font", node, face="Arial")] if own.chance("marked twice", 0.2) else [node]


def _line(page: Page, fields: Fields) -> Content:
    """The fields one after the other, with line breaks or signs between them."""
    design, out = page.design, Content()
    for field in fields:
        content = show(page, field)
        if not content:
            continue
        own = design.at(field.name)
        if out and own.chance("breaks", 0.65):
            out.append(plain("br"))
        elif out:
            out.append(own.pick("sign", (" - ", " | ", " ", "\xa0\xa0", ", ")))
        out.extend(_emphasised(page, field, content))
    if design.chance("breaks at the end", 0.4):
        out.extend(plain("br") for _ in range(design.number("end breaks", 1, 2)))
    return out


def _cells(page: Page, fields: Fields) -> list[Node]:
    """The fields as the cells of a row, neighbours sometimes in one; a missing one stays empty."""
    design, groups = page.design, list[list[Field]]()
    for field in fields:
        if groups and field.kind != "number" and design.chance(f"{field.name} joins", 0.35):
            groups[-1].append(field)
        else:
            groups.append([field])
    out: list[Node] = []
    for place, group in enumerate(groups):
        cell = design.element("td", f"cell{place}", *(_line(page, group) or ["\xa0"]))
        if design.old and design.chance(f"aligned {place}", 0.4):
            cell.attributes.update(valign="top", width=str(design.number(f"w {place}", 5, 200)))
        out.append(cell)
    if design.old and design.chance("spacer cells", 0.15):
        out.insert(1, plain("td", plain("img", src="/spacer.gif", width="10", height="1")))
    return out


def _body(page: Page, fields: Fields) -> list[Child]:
    """What is in a record's element: a line or a table on old sites, blocks on newer ones."""
    if not page.design.old:
        return list(_blocks(page, fields))
    form = page.design.pick("body", ("line", "line", "line", "blocks", "table"))
    if form == "table" and len(fields) > 1:
        return [plain("table", plain("tr", *_cells(page, fields)), border="0", cellpadding="2")]
    if form == "blocks" and page.design.era == "early":
        return list(_blocks(page, fields))
    return _line(page, fields)


# Records of one list that are not alike: all of them are records.

FORMS = ("", "", "", "", "", "first poor", "last poor", "one poor", "some poor", "first rich")
FREE_FORMS = (*FORMS, "first rich", "first other", "last other", "two kinds")
STATES = "sold-out new sale is-featured highlighted unread top odd".split()


def _poorer(page: Page, fields: Fields) -> list[Field]:
    """The fields without one of them, which stays as an empty place; the title stays."""
    others = [field for field in fields if field.kind != "title"]
    if len(others) == len(fields) or not others:
        return list(fields)
    least = page.design.pick("lacking", others)
    return [replace(field, share=0.0) if field is least else field for field in fields]


def _varied(
    page: Page, fields: Fields, place: int, count: int, *, columns: bool = False
) -> tuple[Page, list[Field]]:
    """The design and the fields of the record at ``place`` of ``count``; where they are
    ``columns``, of as many cells as the others."""
    form = page.design.pick("unlike", FORMS if columns else FREE_FORMS)
    who, _, how = form.partition(" ")
    here = {"first": place == 0, "last": place == count - 1, "one": place == count // 2}
    here |= {"some": place % 4 == 2, "two": place % 3 == 1}
    if not here.get(who, False):
        return page, list(fields)
    if how == "poor" or columns:
        return page, _poorer(page, fields)
    if how == "rich":
        kinds = {field.kind for field in fields}
        more = [Field(f"{kind}9", kind) for kind in ("image", "snippet") if kind not in kinds]
        fuller = [*more[:1], *fields, *more[1:]]
        return (page.at("rich") if page.design.chance("rich otherwise", 0.5) else page), fuller
    return page.at("other"), list(fields)


def _stated(page: Page, nodes: Sequence[Node]) -> None:
    """Give records the marks of their place and state: odd and even, last, numbers, sold out."""
    design, draw = page.design, page.writer.draw
    forms = ("", "", "", "odd", "ends", "last", "number", "chosen", "colour", "states", "states")
    form = design.pick("states", forms)
    known = design.some("state names", STATES, 3)
    for place, node in enumerate(nodes):
        last = place == len(nodes) - 1
        state = {
            "odd": ("even", "odd")[place % 2],
            "ends": "first" if place == 0 else "last" if last else "",
            "last": "last" if last else "",
            "number": f"item-{place + 1}",
            "chosen": "active featured" if place in (0, len(nodes) // 3) else "",
            "states": draw.choice(known) if draw.random() < 0.35 else "",
        }.get(form, "")
        if state:
            node.attributes["class"] = f"{node.attributes.get('class', '')} {state}".strip()
        if form == "number":
            node.attributes["id"] = f"id{4711 + 13 * place}"
        if form == "colour":
            node.attributes["bgcolor"] = ("#eeeeee", "#ffffff")[place % 2]


# What stands between records, and at the ends of lists, without being one.

EDGES = [name for name in PARTS if name.startswith("edge.") and name != "edge.advert"]
BEFORE = [*EDGES, "edge.found"]
AFTER = [name for name in EDGES if name not in ("edge.found", "edge.columns", "edge.heading")]


def _as_record(page: Page, name: str, tag: str, width: int) -> list[Node]:
    """A part in an element like those of the records."""
    design = page.design
    role = design.pick("role", ("record", "line", "line", "bar"))
    if tag == "tr" and name == "edge.columns":
        form = design.pick("names", ("b", "font", "a"))
        cells = [plain("td", plain(form, page.writer.words(1, 2))) for _ in range(width)]
        return [design.element("tr", role, *cells)]
    content = part(page, name)
    if tag == "tr":
        form = design.pick("cells", ("wide", "wide", "wide", "one", "second", "several"))
        wide = {"colspan": str(width)} if form != "one" else {}
        row = [plain("td", *content, **wide)]
        if form == "several" and width > 1:
            cut = max(1, len(content) // 2)
            row = [plain("td", *content[:cut]), plain("td", *content[cut:], colspan=str(width - 1))]
        elif form == "second" and width > 1:
            row = [plain("td", "\xa0"), plain("td", *content, colspan=str(width - 1))]
        return [design.element("tr", role, *row)]
    if tag == "table":
        cells = [plain("td", "\xa0")] if design.chance("two cells", 0.3) else []
        return [plain("table", plain("tr", *cells, plain("td", *content)), width="100%")]
    if tag == "dl":
        return [plain("dl", plain(design.pick("term", ("dt", "dd")), *content))]
    if tag == "font":
        return [plain(design.pick("inline", ("b", "font")), *content), plain("br")]
    return [design.element(tag if tag not in ("a", "td", "dt") else "div", role, *content)]


def _edge(page: Page, where: str, tag: str, width: int) -> list[Child]:
    """The lines that a site has at the list's start or end."""
    own = page.at(f"edge {where}")
    if page.design.path.endswith("/part") or tag == "tbody":
        return []
    if not own.design.chance("any", 0.55 if page.design.old else 0.28):
        return []
    size = own.design.pick("size", (1, 1, 2, 3))
    names = own.design.some("lines", BEFORE if where == "start" else AFTER, size)
    out: list[Child] = []
    for place, name in enumerate(dict.fromkeys(names)):
        times = own.design.number("sponsored", 1, 3) if name == "edge.sponsored" else 1
        for _ in range(times):
            out.extend(_as_record(own.at(str(place)), name, tag, width))
    return out


def _blank(tag: str) -> Node:
    """A separator that may stand where ``tag`` does."""
    if tag == "tr":
        inner = plain("img", src="/spacer.gif", width="1", height="4")
        return plain("tr", plain("td", inner, colspan="6"))
    return plain("li", class_="divider") if tag == "li" else plain("hr")


def _template(page: Page, tag: str) -> Node:
    """A row that a script would copy, hidden."""
    inner: list[Child] = [plain("a", "{{ name }}", href="#"), plain("span", "{{ text }}")]
    hidden = page.design.element(tag, "record", *([plain("td", *inner)] if tag == "tr" else inner))
    hidden.attributes["style"] = "display:none"
    return hidden


def interrupted(page: Page, records: Sequence[list[Node]], tag: str) -> list[Child]:
    """The records' elements in a row, with what this site puts between; ``tag`` is theirs."""
    design = page.design
    every = design.number("adverts every", 3, 9) if design.chance("adverts", 0.28) else 0
    ruled = tag not in ("td", "a", "dt", "dd", "tbody", "font") and design.chance("ruled", 0.15)
    width = max(2, len(records[0][-1].children)) if records else 2
    out: list[Child] = _edge(page, "start", tag, width)
    if tag in ("li", "div", "tr") and design.chance("hidden template", 0.05):
        out.append(_template(page, tag))
    for number, record in enumerate(records):
        if every and number and number % every == 0:
            out.extend(_as_record(page.at("advert"), "edge.advert", tag, width))
        elif ruled and number:
            out.append(_blank(tag))
        out.extend(record)
    if tag in ("li", "div") and design.chance("also asked", 0.08):
        role = design.pick("asked role", ("asked", "record"))
        after = min(design.number("asked after", 1, 4), len(records))
        asked = design.element(tag, role, *part(page, "questions"))
        out.insert(out.index(records[after - 1][-1]) + 1, asked)
    if tag in ("li", "div") and design.chance("more at the end", 0.08):
        out.append(design.element(tag, "last", *described(page, "a > ({$_more} + svg?50)")))
    return [*out, *_edge(page, "end", tag, width)]


# Shapes of neighbours, wrappers, runs, columns.


def _record(page: Page, own: Page, fields: Fields, tag: str) -> Node:
    """One record in one element; a paragraph holds a line, a link no other links, nor a table."""
    design = page.design
    if tag == "a" and design.old:
        tag = "div"
    if tag == "p":
        inline = [field for field in fields if field.kind not in LISTED]
        return design.element("p", "record", *_line(own, inline))
    inner = _body(own, fields)
    if tag == "a":
        unlink(inner)
    for level in range(design.number("record wrappers", 0, 3) if design.era == "app" else 0):
        inner = [design.element("div", f"inner{level}", *inner)]
    return design.element(tag, "record", *inner)


def _records(page: Page, fields: Fields, tag: str, count: int) -> list[Node]:
    """Records in one element each, on some sites one or a few unlike the rest."""
    varied = (_varied(page, fields, place, count) for place in range(count))
    return [_record(page, own, given, tag) for own, given in varied]


def _of(content: list[Child], nodes: Sequence[Node]) -> Region:
    return Region(content, [[node] for node in nodes])


OUTSIDE = {"li": ("ul", "ul", "ol"), "p": ("div", "td"), "a": ("div", "section", "nav")}


def one_subtree(page: Page, fields: Fields, count: int) -> Region:
    """Every record is one element, all are neighbours."""
    design = page.design
    old = "li li li li p p table dl div font".split()
    new = "li li li li li li div div div div article article a section x-card".split()
    tag = design.pick("record tag", old if design.old else new)
    if tag == "table":
        return own_tables(page, fields, count)
    if tag == "dl":
        return own_definitions(page, fields, count)
    nodes = _records(page, fields, tag, count)
    _stated(page, nodes)
    inside = interrupted(page, [[node] for node in nodes], nodes[0].tag)
    outer = design.pick("list tag", OUTSIDE.get(tag, ("div", "div", "section", "main")))
    if outer == "td":
        return _of(inside, nodes)
    return _of([design.element(outer, "records", *inside)], nodes)


def own_tables(page: Page, fields: Fields, count: int) -> Region:
    """Every record is a table of its own."""
    design, nodes = page.design, list[Node]()
    for number in range(count):
        rows = [plain("tr", *_cells(page, fields))]
        if design.chance("two rows", 0.4):
            mark = "\xa0" if any(field.kind == "rank" for field in fields) else f"{number + 1}."
            below = plain("td", *_line(page.at("below"), fields[2:]))
            rows = [plain("tr", plain("td", mark), *_cells(page, fields[:2]))]
            rows.append(plain("tr", plain("td"), below))
        nodes.append(design.element("table", "record", *rows, width="100%"))
    return _of(interrupted(page, [[node] for node in nodes], "table"), nodes)


def own_definitions(page: Page, fields: Fields, count: int) -> Region:
    """Every record is a definition list of its own, of one term."""
    terms = (_definition(page, fields) for _ in range(count))
    nodes = [page.design.element("dl", "record", *one) for one in terms]
    return _of(interrupted(page, [[node] for node in nodes], "dl"), nodes)


def _definition(page: Page, fields: Fields) -> list[Node]:
    """A term and what is known of it in one element or two."""
    design = page.design
    first = max(1, len(fields) - 1 if len(fields) < 3 else design.number("term fields", 1, 2))
    head = _line(page.at("dt"), fields[:first]) or [page.writer.title()]
    parts = [fields[first:]]
    if len(fields) - first > 1 and design.chance("two definitions", 0.4):
        parts = [fields[first : first + 1], fields[first + 1 :]]
    out = [design.element("dt", "title", *head)]
    for place, group in enumerate(parts):
        content = _line(page.at(f"dd{place}"), group)
        if content:
            out.append(design.element("dd", "snippet", *content))
    return out


def in_wrappers(page: Page, fields: Fields, count: int) -> Region:
    """Every record lies in a wrapper, some of which hold something else."""
    design = page.design
    tag = design.pick("record tag", ("div", "div", "article", "a", "section"))
    nodes = _records(page, fields, tag, count)
    outer = design.pick("wrapper tag", ("div", "div", "li", "span"))
    wrappers: list[Node] = []
    for node in nodes:
        inner = node
        for level in range(design.number("wrappers", 1, 2)):
            inner = design.element(outer if level == 0 else "div", f"wrapper{level}", inner)
        wrappers.append(inner)
    _stated(page, wrappers)
    inside = interrupted(page, [[one] for one in wrappers], "div")
    parent = "ul" if outer == "li" else design.pick("list tag", ("div", "section", "main"))
    return _of([design.element(parent, "records", *inside)], nodes)


def sibling_runs(page: Page, fields: Fields, count: int) -> Region:
    """Every record is several neighbours: a heading and what follows it."""
    records = [_run(page, fields) for _ in range(count)]
    inside = interrupted(page, records, "div")
    if page.design.chance("heading before", 0.4):
        inside.insert(0, plain(page.design.pick("heading tag", ("h1", "h2")), page.writer.title()))
    return Region([page.design.element("div", "records", *inside)], records)


def _run(page: Page, fields: Fields) -> list[Node]:
    """A heading first, then at least one block, each an element."""
    design = page.design
    first = [field for field in fields if field.kind == "title"][:1] or list(fields[:1])
    rest = [field for field in fields if field not in first]
    tag = design.pick("run heading", ("h3", "h2", "h4", "h3", "p", "div", "b"))
    out = [design.element(tag, "title", *(show(page, first[0]) or [page.writer.title()]))]
    cut = design.number("run cut", 1, max(1, len(rest)))
    for place, group in enumerate((rest[:cut], rest[cut:])):
        content = _line(page.at(f"run {place}"), group)
        block = design.pick(f"run tag {place}", ("p", "div", "p", "ul"))
        if content and block == "ul":
            out.append(design.element("ul", "snippet", plain("li", *content)))
        elif content:
            out.append(design.element(block, "snippet", *content))
    return out


def definitions(page: Page, fields: Fields, count: int) -> Region:
    """One definition list: every record is a term and its definitions."""
    records = [_definition(page, fields) for _ in range(count)]
    inside = interrupted(page, records, "dd")
    return Region([page.design.element("dl", "records", *inside)], records)


def loose_lines(page: Page, fields: Fields, count: int) -> Region:
    """Every record is a few inline elements among line breaks or rules, as old pages have it."""
    design = page.design
    mark = design.pick("head", ("b", "font", "a", "strong"))
    end = design.pick("ends", ("hr", "p", "br", "br"))
    records: list[list[Node]] = []
    groups: list[list[Node]] = []
    for _ in range(count):
        head = show(page, fields[0]) or [page.writer.title()]
        text = _line(page.at("rest"), fields[1:])
        first = head[0] if mark == "a" and isinstance(head[0], Node) else plain(mark, *head)
        record = [first]
        if text:
            record.append(plain(design.pick("tail", ("font", "span", "small")), *text))
        records.append(record)
        ends = [plain("br"), plain("br")] if end == "br" else [plain(end)]
        groups.append([record[0], plain("br"), *record[1:], *ends])
    return Region(interrupted(page, groups, "font"), records)


def columns_of_cards(page: Page, fields: Fields, count: int) -> Region:
    """The records are dealt into two to four columns, each a list of its own."""
    design = page.design
    tag = design.pick("record tag", ("div", "article", "li"))
    nodes = _records(page, fields, tag, count)
    size = -(-count // design.number("columns", 2, 4))
    outer = "ul" if tag == "li" else "div"
    dealt = [nodes[start : start + size] for start in range(0, count, size)]
    lists = [design.element(outer, "column", *group) for group in dealt]
    if design.old:
        row = plain("tr", *(plain("td", one, valign="top") for one in lists))
        return _of([plain("table", row)], nodes)
    return _of([design.element("div", "records", *lists)], nodes)


def wrapped_rows(page: Page, fields: Fields, count: int) -> Region:
    """Cards in rows of two to five, the last row shorter."""
    design = page.design
    across = design.number("across", 2, 5)
    tag = design.pick("record tag", ("div", "div", "article", "li", "a"))
    nodes = _records(page, fields, tag, count)
    _stated(page, nodes)
    rows: list[Node] = []
    for start in range(0, count, across):
        outer = "ul" if tag == "li" else "div"
        rows.append(design.element(outer, "row", *nodes[start : start + across]))
        if design.chance("rows cleared", 0.2):
            rows.append(plain("div", class_="clear"))
    return _of([design.element("div", "records", *rows)], nodes)


def in_sections(page: Page, fields: Fields, count: int) -> Region:
    """Records in several lists, each below a heading (a day, a department): one region."""
    design, writer = page.design, page.writer
    records: list[list[Node]] = []
    parts: list[Node] = []
    shape = design.at("part").pick("shape", (one_subtree, one_subtree, in_wrappers, sibling_runs))
    while len(records) < count:
        size = writer.draw.randint(1, max(2, min(8, count - len(records))))
        inner = shape(page.at("part"), fields, size)
        records.extend(inner.records)
        tag = design.pick("heading tag", ("h2", "h3", "h4", "div", "p"))
        text = page.date() if design.chance("dated", 0.4) else writer.words(1, 3)
        head = design.element(tag, "section-title", text)
        if design.chance("sections wrapped", 0.6):
            parts.append(design.element("section", "section", head, *inner.content))
        else:
            parts.extend([head, *(node for node in inner.content if isinstance(node, Node))])
    return Region([design.element("div", "records", *parts)], records)


def carousel(page: Page, fields: Fields, count: int) -> Region:
    """Records in a row that is pushed to and fro, between two buttons."""
    own = page.at("slides")
    inner = own.design.pick("shape", (one_subtree, in_wrappers))(own, fields, count)
    buttons = described(page, "button:type=button*2 > svg")
    track = page.design.wrapped("track", 3, *inner.content)
    node = page.design.element("div", "carousel", *buttons[:1], *track, *buttons[1:])
    return Region([node], inner.records)


# Shapes in tables and grids: rows, several rows, cells, columns, bands, figures.


def _table(page: Page, rows: Sequence[Child]) -> Node:
    """The rows in a table, in a ``<tbody>`` or not."""
    design = page.design
    inner: Sequence[Child] = rows
    if design.chance("table body", 0.3 if design.old else 0.8):
        inner = [plain("tbody", *rows)]
    table = design.element("table", "records", *inner)
    if design.old:
        table.attributes.update(width="100%", cellpadding="3", border="0")
    return table


def _striped(page: Page, nodes: Sequence[Node]) -> None:
    if page.design.chance("striped", 0.3):
        for place, node in enumerate(nodes):
            node.attributes["class"] = ("even", "odd")[place % 2]


def rows(page: Page, fields: Fields, count: int) -> Region:
    """Every record is a row."""
    design, nodes = page.design, list[Node]()
    for place in range(count):
        own, given = _varied(page, fields, place, count, columns=True)
        nodes.append(design.element("tr", "record", *_cells(own, given)))
    _striped(page, nodes)
    head: list[Child] = []
    if design.chance("header row", 0.55):
        tag = design.pick("header tag", ("th", "th", "td"))
        names = (plain(tag, page.writer.words(1, 2)) for _ in nodes[0].children)
        head = [plain("tr", *names)]
    return _of([_table(page, head + interrupted(page, [[one] for one in nodes], "tr"))], nodes)


def several_rows(page: Page, fields: Fields, count: int) -> Region:
    """Every record is two to five rows; on some sites a picture spans them."""
    design = page.design
    size = min(design.number("rows", 2, 5), max(2, len(fields)))
    spanned = design.chance("picture spans", 0.3)
    ranked = any(field.kind == "rank" for field in fields)
    numbered = not (spanned or ranked) and design.chance("numbered", 0.4)
    records: list[list[Node]] = []
    for number in range(count):
        record: list[Node] = []
        for place in range(size):
            own = page.at(f"row {place}")
            inner = _cells(own, fields[place::size])
            if own.design.chance("in one cell", 0.5):
                inner = [plain("td", *(_line(own, fields[place::size]) or ["\xa0"]), colspan="3")]
            if spanned and place == 0:
                picture = show(page, Field("image", "image"))
                inner.insert(0, plain("td", *picture, rowspan=str(size)))
            if numbered:
                inner.insert(0, plain("td", f"{number + 1}." if place == 0 else ""))
            record.append(design.element("tr", f"row{place}", *inner))
        records.append(record)
    return Region([_table(page, interrupted(page, records, "tr"))], records)


def row_groups(page: Page, fields: Fields, count: int) -> Region:
    """Every record is a ``<tbody>`` of a few rows."""
    nodes: list[Node] = []
    for _ in range(count):
        above = plain("tr", *_cells(page.at("above"), fields[:2]))
        below = plain("tr", plain("td", *_line(page.at("below"), fields[2:])))
        nodes.append(page.design.element("tbody", "record", above, below))
    return _of([page.design.element("table", "records", *nodes)], nodes)


def grid(page: Page, fields: Fields, count: int) -> Region:
    """Every record is a cell; the rows mean nothing."""
    design = page.design
    across, tabled = design.number("across", 2, 5), design.chance("tables in cells", 0.15)
    nodes: list[Node] = []
    for _ in range(count):
        inside = _line(page, fields) if design.old else _body(page, fields)
        if tabled:
            inside = [plain("table", plain("tr", plain("td", *inside)))]
        nodes.append(design.element("td", "record", *inside, valign="top"))
    out: list[Node] = []
    for start in range(0, count, across):
        group: list[Node] = nodes[start : start + across]
        out.append(plain("tr", *group, *(plain("td", "\xa0") for _ in range(across - len(group)))))
        if design.chance("rows apart", 0.2):
            out.append(plain("tr", plain("td", plain("hr"), colspan=str(across))))
    return _of([_table(page, out)], nodes)


def _band_kinds(page: Page, fields: Fields) -> list[Field]:
    """Two to four fields, a title among them."""
    short = [field for field in fields if field.kind not in ("title", "replies", "points")]
    more = short[: page.design.number("kinds", 1, 3)] or [Field("price", "price")]
    title = Field("title", "title")
    second = page.design.chance("title second", 0.6)
    return [more[0], title, *more[1:]] if second else [title, *more]


def bands(page: Page, fields: Fields, count: int) -> Region:
    """A row of pictures, below it a row of titles, of prices: a record is a column of each band."""
    design = page.design
    across, kinds = design.number("across", 3, 5), _band_kinds(page, fields)
    tabled = design.old or design.chance("tabled", 0.5)
    records: list[list[Node]] = []
    out: list[Child] = []
    for start in range(0, count, across):
        group: list[list[Node]] = [[] for _ in range(min(across, count - start))]
        for field in kinds:
            for record in group:
                content = show(page, Field(field.name, field.kind)) or ["\xa0"]
                record.append(design.element("td" if tabled else "div", field.kind, *content))
            band = [record[-1] for record in group]
            out.append(design.element("tr" if tabled else "div", f"band-{field.name}", *band))
        records.extend(group)
        if tabled and design.chance("bands apart", 0.4):
            out.append(plain("tr", plain("td", "\xa0", colspan=str(across))))
    outer = _table(page, out) if tabled else design.element("div", "records", *out)
    return Region([outer], records)


def compared(page: Page, fields: Fields, count: int) -> Region:
    """A table that compares things: every record is a column, the first column names the rows."""
    design = page.design
    width = min(count, design.number("things", 2, 6))
    records: list[list[Node]] = [[] for _ in range(width)]
    facts = (Field(f"number{n}", "number") for n in range(design.number("facts", 2, 9)))
    out: list[Child] = []
    for field in (*fields, *facts):
        head = plain(design.pick("name tag", ("th", "td")), page.writer.words(1, 2))
        for record in records:
            content = show(page, Field(field.name, field.kind)) or ["-"]
            record.append(design.element("td", "cell", *content))
        out.append(plain("tr", head, *(record[-1] for record in records)))
    return Region([_table(page, out)], records)


def _column_names(page: Page, width: int) -> list[Node]:
    """Names of the columns, on some sites below names of groups of them."""
    design, writer = page.design, page.writer
    tag = design.pick("head tag", ("th", "th", "th", "td"))
    names = [plain(tag, writer.words(1, 1)[: design.number("letters", 1, 9)]) for _ in range(width)]
    if design.chance("heads linked", 0.3):
        names = [plain(tag, plain("a", *name.children, href="?sort=1")) for name in names]
    out = [design.element("tr", "heads", *names)]
    if width > 4 and design.chance("grouped", 0.3):
        cut = width // 2
        sizes = (1, cut, width - cut - 1)
        groups = (plain(tag, writer.words(1, 2), colspan=str(size)) for size in sizes)
        out.insert(0, plain("tr", *groups))
    return out


def _figures(page: Page, fields: Fields) -> Node:
    """A row, one field a cell."""
    design, cells = page.design, list[Node]()
    for place, field in enumerate(fields):
        content: Sequence[Child] = show(page, field) or [design.pick("none", ("-", ""))]
        tag = "th" if place == 0 and design.chance("first is head", 0.2) else "td"
        cells.append(design.element(tag, f"col-{field.kind}", *content))
    return design.element("tr", "record", *cells)


def figure_table(page: Page, fields: Fields, count: int) -> Region:
    """Every record is a row of figures; rows of names stand at the top and sometimes between."""
    design, width = page.design, len(fields)
    heads = _column_names(page, width) if design.chance("has heads", 0.85) else []
    again = design.number("heads again", 8, 12) if design.chance("again", 0.15) else 0
    records: list[Node] = []
    inside: list[Child] = []
    for place in range(count):
        own, given = _varied(page, fields, place, count, columns=True)
        if again and place and place % again == 0:
            inside.extend(_column_names(page, width))
        records.append(_figures(own, given))
        inside.append(records[-1])
    _striped(page, records)
    foot: list[Node] = []
    if design.chance("foot", 0.3):
        note = described(page, "[a{$w1-3} / small{$w4-9}]")
        foot = [plain("tr", plain("td", *note, colspan=str(width)))]
    parts: list[Child] = [*heads, *inside, *foot]
    if design.chance("parts named", 0.55):
        parts = [plain("thead", *heads)] if heads else []
        parts.extend([plain("tbody", *inside), *([plain("tfoot", *foot)] if foot else [])])
    if design.chance("caption", 0.2):
        parts.insert(0, plain("caption", page.writer.words(1, 4)))
    table = design.element("table", "figures", *parts)
    return _of(design.wrapped("table", 0 if design.old else 3, table), records)


def figure_tables(page: Page, fields: Fields, count: int) -> Region:
    """Several tables of the same columns, a group or a day each: one region."""
    design, writer = page.design, page.writer
    records: list[list[Node]] = []
    inside: list[Child] = []
    for _ in range(design.number("tables", 2, 6)):
        writer.ranked = 0
        size = writer.draw.randint(2, max(3, count // 2))
        inner = figure_table(page.at("part"), fields, size)
        records.extend(inner.records)
        tag = design.pick("heading", ("h2", "h3", "h4", "p", "div"))
        head = design.element(tag, "heading", writer.words(1, 3))
        if design.chance("wrapped", 0.4):
            inside.append(design.element("div", "section", head, *inner.content))
        else:
            inside.extend([head, *inner.content])
    return Region([design.element("div", "tables", *inside)], records)


def _by_weight(text: str) -> tuple[Shape, ...]:
    """Shapes by their names, each as often as it weighs."""
    return tuple(globals()[name] for name in weighted(text))


OLD_SHAPES = _by_weight(
    "one_subtree:3 own_tables:2 own_definitions definitions loose_lines sibling_runs"
    " columns_of_cards in_sections rows:3 several_rows:2 row_groups grid bands compared"
    " figure_table:2 figure_tables"
)
NEW_SHAPES = _by_weight(
    "one_subtree:5 in_wrappers:2 wrapped_rows:2 columns_of_cards in_sections sibling_runs"
    " definitions rows several_rows grid bands compared figure_table:2 figure_tables"
)
OLD_SEARCH_SHAPES = _by_weight(
    "one_subtree:2 own_tables own_definitions definitions loose_lines:2 sibling_runs rows:3"
    " several_rows:2 row_groups"
)
NEW_SEARCH_SHAPES = _by_weight("one_subtree:3 in_wrappers:2 sibling_runs definitions rows")
FURTHER_SHAPES = _by_weight("one_subtree:2 in_wrappers wrapped_rows rows carousel:2")
"""Shapes of main lists and of further ones, as often as they are drawn."""
