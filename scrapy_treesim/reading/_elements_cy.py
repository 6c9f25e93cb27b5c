"""Kernel of the elements around blocks: numbers of shared features, and pieces of their names."""

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
    """Return a hash of two keys."""
    wide: cython.ulonglong = (key ^ (other * FIRST)) & ALL
    wide = ((wide ^ (wide >> 29)) * SECOND) & ALL
    return wide ^ (wide >> 32)


@cython.locals(owner=Ints, first=Ints, parent=Ints)
def flag_elements(tree: PageTree, blocks: Blocks, used: Buffer) -> cython.int:
    """Flag the elements of blocks and all their ancestors; return their number."""
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
class ElementNumbers:
    """Elements of a page with blocks, in page order, with numbers of the features they share."""

    @cython.locals(tags=Ints, parents=Ints, before=Ints, size=Ints)
    def __init__(
        self, tree: PageTree, blocks: Blocks, used: Buffer, count: cython.Py_ssize_t
    ) -> None:
        zeros = array("i", bytes(4 * count))
        self.node: Ints = zeros[:]
        """Node of each element."""
        self.tag: Ints = zeros[:]
        """Tag of each element."""
        self.parent: Ints = zeros[:]
        """Parent of each element; -1 for the first."""
        self.first: Ints = zeros[:]
        """First block of each element."""
        self.stop: Ints = zeros[:]
        """Block after the last one of each element."""
        self.names: Ints = zeros[:]
        """Number of each element's tag and first class, without digits."""
        self.path: Ints = zeros[:]
        """Number of each element's tag path."""
        self.siblings: Ints = zeros[:]
        """Number of each element's parent, tag and class."""
        self.position: Ints = zeros[:]
        """Position among the elements of the same parent, tag and class."""
        self.shape: Ints = zeros[:]
        """Number of each element's tag, and of the sets of tags of its children and below."""
        self.children: Ints = zeros[:]
        """Number of children with blocks of each element."""
        self.of_node: Ints = array("i", bytes(4 * len(used)))
        """Element of each node; -1 for nodes without one."""
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
    def fill_own(self, blocks: Blocks, block_element: Ints) -> None:
        """Fill in the element of each block."""
        owner, first = blocks.owner, blocks.first
        for b in range(len(block_element)):
            block_element[b] = self.of_node[owner[first[b]]]

    @cython.locals(
        starts=Ints, attribute=Ints, value_start=Ints, names=HashTable, paths=HashTable,
        groups=HashTable, shapes=HashTable, inner=ULongs, deeper=ULongs,
    )  # fmt: skip
    def number(self, tree: PageTree, class_attribute: cython.int) -> None:
        """Number the names, paths, groups of siblings and shapes of elements."""
        starts, attribute, value_start = tree.first_attribute, tree.attribute, tree.value_start
        n: cython.Py_ssize_t = len(self.node)
        names, paths, groups, shapes = HashTable(n), HashTable(n), HashTable(n), HashTable(n)
        counts: Ints = array("i", bytes(4 * n))
        for j in range(n):
            key: cython.ulonglong = 0
            for entry in range(starts[self.node[j]], starts[self.node[j] + 1]):
                if attribute[entry] == class_attribute:
                    key = first_word(tree.values, value_start[entry], value_start[entry + 1])
            above: cython.Py_ssize_t = self.parent[j]
            self.names[j] = names.enter(key * 65536 + self.tag[j])
            key = self.path[above] + 1 if above >= 0 else 0
            self.path[j] = paths.enter(key * 65536 + self.tag[j])
            key = above + 1
            self.siblings[j] = groups.enter(key * WIDE_KEY + self.names[j])
            self.position[j] = counts[self.siblings[j]]
            counts[self.siblings[j]] += 1
        inner, deeper = array("Q", bytes(8 * n)), array("Q", bytes(8 * n))
        for j in range(n - 1, -1, -1):
            self.shape[j] = shapes.enter(_mixed(_mixed(self.tag[j] + 1, inner[j]), deeper[j]))
            above = self.parent[j]
            if above >= 0:
                key = 1
                inner[above] |= key << (self.tag[j] & 63)
                deeper[above] |= inner[j]


@cython.final
class NamePieces:
    """Pieces of names, hashed to rows of a table of weights: runs of letters, cut before
    capitals as well."""

    rows: Ints
    """Row of each piece, in an array with spare room."""
    count: cython.Py_ssize_t
    """Number of pieces so far."""
    values: Bytes
    """Values of all attributes."""

    def __init__(self, values: Bytes, rows: Ints) -> None:
        self.values = values
        self.rows = rows
        self.count = 0

    @cython.cfunc
    def add(self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t, salt: cython.uint) -> cython.int:
        """Add the pieces of a value; return their number."""
        stop = min(stop, i + MAX_NAME_BYTES)
        start: cython.Py_ssize_t = i
        # Kind of the byte before: 0 outside a piece, 1 for small letters, 2 for capitals.
        last: cython.int = 0
        added: cython.int = 0
        while i <= stop and added < MAX_PIECES:
            kind: cython.int = 0
            if i < stop:
                byte: cython.uint = self.values[i]
                if 97 <= byte <= 122 or byte >= 128:
                    kind = 1
                elif 65 <= byte <= 90:
                    kind = 2
            if last != 0 and (kind == 0 or (last == 1 and kind == 2)):
                added += self.take(start, i, salt)
                start = i
            elif last == 2 and kind == 1 and i - start > 1:
                # The last capital begins the next piece.
                added += self.take(start, i - 1, salt)
                start = i - 1
            elif last == 0:
                start = i
            last = kind
            i += 1
        return added

    @cython.cfunc
    def take(self, i: cython.Py_ssize_t, stop: cython.Py_ssize_t, salt: cython.uint) -> cython.int:
        """Add one piece of at least two letters; return 1, or 0 if too short or without room."""
        if stop - i < 2 or self.count >= len(self.rows):
            return 0
        word: cython.uint = (FNV_SEED ^ salt) & MASK32
        while i < stop:
            byte: cython.uint = self.values[i]
            if 65 <= byte <= 90:
                byte += 32
            word = ((word ^ byte) * FNV_PRIME) & MASK32
            i += 1
        return self.put(word)

    @cython.cfunc
    def put(self, word: cython.uint) -> cython.int:
        """Add a piece by its hash; return 1, or 0 without room."""
        if self.count >= len(self.rows):
            return 0
        self.rows[self.count] = (word ^ (word >> 12) ^ (word >> 24)) & (ROWS - 1)
        self.count += 1
        return 1

    @cython.locals(starts=Ints, attribute=Ints, value_start=Ints)
    def add_names(self, tree: PageTree, nodes: Ints, salts: Ints, ends: Ints) -> None:
        """Add the names of nodes one after the other; fill in the end of each node's pieces.

        ``salts`` are by attribute: 0 for those without names, below 0 for addresses ending with
        the name.
        """
        starts, attribute, value_start = tree.first_attribute, tree.attribute, tree.value_start
        for j in range(len(nodes)):
            node: cython.Py_ssize_t = nodes[j]
            for entry in range(starts[node], starts[node + 1]):
                salt: cython.int = salts[attribute[entry]]
                if salt == 0:
                    continue
                start: cython.Py_ssize_t = value_start[entry]
                stop: cython.Py_ssize_t = value_start[entry + 1]
                if salt < 0:
                    slash: cython.Py_ssize_t = stop
                    while slash > start and stop - slash < MAX_NAME_BYTES:
                        slash -= 1
                        if self.values[slash] == 47:
                            start = slash + 1
                    salt = -salt
                self.add(start, stop, salt - 1)
            ends[j] = self.count

    @cython.locals(
        owner=Ints, block=Ints, parent=Ints, tag=Ints, starts=Ints, attribute=Ints,
        value_start=Ints,
    )  # fmt: skip
    def add_inline(
        self, tree: PageTree, blocks: Blocks, salts: Ints, of_tags: cython.uint, ends: Ints
    ) -> None:
        """Add, block by block, the tags and names of its inline elements with text; fill in the end
        of each block's pieces."""
        owner, block, parent, tag = blocks.owner, blocks.block, tree.parent, tree.tag
        starts, attribute, value_start = tree.first_attribute, tree.attribute, tree.value_start
        last: cython.Py_ssize_t = 0
        # Elements up to here are done: they come in page order.
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
