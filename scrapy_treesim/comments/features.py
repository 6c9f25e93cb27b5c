"""Features: what tells a thread of comments from other lists of a page."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.comments import _features_cy

FEATURES: Final = _features_cy.FEATURES
"""The meaning of each feature by its name; the table stands in the kernels that fill it."""

CLASSIFIER_FEATURES: Final = (
    *FEATURES, "one", "score", "total", "score_below_0", "total_below_0", "total_from_2",
)  # fmt: skip
"""The features of one of the best threads that the classifier weighs: besides its own, whether it
is one post, its score in the ranking and the sum of all threads' odds."""

PAIRED: Final = (
    "with_when", "dated", "with_answers", "with_says", "with_longs", "small", "silent",
    "with_titles", "titles_around", "title_first", "led", "led_by_count", "led_elsewhere",
    "called_talk", "inside_talk", "root_share", "before", "signs", "name_early", "with_numbers",
    "with_links", "with_inputs", "with_tallies", "one", "distinct_names", "talks_around",
    "with_mores", "with_prices", "with_sentences", "same_lead", "plain", "score", "total",
)  # fmt: skip
"""Those that mean something else beside one another: a date beside a title, a date beside text."""
