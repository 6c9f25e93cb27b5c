"""Further parts that some pages about a thing have: grouped facts, sellers, offers, questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from training.comment_pages.comment import Talk
from training.detail_pages.facts import facts_as
from training.detail_pages.marks import field, marked
from training.detail_pages.thing import Thing
from training.detail_pages.values import Fact, money, phone
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Part = Callable[[Talk, Thing], list[Child]]


def grouped(talk: Talk, facts: Sequence[Fact]) -> list[Child]:
    """Many facts in groups below headings, or all in one."""
    own = talk.design.at("grouped")
    if len(facts) < 10 or not own.chance("groups", 0.5):
        return [facts_as(talk, facts)]
    size = own.number("size", 4, 9)
    out: list[Child] = []
    for start in range(0, len(facts), size):
        title = "".join(own.some(f"title {start}", talk.writer.language.syllables, 3)).capitalize()
        out.append(plain(own.pick("head", ("h3", "h4", "div", "h3")), title))
        out.append(facts_as(talk, facts[start : start + size]))
    return out


def summary_line(talk: Talk, thing: Thing) -> list[Child]:
    """A few values in a line, without their labels."""
    own = talk.design.at("summary")
    known = [fact for fact in thing.facts if fact.name and len(fact.value) < 30]
    chosen = known[: own.number("size", 2, 4)]
    if not chosen:
        return []
    joint = own.pick("joint", (" | ", " · ", ", ", " • ", " - "))
    parts: list[Child] = []
    for fact in chosen:
        parts.extend([field(fact.name, fact.value), joint])
    return [own.element(own.pick("tag", ("p", "div", "span")), "meta", *parts[:-1])]


def tiles(talk: Talk, thing: Thing) -> list[Child]:
    """The chief figures, large, each with its label below or above."""
    own = talk.design.at("tiles")
    made: list[Node] = []
    for fact in thing.facts[: own.number("size", 3, 6)]:
        shown = marked(
            plain(own.pick("value", ("strong", "div", "span")), fact.value),
            fact.name or f"attribute {fact.label}",
        )
        pair: list[Child] = [shown, plain(own.pick("label", ("span", "small", "div")), fact.label)]
        if own.chance("label first", 0.4):
            pair.reverse()
        made.append(own.element("div", "tile", *pair))
    return [own.element("div", "tiles", *made)] if made else []


def blocks(talk: Talk, thing: Thing) -> list[Child]:
    """The facts dealt into a few blocks beside each other, each below a heading."""
    own = talk.design.at("blocks")
    if not thing.facts:
        return []
    heads = [talk.writer.say(own, "specification")]
    heads.extend(
        own.pick(f"head {key}", talk.writer.tongue.all(f"label.{key}"))
        for key in ("venue", "organizer")
    )
    size = max(1, -(-len(thing.facts) // len(heads)))
    made: list[Node] = []
    for place, title in enumerate(heads):
        dealt = thing.facts[place * size : (place + 1) * size]
        if dealt:
            head = plain(own.pick("tag", ("h2", "h2", "h3", "h4")), title)
            made.append(own.element("div", "block", head, facts_as(talk, dealt)))
    return [own.element("div", "blocks", *made)]


def calendar_links(talk: Talk, thing: Thing) -> list[Child]:
    """Ways to keep it in a calendar, and to those before and after."""
    own, writer = talk.design.at("calendar"), talk.writer
    names = ("Google Calendar", "iCalendar", "Outlook", "+ iCal")
    kept = [link(writer, name) for name in names[: own.number("n", 1, 4)]]
    words = writer.tongue.all("prevnext")
    ways = [link(writer, f"{sign} {writer.title()}") for sign in (words[0], words[1])]
    listed = plain("ul", *(plain("li", one) for one in kept))
    return [own.element("div", "calendar", listed), own.element("div", "ways", *ways)]


def seller(talk: Talk, thing: Thing) -> list[Child]:
    """Who sells it or tells more, with a form to ask."""
    own, writer = talk.design.at("seller"), talk.writer
    inner: list[Child] = [plain(own.pick("head", ("h3", "h4", "b")), writer.person())]
    if own.chance("pictured", 0.5):
        inner.insert(0, plain("img", src=f"{writer.address()}.jpg", alt=""))
    inner.append(plain("p", phone(talk)))
    if own.chance("told", 0.4):
        inner.append(plain("p", writer.text(1, 2)))
    if own.chance("form", 0.6):
        names = own.some("fields", writer.tongue.all("fields"), 3)
        fields: list[Child] = [plain("input", type="text", placeholder=name) for name in names]
        fields.append(plain("textarea", writer.text(1, 1), rows="4"))
        fields.append(plain("label", plain("input", type="checkbox"), writer.sentence()))
        fields.append(plain("button", writer.say(own, "ask")))
        inner.append(plain("form", *fields, method="post"))
    else:
        inner.append(link(writer, writer.say(own, "ask")))
    return [own.element("div" if own.old else "aside", "seller", *inner)]


def offers(talk: Talk, thing: Thing) -> list[Child]:
    """What others ask for the same thing, a row each."""
    own, writer = talk.design.at("offers"), talk.writer
    rows = [
        plain(
            "tr",
            plain("td", link(writer, writer.words(1, 2))),
            plain("td", money(talk)),
            plain("td", writer.words(1, 3)),
            plain("td", plain("a", writer.say(own, "buy"), href="/go")),
        )
        for _ in range(writer.draw.randint(2, 12))
    ]
    return [
        plain("h2", f"{own.pick('head', writer.tongue.all('label.price'))}"),
        own.element("table", "offers", *rows),
    ]


def questions(talk: Talk, thing: Thing) -> list[Child]:
    """What buyers asked, and answers."""
    own, writer = talk.design.at("questions"), talk.writer
    out: list[Child] = [plain("h2", writer.say(own, "faq"))]
    for _ in range(writer.draw.randint(1, 5)):
        asked = writer.sentence().rstrip(".。 ") + "?"
        out.append(own.element("div", "question", plain("b", asked), plain("p", writer.text(1, 2))))
    return out


def files(talk: Talk, thing: Thing) -> list[Child]:
    """Manuals and data sheets to fetch."""
    own, writer = talk.design.at("files"), talk.writer
    items = (
        plain(
            "li", link(writer, f"{writer.words(1, 3)}.pdf"), f" ({writer.draw.randint(20, 900)} KB)"
        )
        for _ in range(own.number("n", 1, 5))
    )
    return [plain("h3", writer.words(1, 2)), plain("ul", *items)]


def compared(talk: Talk, thing: Thing) -> list[Child]:
    """The thing beside others, a column each."""
    own, writer = talk.design.at("compared"), talk.writer
    width = own.number("width", 2, 4)
    names = (plain("th", link(writer, writer.words(1, 4))) for _ in range(width))
    rows = [plain("tr", plain("th", ""), plain("th", thing.name), *names)]
    for fact in thing.facts[:8]:
        others = (plain("td", writer.words(1, 2)) for _ in range(width))
        rows.append(plain("tr", plain("th", fact.label), plain("td", fact.value), *others))
    return [plain("h2", writer.say(own, "similar")), own.element("table", "compare", *rows)]


def bar(talk: Talk, thing: Thing) -> list[Child]:
    """Name and price once more, in a bar that stays in sight."""
    own = talk.design.at("bar")
    inner: list[Child] = [plain("span", thing.name)]
    if thing.amount is not None:
        inner.append(field("price", thing.money.show(thing.amount)))
    return [
        own.element("div", "bar", *inner, plain("button", talk.writer.say(own, thing.kind.calls)))
    ]


OFFERED: tuple[Part, ...] = (offers, questions, files, compared, bar)
TOLD: tuple[Part, ...] = (questions, files, tiles, blocks)
ASKED: tuple[Part, ...] = (seller, seller, tiles, files)
DATED: tuple[Part, ...] = (blocks, blocks, calendar_links, calendar_links, seller)


def extras(talk: Talk, thing: Thing) -> list[Child]:
    """The further parts that the site has."""
    own = talk.design.at("extras")
    asked = thing.kind.calls in ("ask", "book", "apply")
    options = OFFERED if thing.kind.sold else ASKED if asked else TOLD
    sizes = (0, 0, 0, 1, 1, 2)
    if thing.kind.name in ("event", "course"):
        options, sizes = DATED, (1, 1, 2, 2, 3, 3)
    chosen = own.some("which", options, own.pick("size", sizes))
    within = replace(talk, design=own)
    return [child for part in dict.fromkeys(chosen) for child in part(within, thing)]
