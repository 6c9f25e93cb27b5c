# cython: cdivision=True
"""Kernel of the features: what each block is, and what comes before it, after it and on its path.

What holds it is in :mod:`._surroundings_cy`.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from scrapy_treesim.article.feature_table import (
    BIT,
    CLOSINGS,
    COUNTS,
    INDEX,
    MEMBERS,
    OPENINGS,
    SUMS,
    WINDOWS,
)

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
BOLD_SHARE = cython.declare(cython.int, INDEX["bold"])
ITALIC = cython.declare(cython.int, INDEX["italic"])
DIGITS = cython.declare(cython.int, INDEX["digits"])
CAPITALS = cython.declare(cython.int, INDEX["capitals"])
DATED = cython.declare(cython.int, INDEX["dated"])
TRAILS_OFF = cython.declare(cython.int, INDEX["trails_off"])
LABELLED = cython.declare(cython.int, INDEX["labelled"])
ENDS_COLON = cython.declare(cython.int, INDEX["ends_colon"])
QUOTED = cython.declare(cython.int, INDEX["quoted"])
LOWER_START = cython.declare(cython.int, INDEX["lower_start"])
RELATED = cython.declare(cython.int, INDEX["related"])
DISCUSSION = cython.declare(cython.int, INDEX["discussion"])
NTH = cython.declare(cython.int, INDEX["nth"])
TEXT_BEFORE = cython.declare(cython.int, INDEX["text_before"])
BLOCKS_BEFORE = cython.declare(cython.int, INDEX["blocks_before"])
BLOCKS_AFTER = cython.declare(cython.int, INDEX["blocks_after"])
MASS_BEFORE = cython.declare(cython.int, INDEX["mass_before"])
MASS_AFTER = cython.declare(cython.int, INDEX["mass_after"])
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
LABEL_RELATED = cython.declare(cython.int, INDEX["label_related"])
LABEL_DISCUSSION = cython.declare(cython.int, INDEX["label_discussion"])
LABEL_BOILERPLATE = cython.declare(cython.int, INDEX["label_boilerplate"])
SINCE_DISCUSSION = cython.declare(cython.int, INDEX["since_discussion"])
SINCE_RELATED = cython.declare(cython.int, INDEX["since_related"])
UNDER_HEADING = cython.declare(cython.int, INDEX["under_heading"])
SAME_ELEMENT = cython.declare(cython.int, INDEX["same_element"])
PAGE_BLOCKS = cython.declare(cython.int, INDEX["page_blocks"])
PAGE_UNITS = cython.declare(cython.int, INDEX["page_units"])
PAGE_LINK_DENSITY = cython.declare(cython.int, INDEX["page_link_density"])
PAGE_LONG = cython.declare(cython.int, INDEX["page_long"])
PAGE_IS_ARTICLE = cython.declare(cython.int, INDEX["page_is_article"])
ADDRESS = cython.declare(cython.int, INDEX["address_unknown"])
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
COUNT_RELATED = cython.declare(cython.int, COUNTS.index("related"))
COUNT_DISCUSSION = cython.declare(cython.int, COUNTS.index("discussion"))
COUNT_BOLD = cython.declare(cython.int, COUNTS.index("bold"))
COUNT_ITALIC = cython.declare(cython.int, COUNTS.index("italic"))
COUNT_NUMBERS = cython.declare(cython.int, COUNTS.index("numbers"))
COUNT_CHARS = cython.declare(cython.int, COUNTS.index("chars"))
COUNT_DIGITS = cython.declare(cython.int, COUNTS.index("digits"))
COUNT_CAPITALS = cython.declare(cython.int, COUNTS.index("capitals"))
COUNT_DATED = cython.declare(cython.int, COUNTS.index("dated"))
COUNT_LABELLED = cython.declare(cython.int, COUNTS.index("labelled"))
COUNT_OPENING = cython.declare(cython.int, COUNTS.index("opening"))
COUNT_CLOSING = cython.declare(cython.int, COUNTS.index("closing"))
OPENS_LOWER = cython.declare(cython.int, OPENINGS.index("lower"))
OPENS_QUOTE = cython.declare(cython.int, OPENINGS.index("quote"))
CLOSES_COLON = cython.declare(cython.int, CLOSINGS.index("colon"))
CLOSES_TRAILING = cython.declare(cython.int, CLOSINGS.index("trails_off"))

# What a tag is, as bits.
HEADING = cython.declare(cython.int, BIT["heading"])
PARAGRAPH = cython.declare(cython.int, BIT["paragraph"])
ITEM = cython.declare(cython.int, BIT["item"])
CELL = cython.declare(cython.int, BIT["cell"])

# The place of each sum in a row of those, and of those of a group.
SUMS_ROW = cython.declare(cython.int, len(SUMS))
SUM_UNITS = cython.declare(cython.int, SUMS.index("units"))
SUM_LINKED = cython.declare(cython.int, SUMS.index("linked"))
SUM_LONG = cython.declare(cython.int, SUMS.index("long"))
SUM_MASS = cython.declare(cython.int, SUMS.index("mass"))
GROUP = cython.declare(cython.int, len(MEMBERS))
MEMBER_COUNT = cython.declare(cython.int, MEMBERS.index("count"))
MEMBER_UNITS = cython.declare(cython.int, MEMBERS.index("units"))
MEMBER_LINKED = cython.declare(cython.int, MEMBERS.index("linked"))
MEMBER_MASS = cython.declare(cython.int, MEMBERS.index("mass"))
FIRST_MEMBER = cython.declare(cython.int, MEMBERS.index("first"))
LAST_MEMBER = cython.declare(cython.int, MEMBERS.index("last"))

MAX_LABEL_CHARS = cython.declare(cython.int, 50)
"""Characters of a label, those of spaces not among them; an ideograph is two."""

MAX_LABEL_UNITS = cython.declare(cython.int, 8)
"""The size of one that is neither a heading nor bold."""

MIN_LABEL_BOLD = cython.declare(cython.double, 0.8)
"""The part of a bold one that is bold."""

MIN_TOPIC = cython.declare(cython.double, 0.3)
"""The share of its words from which a label is over a discussion, or over more to read."""

MAX_UNDER_HEADING = cython.declare(cython.int, 16)
"""The size of a block that text may have between it and its heading."""


@cython.cclass
class BlockFeatures:
    """The features of a page's blocks in the making; :meth:`fill` writes them."""

    blocks: cython.Py_ssize_t
    """How many blocks there are."""
    tag: Ints
    """The tag of each node."""
    first: Ints
    """The first text node of each block."""
    owner: Ints
    """The block-level element that each node stands in."""
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
    named: Ints
    """The path of tags and classes of each node that holds blocks, numbered."""
    plain: Ints
    """The path of tags of each."""
    groups: Doubles
    """Sums over each of these numbers, a row of ``GROUP``."""
    title_units: cython.int
    """The size of the title."""
    description_units: cython.int
    """The size of the description."""
    heading: cython.Py_ssize_t
    """The last heading so far, -1 where there is none."""
    under_heading: cython.bint
    """Whether no longer text came after it so far."""
    label: cython.Py_ssize_t
    """The last label so far, -1 where there is none."""
    discussed: cython.Py_ssize_t
    """The last label so far that is over a discussion, -1 where there is none."""
    told_more: cython.Py_ssize_t
    """The last so far that is over more to read."""
    titled: cython.Py_ssize_t
    """The block that says most of the title; -1 for none."""
    rows: Floats
    """A row of features for each block."""

    def __init__(self, of: BlockSums, words: Words) -> None:
        self.blocks = of.blocks
        self.tag, self.first, self.owner = of.tag, of.first, of.owner
        self.counts, self.bits = of.counts, of.bits
        self.copies, self.earlier = of.copies, of.earlier
        self.named, self.plain = of.named, of.plain
        self.sums, self.groups = of.sums, of.groups
        self.title_units, self.description_units = words.title_units, words.description_units

    @cython.locals(b=cython.Py_ssize_t, at=cython.Py_ssize_t, k=cython.Py_ssize_t)
    def fill(self, is_article: cython.bint, address: Doubles, rows: Floats) -> None:
        """Write a row for each block into ``rows``, which comes as zeros."""
        self.rows = rows
        self.find_titled()
        self.heading = self.label = self.discussed = self.told_more = -1
        self.under_heading = False
        for b in range(self.blocks):
            at = b * WIDTH
            self.write_block(b, at)
            self.write_place(b, at)
            self.write_path(b, self.named[self.owner[self.first[b]]], at + NAMED_PATH)
            self.write_path(b, self.plain[self.owner[self.first[b]]], at + PLAIN_PATH)
            self.write_windows(b, at)
            self.write_heading(b, at)
            self.write_label(b, at)
            if b == 0:
                self.write_page(is_article)
                for k in range(len(address)):
                    self.rows[ADDRESS + k] = address[k]
            else:
                for k in range(PAGE_BLOCKS, WIDTH):
                    self.rows[at + k] = self.rows[k]

    @cython.cfunc
    def kind(self, b: cython.Py_ssize_t) -> cython.int:
        """Tell what the element is that a block stands in, as bits."""
        return self.bits[self.tag[self.owner[self.first[b]]]]

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
        kind=cython.int, chars=cython.int, opening=cython.int, closing=cython.int,
    )  # fmt: skip
    def write_block(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write the features of the block itself."""
        row = b * ROW
        units = self.counts[row + COUNT_UNITS] + 0.0
        some = units if units > 0 else 1.0
        known = self.counts[row + COUNT_LEGAL] + self.counts[row + COUNT_BOILERPLATE]
        kind = self.kind(b)
        self.rows[at + UNITS] = lg(units)
        self.rows[at + LINK_DENSITY] = self.counts[row + COUNT_LINKED] / some
        self.rows[at + LINKS] = lg(self.counts[row + COUNT_LINKS])
        self.rows[at + SENTENCES] = 20.0 * self.counts[row + COUNT_ENDS] / some
        self.rows[at + ENDS_SENTENCE] = self.counts[row + COUNT_ENDS_SENTENCE]
        self.rows[at + IDEOGRAPHS] = self.counts[row + COUNT_IDEOGRAPHS] / some
        self.rows[at + TITLE_COVERED] = ratio(self.counts[row + COUNT_TITLE], self.title_units)
        self.rows[at + DESCRIPTION_COVERED] = ratio(
            self.counts[row + COUNT_DESCRIBED], self.description_units
        )
        self.rows[at + KNOWN_WORDS] = known / some
        self.rows[at + COPIES] = lg(self.copies[b])
        self.rows[at + EARLIER_COPIES] = self.earlier[b]
        self.rows[at + IS_HEADING] = 1.0 if kind & HEADING else 0.0
        self.rows[at + IS_PARAGRAPH] = 1.0 if kind & PARAGRAPH else 0.0
        self.rows[at + IS_ITEM] = 1.0 if kind & ITEM else 0.0
        self.rows[at + IS_CELL] = 1.0 if kind & CELL else 0.0
        chars = self.counts[row + COUNT_CHARS] if self.counts[row + COUNT_CHARS] > 0 else 1
        opening = self.counts[row + COUNT_OPENING]
        closing = self.counts[row + COUNT_CLOSING]
        self.rows[at + BOLD_SHARE] = self.counts[row + COUNT_BOLD] / some
        self.rows[at + ITALIC] = self.counts[row + COUNT_ITALIC] / some
        self.rows[at + DIGITS] = self.counts[row + COUNT_DIGITS] / (chars + 0.0)
        self.rows[at + CAPITALS] = self.counts[row + COUNT_CAPITALS] / (chars + 0.0)
        self.rows[at + DATED] = self.counts[row + COUNT_DATED]
        self.rows[at + LABELLED] = self.counts[row + COUNT_LABELLED]
        self.rows[at + LOWER_START] = 1.0 if opening == OPENS_LOWER else 0.0
        self.rows[at + QUOTED] = 1.0 if opening == OPENS_QUOTE else 0.0
        self.rows[at + ENDS_COLON] = 1.0 if closing == CLOSES_COLON else 0.0
        self.rows[at + TRAILS_OFF] = 1.0 if closing == CLOSES_TRAILING else 0.0
        self.rows[at + RELATED] = self.share_said(row, self.counts[row + COUNT_RELATED])
        self.rows[at + DISCUSSION] = self.share_said(row, self.counts[row + COUNT_DISCUSSION])

    @cython.cfunc
    @cython.locals(units=cython.double)
    def share_said(self, row: cython.Py_ssize_t, said: cython.int) -> cython.double:
        """Tell the share of a block's words, but numbers, that are of a group.

        A pair of ideographs counts one and has the size of two.
        """
        units = self.counts[row + COUNT_UNITS] - self.counts[row + COUNT_NUMBERS] + 0.0
        if said == 0 or units <= 0:
            return 0.0
        return min(1.0, said * (1.0 + self.counts[row + COUNT_IDEOGRAPHS] / units) / units)

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
        self.rows[at + TEXT_BEFORE] = ratio(self.sums[row + SUM_UNITS], everything)
        self.rows[at + BLOCKS_BEFORE] = lg(b)
        self.rows[at + BLOCKS_AFTER] = lg(n - 1 - b)
        self.rows[at + MASS_BEFORE] = ratio(self.sums[row + SUM_MASS], mass)
        self.rows[at + MASS_AFTER] = ratio(mass - self.sums[row + SUMS_ROW + SUM_MASS], mass)

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
        self.rows[at + PATH_BLOCKS] = lg(self.groups[g + MEMBER_COUNT])
        self.rows[at + PATH_MEAN] = lg(ratio(units, self.groups[g + MEMBER_COUNT]))
        self.rows[at + PATH_LINK_DENSITY] = ratio(self.groups[g + MEMBER_LINKED], units)
        self.rows[at + PATH_MASS] = ratio(self.groups[g + MEMBER_MASS], mass)
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
            self.rows[at + SINCE_HEADING] = lg(b - heading)
            self.rows[at + HEADING_TITLED] = ratio(
                self.counts[row + COUNT_TITLE], self.counts[row + COUNT_UNITS]
            )
        if self.titled >= 0:
            if b >= self.titled:
                self.rows[at + SINCE_TITLE] = lg(b - self.titled)
            else:
                self.rows[at + SINCE_TITLE] = -lg(self.titled - b)

    @cython.cfunc
    @cython.locals(row=cython.Py_ssize_t, known=cython.int)
    def write_label(self, b: cython.Py_ssize_t, at: cython.Py_ssize_t) -> cython.void:
        """Write the features of the last label above it, and whether it is one for the next."""
        if self.label >= 0:
            row = self.label * WIDTH
            self.rows[at + LABEL_RELATED] = self.rows[row + RELATED]
            self.rows[at + LABEL_DISCUSSION] = self.rows[row + DISCUSSION]
            row = self.label * ROW
            known = self.counts[row + COUNT_LEGAL] + self.counts[row + COUNT_BOILERPLATE]
            self.rows[at + LABEL_BOILERPLATE] = self.share_said(row, known)
        self.rows[at + UNDER_HEADING] = self.under_heading
        row = b * ROW
        if self.is_label(b):
            self.label = b
            if self.rows[at + DISCUSSION] > MIN_TOPIC:
                self.discussed = b
            if self.rows[at + RELATED] > MIN_TOPIC:
                self.told_more = b
        if self.heading == b:
            self.under_heading = True
        elif self.counts[row + COUNT_UNITS] > MAX_UNDER_HEADING:
            self.under_heading = False
        if self.discussed >= 0:
            self.rows[at + SINCE_DISCUSSION] = 1.0 + lg(b - self.discussed) / 3.0
        if self.told_more >= 0:
            self.rows[at + SINCE_RELATED] = 1.0 + lg(b - self.told_more) / 3.0
        if b > 0 and self.owner[self.first[b]] == self.owner[self.first[b - 1]]:
            self.rows[at + SAME_ELEMENT] = 1.0

    @cython.cfunc
    @cython.locals(row=cython.Py_ssize_t, units=cython.int, chars=cython.int)
    def is_label(self, b: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a block is like a label of what follows."""
        row = b * ROW
        units = self.counts[row + COUNT_UNITS]
        chars = self.counts[row + COUNT_CHARS] + self.counts[row + COUNT_IDEOGRAPHS]
        if units <= self.counts[row + COUNT_NUMBERS] or chars > MAX_LABEL_CHARS:
            return False
        if self.heading == b or self.counts[row + COUNT_BOLD] > MIN_LABEL_BOLD * units:
            return True
        return (
            units <= MAX_LABEL_UNITS
            and self.counts[row + COUNT_LINKED] == 0
            and self.counts[row + COUNT_ENDS_SENTENCE] == 0
        )

    @cython.cfunc
    @cython.locals(end=cython.Py_ssize_t, everything=cython.double)
    def write_page(self, is_article: cython.bint) -> cython.void:
        """Write the features of the page into the first row."""
        end = self.blocks * SUMS_ROW
        everything = self.sums[end + SUM_UNITS]
        self.rows[PAGE_BLOCKS] = lg(self.blocks)
        self.rows[PAGE_UNITS] = lg(everything)
        self.rows[PAGE_LINK_DENSITY] = ratio(self.sums[end + SUM_LINKED], everything)
        self.rows[PAGE_LONG] = ratio(self.sums[end + SUM_LONG], everything)
        self.rows[PAGE_IS_ARTICLE] = is_article
