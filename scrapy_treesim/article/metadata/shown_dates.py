"""Dates of publication that a page shows: near its headline, or in its address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import bylines, date_classes
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.metadata.constants import DATED
from scrapy_treesim.article.metadata.near import Runs, class_words, node_at
from scrapy_treesim.tree import tags
from scrapy_treesim.values.dates import MAX_CHARS, date_of, is_day_first
from scrapy_treesim.values.lexicon import months, times

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

BEFORE_CHARS: Final = 300
"""Characters before the headline, or the article, in which a date is looked for."""
AFTER_CHARS: Final = 800
"""Characters after the headline in which it is."""
MAX_TEXTS: Final = 20
"""Texts that are read as dates at most."""
MAX_LEVELS: Final = 6
"""Elements around a date whose names are read."""
MIN_YEAR: Final = 1990
"""Pages are not older."""
MAX_BESIDE_CHARS: Final = 5_000
"""Characters of an element whose class name says that it is about something else; what is larger
is named after all that it holds too."""
MAX_FOOTER_LEVELS: Final = 30
"""Elements around a date that may be the page's footer."""
MAX_AROUND: Final = 30
"""Letters beside a date on its line at most, where nothing says what date it is."""

_IN_ADDRESS: Final = re.compile(
    r"/((?:19|20)\d\d)([/_-])(0?[1-9]|1[0-2]|[a-z]{3,9})\2([0-2]?\d|3[01])(?![\da-z])"
    r"|/((?:19|20)\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])(?![\da-z])",
    re.I,
)
_WORDS: Final = re.compile(r"[^\W\d_]{1,30}|©")
EDITED: Final = frozenset(f"{times.EDITED} {date_classes.CHANGED_BESIDE}".split())
"""Words beside the day of a change."""
NOT_OF_PAGE: Final = frozenset(f"{times.SINCE} {date_classes.NOT_PUBLISHED} ©".split())
"""Words beside a day that is of something else."""
_ARTICLES: Final = tags.numbers("article main")
_BODY: Final = tags.NUMBER["body"]
_OF_ARTICLES: Final = frozenset(date_classes.OF_ARTICLES.split())
_FOOTER: Final = tags.NUMBER["footer"]
_OTHERS: Final = frozenset(bylines.NOT_CLASSES.split())
_OTHERS_OR_CHANGED: Final = _OTHERS | {"modified", "updated"}
_APART: Final = tags.numbers("figure figcaption nav")


def date_in_address(address: str) -> str | None:
    """The day that an address names: ``/2023/05/17/``, ``/2023-05-17`` or ``/2023/may/17/``."""
    for found in _IN_ADDRESS.finditer(address[:2_000]):
        year, month, day = found[1] or found[5], found[3] or found[6], found[4] or found[7]
        number = int(month) if month.isdecimal() else months.NUMBER_OF.get(month.lower(), 0)
        try:
            return date(int(year), number, int(day)).isoformat()
        except ValueError:
            continue
    return None


def shown_date(page: Page, language: str | None, first: int = 0) -> str | None:
    """The day that stands near the headline, or right before the article's ``first`` node, and is
    not that of a change."""
    tree = page.tree
    headline = page.once(headline_of)
    near: list[tuple[Runs, range]] = []
    if headline is not None:
        end = headline.node + tree.size[headline.node]
        below = Runs(tree, end, node_at(tree, tree.chars[end] + AFTER_CHARS) + 1)
        near.append((below, range(below.count)))
        above = Runs(tree, node_at(tree, tree.chars[headline.node] - BEFORE_CHARS), headline.node)
        near.append((above, range(above.count - 1, -1, -1)))
    if first:
        before = Runs(tree, node_at(tree, tree.chars[first] - BEFORE_CHARS), first + 1)
        near.append((before, range(before.count - 1, -1, -1)))
    dated = [
        (runs, place, order.step)
        for runs, order in near
        for place in order
        if runs.marks[place] & DATED
    ]
    if not dated:
        return None
    day_first = is_day_first(runs.text(place) for runs, place, _ in dated)
    for text in islice(_published(tree, dated), MAX_TEXTS):
        found = date_of(text, language, day_first, page.moment)
        if found is not None and found.year >= MIN_YEAR:
            return found.isoformat()
    return None


def _published(tree: PageTree, dated: Iterable[tuple[Runs, int, int]]) -> Iterator[str]:
    """The texts with a date, those that are said to be of a change left out.

    Each comes with its runs, its place and the step to the next one.
    """
    for runs, place, step in dated:
        text = runs.text(place)
        if len(text) > MAX_CHARS or _is_of_change(text):
            continue
        other = place - step
        if 0 <= other < runs.count and runs.line[other] == runs.line[place]:
            before = runs.text(other)
            if len(before) <= MAX_AROUND and _is_of_change(before):
                continue
        node = runs.node[place]
        if not is_beside(tree, node, _OTHERS_OR_CHANGED) and not is_in_footer(tree, node):
            yield text


def words_beside(text: str) -> set[str]:
    """The words of a text with a date, in lower case, and its sign of copyright."""
    return set(_WORDS.findall(text.lower()))


def _is_of_change(text: str) -> bool:
    return not words_beside(text).isdisjoint(EDITED | NOT_OF_PAGE)


def is_in_footer(tree: PageTree, node: int) -> bool:
    """Tell whether a text stands at the foot of the page; the foot of its article is none."""
    found = False
    above = tree.parent[node]
    for _ in range(MAX_FOOTER_LEVELS):
        words = class_words(tree, above)
        if tree.tag[above] in _ARTICLES or words & _OF_ARTICLES:
            return False
        found = found or tree.tag[above] == _FOOTER or "footer" in words
        above = tree.parent[above]
        if above <= 0 or tree.tag[above] == _BODY:
            break
    return found


def is_beside(tree: PageTree, node: int, others: frozenset[str] = _OTHERS) -> bool:
    """Tell whether a text stands in what is about something else, by its tags and class names."""
    above = tree.parent[node]
    for _ in range(MAX_LEVELS):
        if above <= 0:
            break
        if tree.tag[above] in _APART:
            return True
        if tree.text_chars(above) <= MAX_BESIDE_CHARS and class_words(tree, above) & others:
            return True
        above = tree.parent[above]
    return False
