"""Fields of rows: what each shows, in the markup of the site."""

from __future__ import annotations

from training.comment_pages.around import some_date
from training.comment_pages.comment import Talk
from training.comment_pages.rows import Field
from training.comment_pages.thread import some_name
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def title(talk: Talk) -> Field:
    tag = talk.design.pick("title in", ("", "", "h3", "h2", "b", "h4"))
    made: Node = link(talk.writer, talk.writer.title())
    return ("title", [plain(tag, made) if tag else made])


def name(talk: Talk) -> Field:
    name: Child = some_name(talk.writer)
    return (
        "author",
        [link(talk.writer, name) if talk.design.chance("names linked", 0.6) else name],
    )


def count(talk: Talk, key: str = "") -> Field:
    number = str(talk.writer.draw.choice((0, 1, 3, 12, 48, 530, 12040)))
    return ("count", [f"{number} {talk.writer.say(talk.design, key, n=number)}" if key else number])


def date(talk: Talk) -> Field:
    design, text = talk.design.at("date field"), some_date(talk)
    tag = design.pick("tag", ("", "", "span", "small", "time", "time"))
    shown: Child = plain("span" if tag == "time" and design.old else tag, text) if tag else text
    return ("date", [f"{design.pick('before', ('', '', '| ', '- '))}", shown])


def text(talk: Talk, low: int = 1, high: int = 2) -> Field:
    return ("snippet", [talk.writer.text(low, high)])
