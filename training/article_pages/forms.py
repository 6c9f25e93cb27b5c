"""Kinds of articles: what their text consists of, in reading order."""

from __future__ import annotations

from collections.abc import Callable

from training.article_pages.pictures import figure, picture
from training.article_pages.pieces import Piece, apart, block, head, mixed, text
from training.article_pages.prose import (
    bullets,
    code,
    gap,
    heading,
    paragraph,
    quote,
    sentences,
    table,
    terms,
)
from training.article_pages.site import Press
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.page_kinds.documentation import parameters
from training.record_pages.fields import link
from training.record_pages.markup import Child, plain

Form = Callable[[Press, Talk], list[Piece]]


def body(talk: Talk, count: int, *, heads: float | None = None) -> list[Piece]:
    """Paragraphs below headings, with lists, quotes and tables among them."""
    own, draw = talk.design.at("text"), talk.writer.draw
    share = own.pick("heads", (0.0, 0.0, 0.08, 0.15, 0.3)) if heads is None else heads
    extras = own.pick("extras", (0.0, 0.03, 0.08, 0.2))
    out: list[Piece] = []
    for place in range(count):
        if place and place < count - 1 and draw.random() < share:
            out.append(head(heading(talk)))
        out.append(text(paragraph(talk)))
        if draw.random() < extras:
            form = draw.choice((bullets, bullets, quote, quote, table, terms))
            out.append(block(form(talk)))
    return out


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


def recipe(press: Press, talk: Talk) -> list[Piece]:
    """A dish: a story, what it takes, what to do."""
    own, writer, draw = talk.design.at("recipe"), talk.writer, talk.writer.draw
    out = body(talk, draw.randint(0, 8))
    unit = own.pick("unit", ("g", "ml", "cups", "EL"))
    takes = [
        plain("li", f"{draw.randint(1, 500)} {unit} {writer.words(1, 3)}")
        for _ in range(draw.randint(4, 14))
    ]
    steps = [plain("li", *sentences(talk, draw.randint(1, 3))) for _ in range(draw.randint(3, 9))]
    out.append(head(heading(talk, writer.say(own, "ingredients"))))
    out.append(block(plain("ul", *takes)))
    out.append(head(heading(talk, writer.say(own, "steps"))))
    if own.chance("paragraphs", 0.25):
        out.extend(text(plain("p", *one.children)) for one in steps)
    else:
        out.append(block(plain("ol", *steps)))
    return [*out, *body(talk, draw.randint(0, 2), heads=0.0)]


def manual(press: Press, talk: Talk) -> list[Piece]:
    """A page of documentation: sections with code, parameters and notes."""
    own, writer, draw = talk.design.at("manual"), talk.writer, talk.writer.draw
    names = [writer.words(1, 5) for _ in range(draw.randint(1, 8))]
    out = body(talk, draw.randint(1, 2), heads=0.0)
    if own.chance("contents", 0.3):
        items = (plain("li", plain("a", one, href=f"#s{at}")) for at, one in enumerate(names))
        box = own.element(
            "div", "toc contents", plain("p", writer.say(own, "toc")), plain("ul", *items)
        )
        out.append(apart("navigation", "contents", box))
    for place, name in enumerate(names):
        tag = own.pick("head", ("h2", "h2", "h3"))
        node = plain(tag, name, id=f"s{place}")
        if own.chance("anchor", 0.3):
            node.children.append(plain("a", "¶", href=f"#s{place}"))
        out.append(head(node))
        out.extend(text(paragraph(talk)) for _ in range(draw.randint(1, 3)))
        if draw.random() < own.pick("code", (0.2, 0.5, 0.9)):
            out.append(block(code(talk)))
        if draw.random() < own.pick("listed", (0.0, 0.2, 0.4)):
            out.append(block(draw.choice((bullets, terms, table))(talk)))
        if draw.random() < own.pick("parameters", (0.0, 0.2, 0.5)):
            out.extend(block(node) for node in parameters(talk) if not isinstance(node, str))
        if draw.random() < 0.12:
            name = "note admonition tip warning"
            out.append(block(own.element("div", name, plain("p", writer.text(1, 2)))))
    if own.chance("edit", 0.35):
        out.append(mixed("navigation", "edit", link(writer, press.said(talk, "edit"))))
    return out


def entry(press: Press, talk: Talk) -> list[Piece]:
    """An entry of an encyclopedia: facts, contents, many links, references."""
    own, writer, draw = talk.design.at("entry"), talk.writer, talk.writer.draw
    out: list[Piece] = []
    if own.chance("facts", 0.5):
        rows = [
            plain("tr", plain("th", writer.words(1, 2)), plain("td", writer.words(1, 4)))
            for _ in range(draw.randint(3, 14))
        ]
        top = plain("tr", plain("td", picture(talk), colspan="2"))
        out.append(block(own.element("table", "infobox vcard facts", top, *rows)))
    out.append(text(paragraph(talk, 5)))
    names = [writer.words(1, 4) for _ in range(draw.randint(2, 8))]
    if own.chance("contents", 0.7):
        items = (plain("li", plain("a", one, href=f"#{at}")) for at, one in enumerate(names))
        box = own.element("div", "toc", plain("b", writer.say(own, "toc")), plain("ul", *items))
        out.append(apart("navigation", "contents", box))
    for name in names:
        node = heading(talk, name)
        if own.chance("edit", 0.5):
            edit = plain("span", "[", link(writer, press.said(talk, "edit")), "]")
            node.children.append(_navigation(edit))
        out.append(head(node))
        out.extend(text(paragraph(talk)) for _ in range(draw.randint(1, 4)))
        if draw.random() < 0.2:
            out.append(block(draw.choice((bullets, table))(talk)))
    notes = [
        plain(
            "li",
            plain("a", "↑", href="#"),
            f" {writer.person()} ({draw.randint(1950, 2024)}). ",
            plain("i", writer.title()),
            f". {writer.words(1, 2)}.",
        )
        for _ in range(draw.randint(2, 20))
    ]
    tail = plain("div", plain("h2", press.said(talk, "sources")), plain("ol", *notes))
    return [*out, apart("related", "references", tail)]


def _navigation(node: Child) -> Child:
    return node if isinstance(node, str) else apart("navigation", "edit", node).node


def release(press: Press, talk: Talk) -> list[Piece]:
    """What a firm tells, and below it who it is."""
    own, writer, draw = talk.design.at("release"), talk.writer, talk.writer.draw
    out = body(talk, draw.randint(3, 9))
    out[0].node.children.insert(0, plain("b", f"{writer.words(1, 1)}, {around.some_date(talk)} – "))
    if own.chance("firm", 0.8):
        tag = own.pick("head", ("h3", "p", "h4"))
        title = plain(tag, plain("strong", press.said(talk, "about_firm")))
        told = plain("p", writer.text(2, 6))
        out.append(apart("legal", "firm", plain("div", title, told)))
    if own.chance("reach", 0.6):
        lines: list[Child] = [plain("b", writer.say(own, "press_contact")), plain("br")]
        lines.extend([writer.person(), plain("br"), f"Tel. 0{draw.randint(10**6, 10**8)}"])
        out.append(apart("navigation", "reach", plain("p", *lines)))
    return out


def review(press: Press, talk: Talk) -> list[Piece]:
    """A test: text, what is good and what is not, a grade, data."""
    own, writer, draw = talk.design.at("review"), talk.writer, talk.writer.draw
    out = body(talk, draw.randint(4, 14))
    for phrase in writer.tongue.all("pros")[:2]:
        items = (plain("li", writer.words(2, 8)) for _ in range(draw.randint(2, 5)))
        out.extend([head(heading(talk, phrase)), block(plain("ul", *items))])
    if own.chance("data", 0.6):
        out.append(block(table(talk)))
    return [*out, *body(talk, draw.randint(1, 3), heads=0.0)]


def conditions(press: Press, talk: Talk) -> list[Piece]:
    """Terms in numbered parts."""
    writer, draw = talk.writer, talk.writer.draw
    out: list[Piece] = []
    for place in range(1, draw.randint(4, 14)):
        out.append(head(heading(talk, f"{place}. {writer.words(1, 5)}")))
        for part in range(1, draw.randint(2, 5)):
            out.append(text(plain("p", f"{place}.{part} ", *sentences(talk, draw.randint(1, 4)))))
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
