"""Parts of an article's body in reading order, each with its role."""

from __future__ import annotations

from dataclasses import dataclass

from training.article_pages.roles import as_role
from training.record_pages.markup import Child, Node, plain


@dataclass(frozen=True, slots=True)
class Piece:
    """An element of the body. ``form`` says how bodies may lay it out."""

    node: Node
    role: str = "main"
    form: str = "block"


def text(node: Node) -> Piece:
    """A paragraph of the article."""
    return Piece(node, "main", "paragraph")


def head(node: Node) -> Piece:
    """A heading of the article."""
    return Piece(node, "main", "heading")


def block(node: Node) -> Piece:
    """A list, a table, a quote of the article."""
    return Piece(node)


def apart(role: str, part: str, node: Node) -> Piece:
    """What stands in the body and is not of the article."""
    return Piece(as_role(role, node, part), role, part)


def mixed(role: str, part: str, *children: Child) -> Piece:
    """Children in a paragraph that is not of the article."""
    return apart(role, part, plain("p", *children))
