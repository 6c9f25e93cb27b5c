"""From a page to its comments, by the method of choice.

They are read from the page's leaves: which of its texts are dates, controls, numbers, and which
are said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.analysis.analyse import analyse
from scrapy_treesim.comments import _leaves_cy
from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.comments.learned import LearnedThread, likely_posts
from scrapy_treesim.methods import chosen
from scrapy_treesim.page import Page, Source
from scrapy_treesim.papers import zhu
from scrapy_treesim.papers.zhu import Zhu
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.plain_arrays import with_plain_arrays

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import Leaves
else:
    Leaves = with_plain_arrays(_leaves_cy.Leaves, "kind bits value chars plain whens longs jumps")

NOSCRIPT_SHARE: Final = 0.4
"""Share of a page's text in ``<noscript>`` from which that is what the page has to say."""
_IS_NOSCRIPT: Final = bytes(number == tags.NUMBER["noscript"] for number in range(len(tags.KNOWN)))
_HREF: Final = tags.ATTRIBUTES.index("href")


def leaves_of(page: Page) -> Leaves:
    """The page's leaves; O(nodes + bytes of short texts and names)."""
    tree = page.tree
    leaves = Leaves(_analysis(page))
    leaves.read_addresses(
        tree.first_attribute, tree.attribute, tree.value_start, tree.values, _HREF
    )
    leaves.read_texts(tree.text, tree.start)
    return leaves


def _analysis(page: Page) -> Analysis:
    """The page's analysis, that of a browser without scripts where the page is made for one."""
    tree = page.tree
    held = sum(map(tree.text_chars, nodes_of(tree.tag, _IS_NOSCRIPT)))
    if held > NOSCRIPT_SHARE * tree.chars[-1]:
        return analyse(tree, noscript=True)
    return page.analysis


Method: TypeAlias = "LearnedThread | Zhu"

METHODS: Final[dict[str, type[Method]]] = {"learned": LearnedThread, "zhu": Zhu}
"""The methods by name."""


def comments(page: Page | Source, *, method: Method | str = "learned") -> list[Comment]:
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
    method = chosen(method, METHODS)
    page = Page.of(page)
    if page.is_oversized:
        return []
    threads: Sequence[tuple[list[tuple[int, int]], float]]
    if isinstance(method, Zhu):
        threads = zhu.threads(page, method)
    else:
        posts = page.once(likely_posts)
        threads = [posts] if posts and posts.confidence >= method.min_confidence else []
    found: list[Comment] = []
    for spans, confidence in threads:
        read = read_thread(page, page.once(leaves_of), spans, confidence)
        found.extend(_numbered(read, len(found)))
    return found


def _numbered(read: Sequence[Comment], before: int) -> Iterator[Comment]:
    """The comments of a thread, numbered on from those before it."""
    for one in read:
        parent = None if one.parent is None else one.parent + before
        yield replace(one, parent=parent, position=one.position + before) if before else one
