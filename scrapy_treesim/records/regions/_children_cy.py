"""Kernel of children: neighbouring nodes with text, and letters for like ones.

Four letterings are tried, for none fits all pages: by path with classes, by tag, by cluster, by the
path of the first text. In each, letters are numbers from 0 in the order of their first appearance.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints, UInts
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.analysis.constants import RULE, SKIP
from scrapy_treesim.records.regions.constants import *
from scrapy_treesim.similarity._linkage_cy import join_clusters

MAX_DISTANCE = cython.declare(cython.double, 0.28)
MAX_DISTANCE_OF_ONE_PATH = cython.declare(cython.double, 0.55)


class Children:
    """The children of one node, or of several, and their letters."""

    def __init__(self, analysis: Analysis, max_visits: cython.Py_ssize_t) -> None:
        n: cython.Py_ssize_t = len(analysis.tag)
        zeros = array("i", bytes(4 * (n + 2)))
        wide = array("i", bytes(4 * (max(n, analysis.paths) + 512)))
        few = array("i", bytes(4 * (MAX_SETS + 2)))
        self.analysis = analysis
        self.room: cython.Py_ssize_t = n + 2
        self.nodes: Ints = zeros[:]
        """The children."""
        self.count: cython.Py_ssize_t = 0
        self.letters: Ints = array("i", bytes(4 * LETTERINGS * self.room))
        """The letter of each child in each lettering, one lettering after the other."""
        self.letter_count: Ints = array("i", bytes(4 * LETTERINGS))
        """The number of letters in each lettering; 0 where there is none."""
        self.repeated: Ints = array("i", bytes(4 * LETTERINGS))
        """1 for a lettering equal to an earlier one."""
        # Nodes that clustering may still visit on this page.
        self._visits = max_visits
        # The key of each child, from which its letter is made.
        self._keys: Ints = zeros[:]
        self._stamps: Ints = wide[:]
        self._values: Ints = wide
        self._epoch: cython.int = 0
        # The distinct sets of paths below children, one after the other.
        self._paths: Ints = zeros
        self._first_path: Ints = few[:]
        self._set_keys: UInts = array("I", bytes(4 * (MAX_SETS + 2)))
        self._set_named: Ints = few[:]
        self._sizes: Ints = few[:]
        self._group: Ints = few[:]
        self._chain: Ints = few
        self._distance: Doubles = array("d", bytes(8 * MAX_SETS * MAX_SETS))

    @cython.cfunc
    def read(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Append a node's children with text or image, and rules; count the elements with text."""
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
                self.nodes[self.count] = child
                self.count += 1
                if has_text and analysis.tag[child] != 0:
                    units += 1
            child = after
        return units

    @cython.cfunc
    def letter(self, by_cluster: cython.bint) -> cython.void:
        """Give all children their letters."""
        analysis: Analysis = self.analysis
        for index in range(self.count):
            self._keys[index] = analysis.named[self.nodes[index]]
        self._number(BY_PATH)
        for index in range(self.count):
            self._keys[index] = analysis.tag[self.nodes[index]]
        self._number(BY_TAG)
        self.letter_count[BY_CLUSTER] = 0
        if by_cluster and self._cluster():
            self._number(BY_CLUSTER)
        for index in range(self.count):
            child: cython.Py_ssize_t = self.nodes[index]
            if analysis.texts[child + analysis.size[child]] > analysis.texts[child]:
                child = analysis.text_node[analysis.texts[child]]
            self._keys[index] = analysis.named[child]
        self._number(BY_TEXT)
        for lettering in range(LETTERINGS):
            self.repeated[lettering] = self._is_repeated(lettering)

    def _number(self, lettering: cython.int) -> cython.void:
        """Number the keys by first appearance."""
        offset: cython.Py_ssize_t = lettering * self.room
        self._epoch += 1
        letters: cython.int = 0
        for index in range(self.count):
            key: cython.int = self._keys[index]
            if self._stamps[key] != self._epoch:
                self._stamps[key] = self._epoch
                self._values[key] = letters
                letters += 1
            self.letters[offset + index] = self._values[key]
        self.letter_count[lettering] = letters

    def _is_repeated(self, lettering: cython.int) -> cython.bint:
        offset: cython.Py_ssize_t = lettering * self.room
        for earlier in range(lettering):
            if self.letter_count[earlier] == self.letter_count[lettering]:
                earlier_offset: cython.Py_ssize_t = earlier * self.room
                index: cython.Py_ssize_t = 0
                while (
                    index < self.count
                    and self.letters[offset + index] == self.letters[earlier_offset + index]
                ):
                    index += 1
                if index == self.count:
                    return True
        return False

    # Clusters: average linkage of the sets of paths below children, by Dice's coefficient.

    def _cluster(self) -> cython.bint:
        """Make each child's cluster its key; return False for too many sets."""
        analysis: Analysis = self.analysis
        sets: cython.Py_ssize_t = 0
        for index in range(self.count):
            child: cython.Py_ssize_t = self.nodes[index]
            self._visits -= analysis.size[child]
            if self._visits < 0:
                return False
            self._epoch += 1
            key: cython.uint = 0
            first: cython.Py_ssize_t = self._first_path[sets]
            after: cython.Py_ssize_t = first
            for node in range(child, child + analysis.size[child]):
                path: cython.int = analysis.plain[node]
                if self._stamps[path] != self._epoch and not analysis.roles[node] & SKIP:
                    self._stamps[path] = self._epoch
                    key = (key + _mixed(path)) & MASK
                    self._paths[after] = path
                    after += 1
            named: cython.int = analysis.named[child]
            number: cython.Py_ssize_t = 0
            while number < sets and (
                self._set_keys[number] != key or self._set_named[number] != named
            ):
                number += 1
            if number == sets:
                if sets == MAX_SETS:
                    return False
                self._set_keys[sets] = key
                self._set_named[sets] = named
                self._sizes[sets] = 0
                sets += 1
                self._first_path[sets] = after
            self._sizes[number] += 1
            self._keys[index] = number
        if sets > 1:
            self._join_sets(sets)
            for index in range(self.count):
                self._keys[index] = self._group[self._keys[index]]
        return True

    def _join_sets(self, k: cython.Py_ssize_t) -> cython.void:
        for i in range(k):
            self._epoch += 1
            for index in range(self._first_path[i], self._first_path[i + 1]):
                self._stamps[self._paths[index]] = self._epoch
            for j in range(i):
                common: cython.int = 0
                for index in range(self._first_path[j], self._first_path[j + 1]):
                    if self._stamps[self._paths[index]] == self._epoch:
                        common += 1
                both: cython.int = self._first_path[i + 1] - self._first_path[i]
                both += self._first_path[j + 1] - self._first_path[j]
                distance: cython.double = 1.0 - 2.0 * common / both
                # In units of the allowed distance, which is larger where the path is the same.
                if self._set_named[i] == self._set_named[j]:
                    distance /= MAX_DISTANCE_OF_ONE_PATH
                else:
                    distance /= MAX_DISTANCE
                self._distance[i * k + j] = distance
                self._distance[j * k + i] = distance
            self._distance[i * k + i] = 0.0
        group: Ints = self._group[:k]
        join_clusters(self._distance[: k * k], self._sizes[:k], 1.0, True, group, self._chain[:k])
        # Interpreted, a slice is a copy.
        for i in range(k):
            self._group[i] = group[i]


def _mixed(value: cython.uint) -> cython.uint:
    value = ((value ^ (value >> 15)) * 739982445 + 1013904223) & MASK
    value = ((value ^ (value >> 12)) * 695872825) & MASK
    return value ^ (value >> 15)
