"""What all pages of a site build alike: elements, wrappers, headlines, bylines, entries."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.comment_pages.naming import SiteDesign
from training.detail_pages.marks import marked
from training.page_kinds.small_sites.naming import MANNERS, TALKING, name_of
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def theme(talk: Talk) -> SiteDesign:
    """The decisions of the theme, whatever part of the page asks."""
    return replace(talk.design, path="/theme")


def piece(talk: Talk, tag: str, role: str, *children: Child, **attributes: str) -> Node:
    """An element, named as the theme names the role."""
    own = theme(talk)
    manners = TALKING if own.kind == "forum" and own.chance("as boards", 0.6) else MANNERS
    name = name_of(own.pick("manner", manners), role, own.seed)
    node = plain(tag, *children, **attributes)
    if name:
        node.attributes = {"class": name, **node.attributes}
    return node


def deep(talk: Talk, key: str, low: int, high: int, *children: Child) -> list[Child]:
    """The children in as many elements as the theme has there; these say nothing."""
    own = theme(talk)
    out = list(children)
    for level in range(own.number(f"{key} depth", low, high)):
        tag = "div" if own.old else own.pick(f"{key} {level}", ("div",) * 7 + ("section",))
        out = [piece(talk, tag, f"{key}-{level}", *out)]
    return out


def headline(talk: Talk, title: str, *, single: bool) -> Node:
    """The title of an entry: on a page of its own, or in a list, where it is a link."""
    own = theme(talk)
    listed = own.pick("list tag", ("h2", "h2", "h2", "h3", "h3", "h1", "div", "strong"))
    alone = own.pick("single tag", ("h1",) * 6 + ("h2", "h2", "h3", "div"))
    tag = listed if not single or own.chance("same tag", 0.25) else alone
    if single and not own.chance("single linked", 0.15):
        return piece(talk, tag, "title", title)
    ahead = link(talk.writer, title)
    if own.chance("bookmark", 0.4):
        ahead.attributes["rel"] = "bookmark"
    if tag == "strong" and not single:
        return piece(talk, "div", "title", ahead)
    return piece(talk, tag, "title", ahead)


def _counted(talk: Talk) -> Node:
    """How many comments an entry has: a link."""
    writer = talk.writer
    number = writer.draw.choice((0, 0, 0, 1, 2, 3, 5, 12, 40))
    key = "leave" if not number and theme(talk).chance("asks", 0.5) else "ncomments"
    said = writer.say(theme(talk), key, n=str(number))
    return plain(
        "a", said, href=f"{writer.address()}#{'respond' if key == 'leave' else 'comments'}"
    )


def _author(talk: Talk) -> Child:
    own, writer = theme(talk).at("author"), talk.writer
    name: Child = (
        own.pick("alone", (writer.person(), "admin")) if own.chance("one", 0.2) else writer.person()
    )
    if own.chance("linked", 0.5):
        name = link(writer, name)
    return piece(talk, "span", "author", name) if own.chance("apart", 0.6) else name


def _moment(talk: Talk) -> Child:
    """A day, in an element that says it to machines on some sites."""
    own = theme(talk).at("moment")
    text = around.some_date(replace(talk, design=own))
    form = own.pick("form", ("time", "time", "time", "span", "bare", "link"))
    if form == "time" and not own.old:
        return plain("time", text, datetime=around.some_time(talk).isoformat())
    if form == "link":
        return link(talk.writer, text)
    return text if form == "bare" else piece(talk, "span", "date", text)


def byline(talk: Talk) -> Node:
    """When, by whom, under which words, how many comments."""
    own, writer = theme(talk).at("byline"), talk.writer
    named = own.chance("named", 0.7)
    phrases = [one for one in writer.tongue.all("posted") if ("{a}" in one) == named]
    parts: dict[str, list[Child]] = {"a": [_author(talk)], "d": [_moment(talk)]}
    out = writer.mixed(own.pick("phrase", phrases or ["{d}"]), parts)
    sign = own.pick("sign", (" | ", " / ", " • ", " - ", " ", " · "))
    if own.chance("filed", 0.45):
        links = [link(writer, writer.words(1, 2)) for _ in range(writer.draw.choice((1, 1, 2, 3)))]
        out.extend([sign, writer.say(own, "tags"), " "])
        out.extend(part for one in links for part in (one, ", "))
        out.pop()
    if own.chance("counted", 0.5):
        out.extend([sign, _counted(talk)])
    if own.chance("pictured", 0.12):
        out.insert(0, plain("img", src="/avatar.jpg", width="32", height="32", alt=""))
    if own.chance("items", 0.15) and not own.old:
        items = [plain("li", part) for part in out if not isinstance(part, str) or part.strip()]
        return piece(talk, "ul", "meta", *items)
    return piece(talk, own.pick("tag", ("div", "p", "div", "span", "small")), "meta", *out)


def _foot(talk: Talk) -> list[Child]:
    """What stands below the text of an entry, on its own page as in lists."""
    own, writer = theme(talk).at("foot"), talk.writer
    out: list[Child] = []
    if own.chance("tags", 0.45) and writer.draw.random() < 0.8:
        out.append(around.tags(replace(talk, design=own)))
    if own.chance("counted", 0.35):
        out.append(plain("span", _counted(talk)))
    if own.chance("shared", 0.2):
        out.append(around.share_bar(replace(talk, design=own)))
    if not out:
        return []
    tag = "div" if own.old else own.pick("tag", ("footer", "div", "p", "div"))
    return [piece(talk, tag, "foot", *out)]


def _thumb(talk: Talk, *, linked: bool) -> Node:
    own, writer = theme(talk).at("thumb"), talk.writer
    picture: Node = plain("img", src=f"{writer.address()}.jpg", alt=writer.words(1, 3))
    if linked:
        picture = link(writer, picture)
    tag = "div" if own.old else own.pick("tag", ("div", "figure", "figure"))
    return piece(talk, tag, "thumb", picture)


def _ordered(
    talk: Talk, head: Node, body: list[Child], pictured: bool, single: bool
) -> list[Child]:
    """Headline, byline, picture, text and foot, where the theme has them."""
    own = theme(talk)
    at = own.pick("byline at", ("below", "below", "below", "above", "end", "none", "both"))
    out: list[Child] = [head]
    if at in ("below", "both"):
        out.append(byline(talk))
    if at == "above":
        out.insert(0, byline(talk))
    if pictured:
        place = 0 if own.chance("picture first", 0.5) else len(out)
        out.insert(place, _thumb(talk, linked=not single))
    if own.chance("head boxed", 0.4):
        tag = "div" if own.old else own.pick("head tag", ("header", "div"))
        out = [piece(talk, tag, "entry-head", *out)]
    boxed = own.chance("body boxed", 0.8)
    out.extend([piece(talk, "div", "body", *body)] if boxed else body)
    if at in ("end", "both"):
        out.append(byline(talk))
    return [*out, *_foot(talk)]


def _outer(talk: Talk, inner: list[Child], *, single: bool) -> list[Child]:
    own, writer = theme(talk), talk.writer
    form = own.pick("post as", ("box", "box", "box", "box", "box", "flat", "deep"))
    if own.old and own.chance("post in cells", 0.4):
        rows = (plain("tr", plain("td", part)) for part in inner)
        return [plain("table", *rows, width="100%", cellpadding="3")]
    if form == "flat":
        return [*inner, plain("hr")] if own.chance("ruled", 0.5) and not single else inner
    tag = (
        "div" if own.old else own.pick("post tag", ("article", "article", "div", "div", "section"))
    )
    if form == "deep":
        inner = deep(talk, "post", 1, 4, *inner)
    node = piece(talk, tag, "post", *inner)
    if own.chance("numbered", 0.4):
        node.attributes["id"] = f"post-{writer.draw.randint(1, 9999)}"
    return [node]


def entry(talk: Talk, body: list[Child], *, single: bool, name: bool = False) -> list[Child]:
    """An entry with its title, as its own page and the lists have it; ``name`` marks the title."""
    own = theme(talk)
    head = headline(talk, talk.title, single=single)
    if name:
        marked(head, "name")
    share = own.pick("pictured", (0.0, 0.0, 0.0, 0.4, 0.95)) * (1 if not single else 0.8)
    pictured = talk.writer.draw.random() < share and not name
    return _outer(talk, _ordered(talk, head, body, pictured, single), single=single)
