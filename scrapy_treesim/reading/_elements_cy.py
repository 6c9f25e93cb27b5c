"""Kernel of the elements: those that blocks stand in, the pieces of their names, what is alike."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Bytes, Ints, ULongs
from scrapy_treesim.reading.constants import *
from scrapy_treesim.tree._hashing_cy import HashTable, first_word
from scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED, MASK32

if TYPE_CHECKING:
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
FIRST = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
SECOND = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
WIDE_KEY = cython.declare(cython.ulonglong, 1 << 32)
OF_TAG = cython.declare(cython.uint, 2654435761)


@cython.inline
def _mixed(key: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
    """Return a key of two."""
    wide: cython.ulonglong = (key ^ (other * FIRST)) & ALL
    wide = ((wide ^ (wide >> 29)) * SECOND) & ALL
    return wide ^ (wide >> 32)


@cython.locals(owner=Ints, first=Ints, parent=Ints)
def flag_elements(tree: PageTree, blocks: Blocks, used: Buffer) -> cython.int:
    """Flag the elements that blocks stand in, and all around them; return how many there are."""
    owner, first, parent = blocks.owner, blocks.first, tree.parent
    count: cython.int = 0
    for b in range(len(first)):
        node: cython.Py_ssize_t = owner[first[b]]
        while node >= 0 and not used[node]:
            used[node] = 1
            count += 1
            node = parent[node]
    return count


@cython.final
@cython.cclass
class ElementNumbers:
    """The elements of a page that hold blocks, in page order, each with numbers for what it shares
    with others."""

    @cython.locals(tags=Ints, parents=Ints, before=Ints, size=Ints)
    def __init__(
        self, tree: PageTree, blocks: Blocks, used: Buffer, count: cython.Py_ssize_t
    ) -> None:
        zeros = array("i", bytes(4 * count))
        self.node: Ints = zeros[:]
        """The node of each."""
        self.tag: Ints = zeros[:]
        """Its tag."""
        self.parent: Ints = zeros[:]
        """The element around it; -1 for the first."""
        self.first: Ints = zeros[:]
        """Its first block."""
        self.stop: Ints = zeros[:]
        """The one after its last."""
        self.names: Ints = zeros[:]
        """The number of its tag and first class, digits left out."""
        self.path: Ints = zeros[:]
        """The number of the tags from the root down to it."""
        self.siblings: Ints = zeros[:]
        """The number of its parent, tag and class."""
        self.position: Ints = zeros[:]
        """Its position among those."""
        self.shape: Ints = zeros[:]
        """The number of the sets of tags of the elements in it, and of those in them."""
        self.children: Ints = zeros[:]
        """The elements directly in it that hold blocks."""
        self.of_node: Ints = array("i", bytes(4 * len(used)))
        """The element of each node; -1 for others."""
        tags, parents, before, size = tree.tag, tree.parent, blocks.before, tree.size
        j: cython.Py_ssize_t = 0
        for i in range(len(used)):
            self.of_node[i] = -1
            if not used[i]:
                continue
            self.of_node[i] = j
            self.node[j] = i
            self.tag[j] = tags[i]
            self.parent[j] = self.of_node[parents[i]] if i > 0 else -1
            self.first[j] = before[i]
            self.stop[j] = before[i + size[i]]
            if self.parent[j] >= 0:
                self.children[self.parent[j]] += 1
            j += 1

    @cython.locals(owner=Ints, first=Ints)
    def fill_own(self, blocks: Blocks, own: Ints) -> None:
        """Fill in the element that each block stands in."""
        owner, first = blocks.owner, blocks.first
        for b in range(len(own)):
            own[b] = self.of_node[owner[first[b]]]

    @cython.locals(
        starts=Ints, attribute=Ints, value_start=Ints, names=HashTable, paths=HashTable,
        groups=HashTable, shapes=HashTable, inner=ULongs, deeper=ULongs,
    )  # fmt: skip
    def number(self, tree: PageTree, class_attribute: cython.int) -> None:
        """Number what elements share: names, paths, groups of siblings, shapes."""
        starts, attribute, value_start = tree.first_attribute, tree.attribute, tree.value_start
        n: cython.Py_ssize_t = len(self.node)
        names, paths, groups, shapes = HashTable(n), HashTable(n), HashTable(n), HashTable(n)
        places: Ints = array("i", bytes(4 * n))
        for j in range(n):
            key: cython.ulonglong = 0
            for entry in range(starts[self.node[j]], starts[self.node[j] + 1]):
                if attribute[entry] == class_attribute:
                    key = first_word(tree.values, value_start[entry], value_start[entry + 1])
            up: cython.Py_ssize_t = self.parent[j]
            self.names[j] = names.enter(key * 65536 + self.tag[j])
            key = self.path[up] + 1 if up >= 0 else 0
            self.path[j] = paths.enter(key * 65536 + self.tag[j])
            key = up + 1
            self.siblings[j] = groups.enter(key * WIDE_KEY + self.names[j])
            self.position[j] = places[self.siblings[j]]
            places[self.siblings[j]] += 1
        inner, deeper = array("Q", bytes(8 * n)), array("Q", bytes(8 * n))
        for j in range(n - 1, -1, -1):
            self.shape[j] = shapes.enter(_mixed(_mixed(self.tag[j] + 1, inner[j]), deeper[j]))
            up = self.parent[j]
            if up >= 0:
                key = 1
                inner[up] |= key << (self.tag[j] & 63)
                deeper[up] |= inner[j]


@cython.final
@cython.cclass
class Pieces:
    """Pieces of names, hashed to rows of a table of weights; names are letters between all else,
    and where small ones turn into capitals."""

    rows: Ints
    """The row of each piece, in an array of those that there is room for."""
    count: cython.Py_ssize_t
    """Pieces so far."""
    values: Bytes
    """The values of all attributes."""

    def __init__(self, values: Bytes, rows: Ints) -> None:
        self.values = values
        self.rows = rows
        self.count = 0

    @cython.cfunc
    def add(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, salt: cython.uint) -> cython.int:
        """Add the pieces of a value; return how many."""
        stop = min(stop, at + MAX_NAME_BYTES)
        start: cython.Py_ssize_t = at
        # What the byte before was: 0 for none of a piece, 1 for small letters, 2 for capitals.
        last: cython.int = 0
        found: cython.int = 0
        while at <= stop and found < MAX_PIECES:
            kind: cython.int = 0
            if at < stop:
                byte: cython.uint = self.values[at]
                if 97 <= byte <= 122 or byte >= 128:
                    kind = 1
                elif 65 <= byte <= 90:
                    kind = 2
            if last != 0 and (kind == 0 or (last == 1 and kind == 2)):
                found += self.take(start, at, salt)
                start = at
            elif last == 2 and kind == 1 and at - start > 1:
                # The last capital begins the next piece.
                found += self.take(start, at - 1, salt)
                start = at - 1
            elif last == 0:
                start = at
            last = kind
            at += 1
        return found

    @cython.cfunc
    def take(self, at: cython.Py_ssize_t, stop: cython.Py_ssize_t, salt: cython.uint) -> cython.int:
        """Add one piece of at least two letters; return whether there is room for it."""
        if stop - at < 2 or self.count >= len(self.rows):
            return 0
        word: cython.uint = (FNV_SEED ^ salt) & MASK32
        while at < stop:
            byte: cython.uint = self.values[at]
            if 65 <= byte <= 90:
                byte += 32
            word = ((word ^ byte) * FNV_PRIME) & MASK32
            at += 1
        return self.put(word)

    @cython.cfunc
    def put(self, word: cython.uint) -> cython.int:
        """Add what has this hash; return whether there is room for it."""
        if self.count >= len(self.rows):
            return 0
        self.rows[self.count] = (word ^ (word >> 12) ^ (word >> 24)) & (ROWS - 1)
        self.count += 1
        return 1

    @cython.locals(starts=Ints, attribute=Ints, value_start=Ints)
    def add_names(self, tree: PageTree, nodes: Ints, salts: Ints, ends: Ints) -> None:
        """Add the names of nodes one after the other; fill in where those of each end.

        ``salts`` are of attributes: 0 for those that name nothing, below 0 for addresses of which
        the last part is the name.
        """
        starts, attribute, value_start = tree.first_attribute, tree.attribute, tree.value_start
        for j in range(len(nodes)):
            node: cython.Py_ssize_t = nodes[j]
            for entry in range(starts[node], starts[node + 1]):
                salt: cython.int = salts[attribute[entry]]
                if salt == 0:
                    continue
                at: cython.Py_ssize_t = value_start[entry]
                stop: cython.Py_ssize_t = value_start[entry + 1]
                if salt < 0:
                    slash: cython.Py_ssize_t = stop
                    while slash > at and stop - slash < MAX_NAME_BYTES:
                        slash -= 1
                        if self.values[slash] == 47:
                            at = slash + 1
                    salt = -salt
                self.add(at, stop, salt - 1)
            ends[j] = self.count

    @cython.locals(
        owner=Ints, block=Ints, parent=Ints, tag=Ints, starts=Ints, attribute=Ints,
        value_start=Ints,
    )  # fmt: skip
    def add_inline(
        self, tree: PageTree, blocks: Blocks, salts: Ints, of_tags: cython.uint, ends: Ints
    ) -> None:
        """Add, block by block, the tags and names of the elements within its lines that text stands
        in; fill in where those of each block end."""
        owner, block, parent, tag = blocks.owner, blocks.block, tree.parent, tree.tag
        starts, attribute, value_start = tree.first_attribute, tree.attribute, tree.value_start
        last: cython.Py_ssize_t = 0
        # Elements up to here have been taken: they come in page order.
        seen: cython.Py_ssize_t = -1
        for i in range(len(block)):
            b: cython.Py_ssize_t = block[i]
            if b < 0:
                continue
            while last < b:
                ends[last] = self.count
                last += 1
            node: cython.Py_ssize_t = parent[i]
            while node > seen and node != owner[i] and node >= 0:
                word: cython.uint = (tag[node] & 255) + of_tags
                self.put((word * OF_TAG) & MASK32)
                for entry in range(starts[node], starts[node + 1]):
                    if salts[attribute[entry]] > 0:
                        self.add(
                            value_start[entry], value_start[entry + 1], salts[attribute[entry]] - 1
                        )
                node = parent[node]
            seen = i
        while last < len(ends):
            ends[last] = self.count
            last += 1
