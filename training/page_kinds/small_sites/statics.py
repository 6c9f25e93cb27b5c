"""Pages that are none of the rest, in the theme of the site: forms, errors, a few words."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages.comment import Talk
from training.page_kinds.others import other_page
from training.page_kinds.small_sites.archives import Titled
from training.page_kinds.small_sites.theme import entry, headline, piece, theme
from training.record_pages.fields import link
from training.record_pages.markup import Child, plain


def _missing(talk: Talk) -> Titled:
    """No such page: a field to search, and what else there is."""
    own, writer = theme(talk).at("missing"), talk.writer
    title = writer.say(own, "missing")
    field = plain("input", type="search", name="s")
    body: list[Child] = [plain("p", writer.say(own, "missing_told"))]
    if own.chance("search", 0.8):
        body.append(plain("form", field, plain("button", writer.label("search"))))
    if own.chance("recent", 0.5):
        items = (plain("li", link(writer, writer.title())) for _ in range(own.number("n", 4, 10)))
        body.extend([plain("h2", writer.say(own, "recent_posts")), plain("ul", *items)])
    if own.chance("words", 0.3):
        items = (plain("li", link(writer, writer.words(1, 2))) for _ in range(8))
        body.extend([plain("h2", writer.label("category")), plain("ul", *items)])
    if own.chance("months", 0.3):
        options = (plain("option", name) for name in writer.tongue.all("months"))
        body.extend([plain("h2", writer.say(own, "archives")), plain("select", *options)])
    return title, [headline(talk, title, single=True), piece(talk, "div", "body", *body)]


def _nothing(talk: Talk) -> Titled:
    """A search that found nothing."""
    own, writer = theme(talk).at("nothing"), talk.writer
    field = plain("input", type="search", name="s", value=writer.query)
    title = writer.say(own, "archive_search", w=writer.query)
    out: list[Child] = [
        headline(talk, title, single=True),
        plain("p", writer.say(own, "no_results")),
    ]
    button = plain("button", writer.label("search"))
    return title, [*out, plain("form", field, button)]


def _lines(talk: Talk) -> list[Child]:
    """An address, a telephone number, a form."""
    own, writer = theme(talk).at("contact"), talk.writer
    lines = [writer.words(1, 3), f"{writer.words(1, 1)} {writer.draw.randint(1, 99)}"]
    lines.append(f"Tel. {writer.draw.randint(10**6, 10**8)}")
    out: list[Child] = [plain("p", *(part for one in lines for part in (one, plain("br"))))]
    if own.chance("told", 0.5):
        out.insert(0, plain("p", writer.text(1, 2)))
    names = own.some("fields", writer.tongue.all("fields"), 3)
    fields: list[Child] = [
        plain("p", plain("label", name), plain("input", type="text")) for name in names
    ]
    if own.chance("form", 0.75):
        button = plain("input", type="submit", value=writer.say(own, "submit"))
        out.append(plain("form", *fields, plain("textarea", rows="9"), button, method="post"))
    if own.chance("map", 0.3):
        out.append(plain("iframe", src="https://maps.example/embed"))
    return out


def _told(talk: Talk) -> list[Child]:
    """A line or two: what is sold here, what the site is, that it is not ready."""
    writer = talk.writer
    out: list[Child] = [plain("p", writer.text(1, 2))]
    if theme(talk).chance("static picture", 0.3):
        out.append(plain("img", src="/about.jpg", alt=""))
    return out


def static_page(talk: Talk, trade: str) -> Titled:
    """Such a page, built as the theme builds all pages."""
    writer, own = talk.writer, theme(talk)
    form = writer.draw.choice(
        ("missing", "missing", "nothing", "contact", "contact", "told", "form", "form")
    )
    if form == "missing":
        return _missing(talk)
    if form == "nothing":
        return _nothing(talk)
    if form == "form":
        return talk.title, other_page(talk, "shop" if trade == "small shop" else "").content
    key = "contact_title" if form == "contact" else "about_title"
    titled = replace(talk, title=writer.say(own, key))
    body = _lines(titled) if form == "contact" else _told(titled)
    title = headline(titled, titled.title, single=True)
    node = piece(talk, "div", "post", title, piece(talk, "div", "body", *body))
    out: list[Child] = [node]
    if own.chance("statics as posts", 0.1) and form == "contact":
        out = entry(titled, body, single=True)
    return titled.title, out
