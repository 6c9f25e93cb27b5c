"""From a page to its reading: the tables of its elements and of its blocks."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading import constants
from scrapy_treesim.reading._elements_cy import ElementNumbers, Pieces, flag_elements
from scrapy_treesim.reading._rows_cy import Rows
from scrapy_treesim.reading._texts_cy import TextCounter, mark
from scrapy_treesim.reading.blocks import Blocks, blocks_of, no_blocks
from scrapy_treesim.reading.inputs import BLOCK_INPUTS, ELEMENT_INPUTS
from scrapy_treesim.reading.pieces import address_pieces, declared_pieces, description
from scrapy_treesim.tree import tags
from scrapy_treesim.values.text_kinds import text_reader

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_TITLE_BYTES: Final = 500
"""Bytes of a title, and of a description, whose words are known."""
MAX_ELEMENTS: Final = 60_000
"""Elements with text of a page that is read; one of more is read as if it had none. Each takes a
kilobyte or two, and the largest pages that people read have a tenth of them."""
MAX_NAMES: Final = 40
"""Pieces of names an element, on average, that there is room for."""

_CLASS: Final = tags.ATTRIBUTES.index("class")
# One apart from the next, so that a class and an id of the same name are no one's same piece.
_SALTS: Final = array(
    "i",
    [{"class": 1, "id": 1, "role": 2, "itemprop": 3, "rel": 5, "itemtype": -4}.get(name, 0)
     for name in tags.ATTRIBUTES],
)  # fmt: skip
_OF_TAGS: Final = 1000
"""Salt that sets tags of elements within lines apart from name pieces."""

_STYLE_OF: Final = {
    constants.IN_LINK: "a",
    constants.IN_BOLD: "b strong h1 h2 h3 h4 h5 h6 th",
    constants.IN_ITALIC: "i em cite",
    constants.IS_IMAGE: "img",
    constants.IS_CONTROL: "input select textarea button",
    constants.IS_HEADING: "h1 h2 h3 h4 h5 h6",
}
_STYLES: Final = array(
    "i",
    [sum(bit for bit, names in _STYLE_OF.items() if name in names.split()) for name in tags.KNOWN],
)


def _classes_of_bytes() -> bytes:
    classes = [constants.SIGN] * 256
    for first, last, kind in (
        (0x00, 0x20, constants.BLANK), (0x30, 0x39, constants.DIGIT),
        (0x41, 0x5A, constants.UPPER), (0x61, 0x7A, constants.LOWER),
        (0x80, 0xBF, constants.CONTINUATION), (0xC3, 0xE1, constants.LEAD),
        (0xE2, 0xE3, constants.WIDE), (0xE4, 0xE9, constants.IDEOGRAPH),
        (0xEA, 0xEE, constants.LEAD), (0xEF, 0xEF, constants.WIDE),
        (0xF0, 0xF4, constants.LEAD),
    ):  # fmt: skip
        classes[first : last + 1] = [kind] * (last + 1 - first)
    for byte in b".!?":
        classes[byte] = constants.END
    classes[ord(",")] = constants.COMMA
    return bytes(classes)


_CLASSES: Final = _classes_of_bytes()


@dataclass(frozen=True, slots=True)
class Reading:
    """Rows of inputs of a page, and how its elements and blocks lie to one another.

    Elements are those that blocks stand in and all around them, in page order.
    """

    blocks: Blocks
    """The page's blocks."""
    counts: array[int]
    """A row of what is counted of each block (:mod:`.constants`)."""
    units: array[int]
    """The size of each block in half words: a word is two, an ideograph one."""
    hashes: array[int]
    """A hash of the letters of each block."""
    block_rows: array[float]
    """A row of :data:`.BLOCK_INPUTS` for each block."""
    element_rows: array[float]
    """A row of :data:`.ELEMENT_INPUTS` for each element."""
    elements: ElementNumbers
    """The node, tag, parent and blocks of each element, and what it shares with others."""
    own: array[int]
    """The element that each block stands in."""
    levels: array[int]
    """Of each block, three elements around it, each with more blocks than the last."""
    ancestors: array[int]
    """Of each block its element, and the two around that."""
    names: array[int]
    """Pieces of the names of elements, as rows of a table of weights."""
    name_ends: array[int]
    """End of each element's pieces."""
    inline: array[int]
    """The same of the tags and names within the lines of blocks."""
    inline_ends: array[int]
    """End of each block's tags and names."""
    address: array[int]
    """The same of the page's address."""
    declared: array[int]
    """The same of what the page declares to be."""

    def __len__(self) -> int:
        """Its blocks."""
        return len(self.own)

    def words(self, block: int) -> int:
        """The words of a block."""
        return self.counts[block * constants.COUNTS + constants.WORDS]

    def kinds(self, block: int) -> int:
        """The kinds of a block's text, as bits of the reader of texts."""
        return self.counts[block * constants.COUNTS + constants.KINDS]


def _numbers(room: int) -> array[int]:
    return array("i", [0]) * room


def reading_of(page: Page) -> Reading:
    """Read a page; O(nodes + bytes of text and names)."""
    tree = page.tree
    blocks = blocks_of(tree)
    used = bytearray(len(tree))
    count = flag_elements(tree, blocks, used)
    if count > MAX_ELEMENTS:
        blocks, used, count = no_blocks(tree), bytearray(len(tree)), 0
    n = len(blocks)
    known = bytearray(constants.KNOWN)
    title_words, described = (
        mark(text.encode("utf-8", "replace")[:MAX_TITLE_BYTES], _CLASSES, known, bit, shortest)
        for text, bit, shortest in ((page.title or "", 1, 1), (description(page), 2, 3))
    )
    counts, own, units = _numbers(n * constants.COUNTS), _numbers(n), _numbers(n)
    hashes = array("I", [0]) * n
    counter = TextCounter(tree.text, _CLASSES, bytes(known), counts, hashes)
    counter.count(tree, blocks.block, _STYLES, text_reader())
    elements = ElementNumbers(tree, blocks, used, count)
    elements.number(tree, _CLASS)
    elements.fill_own(blocks, own)
    # A piece has at least two letters.
    pieces = len(tree.values) // 2 + len(tree)
    names, inline = (_numbers(min(MAX_NAMES * most, pieces)) for most in (count, n))
    name_ends, inline_ends = _numbers(count), _numbers(n)
    of_names, of_inline = Pieces(tree.values, names), Pieces(tree.values, inline)
    of_names.add_names(tree, elements.node, _SALTS, name_ends)
    of_inline.add_inline(tree, blocks, _SALTS, _OF_TAGS, inline_ends)
    rows = Rows(elements, counts, hashes, own)
    rows.fill_units(units)
    element_rows = array("f", [0]) * (len(ELEMENT_INPUTS) * count)
    rows.fill_elements(tree, _STYLES, blocks.hidden, element_rows)
    block_rows = array("f", [0]) * (len(BLOCK_INPUTS) * n)
    rows.fill_blocks(title_words, described, _STYLES, block_rows)
    levels, ancestors = _numbers(constants.LEVELS * n), _numbers(constants.ANCESTORS * n)
    rows.fill_surroundings(levels, ancestors)
    return Reading(
        blocks=blocks,
        counts=counts,
        units=units,
        hashes=hashes,
        block_rows=block_rows,
        element_rows=element_rows,
        elements=elements,
        own=own,
        levels=levels,
        ancestors=ancestors,
        names=names[: of_names.count],
        name_ends=name_ends,
        inline=inline[: of_inline.count],
        inline_ends=inline_ends,
        address=address_pieces(page.url),
        declared=declared_pieces(page),
    )
