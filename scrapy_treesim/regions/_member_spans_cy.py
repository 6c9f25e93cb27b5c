"""Kernel of the members' places: the records of a candidate, and the siblings left out of it."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.regions._candidates_cy import Candidates
    from cython.cimports.scrapy_treesim.regions.constants import *
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.regions._candidates_cy import Candidates
    from scrapy_treesim.regions.constants import *


@cython.cclass
class MemberSpans:
    """The spans of nodes of each member of a candidate; room for one page."""

    candidates: Candidates
    analysis: Analysis
    low: Ints
    """The first node of each span of each member."""
    high: Ints
    """The node after the last."""
    first: Ints
    """The first span of each member."""
    included: cython.int
    """Members that are records of the candidate; they come first."""
    count: cython.int
    """All members."""
    _inside: Ints
    """Nodes that are members, while siblings are looked for."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self.analysis = candidates.analysis
        zeros = array("i", bytes(4 * (len(candidates.analysis.tag) + 2)))
        self.low = zeros[:]
        self.high = zeros[:]
        self.first = zeros[:]
        self._inside = zeros
        self.included = 0
        self.count = 0

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, first=cython.Py_ssize_t, n=cython.Py_ssize_t,
        spans=cython.Py_ssize_t, record=cython.Py_ssize_t, span=cython.Py_ssize_t,
    )  # fmt: skip
    def _read_spans(self, candidate: cython.Py_ssize_t) -> cython.void:
        """Enter each record of a candidate, then each sibling left out."""
        candidates = self.candidates
        first = candidates.first_record[candidate]
        n = candidates.size(candidate)
        spans = 0
        for record in range(first, first + n):
            self.first[record - first] = spans
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                self.low[spans] = candidates.low[span]
                self.high[spans] = candidates.high[span]
                spans += 1
        self.first[n] = spans
        self.included = n
        self.count = n
        if spans == n:
            self._find_left_out()

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, member=cython.Py_ssize_t, above=cython.Py_ssize_t,
        node=cython.Py_ssize_t, tag=cython.int, stop=cython.Py_ssize_t, after=cython.Py_ssize_t,
    )  # fmt: skip
    def _find_left_out(self) -> cython.void:
        """Find siblings of the records with the tag of one, that are no records themselves."""
        analysis = self.analysis
        for member in range(self.included):
            if self.high[member] != self.low[member] + analysis.size[self.low[member]]:
                return
        for member in range(self.included):
            self._inside[self.low[member]] = 1
        above = -1
        for member in range(self.included):
            node = self.low[member]
            if analysis.parent[node] == above:
                continue
            above = analysis.parent[node]
            tag = analysis.tag[node]
            stop = above + analysis.size[above]
            node = above + 1
            while node < stop and self.count < MAX_MEMBERS:
                after = node + analysis.size[node]
                if (
                    analysis.tag[node] == tag
                    and not self._inside[node]
                    and analysis.texts[after] > analysis.texts[node]
                ):
                    # Entered once, however often its parent comes up.
                    self._inside[node] = 2
                    self.low[self.count] = node
                    self.high[self.count] = after
                    self.count += 1
                    self.first[self.count] = self.count
                node = after
        for member in range(self.count):
            self._inside[self.low[member]] = 0
