"""What stands between an article's paragraphs and is not of it."""

from __future__ import annotations

from training.article_pages.calls import advert, letter, poll
from training.article_pages.pictures import figure, film
from training.article_pages.pieces import Piece, apart, block
from training.article_pages.prose import sentences
from training.article_pages.site import Press
from training.article_pages.teasers import read_also, teasers
from training.comment_pages import around
from training.comment_pages.comment import Talk
from training.record_pages.markup import plain


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
