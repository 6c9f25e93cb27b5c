"""What sells, and what asks readers to subscribe, to follow, to vote."""

from __future__ import annotations

from training.article_pages.pieces import Piece, apart
from training.article_pages.prose import gap
from training.article_pages.site import Press
from training.comment_pages.comment import Talk
from training.record_pages.fields import link
from training.record_pages.markup import Child, plain


def advert(press: Press, talk: Talk) -> Piece:
    """An advertisement: a frame, the word for it, or a few lines that sell."""
    own, writer = talk.design.at("advert"), talk.writer
    inner: list[Child] = []
    if own.chance("said", 0.75):
        tag = own.pick("tag", ("span", "p", "div", "small", "h6"))
        inner.append(plain(tag, press.said(talk, "advert")))
    form = own.pick("form", ("frame", "frame", "script", "text", "picture"))
    if form == "text":
        inner.append(plain("p", link(writer, writer.title()), gap(talk), writer.text(1, 2)))
    elif form == "picture":
        inner.append(link(writer, plain("img", src=f"{writer.address()}.gif", width="468")))
    elif form == "script":
        inner.append(plain("script", "window.ads = window.ads || [];"))
    else:
        inner.append(plain("iframe", src="https://ads.example/f", width="300", height="250"))
    name = "advert ad ad-container banner google-auto-placed promo publicidad reklama"
    return apart("advert", "advert", own.element("div", name, *inner))


def letter(press: Press, talk: Talk) -> Piece:
    """A call to have news sent by mail or to follow the site elsewhere."""
    own, writer = talk.design.at("letter"), talk.writer
    key = own.pick("key", ("letter", "letter", "follow_us"))
    words: list[Child] = [press.said(talk, key)]
    form = own.pick("form", ("line", "bold", "form", "form", "box"))
    if form == "line":
        return apart("advert", "letter", plain("p", *words, gap(talk), link(writer, writer.word())))
    if form == "bold":
        inner = plain("strong", *words) if own.chance("strong", 0.5) else plain("em", *words)
        return apart("advert", "letter", plain("p", inner))
    parts: list[Child] = [plain(own.pick("head", ("h3", "h4", "p")), writer.words(2, 5))]
    parts.append(plain("p", *words))
    if own.chance("long", 0.4):
        parts.append(plain("p", writer.text(1, 3)))
    if form == "form":
        parts.extend([plain("input", type="email"), plain("button", writer.any("accept"))])
        if own.chance("agreed", 0.5):
            parts.append(plain("label", plain("input", type="checkbox"), writer.text(1, 2)))
    outer = "form" if form == "form" and own.chance("is form", 0.5) else "div"
    return apart("advert", "letter", own.element(outer, "newsletter signup box cta", *parts))


def wall(press: Press, talk: Talk) -> Piece:
    """Why one cannot read on: what a subscription gives and costs."""
    own, writer = talk.design.at("wall"), talk.writer
    inner: list[Child] = [plain(own.pick("head", ("h3", "h2", "p", "div")), writer.words(2, 7))]
    inner.append(plain("p", press.said(talk, "wall")))
    inner.extend(plain("p", writer.text(1, 2)) for _ in range(own.number("size", 0, 3)))
    if own.chance("points", 0.4):
        inner.append(plain("ul", *(plain("li", writer.words(3, 9)) for _ in range(4))))
    inner.append(link(writer, writer.words(1, 3)))
    return apart("advert", "wall", own.element("div", "paywall subscribe premium box", *inner))


def poll(press: Press, talk: Talk) -> Piece:
    """A question to the readers, with answers to choose."""
    own, writer = talk.design.at("poll"), talk.writer
    asked = writer.sentence().rstrip(".。।, ") + "?"
    answers = [
        plain("label", plain("input", type="radio"), writer.words(1, 5))
        for _ in range(own.number("size", 2, 5))
    ]
    inner: list[Child] = [plain("p", asked), *(plain("div", one) for one in answers)]
    inner.append(plain("button", writer.words(1, 2)))
    return apart("advert", "poll", own.element("div", "poll survey vote widget", *inner))
