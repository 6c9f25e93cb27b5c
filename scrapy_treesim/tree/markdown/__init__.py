"""Part of a page as Markdown: CommonMark, and tables the way GitHub writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrapy_treesim.tree import _attributes_cy
from scrapy_treesim.tree.markdown import _tables_cy, _writer_cy
from scrapy_treesim.tree.markdown.roles import KINDS, ROLES

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree


def markdown_of(
    tree: PageTree,
    keep: bytearray,
    node: int = 0,
    absolute: Callable[[str], str | None] = lambda address: address,
) -> str:
    """The flagged nodes below ``node`` as CommonMark, tables as GitHub's dialect has them.

    Headings, paragraphs, lists, quotations, code, tables, links, images, emphasis and breaks are
    written where they hold something flagged; other containers dissolve, and so do tables that
    lay out a page. Addresses pass through ``absolute``; where it gives None the image is left out,
    and of the link all but its text. O(nodes + bytes), whatever the depth.
    """
    attributes = _attributes_cy.Attributes(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values
    )
    tables = _tables_cy.plain_tables(tree.tag, tree.size, keep, ROLES, KINDS, node)
    writer = _writer_cy.MarkdownWriter(tree, keep, KINDS, ROLES, tables, attributes, absolute)
    return writer.write(node)
