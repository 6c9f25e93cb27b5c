"""Text of a subtree, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import _text_cy, constants, tags

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

INLINE: Final = tags.numbers(
    "<text> a abbr acronym b bdi bdo big blink button cite code data del dfn em font i img input "
    "ins kbd label mark meter nobr output progress q rb rp rt rtc ruby s samp small span strike "
    "strong sub sup time tt u var wbr picture source svg path use map object math annotation "
    "annotation-xml maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded "
    "mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtext munder "
    "munderover semantics"
)
"""Tags without a new line; all others, custom elements too, start one."""

PREFORMATTED: Final = tags.numbers("pre listing xmp plaintext")
"""Tags with preserved white space."""

SILENT: Final = tags.numbers(
    "script style template select option optgroup datalist textarea rp rt rtc head annotation "
    "annotation-xml"
)
"""Tags without readable text: of ruby the base is read, of
a formula its TeX or else all but its annotations."""

ANNOTATIONS: Final = tags.numbers("annotation annotation-xml")
"""Tags with another form of a formula, such as its source."""

BREAK = tags.NUMBER["br"]
_CELLS = tags.numbers("td th mtd")
_KINDS: Final = tags.kinds(
    {
        constants.CELL: _CELLS,
        constants.BLOCK: tags.ALL - INLINE - _CELLS,
        constants.PREFORMATTED: PREFORMATTED,
        constants.SILENT: SILENT,
        constants.ANNOTATION: ANNOTATIONS,
    }
)
"""Effects of each known tag on the line."""


def text_of(tree: PageTree, node: int = 0, keep: bytearray | None = None) -> str:
    """Return the text below ``node``, blocks on lines of their own, tabs between cells.

    White space is collapsed except inside ``<pre>``; characters without width, such as soft
    hyphens, are left out. ``keep`` has a flag, 1 or 0, for every node
    of the page; text nodes with 0 are skipped. O(nodes and bytes of text below).

    Raises:
        IndexError: the page has no such node, or ``keep`` is too short.
    """
    return _text_cy.lines(
        tree.tag, tree.parent, tree.size, tree.start, tree.text, _KINDS, keep, node
    )


def preformatted(tree: PageTree, node: int, keep: bytearray | None = None) -> str:
    """Return the text below ``node`` with its white space; ``<br>`` ends a line."""
    return _text_cy.preformatted(tree.tag, tree.size, tree.start, tree.text, keep, node)


def narrowing(tree: PageTree, node: int) -> Iterator[int]:
    """Walk from a node down to the innermost one with all of its text, which may be the text."""
    chars, inner = tree.text_chars(node), node
    while inner >= 0:
        yield inner
        inner = next(
            (child for child in tree.children(inner) if tree.text_chars(child) == chars > 0), -1
        )
