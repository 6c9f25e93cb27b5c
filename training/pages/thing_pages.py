"""A page about one thing: what stands beside what, in which order; and what is true of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urljoin

from training.pages import offers
from training.pages.declared import add_microdata, declared, lie_of
from training.pages.discussions import new_comments, section
from training.pages.frame import framed
from training.pages.markup import Child, Node, Shown, marked, plain, written
from training.pages.parts import described, part
from training.pages.prose import text_block
from training.pages.site import TITLES, Site, address_of
from training.pages.things import Fact, Thing, new_thing
from training.pages.words import BARE, Page

Section = tuple[str, list[Child]]
"""The words above a part, and what is in it."""
SHORT = 4
"""Codes of no more signs than this may stand in a page by chance."""
CAREERS = ("player", "film", "university")
PLACES = ("restaurant", "hotel", "university", "company", "event", "house")
INCLUDING = ("hotel", "house", "car", "gadget", "restaurant", "course", "software")
REVIEWED = ("restaurant", "hotel", "film", "game", "book", "software", "course", "company", "album")
EXTRAS = {
    "sold": "offers asked files compared bar",
    "asked": "seller seller files people",
    "dated": "calendar_links calendar_links map people schedule roster seller",
    "told": "asked files roster people",
}
"""Further parts, by what is done with the thing."""
GOODS_TITLES = (*TITLES, "{t} | {k} | {s}", "{t} {c} - {s}", "{b}: {t}")
"""Titles of pages: names of the goods, the shop, the category, the brand, the code."""


def _crumbs(page: Page, thing: Thing) -> list[Child]:
    """The way to the page; on some sites the name or the brand is the last step of it."""
    own, writer = page.design.at("crumbs"), page.writer
    if not own.chance("any", 0.67):
        return []
    steps: list[Child] = [plain("a", page.say("home"), href="/")]
    for name in thing.crumbs:
        steps.append(marked("field", "breadcrumb", plain("a", name, href=writer.address())))
    if thing.brand and own.chance("brand", 0.12):
        steps.append(marked("field", "brand", plain("a", thing.brand, href=writer.address())))
    if own.chance("name", 0.57):
        steps.append(plain("span", thing.name))
    if own.chance("listed", 0.6) and not own.old:
        tag = own.pick("list", ("ol", "ul"))
        return [own.element(tag, "breadcrumb", *(plain("li", one) for one in steps))]
    joint = own.pick("joint", (" > ", " / ", " » ", " › ", " | ", " :: "))
    line = [one for step in steps for one in (step, joint)][:-1]
    return [own.element("div", "breadcrumb", *line)]


def description(page: Page) -> list[Child]:
    """What is said of a thing: nothing, a line, paragraphs, or a whole article."""
    own, writer = page.at("description"), page.writer
    design, draw = own.design, writer.draw
    forms = ("none", "line", "short", "short", "some", "some", "long", "points", "lines", "block")
    form = design.pick("form", forms)
    if form == "none" or draw.random() < 0.04:
        return []
    low, high = {"line": (1, 2), "short": (2, 5), "block": (4, 12)}.get(form, (1, 2))
    inner: list[Child] = [plain("p", writer.text(low, high))]
    if form == "lines":
        dash = design.pick("dash", ("", "- ", "• ", "* "))
        lines = (f"{dash}{writer.text(1, 2)}" for _ in range(draw.randint(3, 14)))
        inner = [plain("div", *(one for line in lines for one in (line, plain("br"))))]
    elif form == "points":
        inner.extend(described(own, "ul > li~3-9{$w3-9}"))
    elif form in ("some", "long"):
        low, high = (2, 5) if form == "some" else (6, 16)
        inner = text_block(own, draw.randint(low, high))
    if design.chance("whole", 0.7):
        return [marked("field", "description", design.element("div", "description", *inner))]
    return inner


def reviews_of(page: Page, thing: Thing) -> list[Child]:
    """What buyers and guests say, or that none did so far."""
    shop = page.at("reviews").as_kind("shop")
    if thing.rating is None or page.writer.draw.random() < 0.2:
        return [plain("p", page.say("review_none"))]
    top = part(page, "histogram") if shop.design.chance("histogram", 0.4) else []
    return [*top, *section(shop, new_comments(shop)[:8])]


def _sections(page: Page, thing: Thing, facts: Sequence[Fact]) -> list[Section]:
    """All further parts, in the site's order."""
    own, name, sold = page.design.at("parts"), thing.kind.name, thing.kind.sold
    groups: list[Section] = []
    told = description(page)
    if told:
        groups.append((page.say("description"), told))
    if facts:
        groups.append((page.say("specification"), offers.grouped(page.at("facts"), facts)))
    if name == "job":
        groups.append((page.say("wanted"), part(page, "duties")))
    for key, kinds, share in (
        ("career", CAREERS, 0.7), ("hours", PLACES, 0.5), ("map", PLACES, 0.5),
        ("included", INCLUDING, 0.5),
    ):  # fmt: skip
        if name in kinds and own.chance(key, share):
            groups.append((page.say(key), part(page, key)))
    if own.chance("reviews", 0.48 if sold or name in REVIEWED else 0.06):
        groups.append((page.say("reviews"), reviews_of(page, thing)))
    if sold and own.chance("delivery", 0.25):
        groups.append((page.say("delivery"), part(page, "delivery")))
    order = own.some("order", range(len(groups)), len(groups))
    return groups if own.chance("usual order", 0.6) else [groups[place] for place in order]


def arranged(page: Page, sections: Sequence[Section]) -> list[Child]:
    """The parts below headings, behind tabs, or to be unfolded."""
    own = page.design.at("sections")
    form = own.pick("parts as", ("headed", "headed", "headed", "tabs", "tabs", "folds"))
    if form == "folds" and not own.old:
        return [own.element("details", "fold", plain("summary", a), *b) for a, b in sections]
    if form == "tabs" and len(sections) > 1:
        names = (plain("li", plain("a", a, href=f"#t{n}")) for n, (a, _) in enumerate(sections))
        tabs = own.element("ul", "tab-list", *names)
        panels = (
            own.element("div", "panel", *inner, id=f"t{n}") for n, (_, inner) in enumerate(sections)
        )
        return [own.element("div", "tabs", tabs, *panels)]
    tag = own.pick("tag", ("h2", "h2", "h3", "h4", "b", "div"))
    boxed = own.chance("boxed", 0.7)
    out: list[Child] = []
    for title, inner in sections:
        head = own.element(tag, "heading", title)
        out.extend([own.element("section", "block", head, *inner)] if boxed else [head, *inner])
    return out


def _split(page: Page, thing: Thing) -> tuple[list[Fact], list[Fact]]:
    """The facts that stand beside the name, and those of the table below."""
    facts = list(thing.facts)
    forms = ("above", "below", "below", "split", "split", "both")
    form = page.design.pick("facts where", forms[1:] if thing.kind.sold else forms)
    if form == "above":
        return facts, []
    if form == "below":
        return [], facts
    cut = page.design.number("cut", 2, 5)
    return facts[:cut], facts if form == "both" else facts[cut:]


def _info(page: Page, thing: Thing, facts: Sequence[Fact], *, plainly: bool) -> list[Child]:
    """Name, price, stock, buttons and the first facts, in the site's order."""
    own = page.design.at("info")
    above, below = offers.brand_line(page, thing)
    parts: list[list[Child]] = [
        offers.code_line(page, thing),
        offers.rating_line(page, thing),
        offers.price_box(page, thing),
        offers.stock_line(page, thing, plainly=plainly),
        [plain("p", page.writer.text(1, 2))] if own.chance("short", 0.4) else [],
        offers.summary_line(page, thing),
        [offers.facts_as(page.at("first facts"), facts)] if facts else [],
        offers.options(page, thing),
        offers.buttons(page, thing),
        offers.further_prices(page, thing),
    ]
    order = own.some("order", range(len(parts)), len(parts))
    if own.chance("usual order", 0.65):
        order = sorted(order)
    boxed = own.chance("parts boxed", 0.3)
    out: list[Child] = [*above, offers.name_of(page, thing), *below]
    for place in order:
        if parts[place] and boxed:
            out.append(own.element("div", f"part{place}", *parts[place]))
        else:
            out.extend(parts[place])
    return out


def _extras(page: Page, thing: Thing) -> list[Child]:
    """The further parts that the site has."""
    own = page.at("extras")
    asked = thing.kind.calls in ("ask", "book", "apply")
    key, sizes = "sold" if thing.kind.sold else "asked" if asked else "told", (0, 0, 0, 1, 1, 2)
    if thing.kind.name in ("event", "course"):
        key, sizes = "dated", (1, 1, 2, 2, 3, 3)
    made = {"compared": offers.compared, "bar": offers.bar}
    out: list[Child] = []
    chosen = own.design.some("which", EXTRAS[key].split(), own.design.pick("size", sizes))
    for name in dict.fromkeys(chosen):
        out.extend(made[name](own, thing) if name in made else part(own, name))
    return out


def middle(page: Page, thing: Thing, pictures: offers.Gallery, *, plainly: bool) -> list[Child]:
    """All between the site's head and its foot; ``plainly`` has the stock said in words."""
    own, sold = page.design.at("layout"), thing.kind.sold
    first, later = _split(page, thing)
    info = _info(page, thing, first, plainly=plainly)
    pictured = own.chance("pictured", 1.0 if sold else 0.15 if thing.kind.name == "job" else 0.85)
    form = own.pick("form", ("columns", "columns", "columns", "picture first", "name first", "box"))
    top: list[Child] = info
    if pictured and own.old and own.chance("cells", 0.7):
        cells = (plain("td", pictures.node, valign="top"), plain("td", *info, valign="top"))
        top = [plain("table", plain("tr", *cells), width="100%", border="0")]
    elif pictured and form == "columns":
        top = [own.element("div", "row", pictures.node, own.element("div", "info", *info))]
    elif pictured and form == "name first":
        top = [info[0], pictures.node, *info[1:]]
    elif pictured and form == "box" and not sold:
        top = [info[0], own.element("aside", "infobox", pictures.node, *info[1:])]
    elif pictured:
        top = [pictures.node, *info]
    below, more = arranged(page, _sections(page, thing, later)), _extras(page, thing)
    names = ("others_goods", "others_goods", "others_goods", "others_links", "others_posts")
    count = own.pick("others", (0, 1, 1, 2, 2, 3) if sold else (0, 0, 1, 1, 2))
    lists = [
        child
        for place in range(count)
        for child in part(page.at(f"others {place}"), own.pick(f"list {place}", names))
    ]
    early = own.chance("extras first", 0.4)
    main: list[Child] = [*top, *more, *below] if early else [*top, *below, *more]
    if own.chance("one element", 0.52):
        tag = own.pick("tag", ("div", "article", "section", "main"))
        main = [own.element(tag, own.pick("role", ("detail", "product", "entry", "main")), *main)]
    way = _crumbs(page, thing)
    if sold and own.chance("other heading", 0.1):
        way.append(plain("h1", thing.crumbs[-1]))
    if lists and own.chance("beside", 0.18) and not own.old:
        side = own.element("aside", "sidebar", *lists)
        columns = own.element("div", "columns", own.element("div", "main", *main), side)
        return [*way, columns]
    if lists and own.chance("lists first", 0.1):
        return [*way, lists[0], *main, *lists[1:]]
    return [*way, *main, *lists]


@dataclass(frozen=True)
class ThingPage:
    """A page about a thing, before it is written, and what is known of it."""

    root: Node
    thing: Thing
    address: str
    pictures: tuple[str, ...]
    """All addresses of the main picture."""
    right: dict[str, str]
    """What is declared and is so."""
    code: str
    """The code that stands in the address."""


def thing_page(site: Site, page: Page, number: int) -> ThingPage:
    """A page about one of the site's things."""
    thing = new_thing(page, site.things)
    page = replace(page, title=thing.name)
    own, code = page.design.at("thing address"), ""
    if thing.kind.sold and own.chance("coded", 0.6) and not site.silent:
        code = thing.internal.lower() if own.chance("lower", 0.3) else thing.internal
        code = code.replace("/", "-").replace(" ", "-")
    kind = "coded" if code else "detail"
    address = address_of(site, kind, thing.name, number, code=code)
    pictures = offers.gallery(page, thing)
    lie = lie_of(page) if thing.kind.sold else ""
    found = declared(page, thing, address, pictures.addresses, lie)
    content = middle(page, thing, pictures, plainly=lie == "stock")
    if found.microdata:
        box = plain("div", *content)
        add_microdata(box, thing, found.values)
        content = [box]
    if thing.kind.sold and own.chance("shop bar", 0.6):
        content = [*part(site.page("bar", design=site.design.at("bar")), "shop_bar"), *content]
    titles: list[str] = list(TITLES)
    if thing.kind.sold:
        known = {"c": thing.sku, "b": thing.brand or "{s}", "k": thing.crumbs[-1]}
        titles = [
            form.replace("{c}", known["c"]).replace("{b}", known["b"]).replace("{k}", known["k"])
            for form in GOODS_TITLES
        ]
    root = framed(
        site, page, content, "detail", number=number, address=address, declared=found.head,
        titles=titles,
    )  # fmt: skip
    body = root.children[-1]
    if isinstance(body, Node):
        body.children.extend(found.end)
    return ThingPage(root, thing, address, pictures.addresses, found.right, code)


# Truth.


def _unique(values: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(value for value in values if value))


def _fields(made: ThingPage, texts: dict[str, list[str]], html: str) -> dict[str, list[str]]:
    """The values of the fields: as the page shows them, else as it rightly declares them."""
    thing, money, right = made.thing, made.thing.money, made.right
    known = texts.keys() | right.keys()
    unused = ("votes", "image", "isbn") if thing.kind.sold else ("votes", "image")
    out = {
        name: _unique(shown)
        for name, shown in texts.items()
        if not name.startswith("attribute ") and name not in unused
    }
    out["name"] = [thing.name]
    if thing.kind.sold:
        out["availability"] = [thing.availability]
        out["sku"] = _unique([thing.sku if "sku" in known else "", made.code])
        if not out["sku"] and len(thing.internal) > SHORT and f'"{thing.internal}"' in html:
            out["sku"] = [thing.internal]
        out["mpn"] = [thing.mpn] if "mpn" in known else []
        seen = {"gtin", "isbn"} & known or thing.gtin in out["sku"]
        out["gtin"] = [thing.gtin] if seen else []
        out["brand"] = [thing.brand] if thing.named_first or "brand" in known else []
    if thing.amount is not None and "price" in texts:
        out["price"] = [money.exact(thing.amount)]
        named = money.form != BARE or "currency" in right
        out["currency"] = [money.currency] if named else []
    if thing.before is not None and "old_price" in texts:
        out["old_price"] = [money.exact(thing.before)]
    if thing.rating is not None and "rating" in known:
        out["rating"] = [f"{thing.rating:.1f}"]
        drawn = not any(sign.isdecimal() for text in texts.get("rating", []) for sign in text)
        if drawn and "rating" not in right:
            out["rating"].append(str(round(thing.rating)))
    if "votes" in texts or "reviews" in right:
        out["reviews"] = [str(thing.votes if thing.rating is not None else 0)]
    if "image" in texts or "image" in right:
        forms = [form for one in made.pictures for form in (one, urljoin(made.address, one))]
        out["image"] = _unique(forms)
    return {name: values for name, values in out.items() if _unique(values)}


def truth_of(made: ThingPage, html: str, found: Sequence[Shown]) -> dict[str, Any]:
    """What is true of a page: fields and facts that it does not show have no truth."""
    texts: dict[str, list[str]] = {}
    for one in found:
        texts.setdefault(one.mark, []).append(one.text)
    attributes = {fact.label: fact.value for fact in made.thing.facts if fact.mark in texts}
    places = [{"field": one.mark, "xpath": one.xpath, "text": one.text} for one in found]
    fields = _fields(made, texts, html)
    return {
        "thing": made.thing.kind.name,
        "sold": made.thing.kind.sold,
        "fields": fields,
        "attributes": attributes,
        "places": places,
    }


def true_thing(site: Site, made: ThingPage) -> tuple[dict[str, Any], str]:
    """The page with its truth."""
    html, found = written(made.root, site.hand, "field")
    truth = {"url": made.address, "title": made.thing.name, **truth_of(made, html, found)}
    return truth, html
