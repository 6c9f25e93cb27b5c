"""What stands between an article's paragraphs and is not of it."""

from __future__ import annotations

from dataclasses import replace

from training.article_pages.pictures import figure, film
from training.article_pages.pieces import Piece, apart, block
from training.article_pages.prose import gap, sentences
from training.article_pages.roles import as_role
from training.article_pages.site import Press
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.record_pages.fields import link
from training.record_pages.markup import Child, Node, plain


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


def read_also(press: Press, talk: Talk) -> Piece:
    """A line that leads to another article: a linked title, with words before it or without."""
    own, writer = talk.design.at("read also"), talk.writer
    said = press.said(talk, "read_also")
    ahead = link(writer, writer.title() if writer.draw.random() < 0.6 else writer.sentence())
    form = own.pick("form", ("said", "said", "bold", "bare", "whole", "list", "box"))
    tag = own.pick("tag", ("strong", "b", "span", "em"))
    if form == "said":
        inner: list[Child] = [plain(tag, f"{said}: "), ahead]
    elif form == "bold":
        inner = [plain("strong", f"{said}: ", ahead)]
    elif form == "whole":
        inner = [plain("a", f"{said}: ", *ahead.children, href=writer.address())]
    elif form == "list":
        items = [plain("li", link(writer, writer.title())) for _ in range(own.number("n", 1, 4))]
        node = plain("div", plain("p", plain(tag, f"{said}:")), plain("ul", *items))
        return apart("related", "read also", node)
    elif form == "box":
        name = "read-also related-inline td_block inline-related box"
        inner = [plain("div", said), plain("div", ahead)]
        return apart("related", "read also", own.element("div", name, *inner))
    else:
        inner = [plain("strong", ahead) if own.chance("strong", 0.5) else ahead]
    return apart("related", "read also", plain(own.pick("outer", ("p", "p", "p", "div")), *inner))


def teaser(talk: Talk, *, told: bool) -> Node:
    """Another article: its title, with a sentence or more where it is ``told``."""
    own, writer = talk.design.at("teaser"), talk.writer
    inner: list[Child] = []
    if own.chance("pictured", 0.55):
        inner.append(link(writer, plain("img", src=f"{writer.address()}.jpg", alt="")))
    if own.chance("section", 0.25):
        inner.append(plain("span", writer.words(1, 2)))
    title = link(writer, writer.title())
    tag = own.pick("tag", ("h3", "h4", "h2", "div", "p", "strong", "span", "h3"))
    inner.append(plain(tag, title))
    if told:
        low, high = own.pick("size", ((1, 1), (1, 2), (2, 3), (2, 5)))
        inner.append(plain(own.pick("text", ("p", "p", "div", "span")), writer.text(low, high)))
    if own.chance("dated", 0.35):
        inner.append(around.posted(talk))
    if own.chance("more", 0.2):
        inner.append(link(writer, writer.say(own, "more")))
    outer = own.pick("outer", ("div", "div", "article", "li"))
    outer = "div" if own.old and outer == "article" else outer
    name = "teaser card post item related-item story article-item td_module"
    return own.element(outer, name, *inner)


def teasers(talk: Talk, key: str, low: int, high: int) -> Node:
    """A box of other articles; on some sites each with a whole sentence."""
    own, writer = talk.design.at(f"teasers {key}"), talk.writer
    told = own.chance("told", 0.6)
    size = own.number("size", low, high)
    made = [teaser(replace(talk, design=own), told=told) for _ in range(size)]
    tag = own.pick("head", ("h2", "h3", "h3", "h4", "div", "p", "strong"))
    title = plain(tag, writer.say(own, own.pick("key", ("related", "read_next", "most_read"))))
    listed: list[Child] = [*made]
    if made[0].tag == "li":
        listed = [plain("ul", *made)]
    name = "related more-stories recommended widget read-more entry-related content more"
    outer = "div" if own.old else own.pick("outer", ("div", "div", "section", "aside", "nav"))
    return as_role("related", own.element(outer, name, title, *listed), "teasers")


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


def pulled(talk: Talk, pieces: list[Piece]) -> Piece | None:
    """A sentence of the article once more, in large letters."""
    own = talk.design.at("pulled")
    texts = [child for piece in pieces for child in piece.node.children[:1] if piece.role == "main"]
    long = [text for text in texts if isinstance(text, str) and len(text) > 40]
    if not long:
        return None
    said = long[-1].split(". ")[0][:180]
    tag = own.pick("tag", ("blockquote", "aside", "div", "p"))
    tag = "div" if own.old and tag == "aside" else tag
    return apart("caption", "pulled", own.element(tag, "pullquote quote pull", said))


def box_of_text(talk: Talk) -> Piece:
    """A box that explains: on few sites, and it belongs to the article."""
    own, writer = talk.design.at("fact box"), talk.writer
    head = plain(own.pick("head", ("h4", "strong", "p", "h3")), writer.words(1, 4))
    inner = [head, *(plain("p", *sentences(talk, 2)) for _ in range(writer.draw.randint(1, 3)))]
    return block(own.element("div", "factbox info note box", *inner))


def one_between(press: Press, talk: Talk, form: str, so_far: list[Piece]) -> list[Piece]:
    """What stands between two paragraphs."""
    if form == "figure":
        return [block(figure(press, talk))]
    if form == "film":
        return [block(film(press, talk))]
    if form == "advert":
        return [advert(press, talk)]
    if form == "read":
        return [read_also(press, talk)]
    if form == "teasers":
        return [Piece(teasers(talk, "inside", 1, 4), "related", "teasers")]
    if form == "letter":
        return [letter(press, talk)]
    if form == "poll":
        return [poll(press, talk)]
    if form == "box":
        return [box_of_text(talk)]
    if form == "share":
        return [apart("navigation", "share", around.share_bar(talk))]
    if form == "on":
        words = press.said(talk, "continues")
        tag = talk.design.pick("on tag", ("p", "div", "span"))
        return [apart("advert", "advert", plain(tag, words))]
    copy = pulled(talk, so_far)
    return [copy] if copy else []


FORMS = (
    *("figure",) * 5,
    *("advert",) * 5,
    *("read",) * 5,
    *("teasers",) * 3,
    *("letter",) * 2,
    "film",
    "poll",
    "box",
    "share",
    "on",
    "pulled",
)


def interrupted(press: Press, talk: Talk, pieces: list[Piece]) -> list[Piece]:
    """The pieces with what the site puts between them."""
    own, draw = talk.design.at("between"), talk.writer.draw
    share = own.pick("share", (0.0, 0.04, 0.1, 0.2, 0.35))
    forms = own.some("forms", sorted(set(FORMS)), own.number("size", 1, 5))
    forms = [form for form in FORMS if form in forms]
    out: list[Piece] = []
    for place, piece in enumerate(pieces):
        out.append(piece)
        if piece.form == "heading" or place == len(pieces) - 1:
            continue
        if forms and draw.random() < share:
            out.extend(one_between(press, talk, draw.choice(forms), out))
    return out
