"""Values as a record's item has them, beside those that a person reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final
from unicodedata import category
from urllib.parse import unquote

FIELDS: Final = (
    "title", "url", "image", "price", "old_price", "currency", "rating", "reviews", "date",
    "author", "availability",
)  # fmt: skip
"""The fields that are compared."""
NUMBERS: Final = frozenset({"price", "old_price", "rating", "reviews"})
"""Fields that are equal as decimal numbers."""
ADDRESSES: Final = frozenset({"url", "image"})
"""Fields that are equal as addresses, however they are quoted."""
CODES: Final = frozenset({"currency", "availability"})
"""Fields that are equal as text without case."""
_AMOUNT: Final = re.compile(r"\d[\d.,'’\s\u00a0\u202f]*")
_CENTS: Final = re.compile(r"[.,](\d{1,2})$")
_NO_DIGIT: Final = re.compile(r"\D")


def is_right(field: str, said: Any, true: Sequence[str]) -> bool:
    """Tell whether what is said of a field is one of the values that are true of it."""
    comparable = _comparable(field, said)
    return any(comparable == _comparable(field, one) for one in true)


def _comparable(field: str, value: Any) -> object:
    text = str(value)
    if field in NUMBERS:
        try:
            return Decimal(text)
        except InvalidOperation:
            return text
    if field in ADDRESSES:
        return "".join(unquote(text).partition("#")[0].split())
    if field == "date":
        return text[:10]
    squeezed = "".join(sign for sign in text if not _is_unseen(sign))
    return squeezed.casefold() if field in CODES else squeezed


def _is_unseen(sign: str) -> bool:
    return sign.isspace() or category(sign) == "Cf"


def amount(text: str) -> str | None:
    """The first number of a text, with a point before its decimals; stars that are drawn count."""
    found = _AMOUNT.search(text)
    if found is None:
        return f"{text.count('★')}" if "★" in text else None
    number = found[0].rstrip(" .,'’\u00a0\u202f\n\t")
    cents = _CENTS.search(number)
    whole = _NO_DIGIT.sub("", number[: cents.start()] if cents else number)
    return f"{whole}.{cents[1]}" if cents else whole
