"""Dates and times of day in texts, in any order, calendar or words.

Among them dates relative to a moment: ``3 hours ago``, ``vor 2 Tagen``, ``yesterday 14:30``."""

from __future__ import annotations

import re
from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from typing import Final, NamedTuple

from scrapy_treesim.values.clock import clock_of
from scrapy_treesim.values.lexicon.words import by_language, entries
from scrapy_treesim.values.text_kinds import without_marks


def _numbers(names: list[str]) -> dict[str, int]:
    return {word: number for number, forms in enumerate(names, 1) for word in forms.split()}


_BY_LANGUAGE: Final = {code: _numbers(names) for code, names in by_language("months").items()}
_MEANINGS: Final[defaultdict[str, dict[str, int]]] = defaultdict(dict)
"""Numbers of a month's name, by language."""
for _language, _months in _BY_LANGUAGE.items():
    for _month, _position in _months.items():
        _MEANINGS[_month][_language] = _position

NUMBER_OF: Final = {
    name: min(numbers.values())
    for name, numbers in _MEANINGS.items()
    if len({*numbers.values()}) == 1
}
"""Numbers of unambiguous names of months; *listopad* is October or November."""


@cache
def numbers_in(language: str) -> dict[str, int]:
    """Return the numbers of months' names, with preference for a language (``hr``)."""
    return NUMBER_OF | _BY_LANGUAGE.get(language, {})


MAX_CHARS: Final = 100
"""Largest number of characters of a date; longer texts only mention dates."""
GREGORIAN: Final = range(1583, 2061)
"""Years of valid dates. Years before are Persian (1403 is 2024), Islamic (1445) or Julian, years
after Buddhist (2567) or of Nepal (2081), or they mean no end."""
OTHER_CALENDARS: Final = frozenset("am ckb fa ne ps th ti".split())
"""Languages of countries with other calendars: two digits may be a year of theirs."""
YEAR_FIRST: Final = frozenset("hu ja kk ko lt si sv zh".split())
"""Languages with the year first: 24. 1. 13. may be in 2024 or 2013."""
MAX_LANGUAGE: Final = 8
"""Largest number of letters of a language's code (RFC 5646)."""

MIN_AMBIGUOUS: Final = 3
"""Least number of ambiguous dates that tell by their common month which number is the day."""

DAY_FIRST: Final = frozenset("en-gb en-au en-nz en-ie en-in en-za en-sg en-hk en-ng en-ke".split())
"""Codes of English in countries with the day before the month."""

_YEAR_FIRST: Final = re.compile(
    r"(?<!\d)(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)"
)
_YEAR_LAST: Final = re.compile(
    r"(?<!\d)(\d{1,2})\s?[-/.]\s?(\d{1,2})"
    r"(?:\s?[-/.]\s?|(?:(?<=/\d)|(?<=/\d\d))\s(?=\d{4}))(\d{4}|\d{2})(?!\d)"
)
_SHORT_YEAR: Final = re.compile(
    r"(?<![\w./-])(\d{1,2}|[^\W\d_]{3,12})(?:\.?\s?([-/.])\s?|\.?\s)(\d{1,2}|[^\W\d_]{3,12})"
    r"(?:\.?\s?\2\s?'?|[.,]?\s?')(\d\d)(?!\d|[:h./-]?\w)"
)
"""A month in words, a day and two digits of a year, with one sign between, or an apostrophe."""
_YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")
_YEARS: Final = range(1500, 2200)
"""Possible years of a date with its month in words."""
_TOKEN: Final = re.compile(r"\d+|[^\W\d_](?:[^\W\d_]|[\u093a-\u094f])*")
"""A number or a word; vowel signs are not letters by themselves."""
_CLOCK_BEFORE_YEAR: Final = re.compile(
    r"\d{1,2}:\d\d(?::\d\d)?(?: [ap]\.?m\.?)?(?: [a-z]{2,5}| [+-]\d{4})? (?=\d{4}(?!\d))"
)
"""A time of day, maybe with its zone, as in ``Jan 27 09:48:05 EST 2016``."""
_BETWEEN: Final = frozenset(entries("time.between"))
_DAY_OF_MONTH: Final = re.compile(r"\d{1,2}\s?月\s?\d{1,2}\s?日")
_SOME_MOMENT: Final = datetime(2000, 1, 1)
_PLAIN: Final = {
    **dict(zip(range(ord("！"), ord("～")), range(ord("!"), ord("~")), strict=True)),
    **str.maketrans("’−״", "'-\""),
}
"""Letters, digits and signs of ASCII, by characters of full width and the like."""


def _plain(text: str) -> str:
    """Return a text on one line, without invisible marks, full-width letters as ASCII."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(without_marks(text).translate(_PLAIN).split())


def is_day_first(texts: Iterable[str]) -> bool | None:
    """Tell whether numeric dates as 3/4/2024 have the day first; None if all are ambiguous.

    Of three days or more in the same month the days differ: 5/6/2024, 6/6/2024 and 7/6/2024.
    """
    ambiguous: set[tuple[str, ...]] = set()
    for text in texts:
        match = _YEAR_LAST.search(text[:MAX_CHARS])
        if match is not None:
            first, second = int(match[1]), int(match[2])
            if first > 12 >= second:
                return True
            if second > 12 >= first:
                return False
            ambiguous.add((match[1].zfill(2), match[2].zfill(2), match[3]))
    if len(ambiguous) >= MIN_AMBIGUOUS:
        firsts, seconds, years = map(set, zip(*ambiguous, strict=True))
        # They may as well be the first days of several months.
        if len(years) == 1 and (len(firsts) == 1) != (len(seconds) == 1):
            return None if {"01"} in (firsts, seconds) else len(seconds) == 1
    return None


def is_day_first_in(language: str | None) -> bool | None:
    """Tell whether numeric dates of a language (``pt-BR``) have the day first; None without one."""
    name = (language or "").strip().lower().replace("_", "-")
    if not name:
        return None
    return name in DAY_FIRST if name.partition("-")[0] == "en" else True


_OTHER_WORDS: Final = frozenset(("out", "set"))
"""Words of English spelled like months of other languages."""
_NAMES_IN_ENGLISH: Final = NUMBER_OF.keys() - _OTHER_WORDS


def date_of(
    text: str,
    language: str | None = None,
    day_first: bool | None = None,
    moment: datetime | None = None,
) -> datetime | date | None:
    """Return the date of a text, with the time of day if there is one.

    None without a year, or with a year of another calendar than the Gregorian. Relative dates
    (``2 hours ago``) are resolved from ``moment`` alone, so that without one a page has the same
    values at any time. A date such as 3/4/2024 needs ``day_first`` or a ``language`` (as ``en``
    or ``pt-BR``). Names of months are read in all common languages, not in ``language`` alone.

    >>> date_of("3/4/2024"), date_of("3/4/2024", "en-GB"), date_of("13/4/2024")
    (None, datetime.date(2024, 4, 3), datetime.date(2024, 4, 13))
    """
    text = _plain(text)
    if not text or len(text) > MAX_CHARS:
        return None
    parsed = _date_of(text, language, day_first)
    if parsed is None:
        return None if moment is None else relative_date(text, moment, language)
    return parsed if parsed.year in GREGORIAN else None


def _main(language: str | None) -> str:
    """Return the language without its country; empty if invalid."""
    main = (language or "").replace("_", "-").split("-")[0].strip().lower()
    return main if main.isalpha() and len(main) <= MAX_LANGUAGE else ""


def names_day(text: str, language: str | None = None) -> bool:
    """Tell whether a text names a day, maybe without a year or relative to today.

    A time of day alone is not a day. ``language``: as for :func:`date_of`.

    >>> names_day("3 May"), names_day("2 hours ago"), names_day("7 KB (714 words) - 22:09")
    (True, True, False)
    """
    text = _plain(text)
    if not text or len(text) > MAX_CHARS:
        return False
    return _names_day(text, language)


@lru_cache(maxsize=4096)
def _names_day(text: str, language: str | None) -> bool:
    # In any calendar.
    if _date_of(text, language, True) or _DAY_OF_MONTH.search(text) is not None:
        return True
    match = _YEAR_LAST.search(text)
    if match is not None and not _is_behind_letter(text, match):
        month, day = sorted((int(match[1]), int(match[2])))
        if 1 <= month <= 12 and day <= 31:
            return True
    return _has_day_and_month(text, language) or relative_date(text, _SOME_MOMENT) is not None


def _has_day_and_month(text: str, language: str | None) -> bool:
    """Tell whether a text has a number of a day beside the name of a month."""
    tokens = [token for token in _TOKEN.findall(text.lower()) if token not in _BETWEEN]
    # Words of English too: "5 out of 5", "a set of 2".
    names = _NAMES_IN_ENGLISH if _is_english(language) else NUMBER_OF
    is_day = [token.isdecimal() and len(token) <= 2 for token in tokens]
    return any(
        (is_day[i] and tokens[i + 1] in names) or (is_day[i + 1] and tokens[i] in names)
        for i in range(len(tokens) - 1)
    )


def _is_english(language: str | None) -> bool:
    """Tell whether a page may be in English: it declares so, or no language."""
    return not language or language[:2].lower() == "en"


class _Day(NamedTuple):
    """A day, its position in a text, and the languages that it may be in."""

    date: date
    start: int
    end: int
    languages: Sequence[str]


@lru_cache(maxsize=4096)
def _date_of(text: str, language: str | None, day_first: bool | None) -> datetime | date | None:
    day = _day_in(text, language, day_first)
    if day is None:
        return None
    clock = clock_of(text, day.languages)
    if clock is not None:
        another = _day_in(text[day.end :], language, day_first)
        if another is not None and another.date != day.date:
            # A time behind another date is not of this one.
            clock = clock_of(text[: day.end + another.start], day.languages)
    return day.date if clock is None else datetime.combine(day.date, clock)


def _day_in(text: str, language: str | None, day_first: bool | None) -> _Day | None:
    """Return the first day of a text."""
    main = _main(language)
    match = _YEAR_FIRST.search(text)
    if match is not None:
        return _day(int(match[1]), int(match[2]), int(match[3]), match.span(), [main])
    match = _YEAR_LAST.search(text)
    if match is not None:
        return None if _is_behind_letter(text, match) else _of_numbers(match, language, day_first)
    return _with_short_year(text, main) or _with_year(text, main)


def _of_numbers(match: re.Match[str], language: str | None, day_first: bool | None) -> _Day | None:
    """Return the day of a date of three numbers, the year last."""
    main = _main(language)
    first, second, year = int(match[1]), int(match[2]), _year(match[3], [main])
    if day_first is None:
        # Dots separate days from months, in this order, in English too.
        day_first = "." in match.group() or is_day_first_in(language)
    is_ambiguous = day_first is None and max(first, second) <= 12 and first != second
    # Two digits before two others may be a year, too.
    is_open = main in YEAR_FIRST or ("-" in match.group() and first > 12 and not day_first)
    if year is None or is_ambiguous or (is_open and len(match[3]) == 2):
        return None
    if second > 12 or (not day_first and first <= 12):
        first, second = second, first
    return _day(year, second, first, match.span(), [main])


def _is_behind_letter(text: str, match: re.Match[str]) -> bool:
    """Tell whether a letter is right before numbers: of an era, R6.11.27, or of a version."""
    return len(match[3]) == 2 and text[: match.start()][-1:].isalpha()


def _year(digits: str, languages: Iterable[str]) -> int | None:
    """Return the year of four digits or two; None if two may be of two centuries or, in these
    languages, of another calendar."""
    year = int(digits)
    if len(digits) == 4:
        return year
    # Other digits than ASCII's mostly belong to such a calendar.
    if not digits.isascii() or not OTHER_CALENDARS.isdisjoint(languages):
        return None
    return year + 2000 if year < 40 else year + 1900 if year >= 70 else None


def _with_short_year(text: str, language: str) -> _Day | None:
    """Return a date with its month in words and a short year: ``12-Mar-24``, ``Mar 12, '24``."""
    for match in _SHORT_YEAR.finditer(text):
        name, day = (match[3], match[1]) if match[1].isdecimal() else (match[1], match[3])
        name = name.lower()
        month = numbers_in(language).get(name)
        if month is None or not day.isdecimal():
            continue
        languages = [language, *_MEANINGS[name]]
        # 18-Jun-30 may be the 30th in languages with the year first.
        year = None if language in YEAR_FIRST else _year(match[4], languages)
        return None if year is None else _day(year, month, int(day), match.span(), languages)
    return None


def _with_year(text: str, language: str) -> _Day | None:
    """Return a date with its month in words and four digits of a year: ``3 May 2021``."""
    if not any(int(year) in _YEARS for year in _YEAR.findall(text)):
        return None
    # The words keep their positions.
    text = _CLOCK_BEFORE_YEAR.sub(lambda clock: " " * len(clock[0]), text.lower())
    tokens = [match for match in _TOKEN.finditer(text) if match[0] not in _BETWEEN]
    digits = [len(token[0]) if token[0].isdecimal() else 0 for token in tokens]
    for index, token in enumerate(tokens):
        month = numbers_in(language).get(token[0])
        if month is None:
            continue
        positions = _day_and_year(digits, index)
        if positions is None:
            continue
        day, year = positions
        span = tokens[min(index, day, year)].start(), tokens[max(index, day, year)].end()
        languages = [language, *_MEANINGS[token[0]]]
        return _day(int(tokens[year][0]), month, int(tokens[day][0]), span, languages)
    return None


def _day_and_year(digits: Sequence[int], month: int) -> tuple[int, int] | None:
    """Return the positions of the day and the year around a month's name, by numbers of digits."""
    before = digits[max(0, month - 1)]
    ahead = [i for i in range(month + 1, min(month + 3, len(digits))) if digits[i]]
    sizes = [digits[i] for i in ahead]
    if sizes[1:] == [4] and sizes[0] <= 2:
        return ahead[0], ahead[1]
    if 0 < before <= 2 and sizes[:1] == [4]:
        return month - 1, ahead[0]
    if before == 4 and sizes and sizes[0] <= 2:
        return ahead[0], month - 1
    if 0 < before <= 2 and digits[max(0, month - 2)] == 4:
        return month - 1, month - 2
    return None


def _day(
    year: int, month: int, day: int, span: tuple[int, int], languages: Sequence[str]
) -> _Day | None:
    try:
        return _Day(date(year, month, day), *span, languages)
    except ValueError:
        return None


MAX_RELATIVE_CHARS: Final = 60
"""Largest number of characters of a relative date; longer texts only mention some."""
MAX_NUMBER: Final = 9_999
"""Largest number of units of time."""

_RELATIVE_TOKEN: Final = re.compile(r"\d{1,60}|[^\W\d_]{1,30}(?:['’-][^\W\d_]{1,20})?")
_SHORT: Final = re.compile(r"\d{1,3}(?:mo|[smhdwy])")
_UNIT_OF: Final = {
    word: unit
    for unit in ("second", "minute", "hour", "day", "week", "month", "year")
    for word in entries(f"time.{unit}")
}
"""Units of time by word, whole, inflected and short."""
_AGO: Final = frozenset(entries("time.ago"))
_BEFORE: Final = tuple(f" {words} " for words in entries("time.before"))
_SINGLE: Final = frozenset(entries("time.one"))
_NOW: Final = frozenset(entries("time.now"))
_DAYS: Final = {
    word: days
    for days, day in enumerate(("today", "yesterday", "day_before_yesterday"))
    for word in entries(f"time.{day}")
}
_IDEOGRAPHS: Final = tuple(sorted(_AGO - {"전"}, key=len, reverse=True))
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
_MONTHS: Final = {"month": 1, "year": 12}
_FINE: Final = frozenset(("second", "minute", "hour"))


def relative_date(
    text: str, moment: datetime, language: str | None = None
) -> datetime | date | None:
    """Return the date of a text relative to a moment, with the time of day if exact to the hour.

    >>> moment = datetime(2026, 5, 3, 12, 0)
    >>> relative_date("3 hours ago", moment), relative_date("vor 2 Tagen", moment)
    (datetime.datetime(2026, 5, 3, 9, 0), datetime.date(2026, 5, 1))
    >>> relative_date("Gestern, 14:30", moment)
    datetime.datetime(2026, 5, 2, 14, 30)
    """
    text = " ".join(text.lower().split())
    if not text or len(text) > MAX_RELATIVE_CHARS:
        return None
    if text.strip(" .") in _NOW:
        return moment.replace(second=0, microsecond=0)
    tokens = _RELATIVE_TOKEN.findall(text)
    try:
        return _of_day(text, tokens, moment, _main(language)) or _ago(text, tokens, moment)
    except (OverflowError, ValueError):
        return None


def _of_day(
    text: str, tokens: list[str], moment: datetime, language: str
) -> datetime | date | None:
    """Return the date of a named day, ``yesterday``."""
    for index, token in enumerate(tokens):
        days = _DAYS.get(token)
        # "In a day" and the like have the word too, but not at the beginning.
        if days is not None and index <= 2:
            day = moment.date() - timedelta(days)
            clock = clock_of(text, [language])
            if clock is None:
                return day
            return datetime.combine(day, clock, clock.tzinfo or moment.tzinfo)
    return None


def _ago(text: str, tokens: list[str], moment: datetime) -> datetime | date | None:
    """Return the date some units of time before a moment."""
    amounts, passed = _units_in(tokens)
    if not amounts or not (passed or _has_passed(text)):
        return None
    seconds = sum(number * _SECONDS.get(unit, 0) for number, unit in amounts)
    result = _months_before(moment, sum(number * _MONTHS.get(unit, 0) for number, unit in amounts))
    result -= timedelta(seconds=seconds)
    if any(unit in _FINE for _, unit in amounts):
        return result.replace(second=0, microsecond=0)
    return result.date()


def _units_in(tokens: list[str]) -> tuple[list[tuple[int, str]], bool]:
    """Return numbers of units of time, and whether a word among them says *ago*."""
    passed = False
    amounts: list[tuple[int, str]] = []
    before = ""
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        # "An" is a number in one language and a year in another.
        unit = None if token in _SINGLE and following in _UNIT_OF else _UNIT_OF.get(token)
        if token in _AGO:
            passed = True
        elif unit is None:
            unit = _unit_before_ago(token)
            passed |= unit is not None
        if unit is None and "'" in token.replace("’", "'"):
            # un'ora
            before, _, rest = token.replace("’", "'").partition("'")
            unit = _UNIT_OF.get(rest)
        if unit is not None and (number := _number(before)) is not None:
            amounts.append((number, unit))
        before = token
    return amounts, passed


def _unit_before_ago(token: str) -> str | None:
    """Return the unit of a word that ends in that for *ago*, as without spaces between words."""
    suffix = next(filter(token.endswith, _IDEOGRAPHS), "")
    return _UNIT_OF.get(token.removesuffix(suffix)) if suffix else None


def _has_passed(text: str) -> bool:
    """Tell whether a text is a short form, ``3h``, or has a word for the past before the units."""
    if _SHORT.fullmatch(text) is not None:
        return True
    spaced = f" {text}"
    return any(words in spaced for words in _BEFORE)


def _number(token: str) -> int | None:
    if token.isdecimal():
        number = int(token)
        return number if number <= MAX_NUMBER else None
    return 1 if token in _SINGLE or not token else None


def _months_before(moment: datetime, months: int) -> datetime:
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    last = monthrange(year, month + 1)[1]
    return moment.replace(year=year, month=month + 1, day=min(moment.day, last))
