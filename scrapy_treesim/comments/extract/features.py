"""The features of a post's text: one table, with the position of each in a row.

The build makes constants of C of these, by which the kernel writes a row.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class TextFeature(IntEnum):
    """A feature of a text in one value or several: the position of the first in a row."""

    width: int
    """Number of values."""
    meaning: str

    def __new__(cls, width: int, meaning: str) -> TextFeature:
        """Make a feature after all before it."""
        member = int.__new__(cls, sum(before.width for before in cls.__members__.values()))
        member._value_ = int(member)
        member.width, member.meaning = width, meaning
        return member

    KIND = 6, "its kind"
    NAMES = 18, "the names of the elements around it, and their tags"
    ELEMENT_NAMES = 18, "those of the element around it, or around its link, once more"
    WORDS = 9, "its words, stars and an @ at its start"
    MEANINGS = 5, "meanings of its words"
    CHARS = 7, "its characters, as a logarithm"
    WORD_COUNT = 4, "its words, as a logarithm"
    SMALL_WORDS = 2, "words in small letters, as a logarithm"
    ENDS_IN_COLON = 1, "whether a colon ends it"
    ENDS_IN_STOP = 1, "whether a full stop ends it"
    ENDS_IN_MARK = 1, "whether an exclamation or question mark ends it"
    HAS_DATE = 1, "whether it has a date"
    IS_DATED = 1, "whether it has a date or is in a <time>"
    NUMBER = 1, "whether it has a number"
    FROM_10 = 1, "whether that has two digits"
    FROM_100 = 1, "three digits: a time of day has fewer than a day with its year"
    FROM_10000 = 1, "five digits"
    AFTER_WHEN = 1, "whether the text before has a date"
    AFTER_COLON = 1, "whether a colon ends the text before"
    AFTER_LABEL = 1, "whether the text before has words of labels"
    AFTER_SINCE = 1, "for joining"
    AFTER_EDITED = 1, "for edits"
    AFTER_MOMENT = 1, "for times"
    AFTER_ROLE = 1, "for people's roles"
    ALIKE = 5, "the share of other posts with the text, numbers aside, as a logarithm"
    SAME = 5, "the share of other posts with the text, as a logarithm"
    IS_NAME = 1, "whether it is written like a name"
    COLUMN_NAMES = 1, "the share of names in its column"
    IN_BODY = 1, "whether it is in the body"
    AFTER_BODY = 1, "whether it is after the body"
    IS_FIRST = 1, "whether it is the first text of its post"
    IS_LAST = 1, "whether it is the last"
    NO_OTHER = 1, "whether no text is the other part: the time, for an author"
    IS_OTHER = 1, "whether it is that text"
    BEFORE_OTHER = 1, "whether it is before that text"
    BESIDE_OTHER = 1, "whether it is that text or next to it"
    NEAR_OTHER = 1, "whether it is at most two texts from it"


WIDTH: Final = sum(feature.width for feature in TextFeature)
"""Number of values in a row."""
