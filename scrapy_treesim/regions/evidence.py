"""What speaks for and against a candidate: numbers of its records and of its place."""

from __future__ import annotations

from typing import Final

from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.regions.members import DOUBTS

OWN: Final = (
    "log_count", "two", "few", "share", "log_share", "unlinked_share", "log_unlinked_share",
    "linked", "all_linked", "with_link", "with_image", "with_heading", "with_price", "with_date",
    "with_digit", "with_sentence", "log_chars", "log_chars_squared", "chars_variation",
    "chars_outlier", "log_texts", "single_text", "texts_variation", "distinct",
    "distinct_firsts", "commonest_first", "copied", "alike", "least_alike",
    *(f"in_{name}" for name in class_names.OF_NODES),
    "coverage", "region_share", "log_headings", "log_prices",
    "log_dates", "log_links", "log_images",
    "log_elements", "elements_variation", "apart", "several_parents", "log_tops", "led",
    "log_chars_a_text", "alike_share", "distinct_chars",
    "from_run", "from_band", "from_column", "from_path",
)  # fmt: skip
"""The numbers of a candidate alone, in their order."""

NESTING: Final = ("inner_list", "inner_text", "wraps", "several_in_one", "wrapped", "text_around")
"""The numbers that tell how it lies among other candidates."""

FEATURES: Final = (*OWN, *NESTING, *DOUBTS)
"""All numbers of a candidate, in their order."""
