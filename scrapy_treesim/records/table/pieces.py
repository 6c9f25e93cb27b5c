"""The pieces that the nodes of a record fall into, one level below them.

A piece is a node, or a run of inline neighbours that read as one text: a sentence with links and
highlighted words in it is one piece. Whether inline content is such prose, or text and elements
that are each a value (``by <a>Ann</a> <span>12 replies</span>``), cannot be told from one record;
it is decided for all records at once, by whether the texts keep their number and place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from scrapy_treesim.records.table import _pieces_cy
from scrapy_treesim.tree.printable import printable

if TYPE_CHECKING:
    from scrapy_treesim.records.table._pieces_cy import Pieces
    from scrapy_treesim.records.table.content import Content

Nodes: TypeAlias = "tuple[int, ...]"
"""Page nodes in document order."""


def pieces_of(content: Content) -> Pieces:
    """Return what cuts the records of some content into pieces."""
    text = content.tree.text

    def has_letter(at: int, stop: int) -> bool:
        return any(map(str.isalnum, printable(text[at:stop])))

    return _pieces_cy.Pieces(content.nodes, len(content.records), has_letter)
