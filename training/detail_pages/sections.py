"""Further parts of a page about a thing: description, careers, hours, reviews, other things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from training.comment_pages import around
from training.comment_pages.article import text_block
from training.comment_pages.comment import Talk
from training.comment_pages.middle import drawn
from training.comment_pages.product import others, summary
from training.comment_pages.section import section as talked
from training.detail_pages.cards import row_of_cards
from training.detail_pages.marks import marked
from training.detail_pages.thing import Thing
from training.detail_pages.values import clock
from training.record_pages.design import Design
from training.record_pages.fields import link
from training.record_pages.markup import Child, Hand, Node, plain
from training.record_pages.regions import further_region
from training.record_pages.site import Site

Section = tuple[str, list[Child]]
"""The words above a part, and what is in it."""


def _title(talk: Talk, key: str) -> str:
    return talk.writer.say(talk.design, key)


TOLD = "none line short short some some long points lines block".split()
"""How much is said of a thing."""


def description(talk: Talk, thing: Thing) -> list[Section]:
    """What is said of it: nothing, a line, paragraphs, or a whole article."""
    own, writer = talk.design.at("description"), talk.writer
    form = own.pick(
        "form",
        ("none", "line", "short", "short", "some", "some", "long", "points", "lines", "block"),
    )
    if form == "none" or writer.draw.random() < 0.04:
        return []
    if form in ("line", "short"):
        low, high = (1, 2) if form == "line" else (2, 5)
        inner: list[Child] = [plain("p", writer.text(low, high))]
    elif form == "block":
        inner = [plain("p", writer.text(4, 12))]
    elif form == "lines":
        size = writer.draw.randint(3, 14)
        lines = [
            f"{own.pick('dash', ('', '- ', '• ', '* '))}{writer.text(1, 2)}" for _ in range(size)
        ]
        inner = [part for line in lines for part in (line, plain("br"))]
        inner = [plain("div", *inner)]
    elif form == "points":
        items = [plain("li", writer.words(3, 9)) for _ in range(writer.draw.randint(3, 9))]
        inner = [plain("p", writer.text(1, 2)), plain("ul", *items)]
    else:
        low, high = (2, 5) if form == "some" else (6, 16)
        inner = text_block(replace(talk, design=own), low, high)
    if own.chance("whole", 0.7):
        inner = [marked(own.element("div", "description", *inner), "description")]
    return [(_title(talk, "description"), inner)]


def duties(talk: Talk) -> list[Section]:
    """What a job takes and gives, each a list."""
    own, writer = talk.design.at("duties"), talk.writer
    out: list[Section] = []
    for key in ("tasks", "wanted", "offer"):
        if own.chance(key, 0.8):
            size = writer.draw.randint(3, 9)
            items = (plain("li", writer.text(1, 1)) for _ in range(size))
            out.append((_title(talk, key), [plain("ul", *items)]))
    return out


def career(talk: Talk) -> list[Section]:
    """Figures of many years, in one table or several."""
    own, writer = talk.design.at("career"), talk.writer
    out: list[Section] = []
    for place in range(own.number("tables", 1, 3)):
        width = own.number(f"width {place}", 4, 14)
        names = own.some(f"names {place}", writer.language.syllables, width)
        head = plain(
            "tr",
            plain("th", own.pick("first", writer.tongue.all("label.season"))),
            *(plain("th", name.upper()) for name in names),
        )
        rows = [head]
        start = writer.draw.randint(1988, 2018)
        for year in range(start, start + writer.draw.randint(2, 18)):
            figures = (
                plain("td", str(writer.draw.choice((0, 1, 3, 12, 48, 230, 0.31))))
                for _ in range(width - 1)
            )
            team = plain("td", link(writer, writer.words(1, 2)))
            rows.append(plain("tr", plain("td", str(year)), team, *figures))
        table = own.element("table", "stats", *rows)
        out.append((_title(talk, "career") if place == 0 else writer.words(1, 2), [table]))
    return out


def hours(talk: Talk) -> list[Section]:
    """When it is open."""
    own, writer = talk.design.at("hours"), talk.writer
    rows: list[Node] = []
    tag = own.pick("row", ("tr", "li", "p", "div"))
    for name in writer.tongue.all("days"):
        closed = writer.draw.random() < 0.15
        text = writer.say(own, "closed_day") if closed else f"{clock(talk)} - {clock(talk)}"
        cells = ("td", "td") if tag == "tr" else ("span", "span")
        rows.append(plain(tag, plain(cells[0], name), " ", plain(cells[1], text)))
    outer = {"tr": "table", "li": "ul"}.get(tag, "div")
    return [(_title(talk, "hours"), [own.element(outer, "hours", *rows)])]


def place_on_map(talk: Talk) -> list[Section]:
    """A map, and the way there."""
    own, writer = talk.design.at("map"), talk.writer
    shown: Node = plain("iframe", src="https://maps.example/embed", width="600", height="400")
    if own.old or own.chance("picture", 0.5):
        shown = plain("div", plain("img", src="/map.png", alt=""), id="map")
    text = plain("p", writer.text(1, 2)) if own.chance("told", 0.4) else ""
    return [(_title(talk, "map"), [shown, link(writer, writer.say(own, "map")), text])]


def included(talk: Talk) -> list[Section]:
    """What belongs to it."""
    own, writer = talk.design.at("included"), talk.writer
    items = [plain("li", writer.words(1, 4)) for _ in range(writer.draw.randint(3, 24))]
    return [(_title(talk, "included"), [own.element("ul", "amenities", *items)])]


def reviews(talk: Talk, thing: Thing) -> list[Section]:
    """What buyers and guests say, or that none did so far."""
    own, writer = talk.design.at("reviews"), talk.writer
    shop = replace(talk, design=replace(talk.design, kind="shop"))
    if writer.draw.random() < 0.3:
        none = plain("p", writer.say(own, "review_none"))
        return [(_title(talk, "reviews"), [none])]
    comments = drawn(shop, 0)
    return [(_title(talk, "reviews"), [*summary(shop, len(comments)), *talked(shop, comments)])]


def delivery(talk: Talk) -> list[Section]:
    """How it comes."""
    text = [plain("p", talk.writer.text(1, 3)) for _ in range(2)]
    return [(_title(talk, "delivery"), list(text))]


def other_things(talk: Talk, thing: Thing, place: int) -> Child:
    """Goods, jobs, places besides: a few or many."""
    own, writer = talk.design.at(f"others {place}"), talk.writer
    form = own.pick("form", ("cards", "cards", "cards", "goods", "region", "posts", "links"))
    title = writer.say(own, "similar")
    if form == "posts":
        return around.related(talk)
    if form == "links":
        items = [plain("li", link(writer, writer.title())) for _ in range(own.number("n", 4, 14))]
        return own.element("div", "widget", plain("h3", title), plain("ul", *items))
    if form == "cards":
        head = plain(own.pick("head", ("h2", "h3", "h3", "div")), title)
        tag = "div" if own.old else own.pick("tag", ("section", "div"))
        return own.element(
            tag, "related", head, row_of_cards(replace(talk, design=own), thing.kind)
        )
    if form == "goods":
        return others(replace(talk, design=own))
    site = Site(own.seed, Design(own.seed, own.era, own.naming, own.path), Hand())
    region = further_region(site, writer, place)
    return own.element(
        "section" if not own.old else "div",
        "section",
        plain(own.pick("head", ("h2", "h3", "div")), title),
        *region.content,
    )


def _headed(talk: Talk, sections: Sequence[Section]) -> list[Child]:
    own = talk.design.at("sections")
    tag = own.pick("tag", ("h2", "h2", "h3", "h4", "b", "div"))
    out: list[Child] = []
    for title, inner in sections:
        head = own.element(tag, "heading", title)
        if own.chance("boxed", 0.7):
            out.append(own.element("div" if own.old else "section", "block", head, *inner))
        else:
            out.extend([head, *inner])
    return out


def _tabbed(talk: Talk, sections: Sequence[Section]) -> list[Child]:
    own = talk.design.at("tabs")
    names = [
        plain("li", plain("a", title, href=f"#tab{place}"))
        for place, (title, _) in enumerate(sections)
    ]
    panels = [
        own.element("div", "panel", *inner, id=f"tab{place}")
        for place, (_, inner) in enumerate(sections)
    ]
    return [own.element("div", "tabs", own.element("ul", "tab-list", *names), *panels)]


def _folded(talk: Talk, sections: Sequence[Section]) -> list[Child]:
    own = talk.design.at("folds")
    return [
        own.element("details", "fold", plain("summary", title), *inner) for title, inner in sections
    ]


def arranged(talk: Talk, sections: Sequence[Section]) -> list[Child]:
    """The parts below headings, behind tabs, or to be unfolded."""
    form = talk.design.pick("parts as", ("headed", "headed", "headed", "tabs", "tabs", "folds"))
    if form == "tabs" and len(sections) > 1:
        return _tabbed(talk, sections)
    if form == "folds" and not talk.design.old:
        return _folded(talk, sections)
    return _headed(talk, sections)
