"""Amounts of money in declared and in visible texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final, NamedTuple

from scrapy_treesim.values.currency import (
    CODES,
    POINT_BEFORE_CENTS,
    Sign,
    certain_currency,
    chosen_at_home,
    countries_of,
    currencies_of,
    is_sure,
    signs_in,
)
from scrapy_treesim.values.lexicon.words import entries
from scrapy_treesim.values.typed_values import Price

MAX_CHARS: Final = 200
"""Largest number of characters read of a text."""
MAX_PRICE_CHARS: Final = 100
"""Largest number of characters of a price; longer texts only mention amounts."""
MAX_AMOUNTS: Final = 20
"""Largest number of amounts read of a text."""
_NEAR: Final = 3
"""Largest number of characters between an amount and its currency."""

_TWO_DIGITS: Final = re.compile(r"\d\d(?:\s{0,2}[€$£¥₽₹₺₴₩฿₫])?")
_FRACTION: Final = re.compile(r"\d[.,]\d{1,2}\Z")
_POINTS: Final = (".", ",")
_DASHES: Final = ("-", "–", "—")
_PLAIN: Final = re.compile(r"[0-9]{1,15}(?:\.(?:[0-9]{1,2}|[0-9]{4,20}))?")
_NUMBER: Final = re.compile(
    r"(?<![\d.,'’])(?:"
    r"\d{1,3}(?:[.,'’٬ \u00a0\u2009\u202f]\d{3}){1,4}(?!\d)"
    r"|\d{1,3}(?:,\d{2}){1,3},\d{3}(?!\d)"
    r"|\d{1,15}(?!\d)"
    r")(?:[.,٫·]\d{1,6}(?!\d))?"
    r"|(?<![\w.,'’])(?<!\d\s)[.,]\d\d(?!\d)"
)
_SPLIT_CENTS: Final = re.compile(r"\s{1,3}[.,]\s{0,3}(\d\d)(?!\d)")
_CENTS_BEFORE_SIGN: Final = re.compile(r"[ \u00a0]{1,3}(\d\d)(?!\d)")
_OPENINGS: Final = ("", ":", "(")
_CENTS: Final = re.compile(
    r"\s?\.\s?(\d\d)(?!\d)|\s?,(\d\d)(?!\d)"
    r"|[ \u00a0\n\t]{1,4}(\d\d)(?![\d.,%]|\s?[^\W\d_]|\s?[%$€£¥])"
)
_CENTS_BEHIND_SIGN: Final = re.compile(
    r"(\d\d)(?![\d.,%])|\s(\d\d)(?![\d.,%]|\s?[^\W\d_]|\s?[%$€£¥])"
)
_NO_CENTS: Final = re.compile(r"\s?[.,:]\s?[-–—−]{1,2}")
_TIMES: Final = re.compile(r"\s?(?:([万萬])|([亿億]))")
_PARTS: Final = ("%", "％", "٪")
_GAPS: Final = re.compile(r"['’٬\s\u00a0\u2009\u202f]")
_WIDE: Final = str.maketrans("，．：－", ",.:-")
_POINT_AND_THREE: Final = re.compile(r"\d{1,9}\.\d{3}")
_WITHOUT_CENTS: Final = frozenset(entries("currency.without_cents"))
_THREE_DECIMALS: Final = frozenset(entries("currency.three_decimals"))
_MULTIPLES: Final = frozenset(entries("price.multiples"))
_LETTER: Final = re.compile("[A-Za-z]")
_WORD: Final = re.compile(r"\s?([^\W\d_]{1,12})(?![^\W\d_]|-)")


class Amount(NamedTuple):
    """A number of a text; with a currency beside it, an amount of money."""

    value: Decimal
    currency: str | None
    """Code of ISO 4217; None without a currency beside the number."""
    start: int
    end: int
    is_sure: bool
    """True if the sign is surely a currency, and not another word (``ft`` is a length)."""


def joined(parts: Iterable[str]) -> str:
    """Join the texts of an amount's elements, such as currency and cents.

    >>> joined(["$", "99", "95"]), joined(["£", "1,299", ".00"]), joined(["12", ",", "50", "€"])
    ('$ 99.95', '£ 1,299.00', '12,50 €')
    """
    text = ""
    for part in parts:
        if _TWO_DIGITS.fullmatch(part) and text[-1:].isdigit() and not _FRACTION.search(text):
            text += f".{part}"
        elif _continues(text, part):
            text += part
        else:
            text += f" {part}"
    return text.strip()


def _continues(text: str, part: str) -> bool:
    """Tell whether a number continues in the next part, with a point in either."""
    if part[:1] in _POINTS and text[-1:].isdigit():
        return not part[1:2] or part[1:2].isdigit() or part[1:2] in _DASHES
    return text[-1:] in _POINTS and text[-2:-1].isdigit() and part[:1].isdigit()


def amount_of(
    text: str, currency: str | None = None, url: str = "", language: str | None = None
) -> Decimal | None:
    """Return the amount of a text: the first one with a currency, else the first.

    ``currency`` comes from elsewhere; it decides between thousands and fractions.
    """
    text = text[:MAX_CHARS].strip()
    if _PLAIN.fullmatch(text):
        return Decimal(text)
    amounts = amounts_of(text, currency, url, language)
    with_currency = next((amount.value for amount in amounts if amount.currency is not None), None)
    return amounts[0].value if with_currency is None and amounts else with_currency


def declared_amount(
    text: str, currency: str | None, url: str = "", language: str | None = None
) -> Decimal | None:
    """Return the amount of a declaration.

    A point there is a decimal point, also before three digits, unless the currency has none.

    >>> declared_amount("12.990", "EUR"), declared_amount("450.000", "VND")
    (Decimal('12.990'), Decimal('450000'))
    """
    has_cents = currency in CODES and currency not in _WITHOUT_CENTS
    if has_cents and _POINT_AND_THREE.fullmatch(text.strip()):
        return Decimal(text.strip())
    return amount_of(text, currency, url, language)


def price_of(
    text: str, url: str = "", language: str | None = None, named: frozenset[str] = frozenset()
) -> Price | None:
    """Return the first amount with a currency, else the first number; of a range, the lower end.

    The currency is None if its sign is ambiguous: neither the country of the page's address or
    language decides, nor the currencies ``named`` elsewhere in the page.

    >>> price_of("now 12,50 €")
    Price(amount=Decimal('12.50'), currency='EUR')
    >>> price_of("$5"), price_of("$5", named=frozenset({"CAD"}))
    (Price(amount=Decimal('5'), currency=None), Price(amount=Decimal('5'), currency='CAD'))
    """
    if len(text) > MAX_PRICE_CHARS:
        return None
    amounts = amounts_of(text, None, url, language)
    if not amounts:
        return None
    index = next((i for i, amount in enumerate(amounts) if amount.currency is not None), 0)
    start = amounts[index - 1].end if index else 0
    stop = amounts[index + 1].start if index + 1 < len(amounts) else len(text)
    part = text[start:stop]
    codes = {code for sign in signs_in(part) for code in sign.codes}
    is_money = amounts[index].is_sure or not named.isdisjoint(codes)
    currency = _currency(part, url, language, named) if is_money else None
    return Price(amounts[index].value, currency, text)


def _currency(text: str, url: str, language: str | None, named: frozenset[str]) -> str | None:
    codes = {code for sign in signs_in(text) for code in sign.codes if code in named}
    certain = certain_currency(text)
    if certain is not None:
        return certain
    return codes.pop() if len(codes) == 1 else certain_currency(text, url, language)


def amounts_of(
    text: str, currency: str | None = None, url: str = "", language: str | None = None
) -> tuple[Amount, ...]:
    """Return all possible amounts of a text, each with the currency beside it.

    Percentages and numbers within words are left out; ``currency`` comes from elsewhere.
    """
    text = text[:MAX_CHARS]
    if not any(map(str.isdigit, text)):
        return ()
    return _amounts_of(text, currency, countries_of(url, language))


@lru_cache(maxsize=4096)
def _amounts_of(text: str, currency: str | None, home: tuple[str, ...]) -> tuple[Amount, ...]:
    """Return the amounts by the page's countries, a key common to pages of a site."""
    text = text.translate(_WIDE)
    signs, local = signs_in(text), currencies_of(home)
    amounts: list[Amount] = []
    used = 0  # End of the amounts so far and their signs.
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if start < used:
            continue
        if len(amounts) == MAX_AMOUNTS:
            break
        cents = _split_cents(text, signs, start, end) if match[0].isdigit() else None
        number, end = (match[0], end) if cents is None else (f"{match[0]}.{cents[1]}", cents.end())
        before, after = _beside(text, signs, start, end, used)
        # "$3 million" is another amount.
        word = _WORD.match(text, end)
        is_multiple = word is not None and word[1].lower() in _MULTIPLES
        if is_multiple or not _stands_alone(text, start, end, before, after):
            continue
        if before is not None and before.is_cents:
            before = None
        if before is after is None and not match[0][0].isdigit():
            continue
        code = _code_of(before, after, home)
        value = _value(number, code or currency)
        if value is not None and before is None and after is not None and after.is_cents:
            # 0.99¢ is less than a cent, or an error for 99.
            value = value / 100 if value >= 1 else None
        if value is None:
            continue
        end, value = _with_cents(text, number, end, after, value, has_sign=code is not None)
        times = _TIMES.match(text, end)
        if times is not None:
            value *= 10_000 if times[1] else 100_000_000
            end = times.end()
            after = _beside(text, signs, end, end, used)[1]
            code = code or _code_of(None, after, home)
        sure = any(sign is not None and is_sure(text, sign, local) for sign in (before, after))
        amounts.append(Amount(value, code, start, end, sure))
        used = max(end, after.end if after is not None and before is None else 0)
    return tuple(amounts)


def _split_cents(text: str, signs: tuple[Sign, ...], start: int, end: int) -> re.Match[str] | None:
    """Match cents behind a gap: ``99 , 95``, and ``99 95 Lei`` without text before it."""
    match = _SPLIT_CENTS.match(text, end)
    if match is not None or text[:start].rstrip()[-1:] not in _OPENINGS:
        return match
    match = _CENTS_BEFORE_SIGN.match(text, end)
    if match is None or not any(0 <= sign.start - match.end() <= 1 for sign in signs):
        return None
    return match


def _beside(
    text: str, signs: tuple[Sign, ...], start: int, end: int, used: int
) -> tuple[Sign | None, Sign | None]:
    """Return the signs right before and right behind a number."""
    before = after = None
    for sign in signs:
        if used <= sign.start and 0 <= start - sign.end <= _NEAR:
            before = sign if not text[sign.end : start].strip(" \u00a0\u202f.:\n\t") else before
        elif after is None and 0 <= sign.start - end <= _NEAR:
            after = sign if not text[end : sign.start].strip(" \u00a0\u202f.,-–—−\n\t") else None
    return before, after


def _code_of(before: Sign | None, after: Sign | None, home: tuple[str, ...]) -> str | None:
    return chosen_at_home(tuple(sign for sign in (before, after) if sign is not None), home)


def _stands_alone(text: str, start: int, end: int, before: Sign | None, after: Sign | None) -> bool:
    """Tell whether a number is neither part of a word nor a percentage."""
    rest = text[end : end + 2]
    if rest.lstrip()[:1] in _PARTS or (rest[:1] in (".", ",") and rest[1:].isdigit()):
        return False
    is_joined = _LETTER.match(text[start - 1 : start]) and (before is None or before.end != start)
    return not is_joined and not (
        _LETTER.match(text, end) and (after is None or after.start != end)
    )


def _with_cents(
    text: str, number: str, end: int, after: Sign | None, value: Decimal, *, has_sign: bool
) -> tuple[int, Decimal]:
    """Return end and value of an amount with separate cents: ``$99 99``, ``12€50``."""
    if value != value.to_integral_value() or (not number[-3:].isdigit() and len(number) > 3):
        return end, value
    without = _NO_CENTS.match(text, end)
    if without is not None:
        return without.end(), value
    cents = None
    if has_sign and after is not None and after.start == end:
        cents = _CENTS_BEHIND_SIGN.match(text, after.end)
    elif has_sign and after is None:
        cents = _CENTS.match(text, end)
    if cents is None:
        return end, value
    digits = "".join(filter(None, cents.groups()))
    return cents.end(), value + Decimal(digits) / 100


def _value(text: str, currency: str | None) -> Decimal | None:
    """Parse a number with points and commas before thousands or decimals, by position."""
    text = _GAPS.sub("", text).replace("٫", ".").replace("·", ".")
    last = max(text.rfind("."), text.rfind(","))
    if last >= 0:
        whole, fraction, sign = text[:last], text[last + 1 :], text[last]
        if sign in whole or (
            "." not in whole and "," not in whole and _is_thousands(whole, fraction, sign, currency)
        ):
            whole, fraction = text, "0"
        text = f"{whole.replace('.', '').replace(',', '')}.{fraction}"
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value.to_integral_value() if value == value.to_integral_value() else value


def _is_thousands(whole: str, fraction: str, sign: str, currency: str | None) -> bool:
    """Tell whether the digits behind the only point or comma belong to the whole number."""
    if len(fraction) != 3 or len(whole) > 3 or not whole.strip("0"):
        return False
    if currency in _WITHOUT_CENTS:
        return True
    if currency in _THREE_DECIMALS:
        return False
    return sign == "," or currency not in POINT_BEFORE_CENTS
