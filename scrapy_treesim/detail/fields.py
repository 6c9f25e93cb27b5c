"""Fields chosen among candidates: the reader of each, and the candidates' features."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import log1p
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import NONE, FieldCandidate, no_features
from scrapy_treesim.detail.candidates import amounts, codes, images, names, ratings, stock
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import CUES, Marks
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.reading.shown.amounts import MAX_PRICE
from scrapy_treesim.tree.picture_address import address_in
from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.identifiers import gtin_of
from scrapy_treesim.values.money import declared_amount
from scrapy_treesim.values.ratings import rating_of
from scrapy_treesim.values.typed_values import number_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.declared.fields import Declaration

MAX_VALUES: Final = 6
"""Largest number of values read for a field in one declaration."""
MAX_DECLARATIONS: Final = 12
"""Largest number of declarations that are read."""


def _money(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    currency = next(iter(declaration.values.get("currency", ())), None)
    amount = declared_amount(text, currency and currency[:3].upper(), marks.url, marks.language)
    if amount is None or not 0 < amount < MAX_PRICE:
        return None
    return amounts.plain_amount(amount), text


def _number(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    number = number_of(text)
    if number is None or not 0 <= number <= ratings.MAX_REVIEWS or number % 1:
        return None
    return amounts.plain_amount(number), text


def _rating(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    rating = rating_of(text)
    value = number_of(text) if rating is None else rating.value
    # A thing without any rating has a zero.
    if value is None or not 0 < value <= ratings.MAX_RATING:
        return None
    return amounts.plain_amount(value), text


def _code(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    text = text.strip()
    return (codes.plain_code(text), text) if 0 < len(text) <= codes.MAX_CHARS else None


def _gtin(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    gtin = gtin_of(text)
    return None if gtin is None else (gtin.casefold(), gtin)


def _brand(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    plain = names.plain_brand(text[: names.MAX_BRAND_CHARS + 1])
    return (plain, text.strip()) if 0 < len(plain) <= names.MAX_BRAND_CHARS else None


def _name(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    text = " ".join(text[: names.MAX_CHARS].split())
    return (names.plain_name(text), text) if text else None


def _image(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    address = address_in({"src": text})
    return None if address is None else (images.plain_image(address), address)


def _stock(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    value = stock.plain_stock(text)
    return None if value is None else (value, text)


@dataclass(frozen=True, slots=True)
class CandidateReader:
    """Functions to read the candidates of one field."""

    declared: Callable[[Marks, str, Declaration], tuple[str, str] | None]
    """Function from a declared text to its compared form and its text; None if it is no value."""
    shown: Callable[[Marks], list[FieldCandidate]] | None = None
    """Function to read the candidates that the page shows; None if :func:`candidates_of` reads them
    for several fields at once: amounts, codes, ratings."""
    add_features: Callable[[Marks, str, array[float]], None] | None = None
    """Function to add the features of a declared text that the page does not show."""
    value: Callable[[FieldCandidate], Any] = lambda candidate: candidate.text
    """Function from the chosen candidate to the field's value."""


def _float(candidate: FieldCandidate) -> float:
    return float(Decimal(candidate.value))


READERS: Final = {
    "name": CandidateReader(_name, names.name_candidates, names.add_name_features),
    "price": CandidateReader(_money, value=_float),
    "old_price": CandidateReader(_money, value=_float),
    # A button to buy means that the thing is in stock.
    "availability": CandidateReader(
        _stock,
        stock.stock_candidates,
        value=lambda candidate: availability_of(candidate.text) or candidate.value,
    ),
    "sku": CandidateReader(_code, add_features=codes.add_code_features),
    "mpn": CandidateReader(_code, add_features=codes.add_code_features),
    "gtin": CandidateReader(_gtin, value=lambda candidate: candidate.value.upper()),
    "brand": CandidateReader(_brand, names.brand_candidates, names.add_brand_features),
    "image": CandidateReader(_image, images.image_candidates),
    "rating": CandidateReader(_rating, value=_float),
    "reviews": CandidateReader(_number, value=lambda candidate: int(Decimal(candidate.value))),
}
"""Readers of the fields, in the order of choosing: the availability depends on the price."""
FIELDS: Final = tuple(READERS)


def candidates_of(marks: Marks) -> dict[str, list[FieldCandidate]]:
    """Return the candidates of each field, the last one for having no value."""
    shown_amounts = amounts.amount_candidates(marks)
    is_priced = bool(shown_amounts)
    shown_codes = codes.code_candidates(marks)
    rating, reviews = ratings.rating_candidates(marks)
    by_field: dict[str, list[FieldCandidate]] = {
        "price": shown_amounts,
        "old_price": _old_prices(marks, shown_amounts),
        "sku": shown_codes,
        "mpn": [code for code in _copied(shown_codes) if code.source != "address"],
        "gtin": [code for code in _copied(shown_codes) if gtin_of(code.text) is not None],
        "rating": rating,
        "reviews": reviews,
        **{
            field: reader.shown(marks)
            for field, reader in READERS.items()
            if reader.shown is not None
        },
    }
    for field in FIELDS:
        join_declared(marks, field, by_field[field])
    _count(marks, by_field)
    none_row = _none_row(marks, is_priced=is_priced)
    for field, candidates in by_field.items():
        row = none_row[:]
        row[AT["none_many"]] = log1p(len(candidates)) / 3
        row[AT["none_label"]] = float(field in marks.labelled)
        candidates.append(FieldCandidate(NONE, "", "none", None, row))
    code_candidates = [candidate for field in codes.CODES for candidate in by_field[field]]
    for field in ("price", "old_price"):
        by_field[field] = amounts.with_money_evidence(by_field[field], code_candidates)
    return {field: by_field[field] for field in FIELDS}


def join_declared(marks: Marks, field: str, candidates: list[FieldCandidate]) -> None:
    """Add declarations to the features of candidates; add candidates for values not shown."""
    reader = READERS[field]

    by_value: dict[str, list[FieldCandidate]] = {}
    for candidate in candidates:
        by_value.setdefault(candidate.value, []).append(candidate)
    first_values: dict[str, tuple[str, float]] = {}
    for declaration in marks.declarations[:MAX_DECLARATIONS]:
        if field not in declaration.values:
            continue
        texts: Sequence[str] = declaration.values[field]
        syntax = "microdata" if declaration.syntax == "rdfa" else declaration.syntax
        if field == "mpn":
            # A shop's own number, declared twice, is not the maker's.
            texts = [text for text in texts if text not in declaration.values.get("sku", ())]
        is_first = syntax not in first_values
        for text in texts[:MAX_VALUES]:
            value = reader.declared(marks, text, declaration)
            if value is None:
                continue
            plain, declared = value
            feature = AT["declared_other"]
            if is_first:
                first_values[syntax] = plain, declaration.about
                feature, is_first = AT[f"declared {syntax}"], False
            matches = by_value.get(plain)
            if matches is None:
                node = declaration.nodes.get(field)
                candidate = FieldCandidate(plain, declared, declaration.syntax, node, no_features())
                if reader.add_features is not None:
                    reader.add_features(marks, declared, candidate.row)
                matches = by_value[plain] = [candidate]
                candidates.append(candidate)
            is_other = feature == AT["declared_other"]
            weight = 1.0 if is_other else declaration.about
            for candidate in matches:
                candidate.row[feature] = max(weight, candidate.row[feature])
                if not is_other and declaration in marks.own_declarations:
                    candidate.declared_by = candidate.declared_by or declaration.syntax
    for plain, about in first_values.values():
        for candidate in candidates:
            if candidate.value != plain:
                row = candidate.row
                row[AT["contradicted"]] = max(about, row[AT["contradicted"]])


def _copied(candidates: list[FieldCandidate]) -> list[FieldCandidate]:
    return [candidate.copy() for candidate in candidates]


def _old_prices(marks: Marks, shown_amounts: list[FieldCandidate]) -> list[FieldCandidate]:
    candidates = _copied(shown_amounts)
    for candidate in candidates:
        if candidate.node is not None:
            marks.positions.fill_names(candidate.row, candidate.node, CUES["old"])
    return candidates


def _none_row(marks: Marks, *, is_priced: bool) -> array[float]:
    """Return the features of having no value that all fields share."""
    row = no_features()
    row[AT["none"]] = 1.0
    row[AT["none_kind"]] = kind_of(marks.page).probabilities["detail"]
    row[AT["none_buys"]] = float(bool(marks.buy_buttons))
    row[AT["none_declared"]] = max(
        (declaration.about for declaration in marks.declarations), default=0.0
    )
    row[AT["none_priced"]] = float(is_priced)
    return row


MAX_BYTES: Final = 200_000
"""Largest number of bytes of a page's text, and of its attributes, to count codes and brands in."""
MAX_SOUGHT: Final = 120
"""Largest number of texts that are counted; all others count as absent."""
MIN_SOUGHT: Final = 3
"""Smallest number of bytes of a counted text: shorter ones are part of many others."""


def _count(marks: Marks, by_field: dict[str, list[FieldCandidate]]) -> None:
    """Add to codes and brands how often they occur in the page."""
    texts = [candidate.text for field in (*codes.CODES, "brand") for candidate in by_field[field]]
    unique_texts = [*dict.fromkeys((marks.name, *texts))][:MAX_SOUGHT]
    first, following = bytearray(1 << 16), bytearray(2 * len(unique_texts) + 1)
    sought, starts = bytearray(), array("i", (0,))
    for number, utf8 in enumerate(name.encode("utf-8", "replace") for name in unique_texts):
        sought += utf8
        starts.append(len(sought))
        if len(utf8) >= MIN_SOUGHT:
            # The last one added is tried first: with it an occurrence starts a byte earlier.
            for bigram, key in ((1, utf8[0] << 8 | utf8[1]), (2, utf8[1] << 8 | utf8[2])):
                following[2 * number + bigram] = first[key]
                first[key] = 2 * number + bigram
    counted = []
    for text in (marks.tree.text, marks.tree.values):
        free, counts = (array("i", bytes(4 * len(unique_texts))) for _ in range(2))
        _marks_cy.count_all(text, MAX_BYTES, sought, starts, first, following, free, counts)
        counted.append(counts)
    counts_of = {name: both for name, *both in zip(unique_texts, *counted, strict=True)}
    for field in codes.CODES:
        codes.add_code_counts(by_field[field], counts_of)
    names.add_brand_counts(marks, by_field["brand"], counts_of)
