"""Times of day in texts: of 24 hours, or of 12 and a word as ``pm`` or ``下午``; with the offset from
UTC where a number or the name of a time zone tells it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import time, timedelta, timezone
from typing import Final

from scrapy_treesim.values.lexicon.words import by_language, entries, is_unspaced

AM, PM, NOON, NIGHT, NONE = "am", "pm", "noon", "night", "none"
"""Parts of the day that words name, and none for what only looks like such a word."""
_EVERYWHERE: Final = "zxx"
"""The language of words that are known in all."""
_FIRST_NOT_LATIN: Final = "\u0370"
"""The letter from which on a script is no Latin one."""
_GAPS: Final = re.compile(r"[\s.]")


def _plain(word: str) -> str:
    return _GAPS.sub("", word)


def _any_of(words: Iterable[str]) -> str:
    """A pattern of words, the longest first, whose points may have gaps behind them."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(
        re.escape(word).replace(r"\.", r"\.\s?").replace(r"\ ", r"\s?") for word in longest_first
    )


_PART_OF: Final[defaultdict[str, dict[str, str]]] = defaultdict(dict)
"""The part of the day that a word names in each of its languages; without gaps and points."""
for _part in (AM, PM, NOON, NIGHT, NONE):
    for _language, _words in by_language(f"clock.{_part}").items():
        for _word in _words:
            _PART_OF[_plain(_word)][_language] = _part

_DAY_WORDS: Final = entries(*(f"clock.{part}" for part in (AM, PM, NOON, NIGHT)))
_MARKS: Final = entries("clock.mark")
_UNSPACED: Final = _any_of(filter(is_unspaced, _DAY_WORDS))
_SPACED: Final = _any_of(word for word in _DAY_WORDS if not is_unspaced(word))
_BEFORE: Final = re.compile(
    rf"(?:({_UNSPACED})|(?<![^\W\d_])({_SPACED})|(?<![^\W\d_])(?:{_any_of(_MARKS)}))\.?\s?\Z"
)
_AFTER: Final = re.compile(
    rf"\s?(?:(?:{_any_of(_MARKS)})(?![^\W\d_])\s?)?(?:({_UNSPACED})|({_SPACED})(?![^\W\d_]))"
    r"(?P<time>\.?\s?\d{1,2}[:时時시点點])?"
)
_MARK: Final = re.compile(rf"\s?(?:{_any_of(_MARKS)})(?![^\W\d_])")
_MAX_WORD: Final = 3 + max(map(len, (*_DAY_WORDS, *_MARKS)))
"""Characters before a time in which its word stands."""

_TIME: Final = re.compile(
    r"(?<!\d)(\d{1,2})(?:"
    r"[:h](?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d{1,9})?)?(?![\d:])"
    r"|\s?(?P<hours>[时時시点點])(?![간間间])(?:\s?(?P<han>\d{1,2})\s?[分분]|(?P<half>半))?"
    r"|\.(?P<dotted>\d\d)(?![\d.:])"
    r"|(?![\d:.]))"
)
_RANGE: Final = re.compile(r"\s?[-–—~]\s?\d{1,2}(?:[:.]\d\d)?")
_IN_RANGE: Final = re.compile(r"(?:\A|\D)\d{1,2}\s?[-–—~]\s?\Z")
_ZONE: Final = re.compile(
    r"(?P<gap>\s?\(?)(?:(?P<name>[A-Z]{1,5})(?![^\W\d_]))?"
    r"(?:\s?(?P<sign>[+-])(?P<hours>\d{1,2})(?:(?P<colon>:?)(?P<minutes>\d\d))?(?![\d:]))?"
)
_OFFSET_OF: Final = {
    name: timedelta(hours=int(f"{offset[0]}{offset[1:3]}"), minutes=int(f"{offset[0]}{offset[4:]}"))
    for name, offset in map(str.split, entries("clock.zones"))
}
_UNIVERSAL: Final = frozenset(("GMT", "UTC", "UT"))
"""Names that an offset may follow."""
_MOST_HOURS: Final = 14
"""Hours of an offset at most."""
_MOST_NOON: Final = 4
"""The last hour of 12 around noon."""


def clock_of(text: str, languages: Sequence[str] = ()) -> time | None:
    """The first time of day of a text; None where its words contradict it.

    Words of the day in Latin letters are those of some ``languages`` alone, but for am and pm. Where
    one of another language would change the time there is none.

    >>> clock_of("at 14:30"), clock_of("2:30 pm"), clock_of("5pm"), clock_of("5")
    (datetime.time(14, 30), datetime.time(14, 30), datetime.time(17, 0), None)
    >>> clock_of("下午3:05"), clock_of("3:05 de la tarde", ["es"]), clock_of("15:05 AM")
    (datetime.time(15, 5), datetime.time(15, 5), None)
    """
    lower = text.lower()
    if len(lower) != len(text):
        lower = text
    for match in _TIME.finditer(lower):
        hour, minute, second = int(match[1]), _minute(match), int(match["second"] or 0)
        if hour > 23 or minute > 59 or second > 59:
            continue
        start, end = match.span()
        first = max(0, start - _MAX_WORD)
        before, after = _BEFORE.search(lower[first:start]), _AFTER.match(lower, end)
        words = []
        if after is not None and (after["time"] is None or match["minute"] is not None):
            words.append(text[slice(*after.span(1 if after[1] else 2))])
        if before is not None and (before[1] or before[2]):
            word = before[1] or before[2]
            # What a letter is behind a time, the Arabic m, it is no more behind a year.
            if len(word) > 1 or is_unspaced(word):
                words.append(word)
        if not _is_time(match, lower, words, is_marked=before is not None):
            continue
        if not words and _has_word_behind_range(lower, end):
            return None
        hour_of_day = _hour_of(hour, words, languages)
        if hour_of_day is None:
            return None
        is_exact = match["second"] is not None or lower[start - 1 : start] == "t"
        zone = _zone(text, end if after is None else after.end(2 if after[2] else 1), is_exact)
        return time(hour_of_day, minute, second, tzinfo=zone)
    return None


def _minute(match: re.Match[str]) -> int:
    digits = match["minute"] or match["han"] or match["dotted"]
    return int(digits) if digits else 30 * (match["half"] is not None)


def _is_time(match: re.Match[str], text: str, words: list[str], *, is_marked: bool) -> bool:
    """Tell whether a number is a time by its form, or by the words beside it."""
    before = text[max(0, match.start() - 1) : match.start()]
    if match["minute"] is not None:
        return before != ":"
    if match["hours"] is not None:
        return match["hours"] not in "点點" or match["han"] is not None or bool(words)
    if before and before in ".:,/-":
        return False
    if match["dotted"] is not None:
        return bool(words) or is_marked or _MARK.match(text, match.end()) is not None
    if match[1][0] == "0" or int(match[1]) > 12 or _IN_RANGE.search(text[: match.start()]):
        return False
    return any(_EVERYWHERE in _meanings(word) for word in words)


def _meanings(word: str) -> dict[str, str]:
    return _PART_OF.get(_plain(word.lower()), {})


def _has_word_behind_range(text: str, end: int) -> bool:
    """Tell whether a second time follows that has a word, which may be meant for both."""
    second = _RANGE.match(text, end)
    return second is not None and _AFTER.match(text, second.end()) is not None


def _hour_of(hour: int, words: list[str], languages: Sequence[str]) -> int | None:
    """The hour of 24 that an hour and the words beside it are; None where that is not sure."""
    parts, foreign = set(), False
    for word in words:
        meanings = _meanings(word)
        own = [meanings[language] for language in languages if language in meanings]
        if own == [NONE] and not word.isupper():
            continue
        part = meanings.get(_EVERYWHERE) or next(iter(own or meanings.values()))
        foreign |= not own and _EVERYWHERE not in meanings and word < _FIRST_NOT_LATIN
        parts.add(part)
    if len(parts) > 1:
        return None
    found = _hour_in(parts.pop(), hour) if parts else hour
    return None if foreign and found != hour else found


def _hour_in(part: str, hour: int) -> int | None:
    """The hour of 24 that one is in a part of the day; None where there is none."""
    if part == AM:
        return hour % 12 if hour <= 12 else None
    if hour > 12:
        return hour
    if part == PM:
        return hour % 12 + 12
    if part == NOON:
        return hour if hour >= 10 else hour + 12 if 1 <= hour <= _MOST_NOON else None
    return hour if hour < 6 else hour + 12 if hour < 12 else None


def _zone(text: str, start: int, is_exact: bool) -> timezone | None:
    """The time zone that stands behind a time; None where none does, or one of several of a name.

    ``is_exact``: there are seconds, or the date is joined to the time; a time behind a dash is then
    no end of a range.
    """
    match = _ZONE.match(text, start)
    if match is None:
        return None
    name, sign, hours = match["name"], match["sign"], match["hours"]
    offset = _OFFSET_OF.get(name or "UTC")
    if offset is None or (name == "Z" and match["gap"]) or (name is None and sign is None):
        return None
    if sign is not None and (name is None or name in _UNIVERSAL):
        minutes = match["minutes"]
        if name is None and (
            len(hours) == 1
            or (minutes is None and (match["gap"] or not is_exact))
            or (sign == "-" and match["colon"] and not is_exact)
        ):
            return None
        ahead = timedelta(hours=int(hours), minutes=int(minutes or 0))
        if int(hours) > _MOST_HOURS or int(minutes or 0) % 15:
            return None
        offset = -ahead if sign == "-" else ahead
    return timezone(offset) if offset else timezone.utc
