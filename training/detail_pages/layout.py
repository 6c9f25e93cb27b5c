"""The middle of a page about a thing: what stands beside what, in which order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages.comment import Talk
from training.detail_pages import offer, sections
from training.detail_pages.extras import extras, grouped, summary_line
from training.detail_pages.facts import facts_as
from training.detail_pages.marks import marked
from training.detail_pages.thing import Thing
from training.detail_pages.values import Fact
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Part = Callable[[Talk, Thing], list[Child]]


def crumbs(talk: Talk, thing: Thing) -> list[Child]:
    """The way to the page, with the thing's name at its end or without."""
    own, writer = talk.design.at("crumbs"), talk.writer
    if not own.chance("any", 0.65):
        return []
    names = [writer.say(own, "home"), *thing.crumbs]
    links: list[Child] = [plain("a", names[0], href="/")]
    links.extend(marked(link(writer, name), "breadcrumb") for name in names[1:])
    if own.chance("name", 0.6):
        links.append(plain("span", thing.name))
    if own.chance("listed", 0.6) and not own.old:
        tag = own.pick("list", ("ol", "ul"))
        listed = own.element(tag, "breadcrumb", *(plain("li", one) for one in links))
        return [plain("nav", listed) if own.chance("nav", 0.4) else listed]
    joint = own.pick("joint", (" > ", " / ", " » ", " › ", " | ", " :: "))
    joined = [part for one in links for part in (one, joint)][:-1]
    return [own.element("div", "breadcrumb", *joined)]


def _split(talk: Talk, thing: Thing) -> tuple[list[Fact], list[Fact]]:
    """The facts that stand beside the name, and those of the table below."""
    facts = list(thing.facts)
    form = talk.design.pick("facts where", ("above", "below", "below", "split", "split", "both"))
    if form == "above":
        return facts, []
    if form == "below":
        return [], facts
    cut = talk.design.number("cut", 2, 5)
    return facts[:cut], facts if form == "both" else facts[cut:]


def _info(talk: Talk, thing: Thing, facts: list[Fact]) -> list[Child]:
    """Name, price, buttons and the first facts, in the site's order."""
    own = talk.design.at("info")
    head = offer.heading(talk, thing)
    parts: list[list[Child]] = [
        offer.rating(talk, thing),
        offer.price(talk, thing),
        offer.stock(talk, thing),
        [plain("p", talk.writer.text(1, 2))] if own.chance("short", 0.4) else [],
        summary_line(talk, thing) if own.chance("summary", 0.2) else [],
        [facts_as(replace(talk, design=own.at("first facts")), facts)] if facts else [],
        offer.options(talk, thing),
        offer.buttons(talk, thing),
    ]
    order = own.some("order", range(len(parts)), len(parts))
    if own.chance("usual order", 0.6):
        order = sorted(order)
    boxed = own.chance("parts boxed", 0.3)
    out: list[Child] = list(head)
    for place in order:
        if parts[place] and boxed and not own.old:
            out.append(own.element("div", f"part{place}", *parts[place]))
        else:
            out.extend(parts[place])
    return out


CAREERS = ("player", "film", "university")
PLACES = ("restaurant", "hotel", "university", "company", "event", "house")
INCLUDING = ("hotel", "house", "car", "gadget", "restaurant", "course", "software")
REVIEWED = ("restaurant", "hotel", "film", "game", "book", "software", "course", "company", "album")


def _sections(talk: Talk, thing: Thing, facts: list[Fact]) -> list[sections.Section]:
    """All further parts, in the site's order."""
    own, name = talk.design.at("parts"), thing.kind.name
    groups: list[list[sections.Section]] = [sections.description(talk, thing)]
    if facts:
        title = talk.writer.say(own, "specification")
        groups.append([(title, grouped(replace(talk, design=own.at("facts")), facts))])
    if name == "job":
        groups.append(sections.duties(talk))
    if name in CAREERS and own.chance("career", 0.7):
        groups.append(sections.career(talk))
    if name in PLACES and own.chance("hours", 0.5):
        groups.append(sections.hours(talk))
    if name in PLACES and own.chance("map", 0.5):
        groups.append(sections.place_on_map(talk))
    if name in INCLUDING and own.chance("included", 0.5):
        groups.append(sections.included(talk))
    if own.chance("reviews", 0.45 if thing.kind.sold or name in REVIEWED else 0.06):
        groups.append(sections.reviews(talk, thing))
    if thing.kind.sold and own.chance("delivery", 0.25):
        groups.append(sections.delivery(talk))
    order = own.some("order", range(len(groups)), len(groups))
    if own.chance("usual order", 0.6):
        order = sorted(order)
    return [section for place in order for section in groups[place]]


def _top(talk: Talk, thing: Thing, facts: list[Fact]) -> list[Child]:
    """Pictures and name beside or above each other."""
    own = talk.design.at("top")
    pictured = own.chance("pictured", 0.85 if thing.kind.name != "job" else 0.15)
    info = _info(talk, thing, facts)
    if not pictured:
        return info
    picture = offer.gallery(talk, thing)
    if own.old and own.chance("cells", 0.7):
        cells = [plain("td", picture, valign="top"), plain("td", *info, valign="top")]
        if own.chance("turned", 0.25):
            cells.reverse()
        return [plain("table", plain("tr", *cells), width="100%", border="0")]
    form = own.pick("form", ("columns", "columns", "columns", "name first", "loose", "box"))
    if form == "columns":
        beside = own.element("div", "info", *info)
        return [own.element("div", "row", picture, beside)]
    if form == "name first":
        return [info[0], picture, *info[1:]]
    if form == "box":
        box = own.element("div" if own.old else "aside", "infobox", picture, *info[1:])
        return [info[0], box]
    return [picture, *info]


def middle(talk: Talk, thing: Thing) -> list[Child]:
    """All between the site's head and its foot."""
    own = talk.design.at("layout")
    first, later = _split(talk, thing)
    top = _top(talk, thing, first)
    below = sections.arranged(talk, _sections(talk, thing, later))
    counts = (0, 1, 1, 2, 2, 3) if thing.kind.sold else (0, 0, 1, 1, 2)
    lists = [
        sections.other_things(talk, thing, place) for place in range(own.pick("others", counts))
    ]
    more = extras(talk, thing)
    early = own.chance("extras first", 0.4)
    main: list[Child] = [*top, *more, *below] if early else [*top, *below, *more]
    if own.chance("one element", 0.5):
        tag = "div" if own.old else own.pick("tag", ("div", "article", "section", "main"))
        main = [own.element(tag, own.pick("role", ("detail", "product", "entry", "main")), *main)]
    way = crumbs(talk, thing)
    if lists and own.chance("beside", 0.2) and not own.old:
        side: Node = own.element("aside", "sidebar", *lists)
        return [*way, own.element("div", "columns", own.element("div", "main", *main), side)]
    if lists and own.chance("lists first", 0.08):
        return [*way, lists[0], *main, *lists[1:]]
    return [*way, *main, *lists]
