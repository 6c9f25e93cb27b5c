# cython: cdivision=True
"""Kernel of the sums that features are made of: over blocks, paths and twins."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim.article.feature_table import BIT, COUNTS, MEMBERS, SUMS

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import log as ln
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Doubles, Ints, Longs, UInts
    from cython.cimports.scrapy_treesim.analysis._class_cues_cy import cues_in
else:
    from math import log as ln

    from scrapy_treesim._cython import Buffer, Bytes, Doubles, Ints, Longs, UInts
    from scrapy_treesim.analysis._class_cues_cy import cues_in

if TYPE_CHECKING:
    from scrapy_treesim.analysis.class_cues import NameReader
    from scrapy_treesim.article.blocks import Blocks
    from scrapy_treesim.article.words import Words
    from scrapy_treesim.tree import PageTree

# The place of each count in a row of those.
ROW = cython.declare(cython.int, len(COUNTS))
COUNT_UNITS = cython.declare(cython.int, COUNTS.index("units"))
COUNT_LINKED = cython.declare(cython.int, COUNTS.index("linked"))
COUNT_DESCRIBED = cython.declare(cython.int, COUNTS.index("description"))
COUNT_LEGAL = cython.declare(cython.int, COUNTS.index("legal"))

CONTROL = cython.declare(cython.int, BIT["field"])

# What an attribute is good for.
cython.declare(CLASS=cython.int, NAME=cython.int)
CLASS, NAME = range(1, 3)

# The place of each sum in a row of those, and of those of a group.
SUMS_ROW = cython.declare(cython.int, len(SUMS))
SUM_UNITS = cython.declare(cython.int, SUMS.index("units"))
SUM_LINKED = cython.declare(cython.int, SUMS.index("linked"))
SUM_LONG = cython.declare(cython.int, SUMS.index("long"))
SUM_MASS = cython.declare(cython.int, SUMS.index("mass"))
SUM_DESCRIBED = cython.declare(cython.int, SUMS.index("described"))
SUM_LEGAL = cython.declare(cython.int, SUMS.index("legal"))
GROUP = cython.declare(cython.int, len(MEMBERS))
MEMBER_COUNT = cython.declare(cython.int, MEMBERS.index("count"))
MEMBER_UNITS = cython.declare(cython.int, MEMBERS.index("units"))
MEMBER_LINKED = cython.declare(cython.int, MEMBERS.index("linked"))
MEMBER_MASS = cython.declare(cython.int, MEMBERS.index("mass"))
FIRST_MEMBER = cython.declare(cython.int, MEMBERS.index("first"))
LAST_MEMBER = cython.declare(cython.int, MEMBERS.index("last"))

LONG_UNITS = cython.declare(cython.int, 20)
"""A block is long from ten words on."""

MAX_PROBES = cython.declare(cython.int, 32)
"""Places tried in a table of hashes: what finds none counts as new, on a page made for it."""

LOW = cython.declare(cython.longlong, 0x7FFFFFFF)
SPREAD = cython.declare(cython.longlong, 1779033703)
SEED = cython.declare(cython.uint, 2166136261)
MASK = cython.declare(cython.uint, 0xFFFFFFFF)


LOGS_HELD = cython.declare(cython.int, 1024)
"""Whole sizes that there is a table of logs for."""

LOGS = cython.declare(Doubles, array("d", [ln(1.0 + size) for size in range(1024)]))


@cython.cfunc
@cython.locals(whole=cython.int)
def lg(x: cython.double) -> cython.double:
    """Return the log of a size, 0 for none."""
    if 0 <= x < LOGS_HELD:
        whole = int(x)
        if whole == x:
            return LOGS[whole]
    return ln(1.0 + x)


@cython.cfunc
def ratio(a: cython.double, b: cython.double) -> cython.double:
    """Return a share, 0 of nothing."""
    return a / b if b > 0 else 0.0


@cython.cfunc
@cython.locals(found=cython.uint, prime=cython.uint)
def _hash(values: Bytes, at: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.uint:
    prime = 16777619
    found = SEED
    while at < stop:
        found = ((found ^ values[at]) * prime) & MASK
        at += 1
    return found ^ (found >> 15)


@cython.cfunc
def _is_same(
    values: Bytes,
    at: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    other: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether two values are of the same bytes."""
    if stop - at != end - other:
        return False
    while at < stop and values[at] == values[other]:
        at += 1
        other += 1
    return at == stop


@cython.cclass
class BlockSums:
    """Sums over a page's blocks, and the paths of the nodes that hold them."""

    blocks = cython.declare(cython.Py_ssize_t, visibility="readonly")
    """How many blocks there are."""
    tag = cython.declare(Ints, visibility="readonly")
    """The tag of each node."""
    parent = cython.declare(Ints, visibility="readonly")
    """The parent of each node."""
    size = cython.declare(Ints, visibility="readonly")
    """The size of each node's subtree."""
    depth = cython.declare(Ints, visibility="readonly")
    """The ancestors of each node."""
    first = cython.declare(Ints, visibility="readonly")
    """The first text node of each block."""
    owner = cython.declare(Ints, visibility="readonly")
    """The block-level element that each node stands in."""
    before = cython.declare(Ints, visibility="readonly")
    """Blocks that start before each node, and the end."""
    counts = cython.declare(Ints, visibility="readonly")
    """What is counted in the text of each block, a row of ``COUNTS``."""
    bits = cython.declare(Ints, visibility="readonly")
    """What each tag is: its roles, HEADING, PARAGRAPH, ITEM, CELL, CONTROL."""
    copies = cython.declare(Ints, visibility="readonly")
    """How many blocks say what each block says."""
    earlier = cython.declare(Ints, visibility="readonly")
    """How many of them come before it."""
    sums = cython.declare(Doubles, visibility="readonly")
    """Running sums over the blocks, a row of ``SUMS`` before each and one for the end."""
    names = cython.declare(Ints, visibility="readonly")
    """A number for each node's class; 0 where it has none."""
    cues = cython.declare(Ints, visibility="readonly")
    """What each node's class, id, role and style say, as bits."""
    named = cython.declare(Ints, visibility="readonly")
    """The path of tags and classes of each node that holds blocks, numbered."""
    plain = cython.declare(Ints, visibility="readonly")
    """The path of tags of each."""
    twins = cython.declare(Ints, visibility="readonly")
    """The siblings of the same tag and class as each, numbered."""
    groups = cython.declare(Doubles, visibility="readonly")
    """Sums over each of these numbers, a row of ``GROUP``."""
    controls = cython.declare(Ints, visibility="readonly")
    """Controls of forms before each node, and the end."""

    def __init__(
        self, tree: PageTree, blocks: Blocks, words: Words, bits: Ints, paths: Ints
    ) -> None:
        nodes = len(tree)
        self.blocks = len(blocks)
        self.tag, self.parent, self.size = tree.tag, tree.parent, tree.size
        self.depth = tree.depth
        self.first, self.owner, self.before = blocks.first, blocks.owner, blocks.before
        self.counts, self.bits = words.counts, bits
        self.copies, self.earlier = (array("i", bytes(4 * self.blocks)) for _ in range(2))
        self.named = paths
        self.names, self.cues, self.plain, self.twins = (
            array("i", bytes(4 * nodes)) for _ in range(4)
        )
        self.controls = array("i", bytes(4 * (nodes + 1)))
        self.sums = array("d", bytes(8 * (self.blocks + 1) * SUMS_ROW))
        self.sum_up()
        self.count_copies(words.hashes)
        self.count_controls()

    @cython.cfunc
    @cython.locals(
        b=cython.Py_ssize_t, row=cython.Py_ssize_t, at=cython.Py_ssize_t,
        after=cython.Py_ssize_t, units=cython.double, share=cython.double,
        is_long=cython.bint, counts=Ints, sums=Doubles,
    )  # fmt: skip
    def sum_up(self) -> cython.void:
        """Fill the sums. Mass is the text of long blocks, the more of it linked the lighter."""
        counts = self.counts
        sums = self.sums
        for b in range(self.blocks):
            row = b * ROW
            at = b * SUMS_ROW
            after = at + SUMS_ROW
            units = counts[row + COUNT_UNITS] + 0.0
            share = 1.0 - ratio(counts[row + COUNT_LINKED], units)
            sums[after + SUM_UNITS] = sums[at + SUM_UNITS] + units
            sums[after + SUM_LINKED] = sums[at + SUM_LINKED] + counts[row + COUNT_LINKED]
            is_long = units >= LONG_UNITS and share > 0.5
            sums[after + SUM_LONG] = sums[at + SUM_LONG] + (units if is_long else 0.0)
            sums[after + SUM_MASS] = sums[at + SUM_MASS] + (
                units * share * share if is_long else 0.0
            )
            sums[after + SUM_DESCRIBED] = sums[at + SUM_DESCRIBED] + counts[row + COUNT_DESCRIBED]
            sums[after + SUM_LEGAL] = sums[at + SUM_LEGAL] + counts[row + COUNT_LEGAL]

    @cython.cfunc
    @cython.locals(
        b=cython.Py_ssize_t, places=Ints, firsts=Ints, mask=cython.uint, place=cython.uint,
        _probe=cython.int, first=cython.int,
    )  # fmt: skip
    def count_copies(self, hashes: UInts) -> cython.void:
        """Count the blocks that say what each block says, by hashes of their letters."""
        mask = (4 << self.blocks.bit_length()) - 1
        places = array("i", bytes(4 * (mask + 1)))
        firsts = array("i", bytes(4 * self.blocks))
        for b in range(self.blocks):
            first = b
            place = hashes[b] & mask
            for _probe in range(MAX_PROBES):
                if places[place] == 0:
                    places[place] = b + 1
                    break
                if hashes[places[place] - 1] == hashes[b]:
                    first = places[place] - 1
                    break
                place = (place + 1) & mask
            firsts[b] = first
            self.earlier[b] = self.copies[first]
            self.copies[first] += 1
        for b in range(self.blocks):
            self.copies[b] = self.copies[firsts[b]]

    @cython.cfunc
    @cython.locals(i=cython.Py_ssize_t, found=cython.int)
    def count_controls(self) -> cython.void:
        """Count the controls of forms before each node."""
        found = 0
        for i in range(len(self.tag)):
            self.controls[i] = found
            if self.bits[self.tag[i]] & CONTROL:
                found += 1
        self.controls[len(self.tag)] = found

    @cython.locals(
        first_attribute=Ints, attribute=Ints, value_start=Ints, values=Bytes,
        symbols=Bytes, following=Ints, meaning=Ints, names=Ints, cues=Ints, first_of=Ints,
        cues_of=Ints, classes=cython.int, places=Ints, entry=cython.Py_ssize_t,
        node=cython.Py_ssize_t, mask=cython.uint,
        kind=cython.int, at=cython.Py_ssize_t, end=cython.Py_ssize_t, place=cython.uint,
        known=cython.int, name=cython.int, _probe=cython.int, holders=object, repeated=Ints,
        name_of=Ints, earlier=cython.Py_ssize_t,
    )  # fmt: skip
    def read_names(
        self, tree: PageTree, use: Ints, hidden: Buffer, cue: cython.int, reader: NameReader
    ) -> None:
        """Number the classes of nodes that hold blocks, and read the cues in their names.

        ``use`` says what each attribute is good for; what is flagged as hidden has the ``cue``.
        """
        first_attribute = tree.first_attribute
        attribute = tree.attribute
        value_start = tree.value_start
        values = tree.values
        repeated = tree.repeated
        symbols = reader.symbols
        following = reader.following
        meaning = reader.meaning
        names = self.names
        cues = self.cues
        holders = 0
        for node in range(len(names)):
            if self.before[node + self.size[node]] > self.before[node]:
                holders += 1
        # The class of each entry; the first entry of each, what it says, and a table of hashes.
        name_of = array("i", bytes(4 * len(attribute)))
        first_of = array("i", bytes(4 * (holders + 1)))
        cues_of = array("i", bytes(4 * (holders + 1)))
        mask = (4 << holders.bit_length()) - 1
        places = array("i", bytes(4 * (mask + 1)))
        classes = 0
        for node in range(len(names)):
            if self.before[node + self.size[node]] == self.before[node]:
                continue
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                kind = use[attribute[entry]]
                at = value_start[entry]
                end = value_start[entry + 1]
                if kind == CLASS:
                    earlier = repeated[entry]
                    # None where the earlier one stands on a node without blocks.
                    name = name_of[earlier]
                    if name > 0:
                        name_of[entry] = name
                        names[node] = name
                        cues[node] |= cues_of[name]
                        continue
                    place = _hash(values, at, end) & mask
                    for _probe in range(MAX_PROBES):
                        if places[place] == 0:
                            places[place] = classes + 1
                            break
                        known = first_of[places[place]]
                        if _is_same(values, at, end, value_start[known], value_start[known + 1]):
                            name = places[place]
                            break
                        place = (place + 1) & mask
                    if name == 0:
                        classes += 1
                        name = classes
                        first_of[name] = entry
                        cues_of[name] = cues_in(values, at, end, symbols, following, meaning)
                    name_of[entry] = name
                    names[node] = name
                    cues[node] |= cues_of[name]
                elif kind == NAME:
                    cues[node] |= cues_in(values, at, end, symbols, following, meaning)
            if hidden[node]:
                cues[node] |= cue

    @cython.locals(
        mask=cython.longlong, count=cython.Py_ssize_t, i=cython.Py_ssize_t,
        above=cython.Py_ssize_t, kind=cython.int, name=cython.int, key=cython.longlong,
        place=cython.longlong, known=cython.int,
    )  # fmt: skip
    def number_paths(self, keys: Longs, numbers: Ints) -> cython.bint:
        """Number the paths of nodes that hold blocks, and sum over those of each number.

        Paths are of tags (``plain``), of tags and classes (``named``), and of parent, tag and class
        (``twins``). ``keys`` and ``numbers``, zeros, are room for a table of hashes: a power of
        two, of which half is used at most. Tell whether there is room enough.
        """
        mask = len(keys) - 1
        count = 0
        for i in range(len(self.tag)):
            if self.tag[i] == 0 or self.before[i + self.size[i]] == self.before[i]:
                continue
            above = self.parent[i]
            for kind in range(3):
                name = self.names[i]
                if kind == 2:
                    key = above + 1
                elif above < 0:
                    key = 0
                elif kind == 1:
                    key = self.named[above]
                else:
                    key = self.plain[above]
                    name = 0
                # No key is 0, which is an empty place.
                key = ((key * 65536 + self.tag[i]) * 65536 + name) * 4 + kind + 1
                place = ((((key ^ (key >> 23) ^ (key >> 41)) & LOW) * SPREAD) >> 20) & mask
                while keys[place] != key and keys[place] != 0:
                    place = (place + 1) & mask
                if keys[place] == 0:
                    if 2 * count >= mask:
                        return False
                    keys[place] = key
                    numbers[place] = count
                    count += 1
                known = numbers[place]
                if kind == 0:
                    self.plain[i] = known
                elif kind == 1:
                    self.named[i] = known
                else:
                    self.twins[i] = known
        self.groups = array("d", bytes(8 * GROUP * count))
        self.sum_groups()
        return True

    @cython.cfunc
    @cython.locals(
        b=cython.Py_ssize_t, node=cython.Py_ssize_t, at=cython.Py_ssize_t, kind=cython.int,
        g=cython.Py_ssize_t, i=cython.Py_ssize_t, here=cython.Py_ssize_t,
        there=cython.Py_ssize_t, groups=Doubles, sums=Doubles,
    )  # fmt: skip
    def sum_groups(self) -> cython.void:
        """Sum over the blocks of each path, and over the nodes of each set of twins."""
        groups = self.groups
        sums = self.sums
        for b in range(self.blocks):
            node = self.owner[self.first[b]]
            at = b * SUMS_ROW
            for kind in range(2):
                g = GROUP * (self.named[node] if kind == 0 else self.plain[node])
                if groups[g + MEMBER_COUNT] == 0:
                    groups[g + FIRST_MEMBER] = b
                groups[g + MEMBER_MASS] += sums[at + SUMS_ROW + SUM_MASS] - sums[at + SUM_MASS]
                groups[g + LAST_MEMBER] = b
                self.join(g, at, at + SUMS_ROW)
        for i in range(len(self.parent)):
            here = self.before[i] * SUMS_ROW
            there = self.before[i + self.size[i]] * SUMS_ROW
            if here < there:
                self.join(GROUP * self.twins[i], here, there)

    @cython.cfunc
    def join(
        self,
        g: cython.Py_ssize_t,
        here: cython.Py_ssize_t,
        there: cython.Py_ssize_t,
    ) -> cython.void:
        """Add a member of a group, of the blocks between two rows of sums."""
        self.groups[g + MEMBER_COUNT] += 1
        self.groups[g + MEMBER_UNITS] += self.sums[there + SUM_UNITS] - self.sums[here + SUM_UNITS]
        self.groups[g + MEMBER_LINKED] += (
            self.sums[there + SUM_LINKED] - self.sums[here + SUM_LINKED]
        )
