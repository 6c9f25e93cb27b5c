"""Articles with much beside their text: lists, tables, link boxes, second articles, teasers."""

from __future__ import annotations

from dataclasses import replace

from training.comment_pages import around
from training.comment_pages.article import after_all, below_article
from training.comment_pages.comment import Talk
from training.comment_pages.discussions import post
from training.comment_pages.product import price
from training.page_kinds.story import paragraph, story
from training.page_kinds.story import text as text_of
from training.record_pages import boxes
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


def commented(talk: Talk) -> list[Child]:
    """An article with its comments."""
    return post(replace(talk, design=replace(talk.design, kind="blog"))).content


def _entry(talk: Talk, place: int) -> list[Child]:
    writer, own = talk.writer, talk.design
    number = own.pick("number", ("{}. ", "#{}: ", "", "{}) "))
    tag = own.pick("tag", ("h2", "h2", "h3", "b"))
    inner: list[Child] = [plain(tag, f"{number.format(place)}{writer.words(1, 5)}")]
    if own.chance("pictured", 0.7):
        inner.append(plain("figure", plain("img", src=f"{writer.address()}.jpg", alt="")))
    inner.extend(
        paragraph(talk, own.pick("sentences", (3, 5))) for _ in range(own.number("n", 1, 2))
    )
    if own.chance("linked", 0.3):
        inner.append(plain("p", link(writer, writer.words(2, 4))))
    if own.chance("priced", 0.15):
        inner.append(plain("p", plain("b", price(talk)), " ", link(writer, writer.any("buy"))))
    return inner


def listicle(talk: Talk) -> list[Child]:
    """The ten best: a heading, a picture, a paragraph or two for each."""
    writer, own = talk.writer, talk.design.at("listicle")
    count = writer.draw.choice((5, 7, 8, 10, 10, 12, 15, 20))
    within = replace(talk, design=own)
    out: list[Child] = [plain("h1", f"{count} {talk.title}"), around.posted(talk)]
    out.extend(paragraph(talk, 4) for _ in range(own.number("lead", 1, 4)))
    for place in range(1, count + 1):
        inner = _entry(within, place)
        out.extend([own.element("div", "entry", *inner)] if own.chance("boxed", 0.4) else inner)
    return [*out, plain("p", writer.text(1, 3)), *after_all(talk)]


def _navigation_box(talk: Talk) -> Node:
    """Links to all pages of the field, below an entry."""
    own, writer = talk.design.at("navigation box"), talk.writer
    rows = [
        plain(
            "tr",
            plain("th", writer.words(1, 2)),
            plain(
                "td",
                *(
                    part
                    for _ in range(writer.draw.randint(4, 24))
                    for part in (link(writer, writer.words(1, 3)), " · ")
                ),
            ),
        )
        for _ in range(own.number("rows", 2, 7))
    ]
    return own.element("table", "navbox", *rows)


def _linked(talk: Talk, most: int) -> Node:
    """A paragraph with many links."""
    writer = talk.writer
    inner: list[Child] = []
    for _ in range(writer.draw.randint(2, most)):
        inner.extend([writer.sentence(), " ", link(writer, writer.words(1, 3)), " "])
        if writer.draw.random() < 0.3:
            inner.append(plain("sup", plain("a", f"[{writer.draw.randint(1, 90)}]", href="#n")))
    return plain("p", *inner, writer.sentence())


def entry(talk: Talk) -> list[Child]:
    """An entry of an encyclopedia: a box of facts, contents, many links, notes."""
    own, writer = talk.design.at("entry"), talk.writer
    out: list[Child] = [plain("h1", talk.title)]
    if own.chance("fact box", 0.6):
        rows = [
            plain("tr", plain("th", writer.words(1, 2)), plain("td", writer.words(1, 4)))
            for _ in range(writer.draw.randint(3, 16))
        ]
        picture = plain("img", src=f"{writer.address()}.jpg", alt="")
        top = plain("tr", plain("td", picture, colspan="2"))
        out.append(own.element("table", "infobox", top, *rows))
    out.append(_linked(talk, 6))
    names = [writer.words(1, 4) for _ in range(writer.draw.randint(2, 9))]
    items = (plain("li", plain("a", name, href=f"#{place}")) for place, name in enumerate(names))
    out.append(own.element("div", "toc", plain("b", writer.say(own, "toc")), plain("ul", *items)))
    for name in names:
        out.append(plain("h2", name))
        out.extend(_linked(talk, 7) for _ in range(writer.draw.randint(1, 4)))
        if writer.draw.random() < 0.2:
            listed = (plain("li", _linked(talk, 2)) for _ in range(writer.draw.randint(3, 12)))
            out.append(plain("ul", *listed))
    notes = (
        plain(
            "li",
            plain("a", "^", href="#"),
            f" {writer.person()} ({writer.draw.randint(1950, 2024)}). {writer.title()}.",
        )
        for _ in range(writer.draw.randint(3, 40))
    )
    out.extend([plain("h2", writer.words(1, 1)), plain("ol", *notes)])
    return [*out, _navigation_box(talk)] if own.chance("box", 0.5) else out


def press_release(talk: Talk) -> list[Child]:
    """What a firm tells: place and day, paragraphs, figures in a table, about the firm."""
    own, writer = talk.design.at("press"), talk.writer
    out: list[Child] = [plain("h1", talk.title)]
    out.append(
        plain(
            "p",
            plain("b", f"{writer.words(1, 1)}, {around.some_date(talk)}"),
            " – ",
            writer.text(2, 4),
        )
    )
    out.extend(text_of(talk, writer.draw.randint(2, 7)))
    if own.chance("figures", 0.6):
        width = own.number("width", 2, 5)
        head = plain("tr", *(plain("th", writer.words(1, 2)) for _ in range(width + 1)))
        rows = [
            plain(
                "tr",
                plain("td", writer.words(1, 3)),
                *(plain("td", f"{writer.draw.randint(1, 99999):,}") for _ in range(width)),
            )
            for _ in range(writer.draw.randint(4, 14))
        ]
        out.append(plain("table", head, *rows))
        out.append(paragraph(talk, 3))
    out.append(plain("h3", writer.say(own, "press_contact")))
    reach = f"{writer.person()}, Tel. 0{writer.draw.randint(10**6, 10**8)}"
    return [*out, plain("p", writer.text(1, 4)), plain("p", reach)]


def teasers(talk: Talk, count: int) -> Node:
    """Related stories, each with a sentence or two."""
    own, writer = talk.design.at("teasers"), talk.writer
    made: list[Node] = []
    for _ in range(count):
        inner: list[Child] = [plain(own.pick("tag", ("h3", "h4")), link(writer, writer.title()))]
        if own.chance("pictured", 0.5):
            inner.insert(0, link(writer, plain("img", src=f"{writer.address()}.jpg", alt="")))
        inner.append(plain("p", writer.text(1, 2)))
        if own.chance("dated", 0.4):
            inner.append(around.posted(talk))
        made.append(own.element("div", "teaser", *inner))
    title = plain("h2", writer.say(own, "read_next"))
    return own.element("div" if own.old else "section", "more", title, *made)


def with_teasers(talk: Talk) -> list[Child]:
    """A story, and below it more text of others than its own."""
    count = talk.design.number("teaser count", 3, 14)
    return [*story(talk), *below_article(talk), teasers(talk, count), *after_all(talk)]


def endless(talk: Talk) -> list[Child]:
    """A story, and the next ones below it, whole."""
    writer = talk.writer
    out: list[Child] = [*story(talk)]
    for _ in range(talk.design.number("next", 1, 3)):
        out.append(plain("div", writer.say(talk.design, "read_next")))
        out.extend(story(replace(talk, title=writer.title())))
    return out


def paid(talk: Talk) -> list[Child]:
    """The start of a story that only subscribers read on, and what a subscription costs."""
    own, writer = talk.design.at("paid"), talk.writer
    plans = [
        own.element(
            "div",
            "plan",
            plain("b", writer.any("plans")),
            plain("p", price(talk)),
            plain("button", writer.say(own, "start_now")),
        )
        for _ in range(own.number("plans", 1, 3))
    ]
    wall = own.element("div", "paywall", plain("h3", writer.words(2, 6)), *plans)
    return [*story(talk, 1, 3), plain("p", writer.text(2, 4)), wall, *after_all(talk)]


def test_report(talk: Talk) -> list[Child]:
    """A test of a product: pros, cons, a table of data, a grade, where to buy it."""
    own, writer = talk.design.at("test"), talk.writer
    out: list[Child] = [
        plain("h1", talk.title),
        around.posted(talk),
        *text_of(talk, writer.draw.randint(4, 12)),
    ]
    phrases = writer.tongue.all("pros")
    for phrase in phrases[:2]:
        items = (plain("li", writer.words(2, 7)) for _ in range(writer.draw.randint(2, 5)))
        out.extend([plain("h3", phrase), plain("ul", *items)])
    if own.chance("data", 0.6):
        rows = (
            plain("tr", plain("td", writer.words(1, 2)), plain("td", writer.words(1, 3)))
            for _ in range(writer.draw.randint(4, 14))
        )
        out.append(plain("table", *rows))
    out.append(
        own.element("div", "grade", plain("b", f"{writer.draw.randint(40, 99) / 10}"), " / 10")
    )
    if own.chance("offers", 0.5):
        items = (plain("li", link(writer, writer.word()), " ", price(talk)) for _ in range(3))
        out.append(plain("ul", *items))
    return [*out, *text_of(talk, writer.draw.randint(1, 3)), *after_all(talk)]


def pictures(talk: Talk) -> list[Child]:
    """A story told in pictures with captions."""
    own, writer = talk.design.at("pictures"), talk.writer
    out: list[Child] = [plain("h1", talk.title), around.posted(talk), paragraph(talk, 4)]
    for _ in range(writer.draw.randint(4, 18)):
        picture = plain("img", src=f"{writer.address()}.jpg", alt="")
        text = writer.text(1, 3)
        if own.old:
            out.extend([picture, plain("p", text)])
        else:
            out.append(plain("figure", picture, plain("figcaption", text)))
    return [*out, *after_all(talk)]


def lined(talk: Talk) -> list[Child]:
    """Text with breaks instead of paragraphs, with advertisements between."""
    own, writer = talk.design.at("lined"), talk.writer
    inner: list[Child] = []
    for place in range(writer.draw.randint(3, 15)):
        inner.extend([writer.text(2, 6), plain("br"), plain("br")])
        if place % 4 == 2 and own.chance("banners", 0.5):
            inner.append(boxes.banner(own, writer))
    head = plain(own.pick("head", ("h1", "b", "h2", "font")), talk.title)
    tag = own.pick("tag", ("div", "td", "font", "p", "span"))
    body = plain("table", plain("tr", plain("td", *inner))) if tag == "td" else plain(tag, *inner)
    return [head, plain("br"), around.posted(talk), body]
