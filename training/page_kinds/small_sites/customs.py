"""Things that small sites keep beside posts: events, courses, places, people; and their lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages.article import paragraph
from training.comment_pages.comment import Talk
from training.detail_pages import Kind, Thing, new_thing, offer, sections
from training.detail_pages.facts import facts_as
from training.detail_pages.marks import field, marked
from training.detail_pages.values import Fact, clock, day
from training.page_kinds.small_sites.archives import Titled, further, head, title_of
from training.page_kinds.small_sites.posts import discussion, neighbours
from training.page_kinds.small_sites.theme import deep, entry, headline, piece, theme
from training.record_pages import boxes
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Part = Callable[[Talk, Thing], list[Child]]


def _few(talk: Talk, thing: Thing) -> list[Fact]:
    """The few facts that the site tells."""
    count = theme(talk).at("few").pick("count", (1, 2, 2, 3, 3, 4, 5, 6, 8))
    return list(thing.facts[:count])


def _said(talk: Talk, facts: list[Fact]) -> list[Child]:
    """Facts without labels, a line each: a date, a place, a price."""
    own = theme(talk).at("said")
    tag = own.pick("tag", ("p", "div", "h3", "span", "h4"))
    out: list[Child] = []
    for fact in facts:
        node = field(fact.name or f"attribute {fact.label}", fact.value)
        out.append(plain(tag, node))
    return [piece(talk, "div", "facts", *out)]


def _fields(talk: Talk, facts: list[Fact]) -> Node:
    """Labels and values as systems nest them: a value in an item in items, many of them links."""
    own, writer = theme(talk).at("fields"), talk.writer
    made: list[Node] = []
    for fact in facts:
        linked = own.chance(f"{fact.label} linked", 0.4)
        shown: Child = link(writer, fact.value) if linked else fact.value
        node = marked(piece(talk, "div", "item", shown), fact.name or f"attribute {fact.label}")
        label = piece(talk, own.pick("label", ("div", "div", "h3", "span")), "label", fact.label)
        inner = [piece(talk, "div", "items", node)] if own.chance("items", 0.6) else [node]
        made.append(piece(talk, "div", "field", label, *inner))
    return piece(talk, "div", "facts", *made)


def _facts(talk: Talk, facts: list[Fact]) -> list[Child]:
    own = theme(talk).at("custom facts")
    if own.chance("unlabelled", 0.3):
        cut = own.number("cut", 1, 4)
        rest = [facts_as(talk, facts[cut:])] if facts[cut:] else []
        return [*_said(talk, facts[:cut]), *rest]
    node = _fields(talk, facts) if own.chance("fields", 0.35) else facts_as(talk, facts)
    if own.chance("headed", 0.35):
        title = plain(own.pick("tag", ("h2", "h3", "h4")), talk.writer.say(own, "specification"))
        return [piece(talk, "div", "facts", title, node)]
    return [node]


def _described(talk: Talk) -> Node:
    own, writer = theme(talk).at("described"), talk.writer
    low, high = own.pick("length", ((1, 2), (1, 5), (3, 8), (5, 14)))
    made = [
        paragraph(talk, own.pick("most", (2, 4, 6))) for _ in range(writer.draw.randint(low, high))
    ]
    return marked(piece(talk, "div", "text", *made), "description")


def _headed(talk: Talk, key: str, *inner: Child) -> list[Child]:
    tag = theme(talk).pick("part tag", ("h2", "h3", "h3", "h4", "strong"))
    return [plain(tag, talk.writer.say(theme(talk), key)), *inner]


def _people(talk: Talk, thing: Thing) -> list[Child]:
    """Who speaks or teaches: pictures, names, a line each."""
    own, writer = theme(talk).at("people"), talk.writer
    made: list[Node] = []
    for _ in range(writer.draw.randint(1, 6)):
        inner: list[Child] = [link(writer, writer.person())]
        if own.chance("pictured", 0.5):
            inner.insert(0, plain("img", src="/p.jpg", alt=""))
        if own.chance("told", 0.5):
            inner.append(plain("p", writer.text(1, 2)))
        made.append(piece(talk, "div", "person", *inner))
    return _headed(talk, "speakers", *made)


def _schedule(talk: Talk, thing: Thing) -> list[Child]:
    """What happens when."""
    writer = talk.writer
    tag = theme(talk).pick("schedule row", ("tr", "li", "p"))
    rows = [
        plain(
            tag,
            *(
                plain("td" if tag == "tr" else "span", text)
                for text in (clock(talk), f" {writer.words(1, 6)}")
            ),
        )
        for _ in range(writer.draw.randint(3, 12))
    ]
    return _headed(talk, "schedule", plain({"tr": "table", "li": "ul"}.get(tag, "div"), *rows))


def _results(talk: Talk, thing: Thing) -> list[Child]:
    """What a player or a team reached, in a table: many rows."""
    own, writer = theme(talk).at("results"), talk.writer
    names = list(writer.tongue.all("results_head"))
    width = min(own.number("width", 3, 6), len(names))
    rows = [plain("tr", *(plain("th", name) for name in names[:width]))]
    for _ in range(writer.draw.randint(3, 30)):
        cells: list[Child] = [day(talk), link(writer, writer.words(1, 3))]
        cells.extend(
            f"{writer.draw.randint(0, 9)}-{writer.draw.randint(0, 9)}" for _ in range(width - 2)
        )
        rows.append(plain("tr", *(plain("td", cell) for cell in cells)))
    return _headed(talk, "career", piece(talk, "table", "results", *rows))


def _roster(talk: Talk, thing: Thing) -> list[Child]:
    """Who or what belongs to it: names that are links, in a table or a list, with a figure each."""
    own, writer = theme(talk).at("roster"), talk.writer
    tag = own.pick("tag", ("tr", "tr", "li", "div"))
    rows: list[Child] = []
    for _ in range(writer.draw.randint(2, 24)):
        cells: list[Child] = [link(writer, writer.person())]
        if own.chance("figures", 0.6):
            cells.extend([" ", str(writer.draw.randint(1, 900))])
        if tag == "tr":
            cells = [plain("td", cell) for cell in cells if cell != " "]
        rows.append(plain(tag, *cells))
    outer = piece(talk, {"tr": "table", "li": "ul"}.get(tag, "div"), "results", *rows)
    return _headed(talk, "speakers", outer) if own.chance("headed", 0.6) else [outer]


def _mapped(talk: Talk, thing: Thing) -> list[Child]:
    return [
        part
        for title, inner in sections.place_on_map(talk)
        for part in (plain("h3", title), *inner)
    ]


def _calendar(talk: Talk, thing: Thing) -> list[Child]:
    writer = talk.writer
    names = theme(talk).some("calendar links", writer.tongue.all("calendar_add"), 2)
    return [plain("div", *(part for name in names for part in (link(writer, name), " ")))]


def _asked(talk: Talk, thing: Thing) -> list[Child]:
    return offer.buttons(talk, thing)


PARTS: dict[str, tuple[Part, ...]] = {
    "event": (_calendar, _calendar, _mapped, _people, _schedule, _asked, _roster, _results),
    "course": (_asked, _people, _schedule, _calendar),
    "player": (_results, _results, _results, _roster),
    "person": (_results, _asked, _roster),
    "": (_mapped, _mapped, _asked, _people, _roster),
}


def _similar(talk: Talk, kind: Kind) -> list[Child]:
    """A few others of its kind below."""
    own = theme(talk).at("similar things")
    if not own.chance("any", 0.2):
        return []
    made = (
        _card(talk, kind, own.pick("tag", ("div", "li", "div")))
        for _ in range(own.number("n", 2, 4))
    )
    nodes = list(made)
    outer = piece(talk, "ul" if nodes[0].tag == "li" else "div", "tiles", *nodes)
    title = plain(own.pick("head", ("h2", "h3")), talk.writer.say(own, "similar"))
    return [piece(talk, "div", "related", title, outer)]


def custom_page(talk: Talk, thing: Thing) -> list[Child]:
    """One of the things: few facts, a text of any length, maybe a map, a table, a button."""
    own, writer = theme(talk).at("custom"), talk.writer
    facts = _facts(talk, _few(talk, thing))
    text: list[Child] = (
        [_described(talk)]
        if writer.draw.random() < own.pick("told", (0.1, 0.5, 0.95, 0.95))
        else []
    )
    parts: list[Child] = []
    for part in dict.fromkeys(
        own.some("parts", PARTS.get(thing.kind.name, PARTS[""]), own.pick("n", (0, 1, 1, 1, 2, 3)))
    ):
        parts.extend(part(talk, thing))
    picture: list[Child] = []
    if own.chance("pictured", 0.5):
        picture = [marked(plain("img", src=thing.images[0], alt=thing.name), "image")]
        if not own.old and own.chance("figure", 0.4):
            picture = [plain("figure", *picture)]
    if (
        thing.amount is not None
        and own.chance("price apart", 0.5)
        and not any(fact.name == "price" for fact in _few(talk, thing))
    ):
        facts = [*facts, *offer.price(talk, thing)]
    order = own.pick("order", ("facts", "facts", "text", "beside", "end"))
    if order == "beside" and not own.old:
        main: list[Child] = [*picture, *text, *parts]
        body: list[Child] = [
            piece(talk, "div", "left-part", *main),
            piece(talk, own.pick("beside tag", ("div", "aside")), "right-part", *facts),
        ]
    elif order == "text":
        body = [*picture, *text, *facts, *parts]
    elif order == "end":
        body = [*picture, *text, *parts, *facts]
    else:
        body = [*facts, *picture, *text, *parts]
    body = deep(talk, "custom", 0, 3, *body)
    out = _framed(replace(talk, title=thing.name), body)
    if own.chance("way back", 0.3):
        out.insert(0, plain("p", link(writer, writer.say(own, "to_all"))))
    if own.chance("neighbours", 0.35):
        out.append(neighbours(talk))
    out.extend(_similar(talk, thing.kind))
    if own.chance("discussed", 0.25):
        out.extend(discussion(talk))
    return out


def _framed(talk: Talk, body: list[Child]) -> list[Child]:
    """As an entry with all that the theme gives entries, or with the title alone."""
    if theme(talk).chance("custom as entries", 0.5):
        return entry(talk, body, single=True, name=True)
    title = marked(headline(talk, talk.title, single=True), "name")
    tag = "div" if theme(talk).old else "article"
    return [piece(talk, tag, "post", title, piece(talk, "div", "body", *body))]


def _card(talk: Talk, kind: Kind, tag: str) -> Node:
    """A thing in a list: picture, name, a fact or two, a line, a way to it."""
    own, writer = theme(talk).at("card"), talk.writer
    thing = new_thing(talk, kind)
    inner: list[Child] = [headline(talk, thing.name, single=False)]
    if own.chance("pictured", 0.6):
        picture = link(writer, plain("img", src=thing.images[0], alt=""))
        inner.insert(0 if own.chance("picture first", 0.7) else 1, picture)
    for fact in thing.facts[: own.number("facts", 0, 3)]:
        label = f"{fact.label}: " if own.chance("labelled", 0.3) else ""
        inner.append(plain(own.pick("fact", ("div", "span", "p")), label, fact.value))
    if own.chance("told", 0.5):
        inner.append(plain("p", writer.text(1, own.pick("most", (1, 2, 4)))))
    if own.chance("more", 0.4):
        inner.append(link(writer, writer.say(own, "more")))
    return piece(talk, tag, "tile" if own.chance("as tiles", 0.5) else "post", *inner)


def _row(talk: Talk, kind: Kind) -> Node:
    writer = talk.writer
    thing = new_thing(talk, kind)
    cells: list[Child] = [link(writer, thing.name)]
    cells.extend(fact.value for fact in thing.facts[:4])
    return plain("tr", *(plain("td", cell) for cell in cells))


def _none(talk: Talk) -> list[Child]:
    """Nothing is planned: a line, ways to other months, maybe an empty calendar."""
    own, writer = theme(talk).at("none"), talk.writer
    out: list[Child] = [
        piece(talk, own.pick("tag", ("p", "div", "li")), "notice", writer.say(own, "no_events"))
    ]
    if isinstance(out[0], Node) and out[0].tag == "li":
        out = [plain("ul", *out)]
    if own.chance("calendar", 0.35):
        out.append(boxes.calendar(own.at("calendar"), writer))
    months = writer.tongue.all("months")
    ways: list[Child] = [link(writer, f"« {months[3]}"), " ", link(writer, f"{months[5]} »")]
    out.append(piece(talk, "nav" if not own.old else "div", "nav", *ways))
    if own.chance("export", 0.5):
        out.append(plain("div", link(writer, writer.any("calendar_add"))))
    return out


def customs_page(talk: Talk, kind: Kind) -> Titled:
    """All of the things, or those of a month or a department; of events maybe none."""
    own, writer = theme(talk).at("customs"), talk.writer
    key = "events" if kind.name == "event" else "archive"
    title = title_of(talk, key)
    out = head(replace(talk, title=title))
    count = writer.draw.choice((1, 2, 3, 4, 6, 6, 8, 9, 12, 15, 20))
    if kind.name == "event" and own.chance("form", 0.4):
        field_ = plain("input", type="text", name="bar")
        out.append(plain("form", field_, plain("button", writer.label("search"))))
    if kind.name == "event" and writer.draw.random() < 0.3:
        out.extend(_none(talk))
        if writer.draw.random() < 0.4:
            return title, out
        out.append(plain(own.pick("past tag", ("h2", "h3")), writer.tongue.all("events")[-1]))
        count = min(count, 5)
    form = own.pick("form of", ("cards", "cards", "cards", "items", "rows", "posts", "months"))
    if form == "rows":
        rows = (_row(talk, kind) for _ in range(count))
        out.append(piece(talk, "table", "results", *rows))
    elif form == "posts":
        for _ in range(count):
            thing = new_thing(talk, kind)
            lines: list[Child] = [plain("p", fact.value) for fact in thing.facts[:2]]
            lines.append(paragraph(talk, 4))
            out.extend(entry(replace(talk, title=thing.name), lines, single=False))
    else:
        tag = "li" if form == "items" else own.pick("tag", ("div", "article", "li"))
        tag = "div" if own.old and tag == "article" else tag
        made: list[Child] = []
        for place in range(count):
            if form == "months" and place % 3 == 0 and tag != "li":
                made.append(plain("h2", f"{writer.draw.choice(writer.tongue.all('months'))} 2024"))
            made.append(_card(talk, kind, tag))
        out.append(piece(talk, "ul" if tag == "li" else "div", "tiles", *made))
    return title, [*out, *further(talk, count)]
