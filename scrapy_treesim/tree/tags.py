"""The tags of HTML as small integers, the same on every page.

A page may have any other name too (custom elements, SVG, nonsense): the reader numbers those from
``len(NAMES)`` upwards, page by page.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final
from zlib import crc32

TEXT: Final = 0
"""Tag of a text node, written ``<text>`` in Gong's paper."""

_NAMES = (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink "
    "blockquote body br button canvas caption center cite code col colgroup data datalist dd "
    "del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form "
    "frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins "
    "isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem "
    "meta meter nav nobr noembed noframes noscript object ol optgroup option output p param "
    "path picture plaintext pre progress q rb rp rt rtc ruby s samp script search section "
    "select slot small source span strike strong style sub summary sup svg table tbody td "
    "template textarea tfoot th thead time title tr track tt u ul use var video wbr xmp "
    # MathML's tags are last, so that the others keep their numbers.
    "annotation annotation-xml maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover "
    "mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd "
    "mtext mtr munder munderover semantics"
)

NAMES: Final[tuple[str, ...]] = ("<text>", *_NAMES.split())
"""Tag names by number."""

NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}
"""Numbers by tag name."""

_ATTRIBUTE_NAMES = (
    "alt aria-hidden aria-label class colspan content data-lazy-src data-original data-src "
    "data-srcset datetime height hidden href id itemprop itemref itemscope itemtype lang name open "
    "property rel resource role rowspan src srcset style title type typeof value width"
)

ATTRIBUTES: Final[tuple[str, ...]] = tuple(_ATTRIBUTE_NAMES.split())
"""Attributes of a node that are read; all others are skipped."""


ALL: Final = frozenset(range(len(NAMES)))
"""Numbers of all known tags."""


def kinds(tags_of: Mapping[int, Set[int]]) -> bytes:
    """Return a byte for each known tag, the sum of its bits in ``tags_of``."""
    return bytes(sum(bit for bit, tags in tags_of.items() if tag in tags) for tag in sorted(ALL))


def numbers(names: str) -> frozenset[int]:
    """Return the numbers of known tags, named in one string with spaces between."""
    return frozenset(NUMBER[name] for name in names.split())


def tag_code(name: str) -> int:
    """Return a number of a tag's name, from 1 to 2^31 - 2, the same in every process."""
    return crc32(name.encode()) % (2**31 - 2) + 1
