"""The features of a candidate: one table, with the position of each in a row.

The build makes constants of C of these, by which the kernel writes a row.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class RegionFeature(IntEnum):
    """One number of every candidate: its position in a row.

    Those of the network count probabilities that elements are records, and that blocks are part of
    one.
    """

    topic: str
    """Subject of the feature, see :data:`~.explain.PHRASES`."""
    mean: float
    """The usual value: over the scored candidates, each page counted once, on 300 pages of
    ``python -m training.record_pages --pages 300 --seed 2``. A feature speaks for a region as far
    as it is from this, for the region was chosen among such candidates."""
    about: str

    def __new__(cls, topic: str, mean: float, about: str) -> RegionFeature:
        """Make a feature at the next position."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = int(member)
        member.topic, member.mean, member.about = topic, mean, about
        return member

    LOG_COUNT = "likeness", 2.25, "number of records, log"
    ALIKE = "likeness", 0.86, "similarity of neighbouring records (Dice, of tag paths)"
    LEAST_ALIKE = "likeness", 0.8, "the least of these"
    LOG_SHARE = "size", -2.2, "share of the page's characters, log"
    REGION_SHARE = "size", 0.31, "share of the page's characters from first to last"
    COVERAGE = "coverage", 0.85, "share of the characters between first and last record"
    WITH_LINK = "marks", 0.8, "share of records with a link"
    WITH_IMAGE = "marks", 0.17, "share of records with an image"
    WITH_HEADING = "marks", 0.19, "share of records with a heading"
    WITH_PRICE = "marks", 0.02, "share of records with a price"
    WITH_DATE = "marks", 0.2, "share of records with a date"
    DISTINCT = "novelty", 0.98, "distinct records over records, by their texts"
    DISTINCT_FIRSTS = "novelty", 0.93, "the same by their first texts"
    COMMONEST_FIRST = "novelty", 0.23, "share of records with the commonest first text"
    CHARS_VARIATION = "evenness", 0.4, "characters: deviation over mean"
    CHARS_OUTLIER = "evenness", 0.96, "characters: the longest record over the mean, log"
    LOG_ELEMENTS = "evenness", 2.17, "elements of a record, log"
    ELEMENTS_VARIATION = "evenness", 0.17, "elements: deviation over mean"
    APART = "form", 0.01, "whether parts of a record lie apart"
    SEVERAL_PARENTS = "form", 0.38, "whether records have different parents"
    LOG_TOPS = "form", 0.8, "siblings that a record is made of, log"
    FROM_RUN = "form", 0.18, "whether records are runs of siblings"
    FROM_BAND = "form", 0.0, "whether records are columns of a few rows each"
    FROM_COLUMN = "form", 0.01, "whether records are columns of a table"
    FROM_PATH = "form", 0.31, "whether records are all nodes of one path"
    LIKELY = "network", 0.38, "probability of a record, on the mean"
    LEAST_LIKELY = "network", 0.3, "the least of these"
    ODDS_GAP = "network", 0.48, "log-odds of records: the widest gap between unlike ones"
    FIRST_LIKELY = "network", 0.37, "the first of these"
    LAST_LIKELY = "network", 0.37, "the last of these"
    UNLIKELY = "network", 0.44, "share of records below a probability of .15"
    OF_LIKELIEST = "network", 0.4, "mean probability over that of the likeliest node"
    EXPECTED = "others", 0.23, "F1 to be expected of it as all records of the page"
    RECALL = "others", 0.33, "share of the characters expected in records that it has"
    PRECISION = "network", 0.6, "share of its characters to be expected in records"
    EXPECTED_OUTSIDE = "others", 0.25, "F1 to be expected if what begins inside is part"
    LIKELY_BETWEEN = "others", 0.2, "records expected between its own, for each"
    LIKELY_BESIDE = "others", 0.1, "records expected beside its own, for each"


FEATURES: Final = tuple(name.lower() for name in RegionFeature.__members__)
"""The names of the features, in order."""
WIDTH: Final = len(FEATURES)
"""Number of values in a row."""
