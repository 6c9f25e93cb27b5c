"""The features of a candidate, and of each record of it: the one table of them.

A row of numbers has the features in the order of this table; kernels ask it for their places
(:func:`place_of`), ``weights.json`` names them, :mod:`.topics` puts them into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Feature:
    """One number that is known of every candidate."""

    name: str
    topic: str
    """What it is about, a name in :data:`~.topics.TOPICS`."""
    mean: float
    """Its usual value: over the scored candidates, each page counted once, on 300 pages of
    ``python -m training.record_pages --pages 300 --seed 2``. A feature speaks for a region as far
    as it lies from this, for it is among such candidates that the region was chosen."""
    about: str


OWN: Final = (
    Feature("log_count", "likeness", 2.45, "number of records, log"),
    Feature("two", "likeness", 0.06, "whether there are two records"),
    Feature("few", "likeness", 0.12, "whether there are three records or fewer"),
    Feature("share", "size", 0.24, "share of the page's characters"),
    Feature("log_share", "size", -2.14, "the same, log"),
    Feature("unlinked_share", "size", 0.25, "share of the page's characters outside of links"),
    Feature("log_unlinked_share", "size", -3.09, "the same, log"),
    Feature("linked", "links", 0.48, "share of its characters that lie in links"),
    Feature("all_linked", "links", 0.31, "share of records whose characters all lie in links"),
    Feature("with_link", "marks", 0.74, "share of records with a link"),
    Feature("with_image", "marks", 0.15, "share of records with an image"),
    Feature("with_heading", "marks", 0.17, "share of records with a heading"),
    Feature("with_price", "marks", 0.04, "share of records with a price"),
    Feature("with_date", "marks", 0.18, "share of records with a date"),
    Feature("with_digit", "text", 0.52, "share of records with a digit"),
    Feature("with_sentence", "text", 0.24, "share of records with a sentence"),
    Feature("log_chars", "text", 3.74, "characters of a record, log"),
    Feature("log_chars_squared", "text", 2.01, "the same, squared"),
    Feature("chars_variation", "evenness", 0.44, "characters: deviation over mean"),
    Feature("chars_outlier", "evenness", 1.01, "characters: the longest record over the mean, log"),
    Feature("log_texts", "text", 1.52, "texts of a record, log"),
    Feature("single_text", "text", 0.36, "share of records of one text"),
    Feature("texts_variation", "evenness", 0.19, "texts: deviation over mean"),
    Feature("distinct", "novelty", 0.98, "distinct records over records, by their texts"),
    Feature("distinct_firsts", "novelty", 0.94, "the same by their first texts"),
    Feature("commonest_first", "novelty", 0.18, "share of records with the commonest first text"),
    Feature("copied", "copies", 0.06, "share of characters that the page has three times or more"),
    Feature("alike", "likeness", 0.85, "similarity of neighbouring records (Dice, of tag paths)"),
    Feature("least_alike", "likeness", 0.76, "the least of these"),
    Feature("in_navigation", "place", 0.04, "whether it stands in navigation, by class names"),
    Feature("in_footer", "place", 0.01, "the same of a footer"),
    Feature("in_side", "place", 0.06, "the same of a sidebar or header"),
    Feature("in_more", "place", 0.05, "the same of related or recommended links"),
    Feature("in_advert", "place", 0.0, "the same of advertising or a popup"),
    Feature("coverage", "coverage", 0.86, "share of the characters between first and last record"),
    Feature("region_share", "size", 0.31, "share of the page's characters from first to last"),
    Feature("log_headings", "marks", 0.14, "headings of a record, log"),
    Feature("log_prices", "marks", 0.04, "prices of a record, log"),
    Feature("log_dates", "marks", 0.17, "dates of a record, log"),
    Feature("log_links", "marks", 0.88, "links of a record, log"),
    Feature("log_images", "marks", 0.2, "images of a record, log"),
    Feature("log_elements", "text", 2.07, "elements of a record, log"),
    Feature("elements_variation", "evenness", 0.18, "elements: deviation over mean"),
    Feature("apart", "form", 0.02, "whether parts of a record lie apart"),
    Feature("several_parents", "form", 0.38, "whether records have different parents"),
    Feature("log_tops", "form", 0.82, "siblings that a record is made of, log"),
    Feature("led", "marks", 0.13, "share of records whose first text is a heading"),
    Feature("log_chars_a_text", "text", 2.63, "characters of a text, log"),
    Feature("alike_share", "likeness", -1.98, "alike times log_share"),
    Feature("distinct_chars", "novelty", 3.72, "distinct times log_chars"),
    Feature("from_run", "form", 0.18, "whether records are runs of siblings"),
    Feature("from_band", "form", 0.0, "whether records are columns of a few rows each"),
    Feature("from_column", "form", 0.02, "whether records are columns of a table"),
    Feature("from_path", "form", 0.24, "whether records are all nodes of one path"),
)
"""Of a candidate alone."""

NESTING: Final = (
    Feature("inner_list", "nesting", 0.34, "share of records that hold several of another's"),
    Feature("inner_text", "nesting", 0.78, "share of the text that such a list has"),
    Feature("wraps", "nesting", 0.26, "share of records that hold one of another's"),
    Feature("several_in_one", "nesting", 0.24, "share of records of which another's hold several"),
    Feature("wrapped", "nesting", 0.2, "share of records of which another's hold one each"),
    Feature("text_around", "nesting", 0.11, "share of these others' text that is not theirs"),
)
"""Of how it lies among the other scored candidates, the largest of each."""

MEMBERSHIP: Final = (
    Feature("improbable", "membership", 0.07, "1 less its records' mean probability"),
    Feature("least_probable", "membership", 0.2, "1 less its records' least probability"),
    Feature("unlikely_records", "membership", 0.05, "share of records below a probability of 1/2"),
    Feature(
        "siblings_left_out", "membership", 0.04, "probabilities of siblings left out, over records"
    ),
    Feature("likely_siblings", "membership", 0.05, "likely siblings left out, over records"),
)
"""Of how probable each of its records, and each sibling left out, is one of its records."""

TABLE: Final = (*OWN, *NESTING, *MEMBERSHIP)
FEATURES: Final = tuple(feature.name for feature in TABLE)
"""All features of a candidate, in the order of a row."""
OWN_COUNT: Final = len(OWN)

MARKS: Final = (
    "link", "image", "heading", "price", "date", "digit", "sentence", "field", "head_cell",
    "advert", "menu",
)  # fmt: skip
"""What a record may have one of: fields of forms, head cells of tables, elements that are
advertising or navigation by their class names among them."""

MEMBER_FEATURES: Final = {
    "always": "1",
    "unlike": "distance (Dice, of tag paths) from the paths of half of the records",
    "lacks_essential": "share that it lacks of the paths of four fifths of the records",
    "lacks_constant": "share that it lacks of the paths of all records but a few",
    "lacks_constant_marks": "marks of all records but a few that it lacks",
    "named_unlike": "distance from the paths, with classes, of half of the records",
    "other_name": "share of records that start with a node of another path with classes",
    "longer": "log of its characters less the mean log",
    "length": "the same without sign",
    "texts": "the same for texts",
    **{f"lacks_{mark}": f"share of records with a {mark}, where it has none" for mark in MARKS},
    **{f"extra_{mark}": f"share of records without a {mark}, where it has one" for mark in MARKS},
    "other_lead": "share of records whose first text has another path of tags",
    "more_linked": "share of its characters in links less the mean share",
    "linked": "the same without sign",
    "more_elements": "log of its elements less the mean log",
    "elements": "the same without sign",
    "breadth": "distance of the log of its first node's children from the mean log",
    "more_copied": "share of its characters that the page has several times, less the mean share",
    "at_start": "whether it is the first record or lies before it",
    "near_end": "whether it is the second record or the last but one",
    "at_end": "whether it is the first or last record, or lies beyond them",
    "left_out": "whether it is a sibling that is none of the records",
    "single_text": "whether it is one text",
    "one_in": "1 over the number of records",
}
"""The features of a record, or of a sibling left out, beside a candidate's records as a whole.

A header row, a pager, an advertisement among the records lacks what the others have; a record that
another class kept out has it.
"""


def place_of(feature: str) -> int:
    """The place of a candidate's feature in its row."""
    return FEATURES.index(feature)


def member_place_of(feature: str) -> int:
    """The place of a record's feature in its row."""
    return [*MEMBER_FEATURES].index(feature)
