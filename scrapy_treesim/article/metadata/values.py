"""Values that a page declares: the first that converts, as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import unescape
from itertools import islice
from typing import Final, TypeVar

MAX_VALUES: Final = 100
"""Values of one property that are looked at."""

CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")

T = TypeVar("T")


def converted(values: Iterable[str], convert: Callable[[str], T | None]) -> T | None:
    """The first of the first few values that converts."""
    converted = map(convert, islice(values, MAX_VALUES))
    return next((one for one in converted if one is not None), None)


def plain_text(value: str, most: int) -> str | None:
    """One line of plain text; None where it is empty or too long."""
    text = value[: 8 * most]
    if "&" in text:
        # Escaped twice as often as not.
        text = unescape(unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isprintable():
        text = CONTROL.sub(" ", text)
    text = " ".join(text.split())
    return text if 0 < len(text) <= most else None
