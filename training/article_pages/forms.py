"""Kinds of articles: what their text consists of, in reading order."""

from __future__ import annotations

from collections.abc import Callable

from training.article_pages.pictures import figure
from training.article_pages.pieces import Piece, apart, block, head, text
from training.article_pages.prose import (
    gap,
    heading,
    paragraph,
    sentences,
)
from training.article_pages.site import Press
from training.article_pages.teaching import (
    conditions,
    entry,
    manual,
    recipe,
    release,
    review,
)
from training.article_pages.text import body
from training.comment_pages.comment import Talk
from training.record_pages.fields import link
from training.record_pages.markup import Child, plain

Form = Callable[[Press, Talk], list[Piece]]


def news(press: Press, talk: Talk) -> list[Piece]:
    """Paragraphs, the first with its place on some sites."""
    own, writer = talk.design.at("news"), talk.writer
    low, high = own.pick("length", ((3, 8), (5, 14), (8, 20), (12, 30)))
    made = body(talk, writer.draw.randint(low, high))
    if own.chance("dateline", 0.25):
        tag = own.pick("dateline tag", ("strong", "b", "span", "em"))
        words = own.pick("sign", ("{} – ", "{} (AP) — ", "{}: ", "{}. ", "（{}）"))
        said = words.format(writer.words(1, 1))
        first = made[0].node.children
        first.insert(0, plain(tag, said) if own.chance("marked", 0.6) else said)
    return made


def brief(press: Press, talk: Talk) -> list[Piece]:
    """A notice of a sentence or a few."""
    draw = talk.writer.draw
    if draw.random() < 0.5:
        return [text(plain("p", *sentences(talk, draw.randint(1, 3))))]
    return body(talk, draw.randint(1, 3), heads=0.0)


def long_read(press: Press, talk: Talk) -> list[Piece]:
    """A story of many paragraphs."""
    return body(talk, talk.writer.draw.randint(25, 70))


def numbered(press: Press, talk: Talk) -> list[Piece]:
    """The ten best of something: each a heading, a picture, a paragraph or two."""
    own, writer, draw = talk.design.at("numbered"), talk.writer, talk.writer.draw
    out = body(talk, draw.randint(1, 3), heads=0.0)
    sign = own.pick("sign", ("{}. ", "#{}: ", "", "{}) ", "{} "))
    low, high = own.pick("size", ((1, 1), (1, 2), (2, 3)))
    for place in range(1, draw.choice((3, 5, 5, 7, 10, 10, 15)) + 1):
        out.append(head(heading(talk, f"{sign.format(place)}{writer.words(1, 6)}")))
        if own.chance("pictured", 0.6):
            out.append(block(figure(press, talk)))
        out.extend(text(paragraph(talk)) for _ in range(draw.randint(low, high)))
        if own.chance("shopped", 0.12):
            out.append(apart("advert", "shop", plain("p", link(writer, writer.any("buy")))))
    return [*out, *body(talk, draw.randint(0, 2), heads=0.0)]


def answers(press: Press, talk: Talk) -> list[Piece]:
    """Questions with answers, open or to be unfolded."""
    own, writer, draw = talk.design.at("answers"), talk.writer, talk.writer.draw
    form = own.pick("form", ("headed", "headed", "details", "dl", "signs", "bold"))
    out = body(talk, draw.randint(0, 2), heads=0.0)
    for _ in range(draw.randint(3, 12)):
        asked = writer.sentence().rstrip(".。।, ") + ("？" if not gap(talk) else "?")
        told = [paragraph(talk) for _ in range(draw.choice((1, 1, 2)))]
        if form == "details" and not own.old:
            inner = own.element("div", "answer", *told)
            out.append(block(plain("details", plain("summary", asked), inner)))
        elif form == "dl":
            out.append(block(plain("dl", plain("dt", asked), plain("dd", *told))))
        elif form == "signs":
            first, second = writer.say(own, "qa").split("/")
            out.append(text(plain("p", f"{first} {asked}")))
            told[0].children.insert(0, f"{second} ")
            out.extend(text(one) for one in told)
        else:
            node = plain("p", plain("b", asked)) if form == "bold" else heading(talk, asked)
            out.append(head(node))
            out.extend(text(one) for one in told)
    return out


def interview(press: Press, talk: Talk) -> list[Piece]:
    """Questions in bold, or names before what each says."""
    own, writer, draw = talk.design.at("interview"), talk.writer, talk.writer.draw
    out = body(talk, draw.randint(1, 3), heads=0.0)
    form = own.pick("form", ("bold", "bold", "names", "names", "dash"))
    names = (writer.person(), writer.person())
    for _ in range(draw.randint(4, 14)):
        asked = sentences(talk, draw.randint(1, 2))
        told = sentences(talk, draw.randint(1, 7))
        if form == "bold":
            tag = own.pick("tag", ("strong", "b", "em"))
            out.extend([text(plain("p", plain(tag, *asked))), text(plain("p", *told))])
        elif form == "names":
            for name, said in zip(names, (asked, told), strict=True):
                out.append(text(plain("p", plain("strong", f"{name}:"), " ", *said)))
        else:
            out.append(text(plain("p", "– ", *asked)))
            out.append(text(plain("p", "– ", *told)))
    return out


def pictures(press: Press, talk: Talk) -> list[Piece]:
    """Pictures with captions, and a little text."""
    draw = talk.writer.draw
    out = body(talk, draw.randint(1, 4), heads=0.0)
    for _ in range(draw.randint(4, 14)):
        out.append(block(figure(press, talk, long=True)))
        if draw.random() < 0.15:
            out.append(text(paragraph(talk)))
    return out


def ticker(press: Press, talk: Talk) -> list[Piece]:
    """What happens, the latest first, each entry with its time."""
    own, writer, draw = talk.design.at("ticker"), talk.writer, talk.writer.draw
    out = body(talk, draw.randint(1, 2), heads=0.0)
    hour, minute = draw.randint(12, 23), draw.randint(0, 59)
    for _ in range(draw.randint(4, 20)):
        minute -= draw.randint(1, 25)
        if minute < 0:
            hour, minute = hour - 1, minute + 60
        time = plain(
            "span" if own.old else own.pick("time", ("time", "span", "b")),
            f"{hour % 24:02}:{minute:02}",
        )
        inner: list[Child] = [time]
        if own.chance("headed", 0.5):
            inner.append(plain(own.pick("head", ("h3", "h4", "strong")), writer.title()))
        inner.extend(paragraph(talk) for _ in range(draw.choice((1, 1, 1, 2, 3))))
        if own.chance("named", 0.2):
            inner.append(plain("small", writer.person()))
        out.append(block(own.element("div", "entry live-entry update item", *inner)))
    return out


FORMS: dict[str, tuple[Form, ...]] = {
    "news": (*(news,) * 9, *(brief,) * 4, long_read, interview, pictures, ticker, numbered),
    "blog": (*(news,) * 7, brief, brief, numbered, numbered, recipe, review, manual, pictures),
    "magazine": (*(news,) * 4, long_read, long_read, interview, numbered, review, recipe, answers),
    "manual": (*(manual,) * 6, answers, numbered),
    "encyclopedia": (entry,),
    "firm": (*(release,) * 3, *(news,) * 3, brief, conditions, answers, numbered),
    "": (news, news, brief, answers, numbered),
}
"""The articles of each kind of site, as often as they come up."""
