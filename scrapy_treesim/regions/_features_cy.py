"""Kernel of the features: a row of numbers for each candidate, in the order of :mod:`.features`."""

from __future__ import annotations

from array import array

from scrapy_treesim.regions.features import OWN, place_of

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import log, sqrt
    from cython.cimports.scrapy_treesim._cython import Buffer, Doubles, Ints, Longs
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.regions._candidates_cy import Candidates
    from cython.cimports.scrapy_treesim.regions._ranking_cy import best_of
    from cython.cimports.scrapy_treesim.regions._similarity_cy import RecordSimilarity
    from cython.cimports.scrapy_treesim.regions.constants import *
else:
    from math import log, sqrt

    from scrapy_treesim._cython import Buffer, Doubles, Ints, Longs
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.regions._candidates_cy import Candidates
    from scrapy_treesim.regions._ranking_cy import best_of
    from scrapy_treesim.regions._similarity_cy import RecordSimilarity
    from scrapy_treesim.regions.constants import *

OWN_COUNT = cython.declare(cython.Py_ssize_t, len(OWN))
LOG_COUNT = cython.declare(cython.Py_ssize_t, place_of("log_count"))
TWO = cython.declare(cython.Py_ssize_t, place_of("two"))
FEW = cython.declare(cython.Py_ssize_t, place_of("few"))
SHARE = cython.declare(cython.Py_ssize_t, place_of("share"))
LOG_SHARE = cython.declare(cython.Py_ssize_t, place_of("log_share"))
UNLINKED_SHARE = cython.declare(cython.Py_ssize_t, place_of("unlinked_share"))
LOG_UNLINKED_SHARE = cython.declare(cython.Py_ssize_t, place_of("log_unlinked_share"))
LINKED = cython.declare(cython.Py_ssize_t, place_of("linked"))
ALL_LINKED = cython.declare(cython.Py_ssize_t, place_of("all_linked"))
WITH_LINK = cython.declare(cython.Py_ssize_t, place_of("with_link"))
LOG_CHARS = cython.declare(cython.Py_ssize_t, place_of("log_chars"))
LOG_CHARS_SQUARED = cython.declare(cython.Py_ssize_t, place_of("log_chars_squared"))
CHARS_VARIATION = cython.declare(cython.Py_ssize_t, place_of("chars_variation"))
CHARS_OUTLIER = cython.declare(cython.Py_ssize_t, place_of("chars_outlier"))
LOG_TEXTS = cython.declare(cython.Py_ssize_t, place_of("log_texts"))
SINGLE_TEXT = cython.declare(cython.Py_ssize_t, place_of("single_text"))
TEXTS_VARIATION = cython.declare(cython.Py_ssize_t, place_of("texts_variation"))
DISTINCT = cython.declare(cython.Py_ssize_t, place_of("distinct"))
DISTINCT_FIRSTS = cython.declare(cython.Py_ssize_t, place_of("distinct_firsts"))
COMMONEST_FIRST = cython.declare(cython.Py_ssize_t, place_of("commonest_first"))
COPIED = cython.declare(cython.Py_ssize_t, place_of("copied"))
SIMILAR = cython.declare(cython.Py_ssize_t, place_of("alike"))
LEAST_SIMILAR = cython.declare(cython.Py_ssize_t, place_of("least_alike"))
FIRST_PLACE = cython.declare(cython.Py_ssize_t, place_of("in_navigation"))
PLACES = cython.declare(cython.int, sum(feature.topic == "place" for feature in OWN))
COVERAGE = cython.declare(cython.Py_ssize_t, place_of("coverage"))
REGION_SHARE = cython.declare(cython.Py_ssize_t, place_of("region_share"))
LOG_HEADINGS = cython.declare(cython.Py_ssize_t, place_of("log_headings"))
LOG_PRICES = cython.declare(cython.Py_ssize_t, place_of("log_prices"))
LOG_DATES = cython.declare(cython.Py_ssize_t, place_of("log_dates"))
LOG_LINKS = cython.declare(cython.Py_ssize_t, place_of("log_links"))
LOG_IMAGES = cython.declare(cython.Py_ssize_t, place_of("log_images"))
LOG_ELEMENTS = cython.declare(cython.Py_ssize_t, place_of("log_elements"))
ELEMENTS_VARIATION = cython.declare(cython.Py_ssize_t, place_of("elements_variation"))
APART = cython.declare(cython.Py_ssize_t, place_of("apart"))
SEVERAL_PARENTS = cython.declare(cython.Py_ssize_t, place_of("several_parents"))
LOG_TOPS = cython.declare(cython.Py_ssize_t, place_of("log_tops"))
LED = cython.declare(cython.Py_ssize_t, place_of("led"))
LOG_CHARS_A_TEXT = cython.declare(cython.Py_ssize_t, place_of("log_chars_a_text"))
SIMILAR_SHARE = cython.declare(cython.Py_ssize_t, place_of("alike_share"))
DISTINCT_CHARS = cython.declare(cython.Py_ssize_t, place_of("distinct_chars"))
FROM_RUN = cython.declare(cython.Py_ssize_t, place_of("from_run"))
FROM_BAND = cython.declare(cython.Py_ssize_t, place_of("from_band"))
FROM_COLUMN = cython.declare(cython.Py_ssize_t, place_of("from_column"))
FROM_PATH = cython.declare(cython.Py_ssize_t, place_of("from_path"))


@cython.cclass
class Features:
    """Fills rows of features of the candidates of one page."""

    candidates: Candidates
    analysis: Analysis
    _similarity: RecordSimilarity
    _epoch: cython.int
    """The number of the present candidate."""
    _texts: Longs
    """A table of the hashes of what records say, each with the epoch of its candidate above."""
    _firsts: Longs
    """The same of records' first texts."""
    _first_counts: Ints
    """How many records of the candidate begin with each of these."""
    _own: Longs
    """Links, images and so on of the present record, in the order of the constants above."""
    _sums: Longs
    """The same of all records of the present candidate."""
    _having: Longs
    """How many of its records have any."""
    # Sums over the records of the present candidate.
    _count: cython.longlong
    _chars: cython.double
    _linked: cython.double
    _texts_sum: cython.double
    _elements: cython.double
    _copied: cython.double
    _chars_squared: cython.double
    _texts_squared: cython.double
    _elements_squared: cython.double
    _most_chars: cython.double
    _spans: cython.double
    _tops: cython.double
    _all_linked: cython.double
    _single_text: cython.double
    _led: cython.double
    _distinct: cython.double
    _distinct_firsts: cython.double
    _commonest_first: cython.int
    _several_parents: cython.bint

    def __init__(self, candidates: Candidates) -> None:
        analysis = candidates.analysis
        self.candidates = candidates
        self.analysis = analysis
        self._similarity = RecordSimilarity(candidates)
        self._epoch = 0
        # Half of a table at most is filled.
        room: cython.Py_ssize_t = 64
        while room < 2 * min(MAX_COMPARED_RECORDS, self._most_records()):
            room *= 2
        self._texts = array("q", bytes(8 * room))
        self._firsts = array("q", bytes(8 * room))
        self._first_counts = array("i", bytes(4 * room))
        self._own = array("q", bytes(8 * MARKS))
        self._sums = array("q", bytes(8 * MARKS))
        self._having = array("q", bytes(8 * MARKS))

    @cython.cfunc
    @cython.locals(most=cython.Py_ssize_t, candidate=cython.Py_ssize_t)
    def _most_records(self) -> cython.Py_ssize_t:
        most = 0
        for candidate in range(self.candidates.count):
            most = max(most, self.candidates.size(candidate))
        return most

    @cython.locals(
        scores=Doubles, is_exact=Buffer, candidate=cython.Py_ssize_t, place=cython.Py_ssize_t,
        least=cython.double,
    )  # fmt: skip
    def first_cut(self, weights: Doubles, rows: Doubles, chosen: Ints) -> None:
        """Fill a row of own features for each candidate, and ``chosen`` with the best ones by their
        weighted sum, in the order of the page.

        The similarity of records costs the most. It is measured only where the sum, with the
        largest similarity that there is, would be among the best.
        """
        scores = array("d", bytes(8 * self.candidates.count))
        is_exact = bytearray(self.candidates.count)
        for candidate in range(self.candidates.count):
            self._fill_sums(candidate, rows, candidate * OWN_COUNT)
            scores[candidate] = _largest_score(weights, rows, candidate * OWN_COUNT)
        best_of(scores, chosen)
        least = 0.0
        for place in range(len(chosen)):
            candidate = chosen[place]
            is_exact[candidate] = 1
            scores[candidate] = self._score(candidate, weights, rows)
            least = min(least, scores[candidate]) if place > 0 else scores[candidate]
        for candidate in range(self.candidates.count):
            if not is_exact[candidate] and scores[candidate] >= least:
                scores[candidate] = self._score(candidate, weights, rows)
        best_of(scores, chosen)

    @cython.cfunc
    @cython.locals(at=cython.Py_ssize_t, score=cython.double, i=cython.Py_ssize_t)
    def _score(
        self, candidate: cython.Py_ssize_t, weights: Doubles, rows: Doubles
    ) -> cython.double:
        """Fill in the similarity of a candidate's records; return its weighted sum."""
        at = candidate * OWN_COUNT
        self._fill_similarity(candidate, rows, at)
        score = 0.0
        for i in range(OWN_COUNT):
            score += weights[i] * rows[at + i]
        return score

    @cython.ccall
    def fill(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        """Fill the candidate's own features, from ``rows[at]`` on; O(its nodes)."""
        self._fill_sums(candidate, rows, at)
        self._fill_similarity(candidate, rows, at)

    # Sums over the records.

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, first=cython.Py_ssize_t, stop=cython.Py_ssize_t,
        record=cython.Py_ssize_t, mark=cython.int,
    )  # fmt: skip
    def _fill_sums(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        candidates = self.candidates
        first = candidates.first_record[candidate]
        stop = candidates.first_record[candidate + 1]
        self._count = stop - first
        self._chars = self._linked = self._texts_sum = self._elements = self._copied = 0.0
        self._chars_squared = self._texts_squared = self._elements_squared = 0.0
        self._most_chars = self._spans = self._tops = self._all_linked = 0.0
        self._single_text = self._led = self._distinct = self._distinct_firsts = 0.0
        self._commonest_first = 0
        self._several_parents = False
        for mark in range(MARKS):
            self._sums[mark] = 0
            self._having[mark] = 0
        self._epoch += 1
        for record in range(first, stop):
            self._read_record(
                record, self.analysis.parent[candidates.low[candidates.first_span[first]]],
                record - first < MAX_COMPARED_RECORDS,
            )  # fmt: skip
        self._fill_size(candidate, rows, at)
        self._fill_text(rows, at)
        self._fill_marks(rows, at)
        self._fill_form(candidate, rows, at)

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, analysis=Analysis,  chars=cython.longlong,
        linked=cython.longlong, texts=cython.longlong, elements=cython.longlong,
        said=cython.uint, span=cython.Py_ssize_t, low=cython.Py_ssize_t, high=cython.Py_ssize_t,
        node=cython.Py_ssize_t, mark=cython.int, first_text=cython.Py_ssize_t,
    )  # fmt: skip
    def _read_record(
        self, record: cython.Py_ssize_t, parent: cython.int, is_compared: cython.bint
    ) -> cython.void:
        """Add a record to the sums."""
        candidates = self.candidates
        analysis = self.analysis
        chars = linked = texts = elements = 0
        said = 0
        first_text = -1
        for mark in range(MARKS):
            self._own[mark] = 0
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            low = candidates.low[span]
            high = candidates.high[span]
            chars += analysis.chars[high] - analysis.chars[low]
            linked += analysis.linked[high] - analysis.linked[low]
            if first_text < 0 and analysis.texts[high] > analysis.texts[low]:
                first_text = analysis.texts[low]
                node = analysis.text_node[first_text]
                self._led += analysis.headings[node] > analysis.headings[low]
            texts += analysis.texts[high] - analysis.texts[low]
            elements += analysis.elements[high] - analysis.elements[low]
            self._own[LINKS] += analysis.links[high] - analysis.links[low]
            self._own[IMAGES] += analysis.images[high] - analysis.images[low]
            self._own[HEADINGS] += analysis.headings[high] - analysis.headings[low]
            self._own[PRICES] += analysis.prices[high] - analysis.prices[low]
            self._own[DATES] += analysis.dates[high] - analysis.dates[low]
            self._own[DIGITS] += analysis.digits[high] - analysis.digits[low]
            self._own[SENTENCES] += analysis.sentences[high] - analysis.sentences[low]
            self._copied += analysis.copied[high] - analysis.copied[low]
            said += analysis.said[high] - analysis.said[low]
            self._spans += 1
            if analysis.parent[low] != parent:
                self._several_parents = True
            node = low
            while node < high:
                self._tops += 1
                node += analysis.size[node]
        for mark in range(MARKS):
            self._sums[mark] += self._own[mark]
            self._having[mark] += self._own[mark] > 0
        # Characters in links are enough of one, as of images that are links.
        self._having[LINKS] += self._own[LINKS] == 0 and linked > 0
        self._chars += chars
        self._linked += linked
        self._texts_sum += texts
        self._elements += elements
        self._chars_squared += float(chars) * chars
        self._texts_squared += float(texts) * texts
        self._elements_squared += float(elements) * elements
        self._most_chars = max(self._most_chars, float(chars))
        self._all_linked += linked >= chars
        self._single_text += texts == 1
        if is_compared:
            self._compare_texts(said & 0x7FFFFFFF, analysis.hashes[first_text] & 0x7FFFFFFF)

    @cython.cfunc
    @cython.locals(base=cython.longlong, place=cython.Py_ssize_t, value=cython.longlong)
    def _compare_texts(self, said: cython.longlong, first: cython.longlong) -> cython.void:
        """Count what a record says, by its hash, and its first text, where they are new."""
        base = self._epoch
        base <<= 32
        value = base | (said + 1)
        place = _place(self._texts, value, base)
        if self._texts[place] != value:
            self._texts[place] = value
            self._distinct += 1
        value = base | (first + 1)
        place = _place(self._firsts, value, base)
        if self._firsts[place] != value:
            self._firsts[place] = value
            self._first_counts[place] = 0
            self._distinct_firsts += 1
        self._first_counts[place] += 1
        self._commonest_first = max(self._commonest_first, self._first_counts[place])

    # What the sums make of a row.

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, analysis=Analysis, page_chars=cython.double,
        page_unlinked=cython.double, low=cython.int, high=cython.int, within=cython.double,
    )  # fmt: skip
    def _fill_size(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        candidates = self.candidates
        analysis = self.analysis
        page_chars = analysis.chars[len(analysis.tag)] + 1.0
        page_unlinked = page_chars - analysis.linked[len(analysis.tag)]
        low = candidates.low[candidates.first_span[candidates.first_record[candidate]]]
        high = candidates.high[candidates.first_span[candidates.first_record[candidate + 1]] - 1]
        within = max(1.0, float(analysis.chars[high] - analysis.chars[low]))
        rows[at + LOG_COUNT] = log(self._count)
        rows[at + TWO] = self._count == 2
        rows[at + FEW] = self._count <= 3
        rows[at + SHARE] = self._chars / page_chars
        rows[at + LOG_SHARE] = log(self._chars / page_chars + 0.001)
        rows[at + UNLINKED_SHARE] = (self._chars - self._linked) / page_unlinked
        rows[at + LOG_UNLINKED_SHARE] = log((self._chars - self._linked) / page_unlinked + 0.001)
        rows[at + LINKED] = self._linked / (self._chars + 1)
        rows[at + ALL_LINKED] = self._all_linked / self._count
        rows[at + COPIED] = self._copied / (self._chars + 1)
        rows[at + COVERAGE] = min(1.0, self._chars / within)
        rows[at + REGION_SHARE] = min(1.0, within / page_chars)

    @cython.cfunc
    @cython.locals(
        n=cython.double, counted=cython.double, mean=cython.double, log_mean=cython.double
    )
    def _fill_text(self, rows: Doubles, at: cython.Py_ssize_t) -> cython.void:
        n = self._count
        counted = min(self._count, MAX_COMPARED_RECORDS)
        mean = self._chars / n
        log_mean = log(1.0 + mean)
        rows[at + LOG_CHARS] = log_mean
        rows[at + LOG_CHARS_SQUARED] = log_mean * log_mean / 8
        rows[at + CHARS_VARIATION] = _variation(self._chars_squared, mean, n, 1.0)
        rows[at + CHARS_OUTLIER] = log(1.0 + self._most_chars / (mean + 1))
        mean = self._texts_sum / n
        rows[at + LOG_TEXTS] = log(1.0 + mean)
        rows[at + SINGLE_TEXT] = self._single_text / n
        rows[at + TEXTS_VARIATION] = _variation(self._texts_squared, mean, n, 0.1)
        rows[at + LOG_CHARS_A_TEXT] = log(1.0 + self._chars / (self._texts_sum + 0.1))
        mean = self._elements / n
        rows[at + LOG_ELEMENTS] = log(1.0 + mean)
        rows[at + ELEMENTS_VARIATION] = _variation(self._elements_squared, mean, n, 0.1)
        rows[at + DISTINCT] = self._distinct / counted
        rows[at + DISTINCT_FIRSTS] = self._distinct_firsts / counted
        rows[at + COMMONEST_FIRST] = float(self._commonest_first) / counted
        rows[at + DISTINCT_CHARS] = rows[at + DISTINCT] * log_mean

    @cython.cfunc
    @cython.locals(n=cython.double, mark=cython.int)
    def _fill_marks(self, rows: Doubles, at: cython.Py_ssize_t) -> cython.void:
        n = self._count
        for mark in range(MARKS):
            rows[at + WITH_LINK + mark] = self._having[mark] / n
        rows[at + LOG_HEADINGS] = log(1.0 + self._sums[HEADINGS] / n)
        rows[at + LOG_PRICES] = log(1.0 + self._sums[PRICES] / n)
        rows[at + LOG_DATES] = log(1.0 + self._sums[DATES] / n)
        rows[at + LOG_LINKS] = log(1.0 + self._sums[LINKS] / n)
        rows[at + LOG_IMAGES] = log(1.0 + self._sums[IMAGES] / n)
        rows[at + LED] = self._led / n

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, first=cython.Py_ssize_t, low=cython.Py_ssize_t, cues=cython.int,
        place=cython.int,
        source=cython.int,
    )  # fmt: skip
    def _fill_form(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        candidates = self.candidates
        first = candidates.first_record[candidate] + self._count // 2
        cues = self.analysis.cues[
            self.analysis.parent[candidates.low[candidates.first_span[first]]]
        ]
        for place in range(PLACES):
            rows[at + FIRST_PLACE + place] = cues >> place & 1
        rows[at + APART] = self._spans > self._count
        rows[at + SEVERAL_PARENTS] = self._several_parents
        rows[at + LOG_TOPS] = log(1.0 + self._tops / self._count)
        source = candidates.source[candidate]
        rows[at + FROM_RUN] = source == RUN
        rows[at + FROM_BAND] = source == BAND
        rows[at + FROM_COLUMN] = source == COLUMN
        rows[at + FROM_PATH] = source == PATH or source == TAGS
        rows[at + SIMILAR] = rows[at + LEAST_SIMILAR] = rows[at + SIMILAR_SHARE] = 0.0

    @cython.cfunc
    def _fill_similarity(
        self, candidate: cython.Py_ssize_t, rows: Doubles, at: cython.Py_ssize_t
    ) -> cython.void:
        self._similarity.measure(candidate)
        rows[at + SIMILAR] = self._similarity.mean
        rows[at + LEAST_SIMILAR] = self._similarity.least
        rows[at + SIMILAR_SHARE] = rows[at + SIMILAR] * rows[at + LOG_SHARE]


@cython.cfunc
def _variation(
    squares: cython.double, mean: cython.double, n: cython.double, more: cython.double
) -> cython.double:
    """The standard deviation over the mean and a little more, 3 at most."""
    return min(3.0, sqrt(max(0.0, squares / n - mean * mean)) / (mean + more))


@cython.cfunc
@cython.locals(score=cython.double, i=cython.Py_ssize_t)
def _largest_score(weights: Doubles, rows: Doubles, at: cython.Py_ssize_t) -> cython.double:
    """A bound of a weighted sum whose similarities are 0 yet."""
    score = 1e-9
    for i in range(OWN_COUNT):
        score += weights[i] * rows[at + i]
    score += max(0.0, weights[SIMILAR] + weights[SIMILAR_SHARE] * rows[at + LOG_SHARE])
    return score + max(0.0, weights[LEAST_SIMILAR])


@cython.cfunc
@cython.exceptval(-1, check=False)
@cython.locals(mask=cython.Py_ssize_t, place=cython.Py_ssize_t, known=cython.longlong)
def _place(table: Longs, value: cython.longlong, base: cython.longlong) -> cython.Py_ssize_t:
    """Where a value stands in a table, or would; what is below ``base`` is as good as empty."""
    mask = len(table) - 1
    place = (((value - base) * 40503) >> 3) & mask
    known = table[place]
    while known != value and known >= base:
        place = (place + 1) & mask
        known = table[place]
    return place
