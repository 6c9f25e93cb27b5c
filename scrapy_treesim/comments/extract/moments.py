"""Texts of posts that name a moment in ways that the leaves do not know.

Months in more languages, a year without its century, "2y" where the whole date is declared around
it: all of it is read only where most posts of a thread have no time that the leaves know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract.time import declared_around
from scrapy_treesim.values.dates import date_of

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._posts_cy import Posts
    from scrapy_treesim.tree import PageTree

MAX_CHARS: Final = 40
"""Characters of a text that is a date: longer ones mention some."""
MAX_WORDS: Final = 7
"""Words of such a text, numbers among them."""
MAX_SHORT_CHARS: Final = 14
"""Characters of a text that may stand for a date that is declared around it."""
MAX_READ: Final = 2000
"""Texts of a thread that are read so."""


def mark_moments(tree: PageTree, leaves: Leaves, posts: Posts, language: str | None) -> None:
    """Mark the posts' texts that are dates after all."""
    analysis = posts.analysis
    read = 0
    for own in range(posts.owned):
        text = posts.own[own]
        # Without a digit it names no moment.
        if leaves.value[text] < 0 or leaves.chars[text] > MAX_CHARS:
            continue
        if posts.counted[own] > MAX_WORDS:
            continue
        read += 1
        if read > MAX_READ:
            break
        node = analysis.text_node[text]
        said = tree.plain_text(node)
        if date_of(said, language) is not None or (
            len(said) <= MAX_SHORT_CHARS
            and (declared := declared_around(tree, node, posts.low[posts.post[own]])) is not None
            and date_of(declared, language) is not None
        ):
            posts.moment[own] = 1
