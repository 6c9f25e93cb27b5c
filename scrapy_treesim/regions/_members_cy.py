"""Kernel of the members: how each record of a candidate, and each sibling left out of it, compares
with the records as a whole.

The numbers are named, in their order, in :mod:`.members`.
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
    from math import exp
    from math import log as ln

    from scrapy_treesim.analysis._analysis_cy import SKIP

    MEMBER, MARKS, JUDGED = 24, 6, 12
    MOST_MEMBERS = 2000


class Members:
    """Compares records with their candidate; room and counts for one page."""

    def __init__(self, candidates: Candidates, weights: array[float]) -> None:
        analysis = candidates.analysis
        zeros = array("i", bytes(4 * (len(analysis.tag) + 2)))
        paths = array("i", bytes(4 * (analysis.paths + 2)))
        self.candidates = candidates
        self.analysis = analysis
        self.weights = weights
        self.low = zeros[:]
        self.high = zeros[:]
        self.first = zeros[:]
        # Every member has a text of its own.
        most = min(MOST_MEMBERS, analysis.texts[len(analysis.tag)]) + 1
        self.rows = array("d", bytes(8 * MEMBER * most))
        self.likely = array("d", bytes(8 * most))
        self.order = array("i", bytes(4 * most))
        self.included = 0
        self.count = 0
        self._inside = zeros[:]
        self._counts = paths[:]
        self._stamps = paths[:]
        self._epoch = 0
        self._marks = array("d", bytes(8 * MARKS))

    def compare(self, candidate: int) -> bool:
        """Fill a row for each record, then for each sibling left out; false for too many."""
        candidates = self.candidates
        first = candidates.first_record[candidate]
        n = candidates.first_record[candidate + 1] - first
        if n > MOST_MEMBERS:
            return False
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
            self._find_left_out(n)
        self._fill(n)
        for member in range(self.count):
            value = 0.0
            for i in range(MEMBER):
                value += self.weights[i] * self.rows[member * MEMBER + i]
            self.likely[member] = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))
        return True

    def _find_left_out(self, n: int) -> None:
        """Siblings of the records with the tag of one, that are no records themselves."""
        analysis = self.analysis
        for member in range(n):
            if self.high[member] != self.low[member] + analysis.size[self.low[member]]:
                return
        for member in range(n):
            self._inside[self.low[member]] = 1
        above = -1
        for member in range(n):
            node = self.low[member]
            if analysis.parent[node] == above:
                continue
            above = analysis.parent[node]
            tag = analysis.tag[node]
            stop = above + analysis.size[above]
            node = above + 1
            while node < stop and self.count < MOST_MEMBERS:
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

    def _fill(self, n: int) -> None:
        analysis = self.analysis
        base = self._epoch + 1
        marks = self._marks
        for mark in range(MARKS):
            marks[mark] = 0.0
        log_chars = log_texts = 0.0
        plain_core = named_core = essential = 0
        for member in range(n):
            self._epoch += 1
            c = t = 0
            for span in range(self.first[member], self.first[member + 1]):
                low = self.low[span]
                high = self.high[span]
                c += analysis.chars[high] - analysis.chars[low]
                t += analysis.texts[high] - analysis.texts[low]
                for node in range(low, high):
                    if not analysis.roles[node] & SKIP:
                        self._count(analysis.plain[node], base)
                        self._count(analysis.named[node], base)
            log_chars += ln(1.0 + c)
            log_texts += ln(1.0 + t)
            for mark in range(MARKS):
                marks[mark] += self._has(member, mark)
        log_chars /= n
        log_texts /= n
        for mark in range(MARKS):
            marks[mark] /= n
        # Every path counted once, by the record that showed it last.
        self._epoch += 1
        for member in range(n):
            for span in range(self.first[member], self.first[member + 1]):
                for node in range(self.low[span], self.high[span]):
                    if analysis.roles[node] & SKIP:
                        continue
                    path = analysis.plain[node]
                    if self._stamps[path] != self._epoch:
                        self._stamps[path] = self._epoch
                        plain_core += self._counts[path] * 2 >= n
                        essential += self._counts[path] * 5 >= n * 4
                    path = analysis.named[node]
                    if self._stamps[path] != self._epoch:
                        self._stamps[path] = self._epoch
                        named_core += self._counts[path] * 2 >= n
        for member in range(self.count):
            self._describe(member, n, base, plain_core, named_core, essential, log_chars, log_texts)

    def _count(self, path: int, base: int) -> None:
        if self._stamps[path] != self._epoch:
            if self._stamps[path] < base:
                self._counts[path] = 0
            self._stamps[path] = self._epoch
            self._counts[path] += 1

    def _has(self, member: int, mark: int) -> int:
        analysis = self.analysis
        for span in range(self.first[member], self.first[member + 1]):
            low = self.low[span]
            high = self.high[span]
            if mark == 0:
                found = analysis.links[high] > analysis.links[low]
            elif mark == 1:
                found = analysis.images[high] > analysis.images[low]
            elif mark == 2:
                found = analysis.headings[high] > analysis.headings[low]
            elif mark == 3:
                found = analysis.prices[high] > analysis.prices[low]
            elif mark == 4:
                found = analysis.dates[high] > analysis.dates[low]
            else:
                found = analysis.digits[high] > analysis.digits[low]
            if found:
                return 1
        return 0

    def _describe(
        self, member: int, n: int, base: int, plain_core: int, named_core: int, essential: int,
        log_chars: float, log_texts: float,
    ) -> None:  # fmt: skip
        analysis = self.analysis
        rows = self.rows
        at = member * MEMBER
        self._epoch += 1
        c = t = 0
        plain = named = in_plain = in_named = in_essential = 0
        for span in range(self.first[member], self.first[member + 1]):
            low = self.low[span]
            high = self.high[span]
            c += analysis.chars[high] - analysis.chars[low]
            t += analysis.texts[high] - analysis.texts[low]
            for node in range(low, high):
                if analysis.roles[node] & SKIP:
                    continue
                path = analysis.plain[node]
                # Paths that no record has keep the counts of an older candidate.
                known = self._stamps[path] >= base
                if self._stamps[path] != self._epoch:
                    plain += 1
                    if known:
                        self._stamps[path] = self._epoch
                        in_plain += self._counts[path] * 2 >= n
                        in_essential += self._counts[path] * 5 >= n * 4
                path = analysis.named[node]
                known = self._stamps[path] >= base
                if self._stamps[path] != self._epoch:
                    named += 1
                    if known:
                        self._stamps[path] = self._epoch
                        in_named += self._counts[path] * 2 >= n
        path = analysis.named[self.low[self.first[member]]]
        same = float(self._counts[path]) / n if self._stamps[path] >= base else 0.0
        longer = ln(1.0 + c) - log_chars
        more = ln(1.0 + t) - log_texts
        out = 1.0 if member >= self.included else 0.0
        rows[at] = 1.0
        rows[at + 1] = 1.0 - 2.0 * in_plain / (plain + plain_core)
        rows[at + 2] = 1.0 - float(in_essential) / essential if essential > 0 else 0.0
        rows[at + 3] = 1.0 - 2.0 * in_named / (named + named_core)
        rows[at + 4] = 1.0 - same
        rows[at + 5] = max(-3.0, min(3.0, longer))
        rows[at + 6] = abs(rows[at + 5])
        rows[at + 7] = abs(max(-3.0, min(3.0, more)))
        for mark in range(MARKS):
            if self._has(member, mark):
                rows[at + 8 + mark] = 0.0
                rows[at + 14 + mark] = 1.0 - self._marks[mark]
            else:
                rows[at + 8 + mark] = self._marks[mark]
                rows[at + 14 + mark] = 0.0
        at_end = member == 0 or member == self.included - 1
        if out > 0.0:
            low = self.low[member]
            at_end = low < self.low[0] or low > self.low[self.included - 1]
        rows[at + 20] = 1.0 if at_end else 0.0
        rows[at + 21] = out
        rows[at + 22] = 1.0 if t == 1 else 0.0
        rows[at + 23] = 1.0 / n

    def sum_up(self, rows: array[float], at: int) -> None:
        """How sure the members are, summed up: of the records, and of what was left out."""
        n = self.included
        least = 1.0
        total = missed = 0.0
        odd = worth = 0
        for member in range(self.count):
            value = self.likely[member]
            if member < n:
                least = min(least, value)
                total += value
                odd += value < 0.5
            else:
                missed += value
                worth += value >= 0.5
        rows[at] = 1.0 - total / n
        rows[at + 1] = 1.0 - least
        rows[at + 2] = float(odd) / n
        rows[at + 3] = min(2.0, missed / n)
        rows[at + 4] = min(2.0, float(worth) / n)

    def add_likely(self) -> bool:
        """A candidate of all members that are likely records, if that is another one."""
        candidates = self.candidates
        n = 0
        changed = False
        for member in range(self.count):
            # In the order of the page; siblings left out are few, and in order themselves.
            place = n
            if self.likely[member] < 0.5:
                changed = changed or member < self.included
                continue
            if member >= self.included:
                changed = True
                while (
                    place > 0
                    and self.low[self.first[self.order[place - 1]]] > self.low[self.first[member]]
                ):
                    self.order[place] = self.order[place - 1]
                    place -= 1
            self.order[place] = member
            n += 1
        if not changed or n < 2:
            return False
        known = candidates.count
        for place in range(n):
            member = self.order[place]
            for span in range(self.first[member], self.first[member + 1]):
                candidates.add_span(self.low[span], self.high[span])
            candidates.end_record()
        candidates.end_candidate(JUDGED)
        return candidates.count > known
