"""What a short text is at a glance: a price, a date, a number, a rating, words, a passage."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

LONG: Final = 80
"""Characters from which a text is a passage."""
MAX_VALUE: Final = 60
"""Characters up to which a text may be a price, a date, a number or a rating."""

LABEL: Final = re.compile(r"^([^\W\d][^:：|]{0,38}?)\s*[:：]\s*(?=\S)(?!//)")
"""A label and its colon before a value."""

TEXT, PASSAGE, NUMBER, PRICE, DATE, RATING = (
    "text",
    "passage",
    "number",
    "price",
    "date",
    "rating",
)
KINDS: Final = (TEXT, PASSAGE, NUMBER, PRICE, DATE, RATING)

_MONTH = (
    r"(?:jan(?:uary|uar|vier|eiro)?|feb(?:ruary|ruar|rero|braio)?|f[ée]v(?:r(?:ier)?|ereiro)?"
    r"|mar(?:ch|s|zo|ço|t)?|m[äa]rz|maart|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|ma[iyj]o?|mei"
    r"|mag(?:gio)?|june?|juni|juin|junio|junho|giu(?:gno)?|july?|juli|juil(?:let)?|julio|julho"
    r"|lug(?:lio)?|aug(?:ust(?:us)?)?|ao[uû]t|ago(?:sto)?|sept?(?:ember|embre|iembre)?"
    r"|set(?:tembre|embro)?|o[ck]t(?:ober|obre|ubre)?|ott(?:obre)?|out(?:ubro)?"
    r"|nov(?:ember|embre|iembre|embro)?|de[czs](?:ember|embro)?|d[ée]c(?:embre)?|dic(?:iembre|embre)?"
    r"|ene(?:ro)?|gen(?:naio)?|янв\w*|фев\w*|марта?|апр\w*|мая|май|июн\w*|июл\w*|авг\w*|сен\w*"
    r"|окт\w*|ноя\w*|дек\w*)(?!\w)\.?"
)
_DATE = re.compile(
    rf"""
    (?<!\d)\d{{4}}\s?[-/.年]\s?\d{{1,2}}(?:\s?[-/.月]\s?\d{{1,2}}|月)
  | \b\d{{1,2}}[-/.]\s?\d{{1,2}}[-/.]\s?\d\d(?:\d\d)?\b
  | \b{_MONTH}\s*\d{{1,4}}(?:st|nd|rd|th)?\b
  | \b\d{{1,2}}(?:st|nd|rd|th|\.|º)?[\s-]+(?:de\s+)?{_MONTH}
  | \d{{1,2}}\s?月\s?\d{{1,2}}\s?日
  | \b\d+\s*(?:s|m|h|d|sec|min|hour|hr|day|week|month|year|yr)[a-z]*\.?\s+ago\b
  | \b(?:an?|one)\s+(?:minute|hour|day|week|month|year)\s+ago\b
  | (?<!\d)\d+\s*(?:秒|分钟|分鐘|分|小时|小時|時間|天|日|周|个月|個月|年)前
  | \b(?:il\s+y\s+a|vor|hace|fa)\s+\d+\s
  | (?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SIGN = (
    r"(?:[$€£¥₹₽₩₺₴₫₪₦₱฿﷼￥元円원]|\b(?:US|CA|AU|NZ|HK)\$|R\$|\b(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR"
    r"|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY|BRL|MXN|ZAR|SGD|HKD|TWD|KRW|AED|SAR|Rs|kr|zł|Kč"
    r"|Ft|lei|руб|грн)\b\.?)"
)
_PARTING = r"[.,'’\s\u00a0\u202f]"
_PRICE = re.compile(rf"{_SIGN}\s*\d|\d{_PARTING}*(?:[.,]-\s*)?{_SIGN}", re.IGNORECASE)
_RATING = re.compile(
    r"^[★☆✩✭⭐⯨\s]+$|[★⭐]\s*\d|\d\s*[★⭐]"
    r"|\d(?:[.,]\d+)?\s*(?:/|out\s+of|of|von|sur|de|di|av|van|из)\s*(?:5|10|100)(?![\d/.-])"
    r"|\d(?:[.,]\d+)?\s*(?:stars?|sterne?|étoiles?|estrellas?|stelle|звезд\w*|星)(?!\w)"
    r"|\brat(?:ing|ed)\b\W*\d",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"^\W*\d(?:{_PARTING}*\d)*(?:{_PARTING}*(?:[kKmM]\b|万|億|亿))?\W*(?:[^\W\d]{{1,14}}\W*){{0,2}}$"
)
_DIGIT = re.compile(r"\d")
_VALUE_HINT = re.compile(r"[\d★☆✩✭⭐⯨]")
_RATING_HINT = re.compile(
    r"[★☆✩✭⭐⯨/星]|star|ster|étoile|estrella|stell|rat|звезд|\b(?:of|von|sur|de|di|av|van|из)\b",
    re.I,
)
_FORM = str.maketrans("023456789", "1" * 9)


def kind_of(text: str) -> str:
    """The kind of a text, one of :data:`KINDS`; by its form alone, in whatever language.

    ``text``: white space collapsed. Longer texts than :data:`MAX_VALUE` are words or passages.
    """
    # No long text is kept for its answer.
    if len(text) > MAX_VALUE:
        return PASSAGE if len(text) >= LONG else TEXT
    return _kind_of(text)


@lru_cache(maxsize=8192)
def _kind_of(text: str) -> str:
    if not _VALUE_HINT.search(text):
        return TEXT
    if _RATING_HINT.search(text) and _RATING.search(text) and not _PRICE.search(text):
        return RATING
    return _kind_of_form(text.translate(_FORM))


@lru_cache(maxsize=4096)
def _kind_of_form(form: str) -> str:
    """The kind of a text with all its digits made ones: most prices and dates are alike then."""
    if not _DIGIT.search(form):
        return TEXT
    if _PRICE.search(form):
        return PRICE
    if _DATE.search(form):
        return DATE
    return NUMBER if _NUMBER.match(form) else TEXT


def text_at(tree: PageTree, node: int) -> str:
    """The text of a subtree, white space collapsed and marks of direction left out."""
    text = " ".join(tree.raw_text(node).split())
    if not text.isascii():
        text = without_marks(text)
    return text


def is_separator(text: str) -> bool:
    """Whether a text is nothing but signs that stand between values."""
    return _is_short_separator(text) if len(text) <= MAX_VALUE else _is_separator(text)


def _is_separator(text: str) -> bool:
    return not any(c.isalnum() or c in "%@#" or unicodedata.category(c) in _SIGNS for c in text)


_is_short_separator = lru_cache(maxsize=4096)(_is_separator)


def without_marks(text: str) -> str:
    """The text without what is not seen: marks of direction, joiners, soft hyphens."""
    if _UNSEEN.search(text):
        text = " ".join(_UNSEEN.sub("", text).split())
    return text


_SIGNS: Final = frozenset(("Sc", "So"))
_UNSEEN: Final = re.compile(
    "[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
