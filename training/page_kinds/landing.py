"""Pages on which a firm sells a service: large lines, boxes of features, prices, praise, forms."""

from __future__ import annotations

from collections.abc import Callable

from training.comment_pages.comment import Talk
from training.detail_pages.values import phone
from training.page_kinds.story import paragraph
from training.record_pages import boxes, showcase
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain

Part = Callable[[Talk], list[Child]]


def _button(talk: Talk) -> Node:
    own = talk.design.at("button")
    text = talk.writer.say(own, "start_now")
    return own.element(own.pick("tag", ("a", "a", "button")), "button", text)


def _heading(talk: Talk, text: str) -> Node:
    return plain(talk.design.at("heads").pick("tag", ("h2", "h2", "h2", "h3")), text)


def _hero(talk: Talk) -> Node:
    own, writer = talk.design.at("hero"), talk.writer
    inner: list[Child] = [plain(own.pick("head", ("h1", "h1", "h1", "h2")), writer.words(2, 8))]
    inner.append(plain("p", writer.text(1, 2)))
    inner.extend(_button(talk) for _ in range(own.number("buttons", 0, 2)))
    if own.chance("pictured", 0.6):
        inner.append(plain("img", src=f"{writer.address()}.jpg", alt=""))
    if own.chance("form", 0.2):
        inner.append(boxes.newsletter(own, writer))
    return own.element("div" if own.old else own.pick("tag", ("section", "div")), "hero", *inner)


def features(talk: Talk) -> list[Child]:
    """Boxes with an icon, a name and a sentence each."""
    own, writer = talk.design.at("features"), talk.writer
    tiles: list[Node] = []
    for _ in range(writer.draw.choice((3, 3, 4, 6, 6, 8, 9, 12))):
        inner: list[Child] = [
            plain(own.pick("head", ("h3", "h3", "h4", "strong")), writer.words(1, 5))
        ]
        if own.chance("icon", 0.6):
            drawn = svg(own) if own.chance("drawn", 0.5) else plain("img", src="/icon.png", alt="")
            inner.insert(0, drawn)
        inner.append(plain("p", writer.text(1, own.pick("sentences", (1, 2, 4)))))
        if own.chance("linked", 0.4):
            inner.append(link(writer, writer.say(own, "start_now")))
        tiles.append(own.element("div", "tile", *inner))
    return [_heading(talk, writer.any("services")), own.element("div", "row", *tiles)]


def turns(talk: Talk) -> list[Child]:
    """A text beside a picture, the next time on its other side."""
    own, writer = talk.design.at("turns"), talk.writer
    out: list[Child] = []
    for place in range(writer.draw.randint(1, 4)):
        told: list[Child] = [_heading(talk, writer.words(2, 7))]
        told.extend(paragraph(talk, 4) for _ in range(own.number("paragraphs", 1, 3)))
        if own.chance("points", 0.4):
            items = (plain("li", writer.words(2, 8)) for _ in range(writer.draw.randint(3, 6)))
            told.append(plain("ul", *items))
        if own.chance("button", 0.5):
            told.append(_button(talk))
        halves = [plain("div", *told), plain("div", plain("img", src=f"{writer.address()}.jpg"))]
        if place % 2:
            halves.reverse()
        out.append(own.element("div", "turn", *halves))
    return out


def prose(talk: Talk) -> list[Child]:
    """Paragraphs on what the firm does."""
    own, writer = talk.design.at("prose"), talk.writer
    out: list[Child] = []
    for _ in range(writer.draw.randint(1, 4)):
        out.append(_heading(talk, writer.words(2, 8)))
        out.extend(paragraph(talk, 5) for _ in range(own.number("paragraphs", 1, 4)))
    return out


def plans(talk: Talk) -> list[Child]:
    """What it costs, in columns."""
    own, writer = talk.design.at("plans"), talk.writer
    made = []
    for _ in range(own.number("count", 2, 4)):
        points = plain(
            "ul", *(plain("li", writer.words(2, 5)) for _ in range(own.number("n", 4, 9)))
        )
        cost = plain("div", writer.price("${0:,.0f}"), plain("small", f" {writer.say(own, 'per')}"))
        head = plain("h3", writer.any("plans"))
        made.append(own.element("div", "plan", head, cost, points, _button(talk)))
    return [_heading(talk, writer.say(own, "plans")), own.element("div", "row", *made)]


def praise(talk: Talk) -> list[Child]:
    """What customers say, by name."""
    own, writer = talk.design.at("praise"), talk.writer
    made: list[Node] = []
    for _ in range(writer.draw.randint(1, 6)):
        said = plain(own.pick("said", ("p", "blockquote")), f"“{writer.text(1, 3)}”")
        who = plain("div", plain("strong", writer.person()), f", {writer.words(1, 3)}")
        made.append(own.element("div", "quote", said, who))
    return [_heading(talk, writer.say(own, "testimonials")), own.element("div", "slider", *made)]


def counted(talk: Talk) -> list[Child]:
    """Large figures: customers, years, countries."""
    own, writer = talk.design.at("counted"), talk.writer
    made = [
        own.element(
            "div",
            "figure",
            plain("strong", f"{writer.draw.randint(3, 9000)}+"),
            plain("span", writer.words(1, 3)),
        )
        for _ in range(own.number("n", 3, 5))
    ]
    return [own.element("div", "row", *made)]


def steps(talk: Talk) -> list[Child]:
    """How it works: one, two, three."""
    own, writer = talk.design.at("steps"), talk.writer
    made = [
        own.element(
            "div",
            "step",
            plain("span", str(place)),
            plain("h4", writer.words(1, 5)),
            plain("p", writer.text(1, 2)),
        )
        for place in range(1, own.number("n", 3, 5) + 1)
    ]
    return [_heading(talk, writer.any("services")), own.element("div", "row", *made)]


def enquiry(talk: Talk) -> list[Child]:
    """A form to be called back."""
    own, writer = talk.design.at("enquiry"), talk.writer
    names = own.some("fields", writer.tongue.all("street"), own.number("n", 2, 6))
    fields: list[Child] = [
        plain("p", plain("label", f"{name}:"), plain("input", type="text")) for name in names
    ]
    fields.append(plain("textarea", rows="5"))
    fields.append(plain("button", writer.say(own, "submit")))
    told = plain("p", writer.text(1, 2), " ", plain("b", phone(talk)))
    return [_heading(talk, writer.say(own, "contact_title")), told, plain("form", *fields)]


def clients(talk: Talk) -> list[Child]:
    """Signs of those who buy it."""
    return [showcase.logos(talk.design.at("clients"), talk.writer)]


def asked(talk: Talk) -> list[Child]:
    """Questions with answers to be unfolded."""
    return [showcase.questions(talk.design.at("asked"), talk.writer)]


def latest(talk: Talk) -> list[Child]:
    """Three stories from the firm's blog."""
    own, writer = talk.design.at("latest"), talk.writer
    made = [
        own.element(
            "div",
            "card",
            plain("img", src=f"{writer.address()}.jpg"),
            plain("h3", link(writer, writer.title())),
            plain("p", writer.text(1, 1)),
        )
        for _ in range(3)
    ]
    return [_heading(talk, writer.say(own, "recent_posts")), own.element("div", "row", *made)]


def team(talk: Talk) -> list[Child]:
    """Who works there: picture, name, what they do."""
    own, writer = talk.design.at("team"), talk.writer
    made = [
        own.element(
            "div",
            "member",
            plain("img", src=f"{writer.address()}.jpg"),
            plain("h4", writer.person()),
            plain("p", writer.words(1, 4)),
        )
        for _ in range(writer.draw.randint(2, 8))
    ]
    return [_heading(talk, writer.say(own, "about_title")), own.element("div", "row", *made)]


def call(talk: Talk) -> list[Child]:
    """A line and a button across the page."""
    own = talk.design.at("call")
    return [own.element("div", "call", plain("h2", talk.writer.words(3, 8)), _button(talk))]


PARTS: tuple[Part, ...] = (
    features,
    features,
    turns,
    turns,
    prose,
    prose,
    plans,
    praise,
    counted,
    steps,
    enquiry,
    clients,
    asked,
    latest,
    team,
    call,
)


def landing(talk: Talk) -> list[Child]:
    """A page that sells a service: parts of many kinds, one below the other."""
    own, draw = talk.design.at("landing"), talk.writer.draw
    parts = draw.sample(PARTS, draw.randint(2, own.number("parts", 3, 9)))
    out: list[Child] = [_hero(talk)]
    for place, part in enumerate(dict.fromkeys(parts)):
        inner = part(talk)
        if own.chance("boxed", 0.8):
            tag = "div" if own.old else own.pick("tag", ("section", "div"))
            inner = [own.element(tag, "section", *inner, id=f"part{place}")]
        out.extend(inner)
    return out
