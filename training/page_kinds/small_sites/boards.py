"""Boards of small software: topics of few long posts, lists of topics, boards and members."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages import silent_boards
from training.comment_pages.around import some_date
from training.comment_pages.bodies import body_of
from training.comment_pages.comment import Talk
from training.comment_pages.discussions import thread
from training.comment_pages.section import entry_form
from training.comment_pages.thread import some_name
from training.detail_pages import Thing
from training.detail_pages.facts import facts_as
from training.detail_pages.marks import marked
from training.page_kinds.small_sites.theme import deep, headline, piece, theme
from training.record_pages import menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def _text(talk: Talk) -> list[Child]:
    """What a post says: on many boards several paragraphs with breaks between."""
    own, writer = theme(talk).at("post text"), talk.writer
    if own.chance("as comments", 0.3):
        return body_of(talk)
    out: list[Child] = []
    for place in range(writer.draw.choice((1, 1, 2, 3, 4, 7, 12))):
        if own.chance("paragraphs", 0.4):
            out.append(plain("p", writer.text(1, 6)))
        else:
            out.extend([*([plain("br"), plain("br")] if place else []), writer.text(1, 6)])
    if writer.draw.random() < 0.2:
        out.insert(
            0, plain("blockquote", plain("b", writer.any("wrote")), plain("br"), writer.text(1, 3))
        )
    return out


def _speaker(talk: Talk, name: str) -> list[Child]:
    """Who wrote it: the name alone, or with a picture, a rank and figures."""
    own, writer = theme(talk).at("speaker"), talk.writer
    mark = own.pick("mark", ("b", "a", "strong", "span", "font"))
    shown = link(writer, name) if mark == "a" else plain(mark, name)
    out: list[Child] = [piece(talk, "span", "author", shown)]
    if own.chance("figures", 0.5):
        options = writer.tongue.all("stats")
        lines = [writer.any("ranks"), *own.some("stats", options, own.number("n", 1, 3))]
        for line in lines[own.number("from", 0, 1) :]:
            out.extend([plain("br"), writer.filled(line)])
    if own.chance("pictured", 0.3):
        out.append(plain("img", src="/avatar/7.gif", alt=""))
    return out


def _buttons(talk: Talk) -> list[Child]:
    own, writer = theme(talk).at("post buttons"), talk.writer
    keys = own.some("keys", ("quote", "reply", "report", "edit", "profile"), own.number("n", 0, 3))
    if own.chance("drawn", 0.3):
        return [
            link(writer, plain("img", src=f"/{key}.gif", alt=writer.say(own, key))) for key in keys
        ]
    return [part for key in keys for part in (link(writer, writer.say(own, key)), " ")]


def _post(talk: Talk, place: int) -> Node:
    """A post: in a table of its own, in rows, or in blocks."""
    own, writer = theme(talk).at("board post"), talk.writer
    who, when = _speaker(talk, some_name(writer)), some_date(talk)
    phrase = own.pick("said", writer.tongue.all("postinfo"))
    said = writer.filled(phrase if "{d}" in phrase else f"{phrase} {{d}}", d=when, t=talk.title)
    line: list[Child] = [piece(talk, own.pick("line", ("small", "span", "div", "p")), "date", said)]
    if own.chance("numbered", 0.3):
        line.append(plain("a", f"#{place + 1}", href=f"#{place + 1}"))
    text = piece(talk, own.pick("text", ("div", "div", "span", "p")), "body", *_text(talk))
    tail: list[Child] = _buttons(talk)
    if own.chance("signed", 0.3):
        tail = [plain("div", "_________________", plain("br"), writer.words(2, 8)), *tail]
    form = own.pick("form", ("table", "rows", "blocks", "blocks", "lines", "terms"))
    if own.old and form == "blocks":
        form = "table"
    if form == "table":
        cells = [
            plain("td", *who, width="150", valign="top"),
            plain("td", *line, plain("hr"), text, *tail),
        ]
        return piece(talk, "table", "post", plain("tr", *cells), width="100%", border="0")
    if form == "rows":
        first = plain("tr", plain("td", *who), plain("td", *line))
        second = plain("tr", plain("td", *tail), plain("td", text))
        return piece(talk, "table", "post", first, second, width="100%")
    if form == "lines":
        return piece(talk, "div", "post", plain("p", *who, " ", *line), text, *tail)
    if form == "terms":
        return plain("dl", plain("dt", *who, " ", *line), plain("dd", text, *tail))
    left = piece(talk, "div", "left-part", *who)
    right = piece(talk, "div", "right-part", *line, text, *tail)
    return piece(talk, "div", "post", left, right)


def topic_page(talk: Talk) -> list[Child]:
    """A topic with its posts: one, a few, seldom many."""
    own, writer = theme(talk).at("topic"), talk.writer
    if own.chance("as threads", 0.35):
        return thread(replace(talk, design=replace(talk.design, kind="forum"))).content
    count = writer.draw.choice((1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 15, 20))
    title = piece(
        talk, own.pick("title", ("h1", "h1", "h1", "h2", "h2", "h3")), "title", talk.title
    )
    if own.chance("linked", 0.5):
        title.children = [link(writer, talk.title)]
    out: list[Child] = [title]
    bar = own.some("actions", writer.tongue.all("thread_actions"), own.number("actions n", 0, 4))
    links: list[Child] = [part for name in bar for part in (link(writer, name), " | ")]
    if links:
        out.append(plain("div", *links[:-1]))
    for place in range(count):
        out.extend(deep(talk, "board post", 0, 2, _post(talk, place)))
        if own.chance("ruled", 0.2):
            out.append(plain("hr"))
    if links and own.chance("bar below", 0.4):
        out.append(plain("div", link(writer, bar[0])))
    if own.chance("pages", 0.3):
        out.append(menus.pager(own.at("pages"), writer))
    if own.chance("answered", 0.2):
        out.append(entry_form(replace(talk, design=replace(talk.design, kind="forum"))))
    return out


def _table(talk: Talk, key: str, rows: list[list[Child]]) -> Node:
    own, writer = theme(talk).at("board table"), talk.writer
    if own.chance("blocks", 0.3) and not own.old:
        made = (piece(talk, "li", "post", *(plain("div", cell) for cell in row)) for row in rows)
        return piece(talk, "ul", "tiles", *made)
    names = writer.tongue.all(key)
    top = plain("tr", *(plain("th", names[n % len(names)]) for n in range(len(rows[0]))))
    made_rows = [plain("tr", *(plain("td", cell) for cell in row)) for row in rows]
    return piece(
        talk,
        "table",
        "results",
        *([top] if own.chance("names", 0.7) else []),
        *made_rows,
        width="100%",
    )


def topics_page(talk: Talk) -> list[Child]:
    """The topics of a board: many, or just one or two."""
    own, writer = theme(talk).at("topics"), talk.writer
    if own.chance("as threads", 0.3):
        return silent_boards.threads(replace(talk, least_rows=2))
    out: list[Child] = [headline(talk, talk.title, single=True)]
    rows: list[list[Child]] = []
    for _ in range(writer.draw.choice((1, 2, 3, 5, 8, 12, 20, 30, 40))):
        last = f"{some_date(talk)} {some_name(writer)}"
        row: list[Child] = [link(writer, writer.title()), some_name(writer)]
        row.extend(str(writer.draw.randint(0, 400)) for _ in range(own.number("figures", 1, 2)))
        rows.append([*row, last] if own.chance("last", 0.8) else row)
    out.append(_table(talk, "replies_head", rows))
    if own.chance("new", 0.6):
        out.append(plain("p", link(writer, writer.say(own, "thread_actions"))))
    return [*out, menus.pager(own.at("pages"), writer)] if own.chance("pages", 0.5) else out


def boards_page(talk: Talk) -> list[Child]:
    """The boards, each with what it is for and its last post."""
    own, writer = theme(talk).at("boards"), talk.writer
    out: list[Child] = []
    for _ in range(own.number("groups", 1, 4)):
        rows: list[list[Child]] = []
        for _ in range(writer.draw.randint(1, 7)):
            about = plain("div", link(writer, writer.words(1, 3)), plain("br"), writer.text(1, 1))
            last = plain("span", link(writer, writer.title()), " ", some_date(talk))
            rows.append(
                [about, str(writer.draw.randint(0, 900)), str(writer.draw.randint(0, 9000)), last]
            )
        out.extend(
            [
                plain(own.pick("tag", ("h2", "h3", "div")), writer.words(1, 3)),
                _table(talk, "threads", rows),
            ]
        )
    if own.chance("online", 0.6):
        names = [part for _ in range(6) for part in (link(writer, some_name(writer)), ", ")]
        out.append(plain("p", *names[:-1]))
    return out


def members_page(talk: Talk) -> list[Child]:
    """The members, a row each."""
    own, writer = theme(talk).at("members"), talk.writer
    out: list[Child] = [headline(talk, talk.title, single=True)]
    rows: list[list[Child]] = []
    for _ in range(writer.draw.choice((4, 8, 12, 20, 30, 50))):
        row: list[Child] = [link(writer, some_name(writer)), some_date(talk)]
        row.append(str(writer.draw.randint(0, 2000)))
        rows.append([*row, writer.any("ranks")] if own.chance("ranks", 0.5) else row)
    out.append(_table(talk, "member_head", rows))
    return [*out, menus.pager(own.at("pages"), writer)] if own.chance("pages", 0.6) else out


def profile_page(talk: Talk, thing: Thing) -> list[Child]:
    """A member: name, picture, figures, maybe what was written last."""
    own, writer = theme(talk).at("profile"), talk.writer
    out: list[Child] = [marked(headline(talk, thing.name, single=True), "name")]
    if own.chance("pictured", 0.7):
        out.append(marked(plain("img", src=thing.images[0], alt=thing.name), "image"))
    out.append(facts_as(talk, thing.facts[: own.number("facts", 3, 9)]))
    if own.chance("told", 0.4):
        out.append(plain("p", writer.text(1, 3)))
    if own.chance("latest", 0.5):
        items = (plain("li", link(writer, writer.title()), " ", some_date(talk)) for _ in range(6))
        out.extend([plain("h3", writer.say(own, "recent_posts")), plain("ul", *items)])
    return deep(talk, "profile", 0, 3, *out)
