"""Pages parsed like in browsers, by HTML5, if libxml2 misreads elements that are not closed.

The parser is Lexbor, by way of the optional package selectolax (``pip install
scrapy-treesim[html5]``). Its tree is serialized with every end tag, and parsed again by lxml.
Without the package pages are read by libxml2 alone.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import deepest
from scrapy_treesim.tree.constants import KIND_BITS, MOST_OPEN
from scrapy_treesim.tree.parsing.decoding import has_giant_tag

try:
    from selectolax.lexbor import LexborHTMLParser
except ImportError:
    LexborHTMLParser: Any = None  # type: ignore[no-redef]

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_BYTES: Final = 2_000_000
"""Largest number of bytes of a page to read again."""
MAX_TAGS: Final = 20_000
"""Largest number of tags of such a page: each may make the parser search all open elements."""
MAX_REOPENED: Final = 300_000
"""Largest number of elements to make: unclosed formatting is opened again in every later block."""

MAX_GROWTH: Final = 2
"""Largest number of serialized bytes for each byte of the page: end tags make no more."""

MAX_ROOTS: Final = 8
"""Largest number of tags of the root and the body, their attributes compared with the first's."""

_ROOTS: Final = re.compile(rb"<(?:html|body)(?=[\s/>])", re.I)
_MARKING: Final = re.compile(
    rb"<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])([^<>]{0,500})(>?)", re.I
)
_QUOTED: Final = re.compile(rb"=\s?\"[^\"'<>=]{0,300}\"")
_SAME_OPEN: Final = 3
"""Largest number of elements of the same tag and attributes to be opened again, by the standard."""

MIN_DEPTH: Final = 4
"""Least number of nested elements of a kind in a page that counts as misread."""

_MARKERS = "applet caption html marquee object table td template th"
_SPECIAL = (
    _MARKERS + " article aside blockquote body button center details dir dl fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup iframe main menu nav ol pre search section "
    "select summary tbody textarea tfoot thead tr ul"
)
_KINDS: Final = {
    "a": _MARKERS,
    "button": _MARKERS,
    "nobr": _MARKERS,
    "p": _MARKERS + " button",
    "li": _SPECIAL,
    "dt dd": _SPECIAL,
    "tr": "table template",
    "td th": "table template",
}
"""Elements that end the open one of their kind, with those in between that prevent it."""


KIND_OF_TAG: Final = array("i", [-1]) * len(tags.NAMES)
"""Kind of each tag, or -1."""
OPEN_BY_TAG: Final = array("i", [(1 << KIND_BITS * len(_KINDS)) - 1]) * len(tags.NAMES)
"""Bits of the kinds still open inside of each tag."""
for _kind, (_names, _between) in enumerate(_KINDS.items()):
    for _tag in tags.numbers(_names):
        KIND_OF_TAG[_tag] = _kind
    for _tag in tags.numbers(_between):
        OPEN_BY_TAG[_tag] &= ~(MOST_OPEN << KIND_BITS * _kind)

is_available: Final = LexborHTMLParser is not None
"""True if the optional package is installed."""


def is_misread(tree: PageTree) -> bool:
    """Tell whether libxml2 plainly misread a page: four nested elements of a kind, each of which
    should have ended the one before. O(nodes), next to nothing beside parsing."""
    return deepest(tree.tag, tree.parent, KIND_OF_TAG, OPEN_BY_TAG) >= MIN_DEPTH


def repaired(utf8: bytes) -> bytes | None:
    """The page parsed by HTML5 and serialized with every end tag, in UTF-8; None if impossible.

    That is without the package, or for a page that is too large or might grow too large.
    """
    if LexborHTMLParser is None or len(utf8) > MAX_BYTES:
        return None
    count = utf8.count(b"<")
    if count > MAX_TAGS or count * _most_reopened(utf8) > MAX_REOPENED:
        return None
    if len(_ROOTS.findall(utf8)) > MAX_ROOTS or has_giant_tag(utf8):
        return None
    try:
        written = LexborHTMLParser(utf8.decode("utf-8", "replace")).html
    except (RuntimeError, ValueError, MemoryError):
        return None
    encoded = (written or "").encode("utf-8", "replace")
    return encoded if 0 < len(encoded) <= MAX_GROWTH * len(utf8) else None


def _most_reopened(utf8: bytes) -> int:
    """Largest number of elements opened again in one place."""
    plain: set[bytes] = set()
    irregular = 0
    for match in _MARKING.finditer(utf8):
        rest = _QUOTED.sub(b"", match[1])
        # With a quotation mark left over the tag may go on behind the first ">".
        if match[2] and b'"' not in rest and b"'" not in rest:
            plain.add(match[0])
        else:
            irregular += 1
    return 1 + _SAME_OPEN * len(plain) + irregular
