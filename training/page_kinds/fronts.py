"""Lists of stories: front pages, sections, archives with excerpts, whole posts in a row."""

from __future__ import annotations

from training.comment_pages import around
from training.comment_pages.article import text_block
from training.comment_pages.comment import Talk
from training.record_pages import boxes, menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def teaser(talk: Talk, form: str) -> Node:
    """A story of a list: a line, a line with a picture, an excerpt, a large one."""
    own, writer = talk.design.at(f"teaser {form}"), talk.writer
    title = plain(own.pick("tag", ("h2", "h3", "h3", "h4", "div")), link(writer, writer.title()))
    parts: list[Child] = [title]
    if form != "line" and own.chance("pictured", 0.75):
        picture: Node = link(writer, plain("img", src=f"{writer.address()}.jpg", alt=""))
        if own.chance("figure", 0.3) and not own.old:
            picture = plain("figure", picture)
        parts.insert(0 if own.chance("picture first", 0.7) else 1, picture)
    if own.chance("section", 0.35):
        parts.insert(0, own.element("span", "badge", link(writer, writer.words(1, 2))))
    if form in ("excerpt", "lead") or own.chance("told", 0.3):
        text = writer.text(1, {"excerpt": 3, "lead": 3}.get(form, 1))
        parts.append(plain("p", text + own.pick("cut", ("", "", "…", " [...]"))))
    if own.chance("posted", 0.5):
        parts.insert(own.pick("posted at", (1, len(parts))), around.posted(talk))
    if own.chance("more", 0.35):
        parts.append(link(writer, writer.say(own, "more")))
    tag = "div" if own.old else own.pick("outer", ("article", "div", "li"))
    return own.element("div" if tag == "li" else tag, "teaser", *parts)


def front(talk: Talk) -> list[Child]:
    """A front page: a lead, then sections in forms of their own, with boxes between."""
    own, writer = talk.design.at("front"), talk.writer
    out: list[Child] = []
    if own.chance("lead", 0.75):
        beside = [teaser(talk, "small") for _ in range(own.number("beside lead", 0, 4))]
        out.append(own.element("div", "lead", teaser(talk, "lead"), *beside))
    for place in range(own.number("sections", 2, 8)):
        form = own.pick(f"form {place}", ("line", "small", "small", "excerpt"))
        made = [teaser(talk, form) for _ in range(own.number(f"size {place}", 3, 9))]
        head = plain(own.pick("head", ("h2", "h2", "h3", "div")), link(writer, writer.words(1, 2)))
        out.append(own.element("div" if own.old else "section", "section", head, *made))
        if own.chance(f"advert {place}", 0.15):
            out.append(boxes.banner(own, writer))
    if own.chance("most read", 0.4):
        out.append(around.recent_posts(talk))
    return out


def section(talk: Talk) -> list[Child]:
    """A department: its stories one below the other or in a grid."""
    own, writer = talk.design.at("department"), talk.writer
    form = own.pick("form", ("small", "excerpt", "excerpt", "lead"))
    count = own.pick("count", (5, 8, 10, 10, 12, 15, 20, 30))
    made = [teaser(talk, form) for _ in range(max(3, count - writer.draw.randint(0, 4)))]
    out: list[Child] = [plain(own.pick("head", ("h1", "h1", "h2")), talk.title)]
    if own.chance("told", 0.3):
        out.append(plain("p", writer.text(1, 3)))
    return [*out, own.element("div", "list", *made), menus.pager(own, writer)]


def whole_posts(talk: Talk) -> list[Child]:
    """The front page of a blog with its posts in full, one below the other."""
    own, writer = talk.design.at("whole"), talk.writer
    out: list[Child] = []
    low, high = own.pick("length", ((1, 4), (2, 7), (4, 12)))
    for _ in range(writer.draw.randint(3, own.pick("most", (5, 8, 10)))):
        title = plain(own.pick("tag", ("h2", "h2", "h3", "h1")), link(writer, writer.title()))
        inner: list[Child] = [title, around.posted(talk), *text_block(talk, low, high)]
        if own.chance("tags", 0.5):
            inner.append(around.tags(talk))
        told = writer.any("ncomments", n=str(writer.draw.randint(0, 60)))
        inner.append(plain("p", link(writer, told)))
        if own.chance("boxed", 0.75):
            out.append(
                own.element(
                    "div" if own.old else own.pick("outer", ("div", "article")), "post", *inner
                )
            )
        else:
            out.extend([*inner, plain("hr")])
    words = writer.tongue.all("prevnext")
    return [*out, plain("div", link(writer, words[-2]), " ", link(writer, words[-1]))]


def excerpts(talk: Talk) -> list[Child]:
    """An archive with long excerpts."""
    own, writer = talk.design.at("excerpts"), talk.writer
    out: list[Child] = []
    if own.chance("headed", 0.6):
        out.append(plain("h1", talk.title))
    for _ in range(writer.draw.randint(4, 12)):
        head = plain(own.pick("tag", ("h2", "h2", "h3")), link(writer, writer.title()))
        text = [plain("p", writer.text(2, 6)) for _ in range(own.number("paragraphs", 1, 2))]
        more = plain("p", link(writer, writer.say(own, "more")))
        inner: list[Child] = [head, around.posted(talk), *text, more]
        if own.chance("pictured", 0.5):
            inner.insert(1, plain("img", src=f"{writer.address()}.jpg", alt=""))
        out.append(own.element("div" if own.old else "article", "post", *inner))
    return [*out, menus.pager(own, writer)]


def pictures(talk: Talk) -> list[Child]:
    """A gallery: pictures with few words or none."""
    own, writer = talk.design.at("pictures"), talk.writer
    made: list[Node] = []
    tag = own.pick("tag", ("li", "div", "figure", "td"))
    for _ in range(writer.draw.randint(9, 60)):
        inner: list[Child] = [link(writer, plain("img", src=f"{writer.address()}.jpg", alt=""))]
        if own.chance("named", 0.6):
            inner.append(plain("span", writer.words(1, 4)))
        if own.chance("counted", 0.2):
            inner.append(plain("small", f"{writer.draw.randint(3, 900)}"))
        made.append(own.element(tag, "picture", *inner))
    head = plain("h1", talk.title)
    if tag == "td":
        across = own.number("across", 3, 6)
        starts = range(0, len(made), across)
        return [head, plain("table", *(plain("tr", *made[n : n + across]) for n in starts))]
    return [head, own.element("ul" if tag == "li" else "div", "gallery", *made)]
