"""Kernel of siblings: candidates among the children of a node, or of all nodes of one path.

Records are children with one letter, runs of children, or the columns of a few rows each.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.analysis.constants import INLINE, ROW, SKIP
from scrapy_treesim.records.regions._candidates_cy import Candidates
from scrapy_treesim.records.regions._runs_cy import Children, Runs
from scrapy_treesim.records.regions.constants import *


class Siblings:
    """Maker of a page's candidates of siblings."""

    candidates: Candidates
    children: Children
    analysis: Analysis
    _runs: Runs
    _following: Ints
    """The next child of the same letter, or node of the same path; -1 for none."""
    _first: Ints
    """The first child of each letter, or node of each path; -1 for none."""
    _rows: Ints
    """The indexes of the rows: children with children."""
    _cells: Ints
    """The number of cells in each row."""
    _next_cell: Ints
    """The next cell of each row of a band."""

    def __init__(self, candidates: Candidates, max_visits: cython.Py_ssize_t) -> None:
        analysis = candidates.analysis
        n: cython.Py_ssize_t = len(analysis.tag)
        zeros = array("i", bytes(4 * (n + 2)))
        self.candidates = candidates
        self.analysis = analysis
        self.children = Children(analysis, max_visits)
        self._runs = Runs(candidates, self.children)
        self._following = zeros[:]
        self._first = array("i", bytes(4 * (max(n, analysis.paths) + 2)))
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
                self.children.count = 0
                if self.children.read(node) > 1:
                    self._add_children(analysis.chars[stop] - analysis.chars[node])

    def _add_children(self, chars: cython.longlong) -> cython.void:
        """Add the candidates among the children; ``chars``: characters of all of them."""
        self.children.letter(True)
        self._add_letters(BY_PATH, SIBLINGS)
        self._add_letters(BY_CLUSTER, ALIKE)
        if self.children.count > 2:
            self._runs.add(chars)
        self._add_bands()
        for index in range(self.children.count):
            child: cython.Py_ssize_t = self.children.nodes[index]
            if self.analysis.tag[child] != 0:
                self.candidates.add_subtree(child)
        self.candidates.end_candidate(ALL)

    def _add_letters(self, lettering: cython.int, source: cython.int) -> cython.void:
        """Add the children of each letter of two elements or more."""
        if self.children.repeated[lettering]:
            return
        offset: cython.Py_ssize_t = lettering * self.children.room
        letters: cython.int = self.children.letter_count[lettering]
        for letter in range(letters):
            self._first[letter] = -1
        for index in range(self.children.count - 1, -1, -1):
            letter = self.children.letters[offset + index]
            self._following[index] = self._first[letter]
            self._first[letter] = index
        for letter in range(letters):
            index = self._first[letter]
            if self._following[index] < 0 or self.analysis.tag[self.children.nodes[index]] == 0:
                continue
            while index >= 0:
                self.candidates.add_subtree(self.children.nodes[index])
                index = self._following[index]
            self.candidates.end_candidate(source)

    def add_across(self) -> None:
        """Add runs among the children of all nodes of one path: lists cut by headings above."""
        analysis: Analysis = self.analysis
        for p in range(analysis.paths):
            self._first[p] = -1
        for node in range(len(analysis.tag) - 1, 0, -1):
            if analysis.size[node] < 4 or analysis.roles[node] & (SKIP | INLINE):
                continue
            if analysis.texts[node + analysis.size[node]] - analysis.texts[node] > 1:
                path: cython.int = analysis.named[node]
                self._following[node] = self._first[path]
                self._first[path] = node
        for p in range(analysis.paths):
            if self._first[p] >= 0 and self._following[self._first[p]] >= 0:
                self._add_across(self._first[p])

    def _add_across(self, node: cython.Py_ssize_t) -> cython.void:
        analysis: Analysis = self.analysis
        parents: cython.int = 0
        chars: cython.longlong = 0
        self.children.count = 0
        while node >= 0:
            before: cython.Py_ssize_t = self.children.count
            self.children.read(node)
            chars += analysis.chars[node + analysis.size[node]] - analysis.chars[node]
            parents += self.children.count > before + 1
            node = self._following[node]
        if parents < 2 or self.children.count < 6:
            return
        self.children.letter(False)
        if self.children.letter_count[BY_TAG] > 1 or self.children.letter_count[BY_PATH] > 1:
            self._runs.add(chars)

    # Columns of bands of rows.

    def _add_bands(self) -> cython.void:
        """Add records in one column of a few rows each: pictures, then names, then prices."""
        rows: cython.Py_ssize_t = 0
        for index in range(self.children.count):
            cells: cython.int = self._count_cells(self.children.nodes[index])
            if cells > 0:
                self._rows[rows] = index
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
                self._add_columns(rows, height, 0, BAND)
        if tabled and self._are_columns(rows):
            self._add_columns(rows, rows, 1, COLUMN)
            self._add_columns(rows, rows, 0, COLUMN)

    def _are_bands(self, rows: cython.Py_ssize_t, height: cython.int) -> cython.bint:
        """Return True if the rows' cells and letters, not all one, repeat every ``height`` rows."""
        offset: cython.Py_ssize_t = (
            BY_CLUSTER * self.children.room if self.children.letter_count[BY_CLUSTER] > 0 else 0
        )
        differ: cython.bint = False
        for row in range(rows):
            letter: cython.int = self.children.letters[offset + self._rows[row]]
            if (
                self._cells[row] != self._cells[row - row % height]
                or letter != self.children.letters[offset + self._rows[row % height]]
            ):
                return False
            differ = differ or letter != self.children.letters[offset + self._rows[0]]
        return differ

    def _are_columns(self, rows: cython.Py_ssize_t) -> cython.bint:
        """Return True if a table has few rows of the same, small number of cells."""
        if not (3 <= rows <= MAX_COLUMN_ROWS and 3 <= self._cells[0] <= MAX_COLUMNS):
            return False
        for row in range(rows):
            cells: cython.int = self._cells[row]
            if cells != self._cells[0]:
                return False
        return True

    def _are_table_rows(self, rows: cython.Py_ssize_t) -> cython.bint:
        for row in range(rows):
            if not self.analysis.roles[self.children.nodes[self._rows[row]]] & ROW:
                return False
        return True

    def _are_of_one_tag(self, rows: cython.Py_ssize_t) -> cython.bint:
        """Return True if the cells of all rows have one tag."""
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

    def _add_columns(
        self, rows: cython.Py_ssize_t, height: cython.int, skipped: cython.int, source: cython.int
    ) -> cython.void:
        analysis: Analysis = self.analysis
        for first in range(0, rows, height):
            for row in range(first, first + height):
                self._next_cell[row] = self.children.nodes[self._rows[row]] + 1
            for column in range(self._cells[first]):
                for row in range(first, first + height):
                    cell: cython.Py_ssize_t = self._next_cell[row]
                    while analysis.roles[cell] & SKIP:
                        cell += analysis.size[cell]
                    if column >= skipped:
                        self.candidates.add_span(cell, cell + analysis.size[cell])
                    self._next_cell[row] = cell + analysis.size[cell]
                self.candidates.end_record()
        self.candidates.end_candidate(source)
