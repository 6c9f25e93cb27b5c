"""Rows of a list that is none of comments, each with fields in the markup of the site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from training.comment_pages.around import some_date, some_time
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.hanging import hang
from training.comment_pages.thread import some_name
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

Field = tuple[str, list[Child]]
"""A field's role, and what it shows."""


def row_count(talk: Talk) -> int:
    """How many rows a page has."""
    return max(
        talk.least_rows, talk.writer.draw.choice((1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 50))
    )


def as_comments(talk: Talk, count: int, body: Callable[[], list[Child]]) -> list[Child]:
    """Rows built just as comments are: title, author, date, text, what to do next."""
    rows = replace(talk, design=replace(talk.design, kind="rows"))
    writer, design = talk.writer, rows.design
    made: list[Comment] = []
    named = design.chance("rows named", 0.7)
    dated = design.chance("rows dated", 0.9)
    one = some_name(writer)
    for place in range(count):
        row = Comment("row", place, 0, None, some_time(talk))
        row.title = writer.title()
        if named:
            row.author = one if design.chance("one author", 0.4) else some_name(writer)
        row.date = some_date(talk) if dated else None
        row.body = body()
        row.likes = writer.draw.choice((0, 0, 1, 2, 5, 12, 80))
        row.identity = 100 + place * 7
        made.append(row)
    return hang(rows, made)


def rows(talk: Talk, made: Sequence[Sequence[Field]]) -> list[Child]:
    """Rows in one of the forms that sites give them."""
    design = replace(talk.design, kind="rows").at("rows")
    forms = (
        ("tr", "tr", "tr", "tr", "table", "p", "li", "flat")
        if design.old
        else ("li", "li", "div", "div", "div", "article", "tr", "a", "flat", "dl")
    )
    form = design.pick("form", forms)
    if form == "tr":
        nodes = [
            design.element(
                "tr", "record", *(design.element("td", role, *inner) for role, inner in row)
            )
            for row in made
        ]
        if design.chance("names", 0.5):
            names = design.some(
                "columns", talk.writer.tongue.all("threads"), len(made[0]) if made else 0
            )
            nodes.insert(0, plain("tr", *(plain("th", name) for name in names)))
        return [design.element("table", "records", *nodes, width="100%")]
    if form == "flat":
        return [part for row in made for part in _flat(talk, row)]
    if form == "dl":
        return [plain("dl", *(part for row in made for part in _terms(row)))]
    nodes = [_block(talk, row, form) for row in made]
    outer = {"li": "ul", "table": "div", "p": "div"}.get(form, "div")
    return [design.element(outer, "records", *nodes)]


def _flat(talk: Talk, row: Sequence[Field]) -> list[Child]:
    tags = [talk.design.pick("first flat", ("h3", "h2", "p", "h4"))] + ["p"] * (len(row) - 1)
    out: list[Child] = [plain(tag, *inner) for tag, (_, inner) in zip(tags, row, strict=True)]
    return [*out, plain("hr")] if talk.design.chance("flat rule", 0.4) else out


def _terms(row: Sequence[Field]) -> list[Child]:
    (_, head), *rest = row
    return [plain("dt", *head), *(plain("dd", *inner) for _, inner in rest)]


def _block(talk: Talk, row: Sequence[Field], form: str) -> Node:
    design = replace(talk.design, kind="rows").at("rows")
    if form == "table":
        return plain("table", *(plain("tr", plain("td", *inner)) for _, inner in row), width="100%")
    parts: list[Child] = []
    for place, (role, inner) in enumerate(row):
        tag = design.pick(f"tag {place}", ("div", "span", "p", "div", "span", "bare"))
        if tag == "bare" or form == "p":
            parts.extend((*inner, " "))
        else:
            parts.append(design.element(tag, role, *inner))
    if form == "div" and design.chance("halves", 0.4) and len(parts) > 2:
        half = len(parts) // 2
        parts = [
            design.element("div", "left", *parts[:half]),
            design.element("div", "right", *parts[half:]),
        ]
    return design.element("div" if form == "a" else form, "record", *parts)


def headed_page(talk: Talk, key: str | None, content: list[Child]) -> list[Child]:
    """A page with a heading above."""
    design = talk.design
    text = talk.writer.say(design, key) if key else talk.title
    head = plain(design.pick("page head", ("h1", "h1", "h2", "b")), text)
    return [head, *content] if design.chance("page headed", 0.8) else content


def pages(talk: Talk) -> list[Child]:
    """Ways to further pages."""
    names = talk.design.some("pages", talk.writer.tongue.all("prevnext"), 2)
    return [plain("div", *(part for name in names for part in (link(talk.writer, name), " ")))]
