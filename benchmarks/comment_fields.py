"""Whether a comment's author, time and date are right.

``comment_fields.json`` says, page by page, where both stand, as CSS selectors (``xpath:`` before an
XPath) relative to the true comment's element; on some pages also where the comment stands that it
answers (``parent``), and where there is no XPath of the comment, which elements are
``comments``. ``unthreaded`` are pages whose comments lie in one another only because a tag was left
open, ``with_reviews`` pages of article sets that do show reviews. Of the pages themselves it holds
nothing.

Each selector was chosen for what the platform's markup is known to mean, and checked by reading
what it finds. What lies in another true comment further in is not the outer one's; where a selector
does not find just one value, nothing is known of that field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

import lxml.html
from cssselect import HTMLTranslator
from lxml import etree

from benchmarks.comment_values import day_of, plain_name, readings_of, text_of

TABLE: Final = Path(__file__).with_name("comment_fields.json")


@dataclass(frozen=True, slots=True)
class TrueFields:
    """What is true of one comment; None and empty where nothing is known."""

    author: str | None = None
    times: tuple[str, ...] = ()
    """What the page says of the time: its text and what its attributes hold."""
    days: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Reader:
    """How to read the fields of one page's comments."""

    author: etree.XPath | None
    date: etree.XPath | None
    order: str
    language: str

    def fields(self, element: etree._Element, inner: Sequence[etree._Element]) -> TrueFields:
        """Those of the comment in this element, less what lies in ``inner``."""
        authors = {plain_name(text_of(one)) for one in _own(self.author, element, inner)} - {""}
        dates = [tuple(readings_of(one)) for one in _own(self.date, element, inner)]
        times = dates[0] if len(set(dates)) == 1 else ()
        days = frozenset(filter(None, (day_of(one, self.language, self.order) for one in times)))
        return TrueFields(authors.pop() if len(authors) == 1 else None, times, days)


@cache
def table() -> dict[str, Any]:
    """What the table holds."""
    known: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return known


def path_of(selector: str | None) -> etree.XPath | None:
    """The selector compiled."""
    if not selector:
        return None
    if selector.startswith("xpath:"):
        return etree.XPath(selector.removeprefix("xpath:"))
    return etree.XPath(HTMLTranslator().css_to_xpath(selector, "descendant-or-self::"))


def parsed(html: bytes) -> etree._Element:
    """The page as its XPaths were made for, read as UTF-8 where its bytes are."""
    try:
        html.decode()
    except UnicodeDecodeError:
        return lxml.html.document_fromstring(html)
    return lxml.html.document_fromstring(html, parser=lxml.html.HTMLParser(encoding="utf-8"))


def true_fields(
    html: bytes, truth: Mapping[str, Any], entry: Mapping[str, Any]
) -> list[TrueFields]:
    """The fields of each of the page's true comments."""
    root = parsed(html)
    reader = Reader(
        path_of(entry.get("author")),
        path_of(entry.get("date")),
        entry.get("order", "MDY"),
        truth.get("lang") or "en",
    )
    elements = _elements(root, truth["comments"], entry.get("comments"))
    known = {one for one in elements if one is not None}
    return [
        TrueFields()
        if one is None
        else reader.fields(one, [other for other in one.iterdescendants() if other in known])
        for one in elements
    ]


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
    path: etree.XPath | None, element: etree._Element, inner: Sequence[etree._Element]
) -> list[Any]:
    found: Any = path(element) if path else []
    return [one for one in found if not _inside(one, inner)]


def _inside(one: Any, inner: Sequence[etree._Element]) -> bool:
    element = one if isinstance(one, etree._Element) else one.getparent()
    return any(element is other or other in element.iterancestors() for other in inner)


def author_right(true: TrueFields, found: Any) -> bool:
    """Whether the author found is the true one."""
    return plain_name(getattr(found, "author", None)) == true.author


def time_right(true: TrueFields, found: Any, language: str, order: str) -> bool:
    """Whether the time found is in the page's words, or names the true day."""
    raw = " ".join((getattr(found, "time", None) or "").split())
    return raw in true.times or (bool(raw) and day_of(raw, language, order) in true.days)


def date_right(true: TrueFields, found: Any) -> bool:
    """Whether the date read out of the time found is the true day."""
    told = getattr(found, "date", None)
    return told is not None and date.fromisoformat(told[:10]) in true.days


@dataclass(slots=True)
class Judged:
    """Sums over comments found whose true field is known."""

    known: int = 0
    right: int = 0
    pages: int = 0

    @property
    def share(self) -> float:
        """How many of them are right."""
        return self.right / self.known if self.known else 0.0

    def add(self, verdicts: Sequence[bool]) -> None:
        """Add a page's."""
        self.known += len(verdicts)
        self.right += sum(verdicts)
        self.pages += bool(verdicts)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one field of one comment found is."""

    field: str
    right: bool
    true: str
    found: str | None


def judge_fields(
    html: bytes, truth: Mapping[str, Any], found: Sequence[Any], matched: Mapping[int, int]
) -> list[Verdict]:
    """The verdicts on a page's comments found; none of a page that is not in the table."""
    entry = table()["pages"].get(truth["id"])
    if entry is None:
        return []
    language, order = truth.get("lang") or "en", entry.get("order", "MDY")
    fields = true_fields(html, truth, entry)
    verdicts = []
    for number, one in sorted(matched.items()):
        true, comment = fields[one], found[number]
        time = getattr(comment, "time", None)
        said = " | ".join(true.times)
        if true.author:
            right = author_right(true, comment)
            author = getattr(comment, "author", None)
            verdicts.append(Verdict("author", right, true.author, author))
        if true.times:
            right = time_right(true, comment, language, order)
            verdicts.append(Verdict("time", right, said, time))
        if true.days:
            parsed_time = getattr(comment, "date", None)
            shown = f"{parsed_time} of {time!r}"
            verdicts.append(Verdict("date", date_right(true, comment), said, shown))
    return verdicts
