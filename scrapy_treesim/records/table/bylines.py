"""Lines that name who and when: ``By Jane Doe | 3 May 2024 | Politics``, cut into columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article.metadata.bylines import after_by
from scrapy_treesim.article.metadata.names import is_whole, name_at, names_in, user_in
from scrapy_treesim.records.table.cells import LeafValues, is_constant
from scrapy_treesim.records.table.column_features import Surroundings, features_of
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.records.table.naming import said_name
from scrapy_treesim.values.dates import names_day
from scrapy_treesim.values.lexicon.words import entries, words
from scrapy_treesim.values.text_kinds import DATE, PASSAGE, TEXT

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_CHARS: Final = 160
"""Characters of a line that is cut."""
MAX_NAME: Final = 60
"""Characters of what stands for a name after the words of a byline."""
MAX_PARTS: Final = 6
"""Parts of a line that are read."""
MAX_WORD: Final = 20
"""Characters of the words before names."""
MAX_WORDINGS: Final = 5
"""Wordings of what stands before names, in one column."""
SAMPLE: Final = 3
"""Lines of a leaf that are looked at before all are."""
MOST: Final = 0.6
"""Share of lines that have a part, from which the part is a column."""
AUTHOR: Final = "author"
DATE_PART: Final = "date"
SECTION: Final = "section"
"""Remainder of a line."""

_BETWEEN: Final = re.compile(r"\s?[|·•‧∙●]\s?|\s[-–—/]\s|[\]\n]")
_BEFORE: Final = "|".join(map(re.escape, entries("byline.mid_line")))
_MID: Final = re.compile(rf"\s(?:{_BEFORE})\s(?=\S)", re.IGNORECASE)
_DATE_END: Final = re.compile(r".*\d日?(?:\s?[AaPp]\.?[Mm]\b)?(?:\s[A-Z]{2,4}\b)?")
_WORD: Final = re.compile(r"[^\W\d_]{1,20}")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,40}")
_CLASSES: Final = frozenset(words("class.author").split())
_BEFORE_DATE: Final = frozenset(words("time.posted", "byline.after").split())
_ABOUT: Final = ",;:.()[]-–— "


class Parts(NamedTuple):
    """Parts of a line; None for each that it lacks."""

    author: str | None = None
    date: str | None = None
    section: str | None = None


def parts_of(line: str) -> Parts:
    """The parts of a line.

    >>> parts_of("By Jane Doe | 3 May 2024 | Politics")
    Parts(author='Jane Doe', date='3 May 2024', section='Politics')
    >>> parts_of("Posted by jd on Sunday March 08, 2026")
    Parts(author='jd', date='Sunday March 08, 2026', section=None)
    """
    author = date = None
    rest: list[str] = []
    pieces = _BETWEEN.split(line, MAX_PARTS)
    for piece in pieces:
        text = piece.strip(_ABOUT)
        if author is None and (found := _author(text)) is not None:
            author, text = found
        if date is None and text and names_day(text):
            date = _date(text)
        elif text:
            rest.append(text)
    if author is None and date is not None and rest and len(pieces) > 1:
        # Beside a date, a name needs no word before it.
        name = name_at(rest[0])
        if name is not None and name[1] == len(rest[0]) and is_whole(name[0]):
            author = rest.pop(0)
    return Parts(author, date, " | ".join(rest) or None)


def _author(text: str) -> tuple[str, str] | None:
    """The name after the words of a byline, and what is left beside both."""
    said, before = after_by(text), ""
    if said is None:
        found = _MID.search(text)
        if found is None or not names_day(text[: found.start()]):
            return None
        before, said = text[: found.start()], text[found.end() :]
    said = said.lstrip(_ABOUT)
    if names := names_in([said]):
        stop = said.find(names[-1].split(" ")[-1]) + len(names[-1].split(" ")[-1])
        return ", ".join(names), f"{before} {said[stop:]}".strip(_ABOUT)
    word = said.partition(" ")[0].strip(_ABOUT)
    if (user := user_in(word)) is not None:
        return user, f"{before} {said[len(word) :]}".strip(_ABOUT)
    return None


def _date(text: str) -> str:
    """The date in a text that has little more."""
    found = _DATE_END.match(text)
    if found is not None and names_day(found.group()):
        text = found.group()
    while (word := _WORD.match(text)) is not None and word.group().lower() in _BEFORE_DATE:
        text = text[word.end() :].lstrip(_ABOUT)
    return text


def with_bylines(readings: Sequence[LeafValues]) -> list[LeafValues]:
    """The readings, with lines that name several things as a reading each."""
    found: list[LeafValues] = []
    for one in readings:
        found.extend(_cut(one) or [one] if _may_be(one) else [one])
    return found


def _may_be(reading: LeafValues) -> bool:
    if reading.leaf.attribute is not None or reading.kind not in (TEXT, PASSAGE, DATE):
        return False
    if reading.is_constant or any(len(one) > 1 for one in reading.values):
        return False
    lines = [one[0] for one in reading.values if one]
    if len(lines) < 2 or max(map(len, lines)) > MAX_CHARS:
        return False
    some = lines[:SAMPLE]
    return sum(map(_is_byline, some)) >= MOST * len(some)


def _is_byline(line: str) -> bool:
    """Tell whether a line begins as a byline, or has a date and more."""
    if after_by(line) is not None:
        return True
    return (
        any(map(str.isdigit, line))
        and (_BETWEEN.search(line) or _MID.search(line)) is not None
        and names_day(line)
    )


def _cut(reading: LeafValues) -> list[LeafValues]:
    """A reading for each part that most lines have; none where there is no author."""
    lines = [one[0] if one else "" for one in reading.values]
    count = sum(map(bool, lines))
    parts = [parts_of(line) if line else Parts() for line in lines]
    authors = sum(part.author is not None for part in parts)
    dates = sum(part.date is not None for part in parts)
    if authors < MOST * count:
        return []
    if dates < MOST * count:
        by = [after_by(line) for line in lines]
        named = sum(said is not None for said in by) >= MOST * count
        return [_only_names(reading, by)] if named else []
    found = [
        _part(reading, AUTHOR, TEXT, [part.author for part in parts]),
        _part(reading, DATE_PART, DATE, [part.date for part in parts]),
    ]
    sections = [part.section for part in parts]
    if sum(map(bool, sections)) >= MOST * count:
        found.append(_part(reading, SECTION, TEXT, sections))
    return found


def _only_names(reading: LeafValues, by: Sequence[str | None]) -> LeafValues:
    """The names without the words before them."""
    values = [
        [said.strip(_ABOUT)] if said and 1 < len(said.strip(_ABOUT)) <= MAX_NAME else [*one]
        for said, one in zip(by, reading.values, strict=True)
    ]
    return replace(reading, values=values, is_constant=is_constant(reading.leaf, values))


def are_words_of_bylines(reading: LeafValues) -> bool:
    """Tell whether a reading says nothing but the words before names."""
    if reading.leaf.attribute is not None or reading.kind != TEXT:
        return False
    first = next((one[0] for one in reading.values if one), "")
    if len(first) > MAX_WORD or after_by(first) != "":
        return False
    said = {value for one in reading.values for value in one}
    return len(said) <= MAX_WORDINGS and all(
        len(one) <= MAX_WORD and after_by(one) == "" for one in said
    )


def is_author(page: Page, reading: LeafValues, surroundings: Surroundings) -> bool:
    """Tell whether what all records say alike is who made them, as the page calls it."""
    if reading.leaf.attribute is not None or reading.kind != TEXT:
        return False
    said = {value for one in reading.values for value in one}
    if len(said) != 1 or not _is_named(next(iter(said))):
        return False
    name = said_name(features_of(page, reading, None, surroundings))
    if name is None or name.name != AUTHOR:
        return False
    # A profile's link is not always that of an author.
    return not _CLASSES.isdisjoint(_LETTERS.findall((name.source.word or "").lower()))


def _is_named(value: str) -> bool:
    if len(value) > MAX_NAME or after_by(value) is not None:
        return False
    name = name_at(value)
    return user_in(value) is not None or (name is not None and name[1] == len(value))


def _part(reading: LeafValues, name: str, kind: str, values: Sequence[str | None]) -> LeafValues:
    """The part of that name as a reading at the line's place."""
    cells = tuple(
        cell if value else () for cell, value in zip(reading.leaf.cells, values, strict=True)
    )
    leaf = Leaf(f"{reading.leaf.path}/byline({name})", cells, reading.leaf.rows)
    kept = [[value] if value else [] for value in values]
    return LeafValues(leaf, kind, kept, False, None)
