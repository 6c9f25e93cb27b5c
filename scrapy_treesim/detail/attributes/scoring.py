"""Evidence that a label and its value are a fact of the page's thing, and what it weighs."""

from __future__ import annotations

from array import array
from typing import Final

from scrapy_treesim.detail.attributes import constants

FEATURES: Final = {
    "of_row": ("the two cells of a row", 1.0),
    "of_definition": ("a term and its definition", 1.0),
    "of_line": ("a label with a colon before text", 0.5),
    "colon": ("a colon after the label", 1.0),
    "emphasised": ("a label in bold, or in a heading cell", 0.5),
    "alike": ("the logarithm of how many pairs lie together, 20 at most", 0.6),
    "chars_of_label": ("tens of characters of the label", -0.2),
    "words_of_label": ("words of the label", -0.2),
    "digits_in_label": ("figures in the label", -1.0),
    "linked_label": ("a link in the label", -1.5),
    "chars_of_value": ("the logarithm of the value's size", -0.2),
    "long_value": ("a value of over 200 characters", -1.0),
    "linked_value": ("the share of the value in links", -0.5),
    "sentences": ("sentences in the value, 3 at most", -0.4),
    "navigation": ("a place in a menu", -2.0),
    "footer": ("a place in a footer", -2.0),
    "side": ("a place at the side", -0.8),
    "more": ("a place among related things", -2.0),
    "advert": ("a place in an advertisement", -2.0),
    "above": ("a place before the headline, or no headline", -1.0),
    "distance": ("the share of the page's text between the headline and it", -1.5),
    "repeated": ("the logarithm of how often the page has the label", -1.0),
    "holding": ("further pairs in it, 3 at most", -2.0),
    "header": ("a row of headings over its table", -1.5),
    "headed": ("a label that is a heading", -1.5),
}
"""Features of a pair: for people, and its weight."""
BIAS: Final = 0.5
"""The log-odds where all features are 0."""

WEIGHTS: Final = array("d", [*(weight for _, weight in FEATURES.values()), BIAS])
assert len(WEIGHTS) == constants.FEATURES + 1
