"""The frame of a page: where menus, columns, the records and the foot stand."""

from __future__ import annotations

from collections.abc import Sequence

from training.record_pages import boxes, chrome, menus, showcase
from training.record_pages.design import Design
from training.record_pages.fields import svg
from training.record_pages.markup import Child, Node, plain
from training.record_pages.shapes import Region
from training.record_pages.words import Writer

HEAD: tuple[chrome.Part, ...] = (boxes.search_form, menus.language_list, boxes.login_form)


def _parts(
    design: Design, writer: Writer, name: str, options: Sequence[chrome.Part], low: int, high: int
) -> list[Node]:
    """Some of the options, the same on all pages of a site."""
    own = design.at(name)
    chosen = own.some("parts", options, own.number("size", low, high))
    return [part(own.at(part.__name__), writer) for part in chosen]


def _titled(design: Design, writer: Writer, region: Region) -> list[Child]:
    """A region below its heading, in a section."""
    head = design.element(
        design.pick("heading", ("h2", "h3", "div", "h2")), "heading", writer.words(1, 4)
    )
    body: list[Child] = [head, *region.content]
    return [design.wrapped("section", 3, *body) or design.element("section", "section", *body)]


def _middle(design: Design, writer: Writer, regions: Sequence[Region]) -> list[Child]:
    """The column with the records."""
    out: list[Child] = [*_parts(design, writer, "above", chrome.ABOVE, 0, 4)]
    if design.chance("page heading", 0.7):
        out.insert(0, plain(design.pick("page head", ("h1", "h1", "h2", "b")), writer.words(1, 4)))
    main: list[Child] = list(regions[0].content)
    wrapped = design.wrapped("list", 1 if design.old else 7 if design.heavy else 4, *main)
    out.extend([wrapped] if wrapped else main)
    below = _parts(design, writer, "below", chrome.BELOW, 0, 3)
    extra: list[Child] = []
    for number, region in enumerate(regions[1:]):
        extra.extend(_titled(design.at(f"further {number}"), writer, region))
    if design.heavy:
        out = [*_parts(design, writer, "showcases above", chrome.SHOWCASES, 0, 3), *out]
        below.extend(_parts(design, writer, "showcases below", chrome.SHOWCASES, 0, 4))
    first = design.chance("further first", 0.25)
    return [*extra, *out, *below] if first else [*out, *below, *extra]


def old_frame(design: Design, writer: Writer, regions: Sequence[Region]) -> list[Child]:
    """A page laid out in tables."""
    middle = _middle(design, writer, regions)
    top = plain(
        "tr",
        plain("td", plain("img", src="/logo.gif")),
        plain("td", menus.menu(design.at("top"), writer)),
    )
    header = plain("table", top, width="100%", border="0")
    sides = design.pick("sides", ("none", "none", "left", "left", "right", "both"))
    cells = [plain("td", *middle, width="70%", valign="top")]
    if sides in ("left", "both"):
        left = _parts(design, writer, "left", chrome.OLD_SIDE, 1, 4)
        cells.insert(0, plain("td", *left, width="150", valign="top", bgcolor="#eeeecc"))
    if sides in ("right", "both"):
        cells.append(
            plain("td", *_parts(design, writer, "right", chrome.OLD_SIDE, 1, 4), width="120")
        )
    foot = _parts(design, writer, "foot", chrome.OLD_FOOT, 1, 2)
    inner: list[Child] = [header, plain("table", plain("tr", *cells), width="100%"), *foot]
    if sides == "none" and design.chance("no table", 0.6):
        inner = [header, *middle, plain("hr"), *foot]
    if design.chance("framed", 0.3):
        inner = [plain("table", plain("tr", plain("td", *inner)), align="center")]
    return [plain("center", *inner)] if design.chance("centred", 0.25) else inner


def _head(design: Design, writer: Writer) -> Node:
    """The top of a page laid out in blocks: menus, search and the like."""
    options = chrome.BIG_MENUS if design.heavy else chrome.MENUS
    inner: list[Node] = [design.pick("menu", options)(design.at("menu"), writer)]
    if design.heavy and design.chance("menu twice", 0.6):
        inner.append(showcase.drawer(design.at("drawer"), writer))
    inner.extend(_parts(design, writer, "head", HEAD, 0, 2))
    return design.element(design.pick("head tag", ("header", "header", "div")), "header", *inner)


def _columns(design: Design, writer: Writer, regions: Sequence[Region]) -> list[Child]:
    """The column with the records and, on some sites, one beside it."""
    main_tag = design.pick("main tag", ("div", "main", "main", "section"))
    columns: list[Child] = [design.element(main_tag, "main", *_middle(design, writer, regions))]
    side = _parts(design, writer, "side", chrome.SIDE, 0, 5)
    if side and design.chance("has side", 0.65):
        node = design.element(design.pick("side tag", ("div", "aside", "aside")), "sidebar", *side)
        columns.insert(0 if design.chance("side first", 0.5) else 1, node)
    return columns


def _sprite(design: Design) -> Node:
    """Pictures that other elements refer to."""
    drawn = [svg(design) for _ in range(design.number("sprite", 0, 60 if design.heavy else 12))]
    return plain("div", *drawn, style="display:none")


def new_frame(design: Design, writer: Writer, regions: Sequence[Region]) -> list[Child]:
    """A page laid out in blocks."""
    foot = _parts(design, writer, "foot", chrome.FOOT, 2 if design.heavy else 1, 4)
    columns = _columns(design, writer, regions)
    page = design.wrapped("page", 6 if design.heavy else 4, *columns)
    out: list[Child] = [
        _head(design, writer),
        page or design.element("div", "page", *columns),
        design.element(design.pick("foot tag", ("footer", "footer", "div")), "footer", *foot),
    ]
    if design.chance("consent", 0.25):
        place = design.pick("consent place", (0, 3))
        out.insert(place, boxes.consent(design.at("consent"), writer))
    if design.heavy:
        dialogs = _parts(design, writer, "dialogs", chrome.DIALOGS, 1, 5)
        out = [*dialogs, *out] if design.chance("dialogs first", 0.3) else [*out, *dialogs]
    if design.era == "app":
        root = design.wrapped("root", 4 if design.heavy else 1, *out)
        return [_sprite(design), plain("div", *([root] if root else out), id="root")]
    return out
