"""Articles that teach and declare: recipes, manuals, encyclopedias, releases, tests, terms."""

from __future__ import annotations

from training.article_pages.pictures import picture
from training.article_pages.pieces import Piece, apart, block, head, mixed, text
from training.article_pages.prose import (
    bullets,
    code,
    heading,
    paragraph,
    sentences,
    table,
    terms,
)
from training.article_pages.site import Press
from training.article_pages.text import body
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.page_kinds.documentation import parameters
from training.record_pages.fields import link
from training.record_pages.markup import Child, plain


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
