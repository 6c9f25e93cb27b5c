"""Lists of links: directories, A to Z, site maps, archives by month, indices of manuals."""

from __future__ import annotations

from training.comment_pages.comment import Talk
from training.record_pages import boxes, menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def _heading(talk: Talk) -> Node:
    return plain(talk.design.pick("page head", ("h1", "h1", "h1", "h2", "b")), talk.title)


def _lead(talk: Talk) -> list[Child]:
    own = talk.design.at("lead")
    return [plain("p", talk.writer.text(1, 3))] if own.chance("any", 0.35) else []


def directory(talk: Talk) -> list[Child]:
    """Departments with a few links each, in columns; below them sites with a line each."""
    own, writer = talk.design.at("directory"), talk.writer
    made: list[Node] = []
    counted = own.chance("counted", 0.5)
    for _ in range(writer.draw.randint(6, 24)):
        count = f" ({writer.draw.randint(3, 9000)})" if counted else ""
        head = plain(
            own.pick("head", ("b", "h3", "strong")), link(writer, writer.words(1, 2)), count
        )
        few = [link(writer, writer.words(1, 2)) for _ in range(own.number("few", 0, 5))]
        inner = [part for one in few for part in (one, ", ")]
        made.append(own.element("div", "group", head, plain("br"), *inner))
    across = own.number("across", 2, 4)
    if own.old or own.chance("table", 0.2):
        rows = [
            plain("tr", *(plain("td", one, valign="top") for one in made[n : n + across]))
            for n in range(0, len(made), across)
        ]
        listed: Node = plain("table", *rows, width="100%")
    else:
        listed = own.element("div", "grid", *made)
    out: list[Child] = [_heading(talk), *_lead(talk), listed]
    if own.chance("sites", 0.5):
        tag = own.pick("site tag", ("li", "p", "dt"))
        lines = [
            plain(
                "dd" if tag == "dt" else tag,
                link(writer, writer.words(1, 4)),
                " - ",
                writer.sentence(),
            )
            for _ in range(writer.draw.randint(5, 30))
        ]
        out.append(plain({"li": "ul", "dt": "dl"}.get(tag, "div"), *lines))
    return out


def alphabet(talk: Talk) -> list[Child]:
    """Names from A to Z, in groups."""
    own, writer = talk.design.at("alphabet"), talk.writer
    out: list[Child] = [_heading(talk), *_lead(talk), menus.letters(own, writer)]
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: writer.draw.randint(4, 26)]:
        size = writer.draw.randint(1, own.pick("most", (5, 12, 30)))
        items = [link(writer, f"{letter}{writer.words(1, 2).lower()}") for _ in range(size)]
        head = plain(own.pick("head", ("h2", "h3", "b", "dt")), letter)
        if own.chance("columns", 0.5):
            listed = own.element("ul", "list", *(plain("li", one) for one in items))
        else:
            listed = own.element("div", "list", *(part for one in items for part in (one, ", ")))
        out.extend([plain("dl", head) if head.tag == "dt" else head, listed])
    return out


def contents(talk: Talk) -> list[Child]:
    """All pages of a manual or a site, nested."""
    own, writer = talk.design.at("contents"), talk.writer

    def level(depth: int) -> Node:
        items: list[Node] = []
        for _ in range(writer.draw.randint(3, 9 if depth == 0 else 6)):
            inner: list[Child] = [link(writer, writer.words(1, 6))]
            if own.chance(f"told {depth}", 0.25):
                inner.append(f" {writer.sentence()}")
            if depth < own.number("depth", 1, 2) and writer.draw.random() < 0.7:
                inner.append(level(depth + 1))
            items.append(plain("li", *inner))
        return plain(own.pick("list", ("ul", "ul", "ol")), *items)

    return [_heading(talk), *_lead(talk), level(0)]


def cards(talk: Talk) -> list[Child]:
    """Departments of a help centre or a manual: a card with a line and links for each."""
    own, writer = talk.design.at("cards"), talk.writer
    made: list[Node] = []
    for _ in range(writer.draw.choice((4, 6, 8, 9, 12, 20))):
        inner: list[Child] = [
            plain(own.pick("head", ("h2", "h3")), link(writer, writer.words(1, 4)))
        ]
        if own.chance("told", 0.7):
            inner.append(plain("p", writer.text(1, 1)))
        if own.chance("listed", 0.5):
            links = (link(writer, writer.words(2, 6)) for _ in range(own.number("links", 3, 6)))
            inner.append(plain("ul", *(plain("li", one) for one in links)))
        made.append(own.element("div", "card", *inner))
    return [_heading(talk), *_lead(talk), own.element("div", "cards", *made)]


def months(talk: Talk) -> list[Child]:
    """All that was written, by year and month: a line each."""
    own, writer = talk.design.at("months"), talk.writer
    out: list[Child] = [_heading(talk)]
    year = writer.draw.randint(2008, 2025)
    for place in range(writer.draw.randint(3, 14)):
        name = writer.tongue.all("months")[-place % 12]
        out.append(plain(own.pick("head", ("h2", "h3", "h4", "p")), f"{name} {year - place // 12}"))
        items: list[Node] = []
        for _ in range(writer.draw.randint(1, 12)):
            day = f"{writer.draw.randint(1, 28):02}"
            before = f"{day}: " if own.chance("days", 0.5) else ""
            items.append(plain("li", before, link(writer, writer.title())))
        out.append(plain("ul", *items))
    return out


def tagged(talk: Talk) -> list[Child]:
    """All words that a site files things under."""
    own, writer = talk.design.at("tagged"), talk.writer
    if own.chance("cloud", 0.4):
        return [_heading(talk), boxes.tag_cloud(own, writer), boxes.tag_cloud(own, writer)]
    items = [
        own.element(
            "li",
            "tag",
            link(writer, writer.words(1, 2)),
            plain("span", f" × {writer.draw.randint(1, 9000)}"),
        )
        for _ in range(writer.draw.randint(20, 80))
    ]
    return [_heading(talk), *_lead(talk), own.element("ul", "tags", *items)]
