"""Kernel of siblings: candidates among the children of a node.

Records are children with one letter, runs of children, or the columns of a few rows each. Runs are
cut where one letter stands (Gong's candidate cuts); the best of all cuts by a score is a candidate.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.analysis._analysis_cy import Analysis
from scrapy_treesim.analysis.constants import HEADING, INLINE, ROW, RULE, SKIP
from scrapy_treesim.regions._candidates_cy import Candidates
from scrapy_treesim.regions.constants import *

NO_SCORE = cython.declare(cython.double, -1e9)


@cython.cclass
class Letters:
    """Letters of neighbours: numbers from 0 for their keys, in the order of first appearance."""

    def __init__(self, room: cython.Py_ssize_t, keys: cython.Py_ssize_t) -> None:
        of_keys = array("i", bytes(4 * keys))
        self.of: Ints = array("i", bytes(4 * room))
        """The letter of each neighbour."""
        self.count: cython.int = 0
        """The number of different ones."""
        self._letter: Ints = of_keys[:]
        # The time when each key was new.
        self._stamps: Ints = of_keys
        self._epoch: cython.int = 0

    @cython.cfunc
    def begin(self) -> cython.void:
        """Forget all letters."""
        self.count = 0
        self._epoch += 1

    @cython.cfunc
    def add(self, place: cython.Py_ssize_t, key: cython.Py_ssize_t) -> cython.void:
        """Give a neighbour its letter."""
        if self._stamps[key] != self._epoch:
            self._stamps[key] = self._epoch
            self._letter[key] = self.count
            self.count += 1
        self.of[place] = self._letter[key]


@cython.cclass
class Children:
    """Neighbouring children with text of one node, with letters by their paths, and by those of
    their first texts: rows without class names differ in these alone."""

    def __init__(self, analysis: Analysis) -> None:
        n: cython.Py_ssize_t = len(analysis.tag)
        self.analysis = analysis
        self.nodes: Ints = array("i", bytes(4 * (n + 2)))
        """The children."""
        self.count: cython.Py_ssize_t = 0
        self.by_path: Letters = Letters(n + 2, analysis.paths + 2)
        self.by_text: Letters = Letters(n + 2, analysis.paths + 2)

    @cython.cfunc
    def begin(self) -> cython.void:
        """Forget all children."""
        self.count = 0
        self.by_path.begin()
        self.by_text.begin()

    @cython.cfunc
    def read(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Append a node's children that have text, an image or are a rule, and give them letters;
        return the number of those that are elements with text."""
        analysis: Analysis = self.analysis
        units: cython.Py_ssize_t = 0
        stop: cython.Py_ssize_t = node + analysis.size[node]
        child: cython.Py_ssize_t = node + 1
        while child < stop:
            after: cython.Py_ssize_t = child + analysis.size[child]
            has_text: cython.bint = analysis.texts[after] > analysis.texts[child]
            if (
                has_text
                or analysis.images[after] > analysis.images[child]
                or analysis.roles[child] & RULE
            ):
                first: cython.Py_ssize_t = (
                    analysis.text_node[analysis.texts[child]] if has_text else child
                )
                self.nodes[self.count] = child
                self.by_path.add(self.count, analysis.named[child])
                self.by_text.add(self.count, analysis.named[first])
                self.count += 1
                if has_text and analysis.tag[child] != 0:
                    units += 1
            child = after
        return units


@cython.cclass
class Runs:
    """Cuts of children into runs: records that start where one letter stands."""

    def __init__(self, candidates: Candidates, children: Children) -> None:
        n: cython.Py_ssize_t = len(candidates.analysis.tag)
        zeros = array("i", bytes(4 * (n + 2)))
        self.candidates = candidates
        self.children = children
        self.analysis: Analysis = candidates.analysis
        # The letters that are tried, and those of the best cut so far, with its letter and score.
        self._letters: Ints = zeros
        self._best_letters: Ints = zeros
        self._best_letter: cython.int = 0
        self._best: cython.double = NO_SCORE
        # The characters of all the children.
        self._chars: cython.longlong = 0
        # How often each letter stands among the children, or in the records of a cut.
        self._counts: Ints = zeros[:]
        # The places of each record's first child, and after its last, in the present cut.
        self._starts: Ints = zeros[:]
        self._ends: Ints = zeros
        # The epoch in which each letter, or hash of a text, was seen last.
        self._stamps: Ints = array("i", bytes(4 * max(4096, n + 2)))
        self._epoch: cython.int = 0

    @cython.cfunc
    def add(self, chars: cython.longlong) -> cython.void:
        """Add the best cut of the children, at one of the commonest letters; ``chars`` are the
        characters that they hold."""
        self._chars = chars
        self._best = NO_SCORE
        self._try_letters(self.children.by_path)
        self._try_letters(self.children.by_text)
        if self._best > NO_SCORE:
            self._letters = self._best_letters
            self._take(self._cut(self._best_letter))

    def _try_letters(self, letters: Letters) -> cython.void:
        """Score the cuts at each of the commonest letters."""
        self._letters = letters.of
        if not 1 < letters.count < self.children.count:
            return
        for letter in range(letters.count):
            self._counts[letter] = 0
        for place in range(self.children.count):
            self._counts[self._letters[place]] += 1
        least: cython.int = self._least_count(letters.count)
        for letter in range(letters.count):
            if least <= self._counts[letter] < self.children.count:
                found: cython.Py_ssize_t = self._cut(letter)
                score: cython.double = self._score(found) if found > 1 else NO_SCORE
                if score > self._best:
                    self._best = score
                    self._best_letter = letter
                    self._best_letters = self._letters

    def _least_count(self, letters: cython.int) -> cython.int:
        """The count from which there are no more than :data:`MAX_LETTERS` letters."""
        least: cython.int = 2
        common: cython.int = letters
        while common > MAX_LETTERS:
            common = 0
            for letter in range(letters):
                if self._counts[letter] >= least:
                    common += 1
            if common > MAX_LETTERS:
                least *= 2
        return least

    def _cut(self, letter: cython.int) -> cython.Py_ssize_t:
        """Cut the children where a letter stands: records start there.

        The last record goes on up to the first letter that no other record has. Returns the number
        of records.
        """
        found: cython.Py_ssize_t = 0
        for place in range(self.children.count):
            if self._letters[place] == letter:
                self._starts[found] = place
                if found > 0:
                    self._ends[found - 1] = place
                found += 1
        if found < 2:
            return 0
        self._go_on(found)
        return found

    def _go_on(self, found: cython.Py_ssize_t) -> cython.void:
        self._epoch += 1
        for place in range(self._starts[0], self._starts[found - 1]):
            self._stamps[self._letters[place]] = self._epoch
        last: cython.Py_ssize_t = self._starts[found - 1] + 1
        while last < self.children.count and self._stamps[self._letters[last]] == self._epoch:
            last += 1
        self._ends[found - 1] = last

    @cython.locals(
        repeats=cython.double, alike=cython.double, headed=cython.int, heading_inside=cython.int,
        linked=cython.int, chars=cython.longlong, before=cython.longlong, common=cython.longlong,
        left=cython.int,
    )  # fmt: skip
    def _score(self, found: cython.Py_ssize_t) -> cython.double:
        """Score a cut; records of one child each are no runs."""
        analysis: Analysis = self.analysis
        length: cython.Py_ssize_t = 0
        for record in range(found):
            length += self._ends[record] - self._starts[record]
        if length == found:
            return NO_SCORE
        repeats = alike = 0.0
        headed = heading_inside = linked = left = 0
        chars = before = common = 0
        for record in range(found):
            start: cython.Py_ssize_t = self._starts[record]
            stop: cython.Py_ssize_t = self._ends[record]
            mask: cython.longlong = self._mask(start, stop)
            repeats += 1.0 - float(_bits(mask)) / (stop - start)
            heading_inside += self._has_heading(start + 1, stop)
            headed += self._has_heading(start, start + 1)
            first: cython.Py_ssize_t = self.children.nodes[start]
            last: cython.Py_ssize_t = first + analysis.size[first]
            linked += analysis.links[last] > analysis.links[first]
            last = self.children.nodes[stop - 1]
            last += analysis.size[last]
            chars += analysis.chars[last] - analysis.chars[first]
            if record > 0:
                alike += float(_bits(mask & before)) / _bits(mask | before)
                common |= mask & before
            before = mask
        for place in range(self.children.count):
            if place < self._starts[0] or place >= self._ends[found - 1]:
                left += (common >> (self._letters[place] % 62)) & 1
        return (
            alike / (found - 1)
            + 0.3 * headed / found
            - 0.3 * heading_inside / found
            - 0.5 * left * found / length
            - 0.1 * repeats / found
            + 0.4 * chars / (self._chars + 1)
            + 0.1 * linked / found
            + 0.2 * self._first_texts(found) / found
        )

    def _mask(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.longlong:
        """The letters of some places as a set of bits."""
        mask: cython.longlong = 0
        one: cython.longlong = 1
        for place in range(start, stop):
            mask |= one << (self._letters[place] % 62)
        return mask

    def _has_heading(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        for place in range(start, stop):
            if self.analysis.roles[self.children.nodes[place]] & HEADING:
                return 1
        return 0

    def _first_texts(self, found: cython.Py_ssize_t) -> cython.int:
        """The number of distinct first texts of the records."""
        analysis: Analysis = self.analysis
        self._epoch += 1
        distinct: cython.int = 0
        for record in range(found):
            text: cython.Py_ssize_t = analysis.texts[self.children.nodes[self._starts[record]]]
            last: cython.Py_ssize_t = self.children.nodes[self._ends[record] - 1]
            if analysis.texts[last + analysis.size[last]] > text:
                place: cython.int = analysis.hashes[text] & 4095
                if self._stamps[place] != self._epoch:
                    self._stamps[place] = self._epoch
                    distinct += 1
        return distinct

    def _take(self, found: cython.Py_ssize_t) -> cython.void:
        """Add the records of a cut, without what leads or follows less than a quarter of them: it
        stands between records, as advertisements do."""
        for letter in range(self.children.by_path.count):
            self._counts[letter] = 0
        for record in range(found):
            self._epoch += 1
            for place in range(self._starts[record], self._ends[record]):
                letter = self.children.by_path.of[place]
                if self._stamps[letter] != self._epoch:
                    self._stamps[letter] = self._epoch
                    self._counts[letter] += 1
        for record in range(found):
            stop: cython.Py_ssize_t = self._ends[record]
            while (
                stop > self._starts[record] + 1
                and self._counts[self.children.by_path.of[stop - 1]] * 4 < found
            ):
                stop -= 1
            start: cython.Py_ssize_t = self._starts[record]
            while start + 1 < stop and self._counts[self.children.by_path.of[start]] * 4 < found:
                start += 1
            for place in range(start, stop):
                child: cython.Py_ssize_t = self.children.nodes[place]
                self.candidates.add_span(child, child + self.analysis.size[child])
            self.candidates.end_record()
        self.candidates.end_candidate(RUN)


def _bits(mask: cython.longlong) -> cython.int:
    """The number of bits set."""
    count: cython.int = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@cython.cclass
class Siblings:
    """Adds a page's candidates of siblings."""

    candidates: Candidates
    children: Children
    analysis: Analysis
    _runs: Runs
    _following: Ints
    """The next child of the same letter, or node of the same path; -1 for none."""
    _first: Ints
    """The first child of each letter, or node of each path; -1 for none."""
    _rows: Ints
    """The places of the children that have children: rows."""
    _cells: Ints
    """The number of cells in each row."""
    _next_cell: Ints
    """The next cell of each row of a band."""

    def __init__(self, candidates: Candidates) -> None:
        analysis = candidates.analysis
        n: cython.Py_ssize_t = len(analysis.tag)
        zeros = array("i", bytes(4 * (n + 2)))
        self.candidates = candidates
        self.analysis = analysis
        self.children = Children(analysis)
        self._runs = Runs(candidates, self.children)
        self._following = zeros[:]
        self._first = array("i", bytes(4 * max(n + 2, analysis.paths)))
        self._rows = zeros[:]
        self._cells = zeros[:]
        self._next_cell = zeros

    def add_siblings(self) -> None:
        """Add candidates among the children of every node."""
        analysis: Analysis = self.analysis
        for node in range(len(analysis.tag)):
            stop: cython.Py_ssize_t = node + analysis.size[node]
            if (
                stop > node + 2
                and not analysis.roles[node] & SKIP
                and analysis.texts[stop] - analysis.texts[node] > 1
            ):
                self.children.begin()
                if self.children.read(node) > 1:
                    self._add_children(analysis.chars[stop] - analysis.chars[node])

    def add_across(self) -> None:
        """Add runs among the children of all nodes of one path: lists cut by headings above."""
        analysis: Analysis = self.analysis
        for path in range(analysis.paths):
            self._first[path] = -1
        for node in range(len(analysis.tag) - 1, 0, -1):
            if analysis.size[node] < 4 or analysis.roles[node] & (SKIP | INLINE):
                continue
            if analysis.texts[node + analysis.size[node]] - analysis.texts[node] > 1:
                path = analysis.named[node]
                self._following[node] = self._first[path]
                self._first[path] = node
        for path in range(analysis.paths):
            if self._first[path] >= 0 and self._following[self._first[path]] >= 0:
                self._add_across(self._first[path])

    def _add_across(self, node: cython.Py_ssize_t) -> cython.void:
        analysis: Analysis = self.analysis
        parents: cython.int = 0
        chars: cython.longlong = 0
        self.children.begin()
        while node >= 0:
            before: cython.Py_ssize_t = self.children.count
            self.children.read(node)
            chars += analysis.chars[node + analysis.size[node]] - analysis.chars[node]
            parents += self.children.count > before + 1
            node = self._following[node]
        if parents > 1 and self.children.count > 5 and self.children.by_path.count > 1:
            self._runs.add(chars)

    def _add_children(self, chars: cython.longlong) -> cython.void:
        """Add the candidates among the children read, which hold so many characters."""
        self._add_letters()
        if self.children.count > 2:
            self._runs.add(chars)
        self._add_bands()
        for place in range(self.children.count):
            child: cython.Py_ssize_t = self.children.nodes[place]
            if self.analysis.tag[child] != 0:
                self.candidates.add_subtree(child)
        self.candidates.end_candidate(ALL)

    def _add_letters(self) -> cython.void:
        """Add the children of each letter that two elements have."""
        letters: cython.int = self.children.by_path.count
        for letter in range(letters):
            self._first[letter] = -1
        for place in range(self.children.count - 1, -1, -1):
            letter = self.children.by_path.of[place]
            self._following[place] = self._first[letter]
            self._first[letter] = place
        for letter in range(letters):
            place = self._first[letter]
            if self._following[place] < 0 or self.analysis.tag[self.children.nodes[place]] == 0:
                continue
            while place >= 0:
                self.candidates.add_subtree(self.children.nodes[place])
                place = self._following[place]
            self.candidates.end_candidate(SIBLINGS)

    # Columns of bands of rows.

    def _add_bands(self) -> cython.void:
        """Add records that lie in one column of a few rows: pictures, then names, then prices."""
        rows: cython.Py_ssize_t = 0
        for place in range(self.children.count):
            cells: cython.int = self._count_cells(self.children.nodes[place])
            if cells > 0:
                self._rows[rows] = place
                self._cells[rows] = cells
                rows += 1
        if rows < 2 or self._cells[0] < 2:
            return
        tabled: cython.bint = self._are_table_rows(rows)
        uniform: cython.bint = tabled or self._are_of_one_tag(rows)
        for height in range(2, MAX_BAND_ROWS + 1):
            # Outside of a table, two lists side by side may be as long as each other by chance.
            if (
                rows % height == 0
                and (tabled or rows > height)
                and uniform
                and self._are_bands(rows, height)
            ):
                self._add_columns(rows, height)

    def _are_bands(self, rows: cython.Py_ssize_t, height: cython.int) -> cython.bint:
        """Tell whether every ``height`` rows have as many cells and the same letters, not all of
        them one."""
        differ: cython.bint = False
        for row in range(rows):
            letter: cython.int = self.children.by_text.of[self._rows[row]]
            if (
                self._cells[row] != self._cells[row - row % height]
                or letter != self.children.by_text.of[self._rows[row % height]]
            ):
                return False
            differ = differ or letter != self.children.by_text.of[self._rows[0]]
        return differ

    def _are_table_rows(self, rows: cython.Py_ssize_t) -> cython.bint:
        for row in range(rows):
            if not self.analysis.roles[self.children.nodes[self._rows[row]]] & ROW:
                return False
        return True

    def _are_of_one_tag(self, rows: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the cells of all rows have one tag."""
        analysis: Analysis = self.analysis
        tag: cython.int = 0
        for row in range(rows):
            node: cython.Py_ssize_t = self.children.nodes[self._rows[row]]
            stop: cython.Py_ssize_t = node + analysis.size[node]
            cell: cython.Py_ssize_t = node + 1
            while cell < stop:
                if not analysis.roles[cell] & SKIP:
                    if tag == 0:
                        tag = analysis.tag[cell]
                    elif analysis.tag[cell] != tag:
                        return False
                cell += analysis.size[cell]
        return True

    def _count_cells(self, row: cython.Py_ssize_t) -> cython.int:
        analysis: Analysis = self.analysis
        cells: cython.int = 0
        stop: cython.Py_ssize_t = row + analysis.size[row]
        cell: cython.Py_ssize_t = row + 1
        while cell < stop:
            if analysis.tag[cell] == 0:
                return 0
            if not analysis.roles[cell] & SKIP:
                cells += 1
            cell += analysis.size[cell]
        return cells

    def _add_columns(self, rows: cython.Py_ssize_t, height: cython.int) -> cython.void:
        analysis: Analysis = self.analysis
        for first in range(0, rows, height):
            for row in range(first, first + height):
                self._next_cell[row] = self.children.nodes[self._rows[row]] + 1
            for _ in range(self._cells[first]):
                for row in range(first, first + height):
                    cell: cython.Py_ssize_t = self._next_cell[row]
                    while analysis.roles[cell] & SKIP:
                        cell += analysis.size[cell]
                    self.candidates.add_span(cell, cell + analysis.size[cell])
                    self._next_cell[row] = cell + analysis.size[cell]
                self.candidates.end_record()
        self.candidates.end_candidate(BAND)
