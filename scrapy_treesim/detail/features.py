"""The features of a candidate's position, the first of its row.

The build makes constants of C of these, by which the kernel writes them.
"""

from __future__ import annotations

from enum import IntEnum


class PositionFeature(IntEnum):
    """A feature of a position: its index in a row."""

    meaning: str

    def __new__(cls, meaning: str) -> PositionFeature:
        """Make a feature at the next index."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = int(member)
        member.meaning = meaning
        return member

    SHOWN = "being shown"
    AFTER = "being after the headline"
    NEAR = "being right after the headline"
    NEAR_BEFORE = "being right before the headline"
    FURTHER = "being not far after the headline"
    FURTHER_BEFORE = "being not far before the headline"
    NEAR_BUY = "being beside a button to buy"
    FURTHER_BUY = "being not far from a button to buy"
    HIDDEN = "being hidden"
    ALIKE = "others in elements of the same names"
    LINKED = "being in a link, however far inside"
    OWN = "a cue of the field in the names of its element"
    AROUND = "a cue of the field in names further out"
    STRUCK = "an element of the kind struck"
    HEADING = "an element of the kind heading"
    CELL = "an element of the kind cell"
