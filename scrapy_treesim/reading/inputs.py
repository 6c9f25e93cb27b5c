"""Inputs of the network: features of elements and of blocks, in one table each.

No input depends on a task, on the words of a language or on a site. Names of classes and the like
are separate inputs, as hashed pieces (:class:`.Reading`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

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


class Input(NamedTuple):
    """A feature of an element or a block, as a number."""

    name: str
    group: str
    """Group of the input, one of :data:`GROUPS`."""
    meaning: str


ELEMENT_INPUTS: Final = (
    Input("chars", "lengths", "characters in it, as a logarithm"),
    Input("share", "lengths", "the share of the page's characters"),
    Input("linked", "lengths", "the share of its characters in links"),
    Input("links", "lengths", "links in it, as a logarithm"),
    Input("long", "lengths", "the share of its characters in long blocks"),
    Input("long_share", "lengths", "the share of the page's long blocks"),
    Input("ends", "lengths", "ends of sentences a fifty characters"),
    Input("blocks", "contents", "blocks in it, as a logarithm"),
    Input("children", "contents", "elements directly in it, as a logarithm"),
    Input("images", "contents", "images in it, as a logarithm"),
    Input("controls", "contents", "fields and buttons in it, as a logarithm"),
    Input("headings", "contents", "headings in it, as a logarithm"),
    Input("hidden", "contents", "whether its attributes hide it"),
    Input("begins", "place", "the share of the page's blocks before it"),
    Input("ends_at", "place", "the share of the page's blocks up to its end"),
    Input("depth", "place", "a tenth of the elements around it"),
    Input("siblings", "repetition", "siblings of its tag and class, as a logarithm"),
    Input("position", "repetition", "its position among them, as a share"),
    Input("siblings_chars", "repetition", "their mean characters, as a logarithm"),
    Input("siblings_linked", "repetition", "the share of their characters in links"),
    Input("siblings_share", "repetition", "the share of the page's characters in them"),
    Input("named", "repetition", "elements of its tag and class, as a logarithm"),
    Input("named_chars", "repetition", "their mean characters, as a logarithm"),
    Input("named_linked", "repetition", "the share of their characters in links"),
    Input("paths", "repetition", "elements of its path, as a logarithm"),
    Input("paths_chars", "repetition", "their mean characters, as a logarithm"),
    Input("shapes", "repetition", "elements that hold the same tags, as a logarithm"),
    Input("times", "kinds", "dates and times in it, as a logarithm"),
    Input("prices", "kinds", "prices in it, as a logarithm"),
    Input("numbers", "kinds", "numbers in it, as a logarithm"),
    Input("buttons", "kinds", "texts of buttons in it, as a logarithm"),
)
"""Inputs of an element."""

BLOCK_INPUTS: Final = (
    Input("chars", "lengths", "its characters but blanks, as a logarithm"),
    Input("words", "lengths", "its words, as a logarithm; an ideograph is one"),
    Input("word_length", "lengths", "characters a word, 20 at most"),
    Input("commas", "lengths", "its commas, as a logarithm"),
    Input("ends", "lengths", "its ends of sentences, as a logarithm"),
    Input("linked", "lengths", "the share of its characters in links"),
    Input("links", "lengths", "links that begin in it or before it, as a logarithm"),
    Input("bold", "lengths", "the share of its characters in bold"),
    Input("italic", "lengths", "the share of its characters in italics"),
    Input("digits", "script", "the share of digits"),
    Input("capitals", "script", "the share of capitals"),
    Input("signs", "script", "the share of signs"),
    Input("ideographs", "script", "the share of ideographs and kana"),
    Input("foreign", "script", "the share of letters beyond ASCII"),
    Input("closes_sentence", "script", "whether it ends with a sentence"),
    Input("closes_colon", "script", "whether it ends with a colon"),
    Input("trails_off", "script", "whether it ends with dots or an arrow"),
    Input("opens_lower", "script", "whether it begins with a small letter"),
    Input("opens_quote", "script", "whether it begins with a quotation mark"),
    Input("opens_digit", "script", "whether it begins with a digit"),
    Input("title_words", "title", "the share of its words that the title has"),
    Input("title_covered", "title", "such words over the title's"),
    Input("description_covered", "title", "words of the description over those it has"),
    Input("copies", "repetition", "other blocks of the same letters, as a logarithm"),
    Input("earlier_copies", "repetition", "such blocks before it, as a logarithm"),
    Input("path_blocks", "repetition", "blocks of its path, as a logarithm"),
    Input("path_chars", "repetition", "their mean characters, as a logarithm"),
    Input("path_linked", "repetition", "the share of their characters in links"),
    Input("path_long", "repetition", "the share of the page's long blocks among them"),
    Input("path_before", "repetition", "blocks since the first of them, over the page's"),
    Input("path_after", "repetition", "blocks up to the last of them, over the page's"),
    Input("named_blocks", "repetition", "blocks in elements of its tag and class, as a logarithm"),
    Input("path_times", "repetition", "the share of blocks of its path that are dates or times"),
    Input("path_prices", "repetition", "the share of blocks of its path that are prices"),
    Input("begins", "place", "the share of the page's blocks before it"),
    Input("chars_before", "place", "the share of the page's characters before it"),
    Input("blocks_before", "place", "blocks before it, as a logarithm"),
    Input("blocks_after", "place", "blocks after it, as a logarithm"),
    Input("long_before", "place", "the share of the page's long blocks before it"),
    Input("long_after", "place", "the share of the page's long blocks after it"),
    Input("since_heading", "place", "blocks since a heading, as a logarithm; -1 before the first"),
    Input("goes_on", "place", "whether the block before stands in the same element"),
    Input("page_blocks", "page", "the page's blocks, as a logarithm"),
    Input("page_chars", "page", "the page's characters, as a logarithm"),
    Input("page_linked", "page", "the share of them in links"),
    Input("page_long", "page", "the share of them in long blocks"),
    Input("page_ends", "page", "the page's ends of sentences, as a logarithm"),
    Input("price", "kinds", "whether it is or holds a price"),
    Input("date", "kinds", "a date"),
    Input("time", "kinds", "a time of day"),
    Input("relative", "kinds", "a time that has passed"),
    Input("rating", "kinds", "a rating"),
    Input("number", "kinds", "a number, with a unit or not"),
    Input("sentence", "kinds", "a sentence"),
    Input("pressed", "kinds", "words of buttons"),
    Input("says", "kinds", "words for speaking"),
    Input("talk", "kinds", "words for comments"),
    Input("more", "kinds", "words for what else there is to read"),
    Input("answer", "kinds", "words for answering"),
)
"""Inputs of a block."""
