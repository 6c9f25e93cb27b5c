"""Typed values of fields: what a plain value says, by its field and its keys; None if unsure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timezone
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.declared.values import line_of
from scrapy_treesim.reading.json_tree.leaves import Path, plain_key, ranks_of
from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.currency import certain_currency
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.money import declared_amount, price_of
from scrapy_treesim.values.typed_values import Price, number_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

Leaves = Mapping[Path, Any]

MAX_TITLE: Final = 300
"""Largest number of characters of a title."""
MAX_RATING: Final = 10
"""Largest rating: a greater number is something else."""
MIN_READ: Final = 0.9
"""Smallest share of a field's values that are valid for it, for the path to be the field."""
MIN_DISTINCT: Final = 0.5
"""Smallest share of different titles among all."""
MIN_COVERED: Final = 0.5
"""Smallest share of objects with a field, for a surer key to go before one that more have."""
_SECONDS: Final = range(10**8, 42 * 10**8)
_CENTS: Final = ("cent", "minor", "unitamount")
"""Parts of keys of amounts in cents."""
_DIGITS: Final = ("currencyminorunit", "fractiondigits")
"""Keys of the number of digits that an amount beside them is shifted by."""


def text_of(value: Any) -> str | None:
    """Return one line of text; None for other values, and for none."""
    if isinstance(value, list):
        return ", ".join(filter(None, map(text_of, value))) or None
    return line_of(value) or None if isinstance(value, str) else None


def number_in(value: Any) -> Decimal | None:
    """Return a number, also one written as text."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, float) and not isfinite(value):
        return None
    try:
        return Decimal(str(value)[:40].strip())
    except InvalidOperation:
        return number_of(value) if isinstance(value, str) and len(value) < 40 else None


def _title(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    text = text_of(value) if isinstance(value, str) else None
    return text if text and len(text) <= MAX_TITLE and any(map(str.isalpha, text)) else None


def _author(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    text = _title(page, path, text_of(value), leaves)
    return text if text and "://" not in text else None


def _address(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    if isinstance(value, list):
        value = value[0]
    if not isinstance(value, str) or " " in value or "/" not in value:
        return None
    return page.absolute(value)


def _description(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    text = text_of(value) if isinstance(value, str) else None
    return text if text and " " in text else None


def _price(page: Page, path: Path, value: Any, leaves: Leaves) -> Price | None:
    code = currency_beside(path, leaves)
    amount = None
    if isinstance(value, str):
        price = price_of(value, page.url, page.language)
        code = code or (price.currency if price else None)
        plain = any(map(str.isdigit, value)) and declared_amount(value, code, page.url)
        amount = plain or None
    elif not isinstance(value, bool):
        amount = number_in(value)
    if amount is None or amount < 0:
        return None
    return Price(amount.scaleb(-_shift(path, leaves)).normalize() + 0, code, str(value))


def _shift(path: Path, leaves: Leaves) -> int:
    """Return the number of digits of an amount behind the point that its writer leaves out."""
    if any(part in plain_key(path[-1]) for part in _CENTS) and "fraction" not in path[-1].lower():
        return 2
    for beside, value in leaves.items():
        if beside[:-1] == path[:-1] and plain_key(beside[-1]) in _DIGITS and value in (0, 2, 3):
            return int(value)
    return 0


def currency_beside(path: Path, leaves: Leaves) -> str | None:
    """Return the currency named nearest to an amount."""
    named = [
        (len(other) - _common(other, path), len(other), value)
        for other, value in leaves.items()
        if "currency" in ranks_of(other) and isinstance(value, str)
    ]
    codes = (certain_currency(value.upper()) for _, _, value in sorted(named))
    return next(filter(None, codes), None)


def _common(left: Path, right: Path) -> int:
    count = 0
    while count < min(len(left), len(right)) and left[count] == right[count]:
        count += 1
    return count


def _currency(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    return certain_currency(value.upper()) if isinstance(value, str) else None


def _date(page: Page, path: Path, value: Any, leaves: Leaves) -> datetime | date | None:
    if isinstance(value, str) and not value.isdecimal():
        return date_of(value, page.language, None, page.moment)
    number = number_in(value)
    if number is None:
        return None
    seconds = number if int(number) in _SECONDS else number / 1000
    if int(seconds) not in _SECONDS:
        return None
    return datetime.fromtimestamp(float(seconds), timezone.utc)


def _rating(page: Page, path: Path, value: Any, leaves: Leaves) -> Decimal | None:
    number = number_in(value)
    return number if number is not None and 0 < number <= MAX_RATING else None


def _count(page: Page, path: Path, value: Any, leaves: Leaves) -> Decimal | None:
    number = number_in(value)
    return number if number is not None and number == int(number) else None


def _code(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    return str(value).strip() or None if isinstance(value, (str, int)) else None


def _availability(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    if isinstance(value, str):
        return availability_of(value)
    is_sold = plain_key(path[-1]) == "soldout"
    return "InStock" if bool(value) != is_sold else "OutOfStock"


READERS: Final[dict[str, Callable[[Page, Path, Any, Leaves], Any]]] = {
    "title": _title, "url": _address, "price": _price, "old_price": _price,
    "currency": _currency, "date": _date, "author": _author, "image": _address,
    "rating": _rating, "reviews": _count, "availability": _availability,
    "description": _description, "body": _description, "score": _count,
    "sku": _code, "mpn": _code, "gtin": _code, "brand": _author,
}  # fmt: skip
"""Readers of the fields; each is given the page, the path, the value and those beside it."""


def paths_of(page: Page, rows: Sequence[Leaves]) -> dict[str, Path]:
    """Return the path of each field in some objects of one list."""
    ranked: dict[str, list[tuple[int, int, Path]]] = {}
    for path in dict.fromkeys(path for row in rows for path in row):
        for field, rank in ranks_of(path).items():
            if field in READERS:
                ranked.setdefault(field, []).append((rank, len(path), path))
    paths: dict[str, Path] = {}
    for field in READERS:
        valid = [
            (share >= MIN_COVERED, -rank[0], -rank[1], rank[2])
            for rank in sorted(ranked.get(field, ()))
            if rank[2] not in paths.values() and (share := _share(page, field, rank[2], rows))
        ]
        if valid:
            paths[field] = max(valid, key=lambda entry: entry[:3])[3]
    return paths


def _share(page: Page, field: str, path: Path, rows: Sequence[Leaves]) -> float:
    """Return the share of rows with a valid value of a field, 0 if it is another field's."""
    present = [row for row in rows if path in row]
    values = [READERS[field](page, path, row[path], row) for row in present]
    valid = [value for value in values if value is not None]
    # Of an address or a date there may be none in some, as "self" or 0.
    if len(valid) < MIN_READ * len(present) and field not in ("url", "image", "availability"):
        return 0.0
    if field == "title" and len({*valid}) < MIN_DISTINCT * len(valid):
        return 0.0
    return len(valid) / max(1, len(rows))


def read_row(page: Page, paths: Mapping[str, Path], row: Leaves) -> dict[str, Any]:
    """Return the typed values of an object by field; absent and unreadable ones are left out."""
    present = {name: path for name, path in paths.items() if path in row}
    values = {name: READERS[name](page, path, row[path], row) for name, path in present.items()}
    if values.get("price", 0) is None or ("price" in paths and "price" not in values):
        # Not all have the special price that goes before the usual one.
        beside = (
            (ranks_of(path).get("price"), path) for path in row if path[:-1] == paths["price"][:-1]
        )
        for _, path in sorted(pair for pair in beside if pair[0] is not None):
            values["price"] = values.get("price") or _price(page, path, row[path], row)
    return {name: value for name, value in values.items() if value is not None}


def cell_of(value: Any) -> str:
    """Return a value, typed or not, as text."""
    if isinstance(value, Price):
        return f"{value.amount:f}"
    if isinstance(value, str):
        return text_of(value) or ""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
