"""What speaks for and against a block: numbers of the block itself and of its surroundings.

Context decides far more than the block alone: what shares its path, what its ancestors hold, where
the page's mass lies. All comes from running sums over the blocks and one climb a block.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.analysis.class_cues import NameReader
from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.article import _features_cy, _paths_cy
from scrapy_treesim.article.words import Words, read_words
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.article.blocks import Blocks
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

ROLES: Final = {
    "nav": "nav menu",
    "footer": "footer",
    "aside": "aside",
    "figure": "figure",
    "link": "a",
    "control": "button label",
}
"""Tags that tell what stands in them."""


_BLOCK = (
    "units", "link_density", "links", "sentences", "ends_sentence", "ideographs", "title_covered",
    "description_covered", "known_words", "copies", "earlier_copies", "heading", "paragraph",
    "item", "cell",
)  # fmt: skip
_PLACE = ("nth", "text_before", "blocks_before", "blocks_after", "mass_before", "mass_after")
_LEVEL = (
    "share", "link_density", "long", "mean", "twins", "twin_mean", "twin_link_density", "legal",
    "described", "controls",
)  # fmt: skip
_PATH = ("blocks", "mean", "link_density", "mass", "since_first", "until_last")

FEATURES: Final = (
    *_BLOCK,
    *_PLACE,
    *(f"in_{role}" for role in ROLES),
    *(f"named_{name}" for name in class_names.OF_BLOCKS),
    *(f"around{level}_{name}" for level in range(3) for name in _LEVEL),
    *("from_80", "from_50", "from_95", "place_in_50", "outside_50"),
    *(f"{kind}_path_{name}" for kind in ("named", "plain") for name in _PATH),
    *(f"{where}_{name}" for where in ("4_before", "4_after", "12_before", "12_after")
      for name in ("link_density", "long")),
    *("since_heading", "heading_titled", "since_title"),
    *("page_blocks", "page_units", "page_link_density", "page_long", "page_50", "page_is_article"),
)  # fmt: skip
"""The names of a block's numbers, in their order."""

_KINDS: Final = {"heading": "h1 h2 h3 h4 h5 h6", "paragraph": "p", "item": "li", "cell": "td th"}
_KIND_OF_TAG = {
    number: kind for kind, names in enumerate(_KINDS.values(), 1) for number in tags.numbers(names)
}
_NAMING = frozenset((tags.ATTRIBUTES.index("name"), tags.ATTRIBUTES.index("property")))
_META = tags.NUMBER["meta"]
_CONTROLS = array("i", [name in ("input", "select", "textarea", "button") for name in tags.KNOWN])
_ROLES = array(
    "i",
    [
        sum(1 << bit for bit, names in enumerate(ROLES.values()) if name in names.split())
        for name in tags.KNOWN
    ],
)
_MASS_SHARES: Final = (0.8, 0.5, 0.95)
_BIT = {name: 1 << place for place, name in enumerate(class_names.OF_BLOCKS)}
_DECLARED_ARTICLE = re.compile(
    r'"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Report|Recipe|HowTo)"'
)
_MOST_DESCRIBED: Final = 1_000

_USE_OF_ATTRIBUTE = array("i", bytes(4 * len(tags.ATTRIBUTES)))
for _name, _use in (("class", 1), ("id", 2), ("role", 2), ("hidden", 3), ("style", 4)):
    _USE_OF_ATTRIBUTE[tags.ATTRIBUTES.index(_name)] = _use


_NAMES_READ = NameReader(class_names.OF_BLOCKS)


class Features(NamedTuple):
    """The numbers of a page's blocks, and what was found on the way."""

    rows: array[float]
    """A row of :data:`FEATURES` for each block."""
    words: Words
    """What the blocks say."""
    path: array[int]
    """The path of every node that holds blocks, of tags and classes, numbered."""


def features_of(page: Page, blocks: Blocks) -> Features:
    """The numbers of all blocks; O(nodes + bytes of text + blocks x depth)."""
    tree = page.tree
    description, is_article = _declared(page)
    words = read_words(tree, blocks.block, len(blocks), page.title or "", description)
    names, cues = _named(tree)
    sums = array("d", bytes(8 * (len(blocks) + 1) * _features_cy.SUMS_SIZE))
    _features_cy.sum_up(words.counts, sums)
    copies, earlier = (array("i", bytes(4 * len(blocks))) for _ in range(2))
    _paths_cy.copies_of(words.hashes, copies, earlier)
    zeros = bytes(4 * len(tree))
    plain, named, twin = (array("i", zeros) for _ in range(3))
    room, paths = 1 << (8 * len(blocks)).bit_length(), 0
    while len(blocks) and not paths:
        # Enough the first time, but where many elements around a block have paths of their own.
        paths = _paths_cy.number_paths(
            tree.tag, tree.parent, tree.size, names, blocks.before, array("q", bytes(8 * room)),
            array("i", bytes(4 * room)), plain, named, twin,
        )  # fmt: skip
        room *= 2
    groups = array("d", bytes(8 * 6 * paths))
    _features_cy.sum_groups(
        blocks.owner, blocks.first, tree.parent, tree.size, blocks.before, plain, named, twin,
        sums, groups,
    )  # fmt: skip
    inputs = array("i", bytes(4 * (len(tree) + 1)))
    strange = bytes(4 * (len(tree.names) - len(tags.KNOWN)))
    _paths_cy.nodes_before(tree.tag, _CONTROLS + array("i", strange), inputs)
    centres = [
        _features_cy.heaviest(tree.size, blocks.before, sums, share) for share in _MASS_SHARES
    ]
    levels = [array("i", zeros) for _ in centres]
    for centre, steps in zip(centres, levels, strict=True):
        _features_cy.climb_from(tree.parent, centre, steps)
    rows = array("d", bytes(8 * len(blocks) * len(FEATURES)))
    _features_cy.fill(
        tree.tag, tree.parent, tree.size, blocks.owner, blocks.first, blocks.before, inputs,
        words.counts, copies, earlier, _kinds(tree, blocks), _ROLES + array("i", strange), cues,
        sums, levels, centres[1], plain, named, twin, groups, words.title_units,
        words.description_units, is_article, rows, len(FEATURES),
    )  # fmt: skip
    return Features(rows, words, named)


def _kinds(tree: PageTree, blocks: Blocks) -> array[int]:
    tag, owner, known = tree.tag, blocks.owner, _KIND_OF_TAG
    return array("i", [known.get(tag[owner[node]], 0) for node in blocks.first])


def _named(tree: PageTree) -> tuple[array[int], array[int]]:
    """A number for each node's class, and what its names say, as bits."""
    names, cues = (array("i", bytes(4 * len(tree))) for _ in range(2))
    _paths_cy.name_nodes(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values, _USE_OF_ATTRIBUTE,
        _BIT["advert"], _NAMES_READ.symbols, _NAMES_READ.following, _NAMES_READ.meaning, names,
        cues,
        array("i", bytes(4 * (len(tree) + 1))),
    )  # fmt: skip
    return names, cues


def _declared(page: Page) -> tuple[str, bool]:
    """The longest description the page declares, and whether it calls itself an article."""
    tree = page.tree
    description = ""
    is_article = False
    node = -1
    for _ in range(tree.tag.count(_META)):
        node = tree.tag.index(_META, node + 1)
        for entry in range(tree.first_attribute[node], tree.first_attribute[node + 1]):
            if tree.attribute[entry] in _NAMING:
                start, stop = tree.value_start[entry : entry + 2]
                name = tree.values[start:stop].lower()
                if name.endswith(b"description"):
                    description = max(description, tree.get(node, "content") or "", key=len)
                elif name == b"og:type":
                    is_article = (tree.get(node, "content") or "").lower() == "article"
    if not is_article:
        is_article = any(_DECLARED_ARTICLE.search(data) for data in page.json_ld())
    return description[:_MOST_DESCRIBED], is_article
