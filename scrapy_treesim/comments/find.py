"""From a page to its comments, by the method of choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.comments.learned import LearnedThread, posts_of
from scrapy_treesim.comments.leaves import leaves_of
from scrapy_treesim.methods import chosen
from scrapy_treesim.page import Page, Source
from scrapy_treesim.papers.zhu import Zhu, zhu_comments

Method: TypeAlias = "LearnedThread | Zhu"

METHODS: Final[dict[str, Callable[[], Method]]] = {"learned": LearnedThread, "zhu": Zhu}
"""The methods by name."""


def comments(page: Page | Source, method: Method | str = "learned") -> list[Comment]:
    """The page's comments in page order; empty where it has none, and where it is oversized.

    ``method`` is a method's name, or the method with parameters of your own.

    >>> def post(author, day, text):
    ...     return f"<li><b class=author>{author}</b> <time>2024-05-{day}</time><p>{text}</p></li>"
    >>> page = "<h2>Comments</h2><ol>{}{}{}</ol>".format(
    ...     post("Ann", 11, "I took it twice last week, and it was never late."),
    ...     post("Ben", 12, "Does it still stop at the lighthouse in the evening?"),
    ...     post("Cy", 14, "Only on Sundays, says the board on the quay."),
    ... )
    >>> [(one.author, one.text) for one in comments(page)][1]
    ('Ben', 'Does it still stop at the lighthouse in the evening?')

    Raises:
        ValueError: no method, or no measure that it names, has that name.
        TypeError: the source cannot be read as a page, or the method is none.
    """
    if isinstance(method, str):
        method = chosen(method, METHODS)
    if isinstance(method, Zhu):
        page = Page.of(page)
        return [] if page.is_oversized else zhu_comments(page, method)
    if isinstance(method, LearnedThread):
        page = Page.of(page)
        if page.is_oversized:
            return []
        found = page.once(posts_of)
        if found is None or found.confidence < method.min_confidence:
            return []
        return read_thread(page, leaves_of(page), found.spans, found.confidence)
    raise TypeError(f"a method is its name, LearnedThread(...) or Zhu(...), not {method!r}")
