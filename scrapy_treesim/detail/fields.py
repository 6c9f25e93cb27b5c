"""The fields that are chosen among candidates, and the features of these."""

from __future__ import annotations

from collections.abc import Callable
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidate import NONE, Candidate
from scrapy_treesim.detail.candidates.amounts import AMOUNT_FEATURES, amount_candidates
from scrapy_treesim.detail.candidates.brands import BRAND_FEATURES, brand_candidates
from scrapy_treesim.detail.candidates.codes import CODE_FEATURES, code_candidates
from scrapy_treesim.detail.candidates.declared import DECLARED_FEATURES, SYNTAXES, join_declared
from scrapy_treesim.detail.candidates.images import IMAGE_FEATURES, image_candidates
from scrapy_treesim.detail.candidates.names import NAME_FEATURES, name_candidates
from scrapy_treesim.detail.candidates.ratings import (
    RATING_FEATURES,
    rating_candidates,
    review_candidates,
)
from scrapy_treesim.detail.candidates.stock import STOCK_FEATURES, stock_candidates
from scrapy_treesim.detail.place import PLACE_FEATURES
from scrapy_treesim.detail.values.identifiers import gtin_of

if TYPE_CHECKING:
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

NONE_FEATURES: Final = {
    "none": "having none",
    "none_kind": "a page about one thing",
    "none_many": "many candidates",
    "none_few": "no candidate",
    "none_buys": "a button to buy",
    "none_label": "a label that names it",
    "none_priced": "amounts of money",
    **{f"none {one}": f"a declared thing in {one}" for one in SYNTAXES},
    **{f"none product {one}": f"a declared product in {one}" for one in SYNTAXES},
}
"""What tells that a field has no value, with a phrase for people."""

PHRASES: Final = {
    **PLACE_FEATURES,
    **DECLARED_FEATURES,
    **AMOUNT_FEATURES,
    **CODE_FEATURES,
    **BRAND_FEATURES,
    **NAME_FEATURES,
    **IMAGE_FEATURES,
    **RATING_FEATURES,
    **STOCK_FEATURES,
    **NONE_FEATURES,
}
"""All features, each with a phrase for people."""

_PRODUCTS: Final = frozenset(
    "product productgroup individualproduct productmodel book vehicle car".split()
)


def candidates_of(marks: Marks) -> dict[str, list[Candidate]]:
    """The candidates of each field, the last of them that it has no value."""
    amounts = amount_candidates(marks)
    codes = code_candidates(marks)
    found: dict[str, list[Candidate]] = {
        "price": amounts,
        "old_price": _copied(amounts),
        "sku": codes,
        "mpn": [one for one in _copied(codes) if one.source != "address"],
        "gtin": [one for one in _copied(codes) if gtin_of(one.text) is not None],
        **{field: find(marks) for field, find in _FIND.items()},
    }
    for field in FIELDS:
        join_declared(marks, field, found[field])
        found[field].append(_none(marks, field, found[field], bool(amounts)))
    return {field: found[field] for field in FIELDS}


_FIND: Final[dict[str, Callable[[Marks], list[Candidate]]]] = {
    "name": name_candidates,
    "availability": stock_candidates,
    "brand": brand_candidates,
    "image": image_candidates,
    "rating": rating_candidates,
    "reviews": review_candidates,
}


def _copied(candidates: list[Candidate]) -> list[Candidate]:
    return [
        Candidate(one.value, one.text, one.source, one.node, dict(one.features))
        for one in candidates
    ]


def _none(marks: Marks, field: str, candidates: list[Candidate], is_priced: bool) -> Candidate:
    """The candidate that the field has no value."""
    features = {
        "none": 1.0,
        "none_kind": marks.kind,
        "none_many": log1p(len(candidates)) / 3,
        "none_few": float(not candidates),
        "none_buys": float(bool(marks.buys)),
        "none_label": float(field in marks.labelled),
        "none_priced": float(is_priced),
    }
    for declaration in marks.declarations:
        syntax = "microdata" if declaration.syntax == "rdfa" else declaration.syntax
        kind = "none "
        if not _PRODUCTS.isdisjoint(map(str.lower, declaration.types)):
            kind = "none product "
        key = kind + syntax
        features[key] = max(declaration.about, features.get(key, 0.0))
    return Candidate(NONE, "", "none", None, features)
