"""The first post of a thread, which the others answer: a forum's, a question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments.extract._posts_cy import ASKING, STARRED

if TYPE_CHECKING:
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.page import Page

MAX_BEFORE: Final = 2
"""Long texts before a thread that are a notice yet, and no article."""

_FURTHER_PAGE = re.compile(
    r"[?&;](?:page|p|pg|seite|pagenumber|pn)=(?:[2-9]|\d\d)|[?&;]start=[1-9]|/page[-/]?(?:[2-9]|\d\d)"
    r"|-(?:[2-9]|\d\d)-\d+\.html",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:#|no\.?|nr\.?|№|post)?\s?(\d{1,9})\s?(?:#|楼|樓)?", re.IGNORECASE)


def begins_thread(page: Page, leaves: Leaves, found: Parts) -> bool:
    """Tell whether the first of the posts is the thread's own first.

    It is where it is called so, or where no article stands before it, and it is neither a review
    nor numbered as a later one.
    """
    posts = found.posts
    low = posts.low[0]
    if posts.rated[0] >= 0 or _FURTHER_PAGE.search(page.url):
        return False
    if posts.told[low - posts.start] & ASKING:
        return True
    if posts.count < 2 or leaves.longs[low] > MAX_BEFORE:
        return False
    own = range(posts.first_own[0], posts.first_own[1])
    if any(posts.words[k] & STARRED for k in own):
        return False
    numbers = (_NUMBER.fullmatch(page.tree.plain_text(posts.analysis.text_node[posts.own[k]]))
               for k in own if k < found.first[0] and posts.alike[k] > 1)  # fmt: skip
    numbered = [int(one[1]) for one in numbers if one is not None and one[0] != one[1]]
    return not numbered or min(numbered) <= 1
