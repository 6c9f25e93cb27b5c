"""Roles of the tags of HTML in Markdown."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from scrapy_treesim.tree import html, tags
from scrapy_treesim.tree.text import BREAK, INLINE, PREFORMATTED

UNWRITTEN: Final = html.UNWRITTEN | tags.numbers("rp rt rtc")
"""Tags left out with their content: those of clean HTML, and ruby readings."""
IN_LINE: Final = INLINE | {BREAK}
"""Tags without a block of their own; all others, custom elements too, have one."""


class Role(Enum):
    """Markdown's name for an element; other containers dissolve."""

    BULLETS = auto()
    NUMBERS = auto()
    ITEM = auto()
    QUOTATION = auto()
    RULE = auto()
    TERM = auto()
    LINK = auto()
    IMAGE = auto()
    CODE = auto()
    CODE_BLOCK = auto()
    STRONG = auto()
    EMPHASIS = auto()
    BREAK = auto()
    TABLE = auto()
    ROW = auto()
    CELL = auto()
    CAPTION = auto()
    HEADING = auto()


_NAMES: Final = {
    Role.BULLETS: "ul menu dir",
    Role.NUMBERS: "ol",
    Role.ITEM: "li",
    Role.QUOTATION: "blockquote",
    Role.RULE: "hr",
    Role.TERM: "dt",
    Role.LINK: "a",
    Role.IMAGE: "img",
    Role.CODE: "code kbd samp tt annotation",
    Role.STRONG: "b strong",
    Role.EMPHASIS: "i em",
    Role.BREAK: "br",
    Role.TABLE: "table",
    Role.ROW: "tr",
    Role.CELL: "td th",
    Role.CAPTION: "caption",
    Role.HEADING: "h1 h2 h3 h4 h5 h6",
}
ROLES: Final = {
    **dict.fromkeys(PREFORMATTED, Role.CODE_BLOCK),
    **{tag: role for role, names in _NAMES.items() for tag in tags.numbers(names)},
}
"""Role of each tag that has one."""
