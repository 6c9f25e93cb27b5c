"""The features of a candidate: the one table of them.

A row of numbers has the features in the order of this table, which :mod:`.constants` numbers for
kernels; ``weights.json`` names them, :mod:`.explain` puts them into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Feature:
    """One number that is known of every candidate."""

    name: str
    topic: str
    """Subject of the feature, see :data:`~.explain.PHRASES`."""
    mean: float
    """Its usual value: over the scored candidates, each page counted once, on 300 pages of
    ``python -m training.record_pages --pages 300 --seed 2``. A feature speaks for a region as far
    as it lies from this, for it is among such candidates that the region was chosen."""
    about: str


TABLE: Final = (
    Feature("log_count", "likeness", 2.25, "number of records, log"),
    Feature("alike", "likeness", 0.86, "similarity of neighbouring records (Dice, of tag paths)"),
    Feature("least_alike", "likeness", 0.8, "the least of these"),
    Feature("log_share", "size", -2.2, "share of the page's characters, log"),
    Feature("region_share", "size", 0.31, "share of the page's characters from first to last"),
    Feature("coverage", "coverage", 0.85, "share of the characters between first and last record"),
    Feature("with_link", "marks", 0.8, "share of records with a link"),
    Feature("with_image", "marks", 0.17, "share of records with an image"),
    Feature("with_heading", "marks", 0.19, "share of records with a heading"),
    Feature("with_price", "marks", 0.02, "share of records with a price"),
    Feature("with_date", "marks", 0.2, "share of records with a date"),
    Feature("distinct", "novelty", 0.98, "distinct records over records, by their texts"),
    Feature("distinct_firsts", "novelty", 0.93, "the same by their first texts"),
    Feature("commonest_first", "novelty", 0.23, "share of records with the commonest first text"),
    Feature("chars_variation", "evenness", 0.4, "characters: deviation over mean"),
    Feature("chars_outlier", "evenness", 0.96, "characters: the longest record over the mean, log"),
    Feature("log_elements", "evenness", 2.17, "elements of a record, log"),
    Feature("elements_variation", "evenness", 0.17, "elements: deviation over mean"),
    Feature("apart", "form", 0.01, "whether parts of a record lie apart"),
    Feature("several_parents", "form", 0.38, "whether records have different parents"),
    Feature("log_tops", "form", 0.8, "siblings that a record is made of, log"),
    Feature("from_run", "form", 0.18, "whether records are runs of siblings"),
    Feature("from_band", "form", 0.0, "whether records are columns of a few rows each"),
    Feature("from_column", "form", 0.01, "whether records are columns of a table"),
    Feature("from_path", "form", 0.31, "whether records are all nodes of one path"),
    Feature("likely", "network", 0.38, "probability of a record, on the mean"),
    Feature("least_likely", "network", 0.3, "the least of these"),
    Feature("odds_gap", "network", 0.48, "log-odds of records: the widest gap between unlike ones"),
    Feature("first_likely", "network", 0.37, "the first of these"),
    Feature("last_likely", "network", 0.37, "the last of these"),
    Feature("unlikely", "network", 0.44, "share of records below a probability of .15"),
    Feature("of_likeliest", "network", 0.4, "mean probability over that of the likeliest node"),
    Feature("expected", "others", 0.23, "F1 to be expected of it as all records of the page"),
    Feature("recall", "others", 0.33, "share of the characters expected in records that it has"),
    Feature("precision", "network", 0.6, "share of its characters to be expected in records"),
    Feature("expected_outside", "others", 0.25, "F1 to be expected if what begins inside is part"),
    Feature("likely_between", "others", 0.2, "records expected between its own, for each"),
    Feature("likely_beside", "others", 0.1, "records expected beside its own, for each"),
)
"""All features of a candidate, in the order of a row. Those of the network count probabilities
that elements are records, and that blocks are part of one."""
FEATURES: Final = tuple(feature.name for feature in TABLE)
"""Their names."""
