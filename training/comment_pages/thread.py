"""Who answered whom and when: the comments of a page as data, in the page's order."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from training.comment_pages.bodies import body_of, quoted, signature_of
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.dates import stamp
from training.comment_pages.speaker import Speaker

KINDS = {"forum": "post", "shop": "review", "qa": "answer"}


def comment_count(draw: Random) -> int:
    """How many comments a page has: few on most."""
    chance = draw.random()
    if chance < 0.3:
        return 1
    if chance < 0.5:
        return 2
    if chance < 0.7:
        return draw.randint(3, 4)
    return draw.randint(5, draw.choice((8, 12, 20, 30, 60)))


def depths(talk: Talk, count: int, most: int) -> list[int]:
    """How deep each comment lies, in the page's order."""
    share = talk.design.pick("reply share", (0.2, 0.35, 0.5, 0.7))
    out = [0]
    for _ in range(count - 1):
        deeper = talk.writer.draw.random() < share
        level = min(most, out[-1] + 1) if deeper else talk.writer.draw.randint(0, out[-1])
        out.append(level)
    return out


def parents(levels: list[int]) -> list[int | None]:
    """The comment that each answers: the nearest before it that is less deep."""
    out: list[int | None] = []
    for place, level in enumerate(levels):
        before = (n for n in range(place - 1, -1, -1) if levels[n] < level)
        out.append(next(before, None))
    return out


def _people(talk: Talk, count: int) -> list[str]:
    writer, design = talk.writer, talk.design
    named = design.pick("people", (0.1, 0.5, 0.9))
    if design.chance("numbered people", 0.04):
        word = writer.say(design, "anonymous")
        return [f"{word} {place}" for place in writer.draw.sample(range(1, 900), count)]
    size = max(1, int(count * design.pick("pool", (0.4, 0.8, 1.0))))
    return [
        writer.person() if writer.draw.random() < named else writer.handle() for _ in range(size)
    ]


def _author(talk: Talk, people: list[str], owner: bool) -> str:
    if owner:
        return talk.design.pick("owner", ("admin", "Admin", people[0], people[0], people[0]))
    if talk.design.chance("guests", 0.3) and talk.writer.draw.random() < 0.3:
        return talk.writer.say(talk.design, "anonymous")
    return talk.writer.draw.choice(people)


def times(talk: Talk, levels: list[int], start: datetime, end: datetime) -> list[datetime]:
    """When each was written, between two times: later ones below, or above on some sites."""
    draw = talk.writer.draw
    span = (end - start).total_seconds()
    mostly_early = draw.choice((1, 2, 4))
    shares = sorted(draw.random() ** mostly_early for _ in levels)
    out = [start + timedelta(seconds=int(60 + span * share * 0.98)) for share in shares]
    return out[::-1] if talk.design.chance("newest first", 0.25) and max(levels) == 0 else out


def page_times(draw: Random) -> tuple[datetime, datetime]:
    """When the page was written, and when it is looked at."""
    written = datetime(draw.randint(2001, 2025), draw.randint(1, 12), draw.randint(1, 28))
    written += timedelta(minutes=draw.randrange(1440), seconds=draw.randrange(60))
    return written, written + timedelta(hours=draw.choice((20, 90, 900, 9000, 60000)))


def new_comments(talk: Talk, levels: list[int], start: datetime, end: datetime) -> list[Comment]:
    """Comments at these depths."""
    writer, design, draw = talk.writer, talk.design, talk.writer.draw
    people = _people(talk, len(levels))
    dated = not design.chance("undated", 0.18)
    named = not design.chance("nameless", 0.12)
    identity = draw.randint(2, 900000)
    out: list[Comment] = []
    for place, (level, parent, when) in enumerate(
        zip(levels, parents(levels), times(talk, levels, start, end), strict=True)
    ):
        owner = level > 0 and draw.random() < 0.3
        comment = Comment(KINDS.get(talk.kind, "comment"), place, level, parent, when, owner=owner)
        comment.author = _author(talk, people, owner) if named else None
        comment.date = stamp(design, writer, when, end) if dated else None
        comment.body = body_of(talk)
        comment.likes = draw.choice((0, 0, 0, 1, 2, 3, 7, 25, 140))
        identity += draw.randint(1, 40)
        comment.identity = identity
        out.append(comment)
    _enrich(talk, out)
    return out


def _enrich(talk: Talk, comments: list[Comment]) -> None:
    """Quotes, signatures and titles, where the site has them."""
    design, draw = talk.design, talk.writer.draw
    forum = talk.kind == "forum"
    signed = forum and design.chance("signatures", 0.5)
    signatures: dict[str | None, list[str]] = {}
    for place, comment in enumerate(comments):
        share = 0.3 if forum and design.chance("quotes", 0.8) else 0.03
        if place and draw.random() < share:
            comment.quote = quoted(talk, comments[draw.randrange(place)])
        if signed and comment.author not in signatures:
            has = draw.random() < 0.5
            signatures[comment.author] = signature_of(talk) if has else []
        if signed:
            comment.signature = list(signatures[comment.author])
        titled = {"shop": 0.6, "forum": 0.15, "sns": 0.02, "qa": 0.02}.get(talk.kind, 0.08)
        if design.chance("titled", titled):
            comment.title = _title(talk)
        comment.stars = draw.choice((1, 2, 3, 4, 5, 5, 5, 5))


def _title(talk: Talk) -> str:
    if talk.kind == "shop":
        return talk.writer.words(1, 5)
    return talk.writer.draw.choice((f"Re: {talk.title}", f"Re: {talk.title}", talk.writer.title()))


def some_name(writer: Speaker) -> str:
    """A person's name, or what they call themselves."""
    return writer.person() if writer.draw.random() < 0.6 else writer.handle()
