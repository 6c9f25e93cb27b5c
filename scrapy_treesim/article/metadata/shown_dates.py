"""Dates of publication that a page shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import bylines
from scrapy_treesim.article.metadata.byline_blocks import (
    blocks_near,
    log_odds_of_byline,
    names_day_or_age,
    texts_of,
)
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.values.dates import MAX_CHARS, date_of
from scrapy_treesim.values.lexicon import times

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MIN_NEAR: Final = -4.0
"""Log-odds of a byline from which a date near the headline or before the text is read."""
MIN_ELSEWHERE: Final = -3.0
"""Log-odds from which it is read wherever it stands. These two are set by hand, on the pages of
half the hosts of five sets."""
MAX_READ: Final = 20
"""Blocks that are read as dates at most."""
MAX_DATED: Final = 200
"""Blocks with a date of a page at most; one that shows more is a list of other things."""
MIN_YEAR: Final = 1990
"""Pages are not older."""
MAX_BEFORE: Final = 30
"""Characters of a text right before a date that may say what happened then."""

_WORDS: Final = re.compile(r"[^\W\d_]{1,30}|©")
_EDITED: Final = frozenset(f"{times.EDITED} {bylines.CHANGED}".split())
_NOT_PUBLISHED: Final = frozenset((*times.SINCE.split(), "©"))


def shown_date(page: Page, language: str | None, first: int, last: int) -> str | None:
    """The day that a block near the headline or before the text names, the likeliest of a byline.

    One of a change is taken only where there is no other. ``first`` and ``last`` are the article's
    first and last nodes.
    """
    near, _ = blocks_near(page, first, last)
    days = _days(page, near, MIN_NEAR, language)
    day, _ = min(days, key=lambda one: one[1], default=(None, False))
    return None if day is None else day.isoformat()


def date_elsewhere(page: Page, language: str | None) -> str | None:
    """The one day that blocks of bylines name, wherever they stand; None where there are more."""
    blocks = range(len(page.once(reading_of)))
    if sum(names_day_or_age(page, one) for one in blocks) > MAX_DATED:
        return None
    days: dict[date, date | datetime] = {}
    for day, _ in _days(page, blocks, MIN_ELSEWHERE, language):
        days.setdefault(day.date() if isinstance(day, datetime) else day, day)
    return next(iter(days.values())).isoformat() if len(days) == 1 else None


def _days(
    page: Page, blocks: Iterable[int], least: float, language: str | None
) -> Iterator[tuple[date | datetime, bool]]:
    """The days that blocks name which are as likely of a byline as that, the likeliest first; with
    each whether it is that of a change."""
    odds = {one: log_odds_of_byline(page, one) for one in blocks if names_day_or_age(page, one)}
    ranked = sorted((one for one in odds if odds[one] >= least), key=lambda one: -odds[one])
    texts = [one for block in ranked[:MAX_READ] for one in _dated_texts(page, block)]
    for text, is_change in texts:
        found = date_of(text, language, moment=page.moment)
        if found is not None and found.year >= MIN_YEAR:
            yield found, is_change


def _dated_texts(page: Page, block: int) -> Iterator[tuple[str, bool]]:
    """The texts of a block that may name a day, and whether it is that of a change.

    Days of something else are left out: of copyright, of a member's joining.
    """
    texts = [text for _, text in texts_of(page, block)]
    line = " ".join(texts)
    if len(line) <= MAX_CHARS and not any(_words(text) & _EDITED for text in texts):
        texts = [line]
    before = ""
    for text in texts:
        if len(text) <= MAX_CHARS:
            words = _words(text) | (_words(before) if len(before) <= MAX_BEFORE else set())
            if not words & _NOT_PUBLISHED:
                yield text, bool(words & _EDITED)
        before = "" if any(map(str.isdigit, text)) else text


def _words(text: str) -> set[str]:
    """The words of a text, in lower case, and its sign of copyright."""
    return set(_WORDS.findall(text[: 2 * MAX_CHARS].lower()))
