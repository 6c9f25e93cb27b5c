"""The votes a post got."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.values.typed_values import number_of

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.tree import PageTree

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
