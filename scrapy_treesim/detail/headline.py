"""The headline of a page's thing: a heading, else a text of the title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.headline import MIN_LIKENESS, headline_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.bylines import Byline, byline_of
from scrapy_treesim.values.lexicon.words import entries

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

JOINTS: Final = re.compile(r" [|–—·•»:-] |[|»]")
"""Separator of the parts of a title."""
MIN_CARDS: Final = 3
"""Smallest number of linked headings of a level that are of other things, as on cards."""
MAX_JOINTS: Final = 8
"""Largest number of separators of a title that are read."""
MAX_GENERAL: Final = 60
"""Largest number of characters of a heading that may be one of any thing."""
MIN_WORDS: Final = 3
"""Smallest number of words of a text of the title: shorter ones may be the name of the site."""

_H1: Final = tags.NUMBER["h1"]
_WORD: Final = re.compile(r"\w{1,40}")
_GENERAL: Final = frozenset(entries("name.none"))


def is_no_name(heading: str) -> bool:
    """Tell whether a heading has words for a page of any thing only, or names authors alone.

    >>> is_no_name("Product details"), is_no_name("Details of the lamp")
    (True, False)
    >>> is_no_name("by John Grisham"), is_no_name("By the River")
    (True, False)
    """
    words = _WORD.findall(heading.lower())
    if words and _GENERAL.issuperset(words):
        return True
    byline = byline_of(heading) if heading[:1].islower() else Byline()
    return bool(byline.authors) and not byline.rest


def headline_of_thing(page: Page, is_outside: Callable[[int], bool], buttons: Sequence[int]) -> int:
    """Return the node of the headline; 0 without one.

    A heading like the title goes first, then a text that is the title or most of it, then the first
    h1, then the last heading before the first of the ``buttons``, texts in buttons to buy. Linked
    headings of a level are of other things if there are :data:`MIN_CARDS` or more.
    """
    tree, analysis = page.tree, page.once(analysis_of)
    headings = {node: tree.tag[node] for node in page.headings()}
    linked = [node for node in headings if 0 < tree.text_chars(node) == tree.linked_chars(node)]
    cards = Counter(map(headings.get, linked))
    of_others = {
        node for node in linked if headings[node] != _H1 and cards[headings[node]] >= MIN_CARDS
    }

    def is_skipped(node: int) -> bool:
        return node in of_others or (
            tree.text_chars(node) <= MAX_GENERAL and is_no_name(tree.plain_text(node))
        )

    headline = page.once(headline_of)
    if headline is not None and is_skipped(headline.node):
        headline = headline_of(page, {*filter(is_skipped, headings)})
    if headline is not None and headline.likeness >= MIN_LIKENESS:
        return headline.node
    sought = {text for text in _parts(page.title or "") if text.count(" ") >= MIN_WORDS - 1}
    sizes = {*map(len, sought)}
    chars = tree.chars
    of_a_size = (node for node in analysis.text_node if chars[node + 1] - chars[node] in sizes)
    for node in of_a_size if sizes else ():
        is_sought = tree.plain_text(node) in sought and tree.linked_chars(node) == 0
        if is_sought and not is_outside(node):
            above = tree.parent[node]
            return above if tree.text_chars(above) in sizes else node
    if headline is None and buttons:
        before = analysis.text_node[buttons[0]]
        own = (node for node in reversed(headings) if node < before and not is_skipped(node))
        return next(own, 0)
    return 0 if headline is None else headline.node


def _parts(title: str) -> Iterator[str]:
    """Yield the title, and its starts and ends that are at least half of it."""
    yield title
    for joint in islice(JOINTS.finditer(title), MAX_JOINTS):
        yield max(title[: joint.start()], title[joint.end() :], key=len).strip()
