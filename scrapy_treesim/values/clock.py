"""Times of day in texts: of 24 hours, or of 12 and a word such as ``pm``.

A number or the name of a time zone gives the offset from UTC."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import time, timedelta, timezone
from typing import Final

from scrapy_treesim.values.lexicon.words import by_language, entries, is_unspaced, lowered

AM, PM, NOON, NIGHT, NONE = "am", "pm", "noon", "night", "none"
"""Parts of the day named by words, and none for words that only look so."""
_EVERYWHERE: Final = "zxx"
"""Code of words common to all languages."""
_FIRST_NOT_LATIN: Final = "\u0370"
"""First letter beyond the Latin scripts."""
_GAPS: Final = re.compile(r"[\s.]")


def _plain(word: str) -> str:
    return _GAPS.sub("", word)


_PART_OF: Final[defaultdict[str, dict[str, str]]] = defaultdict(dict)
"""Parts of the day by word, without gaps and points, and by language."""
for _part in (AM, PM, NOON, NIGHT, NONE):
    for _language, _words in by_language(f"clock.{_part}").items():
        for _word in _words:
            _PART_OF[_plain(_word)][_language] = _part


def _by_letter(words: Iterable[str], position: int) -> dict[str, list[str]]:
    """Index words by their letter at a position, the longest first."""
    index: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        index.setdefault(word[position], []).append(word)
    return index


_DAY_WORDS: Final = entries(*(f"clock.{part}" for part in (AM, PM, NOON, NIGHT)))
_BEFORE: Final = _by_letter(_DAY_WORDS, -1)
_BEHIND: Final = _by_letter(_DAY_WORDS, 0)
_MARKS: Final = _by_letter(entries("clock.mark"), 0)
_MARKS_BEFORE: Final = tuple(f" {mark} " for mark in entries("clock.mark"))
_MAX_WORD: Final = 3 + max(map(len, _DAY_WORDS))
"""Largest number of characters of the word before a time, with its gaps."""
_BEHIND_POINT: Final = re.compile(r"(?<=[^\W\d_]\.) (?=[^\W\d_])")
"""Gap in ``p. m.``"""

_TIME: Final = re.compile(
    r"(?<!\d)(\d{1,2})(?:"
    r"[:h](?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d{1,9})?)?(?![\d:])"
    r"|\s?(?P<hours>[时時시点點])(?![간間间])(?:\s?(?P<han>\d{1,2})\s?[分분]|(?P<half>半))?"
    r"|\.(?P<dotted>\d\d)(?![\d.:])"
    r"|(?![\d:.]))"
)
_NEXT_TIME: Final = re.compile(r"\.?\s?\d{1,2}[:时時시点點]")
_IN_RANGE: Final = re.compile(r"(?:\A|\D)\d{1,2}\s?[-–—~]\s?\Z")
_RANGE_CHARS: Final = 6
"""Largest number of characters before a number with the beginning of a range."""
_RANGE: Final = re.compile(r"\s?[-–—~]\s?\d{1,2}(?:[:.]\d\d)?")
_ZONE: Final = re.compile(
    r"(?P<gap>\.?\s?\(?)(?:(?P<name>[A-Z]{1,5})(?![^\W\d_]))?"
    r"(?:\s?(?P<sign>[+-])(?P<hours>\d{1,2})(?:(?P<colon>:?)(?P<minutes>\d\d))?(?![\d:]))?"
)
_OFFSET_OF: Final = {
    name: timedelta(hours=int(f"{offset[0]}{offset[1:3]}"), minutes=int(f"{offset[0]}{offset[4:]}"))
    for name, offset in map(str.split, entries("clock.zones"))
}
_UNIVERSAL: Final = frozenset(("GMT", "UTC", "UT"))
"""Names of time zones before an offset."""
_MOST_HOURS: Final = 14
"""Largest number of hours of an offset."""
_MOST_NOON: Final = 4
"""Last hour around noon, on a clock of 12."""


def clock_of(text: str, languages: Sequence[str] = ()) -> time | None:
    """Return the first time of day of a text; None if its words contradict it.

    Words in Latin letters, except am and pm, count in ``languages`` only: if a word of another
    language would change the time, there is none.

    >>> clock_of("at 14:30"), clock_of("2:30 pm"), clock_of("5pm"), clock_of("5")
    (datetime.time(14, 30), datetime.time(14, 30), datetime.time(17, 0), None)
    >>> clock_of("下午3:05"), clock_of("3:05 de la tarde", ["es"]), clock_of("15:05 AM")
    (datetime.time(15, 5), datetime.time(15, 5), None)
    """
    text = _BEHIND_POINT.sub("", text)
    lower = lowered(text)
    for match in _TIME.finditer(lower):
        shown = _shown(match)
        if shown is None:
            continue
        start, end = match.span()
        word_start, word_end = _word_behind(lower, end)
        if match["minute"] is None and _NEXT_TIME.match(lower, word_end) is not None:
            word_start = word_end = end
        words = [*filter(None, (_word_before(lower[:start]), text[word_start:word_end]))]
        if not _is_time(match, lower, words):
            continue
        if not words and _has_word_behind_range(lower, end):
            return None
        hour = _hour_of(shown.hour, words, languages)
        if hour is None:
            return None
        is_exact = match["second"] is not None or lower[:start].endswith("t")
        return shown.replace(hour=hour, tzinfo=_zone(text, word_end, is_exact))
    return None


def _shown(match: re.Match[str]) -> time | None:
    """Return the time in digits; None if a clock has no such time."""
    try:
        return time(int(match[1]), _minute(match), int(match["second"] or 0))
    except ValueError:
        return None


def _word_before(text: str) -> str:
    """Return the word for a part of the day at the end of a text; empty if it has none."""
    text = text[-_MAX_WORD:].rstrip()
    for form in (text, text.rstrip(" .")):
        for word in _BEFORE.get(form[-1:], ()):
            # A single letter, the Arabic m, is such a word behind a time, but not behind a year.
            is_whole = len(word) > 1 and not form[: -len(word)][-1:].isalpha()
            if form.endswith(word) and (is_whole or is_unspaced(word)):
                return word
    return ""


def _word_behind(text: str, end: int) -> tuple[int, int]:
    """Return start and end of the word for a part of the day behind a time and maybe a mark.

    Without a word both are the end of the time.
    """
    _, mark_end = _leading(_MARKS, text, end)
    for start in (end, mark_end):
        word = _leading(_BEHIND, text, start)
        if word[0] < word[1]:
            return word
    return end, end


def _leading(words: dict[str, list[str]], text: str, start: int) -> tuple[int, int]:
    """Return start and end of the longest word at a position; twice the position without."""
    first = start + text.startswith(" ", start)
    for word in words.get(text[first : first + 1], ()):
        end = first + len(word)
        is_whole = word.endswith(".") or not text[end : end + 1].isalpha()
        if text.startswith(word, first) and (is_whole or is_unspaced(word)):
            return first, end
    return start, start


def _minute(match: re.Match[str]) -> int:
    digits = match["minute"] or match["han"] or match["dotted"]
    return int(digits) if digits else 30 * (match["half"] is not None)


def _is_time(match: re.Match[str], text: str, words: list[str]) -> bool:
    """Tell whether a number is a time, by its form or by the words beside it."""
    before = text[: match.start()]
    if match["minute"] is not None:
        return not before.endswith(":")
    if match["hours"] is not None:
        return match["hours"] not in "点點" or match["han"] is not None or bool(words)
    if before.endswith((".", ":", ",", "/", "-")):
        return False
    if match["dotted"] is not None:
        start, end = _leading(_MARKS, text, match.end())
        return bool(words) or start < end or before.endswith(_MARKS_BEFORE)
    if match[1][0] == "0" or int(match[1]) > 12 or _IN_RANGE.search(before[-_RANGE_CHARS:]):
        return False
    return any(_EVERYWHERE in _meanings(word) for word in words)


def _meanings(word: str) -> dict[str, str]:
    return _PART_OF.get(_plain(word.lower()), {})


def _has_word_behind_range(text: str, end: int) -> bool:
    """Tell whether a second time with a word follows; the word may be meant for both."""
    second = _RANGE.match(text, end)
    if second is None:
        return False
    start, end = _word_behind(text, second.end())
    return start < end


def _hour_of(hour: int, words: list[str], languages: Sequence[str]) -> int | None:
    """Return the hour of 24 for an hour and the words beside it; None if it is not sure."""
    parts, foreign = set(), False
    for word in words:
        part, is_foreign = _part_of_day(word, languages)
        if part:
            parts.add(part)
            foreign |= is_foreign
    if len(parts) > 1:
        return None
    hour_of_day = _hour_in(parts.pop(), hour) if parts else hour
    return None if foreign and hour_of_day != hour else hour_of_day


def _part_of_day(word: str, languages: Sequence[str]) -> tuple[str, bool]:
    """Return the part of the day that a word names, and whether in another language only; an empty
    one where the page's language has the word for something else."""
    meanings = _meanings(word)
    named = {language: part for language, part in meanings.items() if part != NONE}
    local = [named[language] for language in languages if language in named]
    page = languages[:1] if any(languages[:1]) else languages
    # A month of the same name in German and in English leaves "am" open: it counts.
    is_open = word.isupper() or ("en" in page and _EVERYWHERE in meanings)
    if NONE in map(meanings.get, page) and not is_open:
        return "", False
    part = named.get(_EVERYWHERE) or next(iter(local or named.values()))
    return part, not local and _EVERYWHERE not in named and word < _FIRST_NOT_LATIN


def _hour_in(part: str, hour: int) -> int | None:
    """Return the hour of 24 for an hour in a part of the day; None if there is none."""
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
    """Return the time zone behind a time; None if there is none, or the name is ambiguous.

    ``is_exact``: the time has seconds or is joined to the date; a time behind a dash is then
    not the end of a range.
    """
    match = _ZONE.match(text, start)
    if match is None:
        return None
    name, sign = match["name"], match["sign"]
    if name is not None and (name not in _UNIVERSAL or sign is None):
        return _named_zone(name, has_gap=match["gap"] != "")
    if sign is None or (name is None and _may_end_range(match, is_exact)):
        return None
    hours, minutes = int(match["hours"]), int(match["minutes"] or 0)
    if hours > _MOST_HOURS or minutes % 15:
        return None
    ahead = timedelta(hours=hours, minutes=minutes)
    return timezone(-ahead if sign == "-" else ahead)


def _named_zone(name: str, *, has_gap: bool) -> timezone | None:
    offset = None if name == "Z" and has_gap else _OFFSET_OF.get(name)
    return None if offset is None else timezone(offset)


def _may_end_range(match: re.Match[str], is_exact: bool) -> bool:
    """Tell whether an offset without a name may be the end of a range of times."""
    if match["minutes"] is None:
        return match["gap"] != "" or not is_exact
    return match["sign"] == "-" and match["colon"] != "" and not is_exact
