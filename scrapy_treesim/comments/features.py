"""Features: what tells a thread of comments from other lists of a page."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.analysis.lexicon import class_names

POST_SUMS: Final = tuple(
    (
        "plain whens controls answers numbers shorts says talks tallies mores longs titles fields "
        "inputs quotes jumps persons called texts chars linked links images headings digits prices "
        "sentences copied elements"
    ).split()
)
"""What is summed of every post."""
_HAVING: Final = tuple(
    f"with_{name}"
    for name in POST_SUMS[POST_SUMS.index("controls") : POST_SUMS.index("elements")]
    if name not in ("texts", "chars", "linked", "copied")
)

FEATURES: Final = (
    "log_count", "two", "few", "nested", "parents", "by_siblings", "by_path", "by_when",
    "by_control", "extended",
    "silent", "small", "wide", "with_when", "many_whens", *_HAVING,
    "plain", "plain_spread", "texts", "texts_spread", "elements", "elements_spread", "links",
    "controls", "linked", "copied",
    "when_early", "when_late", "name_early", "title_first", "same_first", "distinct_firsts",
    "distinct", "distinct_names", "bare", "dated", "teasers", "signs", "many_signs", "few_signs",
    "same_lead", "same_end",
    "share", "root_share", "before", "after", "share_of_whens", "between", "form_after", "form",
    "article_before", "inputs_within", "led", "led_by_count", "led_elsewhere", "led_by_heading",
    "led_by_none",
    *(f"called_{name}" for name in class_names.OF_COMMENTS),
    *(f"inside_{name}" for name in class_names.OF_COMMENTS),
    *(f"in_{name}" for name in class_names.OF_NODES),
    "titles_around", "whens_around", "talks_around", "text_of_around", "texts_of_around",
)  # fmt: skip
"""The numbers of a thread, in their order."""

CLASSIFIER_FEATURES: Final = (
    *FEATURES, "one", "score", "total", "score_below_0", "total_below_0", "total_from_2",
)  # fmt: skip
"""What the verdict on one of the best threads rests on: its own numbers, its score in the ranking
and the sum of all threads' odds."""

PAIRED: Final = (
    "with_when", "dated", "with_answers", "with_says", "with_longs", "small", "silent",
    "with_titles", "titles_around", "title_first", "led", "led_by_count", "led_elsewhere",
    "called_talk", "inside_talk", "root_share", "before", "signs", "name_early", "with_numbers",
    "with_links", "with_inputs", "with_tallies", "one", "distinct_names", "talks_around",
    "with_mores", "with_prices", "with_sentences", "same_lead", "plain", "score", "total",
)  # fmt: skip
"""Those that mean something else beside one another: a date beside a title, a date beside text."""
