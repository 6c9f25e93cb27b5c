"""Clean HTML of part of a page: meaningful tags alone, safe to show and to store."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import _html_cy, constants, tags
from scrapy_treesim.tree.text import ANNOTATIONS, BREAK, INLINE, PREFORMATTED, SILENT, preformatted

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_WRITTEN: Final = tags.numbers(
    "a abbr b blockquote br caption cite code dd del dfn dl dt em figcaption figure h1 h2 h3 h4 h5 "
    "h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small strong sub sup table tbody td "
    "tfoot th thead time tr u ul var"
)
UNWRITTEN: Final = (SILENT - ANNOTATIONS - tags.numbers("rp rt rtc")) | tags.numbers(
    "noscript iframe object"
)
"""Tags left out with their content."""

_NESTED: Final = tags.numbers("caption dd dt figcaption li rp rt td th")
"""Tags written only inside their list, table and the like."""
_VOID = tags.numbers("br hr img")
_ATTRIBUTES: Final = frozenset("href src alt title datetime colspan rowspan".split())
_STARTS: Final = tuple(
    f' {name}="'.encode() if name in _ATTRIBUTES else b"" for name in tags.ATTRIBUTES
)
_IS_ADDRESS: Final = bytes(name in ("href", "src") for name in tags.ATTRIBUTES)
_KINDS: Final = tags.kinds(
    {
        constants.SETS_LINES: tags.ALL - INLINE - {BREAK},
        constants.KEEPS_LINES: PREFORMATTED,
        constants.LEFT_OUT: UNWRITTEN,
        constants.WRITTEN: _WRITTEN,
        constants.NESTED: _NESTED,
        constants.VOID: _VOID,
    }
)


def html_of(
    tree: PageTree,
    keep: bytearray,
    node: int = 0,
    absolute: Callable[[str], str | None] = lambda address: address,
) -> str:
    """Return the flagged nodes below ``node`` as clean HTML.

    Only elements with a meaning (headings, paragraphs, lists, tables, links, images ...) and
    flagged nodes are written, and only harmless attributes; addresses pass through ``absolute``,
    and where it gives None the attribute is left out. Containers dissolve, and so does ``node``
    itself if it is a cell or a list item, since its list or table is not written.
    """

    def within(element: int) -> bytes:
        return escape(preformatted(tree, element, keep), quote=False).encode()

    attributes = _html_cy.AttributeWriter(tree.attribute_reader, _STARTS, _IS_ADDRESS, absolute)
    return _html_cy.written(
        *(tree.tag, tree.parent, tree.size, tree.start, tree.text),
        *(_KINDS, keep, node, attributes, within),
    )
