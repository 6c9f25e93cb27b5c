"""What all pages of a site share: head, menus, columns, foot, what lies over the page."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from training.pages.markup import Child, Node, as_role, nodes_of, plain, text_of, widen
from training.pages.parts import MAKERS, described, part
from training.pages.site import (
    BODY_CLASSES,
    NO_CLASSES,
    TITLES,
    Site,
    declarations,
    head_of,
    scripts_at_end,
)
from training.pages.words import Page

HEAD = "search_form language_list login_form choices follow reach banners cart_link top_links"
SIDE = (
    "facets filters categories categories recent_posts recent_posts latest tag_cloud calendar"
    " login_form newsletter banner related_searches text_box social_links language_list headlines"
    " advert like_box banners follow offers_box reach archives most_read poll letter related"
)
SIDES = {
    "blog": "recent_comments recent_comments recent_posts archives blogroll about_box related"
    " meta_box tag_cloud categories recent_comments archives search_form",
    "news": "related recent_posts most_read most_read teasers recent_comments advert letter",
    "magazine": "related recent_posts most_read teasers about_box advert letter poll",
    "shop": "categories price_filter offers_box facets filters",
    "society": "events_box events_box calendar recent_posts text_box",
    "forum": "login_form recent_posts blogroll",
}
"""Boxes that sites of a trade have more often than others."""
OLD_SIDE = (
    "menu categories categories latest login_form search_form banner long_choice calendar prose"
    " recent_posts archives"
)
FOOT = (
    "footer_columns footer_columns small_print social_links language_list newsletter lines reach"
    " headlines icons follow letter imprint site_told banners menu"
)
OLD_FOOT = "small_print small_print menu site_map banner search_form lines site_told"
ABOVE = (
    "breadcrumb filters toolbar prose letters search_form pager banner promises chips"
    " category_tiles"
)
BELOW = (
    "pager pager related_searches prose letters newsletter toolbar promises logos category_tiles"
)
SHOWCASES = (
    "slides category_tiles category_tiles logos chips questions promises prose related_searches"
)
"""What shops and portals put between their lists."""
DIALOGS = "purposes countries sign_in drawer empty_basket"
"""What is in the page though not seen until it is asked for."""
HEADINGS = ("h1", "h2", "h3", "h4", "b", "strong", "font", "div")


def some_parts(page: Page, key: str, names: str, low: int, high: int) -> list[Child]:
    """Some of the parts, the same on all pages of a site."""
    own = page.at(key)
    chosen = own.design.some("parts", names.split(), own.design.number("size", low, high))
    return [child for name in dict.fromkeys(chosen) for child in part(own, name)]


def _of_site(site: Site, key: str) -> Page:
    """What builds a part that is the same on all pages of the site."""
    return site.page(key, design=site.design.at(key))


def _beside(site: Site, where: str, low: int, high: int) -> list[Child]:
    """The boxes of a column."""
    names = OLD_SIDE if site.design.old else SIDE
    own = f" {SIDES.get(site.trade, '')}"
    return some_parts(_of_site(site, where), "boxes", names + own * 3, low, high)


def _menu(site: Site) -> list[Child]:
    page = _of_site(site, "menu")
    own = page.design
    small = ["menu", "menu", "menu", "nested_menu"]
    large = ["nested_menu", "mega_menu", "mega_menu"]
    if own.heavy and own.chance("very large", 0.5):
        large = ["mega_menu", "picture_menu", "drawer"]
    sells = site.trade in ("shop", "portal", "news", "magazine", "directory", "firm", "list")
    big = sells and own.chance("large", 0.45)
    return part(page, own.pick("form", large if big else small))


def _header(site: Site) -> list[Child]:
    """Name, menus, search, account, in the site's order."""
    page = _of_site(site, "header")
    own, brand = page.design, page.writer.brand
    logo = plain("a", brand, href="/")
    if own.chance("logo drawn", 0.5):
        logo = plain("a", plain("img", src="/logo.png", alt=brand), href="/")
    tag = own.pick("logo", ("div", "div", "div", "div", "h1", "p", "span"))
    parts: list[Child] = [own.element(tag, "logo brand site-title", logo)]
    if own.chance("claim", 0.25):
        parts.extend(described(page, "p|div|h2.tagline{$w2-8}"))
    parts.extend(some_parts(page, "small", HEAD, 0, 3))
    menu = _menu(site)
    inside = own.chance("menu inside", 0.7)
    parts.extend(menu if inside else [])
    if own.chance("second menu", 0.25):
        parts.extend(part(page.at("second"), "menu"))
    out: list[Child] = [own.element(own.pick("tag", ("header", "header", "div")), "header", *parts)]
    out.extend([] if inside else menu)
    if own.chance("skip", 0.25) and not own.old:
        out.insert(0, plain("a", page.writer.words(2, 4), href="#main"))
    if own.chance("notice", 0.1):
        out[:0] = part(page, "notice")
    if own.heavy and own.chance("menu twice", 0.6):
        out.extend(part(page, "drawer"))
    for name, share in (("flash", 0.1), ("advert", 0.12)):
        if own.chance(name, share):
            out.extend(part(page, name))
    return out


def _footer(site: Site) -> list[Child]:
    page = _of_site(site, "footer")
    own = page.design
    inner = some_parts(page, "parts", OLD_FOOT if own.old else FOOT, 1, 2 if own.old else 5)
    if own.chance("boxes", 0.15) and not own.old:
        inner.extend(_beside(site, "foot boxes", 1, 3))
    if own.chance("rights", 0.85):
        inner.extend(part(page, "rights"))
    return [own.element(own.pick("tag", ("footer", "footer", "div")), "footer", *inner)]


def _hidden(site: Site) -> list[Child]:
    """Notes on cookies and dialogs."""
    page = _of_site(site, "hidden")
    own = page.design
    out: list[Child] = []
    if own.chance("consent", 0.12 if own.old else 0.35):
        out.extend(part(page, "consent"))
    if own.heavy:
        out.extend(some_parts(page, "dialogs", DIALOGS, 0, 4))
    return out


def _old_body(site: Site, page: Page, content: list[Child]) -> list[Child]:
    """A page laid out in tables."""
    own = page.design.at("frame")
    sides = own.pick("sides", ("none", "none", "left", "left", "right", "both"))
    cells = [plain("td", *content, width="70%", valign="top")]
    if sides in ("left", "both"):
        side = [*part(_of_site(site, "left menu"), "menu"), *_beside(site, "left", 0, 4)]
        cells.insert(0, plain("td", *side, width="160", valign="top", bgcolor="#eeeeee"))
    if sides in ("right", "both"):
        cells.append(plain("td", *_beside(site, "right", 1, 4), width="140", valign="top"))
    middle: list[Child] = [plain("table", plain("tr", *cells), width="100%", cellpadding="4")]
    if sides == "none" and own.chance("no table", 0.6):
        middle = content
    top = _header(site)
    if own.chance("head table", 0.6):
        top = [plain("table", plain("tr", *(plain("td", one) for one in top)), width="100%")]
    out = [*top, *middle, plain("hr"), *_footer(site)]
    if own.chance("framed", 0.35):
        out = [plain("table", plain("tr", plain("td", *out)), width="780", align="center")]
    return [plain("center", *out)] if own.chance("centred", 0.2) else out


SHARES = {"article": 0.6, "list": 0.55, "thread": 0.25, "detail": 0.3, "other": 0.2}
"""The share of sites with a column beside the content, by the kind of page."""


def _new_body(site: Site, page: Page, content: list[Child], kind: str) -> list[Child]:
    """A page laid out in blocks."""
    own = page.design.at("frame")
    tag = own.pick("main tag", ("div", "div", "main", "section"))
    main = own.element(tag, "main", *own.wrapped("content", 3, *content))
    if own.chance("main id", 0.3):
        main.attributes["id"] = own.pick("id", ("main", "content", "primary", "contenido", "c1"))
    columns: list[Child] = own.wrapped("column", 2, main)
    if own.chance("side", SHARES[kind]):
        sides = own.pick("sides", ("right", "right", "right", "left", "both"))
        for where in ("left", "right"):
            if sides in (where, "both"):
                boxes = _beside(site, where, 1, 5)
                side = own.element(own.pick("side tag", ("div", "aside", "div")), "sidebar", *boxes)
                columns.insert(0 if where == "left" else len(columns), side)
    if site.trade == "manual" and own.chance("tree", 0.6):
        columns[:0] = part(_of_site(site, "tree"), "manual_tree")
    rows = own.wrapped("page", 5, *columns, low=1)
    above, below = _header(site), _footer(site)
    if own.chance("unlisted", 0.25):
        for node in nodes_of([*above, *below]):
            node.tag = "div" if node.tag in ("ul", "ol", "li") else node.tag
    out = [*above, *rows, *below]
    if own.era == "app":
        root = own.wrapped("root", 3, *out)
        return [plain("div", *root, id=own.pick("app id", ("root", "app")))]
    return out


AMP = {"img": "amp-img", "iframe": "amp-iframe", "video": "amp-video", "aside": "amp-sidebar"}


def _finished(site: Site, content: list[Child], kind: str) -> list[Child]:
    """The middle of a page with its heading as the site has headings."""
    own = site.design.at("finish")
    found = list(nodes_of(content))
    if own.chance("promoted", 0.45 if own.old else 0.8) and all(one.tag != "h1" for one in found):
        named = [one for one in found if one.marks.get("field") == "name"]
        titled = [one for one in found if one.marks.get("role") == "headline"]
        first = [one for tag in ("h2", "h3", "b") for one in found if one.tag == tag]
        if kind == "list" and not titled:
            first = [one for one in content[:2] if isinstance(one, Node) and one in first]
        known = [one for one in (*named, *titled, *first) if one.tag in HEADINGS and text_of([one])]
        if known:
            known[0].tag = "h1"
    if own.chance("raised", 0.4) and all(one.tag != "h2" for one in found):
        for one in found:
            one.tag = "h2" if one.tag in ("h3", "h4") else one.tag
    top = content[0] if content else ""
    if isinstance(top, Node) and top.tag in ("h1", "h2") and own.chance("head boxed", 0.5):
        tag = own.pick("head tag", ("div", "div", "header", "section"))
        return [own.element(tag, "heading", top), *content[1:]]
    return content


def _renamed(site: Site, root: Node) -> None:
    """Give elements the tags that the site prefers, or that pages for small screens have."""
    own = site.design.at("tags")
    names: dict[str, str] = {}
    if not own.old and own.chance("strong", 0.75):
        names["b"] = "strong"
    if own.chance("no sections", 0.35):
        names["section"] = "div"
    if own.chance("higher", 0.3):
        names.update({"h5": "h3", "h4": "h3"})
    if not own.old and own.chance("amp", 0.03):
        names.update(AMP)
    for node in nodes_of([root]):
        node.tag = names.get(node.tag, node.tag)


def _body_class(site: Site, kind: str, number: int) -> str:
    """The names on the body: on some sites they tell the kind."""
    own = site.design.at("body")
    form = own.pick("class", ("none", "none", "neutral", "neutral", "telling"))
    if form == "none":
        return ""
    names = own.some("neutral", NO_CLASSES, own.number("count", 1, 3))
    if form == "telling" and not site.silent:
        names.extend(own.some(kind, BODY_CLASSES[kind].split(), 2))
    if own.chance("number", 0.3):
        names.append(f"id-{Random(f'{site.name} body {number}').randint(1, 9999)}")
    return " ".join(names)


def heading_of(content: Sequence[Child]) -> str:
    """The text of the first heading of the highest rank; empty if there is none."""
    found = [one for one in nodes_of(content) if one.tag in ("h1", "h2", "h3", "b")]
    texts = (text_of([one]) for one in sorted(found, key=lambda one: one.tag.replace("b", "z")))
    return next((text for text in texts if text), "")


def framed(
    site: Site,
    page: Page,
    content: list[Child],
    kind: str,
    *,
    number: int = 0,
    address: str = "",
    declared: Sequence[Node] = (),
    summary: str = "",
    titles: Sequence[str] = TITLES,
) -> Node:
    """The page: its content in all that the site's pages share; what has no other role leads
    elsewhere."""
    own = site.design.at("frame")
    content = _finished(site, content, kind)
    if kind == "other" and page.writer.draw.random() < 0.1:
        inner = content
    else:
        if kind not in ("detail", "thread") and own.chance("way", 0.35):
            content = [*part(page, "breadcrumb"), *content]
        if kind == "article" and own.chance("strip", 0.06):
            content = [*part(_of_site(site, "strip"), "strip"), *content]
        body = _old_body(site, page, content) if own.old else _new_body(site, page, content, kind)
        hidden = _hidden(site)
        inner = [*hidden, *body] if own.chance("hidden first", 0.35) else [*body, *hidden]
    node = plain("body", *inner, *scripts_at_end(site, number))
    names = _body_class(site, kind, number)
    if names:
        node.attributes["class"] = names
    if own.old and own.chance("coloured", 0.6):
        node.attributes["bgcolor"] = "#ffffff"
    more = [*declarations(site, page, kind, address, summary), *declared]
    head = head_of(site, page, more, titles)
    root = plain("html", head, as_role("navigation", node, "page"), lang=site.language.code)
    _renamed(site, root)
    widen(root)
    return root


def posted(page: Page) -> list[Child]:
    """By whom and when something was published."""
    design, writer = page.design, page.writer
    named = design.chance("named", 0.7)
    phrases = [one for one in writer.tongue.all("posted") if ("{a}" in one) == named]
    name: Child = writer.person()
    if design.chance("linked", 0.5):
        name = plain("a", name, href=writer.address())
    moment: Child = page.date()
    if design.chance("time", 0.4):
        moment = design.element("time", "", moment)
    phrase = design.pick(f"phrase {named}", phrases or ["{d}"])
    tag = design.pick("tag", ("p", "div", "span", "small", "div"))
    return [design.element(tag, "meta", *writer.mixed(phrase, {"a": [name], "d": [moment]}))]


MAKERS["posted"] = posted
