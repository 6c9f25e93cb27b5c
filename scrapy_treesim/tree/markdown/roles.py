"""Tags by what Markdown makes of them, as the kernels number it."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.tree import html, tags
from scrapy_treesim.tree.markdown import constants
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED

UNWRITTEN: Final = html.UNWRITTEN | tags.numbers("rp rt rtc")
"""What is left out with all it holds: what is left out of HTML, and the readings of ruby."""

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
_ROLES: Final = {
    **dict.fromkeys(PREFORMATTED, constants.CODE_BLOCK),
    **{tag: role for role, names in _NAMES.items() for tag in tags.numbers(names)},
}


def _kind(tag: int) -> int:
    is_block = tag not in INLINE and tag != BREAK
    return (
        is_block * constants.IS_BLOCK
        + (tag in UNWRITTEN) * constants.IS_UNWRITTEN
        + (tag in PREFORMATTED) * constants.IS_PREFORMATTED
    )


KINDS: Final = bytes(map(_kind, range(len(tags.KNOWN))))
"""What each known tag is."""

ROLES: Final = bytes(_ROLES.get(tag, constants.NO_ROLE) for tag in range(len(tags.KNOWN)))
"""What each known tag is written as."""
