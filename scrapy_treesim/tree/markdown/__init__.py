"""Part of a page as Markdown: CommonMark, with GitHub's tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import html, tags
from scrapy_treesim.tree.markdown import _tables_cy, _writer_cy, constants
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_UNWRITTEN: Final = html.UNWRITTEN | tags.numbers("rp rt rtc")
"""Tags left out with their content: those of clean HTML, and ruby readings."""

_NAMES: Final = {
    constants.BULLETS: "ul menu dir",
    constants.NUMBERS: "ol",
    constants.ITEM: "li",
    constants.QUOTATION: "blockquote",
    constants.RULE: "hr",
    constants.TERM: "dt",
    constants.LINK: "a",
    constants.IMAGE: "img",
    constants.CODE: "code kbd samp tt annotation",
    constants.STRONG: "b strong",
    constants.EMPHASIS: "i em",
    constants.BREAK: "br",
    constants.TABLE: "table",
    constants.ROW: "tr",
    constants.CELL: "td th",
    constants.CAPTION: "caption",
    **{constants.HEADING + level - 1: f"h{level}" for level in range(1, 7)},
}
_ROLE_OF: Final = {
    **dict.fromkeys(PREFORMATTED, constants.CODE_BLOCK),
    **{tag: role for role, names in _NAMES.items() for tag in tags.numbers(names)},
}
_KINDS: Final = tags.kinds(
    {
        constants.IS_BLOCK: tags.ALL - INLINE - {BREAK},
        constants.IS_UNWRITTEN: _UNWRITTEN,
        constants.IS_PREFORMATTED: PREFORMATTED,
    }
)
"""Kinds of each known tag."""

_ROLES: Final = bytes(_ROLE_OF.get(tag, constants.NO_ROLE) for tag in range(len(tags.NAMES)))
"""Markdown role of each known tag."""


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
    roles = _ROLES
    if not (links and images):
        left_out = {constants.LINK: links, constants.IMAGE: images}
        roles = bytes(role if left_out.get(role, True) else constants.NO_ROLE for role in _ROLES)
    plain = _tables_cy.plain_tables(tree.tag, tree.size, keep, _ROLES, _KINDS, node)
    writer = _writer_cy.MarkdownWriter(
        tree, keep, _KINDS, roles, plain if tables else set(), tree.attribute_reader, absolute
    )
    return writer.write(node)
