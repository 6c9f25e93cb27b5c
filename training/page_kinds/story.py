"""A story as news sites, blogs and magazines have it: long, with much in and around its text."""

from __future__ import annotations

from training.comment_pages import around
from training.comment_pages.article import after_all, below_article
from training.comment_pages.comment import Talk
from training.comment_pages.section import entry_form
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def paragraph(talk: Talk, most: int) -> Node:
    """A paragraph with links, emphasis and names in it."""
    writer, draw = talk.writer, talk.writer.draw
    inner: list[Child] = [writer.text(1, most)]
    for _ in range(draw.choice((0, 0, 0, 1, 1, 2, 3))):
        form = draw.random()
        if form < 0.55:
            inner.extend([" ", link(writer, writer.words(1, 4)), " "])
        elif form < 0.8:
            inner.extend(
                [" ", plain(draw.choice(("strong", "b", "em", "i")), writer.words(1, 6)), " "]
            )
        else:
            inner.append(f" “{writer.text(1, 1)}” ")
        inner.append(writer.text(1, 2))
    if draw.random() < 0.08:
        inner.extend([plain("br"), writer.text(1, 2)])
    return plain("p", *inner)


def _between(talk: Talk) -> list[Child]:
    """What stands between paragraphs."""
    own, writer, draw = talk.design.at("between"), talk.writer, talk.writer.draw
    form = draw.choice(own.some("forms", FORMS, own.number("how many", 2, 6)))
    if form == "figure":
        picture = plain("img", src=f"{writer.address()}.jpg", alt=writer.words(1, 5))
        if own.old or own.chance("bare picture", 0.3):
            return [plain("p", picture)]
        return [plain("figure", picture, plain("figcaption", writer.text(1, 1)))]
    if form == "quote":
        return [plain("blockquote", plain("p", writer.text(1, 3)))]
    if form == "read":
        said = writer.say(own, "related")
        return [plain("p", plain("strong", f"{said}: "), link(writer, writer.title()))]
    if form == "video":
        return [own.element("div", "embed", plain("iframe", src="https://video.example/e/1"))]
    if form == "advert":
        return [own.element("div", "advert", plain("iframe", src="https://ads.example/f"))]
    if form == "list":
        items = (plain("li", writer.text(1, 2)) for _ in range(draw.randint(2, 8)))
        return [plain(draw.choice(("ul", "ul", "ol")), *items)]
    if form == "figures":
        rows = (
            plain("tr", plain("td", writer.words(1, 3)), plain("td", str(draw.randint(1, 9999))))
            for _ in range(draw.randint(3, 8))
        )
        return [plain("table", *rows)]
    if form == "box":
        items = (plain("li", link(writer, writer.title())) for _ in range(draw.randint(2, 5)))
        head = plain("h4", writer.say(own, "read_next"))
        return [own.element("div" if own.old else "aside", "box", head, plain("ul", *items))]
    return [own.element("div", "pull", writer.sentence())]


FORMS = (
    "figure",
    "figure",
    "figure",
    "quote",
    "read",
    "video",
    "advert",
    "list",
    "list",
    "figures",
    "box",
    "pull",
)


def text(talk: Talk, count: int) -> list[Child]:
    """Paragraphs below headings, with much between them."""
    own, draw = talk.design.at("text"), talk.writer.draw
    most = own.pick("sentences", (1, 2, 3, 5, 7))
    heads = own.pick("heads", (0.0, 0.0, 0.1, 0.2, 0.3))
    extras = own.pick("extras", (0.03, 0.1, 0.2, 0.35))
    tag = own.pick("head", ("h2", "h2", "h2", "h3", "h3", "h4", "strong"))
    out: list[Child] = []
    for place in range(count):
        if place and draw.random() < heads:
            head = plain(tag, talk.writer.words(2, 7))
            out.append(plain("p", head) if tag == "strong" else head)
        out.append(paragraph(talk, most))
        if draw.random() < extras:
            out.extend(_between(talk))
    return out


def _lead(talk: Talk) -> list[Child]:
    own, writer = talk.design.at("lead"), talk.writer
    out: list[Child] = []
    if own.chance("subtitle", 0.4):
        out.append(
            own.element(own.pick("sub", ("h2", "p", "div", "p")), "snippet", writer.text(1, 2))
        )
    if own.chance("pictured", 0.6):
        picture = plain("img", src=f"{writer.address()}.jpg", alt=writer.words(1, 5))
        credit = [plain("small", f"© {writer.person()}")] if own.chance("credit", 0.4) else []
        out.append(own.element("div" if own.old else "figure", "image", picture, *credit))
    return out


LENGTHS = ((3, 9), (6, 15), (9, 24), (14, 36), (20, 60))


def story(talk: Talk, low: int = 0, high: int = 0) -> list[Child]:
    """A story, alone."""
    own, writer = talk.design.at("story"), talk.writer
    if not high:
        low, high = own.pick("length", LENGTHS)
    title = plain(own.pick("title", ("h1", "h1", "h1", "h1", "h2", "h2")), talk.title)
    posted = around.posted(talk)
    head: list[Child] = [title, posted]
    if own.chance("section", 0.3):
        head.insert(0, own.element("div", "badge", link(writer, writer.words(1, 2))))
    if own.chance("shared", 0.5):
        head.append(around.share_bar(talk))
    if own.chance("head boxed", 0.4):
        head = [own.element("div" if own.old else "header", "header", *head)]
    body = text(talk, writer.draw.randint(low, high))
    if own.chance("body boxed", 0.85):
        body = [own.element("div", own.pick("role", ("body", "content", "entry")), *body)]
    out = [*head, *_lead(talk), *body]
    if own.chance("whole", 0.85):
        tag = (
            "div"
            if own.old
            else own.pick("tag", ("article", "article", "article", "article", "div", "section"))
        )
        out = [own.element(tag, own.pick("whole role", ("post", "article", "main")), *out)]
    return out


def published(talk: Talk) -> list[Child]:
    """A story with what is usually below it."""
    form = [entry_form(talk)] if talk.design.chance("form below", 0.3) else []
    return [*story(talk), *below_article(talk), *form, *after_all(talk)]


def brief(talk: Talk) -> list[Child]:
    """A story of a few paragraphs."""
    return [*story(talk, 1, 4), *below_article(talk), *after_all(talk)]
