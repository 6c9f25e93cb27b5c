"""Codes of products: GTIN and ISBN with their check digits, codes of shops and makers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon.words import entries

MAX_CHARS: Final = 200
"""Largest number of characters read of a text."""
MAX_CODE_CHARS: Final = 40
"""Largest number of characters of a code."""
MAX_CODE_WORDS: Final = 3
"""Largest number of words of a code."""
_MAX_LABELS: Final = 5
"""Largest number of words of a label before a code."""

_RUN: Final = re.compile(r"(?<![\w.,-])\d(?:[ \u00a0-]?\d){6,12}[ \u00a0-]?[\dXx](?![\w-]|[.,]\d)")
_GTIN: Final = re.compile(r"[0-9]{8}|[0-9]{9}[0-9Xx]|[0-9]{12,14}")
_CODE: Final = re.compile(r"\w[\w./+_()&:#*-]{0,39}")
_LABELS: Final = frozenset(map(str.casefold, entries("code")))
_NONE: Final = frozenset(
    "n/a na none null undefined tba tbd nil - unknown false true default".split()
)
"""Texts in place of a code."""
_AROUND: Final = " \t\r\n\u00a0:#.,;-–—|()[]\"'’“”•"


def gtin_of(text: str) -> str | None:
    """Return the first valid GTIN, EAN, UPC or ISBN of a text, without gaps."""
    return _gtin_of(text[:MAX_CHARS])


@lru_cache(maxsize=2048)
def _gtin_of(text: str) -> str | None:
    for match in _RUN.finditer(text):
        digits = "".join(character for character in match[0] if character.isalnum()).upper()
        if is_gtin(digits):
            return digits
    return None


def is_gtin(digits: str) -> bool:
    """Tell whether digits are a valid GTIN of 8, 12, 13 or 14 digits, or an ISBN of 10."""
    if _GTIN.fullmatch(digits) is None or not digits.strip("0"):
        return False
    numbers = [10 if digit in "Xx" else int(digit) for digit in reversed(digits)]
    if len(digits) == 10:
        return sum(number * weight for weight, number in enumerate(numbers, 1)) % 11 == 0
    return (sum(numbers) + 2 * sum(numbers[1::2])) % 10 == 0


def code_of(text: str) -> str | None:
    """Return a code as on the page, without its label: ``SKU: AB-12`` is ``AB-12``.

    None for other texts: longer than 40 characters, several words, or neither a digit nor
    capitals only.
    """
    return _code_of(text) if len(text) <= MAX_CHARS else None


@lru_cache(maxsize=2048)
def _code_of(text: str) -> str | None:
    pieces = _without_labels(text.replace("：", ": ").split())
    pieces = [piece for piece in pieces if piece.strip(_AROUND)]
    code = _trimmed(" ".join(pieces))
    if not code or len(code) > MAX_CODE_CHARS or len(pieces) > MAX_CODE_WORDS:
        return None
    is_none = _is_label(code) or code.casefold() in _NONE
    if is_none or not all(_CODE.fullmatch(_trimmed(piece)) for piece in pieces):
        return None
    in_capitals = len(code) > 1 and code.isupper() and len(pieces) == 1
    return code if in_capitals or "_" in code or any(map(str.isdigit, code)) else None


def _without_labels(pieces: list[str]) -> list[str]:
    """The words behind a label: ``AB-12`` of ``Item no: AB-12``."""
    for _ in range(_MAX_LABELS):
        first, colon, rest = pieces[0].partition(":") if pieces else ("", "", "")
        if len(pieces) > 1 and _is_label(pieces[0]):
            pieces = pieces[1:]
        elif colon and _is_label(first):
            pieces = [rest, *pieces[1:]]
        else:
            break
    return pieces


def _trimmed(text: str) -> str:
    """Strip signs around a code, but not its own brackets."""
    start = text.lstrip(_AROUND)
    return start.rstrip(_AROUND.replace(")", "") if "(" in start else _AROUND)


def _is_label(word: str) -> bool:
    parts = word.casefold().strip(_AROUND).replace(".", "-").replace("/", "-").split("-")
    words = [part for part in parts if part]
    return not words or all(part in _LABELS for part in words)
