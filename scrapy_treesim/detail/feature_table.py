"""The features of candidates: one table, and the index of each in a candidate's row.

The features from the first ``declared`` one to ``declared_other`` are read as a slice of a row:
they stay together.
"""

from __future__ import annotations

from typing import Final

from scrapy_treesim.detail.features import PositionFeature

SYNTAXES: Final = ("json-ld", "microdata", "opengraph", "script")
"""Syntaxes of declarations; RDFa counts as microdata."""
FEATURES: Final = {
    **{feature.name.lower(): feature.meaning for feature in PositionFeature},
    # Of a value in declarations.
    **{f"declared {syntax}": f"being declared in {syntax}" for syntax in SYNTAXES},
    "declared_other": "being declared, but not first in its syntax",
    "contradicted": "another value declared",
    # Of an amount.
    "money_sign": "a currency beside it",
    "money_second": "another amount before it in the same text",
    "money_more": "other words in its text",
    "money_cents": "an amount with cents",
    "money_split": "an amount in several elements",
    "money_order": "its place among the amounts",
    "money_order_after": "its place among the amounts after the headline",
    "money_less": "being less than the amount beside it",
    "money_greater": "being more than the amount beside it",
    "money_minor": "a cue of other amounts in the names of its element",
    "money_share": "being an instalment of another amount",
    "money_whole": "being the sum of instalments",
    "money_said": "a label that names the price",
    "money_said_old": "a label that names a former price",
    "money_copies": "the same amount elsewhere",
    # Of a code.
    "code_digits": "digits in it",
    "code_mixed": "letters beside digits",
    "code_signs": "signs in it",
    "code_length": "its length",
    "code_long": "being longer than twelve characters",
    "code_words": "words in it",
    "code_address": "being in the address",
    "code_query": "being in the query of the address",
    "code_query_named": "a name as of a code in the query of the address",
    "code_texts": "how often the page's text has it",
    "code_near": "being alone near the headline",
    "code_label_sku": "a label that names an SKU",
    "code_label_mpn": "a label that names an MPN",
    "code_label_score": "how plainly it has a label",
    "code_in_name": "being in the name",
    # Of a brand.
    "brand_label": "a label that names a brand",
    "brand_label_score": "how plainly it has a label",
    "brand_start": "beginning the name",
    "brand_in_title": "being in the title",
    "brand_texts": "how often the page's text has it",
    "brand_apart": "how often it is in the text outside the name",
    "brand_values": "how often the attributes have it",
    "brand_capital": "beginning with a capital",
    "brand_capitals": "being all capitals",
    "brand_host": "being in the name of the site",
    # Of a name.
    "name_headline": "being the headline",
    "name_title": "the likeness to the title",
    "name_in_title": "being in the title",
    "name_title_piece": "being the title",
    "name_like_headline": "the likeness to the headline",
    "name_short": "being a single word",
    # Of a picture.
    "image_alt": "a text like the name",
    "image_small": "a width as of a small picture",
    # Of a rating or a number of reviews.
    "rating_decimal": "a number with a fraction",
    "rating_high": "a number above ten",
    "rating_five": "a number up to five",
    "rating_words": "words of reviews in its text",
    "rating_words_beside": "words of reviews beside it",
    "rating_alone": "a number alone",
    "rating_brackets": "a number in brackets",
    "rating_order": "its place among the ratings",
    "rating_copies": "the same number elsewhere",
    # Of the availability.
    "stock_out": "saying that there is none",
    "stock_label": "a label that names the availability",
    "stock_button": "being a button to buy",
    # Of having no value.
    "none": "having none",
    "none_kind": "a page about one thing",
    "none_many": "many candidates",
    "none_buys": "a button to buy",
    "none_label": "a label that names it",
    "none_priced": "amounts of money",
    "none_declared": "a declared thing",
}
"""All features, each with its meaning."""

AT: Final = {name: index for index, name in enumerate(FEATURES)}
"""The index of each feature in a row."""
WIDTH: Final = len(AT)
"""Number of features in a row."""
