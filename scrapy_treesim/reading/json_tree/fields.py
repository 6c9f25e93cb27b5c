"""Typed values of fields: what a plain value says, by its field and its keys; None if unsure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timezone
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.declared.values import line_of
from scrapy_treesim.reading.json_tree.leaves import Path, is_apart, plain_key, ranks_of, surest
from scrapy_treesim.values.availability import availability_of
from scrapy_treesim.values.currency import certain_currency
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.money import declared_amount, price_of
from scrapy_treesim.values.typed_values import Price, number_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

Leaves = Mapping[Path, Any]

MAX_TITLE, MAX_NUMBER, MAX_RATING = 300, 40, 10
"""Largest number of characters of a title and of a number, and largest rating."""
MAX_HEADS: Final = 8
"""Largest number of objects in the members of a list that are tried for what these are about."""
MIN_READ, MIN_DISTINCT, MIN_COVERED = 0.9, 0.5, 0.5
"""Smallest share of a path's values that are valid for a field, and of different titles, for the
path to be the field; smallest share of objects with a path to go before one that more have."""
_TEXTS: Final = frozenset(("description", "body"))
_SECONDS: Final = range(10**8, 42 * 10**8)
_CENTS: Final = ("cent", "minor", "unitamount")
"""Parts of keys of amounts in cents."""
_DIGITS: Final = ("currencyminorunit", "fractiondigits")
"""Keys of the number of digits that amounts beside them are without a point for."""


def text_of(value: Any) -> str | None:
    """Return one line of text; None for other values, and for none."""
    if isinstance(value, list):
        return ", ".join(filter(None, map(text_of, value))) or None
    return line_of(value) or None if isinstance(value, str) else None


def _number(page: Page, path: Path, value: Any, leaves: Leaves) -> Decimal | None:
    if type(value) not in (int, float, str) or len(text := str(value).strip()) > MAX_NUMBER:
        return None
    with suppress(InvalidOperation):
        number = Decimal(text)
        return number if number.is_finite() else None
    return number_of(text)


def _title(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    text = text_of(value)
    return text if text and len(text) <= MAX_TITLE and any(map(str.isalpha, text)) else None


def _author(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    text = _title(page, path, value, leaves)
    return text if text and "://" not in text else None


def _address(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    text = value[0] if isinstance(value, list) else value
    is_address = isinstance(text, str) and "/" in text and " " not in text
    return page.absolute(text) if is_address else None


def _prose(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    text = text_of(value) if isinstance(value, str) else None
    return text if text and " " in text else None


def _price(page: Page, path: Path, value: Any, leaves: Leaves) -> Price | None:
    code = _currency(page, path, surest(leaves, "currency"), leaves)
    amount = _number(page, path, value, leaves)
    if isinstance(value, str):
        price = price_of(value, page.url, page.language)
        code = code or (price.currency if price else None)
        amount = declared_amount(value, code, page.url)
    if amount is None or amount < 0:
        return None
    return Price(amount.scaleb(-_shift(path, leaves)).normalize() + 0, code, str(value))


def _shift(path: Path, leaves: Leaves) -> int:
    """Return the number of digits of an amount behind the point that its writer leaves out."""
    if any(part in plain_key(path[-1]) for part in _CENTS):
        return 2
    beside = [(plain_key(key[-1]), leaves[key]) for key in leaves if key[:-1] == path[:-1]]
    digits = (int(value) for key, value in beside if key in _DIGITS and value in (2, 3))
    divisors = (
        len(str(value)) - 1 for key, value in beside if key == "divisor" and value in (100, 1000)
    )
    return next(chain(digits, divisors), 0)


def _currency(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    return certain_currency((text_of(value) or "").upper())


def _date(page: Page, path: Path, value: Any, leaves: Leaves) -> datetime | date | None:
    if isinstance(value, str) and not value.isdecimal():
        return date_of(value, page.language, None, page.moment)
    number = _number(page, path, value, leaves) or Decimal(0)
    seconds = int(number) if int(number) in _SECONDS else int(number / 1000)
    return datetime.fromtimestamp(seconds, timezone.utc) if seconds in _SECONDS else None


def _rating(page: Page, path: Path, value: Any, leaves: Leaves) -> Decimal | None:
    number = _number(page, path, value, leaves)
    return number if number and 0 < number <= MAX_RATING else None


def _code(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    return str(value).strip() or None if type(value) in (str, int) else None


def _availability(page: Page, path: Path, value: Any, leaves: Leaves) -> str | None:
    if isinstance(value, str):
        return availability_of(value)
    return "InStock" if bool(value) != (plain_key(path[-1]) == "soldout") else "OutOfStock"


READERS: Final[dict[str, Callable[[Page, Path, Any, Leaves], Any]]] = {
    "title": _title, "url": _address, "price": _price, "old_price": _price,
    "currency": _currency, "date": _date, "author": _author, "image": _address,
    "rating": _rating, "reviews": _number, "availability": _availability, "description": _prose,
    "body": _prose, "score": _number, "sku": _code, "mpn": _code, "gtin": _code, "brand": _author,
}  # fmt: skip
"""Readers of the fields; each is given the page, the path, the value and those beside it."""


_SIGNED: Final = (
    frozenset(("name", "fullname", "displayname")),
    frozenset(("username", "login", "screenname", "nickname", "displayusername")),
    frozenset(("cooked", "comment", "commenttext", "reviewtext", "reviewbody", "message")),
)
"""Keys of the name and of the account of an author, and of the text, side by side in a post."""


def paths_of(page: Page, rows: Sequence[Leaves]) -> dict[str, Path]:
    """Return the path of each field in some objects of one list.

    Where these have no title, an object in all of them may be what they are about, as ``snippet``.
    """
    paths = _paths_in(page, rows, "")
    if len(rows) == 1 or "title" in paths or {"author", "body"} <= paths.keys():
        return paths
    inner = {path[0] for row in rows for path in row if "title" in _ranks(path, path[0])}
    heads = [
        head for head in sorted(inner)
        if _TEXTS.issuperset(ranks_of((head,))) and not is_apart(head)
    ]  # fmt: skip
    further = (_paths_in(page, rows, head) for head in heads[:MAX_HEADS])
    best = max(further, key=len, default=paths)
    return best if "title" in best and len(best) > len(paths) + 1 else paths


def _ranks(path: Path, head: str) -> Mapping[str, int]:
    """Return the possible fields of a path, below a key for the subject of the object."""
    return ranks_of(path[1:] if len(path) > 1 and path[0] == head else path)


def _paths_in(page: Page, rows: Sequence[Leaves], head: str) -> dict[str, Path]:
    ranked: dict[str, list[tuple[int, int, Path]]] = {field: [] for field in READERS}
    for path in dict.fromkeys(path for row in rows for path in row):
        for field, rank in _ranks(path, head).items():
            if field in READERS:
                ranked[field].append((rank, len(path), path))
    paths: dict[str, Path] = {}
    for field, candidates in ranked.items():
        free = [path for _, _, path in sorted(candidates) if path not in paths.values()]
        if best := _best_path(page, field, free, rows):
            paths[field] = best
    if "author" in paths and "body" in _ranks(paths.get("title", ("",)), head):
        # A signed text is no title.
        paths["body"] = paths.pop("title")
    if _is_signature(*(paths.get(field, ("",)) for field in ("title", "author", "body"))):
        del paths["title"]
    if "price" not in paths and "old_price" in paths:
        # The list price alone is what is asked.
        paths["price"] = paths.pop("old_price")
    return paths


def _is_signature(title: Path, author: Path, body: Path) -> bool:
    """Tell whether a title is the full name of a post's author, as in Discourse."""
    keys = [plain_key(path[-1]) for path in (title, author, body)]
    is_beside = title[:-1] == author[:-1]
    return is_beside and all(key in words for key, words in zip(keys, _SIGNED, strict=True))


def _best_path(
    page: Page, field: str, candidates: Sequence[Path], rows: Sequence[Leaves]
) -> Path | None:
    """Return the first path of most rows, else the first one with valid values."""
    shares = {path: _share(page, field, path, rows) for path in candidates}
    valid = [path for path in candidates if shares[path]]
    if field == "price":
        # Where a special price is missing, or 0, the usual one is read.
        covered = (path for path in valid if any(_is_paid(row.get(path)) for row in rows))
    else:
        covered = (path for path in valid if shares[path] >= MIN_COVERED)
    return next(covered, valid[0] if valid else None)


def _share(page: Page, field: str, path: Path, rows: Sequence[Leaves]) -> float:
    """Return the share of rows with a valid value of a field, 0 if it is another field's."""
    read = [READERS[field](page, path, row[path], row) for row in rows if path in row]
    valid = [value for value in read if value is not None]
    # Where some have no address there may be a word for that.
    is_enough = len(valid) >= MIN_READ * len(read) or field in ("url", "image", "availability")
    if not is_enough or (field == "title" and len({*valid}) < MIN_DISTINCT * len(valid)):
        return 0.0
    return len(valid) / len(rows)


def read_row(page: Page, paths: Mapping[str, Path], row: Leaves) -> dict[str, Any]:
    """Return the typed values of an object by field; absent and unreadable ones are left out."""
    read = {
        name: READERS[name](page, path, row[path], row)
        for name, path in paths.items()
        if path in row
    }
    values = {name: value for name, value in read.items() if value is not None}
    if "price" in paths and not _is_paid(row.get(paths["price"])):
        # Not all have the special price that goes before the usual one.
        around = paths["price"][:-1]
        usual = surest(
            {path: row[path] for path in row if path[:-1] == around and _is_paid(row[path])},
            "price",
        )
        price = _price(page, paths["price"], usual, row)
        values |= {} if price is None else {"price": price}
    return values


def _is_paid(value: Any) -> bool:
    """Tell whether a value may be an amount other than 0."""
    return value not in (None, 0) and str(value).strip("0.,") != ""


def cell_of(value: Any) -> str:
    """Return a value, typed or not, as text."""
    if isinstance(value, Price):
        return f"{value.amount:f}"
    if isinstance(value, str):
        return text_of(value) or ""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
