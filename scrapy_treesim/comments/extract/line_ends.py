"""Whether the lines of a thread begin their posts or end them: decided once for all of it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract.lines import Lines, Rows

MAX_COMPARED: Final = 12
"""Lines whose numbers are compared with those of their texts."""
MAX_VALUES: Final = 6000
"""Bytes of attributes that are read for the numbers of one line or text."""
_NUMBER: Final = re.compile(rb"(?<!\d)\d{2,20}(?!\d)")
_LEADING: Final = tags.numbers("h1 h2 h3 h4 h5 h6 dt header summary legend caption")
_CLOSING: Final = tags.numbers("footer")


def begin(lines: Lines) -> bool | None:
    """Whether the lines begin their posts; None where nothing tells."""
    by_number = begin_by_number(lines)
    if by_number is not None:
        return by_number
    before, after = lines.says(lines.before()), lines.says(lines.after())
    if before != after:
        return after
    tag = lines.rows.tree.tag[lines.rows.nodes[lines.places[0]]]
    if tag in _LEADING:
        return True
    return False if tag in _CLOSING else None


def begin_by_number(lines: Lines) -> bool | None:
    """Whether lines share their own numbers with what follows them, or with what precedes."""
    rows = lines.rows
    places = lines.places[: MAX_COMPARED + 1]
    own = [_numbers(rows, p, p + 1) for p in places]
    seen = Counter(number for numbers in own for number in numbers)
    following = preceding = 0
    for at, (one, other) in enumerate(pairwise(places)):
        between = _numbers(rows, one + 1, other)
        following += any(seen[number] == 1 for number in own[at] & between)
        preceding += any(seen[number] == 1 for number in own[at + 1] & between)
    if following == preceding or 2 * max(following, preceding) < len(places) - 1:
        return None
    if 3 * min(following, preceding) > max(following, preceding):
        return None
    return following > preceding


def _numbers(rows: Rows, low: int, high: int) -> set[bytes]:
    """The numbers in attributes of the siblings at some places."""
    if low >= high:
        return set()
    tree = rows.tree
    start = tree.value_start[tree.first_attribute[rows.nodes[low]]]
    stop = tree.value_start[tree.first_attribute[rows.end(high - 1)]]
    return set(_NUMBER.findall(tree.values, start, min(stop, start + MAX_VALUES)))
