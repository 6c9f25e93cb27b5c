"""Kernel of nesting: how the records of some candidates lie in those of others.

The features are named in :mod:`.features`.
"""

from __future__ import annotations

from array import array

from scrapy_treesim.regions.features import place_of

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints, Longs
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.regions._candidates_cy import Candidates
else:
    from scrapy_treesim._cython import Doubles, Ints, Longs
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.regions._candidates_cy import Candidates

INNER_LIST = cython.declare(cython.Py_ssize_t, place_of("inner_list"))
INNER_TEXT = cython.declare(cython.Py_ssize_t, place_of("inner_text"))
WRAPS = cython.declare(cython.Py_ssize_t, place_of("wraps"))
SEVERAL_IN_ONE = cython.declare(cython.Py_ssize_t, place_of("several_in_one"))
WRAPPED = cython.declare(cython.Py_ssize_t, place_of("wrapped"))
TEXT_AROUND = cython.declare(cython.Py_ssize_t, place_of("text_around"))


@cython.cclass
class Nesting:
    """How some candidates lie in one another: their records as ranges of the page's texts."""

    _candidates: Candidates
    _chosen: Ints
    _rows: Doubles
    _width: cython.Py_ssize_t
    _count: cython.Py_ssize_t
    """Candidates."""
    _first: Ints
    """The first record of each candidate."""
    _low: Ints
    """The first text of each record."""
    _high: Ints
    """Its last text."""
    _texts: Ints
    """The number of its texts, without what stands between its spans."""
    _chars: Longs
    """Characters of each candidate."""
    _largest: Ints
    """Texts of the largest record of each candidate."""
    _smallest: Ints
    """Texts of the smallest."""
    _owner: Ints
    """For each text the number of the outer record that it lies in, from 1; 0 for none."""
    _held: Ints
    """How many records of the inner candidate each outer record holds."""

    @cython.locals(
        analysis=Analysis, records=cython.Py_ssize_t, place=cython.Py_ssize_t,
        candidate=cython.Py_ssize_t, record=cython.Py_ssize_t, found=cython.Py_ssize_t,
    )  # fmt: skip
    def __init__(self, candidates: Candidates, chosen: Ints, rows: Doubles) -> None:
        records = 0
        for place in range(len(chosen)):
            records += candidates.size(chosen[place])
        analysis = candidates.analysis
        ints = array("i", bytes(4 * (records + 1)))
        places = array("i", bytes(4 * (len(chosen) + 1)))
        self._candidates = candidates
        self._chosen = chosen
        self._rows = rows
        self._count = len(chosen)
        self._width = len(rows) // max(1, len(chosen))
        self._first = places[:]
        self._low = ints[:]
        self._high = ints[:]
        self._texts = ints[:]
        self._chars = array("q", bytes(8 * (len(chosen) + 1)))
        self._largest = places[:]
        self._smallest = places
        self._owner = array("i", bytes(4 * (analysis.texts[len(analysis.tag)] + 1)))
        self._held = ints
        found = 0
        for place in range(len(chosen)):
            candidate = chosen[place]
            self._first[place] = found
            for record in range(
                candidates.first_record[candidate], candidates.first_record[candidate + 1]
            ):
                self._read(record, place, found)
                found += 1
        self._first[len(chosen)] = found

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, analysis=Analysis, span=cython.Py_ssize_t, texts=cython.int,
        low=cython.Py_ssize_t, high=cython.Py_ssize_t,
    )  # fmt: skip
    def _read(
        self, record: cython.Py_ssize_t, place: cython.Py_ssize_t, found: cython.Py_ssize_t
    ) -> cython.void:
        candidates = self._candidates
        analysis = candidates.analysis
        low = candidates.low[candidates.first_span[record]]
        high = candidates.high[candidates.first_span[record + 1] - 1]
        self._low[found] = analysis.texts[low]
        self._high[found] = analysis.texts[high] - 1
        texts = 0
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            low = candidates.low[span]
            high = candidates.high[span]
            self._chars[place] += analysis.chars[high] - analysis.chars[low]
            texts += analysis.texts[high] - analysis.texts[low]
        self._texts[found] = texts
        self._largest[place] = max(self._largest[place], texts)
        if self._smallest[place] == 0 or texts < self._smallest[place]:
            self._smallest[place] = texts

    @cython.locals(outer=cython.Py_ssize_t, inner=cython.Py_ssize_t)
    def fill(self) -> None:
        """Fill in the features of nesting; O(candidates x their records)."""
        for outer in range(self._count):
            self._mark(outer, self._first[outer] + 1)
            for inner in range(self._count):
                if inner != outer and self._smallest[inner] < self._largest[outer]:
                    self._compare(outer, inner)
            self._mark(outer, 0)

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, texts=Ints, record=cython.Py_ssize_t, span=cython.Py_ssize_t,
        text=cython.Py_ssize_t, step=cython.int,
    )  # fmt: skip
    def _mark(self, outer: cython.Py_ssize_t, number: cython.int) -> cython.void:
        """Number the texts by the records that they lie in, from ``number`` on; 0: by none."""
        candidates = self._candidates
        texts = candidates.analysis.texts
        step = number > 0
        for record in range(
            candidates.first_record[self._chosen[outer]],
            candidates.first_record[self._chosen[outer] + 1],
        ):
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                for text in range(texts[candidates.low[span]], texts[candidates.high[span]]):
                    self._owner[text] = number
            number += step

    @cython.cfunc
    @cython.locals(
        record=cython.Py_ssize_t, within=cython.int, inside=cython.int, several=cython.int,
        one=cython.int, in_several=cython.int,
    )  # fmt: skip
    def _compare(self, outer: cython.Py_ssize_t, inner: cython.Py_ssize_t) -> cython.void:
        """Count the records of ``inner`` that lie in one of ``outer``, which is marked."""
        inside = 0
        for record in range(self._first[inner], self._first[inner + 1]):
            within = self._owner[self._low[record]]
            if (
                within > 0
                and within == self._owner[self._high[record]]
                and self._texts[record] < self._texts[within - 1]
            ):
                self._held[within - 1] += 1
                inside += 1
        if inside == 0:
            return
        several = one = in_several = 0
        for record in range(self._first[outer], self._first[outer + 1]):
            if self._held[record] == 1:
                one += 1
            elif self._held[record] > 1:
                several += 1
                in_several += self._held[record]
            self._held[record] = 0
        self._fill_pair(outer, inner, several, one, in_several)

    @cython.cfunc
    @cython.locals(
        rows=Doubles, at=cython.Py_ssize_t, outer_count=cython.double, inner_count=cython.double,
        share=cython.double, text=cython.double,
    )  # fmt: skip
    def _fill_pair(
        self,
        outer: cython.Py_ssize_t,
        inner: cython.Py_ssize_t,
        several: cython.int,
        one: cython.int,
        in_several: cython.int,
    ) -> cython.void:
        rows = self._rows
        outer_count = self._first[outer + 1] - self._first[outer]
        inner_count = self._first[inner + 1] - self._first[inner]
        text = float(self._chars[inner]) / (self._chars[outer] + 1)
        at = outer * self._width
        share = several / outer_count
        rows[at + INNER_LIST] = max(rows[at + INNER_LIST], share)
        if share > 0.5:
            rows[at + INNER_TEXT] = max(rows[at + INNER_TEXT], text)
        if one > 1:
            rows[at + WRAPS] = max(rows[at + WRAPS], one / outer_count)
        at = inner * self._width
        if several > 1:
            rows[at + SEVERAL_IN_ONE] = max(rows[at + SEVERAL_IN_ONE], in_several / inner_count)
        share = one / inner_count
        if one > 1 and share > rows[at + WRAPPED]:
            rows[at + WRAPPED] = share
            rows[at + TEXT_AROUND] = max(0.0, 1.0 - text)
