"""Kernel of pairs: where a page shows a label and its value, and what speaks for each place."""

from __future__ import annotations

from array import array
from math import exp, log
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Doubles, Ints
from scrapy_treesim.analysis._analysis_cy import Analysis
from scrapy_treesim.detail.attributes.constants import *

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

TEXT = cython.declare(cython.int, 0)


@cython.cclass
class PairScan:
    """The candidates of one page, ``WIDTH`` numbers each, in the order in which they are found.

    ``kinds`` says what each tag is, ``rows`` is room for candidates, all zeros.
    """

    count: cython.Py_ssize_t
    """Candidates found."""
    _analysis: Analysis
    _kinds: Ints
    """What each tag of the page is."""
    _tag: Ints
    _parent: Ints
    _size: Ints
    _start: Ints
    _chars: Ints
    """Characters of the analysis: none in what is not shown."""
    _linked: Ints
    """The same, in links."""
    _text: Bytes
    _rows: Ints
    """The candidates."""
    _items: Ints
    """The children at hand that show something, line breaks among them."""
    _colons: Ints
    """Bytes that may be of a colon before each node."""
    _alike: Ints
    """Candidates in each node."""
    _beside: Ints
    """Elements with lines of their own in each node."""
    _first: Ints
    """One more than the first candidate of columns in each node."""
    _held: Ints
    """Labels of candidates before each node."""
    _labels: Ints
    """Candidates whose labels have the same hash."""

    def __init__(
        self, tree: PageTree, analysis: Analysis, kinds: array[int], rows: array[int]
    ) -> None:
        n = len(tree)
        zeros = array("i", bytes(4 * (n + 8)))
        self.count = 0
        self._analysis = analysis
        self._kinds = kinds
        self._tag = tree.tag
        self._parent = tree.parent
        self._size = tree.size
        self._start = tree.start
        self._chars = analysis.chars
        self._linked = analysis.linked
        self._text = tree.text
        self._rows = rows
        self._items = zeros
        self._colons = zeros[:]
        self._alike = zeros[:]
        self._beside = zeros[:]
        self._first = zeros[:]
        self._held = zeros[:]
        self._labels = array("i", bytes(4 * LABELS))

    def scan(self) -> None:
        """Find the candidates; O(nodes + bytes of short texts)."""
        tag: Ints = self._tag
        size: Ints = self._size
        chars: Ints = self._chars
        kinds: Ints = self._kinds
        items: Ints = self._items
        n: cython.Py_ssize_t = len(tag)
        self._count_colons()
        node: cython.Py_ssize_t = 0
        while node < n:
            if tag[node] == TEXT:
                node += 1
                continue
            stop: cython.Py_ssize_t = node + size[node]
            if chars[stop] == chars[node]:
                node = stop
                continue
            if kinds[tag[node]] & (NO_LINES | TABLE_ROW):
                node += 1
                continue
            child: cython.Py_ssize_t = node + 1
            count: cython.Py_ssize_t = 0
            seen: cython.int = 0
            while child < stop:
                kind: cython.int = kinds[tag[child]]
                next: cython.Py_ssize_t = child + size[child]
                if kind & BREAK or chars[next] > chars[child]:
                    items[count] = child
                    count += 1
                    seen |= kind
                child = next
            if seen & TABLE_ROW:
                self._read_rows(node, count)
            elif seen & (TERM | DEFINED):
                self._read_terms(node, count)
            elif (
                not (seen & CELL or kinds[tag[node]] & TABLE)
                and not (self._colons[stop] > self._colons[node] and self._read_lines(node, count))
                and count > 1
            ):
                self._read_columns(node, count, seen & BREAK != 0)
            node += 1
        self._count_labels()

    def _count_colons(self) -> cython.void:
        """Count the bytes of colons, and those that wide ones start with, before each node."""
        text: Bytes = self._text
        start: Ints = self._start
        colons: Ints = self._colons
        run: cython.int = 0
        at: cython.Py_ssize_t = start[0]
        for node in range(len(self._tag)):
            colons[node] = run
            stop: cython.Py_ssize_t = start[node + 1]
            while at < stop:
                byte: cython.int = text[at]
                run += (byte == 58) | (byte == 0xEF)
                at += 1
        colons[len(self._tag)] = run

    def _shown(self, node: cython.Py_ssize_t) -> cython.int:
        """Characters that a node shows."""
        return self._chars[node + self._size[node]] - self._chars[node]

    def _kind(self, node: cython.Py_ssize_t) -> cython.int:
        return self._kinds[self._tag[node]]

    # Texts

    def _skip_blanks(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The first byte that is no white space."""
        while at < stop:
            if self._text[at] <= 32:
                at += 1
            elif at + 1 < stop and self._text[at] == 0xC2 and self._text[at + 1] == 0xA0:
                at += 2
            else:
                break
        return at

    def _end(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The end of a text without the white space after it."""
        while stop > at:
            if self._text[stop - 1] <= 32:
                stop -= 1
            elif stop > at + 1 and self._text[stop - 1] == 0xA0 and self._text[stop - 2] == 0xC2:
                stop -= 2
            else:
                break
        return stop

    def _colon(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """Bytes of a colon that stands here, be it a wide one; 0 where there is none."""
        if at >= stop:
            return 0
        if self._text[at] == 58:
            return 1
        if (
            at + 2 < stop
            and self._text[at] == 0xEF
            and self._text[at + 1] == 0xBC
            and self._text[at + 2] == 0x9A
        ):
            return 3
        return 0

    def _before_colon(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The end of a text before the colon that it ends with; -1 where it ends with none."""
        if stop - at > 1 and self._text[stop - 1] == 58:
            return self._end(at, stop - 1)
        if stop - at > 3 and self._colon(stop - 3, stop) == 3:
            return self._end(at, stop - 3)
        return -1

    def _inner_colon(self, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The place of the first colon of a text, if it is one after a label; -1 else."""
        most: cython.Py_ssize_t = min(stop, start + 4 * MAX_LABEL_CHARS)
        at: cython.Py_ssize_t = start
        while at < most:
            colon: cython.int = self._colon(at, stop)
            if colon == 3:
                return at
            if colon == 1:
                # No time, no address.
                if at + 1 < stop and (
                    self._text[at + 1] <= 32
                    or (at + 2 < stop and self._text[at + 1] == 0xC2 and self._text[at + 2] == 0xA0)
                ):
                    return at
                return -1
            at += 1
        return -1

    def _is_label(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a text may be a label: a few short words, no colon among them."""
        if stop - at > 6 * MAX_LABEL_CHARS:
            return False
        if at >= stop or not self._is_letter(at, stop):
            return False
        chars: cython.int = 0
        words: cython.int = 0
        letters: cython.int = 0
        blank: cython.bint = True
        while at < stop:
            byte: cython.int = self._text[at]
            if byte == 58:
                return False
            if byte <= 32:
                chars += not blank
                blank = True
            else:
                words += blank
                blank = False
                chars += (byte & 0xC0) != 0x80
                letters += byte >= 128 or 65 <= byte <= 90 or 97 <= byte <= 122
            at += 1
        return letters > 0 and chars <= MAX_LABEL_CHARS and words <= MAX_LABEL_WORDS

    def _is_letter(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a letter or a figure starts here, no sign: of Latin or any other script."""
        byte: cython.int = self._text[at]
        if byte < 128:
            return 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122
        # Signs of Latin, general ones, and those of Chinese.
        return not (
            byte == 0xC2
            or byte == 0xE2
            or (byte == 0xE3 and at + 1 < stop and self._text[at + 1] == 0x80)
        )

    def _says_something(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a text has a letter or a figure."""
        while at < stop:
            byte: cython.int = self._text[at]
            # No byte that continues a character.
            if (byte & 0xC0) != 0x80 and self._is_letter(at, stop):
                return True
            at += 1
        return False

    def _has_figure(self, node: cython.Py_ssize_t) -> cython.bint:
        return self._analysis.digits[node + self._size[node]] > self._analysis.digits[node]

    # Candidates

    def _add(
        self,
        form: cython.int,
        group: cython.Py_ssize_t,
        label_at: cython.Py_ssize_t,
        label_stop: cython.Py_ssize_t,
        value_at: cython.Py_ssize_t,
        value_stop: cython.Py_ssize_t,
        label_node: cython.Py_ssize_t,
        value_node: cython.Py_ssize_t,
        value_end: cython.Py_ssize_t,
        flags: cython.int,
    ) -> cython.bint:
        """Add a candidate, if its value is one and there is room; tell whether it is."""
        if value_end - value_node > MAX_VALUE_NODES:
            return False
        if self._chars[value_end] - self._chars[value_node] > (
            MAX_COLUMN_CHARS if form == COLUMNS else MAX_VALUE_CHARS
        ):
            return False
        value_at = self._skip_blanks(value_at, value_stop)
        value_stop = self._end(value_at, value_stop)
        if not self._says_something(value_at, value_stop):
            return False
        flags |= IN_ONE_LINE
        for node in range(value_node, value_end):
            if self._kind(node) & CONTROL:
                return False
            if not self._kind(node) & INLINE and node > value_node:
                flags &= ~IN_ONE_LINE
        if (self.count + 1) * WIDTH > len(self._rows):
            return True
        at: cython.Py_ssize_t = self.count * WIDTH
        self._rows[at + FORM] = form
        self._rows[at + GROUP] = group
        self._rows[at + LABEL_AT] = label_at
        self._rows[at + LABEL_STOP] = label_stop
        self._rows[at + VALUE_AT] = value_at
        self._rows[at + VALUE_STOP] = value_stop
        self._rows[at + LABEL_NODE] = label_node
        self._rows[at + VALUE_NODE] = value_node
        self._rows[at + VALUE_END] = value_end
        self._rows[at + FLAGS] = flags
        self.count += 1
        self._alike[group] += 1
        return True

    def _count_labels(self) -> cython.void:
        """Hash each candidate's label, and count those of the same hash."""
        for i in range(self.count):
            word: cython.uint = SEED
            for at in range(self._rows[i * WIDTH + LABEL_AT], self._rows[i * WIDTH + LABEL_STOP]):
                byte: cython.int = self._text[at]
                if 65 <= byte <= 90:
                    byte += 32
                if byte > 32:
                    word = ((word ^ byte) * PRIME) & MASK
            word = (word ^ (word >> 16)) & (LABELS - 1)
            self._rows[i * WIDTH + LABEL_HASH] = word
            self._labels[word] += 1

    # Rows

    def _cells(self, row: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put a row's first cells that say something behind the items; return how many it has."""
        cell: cython.Py_ssize_t = row + 1
        stop: cython.Py_ssize_t = row + self._size[row]
        count: cython.Py_ssize_t = 0
        while cell < stop:
            shown: cython.int = self._shown(cell)
            # A colon or a dash may have a cell of its own.
            if self._kind(cell) & CELL and (
                shown > 2
                or (
                    shown > 0
                    and self._says_something(
                        self._start[cell], self._start[cell + self._size[cell]]
                    )
                )
            ):
                if count < 4:
                    self._items[at + count] = cell
                count += 1
            cell += self._size[cell]
        return count

    def _read_rows(self, node: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.void:
        """Rows of two cells, or of four that are two pairs, in a table of such rows."""
        pairs: cython.Py_ssize_t = 0
        others: cython.Py_ssize_t = 0
        flags: cython.int = 0
        for i in range(count):
            row: cython.Py_ssize_t = self._items[i]
            if not self._kind(row) & TABLE_ROW:
                continue
            cells: cython.Py_ssize_t = self._cells(row, count)
            if cells == 2:
                if i == 0 and count > 2 and self._is_head(count) and self._is_head(count + 1):
                    flags = BELOW_HEADER
                pairs += 1
            elif cells == 4 and self._are_two_pairs(count):
                pairs += 1
            elif cells > 2:
                others += 1
        if others > pairs:
            return
        for i in range(count):
            row = self._items[i]
            if not self._kind(row) & TABLE_ROW:
                continue
            cells = self._cells(row, count)
            if cells == 2 and not (i == 0 and flags):
                self._add_row(node, count, flags)
            elif cells == 4 and self._are_two_pairs(count):
                self._add_row(node, count, flags)
                self._add_row(node, count + 2, flags)

    def _is_head(self, at: cython.Py_ssize_t) -> cython.bint:
        return self._kind(self._items[at]) & EMPHASIS != 0

    def _are_alike(self, a: cython.Py_ssize_t, b: cython.Py_ssize_t) -> cython.bint:
        """Tell whether two nodes have the same tag and the same first class."""
        return self._tag[a] == self._tag[b] and self._analysis.name[a] == self._analysis.name[b]

    def _has_colon(self, node: cython.Py_ssize_t) -> cython.bint:
        stop: cython.Py_ssize_t = self._end(self._start[node], self._start[node + self._size[node]])
        return (
            self._shown(node) <= MAX_LABEL_CHARS + 2
            and self._before_colon(self._start[node], stop) > 0
        )

    def _are_two_pairs(self, at: cython.Py_ssize_t) -> cython.bint:
        """Tell whether of four cells the first and the third are labels, by their looks."""
        a: cython.Py_ssize_t = self._items[at]
        b: cython.Py_ssize_t = self._items[at + 1]
        c: cython.Py_ssize_t = self._items[at + 2]
        d: cython.Py_ssize_t = self._items[at + 3]
        if self._has_colon(a) and self._has_colon(c):
            return True
        if not (self._are_alike(a, c) and self._are_alike(b, d)):
            return False
        if not self._are_alike(a, b):
            return True
        return (
            self._kind(a + 1) & EMPHASIS != 0
            and self._kind(c + 1) & EMPHASIS != 0
            and self._kind(b + 1) & EMPHASIS == 0
            and self._kind(d + 1) & EMPHASIS == 0
        )

    def _add_row(
        self, group: cython.Py_ssize_t, at: cython.Py_ssize_t, flags: cython.int
    ) -> cython.void:
        label: cython.Py_ssize_t = self._items[at]
        value: cython.Py_ssize_t = self._items[at + 1]
        self._add_pair(ROW, group, label, value, value + self._size[value], flags)

    def _add_pair(
        self,
        form: cython.int,
        group: cython.Py_ssize_t,
        label: cython.Py_ssize_t,
        value: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
        flags: cython.int,
    ) -> cython.bint:
        """Add the candidate of a label's node and its value's nodes, if the label is one."""
        if (
            self._kind(label) & CONTROL
            or self._size[label] > MAX_LABEL_NODES
            or self._shown(label) > MAX_LABEL_CHARS + 2
        ):
            return False
        at: cython.Py_ssize_t = self._skip_blanks(
            self._start[label], self._start[label + self._size[label]]
        )
        stop: cython.Py_ssize_t = self._end(at, self._start[label + self._size[label]])
        bare: cython.Py_ssize_t = self._before_colon(at, stop)
        if bare > 0:
            stop = bare
            flags |= WITH_COLON
        if not self._is_label(at, stop):
            return False
        return self._add(
            form, group, at, stop, self._start[value], self._start[end], label, value, end, flags
        )

    # Definitions

    def _read_terms(self, node: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.void:
        """The terms of a list, each with the definitions after it."""
        group: cython.Py_ssize_t = self._group_of(node)
        term: cython.Py_ssize_t = -1
        value: cython.Py_ssize_t = -1
        end: cython.Py_ssize_t = -1
        for i in range(count):
            item: cython.Py_ssize_t = self._items[i]
            kind: cython.int = self._kind(item)
            if kind & TERM:
                if value >= 0:
                    self._add_pair(DEFINITION, group, term, value, end, 0)
                term = item
                value = -1
            elif kind & DEFINED and term >= 0:
                if value < 0:
                    value = item
                end = item + self._size[item]
        if value >= 0:
            self._add_pair(DEFINITION, group, term, value, end, 0)

    def _group_of(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The nearest element around one that shows more than it."""
        shown: cython.int = self._shown(node)
        above: cython.Py_ssize_t = node
        for _ in range(MAX_CLIMB):
            if self._parent[above] < 0:
                break
            above = self._parent[above]
            if self._shown(above) > shown:
                break
        return above

    # Lines

    def _starts_label(self, i: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.bint:
        """Tell whether an item is a label by a colon at its end or right after it."""
        node: cython.Py_ssize_t = self._items[i]
        if self._shown(node) > MAX_LABEL_CHARS + 2 or self._size[node] > MAX_LABEL_NODES:
            return False
        at: cython.Py_ssize_t = self._skip_blanks(
            self._start[node], self._start[node + self._size[node]]
        )
        stop: cython.Py_ssize_t = self._end(at, self._start[node + self._size[node]])
        if self._before_colon(at, stop) > 0:
            return self._is_label(at, self._before_colon(at, stop))
        return self._colon_follows(i, count) and self._is_label(at, stop)

    def _colon_follows(self, i: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.bint:
        """Tell whether the text after an element starts with a colon."""
        if self._tag[self._items[i]] == TEXT or i + 1 >= count:
            return False
        node: cython.Py_ssize_t = self._items[i + 1]
        if self._tag[node] != TEXT:
            return False
        stop: cython.Py_ssize_t = self._start[node + 1]
        return self._colon(self._skip_blanks(self._start[node], stop), stop) > 0

    def _read_lines(self, node: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.bint:
        """Labels with a colon, and what follows each; tell whether there are any."""
        found: cython.bint = False
        i: cython.Py_ssize_t = 0
        while i < count:
            item: cython.Py_ssize_t = self._items[i]
            if self._kind(item) & BREAK:
                i += 1
                continue
            label_stop: cython.Py_ssize_t = -1
            value_at: cython.Py_ssize_t = -1
            j: cython.Py_ssize_t = i + 1
            broken: cython.bint = False
            at: cython.Py_ssize_t = self._skip_blanks(
                self._start[item], self._start[item + self._size[item]]
            )
            stop: cython.Py_ssize_t = self._end(at, self._start[item + self._size[item]])
            if self._colons[node + self._size[node]] == self._colons[item]:
                # Nor has any after it.
                break
            if self._starts_label(i, count):
                label_stop = self._before_colon(at, stop)
                if label_stop < 0:
                    label_stop = stop
                    # The colon starts the next text.
                    item = self._items[j]
                    stop = self._start[item + 1]
                    value_at = self._skip_blanks(self._start[item], stop)
                    value_at += self._colon(value_at, stop)
                    if self._skip_blanks(value_at, stop) >= stop:
                        value_at = -1
                        j += 1
                    item = self._items[i]
            elif self._tag[item] == TEXT and self._colons[item + 1] > self._colons[item]:
                label_stop = self._inner_colon(at, stop)
                if label_stop > at and self._is_label(at, self._end(at, label_stop)):
                    value_at = label_stop + self._colon(label_stop, stop)
                    label_stop = self._end(at, label_stop)
                    j = i
                else:
                    label_stop = -1
            if label_stop < 0:
                i += 1
                continue
            while j < count and self._kind(self._items[j]) & BREAK:
                broken = True
                j += 1
            if j >= count or (value_at < 0 and self._starts_label(j, count)):
                i = max(j, i + 1)
                continue
            end: cython.Py_ssize_t = j + 1
            if self._kind(self._items[j]) & INLINE:
                breaks: cython.int = 0
                while end < count:
                    if self._kind(self._items[end]) & BREAK:
                        breaks += 1
                        if not broken or breaks > 1:
                            break
                    elif not self._kind(self._items[end]) & INLINE or self._starts_label(
                        end, count
                    ):
                        break
                    else:
                        breaks = 0
                    last: cython.Py_ssize_t = self._items[end]
                    end += 1
                    # It is no value then, whatever follows; without this it is O(items squared).
                    if last + self._size[last] - self._items[j] > MAX_VALUE_NODES:
                        break
            last = self._items[end - 1]
            last += self._size[last]
            if value_at < 0:
                value_at = self._start[self._items[j]]
            if self._add(
                LINE, node, at, label_stop, value_at, self._start[last], item, self._items[j],
                last, WITH_COLON,
            ):  # fmt: skip
                found = True
                i = end
            else:
                i = max(j, i + 1)
        if found:
            self._beside[self._group_of(node)] += 1
        return found

    # Columns

    def _without_breaks(self, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        kept: cython.Py_ssize_t = 0
        for i in range(count):
            if not self._kind(self._items[i]) & BREAK:
                self._items[kept] = self._items[i]
                kept += 1
        return kept

    def _read_broken(self, node: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.bint:
        """Lines of a label's element and one more, most lines being such."""
        pairs: cython.Py_ssize_t = 0
        others: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t = 0
        for i in range(count + 1):
            if i == count or self._kind(self._items[i]) & BREAK:
                if i == start + 2 and self._tag[self._items[start]] != TEXT:
                    pairs += 1
                elif i > start:
                    others += 1
                start = i + 1
        if pairs < 2 or others > pairs:
            return False
        found: cython.bint = False
        start = 0
        for i in range(count + 1):
            if i == count or self._kind(self._items[i]) & BREAK:
                if i == start + 2 and self._tag[self._items[start]] != TEXT:
                    found |= self._add_columns(node, start, i, 0)
                start = i + 1
        return found

    def _read_columns(
        self, node: cython.Py_ssize_t, count: cython.Py_ssize_t, broken: cython.bint
    ) -> cython.void:
        """A label and its value as two children, or labels and values in turn."""
        breaks: cython.Py_ssize_t = 0
        if broken:
            if self._read_broken(node, count):
                return
            breaks = count
            count = self._without_breaks(count)
            breaks -= count
        if count <= MAX_PARTS:
            self._read_whole(node, count)
        i: cython.Py_ssize_t = 0
        while i + 1 < count:
            if self._kind(self._items[i]) & HEADING:
                j: cython.Py_ssize_t = i + 1
                while j < count and not self._kind(self._items[j]) & HEADING:
                    j += 1
                if 1 < j - i <= MAX_PARTS and not (i == 0 and j == count):
                    self._add_columns(node, i, j, UNDER_HEADING)
                i = j
                continue
            # What stands between words of a text is no label.
            if self._tag[self._items[i]] == TEXT or self._are_alike(
                self._items[i], self._items[i + 1]
            ):
                i += 1
                continue
            pairs: cython.Py_ssize_t = 1
            j = i
            while (
                j + 3 < count
                and self._are_alike(self._items[j], self._items[j + 2])
                and self._are_alike(self._items[j + 1], self._items[j + 3])
            ):
                pairs += 1
                j += 2
            if pairs > 1 and (self._tag[self._items[i + 1]] != TEXT or breaks + 1 >= pairs):
                for j in range(i, i + 2 * pairs, 2):
                    self._add_columns(node, j, j + 2, 0)
                i += 2 * pairs
            else:
                i += 2 * pairs - 1

    def _read_whole(self, node: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.void:
        """An element that is one pair as a whole, if its siblings are alike."""
        if count < 2 or self._shown(node) > MAX_COLUMN_CHARS + MAX_LABEL_CHARS:
            return
        for i in range(1, count):
            if count > 2 and self._are_alike(self._items[0], self._items[i]):
                return
        heading: cython.bint = self._kind(self._items[0]) & HEADING != 0
        group: cython.Py_ssize_t = self._group_of(node)
        first: cython.Py_ssize_t = self._first[group] - 1
        if first >= 0 and not heading:
            item: cython.Py_ssize_t = self._parent[self._rows[first * WIDTH + LABEL_NODE]]
            if not self._are_alike(item, node):
                return
        if self._tag[self._items[0]] == TEXT and count > 2:
            return
        if not self._add_columns(group, 0, count, UNDER_HEADING if heading else 0):
            return
        if first < 0 and not heading:
            self._first[group] = self.count

    def _add_columns(
        self,
        group: cython.Py_ssize_t,
        i: cython.Py_ssize_t,
        j: cython.Py_ssize_t,
        flags: cython.int,
    ) -> cython.bint:
        """Add the items from ``i`` up to ``j`` as a label and its value, or the other way round."""
        label: cython.Py_ssize_t = self._items[i]
        value: cython.Py_ssize_t = self._items[i + 1]
        last: cython.Py_ssize_t = self._items[j - 1]
        # A figure over the word for it, or a label that only its colon tells.
        if (
            j == i + 2
            and not flags & UNDER_HEADING
            and (
                (self._has_figure(label) and not self._has_figure(value))
                or (self._has_colon(value) and not self._has_colon(label))
            )
        ):
            return self._add_pair(COLUMNS, group, value, label, label + self._size[label], flags)
        return self._add_pair(COLUMNS, group, label, value, last + self._size[last], flags)

    # Features

    def fill_features(self, headline: cython.Py_ssize_t, features: Doubles) -> None:
        """Fill ``features``, ``FEATURES`` a candidate; ``headline`` is a node, -1 for none."""
        analysis = self._analysis
        whole: cython.double = 1.0 + self._chars[len(self._tag)]
        self._sum_held()
        for i in range(self.count):
            at: cython.Py_ssize_t = i * WIDTH
            f: cython.Py_ssize_t = i * FEATURES
            form: cython.int = self._rows[at + FORM]
            flags: cython.int = self._rows[at + FLAGS]
            label: cython.Py_ssize_t = self._rows[at + LABEL_NODE]
            label_end: cython.Py_ssize_t = label + self._size[label]
            value: cython.Py_ssize_t = self._rows[at + VALUE_NODE]
            end: cython.Py_ssize_t = self._rows[at + VALUE_END]
            if form != COLUMNS:
                features[f + OF_ROW + form] = 1
            features[f + COLON] = flags & WITH_COLON != 0
            features[f + EMPHASISED] = (self._kind(label) & EMPHASIS != 0) or (
                label_end > label + 1 and self._kind(label + 1) & EMPHASIS != 0
            )
            own: cython.int = self._alike[self._rows[at + GROUP]]
            group: cython.Py_ssize_t = self._rows[at + GROUP]
            if form == LINE:
                group = self._group_of(group)
            own = max(own, self._beside[group])
            features[f + ALIKE] = log(min(20, own))
            self._fill_label(i, features)
            if self._linked[label_end] > self._linked[label]:
                # Tables explain their labels elsewhere.
                features[f + LINKED_LABEL] = (
                    0.4
                    if (form == ROW or form == DEFINITION)
                    and (features[f + EMPHASISED] or flags & WITH_COLON or form == DEFINITION)
                    else 1.0
                )
            own = self._chars[end] - self._chars[value]
            features[f + CHARS_OF_VALUE] = log(1.0 + own)
            features[f + LONG_VALUE] = own > MAX_COLUMN_CHARS
            features[f + LINKED_VALUE] = (self._linked[end] - self._linked[value]) / (1.0 + own)
            own = analysis.links[end] - analysis.links[value]
            features[f + LINKS] = log(max(1, own))
            features[f + SENTENCES] = min(3, analysis.sentences[end] - analysis.sentences[value])
            cues: cython.int = analysis.cues[value]
            for bit in range(5):
                features[f + NAVIGATION + bit] = (cues >> bit) & 1
            features[f + ABOVE] = value < headline
            if headline >= 0:
                own = self._chars[value] - self._chars[headline]
                features[f + DISTANCE] = max(own, -own) / whole
            features[f + REPEATED] = log(self._labels[self._rows[at + LABEL_HASH]])
            own = self._held[end] - self._held[value] - (label >= value and label < end)
            own += self._held[label_end] - self._held[label] - (not self._is_alone(i))
            features[f + HOLDING] = max(0, min(3, own))
            features[f + HEADER] = flags & BELOW_HEADER != 0
            features[f + HEADED] = flags & UNDER_HEADING != 0

    def _sum_held(self) -> cython.void:
        """Sum up how many labels stand before each node, those that are alone left out."""
        for i in range(self.count):
            if not self._is_alone(i):
                self._held[self._rows[i * WIDTH + LABEL_NODE]] += 1
        run: cython.int = 0
        for i in range(len(self._held)):
            own: cython.int = self._held[i]
            self._held[i] = run
            run += own

    def _fill_label(self, i: cython.Py_ssize_t, features: Doubles) -> cython.void:
        """Fill the features of a label's text."""
        at: cython.Py_ssize_t = self._rows[i * WIDTH + LABEL_AT]
        stop: cython.Py_ssize_t = self._rows[i * WIDTH + LABEL_STOP]
        blank: cython.bint = True
        words: cython.int = 0
        chars: cython.int = 0
        digits: cython.int = 0
        while at < stop:
            byte: cython.int = self._text[at]
            words += blank and byte > 32
            blank = byte <= 32
            chars += (byte & 0xC0) != 0x80
            digits += 48 <= byte <= 57
            at += 1
        features[i * FEATURES + CHARS_OF_LABEL] = chars / 10.0
        features[i * FEATURES + WORDS_OF_LABEL] = words
        features[i * FEATURES + DIGITS_IN_LABEL] = digits > 0

    def fill_scores(self, features: Doubles, weights: Doubles, scores: Doubles) -> None:
        """Fill ``scores`` with probabilities; the last of the weights is the bias.

        0 for columns that have none like them beside them.
        """
        for i in range(self.count):
            if self._is_alone(i):
                continue
            total: cython.double = weights[FEATURES]
            for k in range(FEATURES):
                total += weights[k] * features[i * FEATURES + k]
            scores[i] = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))

    def _is_alone(self, i: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a candidate of columns has none like it beside it, nor is a heading's."""
        at: cython.Py_ssize_t = i * WIDTH
        return (
            self._rows[at + FORM] == COLUMNS
            and not self._rows[at + FLAGS] & UNDER_HEADING
            and self._alike[self._rows[at + GROUP]] < 2
        )
