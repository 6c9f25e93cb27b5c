"""Kernel of similarity: how many paths of tags the records of a candidate share."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import SKIP
    from cython.cimports.scrapy_treesim.regions._candidates_cy import Candidates
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.analysis._analysis_cy import SKIP
    from scrapy_treesim.regions._candidates_cy import Candidates


@cython.cclass
class RecordSimilarity:
    """Dice's coefficient of the paths in a record and in the one before it."""

    _candidates: Candidates
    _shown: Ints
    """The path of tags of each node that shows; -1 of others."""
    _stamps: Ints
    """The record in which each path was seen last."""
    _epoch: cython.int
    """The number of the record read last."""
    mean: cython.double
    """The mean over the records of the candidate measured last."""
    least: cython.double
    """The least of them."""

    @cython.locals(node=cython.Py_ssize_t)
    def __init__(self, candidates: Candidates) -> None:
        analysis = candidates.analysis
        self._candidates = candidates
        self._shown = array("i", bytes(4 * len(analysis.tag)))
        self._stamps = array("i", bytes(4 * (analysis.paths + 2)))
        self._epoch = 0
        self.mean = self.least = 0.0
        for node in range(len(self._shown)):
            hidden = analysis.roles[node] & SKIP
            self._shown[node] = -1 if hidden else analysis.plain[node]

    @cython.ccall
    @cython.locals(
        candidates=Candidates, shown=Ints, stamps=Ints, epoch=cython.int, first=cython.Py_ssize_t,
        stop=cython.Py_ssize_t, record=cython.Py_ssize_t, span=cython.Py_ssize_t,
        node=cython.Py_ssize_t, path=cython.int, size=cython.int, common=cython.int,
        before=cython.int, share=cython.double, similar=cython.double, least=cython.double,
    )  # fmt: skip
    def measure(self, candidate: cython.Py_ssize_t) -> cython.void:
        """Compare each record of a candidate with the one before; O(its nodes)."""
        candidates = self._candidates
        shown = self._shown
        stamps = self._stamps
        epoch = self._epoch + 1
        first = candidates.first_record[candidate]
        stop = candidates.first_record[candidate + 1]
        similar = 0.0
        least = 1.0
        before = 0
        for record in range(first, stop):
            epoch += 1
            size = common = 0
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                for node in range(candidates.low[span], candidates.high[span]):
                    path = shown[node]
                    if path >= 0 and stamps[path] != epoch:
                        size += 1
                        common += stamps[path] == epoch - 1
                        stamps[path] = epoch
            if record > first:
                share = 2.0 * common / (size + before)
                similar += share
                least = min(least, share)
            before = size
        self._epoch = epoch
        self.mean = similar / (stop - first - 1)
        self.least = least
