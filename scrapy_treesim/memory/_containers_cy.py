"""Kernel of a page's kinds of containers: their hashes, their votes, and what the site makes of
them."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Doubles, Ints, Longs, UInts, ULongs
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.tree._hashing_cy import HashTable
from scrapy_treesim.tree.tags import ATTRIBUTES

if TYPE_CHECKING:
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree

CLASS = cython.declare(cython.int, ATTRIBUTES.index("class"))

MAX_CLASSES = cython.declare(cython.int, 4)
"""Class names that tell a kind, those with digits not among them."""

PARTS: int = 128
"""Parts of a sketch, a power of two."""
SHIFT = cython.declare(cython.int, 57)
"""What leaves of a hash the bits of its part."""

SEED = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
DOT = cython.declare(cython.ulonglong, ord("."))
BELOW = cython.declare(cython.ulonglong, ord(">"))
cython.declare(ZERO=cython.uint, NINE=cython.uint, SPACE=cython.uint, DELETE=cython.uint)
ZERO, NINE, SPACE, DELETE = b"09 \x7f"


@cython.ccall
def hashed(
    found: cython.ulonglong, text: Bytes, first: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.ulonglong:
    """Go on with a hash by the bytes between two places."""
    for at in range(first, stop):
        found = ((found ^ text[at]) * PRIME) & MASK
    return found


def hash_of(text: Bytes) -> int:
    """The hash of a text."""
    return hashed(SEED, text, 0, len(text))


def number(keys: ULongs, numbers: Ints) -> int:
    """Number different keys as they come, -1 for what is 0; return how many there are.

    ``keys`` has each of them once then, in its order.
    """
    table: HashTable = HashTable()
    for k in range(len(keys)):
        numbers[k] = -1
        if keys[k] != 0:
            numbers[k] = table.enter(keys[k])
            # No more were seen than came: what it writes over was read.
            keys[numbers[k]] = keys[k]
    return table.count


@cython.cclass
class ContainerKinds:
    """The kinds of the containers of a page: tag and class names, or those above."""

    size: Ints
    """The size of each node's subtree."""
    parent: Ints
    """The parent of each node."""
    before: Ints
    """Blocks that start before each node, and the end."""
    units: Ints
    """The size of each block."""
    log_odds: Doubles
    """Of each block that it is part of the article, by the page alone."""
    of_nodes: Ints
    """The number of each node's kind; -1 where it holds no blocks."""
    of_blocks: Ints
    """The number of the kind of the element that each block stands in."""
    count: cython.Py_ssize_t
    """How many kinds there are."""
    kinds: ULongs
    """The hash of each kind."""
    votes: Doubles
    """The F1 to be expected of the best container of each."""
    best: Ints
    """The node of this container."""

    def __init__(
        self, tree: PageTree, blocks: Blocks, tags: ULongs, units: Ints, log_odds: Doubles
    ) -> None:
        """``tags`` are hashes of tags."""
        self.size, self.parent, self.before = tree.size, tree.parent, blocks.before
        self.units, self.log_odds = units, log_odds
        self.kinds = array("Q", bytes(8 * len(tree)))
        self.of_nodes = array("i", bytes(4 * len(tree)))
        self.find_kinds(tree, tags)
        self.count = number(self.kinds, self.of_nodes)
        owner: Ints = blocks.owner
        first: Ints = blocks.first
        self.of_blocks = array("i", bytes(4 * len(units)))
        for b in range(len(units)):
            self.of_blocks[b] = self.of_nodes[owner[first[b]]]
        self.vote()

    @cython.cfunc
    def find_kinds(self, tree: PageTree, tags: ULongs) -> cython.void:
        """Hash the kind of each node that holds blocks."""
        tag: Ints = tree.tag
        parent: Ints = tree.parent
        first_attribute: Ints = tree.first_attribute
        attribute: Ints = tree.attribute
        value_start: Ints = tree.value_start
        values: Bytes = tree.values
        kinds: ULongs = self.kinds
        for node in range(len(tag)):
            if tag[node] == 0 or self.before[node + self.size[node]] == self.before[node]:
                continue
            kind: cython.ulonglong = 0
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                if attribute[entry] == CLASS:
                    kind = self.by_classes(
                        tags[tag[node]], values, value_start[entry], value_start[entry + 1]
                    )
                    break
            if kind == 0:
                kind = tags[tag[node]]
                if node:
                    kind = ((kinds[parent[node]] ^ BELOW) * PRIME) & MASK
                    kind = ((kind ^ tags[tag[node]]) * PRIME) & MASK
            kinds[node] = kind

    @cython.cfunc
    def by_classes(
        self, kind: cython.ulonglong, values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t
    ) -> cython.ulonglong:
        """Go on with a tag's hash by the class names without digits; 0 where there are none."""
        classes: cython.int = 0
        while at < stop and classes < MAX_CLASSES:
            first: cython.Py_ssize_t = at
            has_digit: cython.bint = False
            while at < stop:
                byte: cython.uint = values[at]
                if byte <= SPACE or byte == DELETE:
                    break
                has_digit = has_digit or ZERO <= byte <= NINE
                at += 1
            if at > first and not has_digit:
                classes += 1
                kind = hashed(((kind ^ DOT) * PRIME) & MASK, values, first, at)
            at += 1
        return kind if classes else 0

    @cython.cfunc
    def vote(self) -> cython.void:
        """Find the best container of each kind, the last of those that are equal."""
        n: cython.Py_ssize_t = len(self.units)
        sizes: Doubles = array("d", bytes(8 * (n + 1)))
        expected: Doubles = array("d", bytes(8 * (n + 1)))
        for b in range(n):
            sizes[b + 1] = sizes[b] + self.units[b]
            expected[b + 1] = expected[b] + self.units[b] * probability(self.log_odds[b])
        self.votes = array("d", bytes(8 * self.count))
        self.best = array("i", bytes(4 * self.count))
        for node in range(len(self.of_nodes)):
            kind: cython.Py_ssize_t = self.of_nodes[node]
            if kind < 0:
                continue
            first: cython.Py_ssize_t = self.before[node]
            stop: cython.Py_ssize_t = self.before[node + self.size[node]]
            right: cython.double = expected[stop] - expected[first]
            both: cython.double = sizes[stop] - sizes[first] + expected[n]
            f1: cython.double = 2 * right / (both if both != 0 else 1.0)
            if f1 >= self.votes[kind]:
                self.votes[kind] = f1
                self.best[kind] = node

    def sketch(self, least: UInts) -> None:
        """Fill in the least hash of each part of those of the containers with all around them."""
        hashes: ULongs = array("Q", bytes(8 * len(self.of_nodes)))
        for node in range(len(self.of_nodes)):
            if self.of_nodes[node] < 0:
                continue
            key: cython.ulonglong = hashes[self.parent[node]] if node > 0 else SEED
            key = ((key ^ self.kinds[self.of_nodes[node]]) * PRIME) & MASK
            key = ((key ^ (key >> 29)) * PRIME) & MASK
            hashes[node] = key
            part: cython.Py_ssize_t = key >> SHIFT
            low: cython.uint = (key & 0xFFFFFFFF) | 1
            if least[part] == 0 or low < least[part]:
                least[part] = low

    def places(self, keys: ULongs, means: Doubles) -> int:
        """Fill in the kinds that blocks stand in, as they come, and the mean log-odds of the blocks
        of each, by size; return how many there are."""
        numbers: Ints = array("i", bytes(4 * self.count))
        units: Doubles = array("d", bytes(8 * self.count))
        count: cython.int = 0
        for b in range(len(self.of_blocks)):
            kind: cython.Py_ssize_t = self.of_blocks[b]
            if numbers[kind] == 0:
                keys[count] = self.kinds[kind]
                count += 1
                numbers[kind] = count
            place: cython.Py_ssize_t = numbers[kind] - 1
            weight: cython.double = self.units[b] + 1
            units[place] += weight
            means[place] += weight * self.log_odds[b]
        for place in range(count):
            means[place] /= units[place]
        return count

    @cython.locals(most=cython.double, top=cython.double)
    def best_known(
        self, pages: Longs, sums: Doubles, of_site: cython.longlong, min_pages: cython.longlong,
        min_fit: cython.double,
    ) -> int:  # fmt: skip
        """The container of the kind that did best on the site's pages and this one, -1 where there
        is none or it does not do well enough here.

        ``pages`` and ``sums`` are what is known of each kind, ``of_site`` all pages.
        """
        found: cython.Py_ssize_t = -1
        most = top = 0.0
        for kind in range(self.count):
            top = self.votes[kind] if self.votes[kind] > top else top
            if pages[kind] < min_pages:
                continue
            record: cython.double = (sums[kind] + self.votes[kind]) / (of_site + 1)
            if found < 0 or record > most:
                found = kind
                most = record
        return self.best[found] if found >= 0 and self.votes[found] >= min_fit * top else -1

    def draw_to_places(
        self, pages: Longs, sums: Doubles, min_pages: cython.longlong, blend: cython.double,
        log_odds: Doubles,
    ) -> None:  # fmt: skip
        """Draw the log-odds of each block towards the mean of its place on the pages before."""
        for b in range(len(self.of_blocks)):
            kind: cython.Py_ssize_t = self.of_blocks[b]
            if pages[kind] >= min_pages:
                share: cython.double = blend * pages[kind] / (pages[kind] + 1)
                log_odds[b] += share * (sums[kind] / pages[kind] - log_odds[b])

    def prefer(
        self, node: cython.Py_ssize_t, inside: cython.double, outside: cython.double,
        log_odds: Doubles,
    ) -> None:  # fmt: skip
        """Add to the log-odds of the blocks inside a container, and outside of it."""
        first: cython.Py_ssize_t = self.before[node]
        stop: cython.Py_ssize_t = self.before[node + self.size[node]]
        for b in range(len(log_odds)):
            log_odds[b] += inside if first <= b < stop else outside


def likely_texts(
    letters: UInts, digits: UInts, log_odds: Doubles, least: cython.double, keys: ULongs
) -> None:
    """Fill in the text of each block whose log-odds are above the least, 0 for the others.

    ``letters`` and ``digits`` are hashes of those of each block.
    """
    for b in range(len(letters)):
        key: cython.ulonglong = letters[b]
        keys[b] = (key << 32) | digits[b] if log_odds[b] > least else 0


def add_where_known(
    pages: Longs, least: cython.longlong, change: cython.double, log_odds: Doubles
) -> None:
    """Add to the log-odds of each block whose text was on so many pages."""
    for b in range(len(log_odds)):
        if pages[b] >= least:
            log_odds[b] += change


def likeness(one: UInts, other: UInts) -> float:
    """The Jaccard coefficient of the containers of two pages, by their sketches.

    One permutation hashing (Li, Owen and Zhang 2012).
    """
    same: cython.int = 0
    some: cython.int = 0
    for k in range(len(one)):
        if one[k] != 0 or other[k] != 0:
            some += 1
            same += one[k] == other[k]
    return same / some if some else 0.0
