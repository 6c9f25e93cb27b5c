"""Evidence that a label and its value are a fact of the page's thing, and what it weighs.

The weights are set by hand, after what ``training.attributes`` fits on generated pages, but nearer
to 0 where those pages are plainer than the web's: in how long their labels are, and where on the
page they stand. Some were changed after reading the pairs of real pages (products and swde's dev
half), which so are no unseen ones to them.
"""

from __future__ import annotations

from array import array
from typing import Final

from scrapy_treesim.detail.attributes import constants

FEATURES: Final = {
    "of_row": ("the two cells of a row", 1.0),
    "of_definition": ("a term and its definition", 1.5),
    "of_line": ("a label with a colon before text", 0.0),
    "colon": ("a colon after the label", 1.2),
    "emphasised": ("a label in bold, or in a heading cell", 0.9),
    "alike": ("the logarithm of how many pairs lie together, 20 at most", 0.8),
    "chars_of_label": ("tens of characters of the label", -0.1),
    "words_of_label": ("words of the label", -0.25),
    "digits_in_label": ("figures in the label", -0.4),
    "linked_label": ("a link in the label; 0.4 if it is a heading cell or a term", -3.0),
    "chars_of_value": ("the logarithm of the value's size", -0.5),
    "long_value": ("a value of over 200 characters", -0.5),
    "linked_value": ("the share of the value in links", -0.5),
    "links": ("the logarithm of how many links the value has", -0.7),
    "sentences": ("sentences in the value, 3 at most", -1.0),
    "navigation": ("a place in a menu", -1.5),
    "footer": ("a place in a footer", -2.0),
    "side": ("a place at the side", -0.2),
    "more": ("a place among related things", -0.8),
    "advert": ("a place in an advertisement", -1.0),
    "above": ("a place before the headline", -1.0),
    "distance": ("the share of the page's text between the headline and it", -1.3),
    "repeated": ("the logarithm of how often the page has the label", -0.7),
    "holding": ("further pairs in it, 3 at most", -1.8),
    "header": ("a row of headings over its table", -2.0),
    "headed": ("a label that is a heading", -0.4),
}
"""Features of a pair: for people, and its weight."""
BIAS: Final = 1.2
"""The log-odds where all features are 0."""

WEIGHTS: Final = array("d", [*(weight for _, weight in FEATURES.values()), BIAS])
assert len(WEIGHTS) == constants.FEATURES + 1
