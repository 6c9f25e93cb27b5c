"""Kernel of the candidates: possible lists of records of a page.

A record is one or more spans of the page's nodes, a candidate a list of records. Records without
text are left out; of candidates that cover the same texts the first stays.

The network's answers for elements and blocks tell how probable a record is at each node; they are
summed up over all nodes before each node, so that any sum over a span of nodes is O(1).
"""

from __future__ import annotations

from array import array
from math import log

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Floats, Ints
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.analysis.constants import INLINE, SKIP
from scrapy_treesim.records.regions.constants import *
from scrapy_treesim.tree._hashing_cy import HashTable
from scrapy_treesim.tree.constants import FNV_PRIME

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


class Candidates:
    """The candidates of one page, in flat arrays with one entry more at the end."""

    def __init__(self, analysis: Analysis, max_spans: cython.Py_ssize_t) -> None:
        n: cython.Py_ssize_t = len(analysis.tag)
        room: cython.Py_ssize_t = 512
        while room < 2 * n and room < 2 * MAX_CANDIDATES:
            room *= 2
        self.analysis = analysis
        self.max_spans = max_spans
        """Largest number of spans of all candidates together; any more are left out."""
        spans = array("i", bytes(4 * (min(max_spans, n) + 2)))
        self.low: Ints = spans[:]
        """The first node of each span."""
        self.high: Ints = spans[:]
        """The node after the last of each span."""
        self.first_span: Ints = spans
        """The first span of each record."""
        most = array("i", bytes(4 * (room // 2 + MAX_AGAIN + 2)))
        self.first_record: Ints = most[:]
        """The first record of each candidate."""
        self.source: Ints = most
        """Source of each candidate."""
        self.spans: cython.Py_ssize_t = 0
        self.records: cython.Py_ssize_t = 0
        self.count: cython.Py_ssize_t = 0
        self._room: cython.Py_ssize_t = room // 2 - 1
        self._table: HashTable = HashTable()
        # A hash of the texts of the candidate in the making.
        self._key: cython.uint = 0

    # Records in the making.

    @cython.ccall
    def add_subtree(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Make a record of a node and its subtree; of a node without text none.

        Returns the number of records.
        """
        analysis: Analysis = self.analysis
        high: cython.Py_ssize_t = node + analysis.size[node]
        if (
            self.spans >= self.max_spans
            or analysis.texts[high] == analysis.texts[node]
            or analysis.elements[high] == analysis.elements[node]
        ):
            return self.records
        if self.spans + 2 >= len(self.low):
            self._grow()
        self.low[self.spans] = node
        self.high[self.spans] = high
        self.spans += 1
        self._key = (self._key * 31 + analysis.texts[node]) & MASK
        self._key = (self._key * 65599 + analysis.texts[high]) & MASK
        self._key = (self._key * FNV_PRIME + 7) & MASK
        self.records += 1
        self.first_span[self.records] = self.spans
        return self.records

    @cython.ccall
    def add_span(self, low: cython.Py_ssize_t, high: cython.Py_ssize_t) -> cython.void:
        """Add nodes to the record in the making; neighbours become one span.

        Raises:
            ValueError: the page has no such nodes.
        """
        analysis: Analysis = self.analysis
        if not 0 <= low <= high <= len(analysis.tag):
            raise ValueError(f"expected nodes in 0 to {len(analysis.tag)}, got {low} to {high}")
        if self.spans >= self.max_spans or (
            analysis.texts[high] == analysis.texts[low]
            and analysis.images[high] == analysis.images[low]
        ):
            return
        last: cython.Py_ssize_t = self.spans - 1
        if (
            last >= self.first_span[self.records]
            and analysis.texts[self.high[last]] == analysis.texts[low]
            and analysis.parent[self.low[last]] == analysis.parent[low]
        ):
            self.high[last] = high
            return
        if self.spans + 2 >= len(self.low):
            self._grow()
        self.low[self.spans] = low
        self.high[self.spans] = high
        self.spans += 1

    @cython.ccall
    def end_record(self) -> cython.void:
        """Make a record of the spans added since the last one, if there is text in them."""
        first: cython.Py_ssize_t = self.first_span[self.records]
        analysis: Analysis = self.analysis
        texts: cython.Py_ssize_t = 0
        elements: cython.Py_ssize_t = 0
        for span in range(first, self.spans):
            texts += analysis.texts[self.high[span]] - analysis.texts[self.low[span]]
            elements += analysis.elements[self.high[span]] - analysis.elements[self.low[span]]
        # A record of text alone has no element of its own.
        if texts == 0 or elements == 0:
            self.spans = first
            return
        for span in range(first, self.spans):
            self._key = (self._key * 31 + analysis.texts[self.low[span]]) & MASK
            self._key = (self._key * 65599 + analysis.texts[self.high[span]]) & MASK
        self._key = (self._key * FNV_PRIME + 7) & MASK
        self.records += 1
        self.first_span[self.records] = self.spans

    @cython.ccall
    def end_candidate(self, source: cython.int, again: cython.bint = False) -> cython.void:
        """Make a candidate of the records since the last one, if its texts are new or ``again``."""
        first: cython.Py_ssize_t = self.first_record[self.count]
        key: cython.uint = (self._key ^ (self._key >> 13)) | 1
        self._key = 0
        room: cython.Py_ssize_t = self._room + (MAX_AGAIN if again else 0)
        if self.records - first > 1 and self.spans < self.max_spans and self.count < room:
            hashes: cython.int = self._table.count
            if self._table.enter(key) == hashes or again:
                self.source[self.count] = source
                self.count += 1
                self.first_record[self.count] = self.records
                return
        self.records = first
        self.spans = self.first_span[first]

    @cython.ccall
    def drop(self) -> cython.void:
        """Remove the last candidate."""
        self.count -= 1
        self.records = self.first_record[self.count]
        self.spans = self.first_span[self.records]

    def _grow(self) -> cython.void:
        size: cython.Py_ssize_t = min(2 * len(self.low), self.max_spans + 2)
        self.low = _longer(self.low, size)
        self.high = _longer(self.high, size)
        self.first_span = _longer(self.first_span, size)

    # Reading of candidates.

    @cython.ccall
    def are_same(self, candidate: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.bint:
        """Return True if two candidates have the same records."""
        records: cython.Py_ssize_t = self.first_record[candidate]
        spans: cython.Py_ssize_t = self.first_span[records]
        if self.size(candidate) != self.size(other):
            return False
        records = self.first_record[other] - records
        spans = self.first_span[self.first_record[other]] - spans
        for i in range(self.first_record[candidate] + 1, self.first_record[candidate + 1] + 1):
            if self.first_span[i] + spans != self.first_span[i + records]:
                return False
        for i in range(
            self.first_span[self.first_record[candidate]],
            self.first_span[self.first_record[candidate + 1]],
        ):
            if self.low[i] != self.low[i + spans] or self.high[i] != self.high[i + spans]:
                return False
        return True

    @cython.ccall
    def size(self, candidate: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the number of a candidate's records."""
        return self.first_record[candidate + 1] - self.first_record[candidate]

    def nodes_of(self, candidate: cython.Py_ssize_t) -> list[tuple[int, ...]]:
        """Return the outermost nodes of each record of a candidate."""
        records: list[tuple[int, ...]] = []
        for record in range(self.first_record[candidate], self.first_record[candidate + 1]):
            nodes: list[int] = []
            for span in range(self.first_span[record], self.first_span[record + 1]):
                node: cython.Py_ssize_t = self.low[span]
                high: cython.int = self.high[span]
                while node < high:
                    nodes.append(node)
                    node += self.analysis.size[node]
            records.append(tuple(nodes))
        return records

    # Nodes of one path.

    def add_paths(self) -> None:
        """Add all nodes of one path, under two parents or more."""
        self._add_paths(self.analysis.named, PATH)
        self._add_paths(self.analysis.plain, TAGS)

    def _add_paths(self, path: Ints, source: cython.int) -> cython.void:
        analysis: Analysis = self.analysis
        first: Ints = array("i", bytes(4 * (analysis.paths + 2)))
        following: Ints = array("i", bytes(4 * (len(analysis.tag) + 2)))
        # Node 0, the root, shares its path with none: it ends the lists.
        for i in range(len(analysis.tag) - 1, 0, -1):
            if (
                analysis.tag[i] != 0
                and not analysis.roles[i] & (SKIP | INLINE)
                and analysis.texts[i + analysis.size[i]] > analysis.texts[i]
            ):
                following[i] = first[path[i]]
                first[path[i]] = i
        for p in range(analysis.paths):
            i = first[p]
            if i > 0 and following[i] > 0 and self._is_new_group(following, i, source):
                while i > 0:
                    self.add_subtree(i)
                    i = following[i]
                self.end_candidate(source)

    def _is_new_group(
        self, following: Ints, node: cython.Py_ssize_t, source: cython.int
    ) -> cython.bint:
        """Return True if nodes of one path have two parents or more; and of a path of tags, if
        their classes differ, for those of one path with classes are a candidate already."""
        parent: cython.int = self.analysis.parent[node]
        named: cython.int = self.analysis.named[node]
        several: cython.bint = False
        differ: cython.bint = source == PATH
        while node > 0 and not (several and differ):
            several = several or self.analysis.parent[node] != parent
            differ = differ or self.analysis.named[node] != named
            node = following[node]
        return several and differ


def _longer(values: Ints, size: cython.Py_ssize_t) -> Ints:
    longer: Ints = array("i", bytes(4 * size))
    longer[: len(values)] = values
    return longer


def choose(
    candidates: Candidates,
    ids: Ints,
    scores: Doubles,
    confidence: Doubles,
    least: cython.double,
    picked: Ints,
) -> cython.Py_ssize_t:
    """Pick the best candidate, then by rank those of ``least`` confidence without picked texts.
    Fills ``picked`` with positions in ``ids``; returns their number."""
    analysis: Analysis = candidates.analysis
    owner: Buffer = bytearray(analysis.texts[len(analysis.tag)] + 1)
    done: Buffer = bytearray(len(ids))
    count: cython.Py_ssize_t = 0
    while count < len(picked):
        best: cython.Py_ssize_t = -1
        for i in range(len(ids)):
            if not done[i] and (best < 0 or scores[i] > scores[best]):
                best = i
        if best < 0:
            break
        done[best] = 1
        if count > 0 and confidence[best] < least:
            continue
        if not _take(candidates, ids[best], owner):
            continue
        picked[count] = best
        count += 1
    return count


def _take(candidates: Candidates, candidate: cython.Py_ssize_t, owner: Buffer) -> cython.bint:
    """Mark the texts of a candidate; if any is marked already, mark none and return False."""
    texts: Ints = candidates.analysis.texts
    first: cython.Py_ssize_t = candidates.first_span[candidates.first_record[candidate]]
    stop: cython.Py_ssize_t = candidates.first_span[candidates.first_record[candidate + 1]]
    for is_free in range(2):
        for span in range(first, stop):
            for text in range(texts[candidates.low[span]], texts[candidates.high[span]]):
                if is_free:
                    owner[text] = 1
                elif owner[text]:
                    return False
    return True


def lies_in(
    candidates: Candidates, inner: cython.Py_ssize_t, outer: cython.Py_ssize_t
) -> cython.int:
    """Return the number of records of ``outer`` with two records of ``inner`` or more inside.
    That is 0 where a record of ``inner`` is in none, or is one."""
    texts: Ints = candidates.analysis.texts
    record: cython.Py_ssize_t = candidates.first_record[outer]
    stop: cython.Py_ssize_t = candidates.first_record[outer + 1]
    inside: cython.int = 0
    several: cython.int = 0
    for inner_record in range(candidates.first_record[inner], candidates.first_record[inner + 1]):
        low: cython.int = texts[candidates.low[candidates.first_span[inner_record]]]
        high: cython.int = texts[candidates.high[candidates.first_span[inner_record + 1] - 1]]
        while record < stop and (
            texts[candidates.high[candidates.first_span[record + 1] - 1]] < high
        ):
            record += 1
            inside = 0
        if record == stop:
            return 0
        start: cython.int = texts[candidates.low[candidates.first_span[record]]]
        end: cython.int = texts[candidates.high[candidates.first_span[record + 1] - 1]]
        if start > low or end - start == high - low:
            return 0
        inside += 1
        if inside == 2:
            several += 1
    return several


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
