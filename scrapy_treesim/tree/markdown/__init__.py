"""Part of a page as Markdown: CommonMark, with GitHub's tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrapy_treesim.tree.markdown.roles import ROLES, Role
from scrapy_treesim.tree.markdown.tables import plain_tables
from scrapy_treesim.tree.markdown.writer import MarkdownWriter

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree


def markdown_of(
    tree: PageTree,
    keep: bytearray,
    node: int = 0,
    absolute: Callable[[str], str | None] = lambda address: address,
    *,
    links: bool = True,
    images: bool = True,
    tables: bool = True,
) -> str:
    """Return the flagged nodes below ``node`` as CommonMark, with GitHub's tables.

    Headings, paragraphs, lists, quotations, code, tables, links, images, emphasis and breaks are
    written if they have a flagged node; other containers dissolve, and so do layout tables.
    Addresses pass through ``absolute``; where it gives None the image is left out,
    and of the link all but its text; likewise for all without ``links`` or ``images``.
    Without ``tables`` their cells are paragraphs. O(nodes + bytes), whatever the depth.
    """
    is_written = {Role.LINK: links, Role.IMAGE: images}
    roles = {tag: role for tag, role in ROLES.items() if is_written.get(role, True)}
    plain = plain_tables(tree, keep, node) if tables else set()
    return MarkdownWriter(tree, keep, roles, plain, absolute).write(node)
