# cython: cdivision=True
"""Kernel of the features: what each block is, and what stands around it.

Context decides far more than the block alone: what shares its path, what its ancestors hold, where
the page's mass lies. All comes from running sums over the blocks and one climb a block.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim.article.feature_table import BIT, COUNTS, INDEX, MEMBERS, SUMS, WINDOWS

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import log as ln
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints
else:
    from math import log as ln

    from scrapy_treesim._cython import Doubles, Ints

if TYPE_CHECKING:
    from scrapy_treesim.article._block_sums_cy import BlockSums
    from scrapy_treesim.article.words import Words

# The place of each feature in a row: all comes from the table.
UNITS = cython.declare(cython.int, INDEX["units"])
LINK_DENSITY = cython.declare(cython.int, INDEX["link_density"])
LINKS = cython.declare(cython.int, INDEX["links"])
SENTENCES = cython.declare(cython.int, INDEX["sentences"])
ENDS_SENTENCE = cython.declare(cython.int, INDEX["ends_sentence"])
IDEOGRAPHS = cython.declare(cython.int, INDEX["ideographs"])
TITLE_COVERED = cython.declare(cython.int, INDEX["title_covered"])
DESCRIPTION_COVERED = cython.declare(cython.int, INDEX["description_covered"])
KNOWN_WORDS = cython.declare(cython.int, INDEX["known_words"])
COPIES = cython.declare(cython.int, INDEX["copies"])
EARLIER_COPIES = cython.declare(cython.int, INDEX["earlier_copies"])
IS_HEADING = cython.declare(cython.int, INDEX["heading"])
IS_PARAGRAPH = cython.declare(cython.int, INDEX["paragraph"])
IS_ITEM = cython.declare(cython.int, INDEX["item"])
IS_CELL = cython.declare(cython.int, INDEX["cell"])
NTH = cython.declare(cython.int, INDEX["nth"])
TEXT_BEFORE = cython.declare(cython.int, INDEX["text_before"])
BLOCKS_BEFORE = cython.declare(cython.int, INDEX["blocks_before"])
BLOCKS_AFTER = cython.declare(cython.int, INDEX["blocks_after"])
MASS_BEFORE = cython.declare(cython.int, INDEX["mass_before"])
MASS_AFTER = cython.declare(cython.int, INDEX["mass_after"])
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
NAMED_PATH = cython.declare(cython.int, INDEX["named_path_blocks"])
PLAIN_PATH = cython.declare(cython.int, INDEX["plain_path_blocks"])
# In each of the two.
PATH_BLOCKS = cython.declare(cython.int, 0)
PATH_MEAN = cython.declare(cython.int, INDEX["named_path_mean"] - NAMED_PATH)
PATH_LINK_DENSITY = cython.declare(cython.int, INDEX["named_path_link_density"] - NAMED_PATH)
PATH_MASS = cython.declare(cython.int, INDEX["named_path_mass"] - NAMED_PATH)
PATH_SINCE_FIRST = cython.declare(cython.int, INDEX["named_path_since_first"] - NAMED_PATH)
PATH_UNTIL_LAST = cython.declare(cython.int, INDEX["named_path_until_last"] - NAMED_PATH)
WINDOW_LINK_DENSITY = cython.declare(cython.int, INDEX["4_before_link_density"])
WINDOW_LONG = cython.declare(cython.int, INDEX["4_before_long"])
WINDOW = cython.declare(cython.int, INDEX["4_after_long"] - WINDOW_LONG)
SINCE_HEADING = cython.declare(cython.int, INDEX["since_heading"])
HEADING_TITLED = cython.declare(cython.int, INDEX["heading_titled"])
SINCE_TITLE = cython.declare(cython.int, INDEX["since_title"])
PAGE_BLOCKS = cython.declare(cython.int, INDEX["page_blocks"])
PAGE_UNITS = cython.declare(cython.int, INDEX["page_units"])
PAGE_LINK_DENSITY = cython.declare(cython.int, INDEX["page_link_density"])
PAGE_LONG = cython.declare(cython.int, INDEX["page_long"])
PAGE_50 = cython.declare(cython.int, INDEX["page_50"])
PAGE_IS_ARTICLE = cython.declare(cython.int, INDEX["page_is_article"])
WIDTH = cython.declare(cython.int, len(INDEX))


SPANS = cython.declare(Ints, array("i", WINDOWS.values()))

# The place of each count in a row of those.
ROW = cython.declare(cython.int, len(COUNTS))
COUNT_UNITS = cython.declare(cython.int, COUNTS.index("units"))
COUNT_IDEOGRAPHS = cython.declare(cython.int, COUNTS.index("ideographs"))
COUNT_ENDS = cython.declare(cython.int, COUNTS.index("ends"))
COUNT_ENDS_SENTENCE = cython.declare(cython.int, COUNTS.index("ends_sentence"))
COUNT_LINKED = cython.declare(cython.int, COUNTS.index("linked"))
COUNT_LINKS = cython.declare(cython.int, COUNTS.index("links"))
COUNT_TITLE = cython.declare(cython.int, COUNTS.index("title"))
COUNT_DESCRIBED = cython.declare(cython.int, COUNTS.index("description"))
COUNT_LEGAL = cython.declare(cython.int, COUNTS.index("legal"))
COUNT_BOILERPLATE = cython.declare(cython.int, COUNTS.index("boilerplate"))

# What a tag is, as bits.
HEADING = cython.declare(cython.int, BIT["heading"])
PARAGRAPH = cython.declare(cython.int, BIT["paragraph"])
ITEM = cython.declare(cython.int, BIT["item"])
CELL = cython.declare(cython.int, BIT["cell"])
CONTROL = cython.declare(cython.int, BIT["form"])
ROLE_BITS = cython.declare(cython.int, (1 << ROLES) - 1)

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

MAX_PART = cython.declare(cython.double, 0.7)
"""An ancestor that holds this share of the page says nothing of its parts."""


@cython.cfunc
def _lg(x: cython.double) -> cython.double:
    return ln(1.0 + x)


@cython.cfunc
def _ratio(a: cython.double, b: cython.double) -> cython.double:
    return a / b if b > 0 else 0.0


@cython.cclass
class BlockFeatures:
    """The features of a page's blocks in the making; :meth:`fill` writes them."""

    blocks: cython.Py_ssize_t
    """How many blocks there are."""
    tag: Ints
    """The tag of each node."""
    size: Ints
    """The size of each node's subtree."""
    first: Ints
    """The first text node of each block."""
    owner: Ints
    """The block-level element that each node stands in."""
    before: Ints
    """Blocks that start before each node, and the end."""
    counts: Ints
    """What is counted in the text of each block, a row of ``COUNTS``."""
    bits: Ints
    """What each tag is: its roles, HEADING, PARAGRAPH, ITEM, CELL, CONTROL."""
    copies: Ints
    """How many blocks say what each block says."""
    earlier: Ints
    """How many of them come before it."""
    sums: Doubles
    """Running sums over the blocks, a row of ``SUMS`` before each and one for the end."""
    cues: Ints
    """What each node's class, id, role and style say, as bits."""
    named: Ints
    """The path of tags and classes of each node that holds blocks, numbered."""
    plain: Ints
    """The path of tags of each."""
    twins: Ints
    """The siblings of the same tag and class as each, numbered."""
    groups: Doubles
    """Sums over each of these numbers, a row of ``GROUP``."""
    controls: Ints
    """Controls of forms before each node, and the end."""
    title_units: cython.int
    """The size of the title."""
    description_units: cython.int
    """The size of the description."""
    way: Ints
    """The smallest nodes with each share of the page's mass, each with its ancestors after it."""
    centre: Ints
    """Where each of them stands in ``way``."""
    common: Ints
    """Where its first ancestor stands that holds the block which is written."""
    inner: cython.Py_ssize_t
    """The smallest node with half the mass."""
    nearest: Ints
    """Steps to the nearest ancestor of each role and name, 0 where there is none."""
    heading: cython.Py_ssize_t
    """The last heading so far, -1 where there is none."""
    titled: cython.Py_ssize_t
    """The block that says most of the title; -1 for none."""
    rows: Doubles
    """A row of features for each block."""
    parent: Ints
    """The parent of each node."""

    def __init__(self, of: BlockSums, words: Words) -> None:
        self.blocks = of.blocks
        self.tag, self.parent, self.size = of.tag, of.parent, of.size
        self.first, self.owner, self.before = of.first, of.owner, of.before
        self.counts, self.bits, self.cues, self.controls = of.counts, of.bits, of.cues, of.controls
        self.copies, self.earlier = of.copies, of.earlier
        self.named, self.plain, self.twins = of.named, of.plain, of.twins
        self.sums, self.groups = of.sums, of.groups
        self.title_units, self.description_units = words.title_units, words.description_units
        self.nearest = array("i", bytes(4 * NEARESTS))
        self.centre, self.common = (array("i", bytes(4 * CENTRES)) for _ in range(2))

    @cython.locals(b=cython.Py_ssize_t, at=cython.Py_ssize_t, k=cython.Py_ssize_t)
    def fill(self, mass_shares: tuple[float, ...], is_article: cython.bint, rows: Doubles) -> None:
        """Write a row for each block into ``rows``, which comes as zeros."""
        self.rows = rows
        self.find_centres(mass_shares)
        self.find_titled()
        self.heading = -1
        for b in range(self.blocks):
            at = b * WIDTH
            self.write_block(b, at)
            self.write_place(b, at)
            self.write_ancestors(b, at)
            self.write_mass(b, at)
            self.write_path(b, self.named[self.owner[self.first[b]]], at + NAMED_PATH)
            self.write_path(b, self.plain[self.owner[self.first[b]]], at + PLAIN_PATH)
            self.write_windows(b, at)
            self.write_heading(b, at)
            if b == 0:
                self.write_page(is_article)
            else:
                for k in range(PAGE_BLOCKS, WIDTH):
                    self.rows[at + k] = self.rows[k]

    @cython.cfunc
    def kind(self, b: cython.Py_ssize_t) -> cython.int:
        """Tell what the element is that a block stands in, as bits."""
        return self.bits[self.tag[self.owner[self.first[b]]]]

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
    @cython.locals(most=cython.int, b=cython.Py_ssize_t, row=cython.Py_ssize_t, said=cython.int)
    def find_titled(self) -> cython.void:
        """Find the block that says most of the title; a heading's words count double."""
        self.titled = -1
        most = 0
        for b in range(self.blocks):
            row = b * ROW
            said = self.counts[row + COUNT_TITLE] * (2 if self.kind(b) & HEADING else 1)
            if said > most and self.counts[row + COUNT_UNITS] <= 3 * self.title_units:
                most = said
                self.titled = b

    @cython.cfunc
    @cython.locals(
        row=cython.Py_ssize_t, units=cython.double, some=cython.double, known=cython.int,
        kind=cython.int,
    )  # fmt: skip
    def write_block(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write the features of the block itself."""
        row = b * ROW
        units = self.counts[row + COUNT_UNITS] + 0.0
        some = units if units > 0 else 1.0
        known = self.counts[row + COUNT_LEGAL] + self.counts[row + COUNT_BOILERPLATE]
        kind = self.kind(b)
        self.rows[at + UNITS] = _lg(units)
        self.rows[at + LINK_DENSITY] = self.counts[row + COUNT_LINKED] / some
        self.rows[at + LINKS] = _lg(self.counts[row + COUNT_LINKS])
        self.rows[at + SENTENCES] = 20.0 * self.counts[row + COUNT_ENDS] / some
        self.rows[at + ENDS_SENTENCE] = self.counts[row + COUNT_ENDS_SENTENCE]
        self.rows[at + IDEOGRAPHS] = self.counts[row + COUNT_IDEOGRAPHS] / some
        self.rows[at + TITLE_COVERED] = _ratio(self.counts[row + COUNT_TITLE], self.title_units)
        self.rows[at + DESCRIPTION_COVERED] = _ratio(
            self.counts[row + COUNT_DESCRIBED], self.description_units
        )
        self.rows[at + KNOWN_WORDS] = known / some
        self.rows[at + COPIES] = _lg(self.copies[b])
        self.rows[at + EARLIER_COPIES] = self.earlier[b]
        self.rows[at + IS_HEADING] = 1.0 if kind & HEADING else 0.0
        self.rows[at + IS_PARAGRAPH] = 1.0 if kind & PARAGRAPH else 0.0
        self.rows[at + IS_ITEM] = 1.0 if kind & ITEM else 0.0
        self.rows[at + IS_CELL] = 1.0 if kind & CELL else 0.0

    @cython.cfunc
    @cython.locals(
        row=cython.Py_ssize_t, n=cython.Py_ssize_t, everything=cython.double,
        mass=cython.double,
    )  # fmt: skip
    def write_place(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write the features of its place on the page."""
        row = b * SUMS_ROW
        n = self.blocks
        everything = self.sums[n * SUMS_ROW + SUM_UNITS]
        mass = self.sums[n * SUMS_ROW + SUM_MASS]
        self.rows[at + NTH] = b / (n + 0.0)
        self.rows[at + TEXT_BEFORE] = _ratio(self.sums[row + SUM_UNITS], everything)
        self.rows[at + BLOCKS_BEFORE] = _lg(b)
        self.rows[at + BLOCKS_AFTER] = _lg(n - 1 - b)
        self.rows[at + MASS_BEFORE] = _ratio(self.sums[row + SUM_MASS], mass)
        self.rows[at + MASS_AFTER] = _ratio(mass - self.sums[row + SUMS_ROW + SUM_MASS], mass)

    @cython.cfunc
    @cython.locals(
        everything=cython.double, k=cython.Py_ssize_t, child=cython.Py_ssize_t,
        node=cython.Py_ssize_t, steps=cython.int, level=cython.Py_ssize_t,
        low=cython.Py_ssize_t, high=cython.Py_ssize_t, told=cython.int,
        here=cython.Py_ssize_t, there=cython.Py_ssize_t, inside=cython.double,
        is_part=cython.bint, bits=cython.int, new=cython.int,
    )  # fmt: skip
    def write_ancestors(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write how near roles and names are above it, and the ancestors that hold more than it."""
        everything = self.sums[self.blocks * SUMS_ROW + SUM_UNITS]
        for k in range(NEARESTS):
            self.nearest[k] = 0
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
            inside = (
                self.sums[there * SUMS_ROW + SUM_UNITS] - self.sums[here * SUMS_ROW + SUM_UNITS]
            )
            is_part = inside < MAX_PART * everything
            if is_part:
                bits = self.bits[self.tag[node]] & ROLE_BITS | (self.cues[node] << ROLES)
                new = bits & ~told
                told |= bits
                k = 0
                while new:
                    if new & 1:
                        self.nearest[k] = steps
                    new >>= 1
                    k += 1
            if here < low or there > high:
                if level < LEVELS:
                    self.write_level(node, child, at + level * LEVEL)
                level += 1
                low = here
                high = there
            # All above hold as much.
            if level >= LEVELS and not is_part:
                break
            child = node
            node = self.parent[node]
            steps += 1
        for k in range(NEARESTS):
            if self.nearest[k] > 0:
                self.rows[at + NEAREST + k] = 1.0 / self.nearest[k]

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
        self.rows[at + AROUND_SHARE] = _ratio(inside, everything)
        self.rows[at + AROUND_LINK_DENSITY] = (
            self.sums[there + SUM_LINKED] - self.sums[here + SUM_LINKED]
        ) / some
        self.rows[at + AROUND_LONG] = (
            self.sums[there + SUM_LONG] - self.sums[here + SUM_LONG]
        ) / some
        self.rows[at + AROUND_MEAN] = _lg(inside / blocks)
        self.rows[at + AROUND_TWINS] = _lg(self.groups[g + MEMBER_COUNT])
        self.rows[at + AROUND_TWIN_MEAN] = _lg(_ratio(twin_units, self.groups[g + MEMBER_COUNT]))
        self.rows[at + AROUND_TWIN_LINK_DENSITY] = _ratio(
            self.groups[g + MEMBER_LINKED], twin_units
        )
        self.rows[at + AROUND_LEGAL] = (
            self.sums[there + SUM_LEGAL] - self.sums[here + SUM_LEGAL]
        ) / some
        self.rows[at + AROUND_DESCRIBED] = (
            self.sums[there + SUM_DESCRIBED] - self.sums[here + SUM_DESCRIBED]
        ) / some
        self.rows[at + AROUND_CONTROLS] = _ratio(controls, blocks)

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
        self.rows[at + PLACE_IN_50] = _ratio(b - first, last - first)
        if b < first:
            self.rows[at + OUTSIDE_50] = _lg(first - b)
        elif b >= last:
            self.rows[at + OUTSIDE_50] = _lg(b - last + 1)

    @cython.cfunc
    @cython.locals(
        n=cython.Py_ssize_t, g=cython.Py_ssize_t, units=cython.double, mass=cython.double,
    )  # fmt: skip
    def write_path(
        self,
        b: cython.Py_ssize_t,
        path: cython.Py_ssize_t,
        at: cython.Py_ssize_t,
    ) -> cython.void:
        """Write the features of the blocks of its path."""
        n = self.blocks
        g = GROUP * path
        units = self.groups[g + MEMBER_UNITS]
        mass = self.sums[n * SUMS_ROW + SUM_MASS]
        self.rows[at + PATH_BLOCKS] = _lg(self.groups[g + MEMBER_COUNT])
        self.rows[at + PATH_MEAN] = _lg(_ratio(units, self.groups[g + MEMBER_COUNT]))
        self.rows[at + PATH_LINK_DENSITY] = _ratio(self.groups[g + MEMBER_LINKED], units)
        self.rows[at + PATH_MASS] = _ratio(self.groups[g + MEMBER_MASS], mass)
        self.rows[at + PATH_SINCE_FIRST] = (b - self.groups[g + FIRST_MEMBER]) / n
        self.rows[at + PATH_UNTIL_LAST] = (self.groups[g + LAST_MEMBER] - b) / n

    @cython.cfunc
    @cython.locals(
        n=cython.Py_ssize_t, k=cython.Py_ssize_t, low=cython.Py_ssize_t,
        high=cython.Py_ssize_t, here=cython.Py_ssize_t, there=cython.Py_ssize_t,
        inside=cython.double, some=cython.double, linked=cython.double, long=cython.double,
    )  # fmt: skip
    def write_windows(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write the features of the blocks before it and after it."""
        n = self.blocks
        for k in range(len(SPANS)):
            low = b + SPANS[k] if SPANS[k] < 0 else b + 1
            high = b if SPANS[k] < 0 else b + 1 + SPANS[k]
            here = SUMS_ROW * (low if low > 0 else 0)
            there = SUMS_ROW * (high if high < n else n)
            inside = self.sums[there + SUM_UNITS] - self.sums[here + SUM_UNITS]
            some = inside if inside > 0 else 1.0
            linked = self.sums[there + SUM_LINKED] - self.sums[here + SUM_LINKED]
            long = self.sums[there + SUM_LONG] - self.sums[here + SUM_LONG]
            self.rows[at + k * WINDOW + WINDOW_LINK_DENSITY] = linked / some
            self.rows[at + k * WINDOW + WINDOW_LONG] = long / some

    @cython.cfunc
    @cython.locals(heading=cython.Py_ssize_t, row=cython.Py_ssize_t)
    def write_heading(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write the features of the heading it stands under, and its way from the title."""
        if self.kind(b) & HEADING:
            self.heading = b
        heading = self.heading
        self.rows[at + SINCE_HEADING] = -1.0
        self.rows[at + HEADING_TITLED] = -1.0
        if heading >= 0:
            row = heading * ROW
            self.rows[at + SINCE_HEADING] = _lg(b - heading)
            self.rows[at + HEADING_TITLED] = _ratio(
                self.counts[row + COUNT_TITLE], self.counts[row + COUNT_UNITS]
            )
        if self.titled >= 0:
            if b >= self.titled:
                self.rows[at + SINCE_TITLE] = _lg(b - self.titled)
            else:
                self.rows[at + SINCE_TITLE] = -_lg(self.titled - b)

    @cython.cfunc
    @cython.locals(
        end=cython.Py_ssize_t, everything=cython.double, here=cython.Py_ssize_t,
        there=cython.Py_ssize_t,
    )  # fmt: skip
    def write_page(self, is_article: cython.bint) -> cython.void:
        """Write the features of the page into the first row."""
        end = self.blocks * SUMS_ROW
        everything = self.sums[end + SUM_UNITS]
        here = self.before[self.inner] * SUMS_ROW
        there = self.before[self.inner + self.size[self.inner]] * SUMS_ROW
        self.rows[PAGE_BLOCKS] = _lg(self.blocks)
        self.rows[PAGE_UNITS] = _lg(everything)
        self.rows[PAGE_LINK_DENSITY] = _ratio(self.sums[end + SUM_LINKED], everything)
        self.rows[PAGE_LONG] = _ratio(self.sums[end + SUM_LONG], everything)
        self.rows[PAGE_50] = _ratio(
            self.sums[there + SUM_UNITS] - self.sums[here + SUM_UNITS], everything
        )
        self.rows[PAGE_IS_ARTICLE] = is_article
