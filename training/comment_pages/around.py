"""What stands around an article: share bars, tags, related posts, boxes beside it, many dated."""

from __future__ import annotations

from datetime import datetime

from training.comment_pages.comment import Talk
from training.comment_pages.dates import stamp
from training.record_pages.fields import link, svg
from training.record_pages.markup import Child, Node, plain


def some_time(talk: Talk) -> datetime:
    """A time of some year."""
    draw = talk.writer.draw
    return datetime(
        draw.randint(2003, 2025),
        draw.randint(1, 12),
        draw.randint(1, 28),
        draw.randrange(24),
        draw.randrange(60),
    )


def some_date(talk: Talk) -> str:
    """A date as the site shows dates."""
    now = datetime(2025, 12, 31, 12)
    return stamp(talk.design.at("article"), talk.writer, some_time(talk), now)


def headed(talk: Talk, key: str, *inner: Child) -> Node:
    """A box with a heading."""
    own = talk.design
    tag = own.pick("widget head", ("h3", "h4", "h2", "b", "div", "h3"))
    head = own.element(tag, "widget-title", talk.writer.say(own, key))
    role = "widget" if own.chance("same widgets", 0.5) else key.replace("_", "-")
    outer = "div" if own.old else own.pick("widget tag", ("div", "div", "section", "aside", "li"))
    return own.element("div" if outer == "li" else outer, role, head, *inner)


def _items(talk: Talk, lines: list[list[Child]]) -> Child:
    if talk.design.old and talk.design.chance("br lists", 0.3):
        return plain("div", *(part for one in lines for part in (*one, plain("br"))))
    return plain("ul", *(plain("li", *one) for one in lines))


def recent_comments(talk: Talk) -> Node:
    """Who commented on what lately, anywhere on the site."""
    writer, own = talk.writer, talk.design.at("recent comments")
    phrase = own.pick("phrase", writer.tongue.all("on_post"))
    lines: list[list[Child]] = []
    for _ in range(own.number("size", 3, 10)):
        name: Child = writer.person() if writer.draw.random() < 0.6 else writer.handle()
        if own.chance("name linked", 0.5):
            name = link(writer, name)
        words = writer.sentence()[:60] + "..."
        nodes: dict[str, list[Child]] = {
            "a": [name],
            "t": [link(writer, writer.title())],
            "x": [link(writer, words) if own.chance("text linked", 0.5) else words],
        }
        line = writer.mixed(phrase, nodes)
        if own.chance("dated", 0.35):
            line.append(plain("span", some_date(talk)))
        if own.chance("pictured", 0.2):
            line.insert(0, plain("img", src="/avatar/1.jpg", width="32"))
        if own.chance("with text", 0.25):
            line.append(plain("p" if own.chance("p", 0.5) else "div", words))
        lines.append(line)
    return headed(talk, "recent_comments", _items(talk, lines))


def recent_posts(talk: Talk) -> Node:
    """The latest posts, dated on some sites."""
    writer, own = talk.writer, talk.design.at("recent posts")
    lines: list[list[Child]] = []
    for _ in range(own.number("size", 4, 12)):
        line: list[Child] = [link(writer, writer.title())]
        if own.chance("dated", 0.4):
            line.append(plain("span", some_date(talk)))
        if own.chance("counted", 0.15):
            line.append(f" ({writer.draw.randint(0, 80)})")
        lines.append(line)
    return headed(talk, "recent_posts", _items(talk, lines))


def archives(talk: Talk) -> Node:
    """Months, with the number of posts on some sites."""
    writer = talk.writer
    counted = talk.design.chance("archive counts", 0.4)
    lines: list[list[Child]] = []
    for place in range(talk.design.number("archive size", 6, 24)):
        month = writer.tongue.all("months")[(30 - place) % 12]
        shown: list[Child] = [link(writer, f"{month} {2016 - place // 12}")]
        lines.append([*shown, f" ({writer.draw.randint(1, 30)})"] if counted else shown)
    return headed(talk, "archives", _items(talk, lines))


def blogroll(talk: Talk) -> Node:
    """Friends."""
    writer = talk.writer
    lines: list[list[Child]] = [
        [link(writer, writer.words(1, 4))] for _ in range(talk.design.number("blogroll", 4, 20))
    ]
    return headed(talk, "blogroll", _items(talk, lines))


def about(talk: Talk) -> Node:
    """Who writes here."""
    picture = plain("img", src="/me.jpg", alt="")
    return headed(talk, "about", picture, plain("p", talk.writer.text(1, 3)))


def share_bar(talk: Talk) -> Node:
    """Ways to pass the page on."""
    design, writer = talk.design, talk.writer
    names = design.some(
        "shares", writer.tongue.all("sharethis"), design.number("share count", 2, 6)
    )
    form = design.pick("share as", ("li", "a", "button", "icons"))
    if form == "li":
        return design.element("ul", "share", *(plain("li", link(writer, name)) for name in names))
    if form == "icons":
        return design.element("div", "share", *(link(writer, svg(design)) for _ in names))
    made = (
        link(writer, name) if form == "a" or design.old else plain("button", name) for name in names
    )
    return design.element("div", "share", *(part for one in made for part in (one, " ")))


def tags(talk: Talk) -> Node:
    """What the page is filed under."""
    design, writer = talk.design, talk.writer
    links = [link(writer, writer.words(1, 2)) for _ in range(writer.draw.randint(1, 7))]
    joined: list[Child] = [part for one in links for part in (one, ", ")][:-1]
    return design.element(
        design.pick("tags tag", ("p", "div", "small")),
        "tags",
        writer.say(design, "tags"),
        " ",
        *joined,
    )


def neighbours(talk: Talk) -> Node:
    """The posts before and after."""
    design, writer = talk.design, talk.writer
    words = writer.tongue.all("prevnext")
    links = [
        link(writer, f"{words[n]}: {writer.title()}" if design.chance("named", 0.5) else words[n])
        for n in (0, 1)
    ]
    return design.element(
        "div" if design.old else design.pick("nb tag", ("nav", "div")), "neighbours", *links
    )


def related(talk: Talk) -> Node:
    """Other posts: titles, on some sites with date, author, picture and excerpt."""
    own, writer = talk.design.at("related"), talk.writer
    items: list[Node] = []
    tag = own.pick("item", ("li", "div", "article", "li", "div"))
    for _ in range(own.number("size", 2, 8)):
        inner: list[Child] = []
        if own.chance("pictured", 0.5):
            inner.append(link(writer, plain("img", src=f"{writer.address()}.jpg", alt="")))
        title = link(writer, writer.title())
        inner.append(plain("h4", title) if own.chance("headed", 0.5) else title)
        if own.chance("meta", 0.5):
            inner.append(posted(talk, own.chance("named", 0.5)))
        if own.chance("excerpt", 0.4):
            inner.append(plain("p", writer.text(1, 2)))
        if own.chance("counted", 0.15):
            inner.append(
                plain(
                    "span", writer.say(talk.design, "ncomments", n=str(writer.draw.randint(0, 90)))
                )
            )
        items.append(own.element("div" if own.old and tag == "article" else tag, "record", *inner))
    outer = own.element("ul" if tag == "li" else "div", "records", *items)
    return headed(talk, "related", outer)


def posted(talk: Talk, named: bool = True) -> Node:
    """By whom and when a post was published."""
    design, writer = talk.design.at("posted"), talk.writer
    phrases = [one for one in writer.tongue.all("posted") if ("{a}" in one) == named]
    phrase = design.pick(f"phrase {named}", phrases or ["{d}"])
    name: Child = writer.person()
    if design.chance("linked", 0.5):
        name = link(writer, name)
    moment: Child = some_date(talk)
    if design.chance("time", 0.4) and not design.old:
        moment = plain("time", moment)
    tag = design.pick("tag", ("p", "div", "span", "small", "div"))
    role = design.pick("role", ("date", "post-meta", "byline", "entry-meta"))
    if role == "date":
        role = "meta-line"
    return design.element(tag, role, *writer.mixed(phrase, {"a": [name], "d": [moment]}))


def author_box(talk: Talk) -> Node:
    """Picture, name and life of the author."""
    design, writer = talk.design, talk.writer
    name = plain(design.pick("box name", ("h4", "h3", "b", "a", "strong")), writer.person())
    text = plain(design.pick("box text", ("p", "div")), writer.text(1, 3))
    inner: list[Child] = [plain("img", src="/author.jpg", alt=""), name, text]
    if design.chance("box links", 0.4):
        inner.append(link(writer, writer.words(2, 4)))
    return design.element("div", "author-box", *inner)
