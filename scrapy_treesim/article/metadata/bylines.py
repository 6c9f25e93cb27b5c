"""Author and date of an article: as declared, or by its byline where no sure one is declared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from scrapy_treesim.article.stories import MIN_SENTENCE, headline_node, outside_of
from scrapy_treesim.network.effects import before_others
from scrapy_treesim.network.forward import answers_of
from scrapy_treesim.network.weights import ROLES
from scrapy_treesim.reading.declared.main_thing import main_things
from scrapy_treesim.reading.declared.types import UNDATED, page_type_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.bylines import DATE, WORDS, after_by, byline_of, is_of_change, mark_of
from scrapy_treesim.values.dates import MAX_CHARS as MAX_DATE_CHARS
from scrapy_treesim.values.dates import date_of, names_day
from scrapy_treesim.values.lexicon.words import words
from scrapy_treesim.values.person_names import is_whole, names_in, persons_in
from scrapy_treesim.values.text_kinds import DAYS

if TYPE_CHECKING:
    from scrapy_treesim.article.metadata.metadata import Metadata
    from scrapy_treesim.page import Page

MAX_NAMES_CHARS: Final = 200
"""Largest number of characters of all names together."""


def author_of(page: Page, metadata: Metadata, selected: bytearray, number: int) -> str | None:
    """The names of an article's authors, separated by commas.

    The declared author wins, unless it is a single word, the site itself, or nowhere in the page's
    text: then a byline comes first. ``selected`` flags the nodes of the text, ``number`` is that of
    its story on the page.
    """
    declared = persons_in(metadata.author) if metadata.author else None
    if declared and _is_sure(page, metadata, declared):
        return _joined(page, metadata, declared.split(", "))
    near, behind = _blocks_near(page, selected, number)
    shown = _likeliest(page, near, MIN_NEAR) or _likeliest(page, behind, MIN_BEHIND)
    if shown:
        return _joined(page, metadata, shown)
    return declared


def _joined(page: Page, metadata: Metadata, names: Sequence[str]) -> str:
    """Join the names as far as there is room; the site itself beside persons is left out."""
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
    """Tell whether a declared author is a full name, not the site, and in the page's text."""
    if not is_whole(declared) or _is_site(page, metadata, declared):
        return False
    return declared.split(", ")[0].encode() in page.tree.text


def _is_site(page: Page, metadata: Metadata, name: str) -> bool:
    """Tell whether a name is the site's."""
    labels = _host(page).split(".")
    return _letters(name) in {*labels, "".join(labels), _letters(metadata.site_name or "")}


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


# Blocks of bylines

NEAR: Final = 12
"""Number of blocks read before and after the headline, before the text and after its end."""
OPENING: Final = 4
"""Number of blocks read at the start of the text itself."""
MAX_CHARS: Final = 250
"""Largest number of characters of a block with a byline."""
MAX_TEXTS: Final = 12
"""Largest number of texts read of a block."""
MIN_LOG_ODDS: Final = -6.0
"""Lower bound of the log-odds, so that other evidence can outweigh them."""


def _log_odds(page: Page, block: int) -> float:
    """The log-odds of a block to be a byline; the least where the network gives no answers."""
    answers = page.once(answers_of)
    if answers is None:
        return MIN_LOG_ODDS
    odds = [*answers.roles[block * len(ROLES) : (block + 1) * len(ROLES)]]
    return max(before_others(odds, ROLES.index("byline")), MIN_LOG_ODDS)


def _blocks_near(page: Page, selected: bytearray, number: int) -> tuple[list[int], list[int]]:
    """The blocks near a story's headline and before its text, in order, and those right after its
    end."""
    tree, blocks = page.tree, page.once(reading_of).blocks
    first, last = max(selected.find(1), 0), max(selected.rfind(1), 0)
    start, stop = max(blocks.before[first + 1] - 1, 0), blocks.before[last + 1]
    node = headline_node(page, number)
    spans = [range(start - NEAR, start + OPENING)]
    around = range(0)
    if node is not None:
        around = range(blocks.before[node], blocks.before[node + tree.size[node]])
        below = min(around.stop + NEAR, max(start, around.stop) + OPENING)
        spans.append(range(around.start - NEAR, below))
    own = _own_blocks(page, number)
    near = sorted({*chain(*spans)}.intersection(own).difference(around))
    behind = max(stop, near[-1] + 1 if near else 0)
    return near, sorted({*range(behind, stop + NEAR)}.intersection(own))


def _own_blocks(page: Page, number: int) -> set[int]:
    """The blocks of the page but those of other stories."""
    blocks = page.once(reading_of).blocks
    outside = (
        range(blocks.before[span.start], blocks.before[span.stop])
        for span in outside_of(page, number)
    )
    return {*range(len(blocks))}.difference(*outside)


def _texts_of(page: Page, block: int) -> list[tuple[int, str]]:
    """The first few texts of a block with their nodes; none of a long passage."""
    tree, blocks = page.tree, page.once(reading_of).blocks
    first, last = blocks.first[block], blocks.last[block]
    if tree.chars[last + 1] - tree.chars[first] > MAX_CHARS:
        return []
    nodes = (node for node in range(first, last + 1) if blocks.block[node] == block)
    texts = ((node, tree.plain_text(node)) for node in nodes)
    return list(islice((pair for pair in texts if pair[1]), MAX_TEXTS))


# Authors in the page's text

AFTER_BY, MARKED, DATED = 7.0, 4.0, 2.0
"""Log-odds added by words such as "by" before a name, by names of elements around it, and by a date
beside it."""
MIN_NEAR, MIN_BEHIND = 0.0, 4.5
"""Least log-odds of a byline near the headline or before the text, and of one after the text. These
five are set by hand, on the pages of half the hosts of five sets."""


def _likeliest(page: Page, blocks: Iterable[int], least: float) -> list[str]:
    """Names of the most probable byline among blocks."""
    return max(_bylines(page, blocks, least), key=itemgetter(0), default=(least, []))[1]


def _bylines(page: Page, blocks: Iterable[int], least: float) -> Iterator[tuple[float, list[str]]]:
    """The names of likely bylines, block by block, with their log-odds: names after words such as
    "by", in elements named as bylines, or beside a date."""
    tree = page.tree
    for block in blocks:
        log_odds = _log_odds(page, block)
        if log_odds + AFTER_BY < least:
            continue
        texts = _texts_of(page, block)
        words = [text for _, text in texts]
        if len(words) > 1 and not any(" " in text for text in words):
            # The first name and the last name are in elements of their own.
            texts, words = [(texts[0][0], " ".join(words))], [" ".join(words)]
        for index, (node, text) in enumerate(texts):
            after, evidence = after_by(text), AFTER_BY
            if after is None and log_odds + MARKED >= least and mark_of(tree, node):
                after, evidence = text, MARKED
            names = [] if after is None else _names(page, block, after, words[index + 1 :])
            if names:
                yield log_odds + evidence, names
        byline = byline_of(" ".join(words))
        if byline.evidence == DATE and log_odds + DATED >= least:
            yield log_odds + DATED, [*byline.authors]


def _names(page: Page, block: int, after: str, behind: Sequence[str]) -> list[str]:
    """Names after the words of a byline, the first of them whole; in the next block where there
    are no more texts."""
    if after == "" and not behind and block + 1 < len(page.once(reading_of).blocks):
        behind = [text for _, text in _texts_of(page, block + 1)]
    names = names_in([after, *behind])
    return names if names and is_whole(names[0]) else []


# Dates in the page's text

MIN_DATED_NEAR: Final = -4.0
"""Least log-odds of a byline for a date near the headline or before the text to be read."""
MIN_DATED_ELSEWHERE: Final = -3.0
"""Least log-odds of a byline for a date anywhere else to be read. These two are set by hand, on the
pages of half the hosts of five sets."""
MAX_READ: Final = 20
"""Largest number of blocks read as dates."""
MIN_YEAR: Final = 1990
"""First year of a date that is taken: pages are not older."""
MAX_BEFORE: Final = 30
"""Largest number of characters of a text right before a date that may name the event."""

_ITEMS: Final = tags.numbers("li dd")
_WORDS: Final = re.compile(r"[^\W\d_]{1,30}|©")
_NOT_PUBLISHED: Final = frozenset((*words("time.joined").split(), "©"))


def published_of(page: Page, metadata: Metadata, selected: bytearray, number: int) -> str | None:
    """The time an article was published, in ISO 8601.

    A declared date wins; else the day of the best byline near the headline or before the text,
    that of a change only if there is no other; at last the only day in bylines elsewhere, unless it
    is the declared day of the last change. Days between paragraphs of the text are of what it
    tells. Arguments are as for :func:`author_of`.
    """
    if metadata.date is not None or metadata.page_type in UNDATED:
        return metadata.date
    if any(page_type_of(thing.types) != "article" for thing in page.once(main_things)):
        return None  # The dates on the page are the thing's, such as an event's start.
    near, _ = _blocks_near(page, selected, number)
    told = _told_blocks(page, selected)
    shown = _days(
        page, (block for block in near if block not in told), MIN_DATED_NEAR, metadata.language
    )
    day, _ = min(shown, key=itemgetter(1), default=(None, False))
    if day is not None:
        return day.isoformat()
    blocks = _own_blocks(page, number) - told - _listed_blocks(page)
    return _only_day(page, metadata, blocks)


def _only_day(page: Page, metadata: Metadata, blocks: Iterable[int]) -> str | None:
    """The only day in bylines anywhere, unless it is that of the last change."""
    days = [day for day, _ in _days(page, blocks, MIN_DATED_ELSEWHERE, metadata.language)]
    distinct = {day.isoformat()[:10] for day in days}
    is_only = len(distinct) == 1 and (metadata.modified or "")[:10] not in distinct
    return days[0].isoformat() if is_only else None


def _told_blocks(page: Page, selected: bytearray) -> set[int]:
    """The blocks of the text between its first and last paragraphs that are likely no bylines."""
    reading = page.once(reading_of)
    nodes = reading.blocks.first
    text = [block for block in range(len(reading)) if selected[nodes[block]]]
    long = [block for block in text if reading.units[block] >= MIN_SENTENCE]
    inside = (block for block in text if long[0] < block < long[-1]) if long else ()
    return {block for block in inside if _log_odds(page, block) < 0}


def _listed_blocks(page: Page) -> set[int]:
    """The blocks of items with days that stand in one list: of what the list tells."""
    tree, reading = page.tree, page.once(reading_of)
    lists: dict[int, list[int]] = {}
    for block, node in enumerate(reading.blocks.first):
        owner = reading.blocks.owner[node]
        if tree.tag[owner] in _ITEMS and reading.kinds(block) & DAYS:
            lists.setdefault(tree.parent[owner], []).append(block)
    return {block for items in lists.values() if len(items) > 1 for block in items}


def _days(
    page: Page, blocks: Iterable[int], least: float, language: str | None
) -> Iterator[tuple[date | datetime, bool]]:
    """Days in blocks with at least these log-odds of a byline, the highest first; each with
    True if it is the day of a change."""
    reading = page.once(reading_of)
    odds = {block: _log_odds(page, block) for block in blocks if reading.kinds(block) & DAYS}
    for block in odds:
        texts = _texts_of(page, block)
        if byline_of(" ".join(text for _, text in texts)).evidence == WORDS:
            odds[block] += AFTER_BY
    ranked = sorted((b for b in odds if odds[b] >= least), key=lambda block: -odds[block])
    for text, is_change in chain.from_iterable(_dated(page, block) for block in ranked[:MAX_READ]):
        day = date_of(text, language, moment=page.moment)
        if day is not None and day.year >= MIN_YEAR:
            yield day, is_change


def _dated(page: Page, block: int) -> Iterator[tuple[str, bool]]:
    """The texts of a block that may name a day, each with True if it is the day of a change.

    Days of other events are left out: of copyright, of a member's joining.
    """
    texts = [text for _, text in _texts_of(page, block)]
    line = " ".join(texts)
    if len(line) <= MAX_DATE_CHARS and names_day(line) and not any(map(is_of_change, texts)):
        texts = [line]
    before = ""
    for text in texts:
        if len(text) <= MAX_DATE_CHARS:
            line = f"{before} {text}" if len(before) <= MAX_BEFORE else text
            if _NOT_PUBLISHED.isdisjoint(_WORDS.findall(line.lower())):
                yield text, is_of_change(line)
        before = "" if any(map(str.isdigit, text)) else text
