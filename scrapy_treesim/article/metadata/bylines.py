"""Author and date of an article: as declared, or as its byline shows them where nothing sure is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.network.effects import before_others
from scrapy_treesim.network.forward import answers_of
from scrapy_treesim.network.weights import ROLES
from scrapy_treesim.reading.declared.types import UNDATED
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.values.bylines import DATE, after_by, byline_of, is_of_change, mark_of
from scrapy_treesim.values.dates import MAX_CHARS as MAX_DATE_CHARS
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.lexicon.words import words
from scrapy_treesim.values.person_names import is_whole, names_in, persons_in
from scrapy_treesim.values.text_kinds import DAYS

if TYPE_CHECKING:
    from scrapy_treesim.article.metadata.metadata import Metadata
    from scrapy_treesim.page import Page

MAX_NAMES_CHARS: Final = 200
"""Characters of all names together at most."""


def author_of(page: Page, metadata: Metadata, first: int, last: int) -> str | None:
    """The names of those who wrote an article, commas between them.

    What is declared holds, but for single words, for the site itself and for whom the page nowhere
    shows: there a byline is asked first. ``first`` and ``last`` are the article's nodes.
    """
    declared = persons_in(metadata.author) if metadata.author else None
    if declared and _is_sure(page, metadata, declared):
        return _joined(page, metadata, declared.split(", "))
    near, behind = _blocks_near(page, first, last)
    shown = _likeliest(page, near, MIN_NEAR) or _likeliest(page, behind, MIN_BEHIND)
    if shown:
        return _joined(page, metadata, shown)
    return declared


def _joined(page: Page, metadata: Metadata, names: Sequence[str]) -> str:
    """The names as far as there is room; the site itself beside persons is none."""
    labels = {*_host(page).split("."), (metadata.site_name or "").casefold()}
    joined = names[0]
    for name in names[1:]:
        longer = f"{joined}, {name}"
        if len(longer) <= MAX_NAMES_CHARS and labels.isdisjoint(name.casefold().split()):
            joined = longer
    return joined


def _host(page: Page) -> str:
    try:
        return (urlsplit(page.url).hostname or "").removeprefix("www.").casefold()
    except ValueError:
        return ""


def _is_sure(page: Page, metadata: Metadata, declared: str) -> bool:
    """Tell whether a declared author is no account, not the site, and is shown on the page."""
    if not is_whole(declared) or _is_site(page, metadata, declared):
        return False
    return declared.split(", ")[0].encode() in page.tree.text


def _is_site(page: Page, metadata: Metadata, name: str) -> bool:
    """Tell whether a name is that of the site."""
    labels = _host(page).split(".")
    return _letters(name) in {*labels, "".join(labels), _letters(metadata.site_name or "")}


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


# Blocks of bylines

NEAR: Final = 12
"""Blocks before and after the headline, before the text and behind its end."""
OPENING: Final = 4
"""Blocks of the text itself."""
MAX_CHARS: Final = 250
"""Characters of a block with a byline at most."""
MAX_TEXTS: Final = 12
"""Texts of a block that are read."""
MIN_LOG_ODDS: Final = -6.0
"""Floor of the log-odds, for those who add other evidence."""


def _log_odds(page: Page, block: int) -> float:
    """The log-odds that a block is of a byline; of a page that is not answered for, the least."""
    answers = page.once(answers_of)
    if answers is None:
        return MIN_LOG_ODDS
    odds = [*answers.roles[block * len(ROLES) : (block + 1) * len(ROLES)]]
    return max(before_others(odds, ROLES.index("byline")), MIN_LOG_ODDS)


def _blocks_near(page: Page, first: int, last: int) -> tuple[list[int], range]:
    """The blocks near the headline and before the text, in order, and those right behind its end.

    ``first`` and ``last`` are the article's first and last nodes.
    """
    tree, blocks = page.tree, page.once(reading_of).blocks
    start, stop = max(blocks.before[first + 1] - 1, 0), blocks.before[last + 1]
    headline = page.once(headline_of)
    spans = [range(start - NEAR, start + OPENING)]
    own = range(0)
    if headline is not None:
        node = headline.node
        own = range(blocks.before[node], blocks.before[node + tree.size[node]])
        below = min(own.stop + NEAR, max(start, own.stop) + OPENING)
        spans.append(range(own.start - NEAR, below))
    near = sorted({one for one in chain(*spans) if 0 <= one < len(blocks) and one not in own})
    behind = max(stop, near[-1] + 1 if near else 0)
    return near, range(behind, min(stop + NEAR, len(blocks)))


def _texts_of(page: Page, block: int) -> list[tuple[int, str]]:
    """The nodes and the words of the first few texts of a block; none of a passage."""
    tree, blocks = page.tree, page.once(reading_of).blocks
    first, last = blocks.first[block], blocks.last[block]
    if tree.chars[last + 1] - tree.chars[first] > MAX_CHARS:
        return []
    nodes = (node for node in range(first, last + 1) if blocks.block[node] == block)
    texts = ((node, tree.plain_text(node)) for node in nodes)
    return list(islice((one for one in texts if one[1]), MAX_TEXTS))


# Authors that are shown

SAID, MARKED, DATED = 7.0, 4.0, 2.0
"""Log-odds that the words before a name add, those that names of elements around it add, and a
date beside it."""
MIN_NEAR, MIN_BEHIND = 0.0, 4.5
"""Log-odds from which names near the headline or before the text are a byline, and those behind it.
These five are set by hand, on the pages of half the hosts of five sets."""


def _likeliest(page: Page, blocks: Iterable[int], least: float) -> list[str]:
    """The names of the likeliest byline among blocks."""
    return max(_bylines(page, blocks, least), key=itemgetter(0), default=(least, []))[1]


def _bylines(page: Page, blocks: Iterable[int], least: float) -> Iterator[tuple[float, list[str]]]:
    """The names that are likely enough, block by block, with their log-odds: after words of
    bylines, or in elements that are named so."""
    tree = page.tree
    for block in blocks:
        log_odds = _log_odds(page, block)
        if log_odds + SAID < least:
            continue
        texts = _texts_of(page, block)
        words = [text for _, text in texts]
        if len(words) > 1 and not any(" " in text for text in words):
            # The first name and the last stand in elements of their own.
            texts, words = texts[:1], [" ".join(words)]
        for place, (node, _) in enumerate(texts):
            after, evidence = after_by(words[place]), SAID
            if after is None and log_odds + MARKED >= least and mark_of(tree, node):
                after, evidence = words[place], MARKED
            behind = words[place + 1 :]
            if after == "" and not behind and block + 1 < len(page.once(reading_of).blocks):
                # The name stands in a block of its own.
                behind = [text for _, text in _texts_of(page, block + 1)]
            names = [] if after is None else names_in([after, *behind])
            if names and is_whole(names[0]):
                yield log_odds + evidence, names
        byline = byline_of(" ".join(words))
        if byline.evidence == DATE and log_odds + DATED >= least:
            yield log_odds + DATED, [*byline.authors]


# Dates that are shown

MIN_DATED_NEAR: Final = -4.0
"""Log-odds of a byline from which a date near the headline or before the text is read."""
MIN_DATED_ELSEWHERE: Final = -3.0
"""Log-odds from which it is read wherever it stands. These two are set by hand, on the pages of
half the hosts of five sets."""
MAX_READ: Final = 20
"""Blocks that are read as dates at most."""
MIN_YEAR: Final = 1990
"""Pages are not older."""
MAX_BEFORE: Final = 30
"""Characters of a text right before a date that may say what happened then."""

_WORDS: Final = re.compile(r"[^\W\d_]{1,30}|©")
_NOT_PUBLISHED: Final = frozenset((*words("time.joined").split(), "©"))


def published_of(page: Page, metadata: Metadata, first: int, last: int) -> str | None:
    """The time an article was published, in ISO 8601.

    What is declared holds; else the day of the likeliest byline near the headline or before the
    text, one of a change only where there is no other; and at last the one day that bylines
    elsewhere name, unless it is the declared one of the last change. ``first`` and ``last`` are the
    article's nodes.
    """
    if metadata.date is not None or metadata.page_type in UNDATED:
        return metadata.date
    near, _ = _blocks_near(page, first, last)
    shown = _days(page, near, MIN_DATED_NEAR, metadata.language)
    day, _ = min(shown, key=itemgetter(1), default=(None, False))
    if day is not None:
        return day.isoformat()
    blocks = range(len(page.once(reading_of)))
    elsewhere = [day for day, _ in _days(page, blocks, MIN_DATED_ELSEWHERE, metadata.language)]
    days = {day.isoformat()[:10] for day in elsewhere}
    is_one = len(days) == 1 and (metadata.modified or "")[:10] not in days
    return elsewhere[0].isoformat() if is_one else None


def _days(
    page: Page, blocks: Iterable[int], least: float, language: str | None
) -> Iterator[tuple[date | datetime, bool]]:
    """The days that blocks name which are as likely of a byline as that, the likeliest first; with
    each whether it is that of a change."""
    kinds = page.once(reading_of).kinds
    odds = {one: _log_odds(page, one) for one in blocks if kinds(one) & DAYS}
    ranked = sorted((one for one in odds if odds[one] >= least), key=lambda one: -odds[one])
    for text, is_change in chain.from_iterable(_dated(page, one) for one in ranked[:MAX_READ]):
        found = date_of(text, language, moment=page.moment)
        if found is not None and found.year >= MIN_YEAR:
            yield found, is_change


def _dated(page: Page, block: int) -> Iterator[tuple[str, bool]]:
    """The texts of a block that may name a day, and whether it is that of a change.

    Days of something else are left out: of copyright, of a member's joining.
    """
    texts = [text for _, text in _texts_of(page, block)]
    line = " ".join(texts)
    if len(line) <= MAX_DATE_CHARS and not any(map(is_of_change, texts)):
        texts = [line]
    before = ""
    for text in texts:
        if len(text) <= MAX_DATE_CHARS:
            line = f"{before} {text}" if len(before) <= MAX_BEFORE else text
            if _NOT_PUBLISHED.isdisjoint(_WORDS.findall(line.lower())):
                yield text, is_of_change(line)
        before = "" if any(map(str.isdigit, text)) else text
