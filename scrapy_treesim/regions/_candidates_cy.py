"""Kernel of the candidates: all that repeats on a page, as lists of records.

A record is one or more spans of the page's nodes, a candidate a list of records. Records without
text are left out; of candidates that cover the same texts the first stays.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.analysis._analysis_cy import Analysis
from scrapy_treesim.regions._linkage_cy import average_linkage
from scrapy_treesim.tree import hashing

SECRET = hashing.SPREAD

# Compiled, these are constants of C, named in the .pxd.
if not cython.compiled:
    from scrapy_treesim.analysis._analysis_cy import HEADING, INLINE, ROW, RULE, SKIP

    MASK = 0xFFFFFFFF
    SIBLINGS, TAGGED, ALIKE, ALL, RUN, BAND, PATH, TAGS, COLUMN = range(9)
    MOST_SHAPES = 50
    MOST_LETTERS = 20
    MOST_BANDS = 4
    LETTERINGS = 4
    SHIFTS = 6
    MOST_COLUMNS = 12
    MOST_COLUMN_ROWS = 100
    MOST_CANDIDATES = 4096


class Candidates:
    """The candidates of one page, in flat arrays that end with one entry more."""

    def __init__(self, analysis: Analysis, max_spans: int, max_visits: int) -> None:
        n = len(analysis.tag)
        widest = max(n, analysis.paths, 4096) + 512
        zeros = array("i", bytes(4 * (n + 2)))
        self.analysis = analysis
        spans = array("i", bytes(4 * (max_spans + 2)))
        self.low = spans[:]
        self.high = spans[:]
        self.first_span = spans[:]
        # Half of the table at most is filled, so that it stays quick.
        room = 512
        while room < 2 * n and room < 2 * MOST_CANDIDATES:
            room *= 2
        self._keys = array("I", bytes(4 * room))
        self.source = array("i", bytes(4 * (room // 2 + 2)))
        self.first_record = array("i", bytes(4 * (room // 2 + 2)))
        self.max_spans = max_spans
        self.spans = 0
        self.records = 0
        self.count = 0
        self._visits = max_visits
        self._key = 0
        self._kids = zeros[:]
        self._letters = array("i", bytes(4 * LETTERINGS * (n + 2)))
        self._kinds = array("i", bytes(4 * LETTERINGS))
        self._counts = zeros[:]
        self._next = zeros[:]
        self._following = zeros[:]
        self._firsts = array("i", bytes(4 * (analysis.paths + 2)))
        self._starts = zeros[:]
        self._ends = zeros[:]
        self._rows = zeros[:]
        self._stamps = array("i", bytes(4 * widest))
        self._values = array("i", bytes(4 * widest))
        self._epoch = 0
        self._set = zeros[:]
        self._first_of_set = array("i", bytes(4 * (MOST_SHAPES + 2)))
        self._set_keys = array("I", bytes(4 * (MOST_SHAPES + 2)))
        self._set_names = array("i", bytes(4 * (MOST_SHAPES + 2)))
        self._room = array("d", bytes(8 * MOST_SHAPES * MOST_SHAPES))
        self._sizes = array("i", bytes(4 * MOST_SHAPES))
        self._group = array("i", bytes(4 * MOST_SHAPES))
        self._chain = array("i", bytes(4 * MOST_SHAPES))
        self._best = array("d", bytes(8 * 2))
        self._best_cut = array("q", bytes(8 * 2))
        self._best_how = array("i", bytes(4 * 2))

    # Records in the making.

    def add_span(self, low: int, high: int) -> None:
        """Add nodes to the record in the making; neighbours become one span.

        Raises:
            ValueError: the page has no such nodes.
        """
        analysis = self.analysis
        if not 0 <= low <= high <= len(analysis.tag):
            raise ValueError(f"nodes {low} to {high} of {len(analysis.tag)}")
        if self.spans >= self.max_spans or (
            analysis.texts[high] == analysis.texts[low]
            and analysis.images[high] == analysis.images[low]
        ):
            return
        last = self.spans - 1
        if (
            last >= self.first_span[self.records]
            and analysis.texts[self.high[last]] == analysis.texts[low]
            and analysis.parent[self.low[last]] == analysis.parent[low]
        ):
            self.high[last] = high
            return
        self.low[self.spans] = low
        self.high[self.spans] = high
        self.spans += 1

    def end_record(self) -> None:
        first = self.first_span[self.records]
        analysis = self.analysis
        texts = 0
        elements = 0
        for span in range(first, self.spans):
            texts += analysis.texts[self.high[span]] - analysis.texts[self.low[span]]
            elements += analysis.elements[self.high[span]] - analysis.elements[self.low[span]]
        # What is text alone has no place of its own.
        if texts == 0 or elements == 0:
            self.spans = first
            return
        for span in range(first, self.spans):
            self._key = (self._key * 31 + self.analysis.texts[self.low[span]]) & MASK
            self._key = (self._key * 65599 + self.analysis.texts[self.high[span]]) & MASK
        self._key = (self._key * 16777619 + 7) & MASK
        self.records += 1
        self.first_span[self.records] = self.spans

    def end_candidate(self, source: int) -> None:
        """Keep the records made since the last candidate as a new one, unless it is known."""
        first = self.first_record[self.count]
        key = (self._key ^ (self._key >> 13)) | 1
        self._key = 0
        mask = len(self._keys) - 1
        if self.records - first > 1 and self.spans < self.max_spans and self.count < mask // 2:
            place = ((key * SECRET) >> 32) & mask
            while self._keys[place] != key and self._keys[place] != 0:
                place = (place + 1) & mask
            if self._keys[place] == 0:
                self._keys[place] = key
                self.source[self.count] = source
                self.count += 1
                self.first_record[self.count] = self.records
                return
        self.records = first
        self.spans = self.first_span[first]

    # Siblings.

    def add_siblings(self) -> None:
        """Candidates among the children of every node."""
        analysis = self.analysis
        for node in range(len(analysis.tag)):
            if analysis.size[node] < 3 or analysis.roles[node] & SKIP:
                continue
            if analysis.texts[node + analysis.size[node]] - analysis.texts[node] > 1:
                self._of_parent(node)

    def _of_parent(self, node: int) -> None:
        analysis = self.analysis
        n = 0
        units = 0
        stop = node + analysis.size[node]
        child = node + 1
        while child < stop:
            after = child + analysis.size[child]
            filled = analysis.texts[after] > analysis.texts[child]
            if (
                filled
                or analysis.images[after] > analysis.images[child]
                or analysis.roles[child] & RULE
            ):
                self._kids[n] = child
                n += 1
                if filled and analysis.tag[child] != 0:
                    units += 1
            child = after
        if units < 2:
            return
        self._kinds[0] = self._by_name(n)
        self._kinds[1] = self._by_tag(n, len(analysis.tag) + 2)
        self._kinds[2] = self._by_likeness(n, 2 * (len(analysis.tag) + 2))
        self._kinds[3] = self._by_first_text(n, 3 * (len(analysis.tag) + 2))
        self._take_letters(n, 0, SIBLINGS)
        self._take_letters(n, 1, TAGGED)
        self._take_letters(n, 2, ALIKE)
        if n > 2:
            self._add_runs(n, analysis.chars[stop] - analysis.chars[node])
        if n > 1:
            self._add_bands(n)
        for place in range(n):
            child = self._kids[place]
            if analysis.tag[child] != 0:
                self.add_span(child, child + analysis.size[child])
                self.end_record()
        self.end_candidate(ALL)

    def _by_name(self, n: int) -> int:
        """Letters by tag and class; return how many there are."""
        self._epoch += 1
        found = 0
        for place in range(n):
            path = self.analysis.named[self._kids[place]]
            if self._stamps[path] != self._epoch:
                self._stamps[path] = self._epoch
                self._values[path] = found
                found += 1
            self._letters[place] = self._values[path]
        return found

    def _by_tag(self, n: int, at: int) -> int:
        """Letters by tag; return how many there are."""
        self._epoch += 1
        found = 0
        for place in range(n):
            tag = self.analysis.tag[self._kids[place]]
            if self._stamps[tag] != self._epoch:
                self._stamps[tag] = self._epoch
                self._values[tag] = found
                found += 1
            self._letters[at + place] = self._values[tag]
        return found

    def _by_first_text(self, n: int, at: int) -> int:
        """Letters by the path of the first text; return how many there are."""
        analysis = self.analysis
        self._epoch += 1
        found = 0
        for place in range(n):
            child = self._kids[place]
            path = analysis.named[child]
            if analysis.texts[child + analysis.size[child]] > analysis.texts[child]:
                path = analysis.named[analysis.text_node[analysis.texts[child]]]
            if self._stamps[path] != self._epoch:
                self._stamps[path] = self._epoch
                self._values[path] = found
                found += 1
            self._letters[at + place] = self._values[path]
        return found

    def _by_likeness(self, n: int, at: int) -> int:
        """Letters by similarity, average linkage; return how many there are, 0 for no answer.

        A child is the set of the paths in it; similarity is Dice's. Too many different ones, and
        tag and class must do.
        """
        analysis = self.analysis
        found = 0
        filled = 0
        for place in range(n):
            child = self._kids[place]
            self._visits -= analysis.size[child]
            if self._visits < 0:
                return 0
            self._epoch += 1
            key = 0
            first = filled
            for node in range(child, child + analysis.size[child]):
                path = analysis.plain[node]
                if self._stamps[path] != self._epoch and not analysis.roles[node] & SKIP:
                    self._stamps[path] = self._epoch
                    key = (key + _mixed(path)) & MASK
                    self._set[filled] = path
                    filled += 1
            name = analysis.named[child]
            known = 0
            while known < found and (
                self._set_keys[known] != key or self._set_names[known] != name
            ):
                known += 1
            if known == found:
                if found == MOST_SHAPES:
                    return 0
                self._set_keys[found] = key
                self._set_names[found] = name
                self._first_of_set[found] = first
                self._sizes[found] = 0
                found += 1
                self._first_of_set[found] = filled
            else:
                filled = first
            self._sizes[known] += 1
            self._letters[at + place] = known
        if found > 1:
            self._join_sets(found)
            # Numbered anew by first appearance.
            self._epoch += 1
            count = 0
            for place in range(n):
                known = self._group[self._letters[at + place]]
                if self._stamps[known] != self._epoch:
                    self._stamps[known] = self._epoch
                    self._values[known] = count
                    count += 1
                self._letters[at + place] = self._values[known]
            found = count
        return found

    def _join_sets(self, k: int) -> None:
        for i in range(k):
            self._epoch += 1
            for place in range(self._first_of_set[i], self._first_of_set[i + 1]):
                self._stamps[self._set[place]] = self._epoch
            for j in range(i):
                common = 0
                for place in range(self._first_of_set[j], self._first_of_set[j + 1]):
                    if self._stamps[self._set[place]] == self._epoch:
                        common += 1
                both = self._first_of_set[i + 1] - self._first_of_set[i]
                both += self._first_of_set[j + 1] - self._first_of_set[j]
                apart = 1.0 - 2.0 * common / both
                # In units of the distance that is allowed, which is more where the class is equal.
                apart /= 0.55 if self._set_names[i] == self._set_names[j] else 0.28
                self._room[i * k + j] = apart
                self._room[j * k + i] = apart
            self._room[i * k + i] = 0.0
        group = self._group[:k]
        average_linkage(self._room[: k * k], self._sizes[:k], 1.0, group, self._chain[:k])
        # Interpreted, a slice is a copy.
        for i in range(k):
            self._group[i] = group[i]

    def _take_letters(self, n: int, lettering: int, source: int) -> None:
        """A candidate for every letter that two elements have."""
        analysis = self.analysis
        at = lettering * (len(analysis.tag) + 2)
        kinds = self._kinds[lettering]
        for letter in range(kinds):
            self._counts[letter] = -1
        for place in range(n - 1, -1, -1):
            letter = self._letters[at + place]
            self._next[place] = self._counts[letter]
            self._counts[letter] = place
        for letter in range(kinds):
            place = self._counts[letter]
            if analysis.tag[self._kids[place]] == 0:
                continue
            while place >= 0:
                child = self._kids[place]
                self.add_span(child, child + analysis.size[child])
                self.end_record()
                place = self._next[place]
            self.end_candidate(source)

    # Runs of siblings.

    def _add_runs(self, n: int, chars: int) -> None:
        """The two best cuts of the children into runs that start, or end, with one letter.

        ``chars`` is what they hold. Where a letter never stands beside itself, records may start
        a few children before it, too.
        """
        self._best[0] = -1e9
        self._best[1] = -1e9
        for lettering in range(LETTERINGS):
            kinds = self._kinds[lettering]
            if kinds < 2 or kinds == n:
                continue
            at = lettering * (len(self.analysis.tag) + 2)
            for letter in range(kinds):
                self._counts[letter] = 0
            for place in range(n):
                self._counts[self._letters[at + place]] += 1
            least = 2
            common = kinds
            while common > MOST_LETTERS:
                common = 0
                for letter in range(kinds):
                    if self._counts[letter] >= least:
                        common += 1
                if common > MOST_LETTERS:
                    least *= 2
            shifted = -1
            for letter in range(kinds):
                if self._counts[letter] >= least and self._counts[letter] < n:
                    self._try_cut(n, chars, lettering, letter, 0, 0)
                    self._try_cut(n, chars, lettering, letter, 1, 0)
                    if (
                        self._counts[letter] > 2
                        and (shifted < 0 or self._counts[letter] > self._counts[shifted])
                        and self._gap(n, lettering, letter) > 1
                    ):
                        shifted = letter
            if shifted >= 0:
                for shift in range(1, min(self._gap(n, lettering, shifted), SHIFTS)):
                    self._try_cut(n, chars, lettering, shifted, 0, shift)
        for best in range(2):
            if self._best[best] > -1e8:
                how = self._best_how[best]
                lettering = how // (2 * SHIFTS) % LETTERINGS
                letter = how // (2 * SHIFTS * LETTERINGS)
                found = self._cut(n, lettering, letter, how & 1, (how >> 1) % SHIFTS)
                self._take_cut(found)

    def _gap(self, n: int, lettering: int, letter: int) -> int:
        """The least distance between two occurrences of a letter."""
        at = lettering * (len(self.analysis.tag) + 2)
        least = n
        before = -1
        for place in range(n):
            if self._letters[at + place] == letter:
                if before >= 0:
                    least = min(least, place - before)
                before = place
        return least

    def _try_cut(
        self, n: int, chars: int, lettering: int, letter: int, ends: int, shift: int
    ) -> None:
        found = self._cut(n, lettering, letter, ends, shift)
        if found < 2:
            return
        score = self._score(n, chars, found, lettering)
        key = 0
        for record in range(found):
            key = (key * 31 + self._starts[record] * 7 + self._ends[record]) & MASK
        how = ((letter * LETTERINGS + lettering) * SHIFTS + shift) * 2 + ends
        if score > self._best[0]:
            if self._best_cut[0] != key or self._best[0] < -1e8:
                self._best[1] = self._best[0]
                self._best_cut[1] = self._best_cut[0]
                self._best_how[1] = self._best_how[0]
            self._best[0] = score
            self._best_cut[0] = key
            self._best_how[0] = how
        elif score > self._best[1] and key != self._best_cut[0]:
            self._best[1] = score
            self._best_cut[1] = key
            self._best_how[1] = how

    def _cut(self, n: int, lettering: int, letter: int, ends: int, shift: int) -> int:
        """Cut the children where a letter stands: records start (``shift`` earlier) or end there.

        The last record goes on, the first one reaches back, up to the first letter that no other
        record has. No record has two parents.
        """
        analysis = self.analysis
        at = lettering * (len(analysis.tag) + 2)
        found = 0
        for place in range(n):
            if self._letters[at + place] == letter and (ends or place >= shift):
                if ends:
                    self._ends[found] = place + 1
                    self._starts[found + 1] = place + 1
                else:
                    self._starts[found] = place - shift
                    if found > 0:
                        self._ends[found - 1] = place - shift
                found += 1
        if found < 2:
            return 0
        self._epoch += 1
        if ends:
            for place in range(self._starts[1], self._ends[found - 1]):
                self._stamps[self._letters[at + place]] = self._epoch
            first = self._ends[0] - 1
            while (
                first > 0
                and self._letters[at + first - 1] != letter
                and self._stamps[self._letters[at + first - 1]] == self._epoch
            ):
                first -= 1
            self._starts[0] = first
        else:
            for place in range(self._starts[0], self._starts[found - 1]):
                self._stamps[self._letters[at + place]] = self._epoch
            last = self._starts[found - 1] + 1
            while last < n and self._stamps[self._letters[at + last]] == self._epoch:
                last += 1
            self._ends[found - 1] = last
        for record in range(found):
            if ends:
                last = self._ends[record] - 1
                while (
                    analysis.parent[self._kids[self._starts[record]]]
                    != analysis.parent[self._kids[last]]
                ):
                    self._starts[record] += 1
            else:
                first = self._starts[record]
                while (
                    analysis.parent[self._kids[self._ends[record] - 1]]
                    != analysis.parent[self._kids[first]]
                ):
                    self._ends[record] -= 1
        return found

    def _score(self, n: int, within: int, found: int, lettering: int) -> float:
        """How well a cut reads; records that are one child each are no runs."""
        analysis = self.analysis
        at = lettering * (len(analysis.tag) + 2)
        length = 0
        repeats = 0.0
        alike = 0.0
        headed = 0
        heading_inside = 0
        linked = 0
        chars = 0
        firsts = 0
        before = 0
        common = 0
        one = 1
        self._epoch += 1
        for record in range(found):
            start = self._starts[record]
            stop = self._ends[record]
            length += stop - start
            mask = 0
            distinct = 0
            inside = 0
            for place in range(start, stop):
                bit = one << (self._letters[at + place] % 62)
                if not mask & bit:
                    distinct += 1
                    mask |= bit
                if place > start and analysis.roles[self._kids[place]] & HEADING:
                    inside = 1
            repeats += 1.0 - float(distinct) / (stop - start)
            heading_inside += inside
            first = self._kids[start]
            if analysis.roles[first] & HEADING:
                headed += 1
            after = first + analysis.size[first]
            if analysis.links[after] > analysis.links[first]:
                linked += 1
            last = self._kids[stop - 1]
            last += analysis.size[last]
            chars += analysis.chars[last] - analysis.chars[first]
            if analysis.texts[last] > analysis.texts[first]:
                said = analysis.hashes[analysis.texts[first]] & 4095
                if self._stamps[said] != self._epoch:
                    self._stamps[said] = self._epoch
                    firsts += 1
            if record > 0:
                alike += float(_bits(mask & before)) / _bits(mask | before)
                common |= mask & before
            before = mask
        if length == found:
            return -1e9
        left = 0
        for place in range(n):
            if (place < self._starts[0] or place >= self._ends[found - 1]) and common & (
                one << (self._letters[at + place] % 62)
            ):
                left += 1
        return (
            alike / (found - 1)
            + 0.3 * headed / found
            - 0.3 * heading_inside / found
            - 0.5 * left * found / length
            - 0.1 * repeats / found
            + 0.4 * chars / (within + 1)
            + 0.1 * linked / found
            + 0.2 * firsts / found
        )

    def _take_cut(self, found: int) -> None:
        """The records of a cut, without what follows less than a quarter of them: it stands between
        records, as advertisements do."""
        analysis = self.analysis
        for letter in range(self._kinds[0]):
            self._counts[letter] = 0
        for record in range(found):
            self._epoch += 1
            for place in range(self._starts[record], self._ends[record]):
                letter = self._letters[place]
                if self._stamps[letter] != self._epoch:
                    self._stamps[letter] = self._epoch
                    self._counts[letter] += 1
        for record in range(found):
            stop = self._ends[record]
            while (
                stop > self._starts[record] + 1
                and self._counts[self._letters[stop - 1]] * 4 < found
            ):
                stop -= 1
            for place in range(self._starts[record], stop):
                child = self._kids[place]
                self.add_span(child, child + analysis.size[child])
            self.end_record()
        self.end_candidate(RUN)

    def add_runs_across(self) -> None:
        """Runs among the children of all nodes of one path: lists cut by headings above them."""
        analysis = self.analysis
        path = analysis.named
        first = self._firsts
        for i in range(analysis.paths):
            first[i] = -1
        for node in range(len(analysis.tag) - 1, 0, -1):
            if analysis.size[node] < 4 or analysis.roles[node] & (SKIP | INLINE):
                continue
            if analysis.texts[node + analysis.size[node]] - analysis.texts[node] > 1:
                self._following[node] = first[path[node]]
                first[path[node]] = node
        for p in range(analysis.paths):
            if first[p] >= 0 and self._following[first[p]] >= 0:
                self._of_parents(first[p])

    def _of_parents(self, node: int) -> None:
        analysis = self.analysis
        n = 0
        parents = 0
        chars = 0
        while node >= 0:
            before = n
            stop = node + analysis.size[node]
            chars += analysis.chars[stop] - analysis.chars[node]
            child = node + 1
            while child < stop:
                after = child + analysis.size[child]
                if (
                    analysis.texts[after] > analysis.texts[child]
                    or analysis.images[after] > analysis.images[child]
                    or analysis.roles[child] & RULE
                ):
                    self._kids[n] = child
                    n += 1
                child = after
            if n > before + 1:
                parents += 1
            node = self._following[node]
        if parents < 2 or n < 6:
            return
        self._kinds[0] = self._by_name(n)
        self._kinds[1] = self._by_tag(n, len(analysis.tag) + 2)
        self._kinds[2] = 0
        self._kinds[3] = self._by_first_text(n, 3 * (len(analysis.tag) + 2))
        if self._kinds[1] > 1 or self._kinds[0] > 1:
            self._add_runs(n, chars)

    # Columns of bands of rows.

    def _add_bands(self, n: int) -> None:
        """Records that lie in one column of a few rows each: pictures, then names, then prices."""
        analysis = self.analysis
        at = 2 * (len(analysis.tag) + 2) if self._kinds[2] > 0 else 0
        rows = 0
        for place in range(n):
            cells = self._cells(self._kids[place])
            if cells > 0:
                self._rows[rows] = place
                self._counts[rows] = cells
                rows += 1
        for height in range(2, MOST_BANDS + 1):
            if rows < height or self._counts[0] < 2:
                continue
            good = True
            different = False
            for row in range(rows):
                first = row - row % height
                if self._counts[row] != self._counts[first]:
                    good = False
                    break
                letter = self._letters[at + self._rows[row]]
                if letter != self._letters[at + self._rows[row % height]]:
                    good = False
                    break
                if letter != self._letters[at + self._rows[0]]:
                    different = True
            if good and different and rows % height == 0:
                self._take_bands(rows, height, 0, BAND)
        if 3 <= rows <= MOST_COLUMN_ROWS and 3 <= self._counts[0] <= MOST_COLUMNS:
            for row in range(rows):
                if self._counts[row] != self._counts[0]:
                    return
                if not analysis.roles[self._kids[self._rows[row]]] & ROW:
                    return
            self._take_bands(rows, rows, 1, COLUMN)
            self._take_bands(rows, rows, 0, COLUMN)

    def _cells(self, row: int) -> int:
        analysis = self.analysis
        cells = 0
        stop = row + analysis.size[row]
        cell = row + 1
        while cell < stop:
            if analysis.tag[cell] == 0:
                return 0
            if not analysis.roles[cell] & SKIP:
                cells += 1
            cell += analysis.size[cell]
        return cells

    def _take_bands(self, rows: int, height: int, skipped: int, source: int) -> None:
        analysis = self.analysis
        for first in range(0, rows, height):
            # The place in each row of the band, kept where the counts were.
            for row in range(first, first + height):
                self._starts[row] = self._kids[self._rows[row]] + 1
            for column in range(self._counts[first]):
                for row in range(first, first + height):
                    cell = self._starts[row]
                    while analysis.roles[cell] & SKIP:
                        cell += analysis.size[cell]
                    if column >= skipped:
                        self.add_span(cell, cell + analysis.size[cell])
                    self._starts[row] = cell + analysis.size[cell]
                self.end_record()
        self.end_candidate(source)

    # Nodes of one path.

    def add_paths(self) -> None:
        """Candidates of all nodes that share a path, under two parents or more."""
        self._of_paths(self.analysis.named, PATH)
        self._of_paths(self.analysis.plain, TAGS)

    def _of_paths(self, path: array[int], source: int) -> None:
        analysis = self.analysis
        n = len(analysis.tag)
        first = self._values
        for i in range(analysis.paths):
            first[i] = -1
        for i in range(n - 1, 0, -1):
            if analysis.tag[i] == 0 or analysis.roles[i] & (SKIP | INLINE):
                continue
            if analysis.texts[i + analysis.size[i]] > analysis.texts[i]:
                self._next[i] = first[path[i]]
                first[path[i]] = i
        for p in range(analysis.paths):
            i = first[p]
            if i < 0 or self._next[i] < 0:
                continue
            above = analysis.parent[i]
            several = False
            while i >= 0:
                if analysis.parent[i] != above:
                    several = True
                    break
                i = self._next[i]
            if not several:
                continue
            i = first[p]
            while i >= 0:
                self.add_span(i, i + analysis.size[i])
                self.end_record()
                i = self._next[i]
            self.end_candidate(source)


def _mixed(value: int) -> int:
    value = ((value ^ (value >> 15)) * 739982445 + 1013904223) & MASK
    value = ((value ^ (value >> 12)) * 695872825) & MASK
    return value ^ (value >> 15)


def _bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
