"""The one day that a page marks as its date, wherever it stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import bylines, date_classes
from scrapy_treesim.article.metadata.near import class_words
from scrapy_treesim.article.metadata.shown_dates import (
    EDITED,
    MIN_YEAR,
    NOT_OF_PAGE,
    is_beside,
    is_in_footer,
    words_beside,
)
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import INLINE
from scrapy_treesim.values.dates import MAX_CHARS, date_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_DATES: Final = 200
"""Texts with dates of a page; one that shows more is a list of other things."""
MAX_OF_PATH: Final = 3
"""Those of one path; more are the dates of a list."""
MAX_LEVELS: Final = 3
"""Elements around a date that may mark it."""
MAX_LINE_CHARS: Final = 60
"""Characters of an element that says of all its text that it is of a change."""

_DATED: Final = frozenset(date_classes.DATED.split())
_CHANGED: Final = frozenset(date_classes.CHANGED.split())
_NOT_PAGE: Final = frozenset(date_classes.NOT_PAGE.split())
_OTHERS: Final = frozenset(bylines.NOT_CLASSES.split()) - {"sidebar"}
"""Of the names of what is about something else: a page's own date may stand in a sidebar."""
_TIME: Final = tags.NUMBER["time"]


def marked_date(page: Page, language: str | None) -> str | None:
    """The day that ``<time>`` or names such as ``post-date`` mark; else that of the last change.

    None where several are marked: they are those of other pages.
    """
    tree = page.tree
    published: dict[date, date | datetime] = {}
    changed: dict[date, date | datetime] = {}
    for nodes in _by_path(page):
        days: dict[date, tuple[date | datetime, bool]] = {}
        for node in nodes:
            mark = _mark(tree, node)
            if mark is None:
                continue
            found = date_of(tree.plain_text(node), language, None, page.moment)
            if found is not None and found.year >= MIN_YEAR:
                day = found.date() if isinstance(found, datetime) else found
                days.setdefault(day, (found, mark == "changed"))
        # Several days in elements of the same kind are those of a list.
        if len(days) == 1:
            ((day, (found, is_change)),) = days.items()
            (changed if is_change else published).setdefault(day, found)
    for found_days in (published, changed):
        if found_days:
            return next(iter(found_days.values())).isoformat() if len(found_days) == 1 else None
    return None


def _by_path(page: Page) -> Iterator[list[int]]:
    """The texts with a date of each path of tags and classes that few of them have."""
    dates, paths = page.analysis.dates, page.analysis.named
    count = dates[len(page.tree)]
    if count > MAX_DATES:
        return
    nodes: dict[int, list[int]] = {}
    for number in range(1, count + 1):
        node = bisect_left(dates, number) - 1
        if page.tree.text_chars(node) <= MAX_CHARS:
            nodes.setdefault(paths[node], []).append(node)
    yield from (one for one in nodes.values() if len(one) <= MAX_OF_PATH)


def _mark(tree: PageTree, node: int) -> str | None:
    """The mark of a text, ``dated`` or ``changed``; None where it is not, or of others."""
    above = tree.parent[node]
    line = node
    while (
        line > 0
        and tree.tag[line] in INLINE
        and tree.text_chars(tree.parent[line]) <= MAX_LINE_CHARS
    ):
        line = tree.parent[line]
    said = words_beside(tree.raw_text(line))
    # A link that says it leads to what was changed: "Terms, updated 1 May 2018".
    is_changed = not said.isdisjoint(EDITED)
    if not said.isdisjoint(NOT_OF_PAGE) or (is_changed and tree.linked_chars(node)):
        return None
    found = "changed" if is_changed else None
    for _ in range(MAX_LEVELS):
        if above <= 0 or tree.text_chars(above) > MAX_CHARS:
            break
        words = class_words(tree, above)
        if words & _NOT_PAGE:
            return None
        if words & _CHANGED:
            found = "changed"
        elif found is None and (tree.tag[above] == _TIME or words & _DATED):
            found = "dated"
        above = tree.parent[above]
    if found is None or is_in_footer(tree, node) or is_beside(tree, node, _OTHERS):
        return None
    return found
