"""Inputs of the network: features of elements and of blocks, in one table each.

The build makes constants of C of their positions, by which the kernel writes them.

No input depends on a task, on the words of a language or on a site. Names of classes and the like
are separate inputs, as hashed pieces (:class:`.Reading`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

GROUPS: Final = {
    "tag": "its tags",
    "names": "its names: classes, ids, roles, properties",
    "lengths": "its lengths and links",
    "script": "its letters and signs",
    "title": "words of the page's title and description",
    "contents": "what it holds",
    "place": "its place on the page",
    "repetition": "what is alike on the page",
    "page": "the page as a whole",
    "kinds": "the kinds of its text: dates, prices, numbers, buttons",
    "address": "the page's address",
    "declared": "what the page declares to be",
}
"""Groups of inputs, with their names in explanations."""


class Input(IntEnum):
    """A feature of an element or a block: its position in a row."""

    group: str
    """Group of the input, one of :data:`GROUPS`."""
    meaning: str

    def __new__(cls, group: str, meaning: str) -> Input:
        """Make an input at the next position."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = int(member)
        member.group, member.meaning = group, meaning
        return member


class ElementInput(Input):
    """Inputs of an element, in the order of a row."""

    CHARS = "lengths", "characters in it, as a logarithm"
    SHARE = "lengths", "the share of the page's characters"
    LINKED = "lengths", "the share of its characters in links"
    LINKS = "lengths", "links in it, as a logarithm"
    LONG = "lengths", "the share of its characters in long blocks"
    LONG_SHARE = "lengths", "the share of the page's long blocks"
    ENDS = "lengths", "ends of sentences a fifty characters"
    BLOCKS = "contents", "blocks in it, as a logarithm"
    CHILDREN = "contents", "elements directly in it, as a logarithm"
    IMAGES = "contents", "images in it, as a logarithm"
    CONTROLS = "contents", "fields and buttons in it, as a logarithm"
    HEADINGS = "contents", "headings in it, as a logarithm"
    HIDDEN = "contents", "whether its attributes hide it"
    BEGINS = "place", "the share of the page's blocks before it"
    ENDS_AT = "place", "the share of the page's blocks up to its end"
    DEPTH = "place", "a tenth of the elements around it"
    SIBLINGS = "repetition", "siblings of its tag and class, as a logarithm"
    POSITION = "repetition", "its position among them, as a share"
    SIBLINGS_CHARS = "repetition", "their mean characters, as a logarithm"
    SIBLINGS_LINKED = "repetition", "the share of their characters in links"
    SIBLINGS_SHARE = "repetition", "the share of the page's characters in them"
    NAMED = "repetition", "elements of its tag and class, as a logarithm"
    NAMED_CHARS = "repetition", "their mean characters, as a logarithm"
    NAMED_LINKED = "repetition", "the share of their characters in links"
    PATHS = "repetition", "elements of its path, as a logarithm"
    PATHS_CHARS = "repetition", "their mean characters, as a logarithm"
    SHAPES = "repetition", "elements that hold the same tags, as a logarithm"
    TIMES = "kinds", "dates and times in it, as a logarithm"
    PRICES = "kinds", "prices in it, as a logarithm"
    NUMBERS = "kinds", "numbers in it, as a logarithm"
    BUTTONS = "kinds", "texts of buttons in it, as a logarithm"


class BlockInput(Input):
    """Inputs of a block, in the order of a row."""

    CHARS = "lengths", "its characters but blanks, as a logarithm"
    WORDS = "lengths", "its words, as a logarithm; an ideograph is one"
    WORD_LENGTH = "lengths", "characters a word, 20 at most"
    COMMAS = "lengths", "its commas, as a logarithm"
    ENDS = "lengths", "its ends of sentences, as a logarithm"
    LINKED = "lengths", "the share of its characters in links"
    LINKS = "lengths", "links that begin in it or before it, as a logarithm"
    BOLD = "lengths", "the share of its characters in bold"
    ITALIC = "lengths", "the share of its characters in italics"
    DIGITS = "script", "the share of digits"
    CAPITALS = "script", "the share of capitals"
    SIGNS = "script", "the share of signs"
    IDEOGRAPHS = "script", "the share of ideographs and kana"
    FOREIGN = "script", "the share of letters beyond ASCII"
    CLOSES_SENTENCE = "script", "whether it ends with a sentence"
    CLOSES_COLON = "script", "whether it ends with a colon"
    TRAILS_OFF = "script", "whether it ends with dots or an arrow"
    OPENS_LOWER = "script", "whether it begins with a small letter"
    OPENS_QUOTE = "script", "whether it begins with a quotation mark"
    OPENS_DIGIT = "script", "whether it begins with a digit"
    TITLE_WORDS = "title", "the share of its words that the title has"
    TITLE_COVERED = "title", "such words over the title's"
    DESCRIPTION_COVERED = "title", "words of the description over those it has"
    COPIES = "repetition", "other blocks of the same letters, as a logarithm"
    EARLIER_COPIES = "repetition", "such blocks before it, as a logarithm"
    PATH_BLOCKS = "repetition", "blocks of its path, as a logarithm"
    PATH_CHARS = "repetition", "their mean characters, as a logarithm"
    PATH_LINKED = "repetition", "the share of their characters in links"
    PATH_LONG = "repetition", "the share of the page's long blocks among them"
    PATH_BEFORE = "repetition", "blocks since the first of them, over the page's"
    PATH_AFTER = "repetition", "blocks up to the last of them, over the page's"
    NAMED_BLOCKS = "repetition", "blocks in elements of its tag and class, as a logarithm"
    PATH_TIMES = "repetition", "the share of blocks of its path that are dates or times"
    PATH_PRICES = "repetition", "the share of blocks of its path that are prices"
    BEGINS = "place", "the share of the page's blocks before it"
    CHARS_BEFORE = "place", "the share of the page's characters before it"
    BLOCKS_BEFORE = "place", "blocks before it, as a logarithm"
    BLOCKS_AFTER = "place", "blocks after it, as a logarithm"
    LONG_BEFORE = "place", "the share of the page's long blocks before it"
    LONG_AFTER = "place", "the share of the page's long blocks after it"
    SINCE_HEADING = "place", "blocks since a heading, as a logarithm; -1 before the first"
    GOES_ON = "place", "whether the block before stands in the same element"
    PAGE_BLOCKS = "page", "the page's blocks, as a logarithm"
    PAGE_CHARS = "page", "the page's characters, as a logarithm"
    PAGE_LINKED = "page", "the share of them in links"
    PAGE_LONG = "page", "the share of them in long blocks"
    PAGE_ENDS = "page", "the page's ends of sentences, as a logarithm"
    PRICE = "kinds", "whether it is or holds a price"
    DATE = "kinds", "a date"
    TIME = "kinds", "a time of day"
    RELATIVE = "kinds", "a time that has passed"
    RATING = "kinds", "a rating"
    NUMBER = "kinds", "a number, with a unit or not"
    SENTENCE = "kinds", "a sentence"
    PRESSED = "kinds", "words of buttons"
    SAYS = "kinds", "words for speaking"
    TALK = "kinds", "words for comments"
    MORE = "kinds", "words for what else there is to read"
    ANSWER = "kinds", "words for answering"


ELEMENT_WIDTH: Final = len(ElementInput)
BLOCK_WIDTH: Final = len(BlockInput)
"""Numbers of values in a row."""
