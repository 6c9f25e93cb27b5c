"""Threads: of forums and mailing lists, questions with answers, short posts with replies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from training.comment_pages.answers import question
from training.comment_pages.around import some_date
from training.comment_pages.comment import Talk
from training.comment_pages.discussions import guestbook, status, thread
from training.comment_pages.middle import Middle
from training.comment_pages.thread import some_name
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain

KINDS = {"forum": "forum", "questions": "qa", "network": "sns"}


def _lines(talk: Talk) -> str:
    """A message as plain text, with what it answers quoted."""
    writer = talk.writer
    out: list[str] = []
    if writer.draw.random() < 0.6:
        out.append(writer.any("wrote", d=some_date(talk)))
        out.extend(f"> {writer.sentence()}" for _ in range(writer.draw.randint(1, 5)))
    out.extend(f"\n{writer.text(1, 4)}" for _ in range(writer.draw.randint(1, 4)))
    return "\n".join([*out, "", "-- ", writer.person()])


def _message(talk: Talk, title: str) -> list[Child]:
    own, writer = talk.design.at("message"), talk.writer
    who, when = some_name(writer), some_date(talk)
    mail = f"{writer.word()} at {writer.word()}.example"
    form = own.pick("head", ("lines", "lines", "table", "list"))
    pairs = [("From", f"{who} <{mail}>"), ("Date", when), ("Subject", title)]
    pairs = own.some("order", pairs, 3)
    if form == "table":
        rows = (plain("tr", plain("th", f"{a}:"), plain("td", b)) for a, b in pairs)
        head: Node = plain("table", *rows)
    elif form == "list":
        head = plain("ul", *(plain("li", plain("b", f"{a}: "), b) for a, b in pairs))
    else:
        head = plain(
            "p", *(part for a, b in pairs for part in (plain("b", a), f": {b}", plain("br")))
        )
    return [head, plain("pre", _lines(talk))]


def mail(talk: Talk) -> list[Child]:
    """A message of a mailing list, or all of a thread, with ways to others."""
    own, writer = talk.design.at("mail"), talk.writer
    words = writer.tongue.all("prevnext")
    ways = plain(
        "ul",
        *(
            plain("li", f"{word}: ", link(writer, f"[{writer.word()}] {writer.title()}"))
            for word in words[:2]
        ),
    )
    title = plain(own.pick("title", ("h1", "h1", "h2")), talk.title)
    size = writer.draw.choice((1, 1, 2, 3, 6))
    messages = [part for _ in range(size) for part in (*_message(talk, talk.title), plain("hr"))]
    return [title, ways, *messages] if own.chance("ways first", 0.6) else [title, *messages, ways]


BUILDERS: dict[str, Callable[[Talk], list[Child]]] = {
    "forum": lambda talk: thread(talk).content,
    "qa": lambda talk: question(talk).content,
    "sns": lambda talk: status(talk).content,
    "blog": lambda talk: guestbook(talk).content,
    "mail": mail,
}


def thread_page(talk: Talk, trade: str) -> Middle:
    """A thread as such a site has it."""
    options = ("forum", "forum", "forum", "qa", "blog", "mail", "mail")
    kind = KINDS.get(trade) or talk.design.pick("talk", options)
    design = replace(talk.design, kind="forum" if kind == "mail" else kind)
    least = talk.writer.draw.choice((1, 1, 2, 3, 4, 6, 8, 10, 15))
    own: Talk = replace(talk, design=design, least_comments=least)
    return Middle(BUILDERS[kind](own), [], kind)
