"""What all pages of a site share: menus, columns, foot, what lies over the page."""

from __future__ import annotations

from collections.abc import Callable

from training.article_pages.beside import beside
from training.article_pages.calls import advert
from training.article_pages.legal import consent, imprint, rights
from training.article_pages.roles import as_role
from training.article_pages.site import Press
from training.article_pages.teasers import teasers
from training.comment_pages.comment import Talk
from training.page_kinds.documentation import tree
from training.page_kinds.scripts import at_end
from training.record_pages import boxes, menus, showcase
from training.record_pages.design import Design
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import Writer


def of_site(press: Press, where: str) -> Talk:
    """What builds a part that is the same on all pages of the site."""
    return Talk(press.site.design.at(where), press.site.speaker(where), "")


def _menu(press: Press) -> Node:
    talk = of_site(press, "menu")
    own = talk.design
    small = (menus.menu, menus.menu, menus.menu, menus.nested_menu)
    large: tuple[Callable[[Design, Writer], Node], ...] = (menus.nested_menu, menus.mega_menu)
    big = press.trade in ("news", "magazine", "shop", "firm") and own.chance("big", 0.4)
    return own.pick("form", large if big else small)(own, talk.writer)


def _flash(press: Press) -> Node:
    """Headlines that run across the page."""
    talk = of_site(press, "flash")
    own, writer = talk.design, talk.writer
    links = (plain("li", link(writer, writer.title())) for _ in range(own.number("size", 1, 6)))
    head = plain("span", press.said(talk, "breaking"))
    name = "breaking ticker flash newsticker marquee"
    return as_role("related", own.element("div", name, head, plain("ul", *links)), "flash")


def header(press: Press) -> list[Child]:
    """Name, menus, search, account."""
    talk = of_site(press, "header")
    own, writer = talk.design, talk.writer
    logo: Node = plain("a", press.brand, href="/")
    if own.chance("drawn", 0.5):
        logo = plain("a", plain("img", src="/logo.png", alt=press.brand), href="/")
    tag = own.pick("logo", ("div", "div", "div", "h1", "p"))
    parts: list[Child] = [own.element(tag, "logo brand site-title", logo)]
    if own.chance("claim", 0.2):
        parts.append(plain("p", writer.words(2, 7)))
    if own.chance("dated", 0.15):
        parts.append(plain("span", writer.date("{d}.{m}.{y}")))
    if own.chance("account", 0.4):
        names = (writer.label(key) for key in ("login", "register"))
        parts.append(own.element("div", "account user", *(link(writer, one) for one in names)))
    if own.chance("search", 0.5):
        parts.append(boxes.search_form(own, writer))
    parts.append(_menu(press))
    if own.chance("second", 0.25):
        parts.append(menus.menu(own.at("second"), writer))
    tag = "div" if own.old else own.pick("tag", ("header", "header", "div"))
    out: list[Child] = [as_role("navigation", own.element(tag, "header", *parts), "header")]
    if own.chance("skip", 0.25) and not own.old:
        out.insert(0, as_role("navigation", plain("a", writer.words(2, 4), href="#main"), "skip"))
    if own.chance("told", 0.08):
        name = "notice alert-bar announcement"
        told = as_role("navigation", own.element("div", name, writer.text(1, 2)), "notice")
        out.insert(0, told)
    if own.chance("flash", 0.15):
        out.append(_flash(press))
    if own.chance("sold", 0.2):
        out.append(advert(press, talk).node)
    return out


def footer(press: Press) -> list[Child]:
    """Columns of links, what the site is, whose it is."""
    talk = of_site(press, "footer")
    own, writer = talk.design, talk.writer
    inner: list[Child] = []
    if own.chance("columns", 0.55):
        inner.append(menus.footer_columns(own, writer))
    elif own.chance("links", 0.7):
        inner.append(menus.small_print(own, writer))
    if own.chance("told", 0.35):
        low, high = own.pick("size", ((1, 2), (2, 4), (3, 8)))
        inner.append(as_role("legal", plain("p", writer.text(low, high)), "about"))
    if own.chance("social", 0.4) and not own.old:
        inner.append(menus.social_links(own, writer))
    if own.chance("imprint", 0.25):
        inner.append(imprint(press, talk))
    if own.chance("letter", 0.15):
        inner.append(as_role("advert", boxes.newsletter(own, writer), "letter"))
    if own.chance("rights", 0.9) or not inner:
        inner.append(rights(press, talk))
    if own.old:
        return [as_role("navigation", plain("div", *inner), "footer")]
    tag = own.pick("tag", ("footer", "footer", "div"))
    return [as_role("navigation", own.element(tag, "footer", *inner), "footer")]


def _way(press: Press, talk: Talk) -> list[Child]:
    own = talk.design.at("way")
    if not own.chance("any", 0.4):
        return []
    made = menus.breadcrumb(own, talk.writer)
    if own.chance("title", 0.4):
        last = plain("li" if made.tag == "ol" else "span", talk.title)
        made.children.append(last)
    return [as_role("navigation", made, "breadcrumb")]


def _strip(press: Press, talk: Talk) -> list[Child]:
    """Other articles above this one, on few sites."""
    if not talk.design.at("strip").chance("any", 0.08):
        return []
    return [teasers(of_site(press, "strip"), "strip", 2, 6)]


def _old(press: Press, talk: Talk, content: list[Child]) -> list[Child]:
    own = talk.design.at("frame")
    sides = own.pick("sides", ("none", "left", "right", "both", "both"))
    cells = [plain("td", *_way(press, talk), *content, valign="top")]
    if sides in ("left", "both"):
        side = beside(press, of_site(press, "left"), "left", 1, 3)
        cells.insert(0, plain("td", *side, width="160", valign="top", bgcolor="#eeeeee"))
    if sides in ("right", "both"):
        side = beside(press, of_site(press, "right"), "right", 1, 4)
        cells.append(plain("td", *side, width="160", valign="top"))
    middle: list[Child] = [plain("table", plain("tr", *cells), width="100%", border="0")]
    if sides == "none" and own.chance("no table", 0.6):
        middle = list(cells[0].children)
    top = header(press)
    if own.chance("head table", 0.5):
        top = [plain("table", plain("tr", *(plain("td", part) for part in top)), width="100%")]
    out = [*top, *middle, plain("hr"), *footer(press)]
    if own.chance("framed", 0.4):
        out = [plain("table", plain("tr", plain("td", *out)), width="780", align="center")]
    return [plain("center", *out)] if own.chance("centred", 0.15) else out


def _new(press: Press, talk: Talk, content: list[Child]) -> list[Child]:
    own = talk.design.at("frame")
    tag = own.pick("main", ("div", "div", "main", "main", "section"))
    inner = [*_way(press, talk), *_strip(press, talk), *content]
    main = own.element(tag, "main content primary site-main", *inner)
    if own.chance("main id", 0.3):
        main.attributes["id"] = own.pick("id", ("main", "content", "primary", "contenido", "c1"))
    columns: list[Child] = [own.wrapped("column", 3, main) or main]
    sides = own.pick("sides", ("none", "none", "right", "right", "right", "left", "both"))
    for where in ("left", "right"):
        if sides in (where, "both"):
            boxed = beside(press, of_site(press, where), where, 1, 6)
            side = own.element(own.pick("side", ("aside", "aside", "div")), "sidebar", *boxed)
            columns.insert(0 if where == "left" else len(columns), side)
    if press.trade == "manual" and own.chance("tree", 0.6):
        columns.insert(0, as_role("navigation", tree(of_site(press, "tree")), "tree"))
    page = own.wrapped("page", 5, *columns) or own.element("div", "page wrapper site", *columns)
    out: list[Child] = [*header(press), page, *footer(press)]
    if own.chance("app", 0.7 if own.era == "app" else 0.1):
        root = own.wrapped("root", 3, *out)
        out = [plain("div", *([root] if root else out), id=own.pick("app id", ("root", "app")))]
    if own.heavy and own.chance("drawer", 0.3):
        drawer = showcase.drawer(own, press.site.speaker("drawer"))
        out.append(as_role("navigation", drawer, "drawer"))
    return out


def framed(press: Press, talk: Talk, content: list[Child], number: int) -> Node:
    """The page's body; what has no other role leads elsewhere."""
    own = talk.design.at("frame")
    inner = _old(press, talk, content) if own.old else _new(press, talk, content)
    if own.chance("consent", 0.12 if own.old else 0.4):
        asked = consent(press, of_site(press, "consent"))
        inner = [asked, *inner] if own.chance("asked first", 0.4) else [*inner, asked]
    body = plain("body", *inner, *at_end(press.site, number))
    if own.old and own.chance("coloured", 0.6):
        body.attributes["bgcolor"] = "#ffffff"
    elif own.chance("named", 0.5):
        body.attributes["class"] = " ".join(own.some("names", BODY.split(), own.number("n", 1, 4)))
    if not own.old and own.chance("amp", 0.04):
        _as_amp(body)
    return as_role("navigation", body, "page")


AMP = {"img": "amp-img", "iframe": "amp-iframe", "video": "amp-video", "aside": "amp-sidebar"}


def _as_amp(root: Node) -> None:
    """Give elements the names that pages for small screens have."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.attributes.get("src", "").startswith("https://ads."):
            node.tag = "amp-ad"
        node.tag = AMP.get(node.tag, node.tag)
        stack.extend(child for child in node.children if isinstance(child, Node))


BODY = (
    "single single-post page article-page post-template node-type-article theme no-js desktop"
    " lang-en wp-custom-logo layout-2 ltr news detail"
)
"""Names on the body."""
