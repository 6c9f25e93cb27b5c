"""Part of a page as Markdown: CommonMark, and tables the way GitHub writes them."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING

from scrapy_treesim.tree.markdown.tables import plain_tables
from scrapy_treesim.tree.markdown.unwritten import UNWRITTEN
from scrapy_treesim.tree.markdown.writer import Writer

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
    flagged_before = array("i", accumulate(keep, initial=0))
    writer = Writer(tree, keep, absolute, plain_tables(tree, flagged_before, node))
    stop = node + tree.size[node]
    i = node
    while i < stop:
        writer.close_before(i)
        after = i + tree.size[i]
        if tree.tag[i] in UNWRITTEN or flagged_before[after] == flagged_before[i]:
            writer.pass_over(i)
            i = after
        else:
            i = writer.write(i)
    return writer.result()
