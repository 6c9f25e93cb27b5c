"""A record's fields: what each shows and the markup it shows it in."""

from __future__ import annotations

from dataclasses import dataclass

from training.record_pages.design import Design
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import DATES, PRICES, Writer

Content = list[Child]


@dataclass(frozen=True)
class Field:
    """A field of a site's records: what kind, and how often a record has it."""

    name: str
    kind: str
    share: float = 1.0


def link(writer: Writer, *children: Child) -> Node:
    """A link to some page of the site."""
    return plain("a", *children, href=writer.address())


def _emphasised(design: Design, writer: Writer, text: str) -> Content:
    """The text with the word that was searched for marked, on sites that do so."""
    if not design.chance("query marked", 0.15) or not writer.language.space:
        return [text]
    words = text.split(" ")
    place = writer.draw.randrange(len(words))
    before, after = " ".join(words[:place]), " ".join(words[place + 1 :])
    tag = design.pick("query tag", ("b", "em", "strong", "mark", "span"))
    found: Content = [before + " "] if before else []
    return [*found, plain(tag, writer.query), *([" " + after] if after else [])]


def title(design: Design, writer: Writer) -> Content:
    """The title: a link, text, or a link around emphasis."""
    inner = _emphasised(design, writer, writer.title())
    if design.chance("title in emphasis", 0.25):
        inner = [plain(design.pick("title mark", ("b", "strong", "font", "span", "span")), *inner)]
    linked = design.chance("title linked", 0.85)
    if design.chance("some without link", 0.15) and writer.draw.random() < 0.15:
        linked = False
    return [link(writer, *inner)] if linked else inner


def image(design: Design, writer: Writer) -> Content:
    """A picture, linked or in elements of its own."""
    picture = plain("img", src=f"{writer.address()}.jpg", alt="")
    if design.chance("some without image", 0.2) and writer.draw.random() < 0.2:
        return [plain("b" if design.old else "div", "-", class_="none")]
    form = design.pick("image form", ("bare", "link", "link", "figure", "picture", "nested"))
    if design.old or form == "link":
        return [link(writer, picture)] if design.chance("image linked", 0.7) else [picture]
    if form == "figure":
        return [design.element("figure", "image", picture)]
    if form == "picture":
        return [plain("picture", plain("source", srcset=f"{writer.address()}.webp"), picture)]
    if form == "nested":
        return [
            link(writer, design.element("div", "image", design.element("div", "inner", picture)))
        ]
    return [picture]


def price(design: Design, writer: Writer) -> Content:
    """An amount, whole or with currency and cents in elements of their own."""
    text = writer.price(design.pick("price form", PRICES))
    if design.chance("some without price", 0.15) and writer.draw.random() < 0.15:
        return [plain("i", writer.label("available"))]
    form = design.pick("price markup", ("whole", "whole", "whole", "labelled", "split"))
    if form == "labelled":
        return [plain("b" if design.old else "span", f"{writer.label('price')}: "), text]
    if form == "split" and text[0] in "$£€¥":
        return [plain("span", text[0]), plain("span", text[1:-2]), plain("sup", text[-2:])]
    return [text]


def was(design: Design, writer: Writer) -> Content:
    """A price that is struck out."""
    text = writer.price(design.pick("price form", PRICES))
    return [plain(design.pick("was tag", ("s", "del", "strike", "span")), text)]


def rating(design: Design, writer: Writer) -> Content:
    """Stars as signs, pictures or elements, or a number; sometimes with a count."""
    stars = writer.draw.randint(1, 5)
    form = design.pick("rating form", ("signs", "pictures", "elements", "number", "of"))
    shown: Content = [f"{stars}.{writer.draw.randrange(10)}"]
    if form == "signs":
        shown = ["★" * stars + "☆" * (5 - stars)]
    elif form == "pictures" and design.old:
        shown = [plain("img", src="/star.gif", alt="*") for _ in range(stars)]
    elif form == "elements" and not design.old:
        shown = [design.element("i", f"star{int(place < stars)}") for place in range(5)]
    elif form == "of":
        shown = [f"{stars}/5"]
    if design.chance("rating counted", 0.5):
        shown.append(plain("span", f" ({writer.draw.randint(1, 4000)})"))
    return shown


def date(design: Design, writer: Writer) -> Content:
    """A day or a time, in ``<time>`` on some sites."""
    text = writer.date(design.pick("date form", DATES))
    if not design.old and design.chance("date in time", 0.4):
        return [plain("time", text, datetime=writer.date("{y}-{m:02}-{d:02}"))]
    return [text]


def author(design: Design, writer: Writer) -> Content:
    """A person, linked or not, with or without "by"."""
    name: Child = writer.person()
    if design.chance("author linked", 0.5):
        name = link(writer, name)
    by = f"{writer.label('by')} " if design.chance("author by", 0.4) else ""
    return [by, name] if by else [name]


def snippet(design: Design, writer: Writer) -> Content:
    """Text of one length on a site, more or less."""
    most = design.number("snippet sentences", 1, 4)
    out = _emphasised(design, writer, writer.text(1, most))
    if design.chance("snippet cut", 0.3):
        out.append(" ...")
    if design.chance("snippet more", 0.2):
        out.extend([" ", link(writer, writer.label("more"))])
    return out


def tags(design: Design, writer: Writer) -> Content:
    """A few links, as many as there are."""
    links = [link(writer, writer.words(1, 2)) for _ in range(writer.draw.randint(1, 6))]
    if design.chance("tags listed", 0.5):
        return [design.element("ul", "tags", *(plain("li", tag) for tag in links))]
    joint = design.pick("tags joint", (", ", " ", " | ", " · "))
    return [part for tag in links for part in (tag, joint)][:-1]


def points(design: Design, writer: Writer) -> Content:
    """A list inside the record, of another length in every record."""
    size = writer.draw.randint(1, design.number("most points", 3, 9))
    items = [plain("li", writer.words(2, 7)) for _ in range(size)]
    return [design.element(design.pick("points tag", ("ul", "ul", "ol")), "points", *items)]


def links(design: Design, writer: Writer) -> Content:
    """Links below a record: cached, similar, reply, share."""
    keys = design.some("links", ("details", "related", "comments", "share", "reply"), 3)
    joint = design.pick("links joint", (" - ", " | ", " ", " · "))
    shown = [link(writer, writer.label(key)) for key in keys]
    return [part for one in shown for part in (one, joint)][:-1]


def pairs(design: Design, writer: Writer) -> Content:
    """Labels with values: the same labels on every record."""
    tag = design.pick("pairs tag", ("div", "li", "span", "p"))
    out: list[Node] = []
    for place in range(design.number("pairs", 2, 4)):
        key = design.pick(f"pair {place}", ("category", "available", "delivery", "details", "date"))
        label_tag = design.pick("label tag", ("b", "span", "strong"))
        label = plain(label_tag, f"{writer.label(key)}: ")
        out.append(plain(tag, label, writer.words(1, design.number(f"words {place}", 1, 3))))
    return [design.element("ul", "pairs", *out)] if tag == "li" else list(out)


def button(design: Design, writer: Writer) -> Content:
    """The same words on every record."""
    text = writer.label(design.pick("button", ("buy", "more", "details")))
    icon = svg(design) if design.era == "app" else ""
    return [
        design.element(design.pick("button tag", ("a", "button", "span")), "button", icon, text)
    ]


def svg(design: Design) -> Node:
    """A little picture as modern sites draw it."""
    strokes = [plain("path", d="M4 6h16v2H4z") for _ in range(design.number("strokes", 1, 3))]
    return plain("svg", *strokes, viewBox="0 0 24 24")


def badge(design: Design, writer: Writer) -> Content:
    """ "New", "Sale" or the like."""
    return [writer.label(writer.draw.choice(("new", "sale", "available")))]


def site_address(design: Design, writer: Writer) -> Content:
    """An address written out, as search engines show it."""
    text = f"www.{writer.draw.randrange(36**5):x}.example{writer.address()}"
    size = f" - {writer.draw.randint(2, 99)}k" if design.chance("size shown", 0.4) else ""
    tag = design.pick("address tag", ("font", "i", "em", "cite", "span", "u"))
    return [plain(tag, text + size)]


def number(design: Design, writer: Writer) -> Content:
    """A figure, of one kind on a site and place."""
    value = writer.draw.random() * design.pick("magnitude", (1, 10, 100, 5000, 2_000_000))
    form = design.pick(
        "number form", ("{:.0f}", "{:.0f}", "{:,.0f}", "{:.2f}", "{:+.2f}%", "{:.1f}%")
    )
    return [form.format(value)]


def phone(design: Design, writer: Writer) -> Content:
    """A telephone number."""
    form = design.pick("phone form", ("+{} {} {}", "({}) {}-{}", "0{}/{}{}", "{} {} {}"))
    return [form.format(*(writer.draw.randint(20, 9999) for _ in range(3)))]


def place(design: Design, writer: Writer) -> Content:
    """A place, sometimes two names of it."""
    return [writer.words(1, 2) + (f", {writer.words(1, 1)}" if design.chance("two", 0.5) else "")]


def count(design: Design, writer: Writer) -> Content:
    """How many comments or the like."""
    name = writer.label(design.pick("counted", ("comments", "results", "share")))
    text = f"{writer.draw.randint(0, 500)} {name}"
    return [link(writer, text)] if design.chance("count linked", 0.4) else [text]


def replies(design: Design, writer: Writer) -> Content:
    """Answers to a post, lines of an order: a list of records inside the record."""
    out: list[Node] = []
    for _ in range(writer.draw.randint(0, design.number("most replies", 2, 6))):
        who = plain("b", writer.person())
        text = plain(design.pick("reply tag", ("p", "div", "span")), writer.text(1, 2))
        out.append(design.element("div", "reply", who, text))
    return [design.element("div", "replies", *out)] if out else []
