"""The fields that are chosen among candidates, and the features of these."""

from __future__ import annotations

from collections.abc import Callable
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidate import NONE, Candidate, no_features
from scrapy_treesim.detail.candidates.amounts import amount_candidates, with_money_evidence
from scrapy_treesim.detail.candidates.brands import add_brand_counts, brand_candidates
from scrapy_treesim.detail.candidates.codes import CODES, add_code_counts, code_candidates
from scrapy_treesim.detail.candidates.declared import join_declared
from scrapy_treesim.detail.candidates.images import image_candidates
from scrapy_treesim.detail.candidates.names import name_candidates
from scrapy_treesim.detail.candidates.ratings import rating_candidates
from scrapy_treesim.detail.candidates.stock import stock_candidates
from scrapy_treesim.detail.cues import CUES
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.text_counts import text_counts
from scrapy_treesim.values.identifiers import gtin_of

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.detail.marks import Marks

FIELDS: Final = (
    "name",
    "price",
    "old_price",
    "availability",
    "sku",
    "mpn",
    "gtin",
    "brand",
    "image",
    "rating",
    "reviews",
)
"""The fields that are chosen, in this order."""


def candidates_of(marks: Marks) -> dict[str, list[Candidate]]:
    """The candidates of each field, the last of them that it has no value."""
    amounts = amount_candidates(marks)
    is_priced = bool(amounts)
    codes = code_candidates(marks)
    ratings, reviews = rating_candidates(marks)
    found: dict[str, list[Candidate]] = {
        "price": amounts,
        "old_price": _old_prices(marks, amounts),
        "sku": codes,
        "mpn": [one for one in _copied(codes) if one.source != "address"],
        "gtin": [one for one in _copied(codes) if gtin_of(one.text) is not None],
        "rating": ratings,
        "reviews": reviews,
        **{field: find(marks) for field, find in _FIND.items()},
    }
    for field in FIELDS:
        join_declared(marks, field, found[field])
    _count(marks, found)
    none = _none(marks)
    none[AT["none_priced"]] = float(is_priced)
    for field in FIELDS:
        found[field].append(_none_of(marks, field, found[field], none[:]))
    known = [one for field in CODES for one in found[field]]
    for field in ("price", "old_price"):
        found[field] = with_money_evidence(found[field], known)
    return {field: found[field] for field in FIELDS}


_FIND: Final[dict[str, Callable[[Marks], list[Candidate]]]] = {
    "name": name_candidates,
    "availability": stock_candidates,
    "brand": brand_candidates,
    "image": image_candidates,
}


def _copied(candidates: list[Candidate]) -> list[Candidate]:
    return [one.copy() for one in candidates]


def _old_prices(marks: Marks, amounts: list[Candidate]) -> list[Candidate]:
    found = _copied(amounts)
    for one in found:
        if one.node is not None:
            marks.positions.fill_names(one.row, one.node, CUES["old"])
    return found


def _none(marks: Marks) -> array[float]:
    """The features of having no value, as far as they are the same for all fields."""
    row = no_features()
    row[AT["none"]] = 1.0
    row[AT["none_kind"]] = marks.kind
    row[AT["none_buys"]] = float(bool(marks.buys))
    row[AT["none_declared"]] = max((one.about for one in marks.declarations), default=0.0)
    return row


def _none_of(marks: Marks, field: str, candidates: list[Candidate], row: array[float]) -> Candidate:
    """The candidate that the field has no value."""
    row[AT["none_many"]] = log1p(len(candidates)) / 3
    row[AT["none_label"]] = float(field in marks.labelled)
    return Candidate(NONE, "", "none", None, row)


def _count(marks: Marks, found: dict[str, list[Candidate]]) -> None:
    """Tell codes and brands how often they stand in the page."""
    texts = [one.text for field in (*CODES, "brand") for one in found[field]]
    counts = text_counts(marks.tree, (marks.name, *texts))
    for field in CODES:
        add_code_counts(found[field], counts)
    add_brand_counts(marks, found["brand"], counts)
