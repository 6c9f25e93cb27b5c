# cython: cdivision=True
"""Kernel of the rows: inputs of elements and of blocks, each at its position in their tables."""

from __future__ import annotations

from array import array
from math import log1p
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Doubles, Floats, Ints, UInts
from scrapy_treesim.reading._elements_cy import ElementNumbers
from scrapy_treesim.reading.constants import *
from scrapy_treesim.reading.inputs import BLOCK_WIDTH, ELEMENT_WIDTH, BlockInput, ElementInput
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
    """Writer of the inputs of a page, group by group."""

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
    chars: cython.double
    """Characters of the page."""
    long: cython.double
    """Characters of its long blocks."""

    def __init__(self, elements: ElementNumbers, counts: Ints, hashes: UInts, owner: Ints) -> None:
        self.elements, self.counts, self.hashes, self.owner = elements, counts, hashes, owner
        self.blocks = len(owner)
        self.sums = array("d", bytes(8 * SUMS * (self.blocks + 1)))
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
        self.chars = self.within(0, self.blocks, SUM_CHARS)
        self.long = self.within(0, self.blocks, SUM_LONG)

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

    # Elements

    def fill_elements(self, tree: PageTree, styles: Ints, hidden: Buffer, rows: Floats) -> None:
        """Fill in the inputs of elements."""
        self._fill_element_lengths(rows)
        self._fill_element_contents(tree.tag, tree.size, styles, hidden, rows)
        self._fill_element_places(tree.depth, rows)
        self._fill_siblings(rows)
        self._fill_alike(rows)
        self._fill_element_kinds(rows)

    def _fill_element_lengths(self, rows: Floats) -> cython.void:
        elements: ElementNumbers = self.elements
        for j in range(len(elements.node)):
            at: cython.Py_ssize_t = j * ELEMENT_WIDTH
            first: cython.Py_ssize_t = elements.first[j]
            stop: cython.Py_ssize_t = elements.stop[j]
            chars: cython.double = self.within(first, stop, SUM_CHARS)
            long: cython.double = self.within(first, stop, SUM_LONG)
            ends: cython.double = self.within(first, stop, SUM_ENDS)
            rows[at + ElementInput.CHARS] = _lg(chars)
            rows[at + ElementInput.SHARE] = _ratio(chars, self.chars)
            rows[at + ElementInput.LINKED] = _ratio(self.within(first, stop, SUM_LINKED), chars)
            rows[at + ElementInput.LINKS] = _lg(self.within(first, stop, SUM_LINKS))
            rows[at + ElementInput.LONG] = _ratio(long, chars)
            rows[at + ElementInput.LONG_SHARE] = _ratio(long, self.long)
            rows[at + ElementInput.ENDS] = _ratio(50 * ends, 50 + chars)

    @cython.locals(images=Ints, controls=Ints, headings=Ints)
    def _fill_element_contents(
        self, tag: Ints, size: Ints, styles: Ints, hidden: Buffer, rows: Floats
    ) -> cython.void:
        elements: ElementNumbers = self.elements
        # Of each kind, the nodes before each.
        nothing = bytes(4 * (len(tag) + 1))
        images, controls, headings = array("i", nothing), array("i", nothing), array("i", nothing)
        for i in range(len(tag)):
            style: cython.int = styles[tag[i]] if tag[i] < len(styles) else 0
            images[i + 1] = images[i] + ((style & IS_IMAGE) != 0)
            controls[i + 1] = controls[i] + ((style & IS_CONTROL) != 0)
            headings[i + 1] = headings[i] + ((style & IS_HEADING) != 0)
        for j in range(len(elements.node)):
            at: cython.Py_ssize_t = j * ELEMENT_WIDTH
            node: cython.Py_ssize_t = elements.node[j]
            stop: cython.Py_ssize_t = node + size[node]
            rows[at + ElementInput.BLOCKS] = _lg(elements.stop[j] - elements.first[j])
            rows[at + ElementInput.CHILDREN] = _lg(elements.children[j])
            rows[at + ElementInput.IMAGES] = _lg(images[stop] - images[node])
            rows[at + ElementInput.CONTROLS] = _lg(controls[stop] - controls[node])
            rows[at + ElementInput.HEADINGS] = _lg(headings[stop] - headings[node])
            rows[at + ElementInput.HIDDEN] = hidden[node] != 0

    def _fill_element_places(self, depth: Ints, rows: Floats) -> cython.void:
        elements: ElementNumbers = self.elements
        for j in range(len(elements.node)):
            at: cython.Py_ssize_t = j * ELEMENT_WIDTH
            rows[at + ElementInput.BEGINS] = _ratio(elements.first[j], self.blocks)
            rows[at + ElementInput.ENDS_AT] = _ratio(elements.stop[j], self.blocks)
            rows[at + ElementInput.DEPTH] = min(10.0, 0.1 * depth[elements.node[j]])

    def _fill_siblings(self, rows: Floats) -> cython.void:
        """Fill in the repetition of an element among its siblings."""
        elements: ElementNumbers = self.elements
        alike: Doubles = self.grouped(elements.siblings, len(elements.node))
        for j in range(len(elements.node)):
            at: cython.Py_ssize_t = j * ELEMENT_WIDTH
            k: cython.Py_ssize_t = elements.siblings[j] * GROUP
            chars: cython.double = alike[k + CHARS_OF]
            rows[at + ElementInput.SIBLINGS] = min(MOST_ALIKE, alike[k + LOG_COUNT])
            rows[at + ElementInput.POSITION] = _ratio(elements.position[j], alike[k + COUNT])
            rows[at + ElementInput.SIBLINGS_CHARS] = alike[k + LOG_CHARS]
            rows[at + ElementInput.SIBLINGS_LINKED] = _ratio(alike[k + LINKED_OF], chars)
            rows[at + ElementInput.SIBLINGS_SHARE] = _ratio(chars, self.chars)

    def _fill_alike(self, rows: Floats) -> cython.void:
        """Fill in the repetition of an element anywhere on the page."""
        elements: ElementNumbers = self.elements
        n: cython.Py_ssize_t = len(elements.node)
        named: Doubles = self.grouped(elements.names, n)
        paths: Doubles = self.grouped(elements.path, n)
        shapes: Doubles = self.grouped(elements.shape, n)
        for j in range(n):
            at: cython.Py_ssize_t = j * ELEMENT_WIDTH
            k: cython.Py_ssize_t = elements.names[j] * GROUP
            rows[at + ElementInput.NAMED] = min(MOST_ALIKE, named[k + LOG_COUNT])
            rows[at + ElementInput.NAMED_CHARS] = named[k + LOG_CHARS]
            rows[at + ElementInput.NAMED_LINKED] = _ratio(named[k + LINKED_OF], named[k + CHARS_OF])
            k = elements.path[j] * GROUP
            rows[at + ElementInput.PATHS] = min(MOST_ALIKE, paths[k + LOG_COUNT])
            rows[at + ElementInput.PATHS_CHARS] = paths[k + LOG_CHARS]
            k = elements.shape[j] * GROUP
            rows[at + ElementInput.SHAPES] = min(MOST_ALIKE, shapes[k + LOG_COUNT])

    def _fill_element_kinds(self, rows: Floats) -> cython.void:
        elements: ElementNumbers = self.elements
        for j in range(len(elements.node)):
            at: cython.Py_ssize_t = j * ELEMENT_WIDTH
            first: cython.Py_ssize_t = elements.first[j]
            stop: cython.Py_ssize_t = elements.stop[j]
            rows[at + ElementInput.TIMES] = _lg(self.within(first, stop, SUM_TIMES))
            rows[at + ElementInput.PRICES] = _lg(self.within(first, stop, SUM_PRICES))
            rows[at + ElementInput.NUMBERS] = _lg(self.within(first, stop, SUM_NUMBERS))
            rows[at + ElementInput.BUTTONS] = _lg(self.within(first, stop, SUM_PRESSED))

    # Blocks

    def fill_blocks(
        self, title_words: cython.int, described: cython.int, styles: Ints, rows: Floats
    ) -> None:
        """Fill in the inputs of blocks.

        ``title_words`` and ``described`` are numbers of words, of the title and the description.
        """
        self._fill_block_lengths(rows)
        self._fill_script(rows)
        self._fill_title(title_words, described, rows)
        self._fill_copies(rows)
        self._fill_paths(rows)
        self._fill_block_places(rows)
        self._fill_context(styles, rows)
        self._fill_page(rows)
        self._fill_block_kinds(rows)

    def _fill_block_lengths(self, rows: Floats) -> cython.void:
        counts: Ints = self.counts
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            c: cython.Py_ssize_t = b * COUNTS
            chars: cython.double = counts[c + CHARS]
            words: cython.double = counts[c + WORDS]
            rows[at + BlockInput.CHARS] = _lg(chars)
            rows[at + BlockInput.WORDS] = _lg(words)
            rows[at + BlockInput.WORD_LENGTH] = min(20.0, chars / (words + 1))
            rows[at + BlockInput.COMMAS] = _lg(counts[c + COMMAS])
            rows[at + BlockInput.ENDS] = _lg(counts[c + ENDS])
            rows[at + BlockInput.LINKED] = _ratio(counts[c + LINKED], chars)
            rows[at + BlockInput.LINKS] = _lg(counts[c + LINKS])
            rows[at + BlockInput.BOLD] = _ratio(counts[c + BOLD], chars)
            rows[at + BlockInput.ITALIC] = _ratio(counts[c + ITALIC], chars)

    def _fill_script(self, rows: Floats) -> cython.void:
        """Fill in the letters and signs of blocks."""
        counts: Ints = self.counts
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            c: cython.Py_ssize_t = b * COUNTS
            chars: cython.double = counts[c + CHARS]
            closing: cython.int = counts[c + CLOSING]
            opening: cython.int = counts[c + OPENING]
            rows[at + BlockInput.DIGITS] = _ratio(counts[c + DIGITS], chars)
            rows[at + BlockInput.CAPITALS] = _ratio(counts[c + CAPITALS], chars)
            rows[at + BlockInput.SIGNS] = _ratio(counts[c + SIGNS], chars)
            rows[at + BlockInput.IDEOGRAPHS] = _ratio(counts[c + IDEOGRAPHS], chars)
            rows[at + BlockInput.FOREIGN] = _ratio(counts[c + FOREIGN], chars)
            rows[at + BlockInput.CLOSES_SENTENCE] = closing == CLOSES_END
            rows[at + BlockInput.CLOSES_COLON] = closing == CLOSES_COLON
            rows[at + BlockInput.TRAILS_OFF] = closing == CLOSES_TRAILING
            rows[at + BlockInput.OPENS_LOWER] = opening == OPENS_LOWER
            rows[at + BlockInput.OPENS_QUOTE] = opening == OPENS_QUOTE
            rows[at + BlockInput.OPENS_DIGIT] = opening == OPENS_DIGIT

    def _fill_title(
        self, title_words: cython.int, described: cython.int, rows: Floats
    ) -> cython.void:
        """Fill in the words of blocks in the page's title and description."""
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            c: cython.Py_ssize_t = b * COUNTS
            of_title: cython.double = self.counts[c + TITLE]
            of_description: cython.double = self.counts[c + DESCRIBED]
            rows[at + BlockInput.TITLE_WORDS] = _ratio(of_title, self.counts[c + WORDS])
            rows[at + BlockInput.TITLE_COVERED] = min(1.0, _ratio(of_title, title_words))
            rows[at + BlockInput.DESCRIPTION_COVERED] = min(1.0, _ratio(of_description, described))

    @cython.locals(copies=Ints, of_copy=Ints)
    def _fill_copies(self, rows: Floats) -> cython.void:
        """Fill in the repetition of a block's letters."""
        nothing = bytes(4 * self.blocks)
        copies, of_copy = array("i", nothing), array("i", nothing)
        table: HashTable = HashTable(self.blocks)
        for b in range(self.blocks):
            of_copy[b] = table.enter(self.hashes[b])
            rows[b * BLOCK_WIDTH + BlockInput.EARLIER_COPIES] = _lg(copies[of_copy[b]])
            copies[of_copy[b]] += 1
        for b in range(self.blocks):
            rows[b * BLOCK_WIDTH + BlockInput.COPIES] = _lg(copies[of_copy[b]] - 1)

    def _fill_paths(self, rows: Floats) -> cython.void:
        """Fill in the repetition of a block's path, and of its element's names."""
        elements: ElementNumbers = self.elements
        n: cython.double = self.blocks
        paths: Doubles = self._block_paths()
        named: Ints = array("i", bytes(4 * len(elements.node)))
        for b in range(self.blocks):
            named[elements.names[self.owner[b]]] += 1
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            j: cython.Py_ssize_t = self.owner[b]
            k: cython.Py_ssize_t = elements.path[j] * GROUP
            count: cython.double = paths[k + COUNT]
            rows[at + BlockInput.PATH_BLOCKS] = paths[k + LOG_COUNT]
            rows[at + BlockInput.PATH_CHARS] = paths[k + LOG_CHARS]
            rows[at + BlockInput.PATH_LINKED] = _ratio(paths[k + LINKED_OF], paths[k + CHARS_OF])
            rows[at + BlockInput.PATH_LONG] = _ratio(paths[k + LONG_OF], self.long)
            rows[at + BlockInput.PATH_BEFORE] = (b - paths[k + FIRST_OF]) / n
            rows[at + BlockInput.PATH_AFTER] = (paths[k + LAST_OF] - b) / n
            rows[at + BlockInput.NAMED_BLOCKS] = _lg(named[elements.names[j]])
            rows[at + BlockInput.PATH_TIMES] = _ratio(paths[k + TIMES_OF], count)
            rows[at + BlockInput.PATH_PRICES] = _ratio(paths[k + PRICES_OF], count)

    def _block_paths(self) -> Doubles:
        """Sum up the blocks of each path."""
        counts: Ints = self.counts
        paths: Doubles = array("d", bytes(8 * GROUP * len(self.elements.node)))
        for b in range(self.blocks):
            c: cython.Py_ssize_t = b * COUNTS
            k: cython.Py_ssize_t = self.elements.path[self.owner[b]] * GROUP
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
        _log_groups(paths)
        return paths

    def _fill_block_places(self, rows: Floats) -> cython.void:
        n: cython.double = self.blocks
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            long: cython.double = self.sums[b * SUMS + SUM_LONG]
            long_after: cython.double = self.long - self.sums[(b + 1) * SUMS + SUM_LONG]
            rows[at + BlockInput.BEGINS] = b / n
            rows[at + BlockInput.CHARS_BEFORE] = _ratio(self.sums[b * SUMS + SUM_CHARS], self.chars)
            rows[at + BlockInput.BLOCKS_BEFORE] = _lg(b)
            rows[at + BlockInput.BLOCKS_AFTER] = _lg(n - 1 - b)
            rows[at + BlockInput.LONG_BEFORE] = _ratio(long, self.long)
            rows[at + BlockInput.LONG_AFTER] = _ratio(long_after, self.long)

    def _fill_context(self, styles: Ints, rows: Floats) -> cython.void:
        """Fill in a block's place after headings and after the block before."""
        heading: cython.Py_ssize_t = -1
        previous: cython.Py_ssize_t = -1
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            j: cython.Py_ssize_t = self.owner[b]
            tag: cython.int = self.elements.tag[j]
            if tag < len(styles) and styles[tag] & IS_HEADING:
                heading = b
            rows[at + BlockInput.SINCE_HEADING] = _lg(b - heading) if heading >= 0 else -1.0
            rows[at + BlockInput.GOES_ON] = j == previous
            previous = j

    def _fill_page(self, rows: Floats) -> cython.void:
        """Fill in the page as a whole, which is the same for all blocks."""
        linked: cython.double = self.within(0, self.blocks, SUM_LINKED)
        ends: cython.double = self.within(0, self.blocks, SUM_ENDS)
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            rows[at + BlockInput.PAGE_BLOCKS] = _lg(self.blocks)
            rows[at + BlockInput.PAGE_CHARS] = _lg(self.chars)
            rows[at + BlockInput.PAGE_LINKED] = _ratio(linked, self.chars)
            rows[at + BlockInput.PAGE_LONG] = _ratio(self.long, self.chars)
            rows[at + BlockInput.PAGE_ENDS] = _lg(ends)

    def _fill_block_kinds(self, rows: Floats) -> cython.void:
        for b in range(self.blocks):
            at: cython.Py_ssize_t = b * BLOCK_WIDTH
            kinds: cython.int = self.counts[b * COUNTS + KINDS]
            meanings: cython.int = self.counts[b * COUNTS + MEANINGS]
            rows[at + BlockInput.PRICE] = (kinds & PRICE) != 0
            rows[at + BlockInput.DATE] = (kinds & DATE) != 0
            rows[at + BlockInput.TIME] = (kinds & TIME) != 0
            rows[at + BlockInput.RELATIVE] = (kinds & RELATIVE) != 0
            rows[at + BlockInput.RATING] = (kinds & STARS) != 0
            rows[at + BlockInput.NUMBER] = (kinds & NUMBER) != 0
            rows[at + BlockInput.SENTENCE] = (kinds & SENTENCE) != 0
            rows[at + BlockInput.PRESSED] = (meanings & PRESSED) != 0
            rows[at + BlockInput.SAYS] = (meanings & SAYS) != 0
            rows[at + BlockInput.TALK] = (meanings & TALK) != 0
            rows[at + BlockInput.MORE] = (meanings & MORE) != 0
            rows[at + BlockInput.ANSWER] = (meanings & ANSWER) != 0

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
