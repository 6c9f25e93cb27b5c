"""Kernel of likely records: the network's answers for elements and blocks, node by node.

With sums over all nodes before each node, any sum over a span of nodes is O(1).
"""

from __future__ import annotations

from array import array
from math import log

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Floats, Ints
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.records.regions._candidates_cy import Candidates
from scrapy_treesim.records.regions.constants import MAX_GAP

MIN_SHARE = cython.declare(cython.double, 0.7)
"""Smallest share of an element's characters for a node in it to have its probability."""
TEXT_FACTOR = cython.declare(cython.double, 0.5)
"""Probability of a record for a node other than an element, if its text is part of one."""
MIN_LIKELY = cython.declare(cython.double, 0.1)
"""Smallest probability of a candidate's most probable record, for any to be left out."""
MAX_ODDS = cython.declare(cython.double, 6.0)
"""Largest absolute log-odds of a record; any larger count as this."""
LIKELY = cython.declare(cython.double, 0.5)
UNLIKELY = cython.declare(cython.double, 0.15)
UNSURE = cython.declare(cython.double, 0.3)
"""Probability below which a record at an end may be left out."""


class LikelyRecords:
    """Probability of a record for each node of a page; 0 without an answer."""

    def __init__(self, analysis: Analysis) -> None:
        n: cython.Py_ssize_t = len(analysis.tag)
        zeros = array("d", bytes(8 * (n + 1)))
        self._analysis = analysis
        self.probability: Doubles = zeros[:]
        """Probability of each node: of an element its own, else that of an element around with
        hardly more text, else by its text."""
        self.begun: Doubles = zeros[:]
        """Expected number of records that begin before each node; of elements that begin with one
        block the most probable counts."""
        self.most: cython.double = 0.0
        """Largest probability of a node."""
        self.gap: cython.double = 0.0
        self.above: cython.double = 0.0
        """Widest gap in the last candidate, and the probability above it, by :func:`find_gap`."""
        self.expected_chars: Doubles = zeros
        """Expected number of characters in records before each node."""

    @cython.ccall
    def read_elements(
        self, node: Ints, first: Ints, stop: Ints, block: Ints, odds: Floats,
        width: cython.Py_ssize_t, column: cython.Py_ssize_t,
    ) -> cython.void:  # fmt: skip
        """Read the log-odds of elements, from a column of rows of a given width.

        ``node``, ``first``, ``stop``: of each element its node, its first block and the one after
        its last; ``block``: that of each node, -1 of nodes in none.
        """
        analysis: Analysis = self._analysis
        n: cython.Py_ssize_t = len(analysis.tag)
        around: Ints = array("i", bytes(4 * n))
        is_element: Buffer = bytearray(n)
        best: Doubles = array("d", bytes(8 * (n + 1)))
        for i in range(len(node)):
            self.probability[node[i]] = probability(odds[i * width + column])
            self.most = max(self.most, self.probability[node[i]])
            is_element[node[i]] = 1
            if stop[i] > first[i]:
                best[first[i]] = max(best[first[i]], self.probability[node[i]])
        expected: cython.double = 0.0
        last_block: cython.Py_ssize_t = -1
        for i in range(n):
            self.begun[i] = expected
            current_block: cython.Py_ssize_t = block[i]
            # Blocks are in page order: a new one begins here.
            if current_block > last_block:
                expected += best[current_block]
                last_block = current_block
            element: cython.Py_ssize_t = analysis.parent[i]
            if element < 0:
                around[i] = -1
                continue
            around[i] = element if is_element[element] else around[element]
            if not is_element[i] and around[i] >= 0:
                element = around[i]
                chars: cython.double = analysis.chars[i + analysis.size[i]] - analysis.chars[i]
                if chars > 0 and chars >= MIN_SHARE * (
                    analysis.chars[element + analysis.size[element]] - analysis.chars[element]
                ):
                    self.probability[i] = self.probability[element]
        self.begun[n] = expected

    @cython.ccall
    @cython.locals(expected=cython.double, likely=cython.double)
    def read_blocks(
        self, block: Ints, odds: Floats, width: cython.Py_ssize_t, column: cython.Py_ssize_t
    ) -> cython.void:
        """Read the log-odds of blocks to be part of a record, after those of elements.
        A node other than an element, as a link among line breaks, is likely by its text."""
        analysis: Analysis = self._analysis
        n: cython.Py_ssize_t = len(analysis.tag)
        expected = likely = 0.0
        last_block: cython.Py_ssize_t = -1
        for i in range(n):
            self.expected_chars[i] = expected
            if block[i] >= 0:
                if block[i] != last_block:
                    last_block = block[i]
                    likely = probability(odds[last_block * width + column])
                expected += likely * (analysis.chars[i + 1] - analysis.chars[i])
        self.expected_chars[n] = expected
        for i in range(n):
            end: cython.Py_ssize_t = i + analysis.size[i]
            chars: cython.double = analysis.chars[end] - analysis.chars[i]
            if self.probability[i] == 0.0 and chars > 0:
                self.probability[i] = (
                    TEXT_FACTOR * (self.expected_chars[end] - self.expected_chars[i]) / chars
                )
                self.most = max(self.most, self.probability[i])


@cython.locals(candidate=cython.int, least=cython.double)
def add_likely(candidates: Candidates, likely: LikelyRecords, ids: Ints) -> None:
    """Add the candidates of ``ids`` again without unlikely records, and without those at the ends,
    unless the result is one of these candidates too."""
    added: cython.Py_ssize_t = candidates.count
    for candidate in ids:
        first: cython.Py_ssize_t = candidates.first_record[candidate]
        stop: cython.Py_ssize_t = candidates.first_record[candidate + 1]
        most: cython.double = 0.0
        for record in range(first, stop):
            most = max(most, _probability_of(candidates, likely, record))
        if most < MIN_LIKELY:
            continue
        find_gap(candidates, likely, candidate)
        for least in (LIKELY, likely.above, UNLIKELY):
            _add_from(candidates, likely, candidate, first, stop, least)
            _drop_repeated(candidates, ids, added)
        low: cython.Py_ssize_t = first
        high: cython.Py_ssize_t = stop
        while high - low > 2 and _probability_of(candidates, likely, high - 1) < UNSURE:
            high -= 1
        while high - low > 2 and _probability_of(candidates, likely, low) < UNSURE:
            low += 1
        if high - low < stop - first:
            _add_from(candidates, likely, candidate, low, high, 0.0)
            _drop_repeated(candidates, ids, added)


@cython.locals(earlier=cython.Py_ssize_t)
def _drop_repeated(candidates: Candidates, ids: Ints, added: cython.Py_ssize_t) -> cython.void:
    """Remove the last candidate if it was ``added`` and is one of ``ids`` or of those added."""
    last: cython.Py_ssize_t = candidates.count - 1
    if last < added:
        return
    for earlier in ids:
        if candidates.are_same(last, earlier):
            candidates.drop()
            return
    for earlier in range(added, last):
        if candidates.are_same(last, earlier):
            candidates.drop()
            return


def _probability_of(
    candidates: Candidates, likely: LikelyRecords, record: cython.Py_ssize_t
) -> cython.double:
    return likely.probability[candidates.low[candidates.first_span[record]]]


@cython.ccall
def find_gap(
    candidates: Candidates, likely: LikelyRecords, candidate: cython.Py_ssize_t
) -> cython.void:
    """Find the widest gap among the log-odds of the less likely half of a candidate's records.

    It is below most rows of a table, but above a row of heads. ``likely.gap`` is its width, up to
    :data:`MAX_GAP`, ``likely.above`` the probability from which records are above it.
    """
    first: cython.Py_ssize_t = candidates.first_record[candidate]
    stop: cython.Py_ssize_t = candidates.first_record[candidate + 1]
    ranked = sorted(
        [_log_odds(_probability_of(candidates, likely, record)) for record in range(first, stop)]
    )
    likely.gap = likely.above = 0.0
    for record in range(1, (stop - first) // 2 + 1):
        previous: cython.double = ranked[record - 1]
        odds: cython.double = ranked[record]
        if odds - previous > likely.gap:
            likely.gap = odds - previous
            likely.above = probability((odds + previous) / 2)
    likely.gap = min(float(MAX_GAP), likely.gap)


def _add_from(
    candidates: Candidates,
    likely: LikelyRecords,
    candidate: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    least: cython.double,
) -> cython.void:
    """Add a candidate of those records from ``first`` on with a probability of ``least``."""
    for record in range(first, stop):
        if _probability_of(candidates, likely, record) >= least:
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                candidates.add_span(candidates.low[span], candidates.high[span])
            candidates.end_record()
    candidates.end_candidate(candidates.source[candidate], True)


def _log_odds(likely: cython.double) -> cython.double:
    return max(-MAX_ODDS, min(MAX_ODDS, log(max(1e-9, likely) / max(1e-9, 1.0 - likely))))
