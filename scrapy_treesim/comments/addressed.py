"""Posts that the model is too little sure of: dated prose, each with an address of its own.

A post of a board links to its place in the page, ``#post-123``, and that number stands in it once
more, as its id or in what its buttons lead to, and in no other post. Where nothing on a page is
likely to be its comments, a thread of prose all of whose posts have a date and such a number has
the odds that such threads of generated pages had; ``training/reviews.py`` fits them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract.widening import climbed

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.model import Candidate
    from scrapy_treesim.tree import PageTree

ALWAYS: Final = 2.45
"""The log odds of such a thread where the model says that it is as likely as not; fitted."""
OF_ODDS: Final = 0.71
"""What the model's own log odds are worth of it; fitted."""
MIN_SHARE: Final = 0.8
"""Share of posts with a date and a number of their own from which all have them."""
MAX_POSTS: Final = 12
"""Posts that are asked."""
MAX_VALUES: Final = 20_000
"""Bytes of attributes of a post that are read."""
MAX_PLACES: Final = 40
"""Places in a page that a post links to and that are looked for in it once more."""

_PLACE: Final = re.compile(rb"#[a-zA-Z_-]{0,24}(\d{2,20})(?!\d)")
_NUMBER: Final = re.compile(rb"(?<!\d)\d{2,20}(?!\d)")


def as_posts(candidate: Candidate) -> Candidate:
    """The candidate with the probability that it has as dated prose with addresses of its own."""
    return candidate.lifted(ALWAYS, OF_ODDS)


def are_addressed(tree: PageTree, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether nearly all posts have a date, and a number in their addresses that is theirs."""
    wide = climbed(leaves, spans[:MAX_POSTS])
    least = MIN_SHARE * len(wide)
    if sum(leaves.whens[high] > leaves.whens[low] for low, high in wide) < least:
        return False
    numbers = [_own_place(tree, low, high) for low, high in wide]
    having = Counter(numbers)
    return sum(number != b"" and having[number] == 1 for number in numbers) >= least


def _own_place(tree: PageTree, low: int, high: int) -> bytes:
    """The number of the first place that is linked to between two nodes and stands there once more:
    later ones may be of posts that are quoted."""
    start = tree.value_start[tree.first_attribute[low]]
    stop = tree.value_start[tree.first_attribute[high]]
    values = bytes(tree.values[start : min(stop, start + MAX_VALUES)])
    linked = list(dict.fromkeys(_PLACE.findall(values)))[:MAX_PLACES]
    having = Counter(_NUMBER.findall(values))
    return next((number for number in linked if having[number] > 1), b"")
