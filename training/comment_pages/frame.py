"""The frame of a page: menus above, boxes beside, small print below."""

from __future__ import annotations

from collections.abc import Sequence

from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.record_pages import boxes, chrome, menus
from training.record_pages.markup import Child, Node, plain

OWN = (
    around.recent_comments,
    around.recent_comments,
    around.recent_posts,
    around.archives,
    around.blogroll,
    around.about,
    around.related,
)


def _beside(talk: Talk, name: str, low: int, high: int) -> list[Child]:
    """Boxes of a column, the same on all pages of a site."""
    design = talk.design.at(name)
    own = design.some("own", OWN, design.number("own size", low, high))
    others = chrome.OLD_SIDE if design.old else chrome.SIDE
    shared = design.some("shared", others, design.number("shared size", 0, 3))
    made: list[Node] = [part(talk) for part in dict.fromkeys(own)]
    made.extend(part(design.at(part.__name__), talk.writer) for part in dict.fromkeys(shared))
    return list(design.some("order", made, len(made)))


def _foot(talk: Talk) -> list[Child]:
    design = talk.design.at("foot")
    options = chrome.OLD_FOOT if design.old else chrome.FOOT
    parts = design.some("parts", options, design.number("size", 1, 3))
    out: list[Child] = [
        part(design.at(part.__name__), talk.writer) for part in dict.fromkeys(parts)
    ]
    if not design.old and design.chance("footer boxes", 0.15):
        out.insert(0, around.recent_comments(talk))
    return out


def old_frame(talk: Talk, middle: Sequence[Child]) -> list[Child]:
    """A page laid out in tables."""
    design, writer = talk.design, talk.writer
    logo = plain("td", plain("img", src="/logo.gif"))
    top = plain("tr", logo, plain("td", menus.menu(design.at("top"), writer)))
    header = plain("table", top, width="100%", border="0")
    sides = design.pick("sides", ("none", "left", "right", "right", "both"))
    cells = [plain("td", *middle, width="70%", valign="top")]
    if sides in ("left", "both"):
        cells.insert(0, plain("td", *_beside(talk, "left", 0, 3), width="150", valign="top"))
    if sides in ("right", "both"):
        cells.append(plain("td", *_beside(talk, "right", 0, 3), width="120", valign="top"))
    inner: list[Child] = [header, plain("table", plain("tr", *cells), width="100%"), *_foot(talk)]
    if sides == "none" and design.chance("no table", 0.6):
        inner = [header, *middle, plain("hr"), *_foot(talk)]
    return [plain("center", *inner)] if design.chance("centred", 0.2) else inner


def _head(talk: Talk) -> Node:
    """The name of the site, its menu, a field to search."""
    design, writer = talk.design, talk.writer
    big = menus.mega_menu if design.kind in ("shop", "news", "none") else menus.nested_menu
    forms: tuple[chrome.Part, ...] = (menus.menu, menus.menu, menus.menu, menus.nested_menu, big)
    if design.heavy and design.chance("big menu", 0.4):
        forms = chrome.BIG_MENUS
    menu = design.pick("menu", forms)(design.at("menu"), writer)
    inner: list[Child] = [plain("a", writer.words(1, 3), href="/"), menu]
    if design.chance("search", 0.4):
        field = plain("input", type="text", name="s")
        inner.append(plain("form", field, plain("button", writer.label("search")), action="/"))
    return design.element(design.pick("head tag", ("header", "header", "div")), "header", *inner)


def new_frame(talk: Talk, middle: Sequence[Child]) -> list[Child]:
    """A page laid out in blocks."""
    design, writer = talk.design, talk.writer
    tag = design.pick("main tag", ("div", "div", "main", "section"))
    columns: list[Child] = [design.element(tag, "main", *middle)]
    if design.chance("has side", 0.65):
        side_tag = design.pick("side tag", ("div", "aside", "div"))
        side = design.element(side_tag, "sidebar", *_beside(talk, "side", 1, 4))
        columns.insert(0 if design.chance("side first", 0.25) else 1, side)
    page = design.wrapped("page", 4, *columns) or design.element("div", "page", *columns)
    foot_tag = design.pick("foot tag", ("footer", "footer", "div"))
    out: list[Child] = [_head(talk), page, design.element(foot_tag, "footer", *_foot(talk))]
    if design.chance("consent", 0.15):
        out.append(boxes.consent(design.at("consent"), writer))
    if design.heavy:
        part = design.pick("dialog", chrome.DIALOGS)
        out.append(part(design.at("dialog"), writer))
    return [plain("div", *out, id="root")] if design.era == "app" else out


def framed(talk: Talk, middle: Sequence[Child]) -> Node:
    """The page's body."""
    frame = old_frame if talk.design.old else new_frame
    return plain("body", *frame(talk, middle), *_scripts(talk))


def _scripts(talk: Talk) -> list[Child]:
    """What a browser runs and nobody reads."""
    count = talk.design.number("scripts", 0, 3)
    text = f"var page = {{id: {talk.writer.draw.randrange(9999)}}}; load(page);"
    return [plain("script", text) for _ in range(count)]
