"""Whether an element names a time: what tells comments from other lists that repeat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.values.text_kinds import names_time

if TYPE_CHECKING:
    from scrapy_treesim.tree import PageTree

MAX_TIME_CHARS: Final = 60
"""A text longer than this mentions a time; it is not one."""

# Words that people use in sentences too: a time only where little else is said.
_DAY_WORD = re.compile(r"\b(?:yesterday|today|just\s+now)\b|昨天|刚刚|前天", re.IGNORECASE)
MAX_DAY_WORD_CHARS: Final = 20

_TIME_TAG = tags.NUMBER["time"]


def has_time(tree: PageTree, node: int) -> bool:
    """Whether a ``<time>`` or a short text below the node names a date or a time."""
    for one in range(node, node + tree.size[node]):
        if tree.tag[one] == _TIME_TAG and (tree.get(one, "datetime") or tree.text_chars(one)):
            return True
        short = tree.tag[one] == tags.TEXT and tree.text_chars(one) <= MAX_TIME_CHARS
        if short and _is_time(tree.plain_text(one)):
            return True
    return False


def _is_time(text: str) -> bool:
    if names_time(text):
        return True
    return len(text) <= MAX_DAY_WORD_CHARS and _DAY_WORD.search(text) is not None
