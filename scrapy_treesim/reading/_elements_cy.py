"""Kernel of blocks and the elements around them: shared features, and pieces of their names."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Buffer, Bytes, Doubles, Ints, ULongs
from scrapy_treesim.reading.constants import *
from scrapy_treesim.tree._hashing_cy import HashTable
from scrapy_treesim.tree.constants import CLOSED, FNV_PRIME, FNV_SEED, MASK32

if TYPE_CHECKING:
    from scrapy_treesim.reading.blocks import Blocks
    from scrapy_treesim.tree import PageTree

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
FIRST = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
SECOND = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
WIDE_KEY = cython.declare(cython.ulonglong, 1 << 32)
OF_TAG = cython.declare(cython.uint, 2654435761)


def split(tree: PageTree, kinds: Ints, unseen: Buffer, blocks: Blocks) -> cython.int:
    """Number the blocks; return their number.

    ``kinds`` has the kind of each tag, ``unseen`` flags nodes to leave out. Fills in, for every
    node, its block-level element (``owner``, itself if it is one; ``NO_BLOCK`` if left out)
    and, for text nodes, their ``block`` (else ``NO_BLOCK``); for every block its ``first``
    and ``last`` text node.
    """
    tag: Ints = tree.tag
    parent: Ints = tree.parent
    size: Ints = tree.size
    chars: Ints = tree.chars
    owner: Ints = blocks.owner
    block: Ints = blocks.block
    first: Ints = blocks.first
    last: Ints = blocks.last
    n: cython.Py_ssize_t = len(tag)
    i: cython.Py_ssize_t = 0
    count: cython.int = 0
    boundary: cython.Py_ssize_t = 0
    broken: cython.Py_ssize_t = -1
    formula: cython.Py_ssize_t = -1
    previous: cython.Py_ssize_t = -1
    while i < n:
        kind: cython.int = kinds[tag[i]]
        stop: cython.Py_ssize_t = i + size[i]
        if kind == FORMULA:
            formula = stop
        if i < formula:
            kind = INLINE
        # Read only if it has nearly all of the page's text: a page made by scripts.
        if kind == RESERVE:
            kind = BLOCK if 5 * (chars[stop] - chars[i]) > 4 * chars[n] else DROP
        if kind == DROP or kind == SKIP or (unseen[i] and i > 0):
            # The text around it continues, unless a block would have ended it.
            if kind == DROP or kind == BLOCK:
                boundary = stop
            elif broken == i:
                broken = stop
            while i < stop:
                owner[i] = NO_BLOCK
                block[i] = NO_BLOCK
                i += 1
            continue
        block[i] = NO_BLOCK
        if kind == BLOCK or i == 0:
            owner[i] = i
            boundary = i
        else:
            owner[i] = owner[parent[i]]
            if kind == BREAK:
                if broken == i:
                    boundary = i
                broken = stop
            elif tag[i] == 0:
                if previous < 0 or boundary > previous or owner[previous] != owner[i]:
                    first[count] = i
                    count += 1
                block[i] = count - 1
                last[count - 1] = i
                previous = i
        i += 1
    return count


def flag_unseen(tree: PageTree, kinds: Ints, hidden: Buffer, unseen: Buffer) -> cython.Py_ssize_t:
    """Flag the invisible elements among ``hidden``; return the number of their characters.

    Hidden blocks are as often text that unfolds, so only hidden inline elements and closed dialogs
    are flagged. ``kinds`` is as for :func:`split`.
    """
    tag: Ints = tree.tag
    size: Ints = tree.size
    chars: Ints = tree.chars
    count: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t = 0
    for node in range(len(tag)):
        if node >= stop and (
            hidden[node] == CLOSED or (hidden[node] and kinds[tag[node]] == INLINE)
        ):
            stop = node + size[node]
            unseen[node] = 1
            count += chars[stop] - chars[node]
    return count


def join(
    block: Ints,
    first: Ints,
    last: Ints,
    blocks: cython.int,
    several: cython.int,
) -> cython.int:
    """Join every ``several`` successive blocks into one; return the number left."""
    for i in range(len(block)):
        if block[i] >= 0:
            block[i] = block[i] // several
    for b in range(blocks):
        if b % several == 0:
            first[b // several] = first[b]
        last[b // several] = last[b]
    return (blocks + several - 1) // several


def blocks_before(first: Ints, before: Ints) -> None:
    """Count the blocks starting before each node, and before the end."""
    blocks: cython.Py_ssize_t = len(first)
    started: cython.Py_ssize_t = 0
    for i in range(len(before)):
        before[i] = started
        if started < blocks and first[started] == i:
            started += 1


def flag(block: Ints, selected: Buffer, flags: Buffer) -> None:
    """Flag the text nodes of the selected blocks."""
    for i in range(len(block)):
        if block[i] >= 0:
            flags[i] = selected[block[i]]


def best_subtree(size: Ints, before: Ints, units: Ints, log_odds: Doubles, weights: Doubles) -> int:
    """Find the node with the largest weighted sum of log-odds, the deepest and last of equal ones.

    ``size`` and ``before`` have an entry for each node: the nodes in it, and the blocks that begin
    before it; ``units`` and ``log_odds`` one for each block; ``weights`` one for each number of
    units, the last for all larger ones.
    """
    scores: Doubles = array("d", bytes(8 * (len(units) + 1)))
    for b in range(len(units)):
        weight: cython.double = weights[min(units[b], len(weights) - 1)]
        scores[b + 1] = scores[b] + weight * log_odds[b]
    best: cython.Py_ssize_t = 0
    most: cython.double = scores[before[len(size)]] - scores[before[0]]
    for node in range(1, len(size)):
        score: cython.double = scores[before[node + size[node]]] - scores[before[node]]
        # The same blocks give the same sum to the last bit, so a chain ends at its deepest.
        if score >= most and before[node + size[node]] > before[node]:
            most = score
            best = node
    return best


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
        names=HashTable, paths=HashTable, groups=HashTable, shapes=HashTable, inner=ULongs,
        deeper=ULongs,
    )  # fmt: skip
    def number(self, class_of_node: Ints) -> None:
        """Number the names, paths, groups of siblings and shapes of elements."""
        n: cython.Py_ssize_t = len(self.node)
        names, paths, groups, shapes = HashTable(n), HashTable(n), HashTable(n), HashTable(n)
        counts: Ints = array("i", bytes(4 * n))
        for j in range(n):
            key: cython.ulonglong = class_of_node[self.node[j]]
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
