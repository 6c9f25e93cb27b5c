"""A whole article: head, body, what lies below; and the next ones of an endless page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from training.article_pages.below import below_body, comments, demoted
from training.article_pages.between import interrupted
from training.article_pages.bodies import laid_out
from training.article_pages.calls import wall
from training.article_pages.forms import FORMS, Form
from training.article_pages.heads import above_body
from training.article_pages.pieces import Piece
from training.article_pages.roles import nodes_as
from training.article_pages.site import Press
from training.comment_pages.comment import Talk
from training.record_pages.markup import Child, plain


@dataclass(frozen=True, slots=True)
class Made:
    """The middle of a page, and what it declares of itself."""

    content: list[Child]
    summary: str
    shape: str


def _first_words(pieces: list[Piece]) -> str:
    for piece in pieces:
        if piece.form == "paragraph":
            return "".join(child for child in piece.node.children if isinstance(child, str))[:200]
    return ""


def _inner(press: Press, talk: Talk, form: Form) -> tuple[list[Child], list[Child], str]:
    """All of the article's element, what follows it, and a summary."""
    own, writer = talk.design.at("article"), talk.writer
    pieces = interrupted(press, talk, form(press, talk))
    walled = writer.draw.random() < own.pick("walled", (0.0, 0.0, 0.0, 0.0, 0.05, 0.6))
    if walled and press.trade in ("news", "magazine", "blog"):
        pieces = [*pieces[: writer.draw.randint(2, 5)], wall(press, talk)]
    leads = own.chance("lead", 0.35) and form.__name__ not in ("entry", "manual", "conditions")
    said = writer.text(1, own.pick("lead size", (1, 1, 2, 3))) if leads else ""
    summary = said or _first_words(pieces)
    top, between = above_body(press, talk, said)
    inside, after = below_body(press, talk)
    if own.chance("all in body", 0.15):
        above = [Piece(node, "", "head") for node in nodes_as("navigation", [*top, *between])]
        below = [Piece(node, "", "foot") for node in nodes_as("navigation", inside)]
        return laid_out(talk, [*above, *pieces, *below]), after, summary
    return [*top, *between, *laid_out(talk, pieces), *inside], after, summary


def _boxed(talk: Talk, inner: list[Child]) -> list[Child]:
    own = talk.design.at("article")
    if own.chance("loose", 0.2):
        return inner
    tags = ("article",) * 5 + ("div", "div", "div", "section")
    tag = "div" if own.old else own.pick("tag", tags)
    node = own.element(tag, "article post story hentry entry single main", *inner)
    if own.chance("numbered", 0.3):
        node.attributes["id"] = f"post-{talk.writer.draw.randint(1, 99999)}"
    return [own.wrapped("around", 2, node) or node]


def article(press: Press, talk: Talk) -> Made:
    """An article as such a site has it, with its comments and what follows."""
    own, draw = talk.design.at("article"), talk.writer.draw
    form = draw.choice(FORMS.get(press.trade, FORMS[""]))
    inner, after, summary = _inner(press, talk, form)
    talked = comments(press, talk)
    if own.chance("talk inside", 0.15):
        inner, talked = [*inner, *talked], []
    content = _boxed(talk, inner)
    last = own.chance("talk last", 0.6)
    content.extend([*after, *talked] if last else [*talked, *after])
    if own.chance("endless", 0.08) and press.trade in ("news", "magazine", "blog"):
        for _ in range(own.number("next", 1, 2)):
            other = replace(talk, title=talk.writer.title())
            more, _, _ = _inner(press, other, form)
            content.extend(demoted(_boxed(other, more), "related"))
            if own.chance("ruled", 0.3):
                content.append(plain("hr"))
    return Made(content, summary, form.__name__)
