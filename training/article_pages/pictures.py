"""Pictures and films with their captions, as bodies and heads of articles have them."""

from __future__ import annotations

from training.article_pages.roles import as_role
from training.article_pages.site import Press
from training.comment_pages.comment import Talk
from training.record_pages.markup import Child, Node, plain


def picture(talk: Talk) -> Node:
    """A picture: as it is, for lazy loading, or for several widths."""
    own, writer = talk.design.at("picture"), talk.writer
    address = f"{writer.address()}.jpg"
    told = writer.words(1, 6) if own.chance("told", 0.7) else ""
    form = own.pick("form", ("img",) * 6 + ("lazy", "lazy", "picture", "noscript"))
    if form == "lazy":
        return plain("img", src="/blank.gif", data_src=address, alt=told)
    image = plain("img", src=address, alt=told, width=str(writer.draw.randint(80, 1200)))
    if form == "picture" and not own.old:
        return plain("picture", plain("source", srcset=address), image)
    if form == "noscript":
        return plain("span", plain("img", src="/blank.gif"), plain("noscript", image))
    return image


def credit(press: Press, talk: Talk) -> str:
    """Who took the picture."""
    return press.said(talk, "photo", a=talk.writer.person())


def caption(press: Press, talk: Talk, *, long: bool = False) -> list[Child]:
    """What a picture shows, with who took it."""
    own, writer = talk.design.at("caption"), talk.writer
    form = own.pick("form", ("text", "text", "both", "both", "split", "credit"))
    low, high = (1, 4) if long else (1, 2)
    said = writer.text(low, high) if writer.draw.random() < 0.75 else writer.words(2, 7)
    if form == "credit" and not long:
        return [credit(press, talk)]
    if form == "text":
        return [said]
    named = credit(press, talk)
    if form == "split":
        tag = own.pick("credit tag", ("span", "small", "em", "i", "cite"))
        return [plain("span", said), " ", plain(tag, named)]
    return [f"{said} {named}"]


def figure(press: Press, talk: Talk, *, long: bool = False) -> Node:
    """A picture with its caption, in the site's markup; the caption is marked."""
    own, writer = talk.design.at("figure"), talk.writer
    forms = ("figure",) * 6 + ("div", "div", "paragraphs", "span", "italic", "dl")
    form = own.pick("form", ("table", "div", "paragraphs", "italic") if own.old else forms)
    image = picture(talk)
    if writer.draw.random() < 0.3 and not long:
        return own.element("div", "image wp-image photo img", image)
    said = caption(press, talk, long=long)
    name = "caption wp-caption-text img-caption legend photo-text"
    if form == "figure":
        inner = as_role("caption", own.element("figcaption", name, *said))
        if own.chance("wrapped", 0.2):
            return own.element("figure", "image", plain("div", image), inner)
        return own.element("figure", "image figure wp-block-image", image, inner)
    if form == "table":
        rows = [plain("tr", plain("td", image)), plain("tr", plain("td", *said))]
        return as_role("caption", plain("table", *rows, align="right", width="250"))
    if form == "paragraphs":
        below = as_role("caption", own.element("p", name, *said))
        return plain("div", plain("p", image), below)
    if form == "italic":
        below = as_role("caption", plain("p", plain("em", *said)))
        return plain("div", image, below)
    if form == "span":
        return own.element("div", "image", image, as_role("caption", plain("span", *said)))
    if form == "dl":
        below = as_role("caption", plain("dd", *said))
        return own.element("dl", "image", plain("dt", image), below)
    return own.element("div", "image wp-caption", image, as_role("caption", plain("div", *said)))


def film(press: Press, talk: Talk) -> Node:
    """A film, with what it shows on some sites."""
    own, writer = talk.design.at("film"), talk.writer
    frame = plain(own.pick("tag", ("iframe", "iframe", "video")), src="https://video.example/e/1")
    inner: list[Child] = [frame]
    if own.chance("told", 0.5):
        inner.append(as_role("caption", plain("p", *caption(press, talk)), "film"))
    if own.chance("script off", 0.15):
        inner.append(as_role("navigation", plain("p", writer.sentence()), "player"))
    return own.element("div", "video embed player media", *inner)
