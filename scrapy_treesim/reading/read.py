"""Reading of a page: the tables of its elements and of its blocks.

The address of a page and its declared types are read as pieces.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit
from zlib import crc32

from scrapy_treesim.reading import constants
from scrapy_treesim.reading._elements_cy import ElementNumbers, NamePieces, flag_elements
from scrapy_treesim.reading._rows_cy import Rows
from scrapy_treesim.reading._texts_cy import TextCounter, mark
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.blocks import Blocks, blocks_of, no_blocks
from scrapy_treesim.reading.constants import ROWS
from scrapy_treesim.reading.declared.meta_tags import MetaTags, relations_of
from scrapy_treesim.reading.inputs import BlockInput, ElementInput
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.values.text_kinds import text_reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page


MAX_ADDRESS_CHARS: Final = 2_000
"""Largest number of characters read of an address."""
MAX_JSON_CHARS: Final = 300_000
"""Largest number of characters of JSON-LD searched for types."""
MAX_TYPE_BYTES: Final = 200
"""Largest number of bytes read of a microdata type."""
MAX_PIECES: Final = 60
"""Largest number of pieces of a part of an address, and of types of one syntax."""
MAX_DESCRIPTION_CHARS: Final = 1_000
"""Largest number of characters read of a description."""

_WORD = re.compile(r"[a-z]{2,20}|\d+")
_TYPE = re.compile(r'"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:https?://schema\.org/)?(\w{1,40})/?"')
_IS_ITEMTYPE: Final = bytes(name == "itemtype" for name in tags.ATTRIBUTES)


def address_pieces(url: str) -> array[int]:
    """Return the pieces of a page's address, as rows of a table of weights."""
    return _rows(_of_address(url))


def declared_pieces(page: Page) -> array[int]:
    """Return the pieces of a page's declared types, as rows of the same table."""
    return _rows(_of_declarations(page))


def _rows(pieces: Iterator[str]) -> array[int]:
    return array("i", sorted(crc32(piece.encode("utf-8", "replace")) % ROWS for piece in {*pieces}))


def _of_address(url: str) -> Iterator[str]:
    try:
        parts = urlsplit(url[:MAX_ADDRESS_CHARS])
        path, query = unquote(parts.path).lower(), parts.query.lower()
    except ValueError:
        return
    # The path of a local file is no evidence.
    if not parts.netloc or parts.scheme == "file":
        return
    *folders, last = [folder for folder in path.split("/") if folder] or [""]
    yield f"depth {min(6, len(folders) + bool(last))}"
    yield f"slash {path.endswith('/')}"
    yield f"words {min(6, last.count('-') + last.count('_'))}"
    for part, text in (("in", "/".join(folders)), ("last", last), ("query", query)):
        for word in _WORD.findall(text)[:MAX_PIECES]:
            yield f"{part} {'9' * min(5, len(word)) if word.isdigit() else word}"
    if last.isdigit():
        yield "number"


def _of_declarations(page: Page) -> Iterator[str]:
    declared = _first(page, "og.type")
    if declared:
        yield f"og {declared[:40]}"
    for source, types in (("json", _json_types(page)), ("item", _item_types(page))):
        for name, count in Counter(types).most_common(MAX_PIECES):
            yield f"{source} {name}"
            yield f"{source} {name} {'once' if count == 1 else 'often'}"
    if any({"next", "prev"} & relations for relations in page.once(relations_of).values()):
        yield "next"


def _json_types(page: Page) -> list[str]:
    """Return the types in JSON-LD, by a pattern, much quicker than parsing."""
    types: list[str] = []
    room = MAX_JSON_CHARS
    for script in page.json_ld():
        text = script[:room]
        types += map(str.lower, _TYPE.findall(text))
        room -= len(text)
    return types


def _item_types(page: Page) -> list[str]:
    """Return the types in microdata."""
    tree = page.tree
    starts, values = tree.value_start, tree.values
    return [
        values[starts[entry] : min(starts[entry + 1], starts[entry] + MAX_TYPE_BYTES)]
        .decode("latin-1")
        .rstrip("/")
        .rpartition("/")[2]
        .lower()
        for entry in nodes_of(tree.attribute, _IS_ITEMTYPE)
    ]


def description(page: Page) -> str:
    """Return the description declared by a page; empty without one."""
    descriptions = (_first(page, name) for name in ("description", "og.description"))
    return max(descriptions, key=len)[:MAX_DESCRIPTION_CHARS]


def _first(page: Page, name: str) -> str:
    """Return the first value of a ``<meta>``, in lower case; empty without one."""
    values = page.once(MetaTags.read).values.get(name, ())
    return next(filter(None, values), "").strip().lower()


MAX_TITLE_BYTES: Final = 500
"""Largest number of bytes read of a title, and of a description, for their words."""
MAX_ELEMENTS: Final = 60_000
"""Largest number of elements with text; a page with more is read as if it had no text. Each takes
a kilobyte or two, and the largest pages that people read have a tenth of them."""
MAX_NAMES: Final = 40
"""Largest number of pieces of names per element, on average."""

# Salts of attributes: the same name has different pieces as a class or id, a role or a property.
_SALTS: Final = array(
    "i",
    [{"class": 1, "id": 1, "role": 2, "itemprop": 3, "rel": 5, "itemtype": -4}.get(name, 0)
     for name in tags.ATTRIBUTES],
)  # fmt: skip
_OF_TAGS: Final = 1000
"""Salt of the tags of inline elements, different from those of names."""

_STYLE_OF: Final = {
    constants.IN_LINK: "a",
    constants.IN_BOLD: "b strong h1 h2 h3 h4 h5 h6 th",
    constants.IN_ITALIC: "i em cite",
    constants.IS_IMAGE: "img",
    constants.IS_CONTROL: "input select textarea button",
    constants.IS_HEADING: "h1 h2 h3 h4 h5 h6",
}
_STYLES: Final = array(
    "i", [*tags.kinds({bit: tags.numbers(names) for bit, names in _STYLE_OF.items()})]
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
    """Rows of inputs of a page, and the relations of its elements and blocks.

    The elements are those around blocks, in page order.
    """

    blocks: Blocks
    """Blocks of the page."""
    counts: array[int]
    """Row of counts of each block (:mod:`.constants`)."""
    units: array[int]
    """Size of each block in half words: two for a word, one for an ideograph."""
    hashes: array[int]
    """Hash of the letters of each block."""
    block_rows: array[float]
    """Row of :class:`.BlockInput` for each block."""
    element_rows: array[float]
    """Row of :class:`.ElementInput` for each element."""
    elements: ElementNumbers
    """Node, tag, parent and blocks of each element, and numbers of its shared features."""
    block_element: array[int]
    """Element of each block."""
    levels: array[int]
    """Three elements around each block, each with more blocks than the last."""
    ancestors: array[int]
    """Element of each block, its parent and grandparent."""
    names: array[int]
    """Pieces of the names of elements, as rows of a table of weights."""
    name_ends: array[int]
    """End of each element's pieces."""
    inline: array[int]
    """Pieces of the tags and names of inline elements, likewise."""
    inline_ends: array[int]
    """End of each block's tags and names."""
    address: array[int]
    """Pieces of the page's address, likewise."""
    declared: array[int]
    """Pieces of the page's declared types, likewise."""

    def __len__(self) -> int:
        """Return the number of blocks."""
        return len(self.block_element)

    def words(self, block: int) -> int:
        """Return the number of words of a block."""
        return self.counts[block * constants.COUNTS + constants.WORDS]

    def kinds(self, block: int) -> int:
        """Return the kinds of a block's text, as bits of the reader of texts."""
        return self.counts[block * constants.COUNTS + constants.KINDS]


def _numbers(room: int) -> array[int]:
    return array("i", [0]) * room


def reading_of(page: Page) -> Reading:
    """Read a page; O(nodes + bytes of text and names)."""
    tree, analysis = page.tree, page.once(analysis_of)
    blocks = blocks_of(tree)
    used = bytearray(len(tree))
    count = flag_elements(tree, blocks, used)
    if count > MAX_ELEMENTS:
        blocks, used, count = no_blocks(tree), bytearray(len(tree)), 0
    n = len(blocks)
    word_flags = bytearray(constants.SLOTS)
    title_words, described = (
        mark(text.encode("utf-8", "replace")[:MAX_TITLE_BYTES], _CLASSES, word_flags, bit, shortest)
        for text, bit, shortest in ((page.title or "", 1, 1), (description(page), 2, 3))
    )
    counts, block_element, units = _numbers(n * constants.COUNTS), _numbers(n), _numbers(n)
    hashes = array("I", [0]) * n
    counter = TextCounter(
        analysis, text_reader(), tree.text, _CLASSES, bytes(word_flags), counts, hashes
    )
    counter.count(tree, blocks.block, _STYLES)
    elements = ElementNumbers(tree, blocks, used, count)
    elements.number(analysis.name)
    elements.fill_own(blocks, block_element)
    # A piece has at least two letters.
    pieces = len(tree.values) // 2 + len(tree)
    names, inline = (_numbers(min(MAX_NAMES * most, pieces)) for most in (count, n))
    name_ends, inline_ends = _numbers(count), _numbers(n)
    of_names, of_inline = NamePieces(tree.values, names), NamePieces(tree.values, inline)
    of_names.add_names(tree, elements.node, _SALTS, name_ends)
    of_inline.add_inline(tree, blocks, _SALTS, _OF_TAGS, inline_ends)
    rows = Rows(elements, counts, hashes, block_element)
    rows.fill_units(units)
    element_rows = array("f", [0]) * (len(ElementInput) * count)
    rows.fill_elements(tree, _STYLES, blocks.hidden, element_rows)
    block_rows = array("f", [0]) * (len(BlockInput) * n)
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
        block_element=block_element,
        levels=levels,
        ancestors=ancestors,
        names=names[: of_names.count],
        name_ends=name_ends,
        inline=inline[: of_inline.count],
        inline_ends=inline_ends,
        address=address_pieces(page.url),
        declared=declared_pieces(page),
    )
