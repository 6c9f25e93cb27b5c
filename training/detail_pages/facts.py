"""Facts of a thing, in the many forms that pages give labels and values."""

from __future__ import annotations

from collections.abc import Sequence

from training.comment_pages.comment import Talk
from training.detail_pages.marks import marked
from training.detail_pages.values import Fact
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain

FORMS = (
    "th",
    "th",
    "td",
    "dl",
    "dl",
    "li",
    "li",
    "spans",
    "divs",
    "divs",
    "lines",
    "paragraphs",
    "wide",
    "term groups",
    "stacked",
    "icons",
)
OLD_FORMS = ("td", "td", "th", "lines", "lines", "fonts", "fonts", "wide", "li", "dl", "paragraphs")


def _value(talk: Talk, fact: Fact) -> list[Child]:
    """The value, linked or listed on some sites."""
    own = talk.design.at("value")
    if own.chance(f"{fact.name or fact.label} linked", 0.12):
        return [link(talk.writer, fact.value)]
    return [fact.value]


def _name_of(fact: Fact) -> str:
    return fact.name or f"attribute {fact.label}"


def _holder(talk: Talk, tag: str, role: str, fact: Fact) -> Node:
    node = (
        talk.design.element(tag, role, *_value(talk, fact))
        if role
        else plain(tag, *_value(talk, fact))
    )
    return marked(node, _name_of(fact))


def _label(talk: Talk, fact: Fact) -> str:
    return f"{fact.label}{talk.design.pick('colon', ('', ':', ':', ' :'))}"


def _rows(talk: Talk, facts: Sequence[Fact], form: str) -> Node:
    """A table of two columns, or of four."""
    own = talk.design
    head = "th" if form == "th" else "td"
    cells: list[list[Child]] = []
    for fact in facts:
        label: Child = _label(talk, fact)
        if form == "td" and own.chance("label in emphasis", 0.5):
            label = plain(own.pick("emphasis", ("b", "strong", "span")), label)
        cells.append([own.element(head, "label", label), _holder(talk, "td", "value", fact)])
    across = 2 if form == "wide" else 1
    rows = [
        plain("tr", *(cell for pair in cells[start : start + across] for cell in pair))
        for start in range(0, len(cells), across)
    ]
    inner = [plain("tbody", *rows)] if own.chance("tbody", 0.5) else rows
    attributes = {"width": "100%", "border": "0", "cellpadding": "2"} if own.old else {}
    return own.element("table", "facts", *inner, **attributes)


def _terms(talk: Talk, facts: Sequence[Fact], grouped: bool) -> Node:
    own = talk.design
    inner: list[Child] = []
    for fact in facts:
        pair = (own.element("dt", "label", _label(talk, fact)), _holder(talk, "dd", "value", fact))
        inner.extend([own.element("div", "fact", *pair)] if grouped else pair)
    return own.element("dl", "facts", *inner)


def _items(talk: Talk, facts: Sequence[Fact]) -> Node:
    own = talk.design
    tag = own.pick("label tag", ("b", "strong", "span", "span", "label", "em"))
    items = [
        own.element(
            "li",
            "fact",
            own.element(tag, "label", _label(talk, fact)),
            " ",
            _holder(talk, "span", own.pick("value role", ("value", "")), fact),
        )
        for fact in facts
    ]
    return own.element(own.pick("list", ("ul", "ul", "ol")), "facts", *items)


def _pairs(talk: Talk, facts: Sequence[Fact], form: str) -> Node:
    """Blocks of a label and a value."""
    own = talk.design
    inner_tag = {"spans": "span", "divs": "div", "paragraphs": "span", "stacked": "div"}.get(
        form, "span"
    )
    outer_tag = {"paragraphs": "p"}.get(form, own.pick("pair tag", ("div", "div", "section", "li")))
    made: list[Node] = []
    for fact in facts:
        label_tag = own.pick("pair label", (inner_tag, inner_tag, "strong", "h4", "h6", "label"))
        if form == "paragraphs":
            label_tag = own.pick("short label", ("strong", "b", "span"))
        label: Child = own.element(label_tag, "label", _label(talk, fact))
        if form == "icons":
            label = svg(talk.design) if own.chance("drawn", 0.6) else own.element("i", "icon")
        shown = [label, " ", _holder(talk, inner_tag, "value", fact)]
        if form == "stacked" and own.chance("value first", 0.5):
            shown.reverse()
        made.append(own.element(outer_tag, "fact", *shown))
    return own.element("ul" if outer_tag == "li" else "div", "facts", *made)


def _lines(talk: Talk, facts: Sequence[Fact], form: str) -> Node:
    """Lines with breaks between, as pages had them before style sheets."""
    own = talk.design
    tag = own.pick("line label", ("b", "strong", "font", "i", "span", "u"))
    out: list[Child] = []
    for fact in facts:
        shown = _holder(talk, "font" if form == "fonts" else "span", "", fact)
        label: Child = plain(tag, _label(talk, fact))
        if tag == "span" and own.chance("bare label", 0.5):
            label = _label(talk, fact)
        out.extend([label, " ", shown, plain("br")])
    return own.element(
        own.pick("lines tag", ("div", "p", "td")) if not own.old else "div", "facts", *out
    )


def facts_as(talk: Talk, facts: Sequence[Fact]) -> Node:
    """The facts, in the site's form."""
    form = talk.design.pick("facts as", OLD_FORMS if talk.design.old else FORMS)
    if form in ("th", "td", "wide"):
        return _rows(talk, facts, form)
    if form in ("dl", "term groups"):
        return _terms(talk, facts, form != "dl")
    if form == "li":
        return _items(talk, facts)
    if form in ("lines", "fonts"):
        node = _lines(talk, facts, form)
        return node if node.tag != "td" else plain("table", plain("tr", node))
    return _pairs(talk, facts, form)
