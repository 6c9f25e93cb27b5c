"""The fields that are chosen among candidates: how each is read, and the candidates' features."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import log1p
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import NONE, Candidate, no_features
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
"""Of a field in one declaration, those that are looked at."""
MAX_DECLARATIONS: Final = 12
"""Declarations that are looked at."""


def _money(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    currency = next(iter(declaration.values.get("currency", ())), None)
    amount = declared_amount(text, currency and currency[:3].upper(), marks.url, marks.language)
    if amount is None or not 0 < amount < MAX_PRICE:
        return None
    return amounts.plain_amount(amount), text


def _number(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    number = number_of(text)
    if number is None or not 0 <= number <= ratings.MOST_REVIEWS or number % 1:
        return None
    return amounts.plain_amount(number), text


def _rating(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    rating = rating_of(text)
    value = number_of(text) if rating is None else rating.value
    # Who is rated by nobody has a zero.
    if value is None or not 0 < value <= ratings.MOST_DECLARED:
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
class Reader:
    """The ways to read one field."""

    declared: Callable[[Marks, str, Declaration], tuple[str, str] | None]
    """From a text that declares it to what is compared and what is shown; None where it is none."""
    shown: Callable[[Marks], list[Candidate]] | None = None
    """The candidates that the page shows; None where they are those of other fields too."""
    add_features: Callable[[Marks, str, array[float]], None] | None = None
    """Adds the features of a declared text that the page does not show."""
    value: Callable[[Candidate], Any] = lambda one: one.text
    """From the candidate chosen to the field's value."""


def _float(one: Candidate) -> float:
    return float(Decimal(one.value))


READERS: Final = {
    "name": Reader(_name, names.name_candidates, names.add_name_features),
    "price": Reader(_money, value=_float),
    "old_price": Reader(_money, value=_float),
    # Of a button, that it is to be had.
    "availability": Reader(
        _stock, stock.stock_candidates, value=lambda one: availability_of(one.text) or one.value
    ),
    "sku": Reader(_code, add_features=codes.add_code_features),
    "mpn": Reader(_code, add_features=codes.add_code_features),
    "gtin": Reader(_gtin, value=lambda one: one.value.upper()),
    "brand": Reader(_brand, names.brand_candidates, names.add_brand_features),
    "image": Reader(_image, images.image_candidates),
    "rating": Reader(_rating, value=_float),
    "reviews": Reader(_number, value=lambda one: int(Decimal(one.value))),
}
"""The fields that are chosen, in this order."""
FIELDS: Final = tuple(READERS)


def candidates_of(marks: Marks) -> dict[str, list[Candidate]]:
    """The candidates of each field, the last of them that it has no value."""
    money = amounts.amount_candidates(marks)
    is_priced = bool(money)
    of_codes = codes.code_candidates(marks)
    rating, reviews = ratings.rating_candidates(marks)
    found: dict[str, list[Candidate]] = {
        "price": money,
        "old_price": _old_prices(marks, money),
        "sku": of_codes,
        "mpn": [one for one in _copied(of_codes) if one.source != "address"],
        "gtin": [one for one in _copied(of_codes) if gtin_of(one.text) is not None],
        "rating": rating,
        "reviews": reviews,
        **{field: one.shown(marks) for field, one in READERS.items() if one.shown is not None},
    }
    for field in FIELDS:
        join_declared(marks, field, found[field])
    _count(marks, found)
    none = no_features()
    none[AT["none"]] = 1.0
    none[AT["none_kind"]] = kind_of(marks.page).probabilities["detail"]
    none[AT["none_buys"]] = float(bool(marks.buys))
    none[AT["none_declared"]] = max((one.about for one in marks.declarations), default=0.0)
    none[AT["none_priced"]] = float(is_priced)
    for field, some in found.items():
        row = none[:]
        row[AT["none_many"]] = log1p(len(some)) / 3
        row[AT["none_label"]] = float(field in marks.labelled)
        some.append(Candidate(NONE, "", "none", None, row))
    known = [one for field in codes.CODES for one in found[field]]
    for field in ("price", "old_price"):
        found[field] = amounts.with_money_evidence(found[field], known)
    return {field: found[field] for field in FIELDS}


def join_declared(marks: Marks, field: str, candidates: list[Candidate]) -> None:
    """Tell candidates what is declared of them; add what is declared and not shown."""
    reader = READERS[field]
    declarations = [one for one in marks.declarations[:MAX_DECLARATIONS] if field in one.values]
    if not declarations:
        return
    by_value: dict[str, list[Candidate]] = {}
    for one in candidates:
        by_value.setdefault(one.value, []).append(one)
    said: dict[str, tuple[str, float]] = {}
    own = marks.own_declarations
    for declaration in declarations:
        texts: Sequence[str] = declaration.values[field]
        syntax = "microdata" if declaration.syntax == "rdfa" else declaration.syntax
        if field == "mpn":
            # A shop's own number, declared twice, is none of the maker's.
            texts = [one for one in texts if one not in declaration.values.get("sku", ())]
        is_first = syntax not in said
        for text in texts[:MAX_VALUES]:
            value = reader.declared(marks, text, declaration)
            if value is None:
                continue
            plain, shown = value
            feature = AT["declared_other"]
            if is_first:
                said[syntax] = plain, declaration.about
                feature, is_first = AT[f"declared {syntax}"], False
            known = by_value.get(plain)
            if known is None:
                node = declaration.nodes.get(field)
                one = Candidate(plain, shown, declaration.syntax, node, no_features())
                if reader.add_features is not None:
                    reader.add_features(marks, shown, one.row)
                known = by_value[plain] = [one]
                candidates.append(one)
            is_other = feature == AT["declared_other"]
            weight = 1.0 if is_other else declaration.about
            for one in known:
                one.row[feature] = max(weight, one.row[feature])
                if not is_other and declaration in own:
                    one.declared_by = one.declared_by or declaration.syntax
    contradicted = AT["contradicted"]
    for plain, about in said.values():
        for one in candidates:
            if one.value != plain:
                one.row[contradicted] = max(about, one.row[contradicted])


def _copied(candidates: list[Candidate]) -> list[Candidate]:
    return [one.copy() for one in candidates]


def _old_prices(marks: Marks, money: list[Candidate]) -> list[Candidate]:
    found = _copied(money)
    for one in found:
        if one.node is not None:
            marks.positions.fill_names(one.row, one.node, CUES["old"])
    return found


MAX_BYTES: Final = 200_000
"""Of the text of a page, and of its attributes, in which codes and brands are counted."""
MAX_SOUGHT: Final = 120
"""Texts that are counted; of the others it is as if they stood nowhere."""
MIN_SOUGHT: Final = 3
"""Bytes of a text that is counted: shorter ones stand in many others."""


def _count(marks: Marks, found: dict[str, list[Candidate]]) -> None:
    """Tell codes and brands how often they stand in the page."""
    texts = [one.text for field in (*codes.CODES, "brand") for one in found[field]]
    wanted = [*dict.fromkeys((marks.name, *texts))][:MAX_SOUGHT]
    first, following = bytearray(1 << 16), bytearray(2 * len(wanted) + 1)
    sought, starts = bytearray(), array("i", (0,))
    for number, one in enumerate(name.encode("utf-8", "replace") for name in wanted):
        sought += one
        starts.append(len(sought))
        if len(one) >= MIN_SOUGHT:
            # A text from its second byte on starts before the same from its first one on.
            for block, key in ((1, one[0] << 8 | one[1]), (2, one[1] << 8 | one[2])):
                following[2 * number + block] = first[key]
                first[key] = 2 * number + block
    counted = []
    for text in (marks.tree.text, marks.tree.values):
        free, counts = (array("i", bytes(4 * len(wanted))) for _ in range(2))
        _marks_cy.count_all(text, MAX_BYTES, sought, starts, first, following, free, counts)
        counted.append(counts)
    counts_of = {name: both for name, *both in zip(wanted, *counted, strict=True)}
    for field in codes.CODES:
        codes.add_code_counts(found[field], counts_of)
    names.add_brand_counts(marks, found["brand"], counts_of)
