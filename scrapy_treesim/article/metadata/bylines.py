"""Authors that a page shows: the names in the blocks that are most likely of its byline."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import bylines
from scrapy_treesim.article.metadata.byline_blocks import (
    blocks_near,
    log_odds_of_byline,
    texts_of,
)
from scrapy_treesim.article.metadata.names import is_whole, names_in
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_ALONE: Final = 40
"""Characters after the words of a byline among which a single word may be a name."""
MAX_HOLDER_CHARS: Final = 120
"""Characters of an element whose names say that it holds the author."""
MAX_LEVELS: Final = 4
"""Elements around a name whose names are read."""
MAX_VALUE_CHARS: Final = 300
"""Characters of an attribute that are read."""

SAID, MARKED = 7.0, 4.0
"""Log-odds that the words before a name add, and those that names of elements around it add."""
MIN_NEAR, MIN_BEHIND = 0.0, 4.5
"""Log-odds from which names near the headline or before the text are a byline, and those behind it.
These four are set by hand, on the pages of half the hosts of five sets."""


def _one_of(words: Sequence[str]) -> str:
    """A pattern of the words, the longest first."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})"


_BEFORE: Final = re.compile(
    _one_of(bylines.BEFORE_NAMES) + r"(?:\s{0,3}[:：|]\s{0,3}|\s{1,3}|$)", re.I
)
_BEFORE_IDEOGRAPHS: Final = re.compile(
    r"[（(【\[]?\s?" + _one_of(bylines.BEFORE_IDEOGRAPHS) + r"\s?[:：/／|｜＝=・\u3000 ]\s{0,3}"
)
_AUTHOR: Final = re.compile("|".join(bylines.CLASSES.split()))
_NAMING: Final = ("class", "id", "rel", "itemprop")
_ANCHOR: Final = tags.NUMBER["a"]


@dataclass(frozen=True, slots=True)
class Byline:
    """Names in a block, and how likely they are those of the authors."""

    names: tuple[str, ...]
    log_odds: float


def byline_of(page: Page, first: int, last: int) -> Byline | None:
    """The likeliest byline near the headline, before the article's text or behind its end.

    ``first`` and ``last`` are the article's first and last nodes.
    """
    near, behind = blocks_near(page, first, last)
    return _likeliest(page, near, MIN_NEAR) or _likeliest(page, behind, MIN_BEHIND)


def _likeliest(page: Page, blocks: Iterable[int], least: float) -> Byline | None:
    found = _bylines(page, blocks, least)
    return max(found, key=lambda one: one.log_odds, default=None)


def _bylines(page: Page, blocks: Iterable[int], least: float) -> Iterator[Byline]:
    """The names that are likely enough, block by block: after words of bylines, or in elements
    that are named so."""
    tree = page.tree
    for block in blocks:
        log_odds = log_odds_of_byline(page, block)
        if log_odds + SAID < least:
            continue
        texts = texts_of(page, block)
        words = [text for _, text in texts]
        if len(words) > 1 and not any(" " in text for text in words):
            # The first name and the last stand in elements of their own.
            texts, words = texts[:1], [" ".join(words)]
        for place, (node, _) in enumerate(texts):
            line, evidence = words[place:], SAID
            names = names_said(line, partial(texts_of, page, block + 1))
            if names is None and log_odds + MARKED >= least and _is_marked(tree, node):
                names, evidence = names_in(line), MARKED
                if names and not is_whole(names[0]):
                    names = []
            if names:
                yield Byline(tuple(names), log_odds + evidence)


def names_said(
    words: Sequence[str], beyond: Callable[[], Sequence[tuple[int, str]]]
) -> list[str] | None:
    """The names after the words of a byline; None where the first text has no such words.

    ``words`` are the texts of a line, ``beyond`` gives those of the next.
    """
    after = after_by(words[0])
    if after is None:
        return None
    following = [after, *words[1:]]
    if not "".join(following).strip():
        following = [text for _, text in beyond()]
    line = "".join(following).strip()
    names = names_in(following)
    # A word alone is a name only where hardly anything else stands on the line.
    return names if names and (is_whole(names[0]) or len(line) < MAX_ALONE) else []


def _is_marked(tree: PageTree, node: int) -> bool:
    """Tell whether the names of elements around a text, or its link, say that it is an author."""
    above = tree.parent[node]
    for _ in range(MAX_LEVELS):
        if above <= 0 or tree.text_chars(above) > MAX_HOLDER_CHARS:
            return False
        naming = (*_NAMING, "href") if tree.tag[above] == _ANCHOR else _NAMING
        values = filter(None, (tree.get(above, name) for name in naming))
        if any(_AUTHOR.search(value[:MAX_VALUE_CHARS].lower()) for value in values):
            return True
        above = tree.parent[above]
    return False


def after_by(text: str) -> str | None:
    """The text after the words of a byline; None where a text does not begin with them."""
    found = _BEFORE.match(text) or _BEFORE_IDEOGRAPHS.match(text)
    return None if found is None else text[found.end() :]
