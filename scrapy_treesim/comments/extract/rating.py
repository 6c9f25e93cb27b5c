"""The stars of a review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract._posts_cy import STARRED
from scrapy_treesim.values.drawn_ratings import BEST, rating_in_class, rating_in_style
from scrapy_treesim.values.typed_values import number_of, rating_of

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.tree import PageTree

MAX_NODES: Final = 16
"""Nodes of a rating that are asked."""
MAX_CHARS: Final = 40


def rating_at(tree: PageTree, posts: Posts, post: int) -> float | None:
    """The rating that a post gives; None where it gives none."""
    node = posts.rated[post]
    if node >= 0:
        stop = min(node + tree.size[node], node + MAX_NODES)
        found = next((one for one in _readings(tree, node, stop) if one is not None), None)
        if found is not None:
            return found
    for own in range(posts.first_own[post], posts.first_own[post + 1]):
        if posts.words[own] & STARRED:
            found = _in_text(tree.plain_text(posts.analysis.text_node[posts.own[own]]))
            if found is not None:
                return found
    return None


def _readings(tree: PageTree, node: int, stop: int) -> Iterator[float | None]:
    """Tell what the attributes of the nodes say, then what their text does."""
    # Texts are nodes without any.
    first = tree.first_attribute[node : stop + 1]
    given = [node + i for i in range(stop - node) if first[i] < first[i + 1]]
    for one in given:
        for name in ("content", "title", "alt", "value"):
            if said := tree.get(one, name):
                yield _in_text(said)
    yield _in_text(tree.plain_text(node))
    for one in given:
        if style := tree.get(one, "style"):
            yield rating_in_style(style)
        if names := tree.get(one, "class"):
            yield rating_in_class(names)


def _in_text(text: str) -> float | None:
    return _rating_in(text) if text and len(text) <= MAX_CHARS else None


@lru_cache(maxsize=1024)
def _rating_in(text: str) -> float | None:
    """The rating that a short text gives; the same few are asked for again and again."""
    rating = rating_of(text)
    if rating is None:
        return None
    if rating.best is not None:
        return round(float(rating.value / rating.best) * BEST, 2)
    value = float(rating.value)
    return value if 0 < value <= BEST else None


_NUMBER = re.compile(r"[-−–]?(\d+(?:[.,]\d+)*\s?[kK]?)")
MAX_SCORE_CHARS: Final = 40
"""Characters of a text that are read for a score."""


def score_of(tree: PageTree, found: Parts, post: int) -> int | None:
    """The number in the text that holds the post's votes."""
    own = found.score[post]
    if own < 0:
        return None
    posts = found.posts
    text = tree.plain_text(posts.analysis.text_node[posts.own[own]])
    said = _NUMBER.search(text[:MAX_SCORE_CHARS])
    value = None if said is None else number_of(said[1])
    if said is None or value is None:
        return None
    return -int(value) if said[0][0] in "-−–" else int(value)
