"""Comments, and the thread that they are read from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.comments.constants import QUOTATION, SIGNATURE
from scrapy_treesim.comments.extract.addresses import link_around, permalink_of
from scrapy_treesim.comments.extract.rating import rating_at
from scrapy_treesim.detached import Detachable
from scrapy_treesim.fields import COMMENT, plain_values
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.html import html_of
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.wording import shortened

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.page import Page

_ROWS: Final = tags.numbers("tr tbody thead tfoot")


MAX_QUOTES: Final = 200
"""Runs of quoted texts that are told apart in one comment."""


@dataclass(frozen=True, slots=True, eq=False)
class Thread:
    """The posts of one thread as they stand on their page: what its comments are read from."""

    page: Page
    parts: Parts
    spans: Sequence[tuple[int, int]]
    """The nodes of each post, the last one excluded."""
    language: str | None
    day_first: bool | None
    """True if its numeric dates name the day first; None if unknown."""

    def node(self, own: int) -> int:
        """The node of one of the thread's texts."""
        posts = self.parts.posts
        node: int = posts.analysis.text_node[posts.own[own]]
        return node

    def runs(self, post: int, part: int) -> list[list[int]]:
        """The texts of a part of the body, as nodes, those that follow one another together."""
        parts = self.parts
        runs: list[list[int]] = []
        before = -2
        # A signature may stand below the body.
        first = parts.first[post]
        held = parts.part[first : parts.posts.first_own[post + 1]]
        if part not in held:
            return runs
        for own, one in enumerate(held, first):
            if one == part:
                if own != before + 1:
                    runs.append([])
                runs[-1].append(self.node(own))
                before = own
        return runs


@dataclass(frozen=True, repr=False)
class Comment(Detachable):
    """One comment, post or review."""

    _of_page = ("_thread",)

    text: str
    """Text of its own, without author, time, controls and signature; without
    quotations, but where these are more than half as long as the rest."""
    author: str | None = None
    """Name of its author."""
    time: str | None = None
    """Time, from a ``datetime`` or ``title``, or in the page's own words."""
    parent: int | None = None
    """The number of the comment that it answers, among those found."""
    depth: int = 0
    """Number of comments above it."""
    position: int = 0
    """Its number among those found, from 0."""
    score: int | None = None
    """Votes, likes or points."""
    is_first_post: bool = False
    """True if all others answer it: a thread's first post, a question."""
    confidence: float = 1.0
    """Confidence that it is a comment, in [0, 1]."""
    _thread: Thread | None = field(default=None, repr=False, compare=False)
    _post: int = field(default=0, repr=False, compare=False)

    def __repr__(self) -> str:
        author = f" by {shortened(self.author)!r}" if self.author else ""
        return f"<Comment {self.position}{author}: {shortened(self.text)!r}>"

    def to_dict(self) -> dict[str, Any]:
        """All it says as plain values, ready for JSON."""
        return plain_values(self, ("xpath", "confidence", *COMMENT))

    @cached_property
    def date(self) -> str | None:
        """The time in ISO 8601, a date or a datetime; None where it is relative, but for pages with
        a moment."""
        if self.time is None:
            return None
        thread = self._thread
        found = (
            date_of(self.time)
            if thread is None
            else date_of(self.time, thread.language, thread.day_first, thread.page.moment)
        )
        return None if found is None else found.isoformat()

    @cached_property
    def author_url(self) -> str | None:
        """The address that the author's name links to, absolute."""
        thread = self._thread
        if thread is None or (own := thread.parts.author[self._post]) < 0:
            return None
        low = thread.parts.posts.low[self._post]
        return link_around(thread.page, thread.node(own), low)

    @cached_property
    def permalink(self) -> str | None:
        """The comment's own address, absolute."""
        thread = self._thread
        if thread is None:
            return None
        own = thread.parts.time[self._post]
        time = thread.node(own) if own >= 0 else None
        posts = thread.parts.posts
        low, stop = posts.low[self._post], posts.high[self._post]
        following = bisect_right(posts.low, low)
        if following < posts.count:
            stop = min(stop, posts.low[following])
        return permalink_of(thread.page, low, stop, time)

    @cached_property
    def rating(self) -> float | None:
        """Stars of a review, out of 5 where the best is told."""
        thread = self._thread
        if thread is None:
            return None
        return rating_at(thread.page.tree, thread.parts.posts, self._post)

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """Tell what it quotes; of more than 200 quotations, the last ones as one."""
        return self._parts(QUOTATION)

    @cached_property
    def signature(self) -> str | None:
        """Tell what its author puts under everything."""
        return "\n".join(self._parts(SIGNATURE)) or None

    def _parts(self, part: int) -> tuple[str, ...]:
        thread = self._thread
        if thread is None:
            return ()
        runs = thread.runs(self._post, part)
        # Every run is read from an element that may hold all others too.
        if len(runs) > MAX_QUOTES:
            last = MAX_QUOTES - 1
            runs[last:] = [list(chain.from_iterable(runs[last:]))]
        return _texts(thread, runs)

    @cached_property
    def html(self) -> str:
        """Tell what it says, as clean HTML."""
        thread = self._thread
        if thread is None:
            return ""
        keep = thread.parts.kept(self._post)
        first = keep.find(1)
        if first < 0:
            return ""
        page = thread.page
        node = _around(thread, first, keep.rfind(1))
        # Cells of several columns stand in their table.
        while node > 0 and page.tree.tag[node] in _ROWS:
            node = page.tree.parent[node]
        return html_of(page.tree, keep, node, page.absolute)

    @cached_property
    def xpath(self) -> str:
        """Tell where it stands on the page, with name and time; of several elements in a row, the
        first."""
        thread = self._thread
        if thread is None:
            return ""
        return thread.page.xpath(thread.parts.posts.low[self._post])


def _texts(thread: Thread, runs: Sequence[list[int]]) -> tuple[str, ...]:
    """The text of each run of nodes, without what stands between them.

    O(nodes and bytes of the smallest element around each run, and nodes of the page).
    """
    if not runs:
        return ()
    tree = thread.page.tree
    keep = bytearray(len(tree))
    found = []
    for run in runs:
        for node in run:
            keep[node] = 1
        found.append(text_of(tree, _around(thread, run[0], run[-1]), keep))
        for node in run:
            keep[node] = 0
    return tuple(found)


def _around(thread: Thread, first: int, last: int) -> int:
    """The smallest element around the nodes."""
    tree = thread.page.tree
    node = tree.parent[first]
    while last >= node + tree.size[node]:
        node = tree.parent[node]
    return node
