"""Reviews that the model is too little sure of: posts of prose, each with a rating.

Shops' reviews often have neither date nor button. Where nothing on a page is likely to be its
comments, a thread is asked about whose posts say sentences, with hardly a link or a price, and all
of whose posts give a rating: written, drawn as stars, or declared in an attribute. Its odds rise by
as much as such threads of generated pages were found to be reviews more often than the model said;
``training/reviews.py`` fits that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract.widening import climbed
from scrapy_treesim.tree import tags
from scrapy_treesim.values.drawn_ratings import rating_in_class, rating_in_style
from scrapy_treesim.values.lexicon import ratings
from scrapy_treesim.values.typed_values import rating_of

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.model import Candidate
    from scrapy_treesim.tree import PageTree

ALWAYS: Final = 4.2
"""What is added to the log odds of posts that are all rated; fitted."""
OF_ODDS: Final = 0.97
"""What the model's own log odds are worth of it; fitted."""
MIN_RATED: Final = 0.8
"""Share of posts with a rating from which all have one."""
MAX_POSTS: Final = 12
"""Posts that are asked."""
MAX_NODES: Final = 150
"""Nodes of a post that are asked."""
MAX_CHARS: Final = 40
"""Characters of a text that is a rating."""
MAX_DECLARED_CHARS: Final = 60
"""Characters of an attribute that is one."""
MAX_NAME_CHARS: Final = 200
"""Characters of class names that are read."""
BEST: Final = (5, 10)
"""The best ratings there are."""
STARS: Final = range(4, 11)
"""Stars in one element that are a rating: five, one of them may be drawn in another way; or ten."""

_STAR: Final = re.compile(r"(?<![a-z])stars?(?![a-z])", re.IGNORECASE)
_SIGNS: Final = "★⭐"
_WORDS: Final = frozenset((ratings.STARS + ratings.RATED).split())
_WORD: Final = re.compile(r"[^\W\d_]{2,20}")


def as_reviews(candidate: Candidate) -> Candidate:
    """The candidate with the probability that it has as rated prose."""
    return candidate.lifted(ALWAYS, OF_ODDS)


def are_rated(tree: PageTree, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether nearly all posts give a rating, they or what stands around them alone."""
    wide = climbed(leaves, spans[:MAX_POSTS])
    missing = 0
    for low, high in wide:
        missing += not is_rated(tree, low, high)
        # Most threads are told by their first posts.
        if missing > (1 - MIN_RATED) * len(wide):
            return False
    return True


def is_rated(tree: PageTree, low: int, high: int) -> bool:
    """Whether a rating stands between two nodes."""
    stars: Counter[int] = Counter()
    for node in range(low, min(high, low + MAX_NODES)):
        if tree.tag[node] == tags.TEXT:
            if _is_written(tree.plain_text(node)):
                return True
            continue
        if tree.first_attribute[node] == tree.first_attribute[node + 1]:
            continue
        names = (tree.get(node, "class") or "")[:MAX_NAME_CHARS]
        if names and rating_in_class(names) is not None:
            return True
        if any(_is_declared(tree.get(node, name), names) for name in ("title", "alt", "content")):
            return True
        style = tree.get(node, "style")
        if style and rating_in_style(style) is not None:
            around = (tree.get(tree.parent[node], "class") or "")[:MAX_NAME_CHARS]
            if _tells_rating(f"{names} {around}"):
                return True
        if _STAR.search(names):
            stars[tree.parent[node]] += 1
    return any(count in STARS for count in stars.values())


def _is_written(text: str) -> bool:
    """Whether a text is stars, or a number of so many."""
    if len(text) > MAX_CHARS:
        return False
    if any(sign in text for sign in _SIGNS):
        return True
    if "5" not in text and "10" not in text:
        return False
    rating = rating_of(text)
    return rating is not None and rating.best in BEST


def _is_declared(value: str | None, names: str) -> bool:
    """Whether an attribute of an element with these class names holds a rating."""
    if not value or len(value) > MAX_DECLARED_CHARS:
        return False
    told = _tells_rating(f"{value} {names}")
    if not told and "5" not in value and "10" not in value:
        return False
    rating = rating_of(value)
    return rating is not None and (told or rating.best in BEST)


def _tells_rating(text: str) -> bool:
    """Whether a word of a text is one for ratings or stars."""
    return any(word.lower() in _WORDS for word in _WORD.findall(text))
