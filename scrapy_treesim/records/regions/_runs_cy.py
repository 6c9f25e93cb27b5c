"""Kernel of runs: the children of a node cut into records of several (Gong's candidate cuts).

Like children have one letter. Four letterings are tried, for none fits all pages: by path with
classes, by tag, by cluster, by the path of the first text; letters are numbers from 0 in the order
of their first appearance. A cut is at each occurrence of one letter; the two best of all cuts by a
score become candidates.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Doubles, Ints, Longs, UInts
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.analysis.constants import HEADING, RULE, SKIP
from scrapy_treesim.records.regions._candidates_cy import Candidates
from scrapy_treesim.records.regions.constants import *
from scrapy_treesim.similarity._linkage_cy import join_clusters

MAX_DISTANCE = cython.declare(cython.double, 0.28)
MAX_DISTANCE_OF_ONE_PATH = cython.declare(cython.double, 0.55)
NO_SCORE = cython.declare(cython.double, -1e9)


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


class Runs:
    """Cuts of children into runs: records that start at one letter."""

    def __init__(self, candidates: Candidates, children: Children) -> None:
        n: cython.Py_ssize_t = len(candidates.analysis.tag)
        zeros = array("i", bytes(4 * (n + 2)))
        self.candidates = candidates
        self.children = children
        self.analysis: Analysis = candidates.analysis
        # The characters of all the children.
        self._chars: cython.longlong = 0
        # The number of children with each letter, or of records of a cut.
        self._counts: Ints = zeros[:]
        # The index of each record's first child, and after its last, in the present cut.
        self._starts: Ints = zeros[:]
        self._ends: Ints = zeros
        # The last epoch of each letter, or hash of a text.
        self._stamps: Ints = array("i", bytes(4 * max(4096, n + 2)))
        self._epoch: cython.int = 0
        # Of the two best cuts: scores, hashes of positions, letter and lettering as one number.
        self._best: Doubles = array("d", bytes(8 * 2))
        self._best_key: Longs = array("q", bytes(8 * 2))
        self._best_cut: Ints = array("i", bytes(4 * 2))

    @cython.cfunc
    def add(self, chars: cython.longlong) -> cython.void:
        """Add the two best cuts of the children; ``chars``: characters of all of them."""
        self._chars = chars
        self._best[0] = NO_SCORE
        self._best[1] = NO_SCORE
        for lettering in range(LETTERINGS):
            letters: cython.int = self.children.letter_count[lettering]
            if 1 < letters < self.children.count and not self.children.repeated[lettering]:
                self._try_letters(lettering)
        for best in range(2):
            if self._best[best] > NO_SCORE / 10:
                cut: cython.int = self._best_cut[best]
                self._take(self._cut(cut % LETTERINGS, cut // LETTERINGS))

    def _try_letters(self, lettering: cython.int) -> cython.void:
        """Try the cuts at each of the commonest letters."""
        letters: cython.int = self.children.letter_count[lettering]
        offset: cython.Py_ssize_t = lettering * self.children.room
        for letter in range(letters):
            self._counts[letter] = 0
        for index in range(self.children.count):
            self._counts[self.children.letters[offset + index]] += 1
        least: cython.int = self._least_count(letters)
        for letter in range(letters):
            if least <= self._counts[letter] < self.children.count:
                self._try_cut(lettering, letter)

    def _least_count(self, letters: cython.int) -> cython.int:
        """Return the smallest count reached by no more than :data:`MAX_LETTERS` letters."""
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

    def _try_cut(self, lettering: cython.int, letter: cython.int) -> cython.void:
        records: cython.Py_ssize_t = self._cut(lettering, letter)
        if records < 2:
            return
        score: cython.double = self._score(records, lettering)
        if score <= self._best[1]:
            return
        key: cython.longlong = 0
        for record in range(records):
            key = (key * 31 + self._starts[record] * 7 + self._ends[record]) & MASK
        cut: cython.int = letter * LETTERINGS + lettering
        rank: cython.int = 1
        if score > self._best[0]:
            if self._best_key[0] != key or self._best[0] < NO_SCORE / 10:
                self._best[1] = self._best[0]
                self._best_key[1] = self._best_key[0]
                self._best_cut[1] = self._best_cut[0]
            rank = 0
        elif key == self._best_key[0]:
            return
        self._best[rank] = score
        self._best_key[rank] = key
        self._best_cut[rank] = cut

    def _cut(self, lettering: cython.int, letter: cython.int) -> cython.Py_ssize_t:
        """Cut the children at each occurrence of a letter: records start there.

        The last record goes on up to the first letter that no other record has. No record has two
        parents. Returns the number of records.
        """
        offset: cython.Py_ssize_t = lettering * self.children.room
        records: cython.Py_ssize_t = 0
        for index in range(self.children.count):
            if self.children.letters[offset + index] == letter:
                self._starts[records] = index
                if records > 0:
                    self._ends[records - 1] = index
                records += 1
        if records < 2:
            return 0
        self._go_on(offset, records)
        self._part_by_parent(records)
        return records

    def _stamp(
        self, offset: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.void:
        """Stamp the letters of children."""
        self._epoch += 1
        for index in range(start, stop):
            self._stamps[self.children.letters[offset + index]] = self._epoch

    def _go_on(self, offset: cython.Py_ssize_t, records: cython.Py_ssize_t) -> cython.void:
        self._stamp(offset, self._starts[0], self._starts[records - 1])
        last: cython.Py_ssize_t = self._starts[records - 1] + 1
        while (
            last < self.children.count
            and self._stamps[self.children.letters[offset + last]] == self._epoch
        ):
            last += 1
        self._ends[records - 1] = last

    def _part_by_parent(self, records: cython.Py_ssize_t) -> cython.void:
        for record in range(records):
            parent: cython.int = self._parent(self._starts[record])
            while self._parent(self._ends[record] - 1) != parent:
                self._ends[record] -= 1

    @cython.inline
    def _parent(self, index: cython.Py_ssize_t) -> cython.int:
        return self.analysis.parent[self.children.nodes[index]]

    @cython.locals(
        repeats=cython.double, alike=cython.double, headed=cython.int, heading_inside=cython.int,
        linked=cython.int, chars=cython.longlong, previous=cython.longlong, common=cython.longlong,
        left=cython.int,
    )  # fmt: skip
    def _score(self, records: cython.Py_ssize_t, lettering: cython.int) -> cython.double:
        """Score a cut; records of one child each are no runs."""
        analysis: Analysis = self.analysis
        length: cython.Py_ssize_t = 0
        for record in range(records):
            length += self._ends[record] - self._starts[record]
        if length == records:
            return NO_SCORE
        offset: cython.Py_ssize_t = lettering * self.children.room
        repeats = alike = 0.0
        headed = heading_inside = linked = left = 0
        chars = previous = common = 0
        for record in range(records):
            start: cython.Py_ssize_t = self._starts[record]
            stop: cython.Py_ssize_t = self._ends[record]
            mask: cython.longlong = self._mask(offset, start, stop)
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
                alike += float(_bits(mask & previous)) / _bits(mask | previous)
                common |= mask & previous
            previous = mask
        left = _letters_in(self.children.letters, offset, self._starts[0], common, 0)
        left += _letters_in(
            self.children.letters, offset, self.children.count, common, self._ends[records - 1]
        )
        return (
            alike / (records - 1)
            + 0.3 * headed / records
            - 0.3 * heading_inside / records
            - 0.5 * left * records / length
            - 0.1 * repeats / records
            + 0.4 * chars / (self._chars + 1)
            + 0.1 * linked / records
            + 0.2 * self._first_texts(records) / records
        )

    def _mask(
        self, offset: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.longlong:
        """Return the letters of children as a set of bits."""
        mask: cython.longlong = 0
        bit: cython.longlong = 1
        for index in range(start, stop):
            mask |= bit << (self.children.letters[offset + index] % 62)
        return mask

    def _has_heading(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        for index in range(start, stop):
            if self.analysis.roles[self.children.nodes[index]] & HEADING:
                return 1
        return 0

    def _first_texts(self, records: cython.Py_ssize_t) -> cython.int:
        """Return the number of distinct first texts of the records."""
        analysis: Analysis = self.analysis
        self._epoch += 1
        distinct: cython.int = 0
        for record in range(records):
            text: cython.Py_ssize_t = analysis.texts[self.children.nodes[self._starts[record]]]
            last: cython.Py_ssize_t = self.children.nodes[self._ends[record] - 1]
            if analysis.texts[last + analysis.size[last]] > text:
                slot: cython.int = analysis.hashes[text] & 4095
                if self._stamps[slot] != self._epoch:
                    self._stamps[slot] = self._epoch
                    distinct += 1
        return distinct

    def _take(self, records: cython.Py_ssize_t) -> cython.void:
        """Add the records of a cut, without outer letters in less than a quarter of them: these are
        between records, as advertisements are."""
        for letter in range(self.children.letter_count[BY_PATH]):
            self._counts[letter] = 0
        for record in range(records):
            self._epoch += 1
            for index in range(self._starts[record], self._ends[record]):
                letter = self.children.letters[index]
                if self._stamps[letter] != self._epoch:
                    self._stamps[letter] = self._epoch
                    self._counts[letter] += 1
        for record in range(records):
            stop: cython.Py_ssize_t = self._ends[record]
            while (
                stop > self._starts[record] + 1
                and self._counts[self.children.letters[stop - 1]] * 4 < records
            ):
                stop -= 1
            start: cython.Py_ssize_t = self._starts[record]
            while start + 1 < stop and self._counts[self.children.letters[start]] * 4 < records:
                start += 1
            for index in range(start, stop):
                child: cython.Py_ssize_t = self.children.nodes[index]
                self.candidates.add_span(child, child + self.analysis.size[child])
            self.candidates.end_record()
        self.candidates.end_candidate(RUN)


def _letters_in(
    letters: Ints,
    offset: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    mask: cython.longlong,
    start: cython.Py_ssize_t,
) -> cython.int:
    """Return the number of children with a letter in a set of bits."""
    count: cython.int = 0
    bit: cython.longlong = 1
    for index in range(start, stop):
        if mask & (bit << (letters[offset + index] % 62)):
            count += 1
    return count


def _bits(mask: cython.longlong) -> cython.int:
    """Return the number of bits set."""
    count: cython.int = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def _mixed(value: cython.uint) -> cython.uint:
    value = ((value ^ (value >> 15)) * 739982445 + 1013904223) & MASK
    value = ((value ^ (value >> 12)) * 695872825) & MASK
    return value ^ (value >> 15)
