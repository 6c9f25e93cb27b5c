# cython: cdivision=True
"""Kernel of the surroundings: what holds each block, and where the page's mass lies.

Context decides far more than the block alone. All comes from running sums over the blocks and one
climb a block.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim.article.feature_table import BIT, INDEX, MEMBERS, SUMS

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Doubles, Floats, Ints
    from cython.cimports.scrapy_treesim.article._block_sums_cy import lg, ratio
else:
    from scrapy_treesim._cython import Doubles, Floats, Ints
    from scrapy_treesim.article._block_sums_cy import lg, ratio

if TYPE_CHECKING:
    from scrapy_treesim.article._block_sums_cy import BlockSums

# The place of each feature in a row: all comes from the table.
# One for each bit of an ancestor's roles and cues.
NEAREST = cython.declare(cython.int, INDEX["in_nav"])
NEARESTS = cython.declare(cython.int, INDEX["around0_share"] - NEAREST)
ROLES = cython.declare(cython.int, INDEX["named_navigation"] - NEAREST)
# Of the first level, and from one to the next.
AROUND_SHARE = cython.declare(cython.int, INDEX["around0_share"])
AROUND_LINK_DENSITY = cython.declare(cython.int, INDEX["around0_link_density"])
AROUND_LONG = cython.declare(cython.int, INDEX["around0_long"])
AROUND_MEAN = cython.declare(cython.int, INDEX["around0_mean"])
AROUND_TWINS = cython.declare(cython.int, INDEX["around0_twins"])
AROUND_TWIN_MEAN = cython.declare(cython.int, INDEX["around0_twin_mean"])
AROUND_TWIN_LINK_DENSITY = cython.declare(cython.int, INDEX["around0_twin_link_density"])
AROUND_LEGAL = cython.declare(cython.int, INDEX["around0_legal"])
AROUND_DESCRIBED = cython.declare(cython.int, INDEX["around0_described"])
AROUND_CONTROLS = cython.declare(cython.int, INDEX["around0_controls"])
LEVEL = cython.declare(cython.int, INDEX["around1_share"] - AROUND_SHARE)
LEVELS = cython.declare(cython.int, (INDEX["from_80"] - AROUND_SHARE) // LEVEL)
# Of the widest centre of mass, and from one to the next.
FROM_CENTRE = cython.declare(cython.int, INDEX["from_80"])
CENTRES = cython.declare(cython.int, INDEX["place_in_50"] - FROM_CENTRE)
HALF = cython.declare(cython.int, INDEX["from_50"] - FROM_CENTRE)
PLACE_IN_50 = cython.declare(cython.int, INDEX["place_in_50"])
OUTSIDE_50 = cython.declare(cython.int, INDEX["outside_50"])
PAGE_50 = cython.declare(cython.int, INDEX["page_50"])
WIDTH = cython.declare(cython.int, len(INDEX))
IN_BODY = cython.declare(cython.int, INDEX["in_body"])
BODY = cython.declare(cython.int, BIT["body"])
ROLE_BITS = cython.declare(cython.int, (1 << ROLES) - 1 - BIT["body"])

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

PART = cython.declare(cython.int, 1 << NEARESTS)
"""The bit of a node that holds no more than a part of the page."""

MAX_PART = cython.declare(cython.double, 0.7)
"""An ancestor that holds this share of the page says nothing of its parts, but for a body."""


@cython.cclass
class Surroundings:
    """The features of what holds a page's blocks in the making; :meth:`fill` writes them."""

    blocks: cython.Py_ssize_t
    """How many blocks there are."""
    tag: Ints
    """The tag of each node."""
    parent: Ints
    """The parent of each node."""
    size: Ints
    """The size of each node's subtree."""
    depth: Ints
    """The ancestors of each node."""
    body: Ints
    """The depth of each node's nearest ancestor that is a body, itself included; -1 for none."""
    first: Ints
    """The first text node of each block."""
    before: Ints
    """Blocks that start before each node, and the end."""
    bits: Ints
    """What each tag is; its roles first."""
    cues: Ints
    """What each node's class, id, role and style say, as bits."""
    sums: Doubles
    """Running sums over the blocks, a row of ``SUMS`` before each and one for the end."""
    twins: Ints
    """The siblings of the same tag and class as each, numbered."""
    groups: Doubles
    """Sums over each of these numbers, a row of ``GROUP``."""
    controls: Ints
    """Controls of forms before each node, and the end."""
    way: Ints
    """The smallest nodes with each share of the page's mass, each with its ancestors after it."""
    centre: Ints
    """Where each of them stands in ``way``."""
    common: Ints
    """Where its first ancestor stands that holds the block which is written."""
    inner: cython.Py_ssize_t
    """The smallest node with half the mass."""
    told: Ints
    """Roles and cues of each node that holds blocks and says something of them, and PART."""
    rows: Floats
    """A row of features for each block."""
    around: Ints
    """Of each block, the first block and the one after the last of the ancestors around it."""

    def __init__(self, of: BlockSums) -> None:
        self.blocks = of.blocks
        self.tag, self.parent, self.size = of.tag, of.parent, of.size
        self.depth = of.depth
        self.body, self.told = (array("i", bytes(4 * len(of.tag))) for _ in range(2))
        self.first, self.before = of.first, of.before
        self.bits, self.cues, self.controls = of.bits, of.cues, of.controls
        self.sums, self.twins, self.groups = of.sums, of.twins, of.groups
        self.centre, self.common = (array("i", bytes(4 * CENTRES)) for _ in range(2))

    @cython.locals(
        b=cython.Py_ssize_t, here=cython.Py_ssize_t, there=cython.Py_ssize_t, half=cython.double
    )
    def fill(self, mass_shares: tuple[float, ...], rows: Floats, around: Ints) -> None:
        """Write into a row for each block, which comes as zeros, and into pairs around each."""
        self.rows = rows
        self.around = around
        self.find_centres(mass_shares)
        self.read_nodes()
        here = self.before[self.inner] * SUMS_ROW
        there = self.before[self.inner + self.size[self.inner]] * SUMS_ROW
        half = ratio(
            self.sums[there + SUM_UNITS] - self.sums[here + SUM_UNITS],
            self.sums[self.blocks * SUMS_ROW + SUM_UNITS],
        )
        for b in range(self.blocks):
            self.write_ancestors(b, b * WIDTH)
            self.write_mass(b, b * WIDTH)
            self.rows[b * WIDTH + PAGE_50] = half

    @cython.cfunc
    @cython.locals(k=cython.Py_ssize_t, node=cython.Py_ssize_t, way=list)
    def find_centres(self, mass_shares: tuple[float, ...]) -> cython.void:
        """Find the smallest nodes with these shares of the mass, and their ancestors."""
        way: list[int] = []
        for k in range(CENTRES):
            node = self.heaviest(mass_shares[k])
            if k == HALF:
                self.inner = node
            self.centre[k] = len(way)
            while node >= 0:
                way.append(node)
                node = self.parent[node]
            # Of what comes first only the root is sure to hold it.
            self.common[k] = len(way) - 1
        self.way = array("i", way)

    @cython.cfunc
    @cython.locals(
        i=cython.Py_ssize_t, above=cython.int, bits=cython.int, here=cython.Py_ssize_t,
        there=cython.Py_ssize_t, most=cython.double,
    )  # fmt: skip
    def read_nodes(self) -> cython.void:
        """Find what each node that holds blocks tells of them, and the nearest body above it."""
        most = MAX_PART * self.sums[self.blocks * SUMS_ROW + SUM_UNITS]
        for i in range(len(self.body)):
            here = self.before[i] * SUMS_ROW + SUM_UNITS
            there = self.before[i + self.size[i]] * SUMS_ROW + SUM_UNITS
            if here == there:
                continue
            above = self.body[self.parent[i]] if self.parent[i] >= 0 else -1
            bits = self.bits[self.tag[i]]
            self.body[i] = self.depth[i] if bits & BODY else above
            if self.sums[there] - self.sums[here] < most:
                self.told[i] = PART | bits & ROLE_BITS | self.cues[i] << ROLES

    @cython.cfunc
    @cython.locals(
        n=cython.Py_ssize_t, least=cython.double, node=cython.Py_ssize_t,
        stop=cython.Py_ssize_t, child=cython.Py_ssize_t, after=cython.Py_ssize_t,
        mass=cython.double,
    )  # fmt: skip
    def heaviest(self, share: cython.double) -> cython.Py_ssize_t:
        """The smallest node with at least ``share`` of the page's mass, else the root."""
        n = len(self.size)
        least = share * self.sums[self.before[n] * SUMS_ROW + SUM_MASS]
        node = 0
        if least <= 0:
            return node
        child = 1
        stop = n
        while child < stop:
            after = child + self.size[child]
            mass = (
                self.sums[self.before[after] * SUMS_ROW + SUM_MASS]
                - self.sums[self.before[child] * SUMS_ROW + SUM_MASS]
            )
            if mass >= least:
                node = child
                stop = after
                child += 1
            else:
                child = after
        return node

    @cython.cfunc
    @cython.locals(
        k=cython.Py_ssize_t, child=cython.Py_ssize_t, node=cython.Py_ssize_t, steps=cython.int,
        level=cython.Py_ssize_t, low=cython.Py_ssize_t, high=cython.Py_ssize_t, told=cython.int,
        here=cython.Py_ssize_t, there=cython.Py_ssize_t, new=cython.int,
    )  # fmt: skip
    def write_ancestors(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write how near roles and names are above it, and the ancestors that hold more than it."""
        child = self.parent[self.first[b]]
        node = child
        steps = 1
        level = 0
        low = b
        high = b + 1
        told = 0
        while node >= 0:
            here = self.before[node]
            there = self.before[node + self.size[node]]
            new = self.told[node] & ~(told | PART)
            told |= new
            k = at + NEAREST
            while new:
                if new & 1:
                    self.rows[k] = 1.0 / steps
                new >>= 1
                k += 1
            if here < low or there > high:
                low = here
                high = there
                if level < LEVELS:
                    self.write_level(node, child, at + level * LEVEL)
                    self.around[(b * LEVELS + level) * 2] = low
                    self.around[(b * LEVELS + level) * 2 + 1] = high
                level += 1
            # All above hold as much.
            if level >= LEVELS and self.told[node] == 0:
                break
            child = node
            node = self.parent[node]
            steps += 1
        while level < LEVELS:
            self.around[(b * LEVELS + level) * 2] = low
            self.around[(b * LEVELS + level) * 2 + 1] = high
            level += 1
        child = self.parent[self.first[b]]
        if self.body[child] >= 0:
            self.rows[at + IN_BODY] = 1.0 / (self.depth[child] - self.body[child] + 1)

    @cython.cfunc
    @cython.locals(
        here=cython.Py_ssize_t, there=cython.Py_ssize_t, blocks=cython.Py_ssize_t,
        inside=cython.double, some=cython.double, controls=cython.int,
        everything=cython.double, g=cython.Py_ssize_t, twin_units=cython.double,
    )  # fmt: skip
    def write_level(
        self,
        node: cython.Py_ssize_t,
        child: cython.Py_ssize_t,
        at: cython.Py_ssize_t,
    ) -> cython.void:
        """Write the features of an ancestor, and of the twins of the part that the block is in."""
        here = self.before[node] * SUMS_ROW
        there = self.before[node + self.size[node]] * SUMS_ROW
        blocks = self.before[node + self.size[node]] - self.before[node]
        inside = self.sums[there + SUM_UNITS] - self.sums[here + SUM_UNITS]
        some = inside if inside > 0 else 1.0
        controls = self.controls[node + self.size[node]] - self.controls[node]
        everything = self.sums[self.blocks * SUMS_ROW + SUM_UNITS]
        g = GROUP * self.twins[child]
        twin_units = self.groups[g + MEMBER_UNITS]
        self.rows[at + AROUND_SHARE] = ratio(inside, everything)
        self.rows[at + AROUND_LINK_DENSITY] = (
            self.sums[there + SUM_LINKED] - self.sums[here + SUM_LINKED]
        ) / some
        self.rows[at + AROUND_LONG] = (
            self.sums[there + SUM_LONG] - self.sums[here + SUM_LONG]
        ) / some
        self.rows[at + AROUND_MEAN] = lg(inside / blocks)
        self.rows[at + AROUND_TWINS] = lg(self.groups[g + MEMBER_COUNT])
        self.rows[at + AROUND_TWIN_MEAN] = lg(ratio(twin_units, self.groups[g + MEMBER_COUNT]))
        self.rows[at + AROUND_TWIN_LINK_DENSITY] = ratio(self.groups[g + MEMBER_LINKED], twin_units)
        self.rows[at + AROUND_LEGAL] = (
            self.sums[there + SUM_LEGAL] - self.sums[here + SUM_LEGAL]
        ) / some
        self.rows[at + AROUND_DESCRIBED] = (
            self.sums[there + SUM_DESCRIBED] - self.sums[here + SUM_DESCRIBED]
        ) / some
        self.rows[at + AROUND_CONTROLS] = ratio(controls, blocks)

    @cython.cfunc
    def holds(self, above: cython.Py_ssize_t, node: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a node is another or in it."""
        return above <= node < above + self.size[above]

    @cython.cfunc
    @cython.locals(
        node=cython.Py_ssize_t, k=cython.Py_ssize_t, up=cython.Py_ssize_t,
        first=cython.Py_ssize_t, last=cython.Py_ssize_t,
    )  # fmt: skip
    def write_mass(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write how it stands to where the page's mass lies."""
        node = self.first[b]
        for k in range(CENTRES):
            up = self.common[k]
            # Up from a centre nodes begin earlier and end later, and blocks come in order.
            while up > self.centre[k] and self.holds(self.way[up - 1], node):
                up -= 1
            while not self.holds(self.way[up], node):
                up += 1
            self.common[k] = up
            self.rows[at + FROM_CENTRE + k] = up - self.centre[k]
        first = self.before[self.inner]
        last = self.before[self.inner + self.size[self.inner]]
        self.rows[at + PLACE_IN_50] = ratio(b - first, last - first)
        if b < first:
            self.rows[at + OUTSIDE_50] = lg(first - b)
        elif b >= last:
            self.rows[at + OUTSIDE_50] = lg(b - last + 1)
