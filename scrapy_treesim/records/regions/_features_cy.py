"""Kernel of the features: a row of numbers for each candidate, by :mod:`.features`."""

from __future__ import annotations

from array import array
from math import log, sqrt

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Ints, Longs
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.analysis.constants import SKIP
from scrapy_treesim.records.regions._candidates_cy import Candidates, LikelyRecords, find_gap
from scrapy_treesim.records.regions.constants import *
from scrapy_treesim.records.regions.features import WIDTH, RegionFeature
from scrapy_treesim.tree._hashing_cy import HashTable

UNLIKELY_RECORD = cython.declare(cython.double, 0.15)
"""Probability below which a record is unlikely."""
MAX_RECORDS = cython.declare(cython.double, 300.0)
"""Largest number of records that counts; longer lists count as this long."""
MAX_INSIDE = cython.declare(cython.double, 5.0)
"""Largest expected number of records inside of one that counts."""


class RecordSimilarity:
    """Dice's coefficient of the paths in a record and in the one before it."""

    _candidates: Candidates
    _shown: Ints
    """The path of tags of each visible node; -1 of others."""
    _stamps: Ints
    """The last record with each path."""
    _epoch: cython.int
    """The number of the record read last."""
    mean: cython.double
    """The mean over the records of the candidate measured last."""
    least: cython.double
    """The smallest similarity of its records."""

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
    @cython.locals(size=cython.int, common=cython.int)
    def measure(self, candidate: cython.Py_ssize_t) -> cython.void:
        """Compare each record of a candidate with the one before; O(its nodes)."""
        candidates: Candidates = self._candidates
        shown: Ints = self._shown
        stamps: Ints = self._stamps
        epoch: cython.int = self._epoch + 1
        first: cython.Py_ssize_t = candidates.first_record[candidate]
        stop: cython.Py_ssize_t = candidates.first_record[candidate + 1]
        similar: cython.double = 0.0
        least: cython.double = 1.0
        before: cython.int = 0
        for record in range(first, stop):
            epoch += 1
            size = common = 0
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                for node in range(candidates.low[span], candidates.high[span]):
                    path: cython.int = shown[node]
                    if path >= 0 and stamps[path] != epoch:
                        size += 1
                        common += stamps[path] == epoch - 1
                        stamps[path] = epoch
            if record > first:
                share: cython.double = 2.0 * common / (size + before)
                similar += share
                least = min(least, share)
            before = size
        self._epoch = epoch
        self.mean = similar / (stop - first - 1)
        self.least = least


class Features:
    """Writer of rows of features of the candidates of one page."""

    candidates: Candidates
    likely: LikelyRecords
    analysis: Analysis
    _similarity: RecordSimilarity
    _texts: HashTable
    """Hashes of the texts of each record of the present candidate."""
    _firsts: HashTable
    """Hashes of the records' first texts."""
    _first_counts: Ints
    """Number of records with each first text."""
    _having: Longs
    """Number of the present candidate's records with each mark: links, images and so on."""
    # Sums over the records of the present candidate.
    _count: cython.longlong
    _chars: cython.double
    _elements: cython.double
    _chars_squared: cython.double
    _elements_squared: cython.double
    _most_chars: cython.double
    _spans: cython.double
    _tops: cython.double
    _commonest_first: cython.int
    _several_parents: cython.bint
    _probability: cython.double
    _least: cython.double
    _unlikely: cython.double
    _begun: cython.double
    """Expected number of records that begin in the candidate's records."""
    _expected_chars: cython.double
    """Expected number of characters of records in the candidate's."""

    def __init__(self, candidates: Candidates, likely: LikelyRecords) -> None:
        self.candidates = candidates
        self.likely = likely
        self.analysis = candidates.analysis
        self._similarity = RecordSimilarity(candidates)
        self._texts = HashTable()
        self._firsts = HashTable()
        self._first_counts = array("i", bytes(4 * (MAX_COMPARED_RECORDS + 1)))
        self._having = array("q", bytes(8 * MARKS))

    def first_cut(self, weights: Doubles, rows: Doubles, chosen: Ints) -> None:
        """Fill a row of features for each candidate, and ``chosen`` with the best, in page order.

        The best have the largest weighted sums. The similarity of records costs the most: it is
        measured only where the sum, with the largest similarity, would be among the best.
        """
        scores: Doubles = array("d", bytes(8 * self.candidates.count))
        is_exact: Buffer = bytearray(self.candidates.count)
        for candidate in range(self.candidates.count):
            self._fill_sums(candidate, rows, candidate * WIDTH)
            scores[candidate] = _largest_score(weights, rows, candidate * WIDTH)
        _best_of(scores, chosen)
        least: cython.double = 0.0
        for index in range(len(chosen)):
            candidate = chosen[index]
            is_exact[candidate] = 1
            scores[candidate] = self._score(candidate, weights, rows)
            least = min(least, scores[candidate]) if index > 0 else scores[candidate]
        for candidate in range(self.candidates.count):
            if not is_exact[candidate] and scores[candidate] >= least:
                scores[candidate] = self._score(candidate, weights, rows)
        _best_of(scores, chosen)

    def _score(
        self, candidate: cython.Py_ssize_t, weights: Doubles, rows: Doubles
    ) -> cython.double:
        """Fill in the costly features of a candidate; return its weighted sum."""
        at: cython.Py_ssize_t = candidate * WIDTH
        self._fill_similarity(candidate, rows, at)
        score: cython.double = 0.0
        for i in range(WIDTH):
            score += weights[i] * rows[at + i]
        return score

    @cython.ccall
    def fill(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        """Fill the candidate's features, from ``rows[at]`` on; O(its nodes)."""
        self._fill_sums(candidate, rows, at)
        self._fill_similarity(candidate, rows, at)

    # Sums over the records.

    def _fill_sums(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        candidates: Candidates = self.candidates
        first: cython.Py_ssize_t = candidates.first_record[candidate]
        stop: cython.Py_ssize_t = candidates.first_record[candidate + 1]
        self._count = stop - first
        self._chars = self._elements = self._chars_squared = self._elements_squared = 0.0
        self._most_chars = self._spans = self._tops = 0.0
        self._texts.clear()
        self._firsts.clear()
        self._commonest_first = 0
        self._several_parents = False
        self._probability = self._unlikely = self._begun = self._expected_chars = 0.0
        self._least = 1.0
        for mark in range(MARKS):
            self._having[mark] = 0
        for record in range(first, stop):
            self._read_record(
                record, self.analysis.parent[candidates.low[candidates.first_span[first]]],
                record - first < MAX_COMPARED_RECORDS,
            )  # fmt: skip
        self._fill_text(candidate, rows, at)
        self._fill_form(candidate, rows, at)
        self._fill_likely(candidate, rows, at)

    @cython.locals(
        chars=cython.longlong, linked=cython.longlong, elements=cython.longlong, links=cython.int,
        images=cython.int, headings=cython.int, prices=cython.int, dates=cython.int,
    )  # fmt: skip
    def _read_record(
        self, record: cython.Py_ssize_t, parent: cython.int, is_compared: cython.bint
    ) -> cython.void:
        """Add a record to the sums."""
        candidates: Candidates = self.candidates
        analysis: Analysis = self.analysis
        chars = linked = elements = 0
        links = images = headings = prices = dates = 0
        text_hash: cython.uint = 0
        first_text: cython.Py_ssize_t = -1
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            low: cython.Py_ssize_t = candidates.low[span]
            high: cython.Py_ssize_t = candidates.high[span]
            chars += analysis.chars[high] - analysis.chars[low]
            linked += analysis.linked[high] - analysis.linked[low]
            if first_text < 0 and analysis.texts[high] > analysis.texts[low]:
                first_text = analysis.texts[low]
            elements += analysis.elements[high] - analysis.elements[low]
            links += analysis.links[high] - analysis.links[low]
            images += analysis.images[high] - analysis.images[low]
            headings += analysis.headings[high] - analysis.headings[low]
            prices += analysis.prices[high] - analysis.prices[low]
            dates += analysis.dates[high] - analysis.dates[low]
            text_hash += analysis.text_hashes[high] - analysis.text_hashes[low]
            self._begun += self.likely.begun[high] - self.likely.begun[low]
            self._expected_chars += (
                self.likely.expected_chars[high] - self.likely.expected_chars[low]
            )
            self._spans += 1
            if analysis.parent[low] != parent:
                self._several_parents = True
            node: cython.Py_ssize_t = low
            while node < high:
                self._tops += 1
                node += analysis.size[node]
        probability: cython.double = self.likely.probability[
            candidates.low[candidates.first_span[record]]
        ]
        self._probability += probability
        self._least = min(self._least, probability)
        self._unlikely += probability < UNLIKELY_RECORD
        # Linked characters count as a link, too: those of linked images.
        self._having[LINKS] += links > 0 or linked > 0
        self._having[IMAGES] += images > 0
        self._having[HEADINGS] += headings > 0
        self._having[PRICES] += prices > 0
        self._having[DATES] += dates > 0
        self._chars += chars
        self._elements += elements
        self._chars_squared += float(chars) * chars
        self._elements_squared += float(elements) * elements
        self._most_chars = max(self._most_chars, float(chars))
        if is_compared:
            self._texts.enter(text_hash & 0x7FFFFFFF)
            count: cython.int = self._firsts.count
            number: cython.int = self._firsts.enter(analysis.hashes[first_text] & 0x7FFFFFFF)
            self._first_counts[number] = 1 if number == count else self._first_counts[number] + 1
            self._commonest_first = max(self._commonest_first, self._first_counts[number])

    # Features from the sums.

    def _fill_text(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        candidates: Candidates = self.candidates
        analysis: Analysis = self.analysis
        page_chars: cython.double = analysis.chars[len(analysis.tag)] + 1.0
        low: cython.int = candidates.low[candidates.first_span[candidates.first_record[candidate]]]
        high: cython.int = candidates.high[
            candidates.first_span[candidates.first_record[candidate + 1]] - 1
        ]
        within: cython.double = max(1.0, float(analysis.chars[high] - analysis.chars[low]))
        n: cython.double = self._count
        rows[at + RegionFeature.LOG_COUNT] = log(min(n, MAX_RECORDS))
        rows[at + RegionFeature.LOG_SHARE] = log(self._chars / page_chars + 0.001)
        rows[at + RegionFeature.COVERAGE] = min(1.0, self._chars / within)
        rows[at + RegionFeature.REGION_SHARE] = min(1.0, within / page_chars)
        mean: cython.double = self._chars / n
        rows[at + RegionFeature.CHARS_VARIATION] = _variation(self._chars_squared, mean, n, 1.0)
        rows[at + RegionFeature.CHARS_OUTLIER] = log(1.0 + self._most_chars / (mean + 1))
        mean = self._elements / n
        rows[at + RegionFeature.LOG_ELEMENTS] = log(1.0 + mean)
        rows[at + RegionFeature.ELEMENTS_VARIATION] = _variation(
            self._elements_squared, mean, n, 0.1
        )
        counted: cython.double = min(self._count, MAX_COMPARED_RECORDS)
        rows[at + RegionFeature.DISTINCT] = self._texts.count / counted
        rows[at + RegionFeature.DISTINCT_FIRSTS] = self._firsts.count / counted
        rows[at + RegionFeature.COMMONEST_FIRST] = float(self._commonest_first) / counted
        rows[at + RegionFeature.WITH_LINK] = self._having[LINKS] / n
        rows[at + RegionFeature.WITH_IMAGE] = self._having[IMAGES] / n
        rows[at + RegionFeature.WITH_HEADING] = self._having[HEADINGS] / n
        rows[at + RegionFeature.WITH_PRICE] = self._having[PRICES] / n
        rows[at + RegionFeature.WITH_DATE] = self._having[DATES] / n

    def _fill_form(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        rows[at + RegionFeature.APART] = self._spans > self._count
        rows[at + RegionFeature.SEVERAL_PARENTS] = self._several_parents
        rows[at + RegionFeature.LOG_TOPS] = log(1.0 + self._tops / self._count)
        source: cython.int = self.candidates.source[candidate]
        rows[at + RegionFeature.FROM_RUN] = source == RUN
        rows[at + RegionFeature.FROM_BAND] = source == BAND
        rows[at + RegionFeature.FROM_COLUMN] = source == COLUMN
        rows[at + RegionFeature.FROM_PATH] = source == PATH or source == TAGS
        rows[at + RegionFeature.ALIKE] = rows[at + RegionFeature.LEAST_ALIKE] = rows[
            at + RegionFeature.ODDS_GAP
        ] = 0.0

    def _fill_likely(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        candidates: Candidates = self.candidates
        likely: LikelyRecords = self.likely
        n: cython.double = self._count
        last: cython.Py_ssize_t = len(self.analysis.tag)
        low: cython.Py_ssize_t = candidates.low[
            candidates.first_span[candidates.first_record[candidate]]
        ]
        high: cython.Py_ssize_t = candidates.first_record[candidate + 1] - 1
        rows[at + RegionFeature.LIKELY] = self._probability / n
        rows[at + RegionFeature.LEAST_LIKELY] = self._least
        rows[at + RegionFeature.FIRST_LIKELY] = likely.probability[low]
        rows[at + RegionFeature.LAST_LIKELY] = likely.probability[
            candidates.low[candidates.first_span[high]]
        ]
        rows[at + RegionFeature.UNLIKELY] = self._unlikely / n
        rows[at + RegionFeature.OF_LIKELIEST] = self._probability / n / max(likely.most, 1e-6)
        expected: cython.double = likely.begun[last]
        # Records that begin inside its records, beside these, are lists of their own.
        inside: cython.double = min(max(0.0, self._begun - self._probability), MAX_INSIDE * n)
        rows[at + RegionFeature.EXPECTED] = 2.0 * self._probability / (n + expected)
        rows[at + RegionFeature.EXPECTED_OUTSIDE] = (
            2.0 * self._probability / (n + max(expected - inside, self._probability))
        )
        rows[at + RegionFeature.RECALL] = self._expected_chars / max(
            likely.expected_chars[last], 1e-9
        )
        rows[at + RegionFeature.PRECISION] = self._expected_chars / (self._chars + 1)
        high = candidates.high[candidates.first_span[high + 1] - 1]
        rows[at + RegionFeature.LIKELY_BETWEEN] = min(
            5.0, max(0.0, likely.begun[high] - likely.begun[low] - self._begun) / n
        )
        parent: cython.Py_ssize_t = self.analysis.parent[low]
        rows[at + RegionFeature.LIKELY_BESIDE] = 0.0
        if parent > 0:
            high = parent + self.analysis.size[parent]
            rows[at + RegionFeature.LIKELY_BESIDE] = min(
                2.0, max(0.0, likely.begun[high] - likely.begun[parent] - self._begun) / n
            )

    def _fill_similarity(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        self._similarity.measure(candidate)
        rows[at + RegionFeature.ALIKE] = self._similarity.mean
        rows[at + RegionFeature.LEAST_ALIKE] = self._similarity.least
        find_gap(self.candidates, self.likely, candidate)
        rows[at + RegionFeature.ODDS_GAP] = self.likely.gap


def _variation(
    squares: cython.double, mean: cython.double, n: cython.double, more: cython.double
) -> cython.double:
    """Return the standard deviation over the mean and a little more, 3 at most."""
    return min(3.0, sqrt(max(0.0, squares / n - mean * mean)) / (mean + more))


def _largest_score(weights: Doubles, rows: Doubles, at: cython.Py_ssize_t) -> cython.double:
    """Return an upper bound of a weighted sum without its similarities."""
    score: cython.double = 1e-9
    for i in range(WIDTH):
        score += weights[i] * rows[at + i]
    score += max(0.0, weights[RegionFeature.ALIKE]) + max(0.0, weights[RegionFeature.LEAST_ALIKE])
    return score + max(0.0, MAX_GAP * weights[RegionFeature.ODDS_GAP])


def _best_of(scores: Doubles, chosen: Ints) -> None:
    """Fill ``chosen`` with the positions of the best scores, in order; of equal ones the first."""
    ranked = sorted(range(len(scores)), key=list(scores).__getitem__, reverse=True)
    for i, best in enumerate(sorted(ranked[: len(chosen)])):
        chosen[i] = best


def weigh(rows: Doubles, weights: Doubles, out: Doubles) -> None:
    """Fill ``out`` with the weighted sum of each row, a constant weight last."""
    width: cython.Py_ssize_t = len(weights) - 1
    for row in range(len(out)):
        value: cython.double = weights[width]
        for i in range(width):
            value += weights[i] * rows[row * width + i]
        out[row] = value


def weigh_probability(rows: Doubles, weights: Doubles, out: Doubles) -> None:
    """Fill ``out`` with the probability of each row; its weighted sum is the log-odds."""
    weigh(rows, weights, out)
    for i in range(len(out)):
        out[i] = probability(out[i])
