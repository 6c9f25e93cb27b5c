"""A question with answers, and short comments below both."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages import around
from training.comment_pages.article import after_all
from training.comment_pages.bodies import body_of
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.controls import controls, votes
from training.comment_pages.hanging import hang
from training.comment_pages.middle import HOLDERS, Middle, counted_through, drawn
from training.comment_pages.section import entry_form, heading
from training.comment_pages.thread import some_name
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def _asked(talk: Talk, comment: Comment) -> Node:
    """The question: votes, body, tags, who asked; sets what it is in the page."""
    design, writer = talk.design, talk.writer
    inner: list[Child] = [design.element("div", "body", *comment.body)]
    if design.chance("question votes", 0.7):
        inner.insert(0, plain("div", *votes(talk, comment)))
    phrase = design.pick("asked", writer.tongue.all("asked"))
    name: list[Child] = [link(writer, comment.author or "")]
    moment: list[Child] = [comment.date] if comment.date else [" "]
    inner.append(around.tags(talk))
    inner.append(plain("div", *writer.mixed(phrase, {"a": name, "d": moment})))
    if design.chance("question controls", 0.5):
        inner.extend(controls(talk, comment))
    node = design.element(
        "div", design.pick("question role", ("question", "post", "topic")), *inner
    )
    comment.nodes = [node]
    return node


def _remark(talk: Talk, parent: Comment, tag: str) -> Comment:
    """One short comment: a text, a name and a date in a line."""
    own, writer = talk.design.at("remarks"), talk.writer
    comment = Comment("comment", 0, 0, None, parent.when)
    comment.author, comment.date = some_name(writer), around.some_date(talk)
    text = writer.text(1, 2)
    comment.body = [text]
    if tag != "p":
        comment.body = [plain(own.pick("body", ("span", "span", "p", "div")), text)]
    name = link(writer, comment.author)
    sign = own.pick("sign", (" – ", " - ", " ", " — "))
    line: list[Child] = [*comment.body, sign, name, " ", plain("span", comment.date)]
    if own.chance("name first", 0.3):
        line = [name, ": ", *comment.body, " ", plain("small", comment.date)]
    if own.chance("voted", 0.4):
        line.insert(0, plain("span", str(writer.draw.choice((0, 1, 4, 12)))))
    if tag == "tr":
        line = [plain("td", "\xa0"), plain("td", *line)]
    classed = talk.design.cue != "none" and own.chance("classed", 0.6)
    role = own.pick("role", ("comment", "c", "remark"))
    comment.nodes = [own.element(tag, role, *line) if classed else Node(tag, {}, line)]
    return comment


def _remarks(talk: Talk, parent: Comment) -> tuple[list[Child], list[Comment]]:
    """Short comments below a question or an answer, if there are any."""
    own, writer = talk.design.at("remarks"), talk.writer
    if writer.draw.random() > own.pick("share", (0.0, 0.3, 0.6)):
        return [], []
    tag = own.pick("tag", ("li", "div", "tr", "p"))
    made = [_remark(talk, parent, tag) for _ in range(writer.draw.choice((1, 1, 2, 3, 5)))]
    nodes = [node for comment in made for node in comment.nodes]
    out: list[Child] = [plain({"li": "ul", "tr": "table"}.get(tag, "div"), *nodes)]
    if own.chance("add", 0.6):
        out.append(link(writer, writer.say(own, "addcomment")))
    return [own.element("div", "remarks", *out)], made


def _answered(talk: Talk, answer: Comment) -> list[Comment]:
    """Puts the comments on an answer into it; they and the answer, the first one accepted."""
    first = answer.first
    if first is None or first.tag not in HOLDERS:
        return [answer]
    inner, made = _remarks(talk, answer)
    first.children.extend(inner)
    if answer.place == 0 and talk.design.chance("accepted", 0.4):
        first.children.insert(0, plain("div", talk.writer.say(talk.design, "accepted")))
    return [answer, *made]


def question(talk: Talk) -> Middle:
    """A question with answers, and comments on both."""
    design = talk.design
    answers = drawn(talk, 0)
    asked = replace(answers[0], kind="question", body=body_of(talk), quote=[], title=None)
    asked.author = some_name(talk.writer)
    node = _asked(talk, asked)
    below, remarks = _remarks(talk, asked)
    listed = hang(talk, answers)
    groups = [[asked, *remarks], *(_answered(talk, answer) for answer in answers)]
    if design.chance("remarks inside", 0.7):
        node.children.extend(below)
        below = []
    title = plain(design.pick("question title", ("h1", "h1", "h2")), talk.title)
    content: list[Child] = [title, node, *below, *heading(talk, len(answers)), *listed]
    if design.chance("qa form", 0.5):
        content.append(entry_form(talk))
    return Middle([*content, *after_all(talk)], counted_through(groups, 0), "question")
