"""The usual candidate: what each of its numbers is on average.

A number speaks for a region as far as it lies from this, for it is among such candidates that the
region was chosen. Means over the candidates looked at, each page counted once, on 300 pages of
``python -m training.record_pages --pages 300 --seed 2``.
"""

from __future__ import annotations

from typing import Final

USUAL: Final = {
    "log_count": 2.47, "two": 0.06, "few": 0.12, "share": 0.24, "log_share": -2.14,
    "unlinked_share": 0.25, "log_unlinked_share": -3.09, "linked": 0.48, "all_linked": 0.31,
    "with_link": 0.74, "with_image": 0.15, "with_heading": 0.17, "with_price": 0.04,
    "with_date": 0.18, "with_digit": 0.52, "with_sentence": 0.24, "log_chars": 3.74,
    "log_chars_squared": 2.01, "chars_variation": 0.44, "chars_outlier": 1.01, "log_texts": 1.52,
    "single_text": 0.36, "texts_variation": 0.19, "distinct": 0.98, "distinct_firsts": 0.94,
    "commonest_first": 0.18, "copied": 0.06, "alike": 0.85, "least_alike": 0.76,
    "in_navigation": 0.04, "in_footer": 0.01, "in_side": 0.06, "in_more": 0.05, "in_advert": 0.0,
    "coverage": 0.86, "region_share": 0.31, "log_headings": 0.14, "log_prices": 0.04,
    "log_dates": 0.17, "log_links": 0.88, "log_images": 0.2, "log_elements": 2.07,
    "elements_variation": 0.18, "apart": 0.02, "several_parents": 0.38, "log_tops": 0.82,
    "led": 0.13, "log_chars_a_text": 2.63, "alike_share": -1.98, "distinct_chars": 3.7,
    "from_run": 0.18, "from_band": 0.0, "from_column": 0.02, "from_path": 0.24,
    "inner_list": 0.34, "inner_text": 0.78, "wraps": 0.26, "several_in_one": 0.24,
    "wrapped": 0.2, "text_around": 0.11, "doubt": 0.07, "worst": 0.2, "odd": 0.05,
    "missed": 0.04, "missing": 0.03,
}  # fmt: skip
"""By the names in :data:`~.evidence.FEATURES`."""
