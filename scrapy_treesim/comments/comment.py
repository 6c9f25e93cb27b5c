"""Comments, and the posts that they are read from."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from scrapy_treesim.comments.constants import QUOTATION, SIGNATURE
from scrapy_treesim.files.detached import Detachable
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.html import html_of
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.as_html import table_html
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.fields import COMMENT, plain_values
from scrapy_treesim.wording import counted, shortened

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.comments.extract.ratings import PostRatings
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

_ROWS: Final = tags.numbers("tr tbody thead tfoot")
MAX_QUOTES: Final = 200
"""Largest number of separate runs of quoted texts in one comment."""


@dataclass(frozen=True, slots=True, eq=False)
class ThreadParts:
    """The posts of one thread on their page, with the parts of each; the source of its comments."""

    page: Page
    parts: Parts
    spans: Sequence[tuple[int, int]]
    """First node of each post, and the node after its last."""
    language: str | None
    day_first: bool | None
    """True if numeric dates have the day first; None if unknown."""
    ratings: PostRatings
    """Ratings given by the posts."""

    def node(self, index: int) -> int:
        """The node of an own text, by its index in the arrays of the posts."""
        posts = self.parts.posts
        node: int = posts.analysis.text_node[posts.text_index[index]]
        return node

    def runs(self, post: int, part: int) -> list[list[int]]:
        """The text nodes of a part of a post's body, consecutive texts together."""
        # A signature may be below the body.
        indices = range(self.parts.first[post], self.parts.posts.first_text[post + 1])
        runs = groupby(indices, lambda index: self.parts.part[index] == part)
        return [[*map(self.node, run)] for is_of_part, run in runs if is_of_part]


@dataclass(frozen=True, repr=False)
class Comment(Detachable):
    """One comment, post or review.

    >>> page = "<h2>Comments</h2><ol>" + "".join(
    ...     f"<li><b class=author>{name}</b> <time>2024-05-1{day}</time><p>It was never late.</p>"
    ...     for day, name in enumerate(["Ann", "Ben", "Cy"])
    ... )
    >>> [(comment.author, comment.date) for comment in comments(page)]
    [('Ann', '2024-05-10'), ('Ben', '2024-05-11'), ('Cy', '2024-05-12')]
    """

    _of_page = ("_thread",)

    text: str
    """Own text of the comment, without author, time, controls and signature; without
    quotations, unless these are more than half as long as the rest."""
    author: str | None
    """Name of the author."""
    time: str | None
    """Time, from a ``datetime`` or ``title``, or in the page's own words."""
    parent: int | None
    """Position of the comment it answers, among all found on the page."""
    depth: int
    """Number of comments above it, from answer to answer."""
    position: int
    """Position among all comments found on the page, from 0."""
    score: int | None
    """Number of votes, likes or points."""
    is_first_post: bool
    """True for the opening post of a thread or its question, which the others answer."""
    confidence: float
    """Confidence that this is a comment, in [0, 1]."""
    _thread: ThreadParts = field(repr=False, compare=False)
    _post: int = field(repr=False, compare=False)
    reasons: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Reasons that came with it, of a post of JSON; empty where the page has them."""

    def __repr__(self) -> str:
        author = f" by {shortened(self.author)!r}" if self.author else ""
        return f"<Comment {self.position}{author}: {shortened(self.text)!r}>"

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain values, ready for JSON."""
        return plain_values(self, ("xpath", "confidence", *COMMENT))

    @cached_property
    def date(self) -> str | None:
        """The time in ISO 8601, a date or a datetime; None for a relative time, unless the page has
        a moment."""
        if self.time is None:
            return None
        thread = self._thread
        moment = date_of(self.time, thread.language, thread.day_first, thread.page.moment)
        return None if moment is None else moment.isoformat()

    @cached_property
    def author_url(self) -> str | None:
        """The absolute address behind the author's name."""
        thread = self._thread
        index = thread.parts.author[self._post]
        if index < 0:
            return None
        low = thread.parts.posts.low[self._post]
        address = _href_around(thread.page.tree, thread.node(index), low) or "#"
        return None if address.startswith("#") else thread.page.absolute(address)

    @cached_property
    def permalink(self) -> str | None:
        """The comment's own address, absolute."""
        thread = self._thread
        index = thread.parts.time[self._post]
        time_node = thread.node(index) if index >= 0 else None
        posts = thread.parts.posts
        low, stop = posts.low[self._post], posts.high[self._post]
        following = bisect_right(posts.low, low)
        if following < posts.count:
            stop = min(stop, posts.low[following])
        return _permalink(thread.page, low, stop, time_node)

    @cached_property
    def rating(self) -> float | None:
        """Stars of a review, out of 5 if the best rating is on the page."""
        return self._thread.ratings.of(self._post)

    @cached_property
    def is_accepted(self) -> bool:
        """True for an answer that the page marks as the accepted one, or the solution."""
        tree, lows = self._thread.page.tree, self._thread.parts.posts.low
        node = lows[self._post]
        own = _count_inside(lows, node, tree.size[node])
        # What is around a comment on an answer is the answer's.
        for _ in range(MAX_ANCESTORS if self.depth <= 1 else 1):
            if "acceptedAnswer" in (tree.get(node, "itemprop") or "").split():
                return True
            if any(map(_ACCEPTED.match, (tree.get(node, "class") or "")[:MAX_CLASS_CHARS].split())):
                return True
            node = tree.parent[node]
            # What is around other posts of the thread too tells nothing of this one.
            if node <= 0 or _count_inside(lows, node, tree.size[node]) > own:
                break
        return False

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """Quotations in the comment; beyond 200, the last ones as one."""
        return self._parts(QUOTATION)

    @cached_property
    def signature(self) -> str | None:
        """The author's signature."""
        return "\n".join(self._parts(SIGNATURE)) or None

    def _parts(self, part: int) -> tuple[str, ...]:
        runs = self._thread.runs(self._post, part)
        # Every run is read from an element that may contain all other runs too.
        if len(runs) > MAX_QUOTES:
            last = MAX_QUOTES - 1
            runs[last:] = [list(chain.from_iterable(runs[last:]))]
        return _texts(self._thread, runs)

    @cached_property
    def html(self) -> str:
        """The text as clean HTML."""
        thread = self._thread
        keep = thread.parts.own_flags(self._post)
        first = keep.find(1)
        if first < 0:
            return ""
        page = thread.page
        node = page.tree.element_around(first, keep.rfind(1))
        # Cells of several columns need their table.
        while node > 0 and page.tree.tag[node] in _ROWS:
            node = page.tree.parent[node]
        return html_of(page.tree, keep, node, page.absolute)

    @cached_property
    def xpath(self) -> str:
        """XPath of the comment's element, with name and time; of several elements in a row, the
        first."""
        return self._thread.page.xpath(self._thread.parts.posts.low[self._post])


class Comments(list[Comment]):
    """A list of comments that notebooks show as a table."""

    def _repr_html_(self) -> str:
        rows = (
            (f"{'› ' * min(post.depth, 10)}{post.author or ''}", post.date or post.time, post.text)
            for post in self
        )
        return table_html(f"<{counted(len(self), 'comment')}>", rows, ("author", "date", "text"))


def _texts(thread: ThreadParts, runs: Sequence[list[int]]) -> tuple[str, ...]:
    """The text of each run of nodes, without other nodes between them.

    O(nodes and bytes of the smallest element around each run, and nodes of the page).
    """
    if not runs:
        return ()
    tree = thread.page.tree
    keep = bytearray(len(tree))
    texts = []
    for run in runs:
        for node in run:
            keep[node] = 1
        texts.append(text_of(tree, tree.element_around(run[0], run[-1]), keep))
        for node in run:
            keep[node] = 0
    return tuple(texts)


# Addresses

_LINK: Final = tags.NUMBER["a"]
MAX_ANCESTORS: Final = 4
"""Largest number of elements above a name or a time that are tried as its link."""
MAX_LINKS: Final = 40
"""Largest number of links read in a comment."""
MAX_ID_CHARS: Final = 200
"""Largest number of characters of a comment's ``id``: one element's may be read for all posts."""

MAX_CLASS_CHARS: Final = 500
"""Largest number of characters read of the classes of an element around a comment."""

_ACCEPTED = re.compile(
    r"(?:[a-z]+--|is-|js-|answer-|lia-)?"
    r"(?:accepted(?:[-_]?(?:answer|solution|reply))?|best[-_]?(?:answer|solution|reply))\Z",
    re.IGNORECASE,
)
_NUMBERED_FRAGMENT = re.compile(r"#[^/#\d]*\d")
_ACTION = re.compile(
    r"(?<![a-z])(?:repl(?:y|ies)\w*|respond|quot\w*|report|(?:up|down)?vote\w*|delete|edit|share"
    r"|login)(?![a-z])",
    re.IGNORECASE,
)
_COMMENT_ID = re.compile(
    r"(?:.*[-_])?(?:comment|cmt|post|message|msg|reply|answer|review|entry|floor|pid|p|c|m)"
    r"(?:[-_]?(?:id|content))?[-_:]?\d+|\d{2,}",
    re.IGNORECASE,
)


def _count_inside(lows: Sequence[int], node: int, size: int) -> int:
    """The number of posts that begin inside an element."""
    return bisect_left(lows, node + size) - bisect_left(lows, node)


def _href_around(tree: PageTree, node: int, low: int) -> str | None:
    """The address of the link around a text, inside the post that begins at ``low``."""
    for _ in range(MAX_ANCESTORS):
        node = tree.parent[node]
        if node < low:
            break
        if tree.tag[node] == _LINK:
            return tree.get(node, "href")
    return None


def _permalink(page: Page, low: int, stop: int, time_node: int | None) -> str | None:
    """The address of the comment in these nodes: the link around its time, a link with a numbered
    fragment, or its element's ``id`` as a fragment of this page."""
    tree = page.tree
    if time_node is not None:
        address = _href_around(tree, time_node, low)
        if address and not _is_action(page, address):
            return page.absolute(address)
    for node in _links_to_fragments(tree, low, stop):
        address = tree.get(node, "href") or ""
        if _NUMBERED_FRAGMENT.search(address) and not _is_action(page, address):
            return page.absolute(address)
    fragment = _id_of(tree, low)
    return page.absolute(f"#{fragment}") if fragment and page.url else None


def _links_to_fragments(tree: PageTree, low: int, stop: int) -> Iterator[int]:
    """The first links among these nodes; none if no attribute there has a ``#``."""
    first, last = tree.first_attribute[low], tree.first_attribute[stop]
    if tree.values.find(b"#", tree.value_start[first], tree.value_start[last]) < 0:
        return iter(())
    links = (node for node in range(low, stop) if tree.tag[node] == _LINK)
    return islice(links, MAX_LINKS)


def _is_action(page: Page, address: str) -> bool:
    """Tell whether an address is an action: answering, voting and the like.

    Words of the page's own path do not count.
    """
    try:
        parts = urlsplit(address)
        own_path = urlsplit(page.url).path
    except ValueError:
        return True
    last = "" if parts.path == own_path else parts.path.rstrip("/").rpartition("/")[2]
    return _ACTION.search(f"{last} {parts.query} {parts.fragment}") is not None


def _id_of(tree: PageTree, low: int) -> str | None:
    """The first id or name like a comment's, of a post, its next two nodes or its parent."""
    for node in (low, low + 1, low + 2, tree.parent[low]):
        if 0 <= node < len(tree):
            for attribute in ("id", "name"):
                value = tree.get(node, attribute)
                # Most names do not end in a digit.
                if not value or not value[-1].isdecimal() or len(value) > MAX_ID_CHARS:
                    continue
                if _COMMENT_ID.fullmatch(value):
                    return value
    return None
