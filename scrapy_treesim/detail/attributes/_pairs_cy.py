"""Kernel of pairs: candidates for a label and its value on a page.

Children of an element with text of their own or below are its parts. A part is a label if a colon
follows it; if labels and values alternate, as with terms or headings; or if it is the first of the
only two parts of an element or a line.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.detail.attributes.constants import *
from scrapy_treesim.reading.analysis._analysis_cy import Analysis

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

TEXT = cython.declare(cython.int, 0)


@cython.final
class PairCandidate:
    """Candidate for a pair: nodes of the label and the value, and their positions in the text."""

    form: cython.int
    colon: cython.bint
    """True if there is a colon between them."""
    within: cython.int
    """Element with both among its parts; of a table the row."""
    label: cython.int
    """Node of the label."""
    label_at: cython.int
    """Start of the label in the text."""
    label_stop: cython.int
    """End of the label, without its colon."""
    value: cython.int
    """First node of the value."""
    value_end: cython.int
    """Node after the last one of the value."""
    value_at: cython.int
    """Start of the value in the text."""
    value_stop: cython.int
    """End of the value."""
    group: cython.int
    """Node with the name of the group of labels around this one; 0 for none."""


@cython.final
class PairScan:
    """Search of one page for candidates; ``kinds`` has the bits of each tag."""

    candidates: list[PairCandidate]
    """Candidates, those of tables first, then by the element around them."""
    _analysis: Analysis
    _kinds: Ints
    _tag: Ints
    _parent: Ints
    _size: Ints
    _chars: Ints
    """Number of characters shown before each node."""
    _text: Bytes
    _begin: Ints
    """Start of each node's text in the page's, white space before it skipped."""
    _end: Ints
    """End of each node's text; 0 for nodes without text."""
    _parts: Ints
    """Parts of the current element, line breaks among them."""

    def __init__(self, tree: PageTree, analysis: Analysis, kinds: Ints) -> None:
        """Take the arrays of a page."""
        zeros = array("i", bytes(4 * (len(tree) + 1)))
        self.candidates = []
        self._analysis, self._kinds = analysis, kinds
        self._tag, self._parent, self._size = tree.tag, tree.parent, tree.size
        self._chars, self._text = analysis.chars, tree.text
        self._begin, self._end, self._parts = zeros, zeros[:], zeros[:]
        self._find_ends(tree.start)

    def _find_ends(self, start: Ints) -> None:
        """Find the start and end of each node's text; O(nodes + blanks)."""
        for node in range(len(self._tag) - 1, -1, -1):
            if self._tag[node] == TEXT and self._chars[node + 1] > self._chars[node]:
                at: cython.Py_ssize_t = self._skip_blanks(start[node], start[node + 1])
                stop: cython.Py_ssize_t = self._strip_blanks(at, start[node + 1])
                if stop > at:
                    self._begin[node], self._end[node] = at, stop
            up: cython.Py_ssize_t = self._parent[node]
            if self._end[node] > 0 and up >= 0:
                self._begin[up] = self._begin[node]
                if self._end[up] == 0:
                    self._end[up] = self._end[node]

    def scan(self) -> None:
        """Find the candidates; O(nodes + bytes of short texts)."""
        for node in range(len(self._tag)):
            if self._end[node] == 0 or self._tag[node] == TEXT or self._kind(node) & WHOLE:
                continue
            child: cython.Py_ssize_t = node + 1
            stop: cython.Py_ssize_t = node + self._size[node]
            count: cython.Py_ssize_t = 0
            while child < stop:
                if self._end[child] > 0 or self._kind(child) & BREAK:
                    self._parts[count] = child
                    count += 1
                child += self._size[child]
            if self._read_colons(node, count):
                continue
            start: cython.Py_ssize_t = 0
            for i in range(count + 1):
                if i == count or self._kind(self._parts[i]) & BREAK:
                    self._read_columns(node, start, i)
                    start = i + 1

    def _kind(self, node: cython.Py_ssize_t) -> cython.int:
        return self._kinds[self._tag[node]]

    def _skip_blanks(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the first position without white space or a no-break space."""
        while at < stop and (
            self._text[at] <= 32
            or (self._text[at] == 0xC2 and at + 1 < stop and self._text[at + 1] == 0xA0)
            or (self._text[at] == 0xA0 and at > 0 and self._text[at - 1] == 0xC2)
        ):
            at += 1
        return at

    def _strip_blanks(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a text without white space and no-break spaces after it."""
        while stop > at and (
            self._text[stop - 1] <= 32
            or self._text[stop - 1] == 0xC2
            or (self._text[stop - 1] == 0xA0 and stop > at + 1 and self._text[stop - 2] == 0xC2)
        ):
            stop -= 1
        return stop

    def _colon(self, at: cython.Py_ssize_t) -> cython.int:
        """Return the bytes of a colon, narrow or full-width, at a position; 0 for none."""
        if at < 0 or at >= len(self._text):
            return 0
        if self._text[at] != 0xEF or at + 2 >= len(self._text):
            return self._text[at] == 58
        return 3 if self._text[at + 1] == 0xBC and self._text[at + 2] == 0x9A else 0

    def _bare(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the end of a node's text, without a colon at its end."""
        stop: cython.Py_ssize_t = self._end[node]
        if self._text[stop - 1] == 58:
            stop = self._strip_blanks(self._begin[node], stop - 1)
        elif self._colon(stop - 3) == 3:
            return self._strip_blanks(self._begin[node], stop - 3)
        else:
            return stop
        # A remark in brackets may stand between two colons.
        if stop > self._begin[node] and self._text[stop - 1] == 41:
            at: cython.Py_ssize_t = self._inner_colon(node)
            if at >= 0 and self._text[self._skip_blanks(at + 1, stop)] == 40:
                return self._strip_blanks(self._begin[node], at)
        return stop

    @cython.exceptval(-2, check=False)
    def _inner_colon(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the position of the first colon in a node, if it may end a label; else -1."""
        stop: cython.Py_ssize_t = self._end[node]
        for at in range(self._begin[node], min(stop, self._begin[node] + MAX_LABEL_BYTES)):
            if self._text[at] == 58 or self._text[at] == 0xEF:
                colon: cython.int = self._colon(at)
                # A colon of one byte without a blank after it may be part of a time or an address.
                if colon == 3 or (colon == 1 and self._skip_blanks(at + 1, stop) > at + 1):
                    return at
                if colon == 1:
                    return -1
        return -1

    def _is_label(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a text may be a label: short, with a letter and no colon."""
        if stop - at > MAX_LABEL_BYTES or at >= stop or not self._is_letter(at):
            return False
        chars: cython.int = 0
        letters: cython.int = 0
        while at < stop and self._text[at] != 58:
            byte: cython.int = self._text[at]
            chars += byte > 32 and (byte & 0xC0) != 0x80
            letters += byte >= 128 or 65 <= (byte & 0xDF) <= 90
            at += 1
        return at == stop and letters > 0 and chars <= MAX_LABEL_CHARS

    def _is_letter(self, at: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a letter or a digit, of any script, starts at a position."""
        byte: cython.int = self._text[at]
        if byte < 128:
            return 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122
        # 0xC2 and 0xE2 begin the signs of Latin-1, and most other ones.
        return byte >= 0xC3 and byte != 0xE2

    def _letter(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the position of the first letter or digit of a text; its end if there is none."""
        while at < stop and not self._is_letter(at):
            at += 1
        return at

    @cython.exceptval(-2, check=False)
    def _after_label(self, i: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the index of the first part of the value, if part ``i`` is a label with a colon.

        It is ``i`` itself if its text goes on after the colon; -1 if the part is no label.
        """
        part: cython.Py_ssize_t = self._parts[i]
        if self._kind(part) & (BREAK | TERM):
            return -1
        at: cython.Py_ssize_t = self._begin[part]
        stop: cython.Py_ssize_t = self._bare(part)
        if stop < self._end[part]:
            return i + 1 if self._is_label(at, stop) else -1
        if self._tag[part] == TEXT:
            colon: cython.Py_ssize_t = self._inner_colon(part)
            if colon > at and self._is_label(at, self._strip_blanks(at, colon)):
                return i
        elif i + 1 < count:
            following: cython.Py_ssize_t = self._parts[i + 1]
            colon = self._colon(self._begin[following])
            if self._end[following] > 0 and colon > 0 and self._is_label(at, stop):
                # The colon may be a part by itself.
                at = self._skip_blanks(self._begin[following] + colon, self._end[following])
                return i + 1 if at < self._end[following] else i + 2
        return -1

    def _read_colons(self, node: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.bint:
        """Add labels with a colon and the values after them; tell whether there are any."""
        has_pair: cython.bint = False
        i: cython.Py_ssize_t = 0
        while i < count:
            first: cython.Py_ssize_t = self._after_label(i, count)
            if first < 0:
                i += 1
                continue
            while first < count and self._kind(self._parts[first]) & BREAK:
                first += 1
            if first >= count or (first > i and self._after_label(first, count) >= 0):
                i = max(first, i + 1)
                continue
            last: cython.Py_ssize_t = first
            if self._kind(self._parts[first]) & INLINE:
                while (
                    last + 1 < count
                    and self._kind(self._parts[last + 1]) & INLINE
                    and self._after_label(last + 1, count) < 0
                ):
                    last += 1
            has_pair |= self.add(node, self._parts[i], self._parts[first], self._parts[last])
            i = last + 1
        return has_pair

    def _are_alike(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Tell whether two parts have the same tag and first class."""
        a: cython.Py_ssize_t = self._parts[i]
        b: cython.Py_ssize_t = self._parts[j]
        return self._tag[a] == self._tag[b] and self._analysis.name[a] == self._analysis.name[b]

    def _read_columns(
        self, node: cython.Py_ssize_t, start: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.void:
        """Add labels and values that alternate among some parts, else two parts as one pair."""
        parts: Ints = self._parts
        has_pair: cython.bint = False
        i: cython.Py_ssize_t = start
        while i + 1 < stop:
            kind: cython.int = self._kind(parts[i]) & (TERM | HEADING)
            j: cython.Py_ssize_t = i
            if kind:
                j += 1
                while j < stop and not self._kind(parts[j]) & kind:
                    j += 1
                if j > i + 1:
                    has_pair |= self.add(node, parts[i], parts[i + 1], parts[j - 1])
                i = j
                continue
            pairs: cython.Py_ssize_t = 1
            # An element between words of a text is no label.
            if self._tag[parts[i]] != TEXT and not self._are_alike(i, i + 1):
                while j + 3 < stop and self._are_alike(j, j + 2) and self._are_alike(j + 1, j + 3):
                    pairs += 1
                    j += 2
            if pairs > 1 and self._tag[parts[i + 1]] != TEXT:
                for label in range(i, i + 2 * pairs, 2):
                    value: cython.Py_ssize_t = parts[label + 1]
                    has_pair |= self.add(node, parts[label], value, value)
                i += 1
            i += 2 * pairs - 1
        if not has_pair and stop - start == 2:
            self.add(node, parts[start], parts[start + 1], parts[start + 1])

    @cython.ccall
    def has_letter(self, node: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the start of a node's text has a letter or a digit."""
        stop: cython.Py_ssize_t = min(self._end[node], self._begin[node] + MAX_LABEL_BYTES)
        return self._letter(self._begin[node], stop) < stop

    @cython.ccall
    def has_colon(self, node: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the text of a node with some text ends with a colon."""
        return self._bare(node) < self._end[node]

    @cython.ccall
    def add(
        self,
        node: cython.Py_ssize_t,
        label: cython.Py_ssize_t,
        value: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        group: cython.Py_ssize_t = 0,
    ) -> cython.bint:
        """Add a candidate in a node: a label and a value up to ``last``; False if it is none."""
        if value == last and value != label and self._is_below(label, value):
            label, value, last = value, label, label
        end: cython.Py_ssize_t = last + self._size[last]
        at: cython.Py_ssize_t = self._begin[label]
        stop: cython.Py_ssize_t = self._bare(label)
        value_at: cython.Py_ssize_t = self._begin[value]
        value_stop: cython.Py_ssize_t = self._end[last]
        if label == value:
            value_at = self._inner_colon(label)
            stop = self._strip_blanks(at, value_at)
        colon: cython.int = self._colon(value_at)
        value_at = self._skip_blanks(value_at + colon, value_stop)
        colon |= stop < self._end[label]
        form: cython.int = (
            ROW if self._kind(label) & CELL
            else DEFINITION if self._kind(label) & TERM
            else LINE if colon
            else COLUMNS
        )  # fmt: skip
        if (
            end - value > MAX_VALUE_NODES
            or self._chars[end] - self._chars[value] > MAX_VALUE_CHARS
            or not self._is_label(at, stop)
        ):
            return False
        for part in range(value, end):
            if self._kind(part) & CONTROL:
                return False
        if self._letter(value_at, value_stop) == value_stop:
            return False
        if len(self.candidates) < MAX_CANDIDATES:
            candidate: PairCandidate = PairCandidate()
            candidate.form, candidate.colon, candidate.within = form, colon != 0, node
            candidate.label, candidate.label_at, candidate.label_stop = label, at, stop
            candidate.group = group
            candidate.value, candidate.value_end = value, end
            candidate.value_at, candidate.value_stop = value_at, value_stop
            self.candidates.append(candidate)
        return True

    def _is_below(self, upper: cython.Py_ssize_t, lower: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the label is the lower of two parts: a word under its number, or a heading
        or a text with a colon at its end under anything else."""
        if self._kind(upper) & (CELL | TERM | HEADING) or self._bare(upper) < self._end[upper]:
            return False
        if self._kind(lower) & HEADING or self._bare(lower) < self._end[lower]:
            return True
        digits: Ints = self._analysis.digits
        return (
            digits[upper + self._size[upper]] > digits[upper]
            and digits[lower + self._size[lower]] == digits[lower]
        )
