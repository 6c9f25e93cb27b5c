"""What stands around on all pages of a small site: head, menus, boxes beside, foot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.page_kinds.site import Site
from training.page_kinds.small_sites.theme import deep, piece, theme
from training.record_pages import boxes, menus
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain

Box = Callable[[Talk], list[Child]]


def _links(talk: Talk, lines: list[list[Child]]) -> Child:
    own = theme(talk)
    if own.old and own.chance("links in lines", 0.4):
        return plain("div", *(part for one in lines for part in (*one, plain("br"))))
    return plain("ul", *(plain("li", *one) for one in lines))


def _search(talk: Talk) -> list[Child]:
    writer = talk.writer
    own = theme(talk).at("search")
    field = plain("input", type="search", name="s", placeholder=writer.label("search"))
    button = plain("button", writer.label("search"))
    if own.chance("input", 0.5):
        button = plain("input", type="submit", value=writer.label("search"))
    names = [plain("input", type="hidden", name=f"h{n}") for n in range(own.number("hidden", 0, 3))]
    return [plain("form", field, button, *names, action="/")]


def _categories(talk: Talk) -> list[Child]:
    own, writer = theme(talk).at("categories"), talk.writer
    lines: list[list[Child]] = []
    for _ in range(own.number("size", 3, 18)):
        line: list[Child] = [link(writer, writer.words(1, 2))]
        if own.chance("counted", 0.4):
            line.append(f" ({writer.draw.randint(1, 90)})")
        lines.append(line)
    return [_links(talk, lines)]


def _meta(talk: Talk) -> list[Child]:
    names = talk.writer.tongue.all("meta")[1:]
    return [_links(talk, [[link(talk.writer, name)] for name in names])]


def _inner(part: Callable[[Talk], Node]) -> Box:
    """The inside of a box that brings its own heading."""

    def box(talk: Talk) -> list[Child]:
        return list(part(talk).children[1:])

    box.__name__ = part.__name__
    return box


def _goods(talk: Talk) -> list[Child]:
    writer = talk.writer
    lines: list[list[Child]] = []
    for _ in range(theme(talk).number("side goods", 3, 6)):
        picture = plain("img", src=f"{writer.address()}.jpg", alt="")
        name = plain("a", picture, plain("span", writer.words(1, 4)), href=writer.address())
        lines.append([name, " ", plain("span", writer.price("{1} €"))])
    return [_links(talk, lines)]


def _prices(talk: Talk) -> list[Child]:
    writer = talk.writer
    fields = [plain("input", type="text", name=name, value="10") for name in ("min", "max")]
    return [plain("form", *fields, plain("button", writer.say(theme(talk), "filter_price")))]


def _text(talk: Talk) -> list[Child]:
    return [plain("p", talk.writer.text(1, 3))]


def _cloud(talk: Talk) -> list[Child]:
    return [boxes.tag_cloud(theme(talk).at("cloud"), talk.writer)]


def _calendar(talk: Talk) -> list[Child]:
    return [boxes.calendar(theme(talk).at("calendar"), talk.writer)]


def _account(talk: Talk) -> list[Child]:
    return [boxes.login_form(theme(talk).at("account"), talk.writer)]


def _letter(talk: Talk) -> list[Child]:
    return [boxes.newsletter(theme(talk).at("letter"), talk.writer)]


def _dates(talk: Talk) -> list[Child]:
    writer = talk.writer
    lines: list[list[Child]] = [
        [plain("span", around.some_date(talk)), " ", link(writer, writer.title())]
        for _ in range(theme(talk).number("side dates", 2, 6))
    ]
    return [_links(talk, lines)]


BOXES: dict[str, tuple[str, Box]] = {
    "search": ("", _search),
    "recent posts": ("recent_posts", _inner(around.recent_posts)),
    "recent comments": ("recent_comments", _inner(around.recent_comments)),
    "archives": ("archives", _inner(around.archives)),
    "categories": ("", _categories),
    "meta": ("meta", _meta),
    "cloud": ("tags", _cloud),
    "calendar": ("", _calendar),
    "links": ("blogroll", _inner(around.blogroll)),
    "about": ("about", _inner(around.about)),
    "text": ("", _text),
    "letter": ("", _letter),
    "account": ("login", _account),
    "goods": ("goods", _goods),
    "prices": ("filter_price", _prices),
    "dates": ("events", _dates),
    "related": ("related", _inner(around.related)),
}
USUAL = (
    "search",
    "recent posts",
    "recent posts",
    "recent comments",
    "recent comments",
    "archives",
    "archives",
    "categories",
    "categories",
    "meta",
    "cloud",
    "calendar",
    "links",
    "about",
    "text",
    "letter",
    "search",
    "meta",
    "related",
)
OWN = {
    "small shop": ("categories", "prices", "goods", "goods", "cloud", "search", "recent posts"),
    "small club": ("dates", "dates", "calendar", "categories", "text", "recent posts"),
    "small board": ("account", "links", "recent posts", "text", "categories"),
    "small blog": USUAL,
}


def _widgets(site: Site, where: str, low: int, high: int) -> list[Child]:
    """Boxes, the same on all pages of the site."""
    talk = Talk(site.design, site.speaker(where), "")
    own = theme(talk).at(where)
    options = (*USUAL, *OWN[site.trade] * 3)
    out: list[Child] = []
    for name in dict.fromkeys(own.some("boxes", options, own.number("count", low, high))):
        key, part = BOXES[name]
        text = talk.writer.say(own, key) if key else talk.writer.words(1, 2)
        tag = own.pick("head", ("h2", "h3", "h3", "h4", "div", "b"))
        inner: list[Child] = [piece(talk, tag, "widget-title", text), *part(talk)]
        if name in ("search", "text") and own.chance(f"{name} bare", 0.5):
            inner = inner[1:]
        outer = "div" if own.old else own.pick("box tag", ("div", "aside", "section", "li"))
        out.append(piece(talk, "div" if outer == "li" else outer, "widget", *inner))
    return out


def _menu(site: Site) -> Node:
    """The site's menu: the same wherever it stands."""
    own = replace(site.design, path="/theme/menu")
    options = (menus.menu, menus.menu, menus.nested_menu)
    form = menus.menu if site.trade == "small board" else own.pick("form", options)
    return form(own, site.speaker("menu"))


def _head(site: Site) -> list[Child]:
    talk = Talk(site.design, site.speaker("head"), "")
    own, writer = theme(talk).at("head"), talk.writer
    name = writer.words(1, 4)
    tag = own.pick("name", ("h1", "h1", "h1", "p", "div", "div", "span", "h2"))
    title: Node = plain("a", name, href="/")
    if own.chance("logo", 0.4):
        title = plain("a", plain("img", src="/logo.png", alt=name), href="/")
    parts: list[Child] = [piece(talk, tag, "site-title", title)]
    if own.chance("told", 0.5):
        parts.append(
            piece(talk, own.pick("told tag", ("p", "div", "h2")), "tagline", writer.words(2, 8))
        )
    if own.chance("search", 0.5):
        parts.extend(_search(talk))
    if site.trade == "small shop" and own.chance("cart", 0.8):
        parts.append(plain("a", f"{writer.say(own, 'cart_title')} (0)", href="/cart"))
    if own.chance("picture", 0.2):
        parts.append(plain("img", src="/header.jpg", alt=""))
    menu = _menu(site)
    inside = own.chance("menu inside", 0.6)
    if inside:
        parts.append(menu)
    out: list[Child] = [
        piece(talk, "div" if own.old else own.pick("tag", ("header", "div")), "header", *parts)
    ]
    if own.chance("menu twice", 0.45) and not own.old:
        again = plain("div", _menu(site))
        out.insert(0 if own.chance("small first", 0.4) else len(out), again)
    if not inside:
        out.append(menu)
    if own.chance("top", 0.3):
        icons = (link(writer, svg(site.design)) for _ in range(4))
        out.insert(0, plain("div", f"Tel. 0{writer.draw.randint(10**6, 10**8)} ", *icons))
    return out


def _foot(site: Site) -> list[Child]:
    talk = Talk(site.design, site.speaker("foot"), "")
    own, writer = theme(talk).at("foot"), talk.writer
    inner: list[Child] = []
    if own.chance("boxes", 0.55):
        inner.extend(_widgets(site, "foot boxes", 1, 4))
    if own.chance("told", 0.4):
        inner.extend(plain("p", writer.text(1, 3)) for _ in range(own.number("lines", 1, 3)))
    if own.chance("menu", 0.4):
        inner.append(_menu(site))
    inner.append(menus.small_print(site.design.at("print"), writer))
    if own.chance("made by", 0.4):
        inner.append(plain("p", writer.words(2, 4), " ", link(writer, writer.word())))
    return [
        piece(
            talk,
            "div" if own.old else own.pick("tag", ("footer", "footer", "div")),
            "foot-site",
            *inner,
        )
    ]


def _way(site: Site, talk: Talk) -> list[Child]:
    """Where the page lies, on the sites that say so on all pages."""
    own, writer = theme(talk).at("way"), talk.writer
    if not own.chance("any", 0.35):
        return []
    names = [
        site.tongue.all("home")[0],
        *(writer.words(1, 2) for _ in range(own.number("n", 1, 2))),
    ]
    sign = own.pick("sign", (" » ", " / ", " > ", " › "))
    links = [part for name in names for part in (link(writer, name), sign)]
    if own.chance("ends", 0.6):
        links.append(plain("span", talk.title))
    return [piece(talk, "div" if own.old else own.pick("tag", ("nav", "div")), "way", *links)]


def _columns(site: Site, talk: Talk, content: list[Child]) -> list[Child]:
    own = theme(talk)
    low, high = (1, 5) if site.trade in ("small blog", "small shop") else (1, 3)
    sides = own.pick("sides", ("none", "none", "none", "right", "right", "right", "left", "both"))
    if site.trade == "small board" and own.chance("board alone", 0.6):
        sides = "none"
    beside = {
        name: _widgets(site, name, low, high)
        for name in ("left", "right")
        if sides in (name, "both")
    }
    if own.old:
        cells = [plain("td", *content, valign="top")]
        if "left" in beside:
            cells.insert(0, plain("td", *beside["left"], width="160", valign="top"))
        if "right" in beside:
            cells.append(plain("td", *beside["right"], width="180", valign="top"))
        if len(cells) == 1 and own.chance("no table", 0.5):
            return content
        return [plain("table", plain("tr", *cells), width="100%", cellpadding="5")]
    tag = own.pick("content tag", ("div", "div", "main", "section"))
    main: list[Child] = [piece(talk, tag, "content", *deep(talk, "content", 0, 3, *content))]
    tag = own.pick("side tag", ("div", "div", "aside"))
    for name, made in beside.items():
        place = 0 if name == "left" and own.chance("left first", 0.5) else len(main)
        main.insert(place, piece(talk, tag, "side", *made))
    return [piece(talk, "div", "main", *deep(talk, "columns", 0, 2, *main))]


def body(site: Site, talk: Talk, content: list[Child]) -> list[Child]:
    """The content in all that stands around it."""
    own = theme(talk)
    around_all = replace(talk, writer=site.speaker("around"))
    middle = [*_way(site, talk), *content]
    inside = own.chance("way inside", 0.6)
    if not inside:
        middle = content
    page = _columns(site, talk, middle)
    if not inside:
        page = [*_way(site, talk), *page]
    out = [*_head(site), *page, *_foot(site)]
    return deep(around_all, "page", 0, 3, *out)
