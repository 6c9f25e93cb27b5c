"""Elements inside of what HTML ends before them: list items in list items, links in links.

A page may leave out end tags. HTML says what then ends where, browsers do as it says, but libxml2
does so only in part: of a list whose items are never closed it may make items each inside of the
one before.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import _misnested_cy, tags
from scrapy_treesim.tree.constants import KIND_BITS, MOST_OPEN

if TYPE_CHECKING:
    from scrapy_treesim.tree.page_tree import PageTree

MIN_DEPTH: Final = 4
"""Elements of a kind, each in the one before, from which the page is taken for misread."""

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
"""Elements that end those of their kind before them, and what between them keeps them from it: a
list, a table, a cell."""


def _kind_of_tag() -> array[int]:
    kinds = array("i", [-1]) * len(tags.KNOWN)
    for kind, names in enumerate(_KINDS):
        for name in names.split():
            kinds[tags.NUMBER[name]] = kind
    return kinds


def _kept_by_tag() -> array[int]:
    kept = array("i", [(1 << KIND_BITS * len(_KINDS)) - 1]) * len(tags.KNOWN)
    for kind, names in enumerate(_KINDS.values()):
        for name in names.split():
            kept[tags.NUMBER[name]] &= ~(MOST_OPEN << KIND_BITS * kind)
    return kept


KIND_OF_TAG: Final = _kind_of_tag()
"""For each tag its kind, or -1."""
KEPT_BY_TAG: Final = _kept_by_tag()
"""For each tag the bits of the kinds that are still open inside of it."""


def misnested_depth(tree: PageTree) -> int:
    """The most elements of a kind that are each in the one before where HTML ends it, up to 7."""
    return _misnested_cy.deepest(tree.tag, tree.parent, KIND_OF_TAG, KEPT_BY_TAG)
