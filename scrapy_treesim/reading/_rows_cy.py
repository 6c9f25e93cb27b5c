# cython: cdivision=True
"""Kernel of the rows: inputs of elements and of blocks, in the order of their tables."""

from __future__ import annotations

from array import array
from math import log1p
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Floats, Ints, UInts
from scrapy_treesim.reading._elements_cy import ElementNumbers
from scrapy_treesim.reading.constants import *
from scrapy_treesim.tree._hashing_cy import HashTable
from scrapy_treesim.values.constants import (
    ANSWER,
    DATE,
    MORE,
    NUMBER,
    ONLY_STARS,
    PRESSED,
    PRICE,
    RATING,
    RELATIVE,
    SAYS,
    SENTENCE,
    TALK,
    TIME,
)

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

TIMES = cython.declare(cython.int, DATE | TIME | RELATIVE)
STARS = cython.declare(cython.int, RATING | ONLY_STARS)

# Sums over all blocks before each, in a row.
cython.declare(
    SUM_CHARS=cython.int, SUM_LINKED=cython.int, SUM_LONG=cython.int, SUM_ENDS=cython.int,
    SUM_TIMES=cython.int, SUM_PRICES=cython.int, SUM_NUMBERS=cython.int, SUM_PRESSED=cython.int,
    SUM_LINKS=cython.int, SUMS=cython.int,
)  # fmt: skip
(
    SUM_CHARS, SUM_LINKED, SUM_LONG, SUM_ENDS, SUM_TIMES, SUM_PRICES, SUM_NUMBERS, SUM_PRESSED,
    SUM_LINKS, SUMS,
) = range(10)  # fmt: skip

# Sums over the members of a group, in a row.
cython.declare(
    COUNT=cython.int, CHARS_OF=cython.int, LINKED_OF=cython.int, LONG_OF=cython.int,
    TIMES_OF=cython.int, PRICES_OF=cython.int, FIRST_OF=cython.int, LAST_OF=cython.int,
    LOG_COUNT=cython.int, LOG_CHARS=cython.int, GROUP=cython.int,
)  # fmt: skip
(
    COUNT, CHARS_OF, LINKED_OF, LONG_OF, TIMES_OF, PRICES_OF, FIRST_OF, LAST_OF, LOG_COUNT,
    LOG_CHARS, GROUP,
) = range(11)  # fmt: skip


MOST_ALIKE = cython.declare(cython.double, log1p(60))
"""Largest log of the number of similar elements, so that the length of a list does not matter."""
LOGS_SIZE = cython.declare(cython.int, 1024)
"""Length of the table of logs of whole numbers."""
LOGS = cython.declare(Doubles, array("d", [log1p(number) for number in range(1024)]))


@cython.inline
@cython.boundscheck(False)
@cython.exceptval(check=False)
def _lg(number: cython.double) -> cython.double:
    """Return the log of a number plus one."""
    if 0 <= number < LOGS_SIZE:
        whole: cython.int = int(number)
        if whole == number:
            return LOGS[whole]
    return log1p(number)


@cython.inline
@cython.exceptval(check=False)
def _ratio(a: cython.double, b: cython.double) -> cython.double:
    """Return ``a / b``, 0 if ``b`` is 0."""
    return a / b if b > 0 else 0.0


def _log_groups(sums: Doubles) -> cython.int:
    """Fill in the logs of each group's count and mean characters."""
    group: cython.Py_ssize_t = 0
    while group < len(sums):
        if sums[group + COUNT] > 0:
            sums[group + LOG_COUNT] = _lg(sums[group + COUNT])
            sums[group + LOG_CHARS] = _lg(sums[group + CHARS_OF] / sums[group + COUNT])
        group += GROUP
    return 0


@cython.final
class Rows:
    """Builder of the inputs of a page."""

    counts: Ints
    """Counts of each block."""
    hashes: UInts
    """Hash of the letters of each block."""
    owner: Ints
    """Element of each block."""
    blocks: cython.Py_ssize_t
    elements: ElementNumbers
    sums: Doubles
    """Sums over the blocks before each, and over all of them."""
    row: Floats
    """Inputs being written."""
    index: cython.Py_ssize_t
    """Index of the next input."""

    def __init__(self, elements: ElementNumbers, counts: Ints, hashes: UInts, owner: Ints) -> None:
        self.elements, self.counts, self.hashes, self.owner = elements, counts, hashes, owner
        self.blocks = len(owner)
        self.sums = array("d", bytes(8 * SUMS * (self.blocks + 1)))
        self.row = array("f")
        for b in range(self.blocks):
            k: cython.Py_ssize_t = b * SUMS
            c: cython.Py_ssize_t = b * COUNTS
            for kind in range(SUMS):
                self.sums[k + SUMS + kind] = self.sums[k + kind]
            k += SUMS
            chars: cython.int = counts[c + CHARS]
            self.sums[k + SUM_CHARS] += chars
            self.sums[k + SUM_LINKED] += counts[c + LINKED]
            if self.is_long(b):
                self.sums[k + SUM_LONG] += chars - counts[c + LINKED]
            self.sums[k + SUM_ENDS] += counts[c + ENDS]
            self.sums[k + SUM_TIMES] += (counts[c + KINDS] & TIMES) != 0
            self.sums[k + SUM_PRICES] += (counts[c + KINDS] & PRICE) != 0
            self.sums[k + SUM_NUMBERS] += (counts[c + KINDS] & NUMBER) != 0
            self.sums[k + SUM_PRESSED] += (counts[c + MEANINGS] & (PRESSED | ANSWER)) != 0
            self.sums[k + SUM_LINKS] += counts[c + LINKS]

    @cython.cfunc
    def is_long(self, b: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a block is long and mostly outside of links."""
        return (
            self.counts[b * COUNTS + CHARS] >= LONG_CHARS
            and 2 * self.counts[b * COUNTS + LINKED] < self.counts[b * COUNTS + CHARS]
        )

    def fill_units(self, units: Ints) -> None:
        """Fill in the size of each block in half words: two for a word, one for an ideograph."""
        for b in range(self.blocks):
            c: cython.Py_ssize_t = b * COUNTS
            units[b] = 2 * self.counts[c + WORDS] - self.counts[c + IDEOGRAPHS]

    @cython.cfunc
    @cython.inline
    @cython.boundscheck(False)
    @cython.exceptval(check=False)
    def put(self, value: cython.double) -> cython.void:
        """Write the next input, if there is room for it."""
        if self.index < len(self.row):
            self.row[self.index] = value
        self.index += 1

    @cython.cfunc
    def repeat(self, inputs: cython.int, width: cython.Py_ssize_t) -> cython.void:
        """Copy the next inputs from the row before."""
        for _ in range(inputs):
            self.put(self.row[self.index - width])

    @cython.cfunc
    def finish(self) -> cython.void:
        """Raise an error unless all inputs of the rows are written."""
        if self.index != len(self.row):
            raise ValueError(f"expected {len(self.row)} inputs, got {self.index}")

    @cython.cfunc
    @cython.inline
    def within(
        self, first: cython.Py_ssize_t, stop: cython.Py_ssize_t, kind: cython.int
    ) -> cython.double:
        """Return a sum over the blocks ``first`` to ``stop - 1``."""
        return self.sums[stop * SUMS + kind] - self.sums[first * SUMS + kind]

    @cython.cfunc
    @cython.locals(first=cython.Py_ssize_t, stop=cython.Py_ssize_t)
    def grouped(self, numbers: Ints, groups: cython.Py_ssize_t) -> Doubles:
        """Sum up the elements of each group."""
        sums: Doubles = array("d", bytes(8 * GROUP * groups))
        for j in range(len(numbers)):
            group: cython.Py_ssize_t = numbers[j] * GROUP
            first, stop = self.elements.first[j], self.elements.stop[j]
            sums[group + COUNT] += 1
            sums[group + CHARS_OF] += self.within(first, stop, SUM_CHARS)
            sums[group + LINKED_OF] += self.within(first, stop, SUM_LINKED)
        _log_groups(sums)
        return sums

    @cython.locals(
        b=cython.Py_ssize_t, e=cython.Py_ssize_t, tag=Ints, size=Ints, depth=Ints, images=Ints,
        controls=Ints, headings=Ints,
    )  # fmt: skip
    def fill_elements(self, tree: PageTree, styles: Ints, hidden: Buffer, rows: Floats) -> None:
        """Fill in the inputs of elements."""
        elements: ElementNumbers = self.elements
        tag, size, depth = tree.tag, tree.size, tree.depth
        n: cython.Py_ssize_t = len(tag)
        nothing = bytes(4 * (n + 1))
        images, controls, headings = array("i", nothing), array("i", nothing), array("i", nothing)
        for i in range(n):
            style: cython.int = styles[tag[i]] if tag[i] < len(styles) else 0
            images[i + 1] = images[i] + ((style & IS_IMAGE) != 0)
            controls[i + 1] = controls[i] + ((style & IS_CONTROL) != 0)
            headings[i + 1] = headings[i] + ((style & IS_HEADING) != 0)
        n = len(elements.node)
        alike: Doubles = self.grouped(elements.siblings, n)
        named: Doubles = self.grouped(elements.names, n)
        paths: Doubles = self.grouped(elements.path, n)
        shapes: Doubles = self.grouped(elements.shape, n)
        everything: cython.double = self.sums[self.blocks * SUMS + SUM_CHARS]
        long: cython.double = self.sums[self.blocks * SUMS + SUM_LONG]
        width: cython.Py_ssize_t = len(rows) // n if n else 0
        self.row = rows
        self.index = 0
        for j in range(n):
            node: cython.Py_ssize_t = elements.node[j]
            stop: cython.Py_ssize_t = node + size[node]
            b, e = elements.first[j], elements.stop[j]
            # Most elements have the same blocks as their parent, which comes right before.
            same: cython.bint = j > 0 and elements.first[j - 1] == b and elements.stop[j - 1] == e
            # lengths and links
            if same:
                self.repeat(7, width)
            else:
                chars: cython.double = self.within(b, e, SUM_CHARS)
                long_chars: cython.double = self.within(b, e, SUM_LONG)
                self.put(_lg(chars))
                self.put(_ratio(chars, everything))
                self.put(_ratio(self.within(b, e, SUM_LINKED), chars))
                self.put(_lg(self.within(b, e, SUM_LINKS)))
                self.put(_ratio(long_chars, chars))
                self.put(_ratio(long_chars, long))
                self.put(_ratio(50 * self.within(b, e, SUM_ENDS), 50 + chars))
            # contents
            self.put(_lg(e - b))
            self.put(_lg(elements.children[j]))
            self.put(_lg(images[stop] - images[node]))
            self.put(_lg(controls[stop] - controls[node]))
            self.put(_lg(headings[stop] - headings[node]))
            self.put(hidden[node] != 0)
            # place
            self.put(_ratio(b, self.blocks))
            self.put(_ratio(e, self.blocks))
            self.put(min(10.0, 0.1 * depth[node]))
            # repetition
            k: cython.Py_ssize_t = elements.siblings[j] * GROUP
            self.put(min(MOST_ALIKE, alike[k + LOG_COUNT]))
            self.put(_ratio(elements.position[j], alike[k + COUNT]))
            self.put(alike[k + LOG_CHARS])
            self.put(_ratio(alike[k + LINKED_OF], alike[k + CHARS_OF]))
            self.put(_ratio(alike[k + CHARS_OF], everything))
            k = elements.names[j] * GROUP
            self.put(min(MOST_ALIKE, named[k + LOG_COUNT]))
            self.put(named[k + LOG_CHARS])
            self.put(_ratio(named[k + LINKED_OF], named[k + CHARS_OF]))
            k = elements.path[j] * GROUP
            self.put(min(MOST_ALIKE, paths[k + LOG_COUNT]))
            self.put(paths[k + LOG_CHARS])
            self.put(min(MOST_ALIKE, shapes[elements.shape[j] * GROUP + LOG_COUNT]))
            # kinds of text
            if same:
                self.repeat(4, width)
                continue
            self.put(_lg(self.within(b, e, SUM_TIMES)))
            self.put(_lg(self.within(b, e, SUM_PRICES)))
            self.put(_lg(self.within(b, e, SUM_NUMBERS)))
            self.put(_lg(self.within(b, e, SUM_PRESSED)))
        self.finish()

    @cython.locals(
        elements=ElementNumbers, copies=Ints, of_copy=Ints, seen=Ints, counts=Ints,
        blocks=cython.Py_ssize_t,
    )  # fmt: skip
    def fill_blocks(
        self, title_words: cython.int, described: cython.int, styles: Ints, rows: Floats
    ) -> None:
        """Fill in the inputs of blocks."""
        elements, counts, blocks = self.elements, self.counts, self.blocks
        n: cython.double = blocks
        paths: Doubles = array("d", bytes(8 * GROUP * len(elements.node)))
        named: Ints = array("i", bytes(4 * len(elements.node)))
        nothing = bytes(4 * blocks)
        of_copy, copies, seen = array("i", nothing), array("i", nothing), array("i", nothing)
        table: HashTable = HashTable(blocks)
        for b in range(blocks):
            c: cython.Py_ssize_t = b * COUNTS
            k: cython.Py_ssize_t = elements.path[self.owner[b]] * GROUP
            if paths[k + COUNT] == 0:
                paths[k + FIRST_OF] = b
            paths[k + COUNT] += 1
            paths[k + CHARS_OF] += counts[c + CHARS]
            paths[k + LINKED_OF] += counts[c + LINKED]
            if self.is_long(b):
                paths[k + LONG_OF] += counts[c + CHARS] - counts[c + LINKED]
            paths[k + TIMES_OF] += (counts[c + KINDS] & TIMES) != 0
            paths[k + PRICES_OF] += (counts[c + KINDS] & PRICE) != 0
            paths[k + LAST_OF] = b
            named[elements.names[self.owner[b]]] += 1
            of_copy[b] = table.enter(self.hashes[b])
            copies[of_copy[b]] += 1
        _log_groups(paths)
        everything: cython.double = self.sums[blocks * SUMS + SUM_CHARS]
        long: cython.double = self.sums[blocks * SUMS + SUM_LONG]
        width: cython.Py_ssize_t = len(rows) // blocks if blocks else 0
        self.row = rows
        self.index = 0
        heading: cython.Py_ssize_t = -1
        previous: cython.Py_ssize_t = -1
        for b in range(blocks):
            c = b * COUNTS
            j: cython.Py_ssize_t = self.owner[b]
            chars: cython.double = counts[c + CHARS]
            words: cython.double = counts[c + WORDS]
            kinds: cython.int = counts[c + KINDS]
            meanings: cython.int = counts[c + MEANINGS]
            # lengths and links
            self.put(_lg(chars))
            self.put(_lg(words))
            self.put(min(20.0, chars / (words + 1)))
            self.put(_lg(counts[c + COMMAS]))
            self.put(_lg(counts[c + ENDS]))
            self.put(_ratio(counts[c + LINKED], chars))
            self.put(_lg(counts[c + LINKS]))
            self.put(_ratio(counts[c + BOLD], chars))
            self.put(_ratio(counts[c + ITALIC], chars))
            # script
            self.put(_ratio(counts[c + DIGITS], chars))
            self.put(_ratio(counts[c + CAPITALS], chars))
            self.put(_ratio(counts[c + SIGNS], chars))
            self.put(_ratio(counts[c + IDEOGRAPHS], chars))
            self.put(_ratio(counts[c + FOREIGN], chars))
            self.put(counts[c + CLOSING] == CLOSES_END)
            self.put(counts[c + CLOSING] == CLOSES_COLON)
            self.put(counts[c + CLOSING] == CLOSES_TRAILING)
            self.put(counts[c + OPENING] == OPENS_LOWER)
            self.put(counts[c + OPENING] == OPENS_QUOTE)
            self.put(counts[c + OPENING] == OPENS_DIGIT)
            # words of the page's title and description
            self.put(_ratio(counts[c + TITLE], words))
            self.put(min(1.0, _ratio(counts[c + TITLE], title_words)))
            self.put(min(1.0, _ratio(counts[c + DESCRIBED], described)))
            # repetition
            self.put(_lg(copies[of_copy[b]] - 1))
            self.put(_lg(seen[of_copy[b]]))
            seen[of_copy[b]] += 1
            k = elements.path[j] * GROUP
            self.put(paths[k + LOG_COUNT])
            self.put(paths[k + LOG_CHARS])
            self.put(_ratio(paths[k + LINKED_OF], paths[k + CHARS_OF]))
            self.put(_ratio(paths[k + LONG_OF], long))
            self.put((b - paths[k + FIRST_OF]) / n)
            self.put((paths[k + LAST_OF] - b) / n)
            self.put(_lg(named[elements.names[j]]))
            self.put(_ratio(paths[k + TIMES_OF], paths[k + COUNT]))
            self.put(_ratio(paths[k + PRICES_OF], paths[k + COUNT]))
            # place
            self.put(b / n)
            self.put(_ratio(self.sums[b * SUMS + SUM_CHARS], everything))
            self.put(_lg(b))
            self.put(_lg(n - 1 - b))
            self.put(_ratio(self.sums[b * SUMS + SUM_LONG], long))
            self.put(_ratio(long - self.sums[(b + 1) * SUMS + SUM_LONG], long))
            tag: cython.int = elements.tag[j]
            if tag < len(styles) and styles[tag] & IS_HEADING:
                heading = b
            self.put(_lg(b - heading) if heading >= 0 else -1.0)
            self.put(j == previous)
            previous = j
            # the page
            if b > 0:
                self.repeat(5, width)
            else:
                self.put(_lg(n))
                self.put(_lg(everything))
                self.put(_ratio(self.sums[blocks * SUMS + SUM_LINKED], everything))
                self.put(_ratio(long, everything))
                self.put(_lg(self.sums[blocks * SUMS + SUM_ENDS]))
            # kinds of text
            self.put((kinds & PRICE) != 0)
            self.put((kinds & DATE) != 0)
            self.put((kinds & TIME) != 0)
            self.put((kinds & RELATIVE) != 0)
            self.put((kinds & STARS) != 0)
            self.put((kinds & NUMBER) != 0)
            self.put((kinds & SENTENCE) != 0)
            self.put((meanings & PRESSED) != 0)
            self.put((meanings & SAYS) != 0)
            self.put((meanings & TALK) != 0)
            self.put((meanings & MORE) != 0)
            self.put((meanings & ANSWER) != 0)
        self.finish()

    def fill_surroundings(self, levels: Ints, ancestors: Ints) -> None:
        """Fill in each block's levels, ancestors each with more blocks than the last, and its
        nearest ancestors, its own element first; the outermost is repeated if there are fewer."""
        elements: ElementNumbers = self.elements
        up: Ints = array("i", bytes(4 * len(elements.node)))
        for j in range(len(elements.node)):
            parent: cython.Py_ssize_t = elements.parent[j]
            up[j] = parent
            if (
                parent >= 0
                and elements.first[parent] == elements.first[j]
                and elements.stop[parent] == elements.stop[j]
            ):
                up[j] = up[parent]
        for b in range(self.blocks):
            element: cython.Py_ssize_t = self.owner[b]
            for level in range(LEVELS):
                element = up[element] if up[element] >= 0 else element
                levels[b * LEVELS + level] = element
            element = self.owner[b]
            for level in range(ANCESTORS):
                ancestors[b * ANCESTORS + level] = element
                element = elements.parent[element] if elements.parent[element] >= 0 else element
