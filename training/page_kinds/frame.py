"""The frame that all pages of a site share: head, menus, boxes beside, foot, what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.page_kinds.bits import BESIDE as SMALL
from training.page_kinds.bits import IN_FOOT, IN_HEAD, bits
from training.page_kinds.finish import unlisted
from training.page_kinds.scripts import at_end
from training.page_kinds.site import Site
from training.record_pages import boxes, chrome, menus, showcase
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain

Box = Callable[[Talk], Node]

BESIDE: dict[str, tuple[Box, ...]] = {
    "blog": (
        around.recent_comments,
        around.recent_posts,
        around.archives,
        around.blogroll,
        around.about,
        around.related,
    ),
    "news": (around.related, around.recent_posts, around.related, around.recent_comments),
    "": (around.recent_posts, around.related, around.about),
}
BODY_CLASSES = {
    "detail": "single-product product page-product item detail template-product view-item",
    "article": "single single-post article node-type-article page-article post-template",
    "list": "archive category listing search-results page-category taxonomy view-list",
    "thread": "topic viewtopic forum-thread question page-topic single-topic",
    "other": "page page-template login error404 contact landing home front",
}
NEUTRAL = "page site lang-en layout-2 theme desktop no-js wp-core loaded ltr"


def _boxes(site: Site, where: str, low: int, high: int) -> list[Child]:
    """Boxes of a column: what the site has there on all its pages."""
    talk = Talk(site.design.at(where), site.speaker(where), "")
    design = talk.design
    own = BESIDE.get(site.trade, BESIDE[""])
    some = design.some("own", own, design.number("own size", 0, 3 if site.trade == "blog" else 2))
    others = chrome.OLD_SIDE if design.old else chrome.SIDE
    shared = design.some("shared", others, design.number("shared size", low, high))
    made: list[Node] = [part(talk) for part in dict.fromkeys(some)]
    made.extend(part(design.at(part.__name__), talk.writer) for part in dict.fromkeys(shared))
    out: list[Child] = [*made, *bits(site, where, SMALL, 2)]
    return design.some("order", out, len(out))


def _parts(
    site: Site, where: str, options: Sequence[chrome.Part], low: int, high: int
) -> list[Node]:
    design, writer = site.design.at(where), site.speaker(where)
    chosen = design.some("parts", options, design.number("size", low, high))
    return [part(design.at(part.__name__), writer) for part in dict.fromkeys(chosen)]


def _account(site: Site) -> Node:
    """A line of links at the very top: log in, cart, help, a telephone number."""
    design, writer = site.design.at("account"), site.speaker("account")
    names = [writer.label(key) for key in design.some("keys", ("login", "register", "help"), 3)]
    made: list[Child] = [link(writer, name) for name in names]
    if site.trade == "shop":
        cart = plain("span", writer.say(design, "cart_title"), " (0)")
        made.append(plain("a", *([svg(design), cart] if not design.old else [cart]), href="/cart"))
    if design.chance("phone", 0.3):
        made.insert(0, plain("span", f"Tel. 0{writer.draw.randint(10**6, 10**8)}"))
    if design.chance("listed", 0.5) and not design.old:
        return design.element("ul", "top-links", *(plain("li", one) for one in made))
    return design.element("div", "top-links", *(part for one in made for part in (one, " | ")))


def _menu(site: Site) -> Node:
    design, writer = site.design.at("menu"), site.speaker("menu")
    small: tuple[chrome.Part, ...] = (menus.menu, menus.menu, menus.nested_menu)
    large: tuple[chrome.Part, ...] = (menus.nested_menu, menus.mega_menu, menus.mega_menu)
    sells = site.trade in ("shop", "portal", "news", "directory", "firm")
    options = large if sells and design.chance("large", 0.45) else small
    if site.design.heavy and design.chance("very large", 0.5):
        options = chrome.BIG_MENUS
    return design.pick("form", options)(design, writer)


def _search(site: Site) -> Node:
    design, writer = site.design.at("search"), site.speaker("search")
    field = plain("input", type="text", name="q", placeholder=writer.label("search"))
    return design.element(
        "form", "search", field, plain("button", writer.label("search")), action="/search"
    )


def _header(site: Site) -> list[Child]:
    """Name, menus, search, account, in the site's order."""
    design, writer = site.design.at("header"), site.speaker("header")
    name = writer.words(1, 3)
    logo: Node = plain("a", name, href="/")
    if design.chance("logo drawn", 0.6):
        logo = plain("a", plain("img", src="/logo.png", alt=name), href="/")
    if design.chance("logo a heading", 0.12):
        logo = plain("h1", logo)
    parts: list[Child] = [design.element("div", "logo", logo)]
    if design.chance("account", 0.6):
        parts.insert(design.pick("account place", (0, 1)), _account(site))
    if design.chance("search", 0.6):
        parts.append(_search(site))
    menu = _menu(site)
    parts.append(plain("nav", menu) if menu.tag != "nav" and design.chance("nav", 0.5) else menu)
    parts.extend(bits(site, "head", IN_HEAD, 2))
    if design.chance("second menu", 0.25):
        parts.append(menus.menu(design.at("second"), writer))
    if design.chance("banner", 0.15):
        parts.append(boxes.banner(design.at("banner"), writer))
    out: list[Child] = [
        design.element(design.pick("tag", ("header", "header", "div")), "header", *parts)
    ]
    if design.chance("skip", 0.3):
        out.insert(0, plain("a", writer.words(2, 4), href="#main"))
    if design.chance("notice", 0.15):
        out.insert(0, design.element("div", "notice", writer.text(1, 1)))
    return out


def _footer(site: Site) -> list[Child]:
    design = site.design
    modern = [part for part in chrome.FOOT if part is not menus.site_map]
    options = chrome.OLD_FOOT if design.old else modern
    inner: list[Child] = [*_parts(site, "foot", options, 1, 4)]
    if not design.old and design.chance("foot columns", 0.6):
        inner.insert(0, menus.footer_columns(design.at("columns"), site.speaker("columns")))
    if design.old:
        return [*inner, *bits(site, "foot", IN_FOOT, 1)]
    inner[1:1] = bits(site, "foot", IN_FOOT, 4)
    tag = design.pick("foot tag", ("footer", "footer", "div"))
    return [design.element(tag, "footer", *inner)]


def _hidden(site: Site) -> list[Child]:
    """Dialogs, notes on cookies, a menu for small screens."""
    design = site.design.at("hidden")
    out: list[Child] = []
    if design.chance("consent", 0.3):
        out.append(boxes.consent(design.at("consent"), site.speaker("consent")))
    if site.design.heavy:
        out.extend(_parts(site, "dialogs", chrome.DIALOGS, 0, 3))
    elif not design.old and design.chance("drawer", 0.15):
        out.append(showcase.drawer(design.at("drawer"), site.speaker("drawer")))
    return out


def _way(site: Site, talk: Talk, kind: str) -> list[Child]:
    """Breadcrumbs of pages that do not have their own."""
    design = site.design.at("way")
    if kind in ("detail", "thread") or not design.chance("any", 0.4):
        return []
    made = menus.breadcrumb(design, talk.writer)
    return [plain("nav", made) if not design.old and design.chance("nav", 0.5) else made]


def _old_body(site: Site, talk: Talk, content: list[Child], kind: str) -> list[Child]:
    """A page laid out in tables."""
    design = site.design.at("frame")
    writer = site.speaker("top")
    cells = [plain("td", plain("img", src="/logo.gif")), plain("td", _menu(site))]
    if design.chance("search in head", 0.4):
        cells.append(plain("td", _search(site)))
    head = plain("table", plain("tr", *cells), width="100%", border="0", cellspacing="0")
    middle = [*_way(site, talk, kind), *content]
    sides = design.pick("sides", ("none", "left", "left", "left", "right", "both"))
    columns = [plain("td", *middle, valign="top")]
    if sides in ("left", "both"):
        side = [menus.menu(design.at("left menu"), writer), *_boxes(site, "left", 0, 3)]
        columns.insert(0, plain("td", *side, width="160", valign="top", bgcolor="#eeeeee"))
    if sides in ("right", "both"):
        columns.append(plain("td", *_boxes(site, "right", 0, 3), width="140", valign="top"))
    body: list[Child] = [plain("table", plain("tr", *columns), width="100%", cellpadding="4")]
    if sides == "none" and design.chance("no table", 0.6):
        body = middle
    out = [head, *body, plain("hr"), *_footer(site)]
    if design.chance("framed", 0.35):
        out = [plain("table", plain("tr", plain("td", *out)), width="780", align="center")]
    return [plain("center", *out)] if design.chance("centred", 0.15) else out


def _new_body(site: Site, talk: Talk, content: list[Child], kind: str) -> list[Child]:
    """A page laid out in blocks."""
    design = site.design.at("frame")
    tag = design.pick("main tag", ("div", "div", "main", "section"))
    inner = [*_way(site, talk, kind), *content]
    if design.chance("around", 0.35):
        inner = [*bits(site, "above", SMALL, 1), *inner, *bits(site, "below", SMALL, 2)]
    columns: list[Child] = [design.element(tag, "main", *inner)]
    share = {"article": 0.6, "list": 0.5, "thread": 0.25, "detail": 0.3, "other": 0.2}[kind]
    if design.chance("side", share):
        beside = _boxes(site, "side", 1, 4)
        node = design.element(design.pick("side tag", ("div", "aside", "div")), "sidebar", *beside)
        columns.insert(0 if design.chance("side first", 0.25) else 1, node)
    page = design.wrapped("page", 5, *columns) or design.element("div", "page", *columns)
    hidden = _hidden(site)
    above, below = _header(site), _footer(site)
    if design.chance("unlisted", 0.35):
        above, below = unlisted(above), unlisted(below)
    out: list[Child] = [*above, page, *below]
    out = [*hidden, *out] if design.chance("hidden first", 0.3) else [*out, *hidden]
    if design.era == "app":
        wrapped = design.wrapped("root", 3, *out)
        return [
            plain("div", *([wrapped] if wrapped else out), id=design.pick("id", ("root", "app")))
        ]
    return out


def _class(site: Site, kind: str, number: int) -> str:
    """The names on the body: on some sites they tell the kind."""
    design, draw = site.design.at("body"), site.speaker(f"body {number}").draw
    form = design.pick("class", ("none", "none", "neutral", "neutral", "telling"))
    if form == "none":
        return ""
    names = design.some("neutral", NEUTRAL.split(), design.number("count", 1, 3))
    if form == "telling":
        names.extend(design.some(kind, BODY_CLASSES[kind].split(), 2))
    if design.chance("number", 0.3):
        names.append(f"id-{draw.randint(1, 9999)}")
    return " ".join(names)


def framed(site: Site, talk: Talk, content: list[Child], kind: str, number: int) -> Node:
    """The page's body."""
    bare = kind == "other" and talk.writer.draw.random() < 0.1
    if bare:
        inner = content
    elif site.design.old:
        inner = _old_body(site, talk, content, kind)
    else:
        inner = _new_body(site, talk, content, kind)
    names = _class(site, kind, number)
    attributes = {"class_": names} if names else {}
    if site.design.old and site.design.chance("coloured", 0.6):
        attributes["bgcolor"] = "#ffffff"
    return plain("body", *inner, *at_end(site, number), **attributes)
