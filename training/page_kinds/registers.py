"""Registers of documents: decisions, minutes, notices, theses, each with a number and a long text.

Their records read like sections of an article, in markup that names nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from training.comment_pages.comment import Talk
from training.record_pages import fields
from training.record_pages.design import Design
from training.record_pages.markup import Child, Node, plain
from training.record_pages.words import Writer

Parts = list[list[Child]]


def _entry(own: Design, writer: Writer) -> Parts:
    """The parts of one document, in the order of its site."""
    series = own.pick("series", ("No. {}", "{}", "24-{}", "A.{}/23", "#{}", "{} CV 11", "DOC-{}"))
    code = series.format(writer.draw.randint(1, 99_999))
    versus = f"{writer.words(1, 2)} v. {writer.words(1, 3)}"
    name: Child = versus if own.chance("versus", 0.4) else writer.title()
    has_file = own.chance("file", 0.4)
    if own.chance("code linked", 0.4):
        number: Child = fields.link(writer, code)
    else:
        number = code
        name = name if has_file else fields.link(writer, name)
    known: dict[str, list[Child]] = {
        "number": [number],
        "name": [plain("b", name) if own.chance("bold", 0.5) else name],
        "date": fields.date(own, writer),
    }
    if own.chance("person", 0.4):
        known["person"] = fields.author(own, writer)
    if own.chance("abstract", 0.75):
        most = own.number("sentences", 1, 9)
        known["text"] = [writer.text(1, most)]
    if has_file:
        known["file"] = [fields.link(writer, own.pick("kind", ("PDF", "Text", "View", "Word")))]
    order = own.some("order", ("number", "name", "date", "person"), 4)
    return [known[key] for key in (*order, "text", "file") if key in known]


def _row(own: Design, parts: Parts) -> list[Node]:
    return [plain("tr", *(plain("td", *part) for part in parts))]


def _paragraph(own: Design, parts: Parts) -> list[Node]:
    apart = own.pick("apart", (", ", " - ", " | ", " "))
    inner: list[Child] = []
    for part in parts:
        inner.extend([*part, plain("br") if own.chance("lines", 0.3) else apart])
    return [plain(own.pick("tag", ("p", "p", "li", "div", "td")), *inner[:-1])]


def _section(own: Design, parts: Parts) -> list[Node]:
    head = plain(own.pick("head", ("h3", "h4", "p", "div")), *parts[0])
    inner = [plain(own.pick("inner", ("p", "div", "span")), *part) for part in parts[1:]]
    flat = own.chance("flat", 0.4)
    rule = [plain("hr")] if own.chance("rule", 0.3) else []
    return [head, *inner, *rule] if flat else [own.element("div", "record", head, *inner), *rule]


def _term(own: Design, parts: Parts) -> list[Node]:
    return [plain("dt", *parts[0]), plain("dd", *(plain("div", *part) for part in parts[1:]))]


FORMS: dict[Callable[[Design, Parts], list[Node]], str] = {
    _row: "table", _paragraph: "", _section: "", _term: "dl"
}  # fmt: skip
"""How a document is written, and the element around all of them."""
HOLDERS = {"li": "ul", "td": "table"}


def register(talk: Talk) -> list[Child]:
    """A heading, at times a few words or a form, and document after document."""
    own, writer = talk.design.at("register"), talk.writer
    form = own.pick("form", (_row, _row, _row, _paragraph, _paragraph, _section, _term))
    count = writer.draw.choice((3, 5, 8, 10, 20, 20, 25, 40, 80))
    made: list[Node] = []
    for number in range(count):
        if number % 12 == 0 and own.chance("by month", 0.2) and form is not _row:
            made.append(plain("h3", writer.date("{month} {y}")))
        made.extend(form(own, _entry(own, writer)))
    holder = FORMS[form] or HOLDERS.get(made[-1].tag, "div")
    if made[-1].tag == "td":
        made = [plain("tr", one) for one in made if one.tag == "td"]
    out: list[Child] = []
    if own.chance("headed", 0.85):
        out.append(plain(own.pick("page head", ("h1", "h1", "h2", "b")), talk.title))
    out.extend(plain("p", writer.text(1, 3)) for _ in range(own.number("lead", 0, 2)))
    return [*out, plain(holder, *made)]
