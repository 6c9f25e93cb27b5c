"""How a site lays out the body of its articles: containers, paragraphs, breaks, sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from training.article_pages.pieces import Piece
from training.article_pages.roles import MARK, as_role
from training.comment_pages.comment import Talk
from training.record_pages.markup import Child, Node, plain

Layout = Callable[[Talk, Sequence[Piece]], list[Child]]

NAMES: Final = (
    "article-body entry-content post-content story-body content text body articleBody post-body"
    " news-text td-post-content main-text detail article__content rich-text c-content field-item"
    " article_text contenido texte inhalt txt story"
)
"""What sites call the element that holds the text."""


def _box(talk: Talk, *inner: Child, tag: str = "div") -> Node:
    node = as_role("main", talk.design.at("body").element(tag, NAMES, *inner))
    if talk.design.at("body").chance("declared", 0.08):
        node.attributes["itemprop"] = "articleBody"
    return node


def boxed(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """All in one element, in a few wrappers on some sites."""
    own = talk.design.at("body")
    tag = "div" if own.old else own.pick("tag", ("div", "div", "div", "div", "section", "main"))
    out = _box(talk, *(piece.node for piece in pieces), tag=tag)
    return [own.wrapped("outer", 3, out) or out]


def bare(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """Paragraphs beside headline and all that follows, without an element of their own."""
    for piece in pieces:
        if MARK not in piece.node.attributes:
            as_role("main", piece.node)
    return [piece.node for piece in pieces]


def broken(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """Text with breaks in place of paragraphs."""
    own = talk.design.at("body")
    inner: list[Child] = []
    breaks = own.pick("breaks", (1, 2, 2, 2, 2, 3))
    ahead = own.pick("ahead", ("", "", "", "\u3000\u3000", "\xa0\xa0\xa0"))
    for piece in pieces:
        plain_text = piece.role == "main" and piece.node.tag == "p"
        if not plain_text:
            inner.append(piece.node)
            continue
        inner.extend([ahead] if ahead else [])
        inner.extend(piece.node.children)
        inner.extend(plain("br") for _ in range(breaks))
    tag = own.pick("broken tag", ("div", "div", "div", "font", "span", "td", "p"))
    if tag == "td":
        cell = as_role("main", plain("td", *inner))
        return [plain("table", plain("tr", cell), width="100%", border="0")]
    return [_box(talk, *inner, tag=tag)]


def divided(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """Paragraphs that are plain blocks."""
    for piece in pieces:
        if piece.form == "paragraph" and piece.node.tag == "p":
            piece.node.tag = "div"
    return boxed(talk, pieces)


def split(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """The text in several containers beside each other, with what interrupts it between."""
    own, draw = talk.design.at("body"), talk.writer.draw
    size = own.number("size", 1, 5)
    out: list[Child] = []
    group: list[Child] = []

    def end() -> None:
        if group:
            out.append(_box(talk, *group))
            group.clear()

    for piece in pieces:
        if piece.role != "main":
            end()
            out.append(piece.node)
            continue
        group.append(piece.node)
        if piece.form != "heading" and len(group) >= size + draw.randint(0, 2):
            end()
    end()
    return [own.element("div", "story-wrap container grid", *out)] if own.chance("in", 0.5) else out


def sectioned(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """A section for each heading."""
    own = talk.design.at("body")
    tag = "div" if own.old else own.pick("section tag", ("section", "section", "div"))
    groups: list[list[Child]] = [[]]
    for piece in pieces:
        if piece.form == "heading" and groups[-1]:
            groups.append([])
        groups[-1].append(piece.node)
    made = [own.element(tag, "section block chapter part", *group) for group in groups]
    return [_box(talk, *made)]


def nested(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """Every part in elements of its own, as blocks of an editor are."""
    own = talk.design.at("body")
    depth = own.number("depth", 1, 3)
    made: list[Child] = []
    for piece in pieces:
        node = piece.node
        for level in range(depth):
            node = own.element("div", f"block-{level}", node)
        made.append(node)
    return [_box(talk, *made)]


def spanned(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """Every paragraph's text in elements that only style it."""
    own = talk.design.at("body")
    outer = "p" if own.old else own.pick("spanned", ("p", "p", "section", "div"))
    for piece in pieces:
        if piece.form == "paragraph" and piece.role == "main":
            inner = plain("span", *piece.node.children)
            if own.chance("styled", 0.6):
                inner.attributes["style"] = f"font-size:{own.number('px', 12, 18)}px"
            piece.node.children = [inner]
            piece.node.tag = outer
    return boxed(talk, pieces)


def rows(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """A row of a table for each part."""
    made = (plain("tr", plain("td", piece.node)) for piece in pieces)
    return [as_role("main", plain("table", *made, width="100%", cellpadding="2"))]


LAYOUTS: dict[Layout, int] = {
    boxed: 11,
    bare: 3,
    broken: 2,
    divided: 1,
    split: 3,
    sectioned: 2,
    nested: 2,
    spanned: 1,
}
OLD_LAYOUTS: dict[Layout, int] = {boxed: 4, bare: 2, broken: 6, divided: 1, rows: 1, spanned: 1}


def laid_out(talk: Talk, pieces: Sequence[Piece]) -> list[Child]:
    """The body as the site lays bodies out; every text in it has its role."""
    weighed = OLD_LAYOUTS if talk.design.old else LAYOUTS
    options = [layout for layout, weight in weighed.items() for _ in range(weight)]
    return talk.design.at("body").pick("layout", options)(talk, pieces)
