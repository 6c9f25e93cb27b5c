"""Paragraphs below headings: what all kinds of articles consist of."""

from __future__ import annotations

from training.article_pages.pieces import Piece, block, head, text
from training.article_pages.prose import bullets, heading, paragraph, quote, table, terms
from training.comment_pages.comment import Talk


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
