"""Short texts of records, read often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.values.text_kinds import without_marks

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


def plain_line(tree: PageTree, node: int) -> str:
    """The text of a subtree on one line, marks of direction left out."""
    text = tree.plain_text(node)
    return text if text.isascii() else without_marks(text)
