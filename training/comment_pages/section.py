"""The part of a page that holds its comments: heading, orders, list, further pages, form."""

from __future__ import annotations

from collections.abc import Sequence

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.hanging import hang
from training.record_pages.markup import Child, Node, plain

HEADINGS = {"shop": "review_heading", "qa": "answers_heading"}
LEAVES = {"shop": "review_leave", "qa": "answer_leave", "forum": "quickreply"}


def heading(talk: Talk, count: int) -> list[Child]:
    """What stands above: with their number, without, or nothing."""
    design, writer = talk.design, talk.writer
    form = design.pick("heading", ("count", "count", "count", "plain", "plain", "none"))
    if form == "none" or (talk.kind == "forum" and not design.chance("headed", 0.2)):
        return []
    key = HEADINGS.get(talk.kind, "heading")
    if form == "count" and talk.kind == "shop":
        key = "review_heading_n"
    elif form == "count" and talk.kind != "qa":
        key = "heading_1" if count == 1 and design.chance("singular", 0.8) else "heading_n"
    elif talk.kind == "qa" and count == 1:
        key = "answers_1"
    text = writer.say(design, key, n=str(count), t=talk.title)
    tag = design.pick("heading tag", ("h2", "h3", "h3", "h4", "div", "b", "p", "strong", "span"))
    inner: list[Child] = [text]
    if text.startswith(f"{count} ") and design.chance("count apart", 0.15):
        inner = [plain("span", str(count)), text[len(str(count)) :]]
    node = design.element(tag, "heading", *inner)
    if design.chance("heading id", 0.2):
        node.attributes["id"] = "comments"
    return [node]


def orders(talk: Talk) -> list[Child]:
    """Ways to sort and show."""
    design, writer = talk.design, talk.writer
    if not design.chance("sorts", 0.25):
        return []
    names = design.some("orders", writer.tongue.all("sort"), 4)
    if design.chance("select", 0.3):
        return [plain("select", *(plain("option", name) for name in names))]
    links = (plain("a", name, href="?sort=" + str(n)) for n, name in enumerate(names))
    return [design.element("div", "sorts", *(part for link in links for part in (link, " ")))]


def further(talk: Talk, key: str) -> list[Child]:
    """Ways to further pages of comments."""
    design, writer = talk.design, talk.writer
    if not design.chance(key, 0.5 if talk.kind == "forum" else 0.15):
        return []
    names = [
        writer.filled(name) for name in design.some(f"{key} names", writer.tongue.all("pager"), 3)
    ]
    form = design.pick(f"{key} as", ("numbers", "links", "button"))
    if form == "button" and not design.old:
        return [plain("button", names[0], type="button")]
    links = [plain("a", name, href=f"?page={n + 2}") for n, name in enumerate(names)]
    if form == "numbers":
        digits = (
            plain("a", str(n), href=f"?page={n}") for n in range(2, design.number("pages", 3, 8))
        )
        links = [plain("b", "1"), *digits, links[-1]]
    return [design.element("div", "pager", *(part for link in links for part in (link, " ")))]


def entry_form(talk: Talk) -> Node:
    """The form to write a comment."""
    design, writer = talk.design, talk.writer
    head = writer.say(design, LEAVES.get(talk.kind, "leave"))
    rows: list[Child] = []
    names = design.some("fields", writer.tongue.all("fields"), design.number("field count", 0, 4))
    for name in names:
        field = plain("input", type="text", name=f"f{len(rows)}")
        if design.old and design.chance("table form", 0.4):
            rows.append(plain("table", plain("tr", plain("td", name), plain("td", field))))
        else:
            rows.append(plain("p", plain("label", name), field))
    rows.append(plain("textarea", rows="8", cols="45", name="comment"))
    if design.chance("note", 0.5):
        rows.insert(0, plain("p", writer.say(design, "note")))
    button = writer.say(design, "submit")
    rows.append(
        plain("input", type="submit", value=button)
        if design.chance("input", 0.6)
        else plain("button", button)
    )
    tag = design.pick("leave tag", ("h3", "h4", "h2", "div", "legend"))
    inner: list[Child] = [
        plain(tag if tag != "legend" else "b", head),
        plain("form", *rows, action="/comment", method="post"),
    ]
    return design.element("div", "form", *inner)


def _with_form(talk: Talk, top: list[Child], listed: list[Child]) -> list[Child]:
    """The discussion with the form to take part in it, or a note where there is none."""
    design = talk.design
    share = {"forum": 0.4, "qa": 0.5, "sns": 0.3, "shop": 0.45}.get(talk.kind, 0.65)
    if not design.chance("form", share):
        out = [*top, *listed]
        if design.chance("closed note", 0.3):
            key = design.pick("note key", ("closed", "login"))
            out.append(plain("p", talk.writer.say(design, key)))
        if design.chance("in a form", 0.04):
            return [plain("form", *out, action="/moderate", method="post")]
        return out
    form = entry_form(talk)
    where = design.pick("form at", ("after", "after", "after", "before", "head"))
    if where == "after":
        return [*top, *listed, form]
    return [form, *top, *listed] if where == "before" else [*top[:1], form, *top[1:], *listed]


def section(talk: Talk, comments: Sequence[Comment]) -> list[Child]:
    """All of the discussion but what is listed apart."""
    design = talk.design
    more = talk.writer.draw.choice((20, 57, 190)) if design.chance("of several", 0.12) else 0
    top = [*heading(talk, len(comments) + more), *orders(talk), *further(talk, "pages above")]
    out = _with_form(talk, top, [*hang(talk, comments), *further(talk, "pages below")])
    if design.chance("unboxed", 0.2):
        return out
    tag = "div" if design.old else design.pick("section tag", ("div", "div", "section", "section"))
    if tag == "section" and design.chance("aside", 0.06):
        tag = "aside"
    node = design.element(tag, "section", *out)
    if design.cue != "none" and design.chance("section id", 0.5):
        names = ("comments", "comments", "respond", "disqus_thread", "c", "main2")
        node.attributes["id"] = design.pick("section name", names)
    return [design.wrapped("talk", 2 if not design.old else 0, node) or node]
