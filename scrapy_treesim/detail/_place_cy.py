"""Kernel of the places of values: near what a node stands, in what, among how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.detail import cues, feature_table

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import exp, log1p
    from cython.cimports.scrapy_treesim._cython import Buffer, Doubles, Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.detail.constants import *
else:
    from math import exp, log1p

    from scrapy_treesim._cython import Buffer, Doubles, Ints
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.detail.constants import *

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree


def place_of(name: str) -> int:
    """The place of a feature in a row."""
    return feature_table.AT[name]


SHOWN = cython.declare(cython.Py_ssize_t, place_of("shown"))
AFTER = cython.declare(cython.Py_ssize_t, place_of("after"))
BEFORE = cython.declare(cython.Py_ssize_t, place_of("before"))
NEAR = cython.declare(cython.Py_ssize_t, place_of("near"))
NEAR_BEFORE = cython.declare(cython.Py_ssize_t, place_of("near_before"))
FURTHER = cython.declare(cython.Py_ssize_t, place_of("further"))
FURTHER_BEFORE = cython.declare(cython.Py_ssize_t, place_of("further_before"))
NEAR_BUY = cython.declare(cython.Py_ssize_t, place_of("near_buy"))
FURTHER_BUY = cython.declare(cython.Py_ssize_t, place_of("further_buy"))
HIDDEN = cython.declare(cython.Py_ssize_t, place_of("hidden"))
ALIKE = cython.declare(cython.Py_ssize_t, place_of("alike"))
OF_TAGS = cython.declare(cython.Py_ssize_t, place_of(next(iter(feature_table.TAGS))))
OWN = cython.declare(cython.Py_ssize_t, place_of(f"own_{next(iter(cues.CUES))}"))
IN = cython.declare(cython.Py_ssize_t, place_of(f"in_{next(iter(cues.CUES))}"))
PAGE = cython.declare(cython.Py_ssize_t, place_of(f"page_{next(iter(class_names.OF_NODES))}"))
TAG_KINDS = cython.declare(cython.Py_ssize_t, len(feature_table.TAGS))
CUES = cython.declare(cython.Py_ssize_t, len(cues.CUES))
PAGE_CUES = cython.declare(cython.Py_ssize_t, len(class_names.OF_NODES))


@cython.cclass
class PlaceReader:
    """Reads the features of places of one page."""

    _tag: Ints
    _parent: Ints
    _hidden: Buffer
    _texts: Ints
    _cues: Ints
    _named: Ints
    _own: Ints
    _around: Ints
    _alike: Ints
    _buys: Ints
    _kinds: Ints
    _headline: cython.Py_ssize_t

    def __init__(
        self,
        tree: PageTree,
        analysis: Analysis,
        own: Ints,
        around: Ints,
        alike: Ints,
        headline: cython.Py_ssize_t,
        buys: Ints,
        kinds: Ints,
        hidden: Buffer,
    ) -> None:
        """Take the arrays of a page.

        ``alike`` counts the nodes of each path; ``headline`` is a node, 0 where there is none;
        ``buys`` are numbers of texts, in order; ``kinds`` are bits of known tags;
        ``hidden`` flags nodes that their own attributes hide.
        """
        self._tag = tree.tag
        self._parent = tree.parent
        self._texts = analysis.texts
        self._cues = analysis.cues
        self._named = analysis.named
        self._own = own
        self._around = around
        self._alike = alike
        self._headline = headline
        self._buys = buys
        self._kinds = kinds
        self._hidden = hidden

    @cython.ccall
    @cython.locals(
        number=cython.int, away=cython.int, kinds=cython.int, own=cython.int, around=cython.int,
        at=cython.Py_ssize_t, _level=cython.int,
    )  # fmt: skip
    def fill(self, row: Doubles, node: cython.Py_ssize_t) -> None:
        """Fill the features of a node's place in a row of zeros."""
        row[SHOWN] = 1.0
        number = self._texts[node]
        if self._headline > 0:
            away = number - self._texts[self._headline]
            row[AFTER if away >= 0 else BEFORE] = 1.0
            row[NEAR if away >= 0 else NEAR_BEFORE] = exp(-abs(away) / NEAR_TEXTS)
            row[FURTHER if away >= 0 else FURTHER_BEFORE] = exp(-abs(away) / FURTHER_TEXTS)
        if len(self._buys) > 0:
            away = self._from_button(number)
            row[NEAR_BUY] = exp(-away / NEAR_TEXTS)
            row[FURTHER_BUY] = exp(-away / FURTHER_TEXTS)
        own = 0
        kinds = 0
        at = node
        for _level in range(LEVELS):
            if self._tag[at] < len(self._kinds):
                kinds |= self._kinds[self._tag[at]]
            own |= self._own[at]
            if self._hidden[at]:
                row[HIDDEN] = 1.0
            at = self._parent[at]
            if at < 0:
                break
        # What stands around the headline too tells nothing of the place: the page is named so.
        around = self._around[node] & ~self._around[self._headline] & ~own
        _set_bits(row, OF_TAGS, kinds, TAG_KINDS)
        _set_bits(row, OWN, own, CUES)
        _set_bits(row, IN, around, CUES)
        _set_bits(row, PAGE, self._cues[node] & ~self._cues[self._headline], PAGE_CUES)
        if self._alike[self._named[node]] > 1:
            row[ALIKE] = log1p(self._alike[self._named[node]] - 1)

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t, least=cython.int)
    def _from_button(self, number: cython.int) -> cython.int:
        """Texts between a text and the nearest button to buy."""
        least = abs(self._buys[0] - number)
        for i in range(1, len(self._buys)):
            least = min(least, abs(self._buys[i] - number))
        return least


@cython.cfunc
@cython.locals(k=cython.Py_ssize_t)
def _set_bits(
    row: Doubles, first: cython.Py_ssize_t, bits: cython.int, count: cython.Py_ssize_t
) -> None:
    """Set the features from ``first`` on whose bits are set."""
    if bits == 0:
        return
    for k in range(count):
        if bits >> k & 1:
            row[first + k] = 1.0
