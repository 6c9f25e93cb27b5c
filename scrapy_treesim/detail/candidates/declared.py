"""Declared values of a field, joined with those that the page shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidate import Candidate, no_features
from scrapy_treesim.detail.candidates.amounts import MOST, plain_amount
from scrapy_treesim.detail.candidates.brands import MAX_CHARS as MAX_BRAND_CHARS
from scrapy_treesim.detail.candidates.brands import add_brand_features, plain_brand
from scrapy_treesim.detail.candidates.codes import MAX_CHARS as MAX_CODE_CHARS
from scrapy_treesim.detail.candidates.codes import add_code_features, plain_code
from scrapy_treesim.detail.candidates.images import add_image_features, plain_image
from scrapy_treesim.detail.candidates.names import MAX_CHARS as MAX_NAME_CHARS
from scrapy_treesim.detail.candidates.names import add_name_features, plain_name
from scrapy_treesim.detail.candidates.ratings import MOST_RATING, MOST_REVIEWS
from scrapy_treesim.detail.candidates.stock import IN_STOCK, plain_stock
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.tree.picture_address import address_in
from scrapy_treesim.values.identifiers import gtin_of
from scrapy_treesim.values.money import declared_amount
from scrapy_treesim.values.typed_values import number_of, rating_of

if TYPE_CHECKING:
    from array import array

    from scrapy_treesim.detail.declared import Declaration
    from scrapy_treesim.detail.marks import Marks

MAX_VALUES: Final = 6
"""Of a field in one declaration, those that are looked at."""
MAX_DECLARATIONS: Final = 12
"""Declarations that are looked at."""


def join_declared(marks: Marks, field: str, candidates: list[Candidate]) -> None:
    """Tell candidates what is declared of them; add what is declared and not shown."""
    read = _READ[field]
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
        if field == "availability":
            texts = _best_offer(texts)
        elif field == "mpn":
            # A shop's own number, declared twice, is none of the maker's.
            texts = [one for one in texts if one not in declaration.values.get("sku", ())]
        is_first = syntax not in said
        for text in texts[:MAX_VALUES]:
            value = read(marks, text, declaration)
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
                if add_features := _BY_ITSELF.get(field):
                    add_features(marks, shown, one.row)
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


def _best_offer(texts: Sequence[str]) -> Sequence[str]:
    """Of offers of several variants that one can be had: then the thing can."""
    had = (text for text in texts[:MAX_VALUES] if plain_stock(text) == IN_STOCK)
    return [next(had, texts[0])] if texts else texts


def _money(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    currency = next(iter(declaration.values.get("currency", ())), None)
    amount = declared_amount(text, currency and currency[:3].upper(), marks.url, marks.language)
    return None if amount is None or not 0 < amount < MOST else (plain_amount(amount), text)


def _number(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    number = number_of(text)
    if number is None or not 0 <= number <= MOST_REVIEWS or number % 1:
        return None
    return plain_amount(number), text


def _rating(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    rating = rating_of(text)
    # Who is rated by nobody has a zero.
    if rating is None or not 0 < rating.value <= MOST_RATING:
        return None
    return plain_amount(rating.value), text


def _code(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    text = text.strip()
    return (plain_code(text), text) if 0 < len(text) <= MAX_CODE_CHARS else None


def _gtin(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    gtin = gtin_of(text)
    return None if gtin is None else (gtin.casefold(), gtin)


def _brand(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    plain = plain_brand(text[: MAX_BRAND_CHARS + 1])
    return (plain, text.strip()) if 0 < len(plain) <= MAX_BRAND_CHARS else None


def _name(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    text = " ".join(text[:MAX_NAME_CHARS].split())
    return (plain_name(text), text) if text else None


def _image(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    address = address_in({"src": text})
    return None if address is None else (plain_image(address), address)


def _stock(marks: Marks, text: str, declaration: Declaration) -> tuple[str, str] | None:
    value = plain_stock(text)
    return None if value is None else (value, text)


_READ: Final[Mapping[str, Callable[[Marks, str, Declaration], tuple[str, str] | None]]] = {
    "name": _name,
    "price": _money,
    "old_price": _money,
    "availability": _stock,
    "sku": _code,
    "mpn": _code,
    "gtin": _gtin,
    "brand": _brand,
    "image": _image,
    "rating": _rating,
    "reviews": _number,
}
_BY_ITSELF: Final[Mapping[str, Callable[[Marks, str, array[float]], None]]] = {
    "name": add_name_features,
    "sku": add_code_features,
    "mpn": add_code_features,
    "brand": add_brand_features,
    "image": add_image_features,
}
