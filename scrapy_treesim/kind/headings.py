"""Features of a page's title, its headline and its other headings."""

from __future__ import annotations

import re
from math import log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import page_names
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.kind.feature import Feature
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_TITLE_CHARS: Final = 1_000
"""Of a title, the part that is read."""
NEAR, AROUND = 10, 40
"""Texts after the headline in which a price and a date are looked for."""

_LISTS: Final = frozenset(page_names.TITLE_LISTS.split())
_OTHERS: Final = frozenset(page_names.TITLE_OTHERS.split())
_WORD = re.compile(r"\w+")

FEATURES: Final = (
    Feature("title_words", "the words of its title"),
    Feature("title_list", "words of lists in its title"),
    Feature("title_other", "words of pages for visitors in its title"),
    Feature("title_question", "a question for a title"),
    Feature("headline", "having a headline"),
    Feature("headline_likeness", "a title that is about its headline"),
    Feature("headline_place", "the place of its headline"),
    Feature("headline_length", "the length of its headline"),
    Feature("headline_linked", "a headline that is a link"),
    Feature("headings_1", "its headings of the first level"),
    Feature("headings_2", "its headings of the second level"),
    Feature("headings_3", "its headings of the third level"),
    Feature("headings_linked", "headings that are links"),
    Feature("headings_plain", "headings that are no links"),
    Feature("headings_linked_share", "the share of headings that are links"),
    Feature("price_near", "a price right after the headline"),
    Feature("date_near", "a date right after the headline"),
    Feature("price_around", "a price after the headline"),
    Feature("date_around", "a date after the headline"),
    Feature("sentences_around", "sentences after the headline"),
    Feature("links_around", "links after the headline"),
    Feature("images_around", "images after the headline"),
    Feature("chars_around", "the text after the headline"),
)


def values(page: Page) -> list[float]:
    """Measure :data:`FEATURES`."""
    tree, analysis = page.tree, page.analysis
    chars, linked = analysis.chars, analysis.linked
    title = (page.title or "")[:MAX_TITLE_CHARS].lower()
    words = _WORD.findall(title)
    found = page.once(headline_of)
    headline = found.node if found is not None else 0
    own = tree.text_chars(headline) if headline else 0
    of_links = plain = 0
    for node in page.headings():
        stop = node + tree.size[node]
        if size := chars[stop] - chars[node]:
            if linked[stop] - linked[node] >= 0.9 * size:
                of_links += 1
            else:
                plain += 1
    return [
        log1p(len(words)),
        float(len(_LISTS.intersection(words))),
        float(len(_OTHERS.intersection(words))),
        float("?" in title or "？" in title),
        float(found is not None),
        found.likeness if found is not None else 0.0,
        chars[headline] / max(1, chars[-1]) if headline else 0.0,
        log1p(own),
        float(own > 0 and tree.linked_chars(headline) > 0),
        *(log1p(len(page.of_tag(tags.NUMBER[name]))) for name in ("h1", "h2", "h3")),
        log1p(of_links),
        log1p(plain),
        of_links / max(1, of_links + plain),
        *_after(page, headline),
    ]


def _after(page: Page, headline: int) -> list[float]:
    """Measure the texts that come next after the headline."""
    analysis = page.analysis
    count = analysis.texts[-1]
    if not headline or not count:
        return [0.0] * 8
    first = min(analysis.texts[headline], count - 1)
    start = analysis.text_node[first]
    near, stop = (analysis.text_node[min(first + some, count - 1)] + 1 for some in (NEAR, AROUND))
    return [
        float(analysis.prices[near] > analysis.prices[start]),
        float(analysis.dates[near] > analysis.dates[start]),
        float(analysis.prices[stop] > analysis.prices[start]),
        float(analysis.dates[stop] > analysis.dates[start]),
        *(
            log1p(sums[stop] - sums[start])
            for sums in (analysis.sentences, analysis.links, analysis.images, analysis.chars)
        ),
    ]
