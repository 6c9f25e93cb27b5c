"""Pings of other sites: listed apart from what was written, or in between."""

from __future__ import annotations

from collections.abc import Sequence

from training.comment_pages import around
from training.comment_pages.comment import Comment, Talk
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def mixed_in(talk: Talk, comments: Sequence[Comment]) -> None:
    """Makes some of the comments pings, on some blogs."""
    if talk.kind != "blog" or not talk.design.chance("pings", 0.15):
        return
    writer = talk.writer
    for comment in comments:
        if writer.draw.random() < 0.25 and comment.depth == 0:
            comment.kind, comment.author = "pingback", writer.title()
            text = f"[…] {writer.sentence()[:90]} […]"
            first = comment.body[0]
            comment.body = [plain("p", text)] if isinstance(first, Node) else [text]


def _ping(talk: Talk, place: int, tag: str) -> Comment:
    own, writer = talk.design.at("pings"), talk.writer
    ping = Comment("pingback", place, 0, None, around.some_time(talk))
    ping.body = [link(writer, writer.title())]
    if own.chance("excerpts", 0.5):
        ping.body = [writer.title(), f" […] {writer.sentence()} […]"]
    line: list[Child] = list(ping.body)
    if own.chance("named", 0.5):
        line.insert(0, f"{writer.tongue.all('pingback')[0]} ")
    if own.chance("dated", 0.4):
        ping.date = around.some_date(talk)
        line.append(f" {ping.date}")
    ping.nodes = [own.element(tag, "item", *line)]
    return ping


def listed_apart(talk: Talk, place: int) -> tuple[list[Child], list[Comment]]:
    """A list of pings below its own heading, on some blogs; the first has this place."""
    own, writer = talk.design.at("pings"), talk.writer
    if talk.kind != "blog" or not own.chance("apart", 0.1) or writer.draw.random() < 0.4:
        return [], []
    tag = own.pick("tag", ("li", "li", "p", "div"))
    made = [_ping(talk, place + number, tag) for number in range(writer.draw.randint(1, 4))]
    nodes = [node for ping in made for node in ping.nodes]
    text = writer.filled(writer.tongue.all("pingback")[-1], n=str(len(made)))
    head = plain(own.pick("head", ("h3", "h4")), text)
    return [head, own.element("ol" if tag == "li" else "div", "thread", *nodes)], made
