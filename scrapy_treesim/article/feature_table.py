"""The features of a block, in one table: what each measures, and how it is called before people.

All else comes from here: the order of rows and of ``network.json``, the kernel's indices, and the
reasons that :func:`scrapy_treesim.explain` gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from scrapy_treesim.analysis.lexicon import class_names

LOG: Final = "log"
"""The logarithm of a count or size, plus one."""
SHARE: Final = "share"
"""A share, in [0, 1]."""
FLAG: Final = "flag"
"""1 or 0."""
NEARNESS: Final = "nearness"
"""One over the steps up to the nearest ancestor that is such; 0 where none is."""
STEPS: Final = "steps"
"""Steps up the tree."""


GROUPS: Final = ("title", "description", "legal", "boilerplate", "related", "discussion")
"""The groups of known words, as their bits are numbered."""

COUNTS: Final = (
    "units", "ideographs", "ends", "ends_sentence", "linked", "links", "bold", "italic",
    "numbers", "chars", "digits", "capitals", "dated", "labelled", "opening", "closing", *GROUPS,
)  # fmt: skip
"""What is counted of a block's text: its units, ideographs and ends of sentences, whether it ends
with one, units inside links, links, units that are bold or italic, units of numbers, characters,
digits and capitals, whether there is a date or a label in it, how it begins and ends, and the units
of each group."""

SUMS: Final = ("units", "linked", "long", "mass", "described", "legal")
"""Running sums over the blocks: their units, those in links, those of long blocks, the mass (long
blocks, the more of them linked the lighter), words of the description and legal words."""

MEMBERS: Final = ("count", "units", "linked", "mass", "first", "last")
"""Sums over the blocks of one path, and over the nodes of one set of twins."""

OPENINGS: Final = ("none", "lower", "quote", "other")
"""Ways for a block to begin."""

CLOSINGS: Final = ("other", "colon", "trails_off")
"""Ways for a block to end."""


class Feature(NamedTuple):
    """A feature of a block."""

    name: str
    meaning: str
    """What is measured."""
    phrase: str
    """The feature before people: what its value is of."""
    unit: str = SHARE


BLOCK: Final = (
    Feature("units", "its size in half words: a word is two, an ideograph one", "its size", LOG),
    Feature("link_density", "the share of its size that is linked", "links in it"),
    Feature("links", "the links that start in it, or before it since the last block",
            "the number of its links", LOG),
    Feature("sentences", "ends of sentences a ten words", "its sentences", "ends / 20 units"),
    Feature("ends_sentence", "whether it ends with the end of a sentence", "its last sentence",
            FLAG),
    Feature("ideographs", "the share of ideographs", "its script"),
    Feature("title_covered", "its words of the title over the title's size", "words of the title"),
    Feature("description_covered", "the same of the declared description",
            "words of the description"),
    Feature("known_words", "the share of its words that are known as boilerplate or legal",
            "words of menus, bylines and copyright lines"),
    Feature("copies", "blocks that say the same, itself included", "copies of it", LOG),
    Feature("earlier_copies", "such blocks before it", "earlier copies of it", "count"),
    Feature("heading", "whether it is a heading", "being a heading", FLAG),
    Feature("paragraph", "whether it is a p", "being a paragraph", FLAG),
    Feature("item", "whether it is a li", "being an item of a list", FLAG),
    Feature("cell", "whether it is a td or th", "being a cell of a table", FLAG),
    Feature("bold", "the share of its size that is bold", "bold words in it"),
    Feature("italic", "the share of its size that is italic", "italic words in it"),
    Feature("digits", "the share of digits of its characters", "its digits"),
    Feature("capitals", "the share of capital letters (A to Z) of its characters", "its capitals"),
    Feature("dated", "whether it has something like a date, a time or a year", "a date in it",
            FLAG),
    Feature("trails_off", "whether it ends with dots, an arrow or a bracket like one",
            "its end: an arrow or dots", FLAG),
    Feature("labelled", "whether a colon comes after its first letters", "a label in front of it",
            FLAG),
    Feature("ends_colon", "whether it ends with a colon", "the colon at its end", FLAG),
    Feature("quoted", "whether it begins with a quotation mark", "the quotation mark before it",
            FLAG),
    Feature("lower_start", "whether it begins with a small letter", "its first letter", FLAG),
    Feature("related", "the share of its words for more pages to read",
            "words of links to more to read"),
    Feature("discussion", "the share of its words for comments and reviews",
            "words of discussions"),
)  # fmt: skip
"""Of the block itself."""

PLACE: Final = (
    Feature("nth", "the share of the blocks before it", "its place on the page"),
    Feature("text_before", "the share of the text before it", "the text before it"),
    Feature("blocks_before", "blocks before it", "the blocks before it", LOG),
    Feature("blocks_after", "blocks after it", "the blocks after it", LOG),
    Feature("mass_before", "the share of the mass before it: of long blocks, less what is linked",
            "the long blocks before it"),
    Feature("mass_after", "the share of the mass after it", "the long blocks after it"),
)  # fmt: skip
"""Of its place on the page."""

ROLES: Final = {
    "nav": "nav menu",
    "footer": "footer",
    "aside": "aside",
    "figure": "figure",
    "link": "a",
    "control": "button label",
    "header": "header",
    "body": "article main",
    "quote": "blockquote q",
    "table": "table dl",
    "form": "form fieldset",
}
"""Tags that tell what stands in them."""

TAGS: Final = {
    **ROLES,
    "heading": "h1 h2 h3 h4 h5 h6",
    "paragraph": "p",
    "item": "li",
    "cell": "td th",
    "field": "input select textarea button",
    "bold": "b strong",
    "italic": "i em cite",
}
"""Tags by what they are to features."""

BIT: Final = {name: 1 << bit for bit, name in enumerate(TAGS)}
"""The same as bits: a tag may be several."""

ANCESTORS: Final = (
    *(Feature(f"in_{role}", f"how near an ancestor is of the tags {tags}",
              f"an ancestor of the role {role}", NEARNESS) for role, tags in ROLES.items()),
    *(Feature(f"named_{name}", f"how near an ancestor has a name that says {name}",
              f"an ancestor named after {name}", NEARNESS) for name in class_names.OF_BLOCKS),
)  # fmt: skip
"""Of its ancestors' roles and names."""

LEVELS: Final = 3

LEVEL: Final = (
    Feature("share", "its share of the page's text", "the size of {}"),
    Feature("link_density", "the share of it that is linked", "links in {}"),
    Feature("long", "the share of it in long blocks: ten words or more, less than half linked",
            "long blocks in {}"),
    Feature("mean", "the mean size of its blocks", "the mean size of blocks in {}", LOG),
    Feature("twins", "siblings like the part of it that the block is in", "parts alike in {}", LOG),
    Feature("twin_mean", "the mean size of these", "the mean size of parts alike in {}", LOG),
    Feature("twin_link_density", "the share of these that is linked", "links in parts alike in {}"),
    Feature("legal", "the share of legal words", "legal words in {}"),
    Feature("described", "the share of words of the description",
            "words of the description in {}"),
    Feature("controls", "controls of forms a block", "controls of forms in {}", "controls / block"),
)  # fmt: skip
"""Of each of the ancestors that hold more than what is below them."""

MASS: Final = (
    Feature("from_80", "steps up from the smallest node with 80 % of the mass to one that holds it",
            "its way to the element with 80 % of the text", STEPS),
    Feature("from_50", "the same of 50 %", "its way to the element with half the text", STEPS),
    Feature("from_95", "the same of 95 %", "its way to the element with 95 % of the text", STEPS),
    Feature("place_in_50", "its place in the smallest node with half the mass; outside beyond 0, 1",
            "its place in the element with half the text"),
    Feature("outside_50", "blocks from it to that node", "its distance to that element", LOG),
)  # fmt: skip
"""Of where the page's mass lies."""

MASS_SHARES: Final = (0.8, 0.5, 0.95)
"""Of the first features of :data:`MASS`."""

PATH: Final = (
    Feature("blocks", "blocks of its path", "blocks {}", LOG),
    Feature("mean", "their mean size", "the mean size of blocks {}", LOG),
    Feature("link_density", "the share of them that is linked", "links in blocks {}"),
    Feature("mass", "their share of the mass", "the long blocks among blocks {}"),
    Feature("since_first", "how far before it the first of them is, over all blocks",
            "the first of the blocks {}"),
    Feature("until_last", "how far after it the last of them is", "the last of the blocks {}"),
)  # fmt: skip
"""Of the blocks that stand in an element of the same path."""

PATHS: Final = {"named": "of the same tags and classes", "plain": "of the same tags"}
"""Kinds of paths."""

WINDOW: Final = (
    Feature("link_density", "the share of them that is linked", "links in the {}"),
    Feature("long", "the share of their text in long blocks", "long blocks in the {}"),
)
"""Of the blocks before it or after it."""

WINDOWS: Final = {"4_before": -4, "4_after": 4, "12_before": -12, "12_after": 12}
"""Blocks before (below 0) or after it."""

HEADING: Final = (
    Feature("since_heading", "blocks since the last heading, -1 where there is none",
            "its distance to the heading above it", LOG),
    Feature("heading_titled", "the share of that heading's words that are of the title, or -1",
            "words of the title in the heading above it"),
    Feature("since_title", "blocks since the one that says most of the title, below 0 before it",
            "its distance to where the title is said", "log, signed"),
)  # fmt: skip
"""Of the heading above it."""

LABEL: Final = (
    Feature("label_related", "the share of words for more to read in the last label above it",
            "words of links to more to read in the label above it"),
    Feature("label_discussion", "the share of words for comments in it",
            "words of discussions in the label above it"),
    Feature("label_boilerplate", "the share of words known as boilerplate or legal in it",
            "words of menus and copyright lines in the label above it"),
    Feature("since_discussion", "blocks since the last label for a discussion, 0 before the first",
            "its distance to the label of a discussion above it", "1 + log / 3"),
    Feature("since_related", "blocks since the last label for more to read, 0 before the first",
            "its distance to the label of more to read above it", "1 + log / 3"),
    Feature("under_heading", "whether no block of more than eight words is between it and a "
            "heading above it", "a heading right above it", FLAG),
    Feature("same_element", "whether the block before it is of the same block-level element",
            "sharing its element with the block before it", FLAG),
)  # fmt: skip
"""Of the block before it and of the last label above it: a short block that is a heading, or bold,
or of a few words without links and without the end of a sentence."""

PAGE: Final = (
    Feature("page_blocks", "blocks of the page", "the number of blocks", LOG),
    Feature("page_units", "the size of its text", "the size of the page's text", LOG),
    Feature("page_link_density", "the share of it that is linked", "links on the page"),
    Feature("page_long", "the share of it in long blocks", "long blocks on the page"),
    Feature("page_50", "the share in the smallest node with half the mass",
            "the size of the element with half the text"),
    Feature("page_is_article", "whether it declares to be an article", "a declared article", FLAG),
)  # fmt: skip
"""Of the page, alike for all its blocks."""

ADDRESS: Final = (
    Feature("address_unknown", "whether the page came without an address",
            "the page's missing address", FLAG),
    Feature("address_root", "whether the address has no path", "being the site's first page", FLAG),
    Feature("address_depth", "parts of the path, 8 at most", "the folders of the page's address",
            "count"),
    Feature("address_words", "whether a part of the path has three or more of - and _",
            "words in the page's address", FLAG),
    Feature("address_digits", "whether the path has more than three digits",
            "digits in the page's address", FLAG),
)  # fmt: skip
"""Of the page's address, alike for all its blocks; but for the first all 0 where it has none."""


def _repeated(group: tuple[Feature, ...], prefix: str, of: str) -> Iterator[Feature]:
    for one in group:
        yield one._replace(name=f"{prefix}_{one.name}", phrase=one.phrase.format(of))


TABLE: Final = (
    *BLOCK,
    *PLACE,
    *ANCESTORS,
    *(one for level in range(LEVELS)
      for one in _repeated(LEVEL, f"around{level}", f"the element around it ({level + 1})")),
    *MASS,
    *(one for kind, of in PATHS.items() for one in _repeated(PATH, f"{kind}_path", of)),
    *(one for where in WINDOWS
      for one in _repeated(WINDOW, where, "{} blocks {} it".format(*where.split("_")))),
    *HEADING,
    *LABEL,
    *PAGE,
    *ADDRESS,
)  # fmt: skip
"""All features of a block, in the order of its row."""

FEATURES: Final = tuple(one.name for one in TABLE)
"""Their names."""

INDEX: Final = {name: place for place, name in enumerate(FEATURES)}
"""The place of each in a row."""
