"""Kernel of the evidence: what speaks for and against each candidate, a row of numbers each.

The numbers are named, in their order, in :mod:`.evidence`.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.regions._candidates_cy import Candidates

# Compiled, these are constants of C, named in the .pxd.
if not cython.compiled:
    from math import log as ln
    from math import sqrt as root

    from scrapy_treesim.analysis._analysis_cy import SKIP
    from scrapy_treesim.regions._candidates_cy import BAND, COLUMN, PATH, RUN, TAGS

    OWN, CUES = 54, 5
    MASK32 = 0xFFFFFFFF


def _lg(value: float) -> float:
    return ln(1.0 + value)


class Features:
    """Fills rows of numbers about the candidates of one page."""

    def __init__(self, candidates: Candidates) -> None:
        table = array("q", bytes(8 * 4096))
        self.candidates = candidates
        self.analysis = candidates.analysis
        self._stamps = array("i", bytes(4 * (candidates.analysis.paths + 2)))
        self._texts = table[:]
        self._firsts = table[:]
        self._seen = array("i", bytes(4 * 4096))
        self._epoch = 4

    def first_cut(self, weights: array[float], scores: array[float]) -> None:
        """Score all candidates by their own numbers alone."""
        row = array("d", bytes(8 * OWN))
        numbers = row
        for candidate in range(self.candidates.count):
            self.fill(candidate, numbers, 0)
            score = 0.0
            for i in range(OWN):
                score += weights[i] * numbers[i]
            scores[candidate] = score

    def fill(self, candidate: int, rows: array[float], at: int) -> None:
        """Fill the candidate's own numbers, from ``rows[at]`` on; O(its nodes)."""
        candidates = self.candidates
        analysis = self.analysis
        stamps = self._stamps
        texts = self._texts
        firsts = self._firsts
        seen = self._seen
        epoch = self._epoch
        nodes = len(analysis.tag)
        first = candidates.first_record[candidate]
        stop = candidates.first_record[candidate + 1]
        n = stop - first
        page_chars = analysis.chars[nodes] + 1.0
        page_unlinked = page_chars - analysis.linked[nodes]
        chars = linked = squares = most = 0.0
        all_linked = with_link = with_image = with_heading = with_price = with_date = 0
        with_digit = with_sentence = single = led = 0
        all_texts = text_squares = all_elements = element_squares = copied = 0.0
        headings = prices = dates = links = images = spans = tops = 0.0
        distinct = distinct_firsts = commonest = 0
        alike = 0.0
        least = 1.0
        before = 0
        several = 0
        epoch += 2
        base = epoch
        parent = analysis.parent[candidates.low[candidates.first_span[first]]]
        for record in range(first, stop):
            epoch += 1
            size = common = 0
            c = li = t = e = im = lk = he = pr = da = di = se = 0
            said = 0
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                low = candidates.low[span]
                high = candidates.high[span]
                c += analysis.chars[high] - analysis.chars[low]
                li += analysis.linked[high] - analysis.linked[low]
                t += analysis.texts[high] - analysis.texts[low]
                e += analysis.elements[high] - analysis.elements[low]
                im += analysis.images[high] - analysis.images[low]
                lk += analysis.links[high] - analysis.links[low]
                he += analysis.headings[high] - analysis.headings[low]
                pr += analysis.prices[high] - analysis.prices[low]
                da += analysis.dates[high] - analysis.dates[low]
                di += analysis.digits[high] - analysis.digits[low]
                se += analysis.sentences[high] - analysis.sentences[low]
                copied += analysis.copied[high] - analysis.copied[low]
                said += analysis.said[high] - analysis.said[low]
                spans += 1
                if analysis.parent[low] != parent:
                    several = 1
                node = low
                while node < high:
                    tops += 1
                    node += analysis.size[node]
                for node in range(low, high):
                    if analysis.roles[node] & SKIP:
                        continue
                    path = analysis.plain[node]
                    if stamps[path] != epoch:
                        size += 1
                        if stamps[path] == epoch - 1:
                            common += 1
                        stamps[path] = epoch
            span = candidates.first_span[record]
            while analysis.texts[candidates.high[span]] == analysis.texts[candidates.low[span]]:
                span += 1
            low = candidates.low[span]
            if record > first:
                share = 2.0 * common / (size + before)
                alike += share
                least = min(least, share)
            before = size
            chars += c
            linked += li
            squares += float(c) * c
            most = max(most, c)
            all_texts += t
            text_squares += float(t) * t
            all_elements += e
            element_squares += float(e) * e
            headings += he
            prices += pr
            dates += da
            links += lk
            images += im
            if li >= c:
                all_linked += 1
            if lk > 0 or li > 0:
                with_link += 1
            if im > 0:
                with_image += 1
            if he > 0:
                with_heading += 1
            if pr > 0:
                with_price += 1
            if da > 0:
                with_date += 1
            if di > 0:
                with_digit += 1
            if se > 0:
                with_sentence += 1
            if t == 1:
                single += 1
            node = analysis.text_node[analysis.texts[low]]
            if analysis.headings[node] > analysis.headings[low]:
                led += 1
            if record - first < 1024:
                place = _place(texts, (said & 0x7FFFFFFF) + 1, base)
                if texts[place] == 0 or texts[place] >> 32 != base:
                    texts[place] = (base << 32) | ((said & 0x7FFFFFFF) + 1)
                    distinct += 1
                said = analysis.hashes[analysis.texts[low]]
                place = _place(firsts, (said & 0x7FFFFFFF) + 1, base)
                if firsts[place] == 0 or firsts[place] >> 32 != base:
                    firsts[place] = (base << 32) | ((said & 0x7FFFFFFF) + 1)
                    seen[place] = 0
                    distinct_firsts += 1
                seen[place] += 1
                commonest = max(commonest, seen[place])
        low = candidates.low[candidates.first_span[first]]
        high = candidates.high[candidates.first_span[stop] - 1]
        within = max(1.0, analysis.chars[high] - analysis.chars[low])
        counted = min(n, 1024)
        mean = chars / n
        rows[at] = ln(n)
        rows[at + 1] = 1.0 if n == 2 else 0.0
        rows[at + 2] = 1.0 if n <= 3 else 0.0
        rows[at + 3] = chars / page_chars
        rows[at + 4] = ln(chars / page_chars + 0.001)
        rows[at + 5] = (chars - linked) / page_unlinked
        rows[at + 6] = ln((chars - linked) / page_unlinked + 0.001)
        rows[at + 7] = linked / (chars + 1)
        rows[at + 8] = float(all_linked) / n
        rows[at + 9] = float(with_link) / n
        rows[at + 10] = float(with_image) / n
        rows[at + 11] = float(with_heading) / n
        rows[at + 12] = float(with_price) / n
        rows[at + 13] = float(with_date) / n
        rows[at + 14] = float(with_digit) / n
        rows[at + 15] = float(with_sentence) / n
        rows[at + 16] = _lg(mean)
        rows[at + 17] = _lg(mean) * _lg(mean) / 8
        rows[at + 18] = min(3.0, root(max(0.0, squares / n - mean * mean)) / (mean + 1))
        rows[at + 19] = _lg(most / (mean + 1))
        rows[at + 20] = _lg(all_texts / n)
        rows[at + 21] = float(single) / n
        mean = all_texts / n
        rows[at + 22] = min(3.0, root(max(0.0, text_squares / n - mean * mean)) / (mean + 0.1))
        rows[at + 23] = float(distinct) / counted
        rows[at + 24] = float(distinct_firsts) / counted
        rows[at + 25] = float(commonest) / counted
        rows[at + 26] = copied / (chars + 1)
        rows[at + 27] = alike / (n - 1)
        rows[at + 28] = least
        node = candidates.low[candidates.first_span[first + n // 2]]
        for bit in range(CUES):
            rows[at + 29 + bit] = 1.0 if analysis.cues[analysis.parent[node]] >> bit & 1 else 0.0
        rows[at + 34] = min(1.0, chars / within)
        rows[at + 35] = min(1.0, within / page_chars)
        rows[at + 36] = _lg(headings / n)
        rows[at + 37] = _lg(prices / n)
        rows[at + 38] = _lg(dates / n)
        rows[at + 39] = _lg(links / n)
        rows[at + 40] = _lg(images / n)
        mean = all_elements / n
        rows[at + 41] = _lg(mean)
        rows[at + 42] = min(3.0, root(max(0.0, element_squares / n - mean * mean)) / (mean + 0.1))
        rows[at + 43] = 1.0 if spans > n else 0.0
        rows[at + 44] = several
        rows[at + 45] = _lg(tops / n)
        rows[at + 46] = float(led) / n
        rows[at + 47] = _lg(chars / (all_texts + 0.1))
        rows[at + 48] = rows[at + 27] * rows[at + 4]
        rows[at + 49] = rows[at + 23] * rows[at + 16]
        kind = candidates.source[candidate]
        rows[at + 50] = 1.0 if kind == RUN else 0.0
        rows[at + 51] = 1.0 if kind == BAND else 0.0
        rows[at + 52] = 1.0 if kind == COLUMN else 0.0
        rows[at + 53] = 1.0 if kind == PATH or kind == TAGS else 0.0
        self._epoch = epoch


def _place(table: array[int], value: int, base: int) -> int:
    """Where a value stands in a table, or would; entries of an older base are empty places."""
    place = ((value * 40503) >> 3) & 4095
    while table[place] != 0 and table[place] >> 32 == base and table[place] & MASK32 != value:
        place = (place + 1) & 4095
    return place


def nest(
    candidates: Candidates, chosen: array[int], rows: array[float], width: int, at: int
) -> None:
    """Fill how the chosen candidates lie in one another, from ``at`` on in rows of ``width``.

    O(chosen x their records).
    """
    analysis = candidates.analysis
    k = len(chosen)
    owner = array("i", bytes(4 * (len(analysis.tag) + 1)))
    held = array("i", bytes(4 * (candidates.records + 1)))
    sizes = array("i", bytes(4 * (candidates.records + 1)))
    chars = array("q", bytes(8 * (k + 1)))
    for i in range(k):
        for record in range(
            candidates.first_record[chosen[i]], candidates.first_record[chosen[i] + 1]
        ):
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                chars[i] += analysis.chars[candidates.high[span]]
                chars[i] -= analysis.chars[candidates.low[span]]
                sizes[record] += analysis.texts[candidates.high[span]]
                sizes[record] -= analysis.texts[candidates.low[span]]
    for i in range(k):
        outer = candidates.first_record[chosen[i]]
        outer_stop = candidates.first_record[chosen[i] + 1]
        for record in range(outer, outer_stop):
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                for text in range(
                    analysis.texts[candidates.low[span]], analysis.texts[candidates.high[span]]
                ):
                    owner[text] = record + 1
        for j in range(k):
            if i != j:
                _nest_one(
                    candidates, chosen, i, j, owner, held, sizes, chars, rows,
                    i * width + at, j * width + at,
                )  # fmt: skip
        for record in range(outer, outer_stop):
            for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
                for text in range(
                    analysis.texts[candidates.low[span]], analysis.texts[candidates.high[span]]
                ):
                    owner[text] = 0


def _nest_one(
    candidates: Candidates, chosen: array[int], i: int, j: int, owner: array[int],
    held: array[int], sizes: array[int], chars: array[int], rows: array[float],
    outer_at: int, inner_at: int,
) -> None:  # fmt: skip
    """What it means for candidates ``i`` and ``j`` that records of ``j`` lie in those of ``i``."""
    analysis = candidates.analysis
    outer = candidates.first_record[chosen[i]]
    outer_stop = candidates.first_record[chosen[i] + 1]
    first = candidates.first_record[chosen[j]]
    stop = candidates.first_record[chosen[j] + 1]
    inside = 0
    for record in range(first, stop):
        low = analysis.texts[candidates.low[candidates.first_span[record]]]
        high = analysis.texts[candidates.high[candidates.first_span[record + 1] - 1]] - 1
        within = owner[low]
        if within > 0 and within == owner[high] and sizes[record] < sizes[within - 1]:
            held[within - 1] += 1
            inside += 1
    if inside == 0:
        return
    many = one = in_many = 0
    for record in range(outer, outer_stop):
        if held[record] == 1:
            one += 1
        elif held[record] > 1:
            many += 1
            in_many += held[record]
        held[record] = 0
    n = outer_stop - outer
    share = float(many) / n
    at = outer_at
    if share > rows[at]:
        rows[at] = share
    if share > 0.5 and float(chars[j]) / (chars[i] + 1) > rows[at + 1]:
        rows[at + 1] = float(chars[j]) / (chars[i] + 1)
    share = float(one) / n
    if one > 1 and share > rows[at + 2]:
        rows[at + 2] = share
    at = inner_at
    share = float(in_many) / (stop - first)
    if many > 1 and share > rows[at + 3]:
        rows[at + 3] = share
    share = float(one) / (stop - first)
    if one > 1 and share > rows[at + 4]:
        rows[at + 4] = share
        rows[at + 5] = max(0.0, 1.0 - float(chars[j]) / (chars[i] + 1))
