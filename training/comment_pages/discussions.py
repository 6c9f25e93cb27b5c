"""Pages with comments, one builder a kind of page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages import around, pings
from training.comment_pages.answers import question
from training.comment_pages.article import after_all, article, below_article, text_block
from training.comment_pages.buyers import reviews
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.hanging import hang
from training.comment_pages.middle import Middle, drawn
from training.comment_pages.section import entry_form, further, section
from training.comment_pages.thread import some_name
from training.record_pages import menus
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def _most(talk: Talk) -> int:
    return talk.design.pick("most depth", (0, 0, 0, 0, 1, 2, 3, 5, 9))


def post(talk: Talk) -> Middle:
    """An article with its comments."""
    comments = drawn(talk, _most(talk))
    pings.mixed_in(talk, comments)
    talked = section(talk, comments)
    pinged, apart = pings.listed_apart(talk, len(comments))
    written = article(talk)
    below = [*below_article(talk), *talked, *pinged]
    first = written[0]
    if talk.design.chance("inside article", 0.2) and isinstance(first, Node) and len(written) == 1:
        first.children.extend(below)
        below = []
    return Middle([*written, *below, *after_all(talk)], [*comments, *apart], "post")


def comment_page(talk: Talk) -> Middle:
    """The comments on an article that is elsewhere."""
    design, writer = talk.design, talk.writer
    comments = drawn(talk, _most(talk))
    top: list[Child] = [plain(design.pick("alone", ("h1", "h2", "p")), link(writer, talk.title))]
    if design.chance("teaser", 0.5):
        top.append(plain("p", writer.text(1, 2)))
    return Middle([*top, *section(talk, comments)], comments, "comment_page")


def guestbook(talk: Talk) -> Middle:
    """What visitors wrote, without an article."""
    design, writer = talk.design, talk.writer
    comments = drawn(talk, 0)
    title = writer.say(design, "guestbook")
    top: list[Child] = [plain(design.pick("gb head", ("h1", "h2", "b")), title)]
    if design.chance("welcome", 0.5):
        top.append(plain("p", writer.text(1, 3)))
    form = [entry_form(talk)] if design.chance("gb form", 0.6) else []
    listed = [*further(talk, "above"), *hang(talk, comments), *further(talk, "below")]
    first = design.chance("form first", 0.6)
    return Middle(
        [*top, *form, *listed] if first else [*top, *listed, *form], comments, "guestbook"
    )


def _bar(talk: Talk) -> list[Child]:
    """What can be done with a thread."""
    design, writer = talk.design, talk.writer
    options = writer.tongue.all("thread_actions")
    names = design.some("actions", options, design.number("action count", 0, 4))
    parts = [part for name in names for part in (link(writer, name), " ")]
    return [design.element("div", "toolbar", *parts)] if parts else []


def _posts(talk: Talk) -> tuple[list[Child], list[Comment]]:
    """The posts of a thread; on some sites the opening one is built in its own way."""
    design = talk.design
    apart = design.chance("opening apart", 0.15)
    most = 0 if apart else design.pick("most depth", (0, 0, 0, 0, 0, 0, 1, 4))
    comments = drawn(talk, most)
    if not apart:
        return section(talk, comments), comments
    opening = replace(talk, design=design.at("opening"))
    out = hang(opening, comments[:1])
    return [*out, *(section(talk, comments[1:]) if comments[1:] else [])], comments


def thread(talk: Talk) -> Middle:
    """A thread of a forum."""
    design, writer = talk.design, talk.writer
    out: list[Child] = [plain(design.pick("thread title", ("h1", "h2", "h3", "b")), talk.title)]
    if design.chance("crumbs", 0.7):
        out.insert(0, menus.breadcrumb(design.at("crumbs"), writer))
    talked, comments = _posts(talk)
    if design.chance("noscript", 0.04):
        talked = [plain("noscript", plain("div", *talked))]
    out.extend([*_bar(talk), *talked])
    if design.chance("bar below", 0.5):
        out.extend(_bar(talk))
    if design.chance("similar", 0.3):
        out.append(around.related(talk))
    if design.chance("online", 0.3):
        names = (link(writer, some_name(writer)) for _ in range(5))
        out.append(plain("p", *(part for name in names for part in (name, ", "))))
    return Middle(out, comments, "thread")


def _status(talk: Talk) -> Node:
    """A short post, a link, or a text, that others reply to."""
    design, writer = talk.design, talk.writer
    form = design.pick("status", ("short", "short", "link", "long"))
    line: list[Child] = [link(writer, some_name(writer)), " ", around.some_date(talk)]
    if form == "short":
        inner = [*line, plain("p", writer.text(1, 2))]
    else:
        text = [link(writer, "example.com")] if form == "link" else text_block(talk, 1, 4)
        inner = [plain("h1", talk.title), *text, plain("div", *line)]
    names = design.some("social", writer.tongue.all("social"), 4)
    buttons = (plain("button", f"{name} {writer.draw.randint(0, 900)}") for name in names)
    inner.append(plain("div", *buttons))
    return design.element("div" if design.old else "article", "status-main", *inner)


def status(talk: Talk) -> Middle:
    """A short post, or a link, with the replies to it."""
    comments = drawn(talk, talk.design.pick("most depth", (0, 1, 3, 6, 9)))
    content = [_status(talk), *section(talk, comments), *after_all(talk)]
    return Middle(content, comments, "status")


Builder = Callable[[Talk], Middle]
BUILDERS: dict[str, tuple[Builder, ...]] = {
    "blog": (*(post,) * 10, guestbook, comment_page),
    "news": (*(post,) * 9, comment_page),
    "forum": (thread,),
    "qa": (question,),
    "shop": (reviews,),
    "sns": (status,),
}
