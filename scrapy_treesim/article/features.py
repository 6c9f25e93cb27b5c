"""The features of a page's blocks: of the block itself and of its surroundings."""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.article import _block_sums_cy, _features_cy, _surroundings_cy, address
from scrapy_treesim.article.feature_table import BIT, FEATURES, LEVELS, MASS_SHARES, TAGS
from scrapy_treesim.article.words import Words, read_words
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.article.blocks import Blocks
    from scrapy_treesim.page import Page

_BITS: Final = array(
    "i",
    [
        sum(BIT[kind] for kind, names in TAGS.items() if name in names.split())
        for name in tags.KNOWN
    ],
)
"""What each tag is, as the kernel's bits."""

_NAMING = frozenset((tags.ATTRIBUTES.index("name"), tags.ATTRIBUTES.index("property")))
_META = tags.NUMBER["meta"]
_DECLARED_ARTICLE = re.compile(
    r'"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Report|Recipe|HowTo)"'
)
_MAX_DESCRIPTION_CHARS: Final = 1_000

_USE_OF_ATTRIBUTE = array("i", bytes(4 * len(tags.ATTRIBUTES)))
for _name, _use in (("class", 1), ("id", 2), ("role", 2)):
    _USE_OF_ATTRIBUTE[tags.ATTRIBUTES.index(_name)] = _use


_NAMES_READ = NameReader(class_names.OF_BLOCKS)
_CUE_OF_HIDDEN: Final = 1 << list(class_names.OF_BLOCKS).index("advert")


class Features(NamedTuple):
    """The features of a page's blocks, and what was found on the way."""

    rows: array[float]
    """A row of :data:`.feature_table.FEATURES` for each block."""
    words: Words
    """The counts of the blocks' text."""
    units: array[int]
    """The size of each block, in half words."""
    path: array[int]
    """The path of every node that holds blocks, of tags and classes, numbered."""
    around: array[int]
    """For each block :data:`.feature_table.LEVELS` pairs, the first block and the one after the
    last of the ancestors around it; the outermost, or the block itself, again where it has fewer.
    """


def features_of(page: Page, blocks: Blocks) -> Features:
    """Measure the features of all blocks; O(nodes + bytes of text + blocks x depth)."""
    tree = page.tree
    description, is_article = _declared(page)
    words = read_words(tree, blocks.block, len(blocks), page.title or "", description)
    strange = bytes(4 * (len(tree.names) - len(tags.KNOWN)))
    bits, paths = _BITS + array("i", strange), array("i", bytes(4 * len(tree)))
    sums = _block_sums_cy.BlockSums(tree, blocks, words, bits, paths)
    sums.read_names(tree, _USE_OF_ATTRIBUTE, blocks.hidden, _CUE_OF_HIDDEN, _NAMES_READ)
    room = 1 << (8 * len(blocks)).bit_length()
    # Enough the first time, but where many elements around a block have paths of their own.
    while not sums.number_paths(array("q", bytes(8 * room)), array("i", bytes(4 * room))):
        room *= 2
    rows = array("f", bytes(4 * len(FEATURES))) * len(blocks)
    around = array("i", bytes(4 * len(blocks) * LEVELS * 2))
    _features_cy.BlockFeatures(sums, words).fill(is_article, address.values(page.url), rows)
    _surroundings_cy.Surroundings(sums).fill(MASS_SHARES, rows, around)
    return Features(rows, words, words.units, paths, around)


def _declared(page: Page) -> tuple[str, bool]:
    """The longest description the page declares, and whether it calls itself an article."""
    tree = page.tree
    description = ""
    is_article = False
    for node in page.of_tag(_META):
        for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
            if tree.attribute[entry] not in _NAMING:
                continue
            name = tree.values[tree.value_start[entry] : tree.value_start[entry + 1]].lower()
            if name.endswith(b"description"):
                description = max(description, tree.get(node, "content") or "", key=len)
            elif name == b"og:type":
                is_article = (tree.get(node, "content") or "").lower() == "article"
    if not is_article:
        is_article = any(_DECLARED_ARTICLE.search(data) for data in page.json_ld())
    return description[:_MAX_DESCRIPTION_CHARS], is_article
