"""Clean HTML of part of a page: the tags that carry meaning, safe to show and to store."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

_SPOKEN: Final = tags.numbers(
    "a abbr b blockquote br caption cite code dd del dfn dl dt em figcaption figure h1 h2 h3 h4 h5 "
    "h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small strong sub sup table tbody td "
    "tfoot th thead time tr u ul var"
)
_SILENT = tags.numbers("script style template select option textarea head noscript iframe object")
_VOID = tags.numbers("br hr img")
_ATTRIBUTES: Final = ("href", "src", "alt", "title", "datetime", "colspan", "rowspan")
_ADDRESSES = ("href", "src")


def html_of(
    tree: PageTree,
    keep: bytearray,
    node: int = 0,
    absolute: Callable[[str], str | None] = lambda address: address,
) -> str:
    """The flagged nodes below ``node`` as clean HTML.

    Of elements only those that speak (headings, paragraphs, lists, tables, links, images ...) and
    hold something flagged are written, of attributes only the harmless ones; addresses pass
    through ``absolute``, and where it gives None the attribute is left out. Containers dissolve.
    """
    flagged_before = [0]
    for flag in keep:
        flagged_before.append(flagged_before[-1] + flag)
    pieces: list[str] = []
    open_tags: list[tuple[int, str]] = []
    stop = node + tree.size[node]
    i = node
    while i < stop:
        while open_tags and i >= open_tags[-1][0]:
            pieces.append(open_tags.pop()[1])
        tag = tree.tag[i]
        after = i + tree.size[i]
        if tag in _SILENT or flagged_before[after] == flagged_before[i]:
            i = after
            continue
        if tag == tags.TEXT:
            pieces.append(escape(tree.raw_text(i), quote=False))
        elif tag in _SPOKEN:
            name = tree.name(i)
            pieces.append(f"<{name}{_attributes(tree, i, absolute)}>")
            if tag not in _VOID:
                open_tags.append((after, f"</{name}>" + ("" if tag in INLINE else "\n")))
        elif tag not in INLINE:
            # A container: it goes, but what it held stays apart from what follows.
            pieces.append("\n")
            open_tags.append((after, "\n"))
        i += 1
    pieces.extend(closing for _, closing in reversed(open_tags))
    return "\n".join(filter(None, (line.strip() for line in "".join(pieces).splitlines())))


def _attributes(tree: PageTree, node: int, absolute: Callable[[str], str | None]) -> str:
    written = []
    for name, value in tree.attributes(node).items():
        if name not in _ATTRIBUTES:
            continue
        kept = absolute(value) if name in _ADDRESSES else value
        if kept is not None:
            written.append(f' {name}="{escape(kept)}"')
    return "".join(written)
