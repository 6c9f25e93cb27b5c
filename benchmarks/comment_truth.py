"""True comments of a page: which one each comment found is, its parent, author, time and date."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

import dateparser
from cssselect import HTMLTranslator
from lxml import etree

from benchmarks.figures import Sums, one_to_one, parsed

LANGUAGES: Final = ("de", "fr", "es", "pl", "nl", "ru", "zh")
DATE_ATTRIBUTES: Final = ("datetime", "content", "title")

_ISO = re.compile(r"\s*(\d{4})-(\d\d)-(\d\d)(?!\d)")
_DATE = re.compile(
    r"\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日"
    r"|(?<!\d)\d{1,4}(?P<between>[./-])\d{1,2}(?P=between)\d{2,4}(?!\d)"
    r"|(?<!\d)\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:de\s)?[^\W\d]{3,}\.?\s?,?\s(?:de\s)?\d{4}(?!\d)"
    r"|[^\W\d]{3,}\.?\s\d{1,2}(?:st|nd|rd|th)?\s?,?\s\d{4}(?!\d)"
)
"""A date with a year among other words."""
_SAYS = re.compile(
    r"(?:\s*\(\s*\d+\s*\))?\s*(?:\b(?:says?|said|wrote|writes|sagt|schreibt|写道))?\s*(?:[:：,]|\.\.\.)?$"
)
"""The end of a byline: the number of an account, and words that lead over to the text."""


def text_of(one: Any) -> str:
    """The text of an XPath's result: its ``content``, else the text in it, collapsed."""
    if isinstance(one, etree._Element):
        inside: Any = one.xpath(".//text()")
        one = one.get("content") or " ".join(inside)
    return " ".join(one.split())


def readings_of(one: Any) -> list[str]:
    """All that says the time: the text, and what the attributes hold."""
    held = [one.get(name) for name in DATE_ATTRIBUTES] if isinstance(one, etree._Element) else []
    readings = (" ".join(text.split()) for text in (text_of(one), *filter(None, held)))
    return [text for text in readings if text]


def plain_name(text: str | None) -> str:
    """A name to compare: lower case, white space collapsed, no leading @, no "says:" after it."""
    collapsed = " ".join((text or "").split()).lower().removeprefix("@")
    return _SAYS.sub("", collapsed).strip()


@cache
def day_of(text: str, language: str, order: str) -> date | None:
    """The calendar day that a text names with its year, as it is written; None where none."""
    iso = _ISO.match(text)
    if iso:
        try:
            return date(*map(int, iso.groups()))
        except ValueError:
            return None
    among = _DATE.search(text)
    found = dateparser.parse(
        among[0] if among else text,
        languages=list(dict.fromkeys((language, "en", *LANGUAGES))),
        settings={
            "PARSERS": ["custom-formats", "absolute-time"],
            "REQUIRE_PARTS": ["day", "month", "year"],
            "DATE_ORDER": order,
        },
    )
    return found.date() if found else None


SAME: Final = 0.8
MAX_LENGTH_RATIO: Final = 1.5
"""Ratio of two texts' lengths from which their F1 cannot reach 0.8."""

_TOKEN = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]|\w+")


def tokens(text: str | None) -> list[str]:
    """The tokens of a text in their order, in lower case."""
    return _TOKEN.findall((text or "").lower())


@dataclass(frozen=True, slots=True)
class Tokens:
    """The multiset of a text's tokens."""

    counts: Counter[str]
    length: int

    @classmethod
    def of(cls, text: str | None) -> Tokens:
        """The tokens of a text, in lower case."""
        counts = Counter(tokens(text))
        return cls(counts, counts.total())

    def f1(self, other: Tokens) -> float:
        """The F1 of both, in [0, 1]; 0 where either has no token."""
        if not self.length or not other.length:
            return 0.0
        shared = (self.counts & other.counts).total()
        return 2 * shared / (self.length + other.length)

    def may_match(self, other: Tokens) -> bool:
        """Tell whether their lengths are near enough."""
        short, long = sorted((self.length, other.length))
        return short > 0 and long <= MAX_LENGTH_RATIO * short + 1


def match(found: Sequence[str], true: Sequence[dict[str, Any]], *, lenient: bool) -> dict[int, int]:
    """The true comment, by number, of each text found that is one.

    A text is compared with the true comment's body (``text``); where ``lenient``, also with all of
    the comment (``block``, with author and date), and the better of both counts.
    """
    return one_to_one(_alike(found, true, lenient))


def _alike(
    found: Sequence[str], true: Sequence[dict[str, Any]], lenient: bool
) -> Iterator[tuple[float, int, int]]:
    names = ("text", "block") if lenient else ("text",)
    readings = [[Tokens.of(one[name]) for name in names if one.get(name)] for one in true]
    for i, text in enumerate(found):
        tokens = Tokens.of(text)
        for j, ways in enumerate(readings):
            near = [tokens.f1(way) for way in ways if tokens.may_match(way)]
            if near and max(near) >= SAME:
                yield max(near), i, j


def true_parents(comments: Sequence[Mapping[str, Any]]) -> list[int | None]:
    """For each true comment, in document order, the one that it is nested under.

    Where comments of the page lie in one another, the parent is the nearest one around. Elsewhere,
    where replies follow what they answer, it is the nearest one before of less ``depth``, if no
    other comment so high shares their nearest common ancestor: else that one's own parent is not
    among the true comments, and nothing is said of it.
    """
    paths = [one.get("xpath") or "" for one in comments]
    around = [_around(path, paths) for path in paths]
    if any(parent is not None for parent in around):
        return around
    return [_before(number, comments, paths) for number in range(len(comments))]


def _around(path: str, paths: Sequence[str]) -> int | None:
    enclosing = [number for number, other in enumerate(paths) if other and _below(path, other)]
    return max(enclosing, key=lambda number: len(paths[number]), default=None)


def _below(path: str, other: str) -> bool:
    return path.startswith(other + "/")


def _before(number: int, comments: Sequence[Mapping[str, Any]], paths: Sequence[str]) -> int | None:
    depths = [one.get("depth") or 0 for one in comments]
    parent = next((n for n in reversed(range(number)) if depths[n] < depths[number]), None)
    if parent is None or not paths[number]:
        return None
    ancestor = _common(paths[number], paths[parent])
    rivals = sum(
        depths[n] <= depths[parent] and _below(path, ancestor) for n, path in enumerate(paths)
    )
    return parent if rivals == 1 else None


def _common(path: str, other: str) -> str:
    steps = []
    for one, two in zip(path.split("/"), other.split("/"), strict=False):
        if one != two:
            break
        steps.append(one)
    return "/".join(steps)


def found_parent(
    number: int, parents: Sequence[int | None], matched: Mapping[int, int]
) -> int | None:
    """The true comment that a found one hangs below: the nearest above it that is a true one."""
    seen = {number}
    above = parents[number]
    while above is not None and above not in seen and above not in matched:
        seen.add(above)
        above = parents[above] if 0 <= above < len(parents) else None
    return matched.get(above) if above is not None else None


@dataclass(slots=True)
class Threads(Sums):
    """Sums over the nested true comments of pages."""

    nested: int = 0
    """True comments that have a parent."""
    matched: int = 0
    """Nested comments that were found."""
    right: int = 0
    """Nested comments found whose parent is right."""
    top: int = 0
    """Found comments that have no parent in truth."""
    invented: int = 0
    """Top comments that were given a parent."""


def judge_threads(
    true: Sequence[int | None], parents: Sequence[int | None], matched: Mapping[int, int]
) -> Threads:
    """A page's sums: true parents, found comments' parents, and which true comment each is."""
    page = Threads(nested=sum(parent is not None for parent in true))
    for number, one in matched.items():
        parent = found_parent(number, parents, matched)
        if true[one] is None:
            page.top += 1
            page.invented += parent is not None
        else:
            page.matched += 1
            page.right += parent == true[one]
    return page


TABLE: Final = Path(__file__).with_name("comment_fields.json")


@dataclass(frozen=True, slots=True)
class TrueFields:
    """The true fields of one comment; None and empty where nothing is known."""

    author: str | None = None
    times: tuple[str, ...] = ()
    """The page's own words for the time, in texts and attributes."""
    days: frozenset[date] = frozenset()


@cache
def table() -> dict[str, Any]:
    """The content of the table."""
    known: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return known


def path_of(selector: str | None) -> etree.XPath | None:
    """The selector compiled."""
    if not selector:
        return None
    if selector.startswith("xpath:"):
        return etree.XPath(selector.removeprefix("xpath:"))
    return etree.XPath(HTMLTranslator().css_to_xpath(selector, "descendant-or-self::"))


def true_fields(
    html: bytes, truth: Mapping[str, Any], entry: Mapping[str, Any]
) -> list[TrueFields]:
    """The fields of each of the page's true comments."""
    root = parsed(html)
    author, time = path_of(entry.get("author")), path_of(entry.get("date"))
    language, order = truth.get("lang") or "en", entry.get("order", "MDY")
    elements = _elements(root, truth["comments"], entry.get("comments"))
    known = {one for one in elements if one is not None}
    fields = []
    for element in elements:
        if element is None:
            fields.append(TrueFields())
            continue
        inner = known & {*element.iterdescendants()}
        authors = {plain_name(text_of(one)) for one in _own(author, element, inner)} - {""}
        dates = [tuple(readings_of(one)) for one in _own(time, element, inner)]
        times = dates[0] if len(set(dates)) == 1 else ()
        days = frozenset(filter(None, (day_of(one, language, order) for one in times)))
        name = authors.pop() if len(authors) == 1 else None
        fields.append(TrueFields(name, times, days))
    return fields


def _elements(
    root: etree._Element, comments: Sequence[Mapping[str, Any]], selector: str | None
) -> list[etree._Element | None]:
    """Each comment's element: at its XPath, or of the selector's the first that says it."""
    if selector is None:
        found: list[Any] = [root.xpath(one["xpath"]) for one in comments]
        return [one[0] if len(one) == 1 else None for one in found]
    path = path_of(selector)
    inside: Any = path(root) if path else []
    bodies = list(inside)
    said = [_letters(text_of(one)) for one in bodies]
    chosen: list[etree._Element | None] = []
    for comment in comments:
        fits = (n for n, text in enumerate(said) if _letters(comment["text"]) in text)
        number = next(fits, None)
        chosen.append(None if number is None else bodies.pop(number))
        if number is not None:
            said.pop(number)
    return chosen


def _letters(text: str) -> str:
    return "".join(text.split())


def known_parents(
    html: bytes, truth: Mapping[str, Any], entry: Mapping[str, Any]
) -> list[int | None]:
    """For each true comment the one that the entry's ``parent`` leads to."""
    path = path_of(entry["parent"])
    elements = _elements(parsed(html), truth["comments"], entry.get("comments"))
    number_of = {element: number for number, element in enumerate(elements)}
    leads: list[Any] = [path(one) if path and one is not None else [] for one in elements]
    return [number_of.get(above[0]) if above else None for above in leads]


def _own(
    path: etree.XPath | None, element: etree._Element, inner: Collection[etree._Element]
) -> list[Any]:
    """The results of a path from an element, less those in ``inner``."""
    own = []
    found: Any = path(element) if path else []
    for one in found:
        holder = one if isinstance(one, etree._Element) else one.getparent()
        if holder not in inner and not any(above in inner for above in holder.iterancestors()):
            own.append(one)
    return own


def author_right(true: TrueFields, found: Any) -> bool:
    """Tell whether the author found is the true one."""
    return plain_name(getattr(found, "author", None)) == true.author


def time_right(true: TrueFields, found: Any, language: str, order: str) -> bool:
    """Tell whether the time found is in the page's words, or names the true day."""
    raw = " ".join((getattr(found, "time", None) or "").split())
    return raw in true.times or (bool(raw) and day_of(raw, language, order) in true.days)


def date_right(true: TrueFields, found: Any) -> bool:
    """Tell whether the date read out of the time found is the true day."""
    told = getattr(found, "date", None)
    return told is not None and date.fromisoformat(told[:10]) in true.days
