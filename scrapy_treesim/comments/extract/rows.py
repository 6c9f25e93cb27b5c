"""Correct cut of posts that are several siblings, such as a line with the date and the text below.

A list of such posts may be cut at the wrong sibling: each text with the line of the next post. The
lines are alike in tag and class, with little text, and a time or a link with a numbered fragment;
longer text is between them. Numbers in ids and addresses that only one line has decide: if they are
in the text after their line as often as in that before, or more often, lines begin their posts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.reading.shown.ratings import entries_of
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._posts_cy import Leaves
    from scrapy_treesim.tree import PageTree

Span: TypeAlias = "tuple[int, int]"

MAX_SIBLINGS: Final = 4000
"""Largest number of siblings searched for lines."""
MAX_SIBLINGS_A_POST: Final = 40
"""Largest number of siblings searched, per post; the smaller of the two limits counts."""
MAX_STEPS: Final = 12
"""Largest number of levels that a post is widened by."""
MAX_KINDS: Final = 8
"""Number of the most frequent kinds of siblings tried as the lines."""
MAX_LINE_CHARS: Final = 160
"""Largest number of characters of text in a line."""
MOST: Final = 0.8
"""Least share of siblings of a kind that are like lines, and of gaps between them with text."""
MIN_PAIRS: Final = 2
"""Least number of posts that are a line and a text each."""
MAX_INNER: Final = 200
"""Largest number of nodes of a line, or of a text, that are compared."""
MAX_COMPARED: Final = 12
"""Largest number of gaps between lines whose numbers are compared with those of the lines."""
MAX_VALUES: Final = 6000
"""Largest number of bytes of attributes read for the numbers of one line or text."""
_NUMBER: Final = re.compile(rb"(?<!\d)\d{2,20}(?!\d)")
_FRAGMENT: Final = re.compile(rb"#[^#\d]*\d")
_HREF: Final = tags.ATTRIBUTES.index("href")


@dataclass(frozen=True, slots=True)
class _Siblings:
    """The siblings around and between a thread's posts."""

    tree: PageTree
    leaves: Leaves
    nodes: Sequence[int]

    def end(self, index: int) -> int:
        """The node after a sibling."""
        return self.nodes[index] + self.tree.size[self.nodes[index]]

    def key(self, index: int) -> tuple[int, int]:
        """The tag and class of a sibling."""
        node = self.nodes[index]
        return self.tree.tag[node], self.leaves.analysis.name[node]

    def chars(self, index: int) -> int:
        """The number of characters of text in a sibling."""
        return self.leaves.plain[self.end(index)] - self.leaves.plain[self.nodes[index]]

    def dated(self, index: int) -> bool:
        """True if a sibling has a time in it."""
        return self.leaves.whens[self.end(index)] > self.leaves.whens[self.nodes[index]]

    def is_line(self, index: int) -> bool:
        """True if a sibling is short, with a time or a link with a numbered fragment."""
        return self.chars(index) <= MAX_LINE_CHARS and (
            self.dated(index) or self._has_fragment(index)
        )

    def _has_fragment(self, index: int) -> bool:
        """True if a sibling has an address with a numbered fragment: ``#comment-12``."""
        tree = self.tree
        return any(
            _FRAGMENT.search(tree.values, tree.value_start[entry], tree.value_start[entry + 1])
            for entry in entries_of(tree, _HREF, self.nodes[index], self.end(index))
        )

    def numbers(self, low: int, high: int) -> set[bytes]:
        """The numbers in attributes of the siblings from ``low`` up to ``high``."""
        if low >= high:
            return set()
        tree = self.tree
        start = tree.value_start[tree.first_attribute[self.nodes[low]]]
        stop = tree.value_start[tree.first_attribute[self.end(high - 1)]]
        return set(_NUMBER.findall(tree.values, start, min(stop, start + MAX_VALUES)))


def in_rows(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """Cut the posts anew if each is a line and the text beside it; else return them unchanged."""
    spans = _paired(tree, leaves, spans)
    wide = climbed(tree, leaves, spans)
    above = tree.parent[wide[0][0]]
    are_beside = all(tree.parent[low] == above for low, _ in wide) and all(
        before[1] <= after[0] for before, after in pairwise(wide)
    )
    if above < 0 or len(wide) == 1 or not are_beside:
        return list(spans)
    return _cut(_Siblings(tree, leaves, _siblings(tree, leaves, above, len(wide)))) or list(spans)


def _paired(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> Sequence[Span]:
    """Join the posts by twos if most are two siblings, a line and the text below it, and all lines
    have elements that no text has, as all texts have others."""
    siblings = _Siblings(tree, leaves, [low for low, _ in spans])
    joined: list[Span] = []
    lines: list[Span] = []
    texts: list[Span] = []
    index = 0
    while index < len(spans):
        low, high = spans[index]
        below, end = spans[index + 1] if index + 1 < len(spans) else (-1, -1)
        if below == high and tree.parent[below] == tree.parent[low] and siblings.is_line(index):
            lines.append((low, high))
            texts.append((below, end))
            high = end
            index += 1
        joined.append((low, high))
        index += 1
    if len(lines) < max(MIN_PAIRS, MOST * len(spans) / 2):
        return spans
    of_lines, of_texts = _inner_of(tree, leaves, lines), _inner_of(tree, leaves, texts)
    if set.intersection(*of_lines) <= set.union(*of_texts):
        return spans
    if set.intersection(*of_texts) <= set.union(*of_lines):
        return spans
    return joined


def _inner_of(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> list[set[tuple[int, int]]]:
    """The tags and classes in each post, but of its children: those may alternate."""
    name = leaves.analysis.name
    return [
        {
            (tree.tag[node], name[node])
            for node in range(low + 1, min(high, low + MAX_INNER))
            if tree.parent[node] != low
        }
        for low, high in spans
    ]


def climbed(tree: PageTree, leaves: Leaves, spans: Sequence[Span]) -> Sequence[Span]:
    """Widen the posts, all by as many levels, as long as none takes in another or its text."""
    texts = leaves.analysis.texts
    for _ in range(MAX_STEPS if len(spans) > 1 else 0):
        wider: list[Span] = []
        previous = end = -1
        for low, high in spans:
            above = tree.parent[low]
            # A post that ends within its element is cut at another.
            if above <= max(0, previous) or high < low + tree.size[low]:
                return spans
            stop = above + tree.size[above]
            # Text around a reply inside another post belongs to that post.
            if low < end and texts[stop] - texts[above] > texts[high] - texts[low]:
                return spans
            wider.append((above, stop))
            previous, end = low, max(end, high)
        spans = wider
    return spans


def _siblings(tree: PageTree, leaves: Leaves, above: int, posts: int) -> list[int]:
    """The children with text of an element; none if they are too many for the number of posts."""
    texts, size = leaves.analysis.texts, tree.size
    most = min(MAX_SIBLINGS, MAX_SIBLINGS_A_POST * (posts + 1))
    nodes = (node for node in tree.children(above) if texts[node + size[node]] > texts[node])
    siblings = [*islice(nodes, most + 1)]
    return siblings if len(siblings) <= most else []


def _cut(siblings: _Siblings) -> list[Span] | None:
    """Cut the posts from each line to the next one, or to the one before; None without lines."""
    lines = _lines(siblings)
    if not lines:
        return None
    # The last post, or the first, has as many siblings as the longest of the other posts.
    longest = max(after - before for before, after in pairwise(lines))
    nodes = siblings.nodes
    if _begin(siblings, lines):
        last = min(len(nodes), lines[-1] + longest) - 1
        starts = [nodes[index] for index in lines]
        return [*zip(starts, [*starts[1:], siblings.end(last)], strict=True)]
    ends = [*map(siblings.end, lines)]
    return [*zip([nodes[max(0, lines[0] - longest + 1)], *ends[:-1]], ends, strict=True)]


def _lines(siblings: _Siblings) -> list[int]:
    """The indices of the lines: of several kinds the one with the most times, then the least
    text."""
    by_key: dict[tuple[int, int], list[int]] = {}
    for index in range(len(siblings.nodes)):
        by_key.setdefault(siblings.key(index), []).append(index)
    best: list[int] = []
    best_rank = (0, 0)
    for indices in sorted(by_key.values(), key=len, reverse=True)[:MAX_KINDS]:
        gaps = [range(before + 1, after) for before, after in pairwise(indices)]
        filled_gaps = sum(any(siblings.chars(index) > 1 for index in gap) for gap in gaps)
        are_lines = sum(map(siblings.is_line, indices)) >= MOST * len(indices)
        if gaps and are_lines and filled_gaps >= MOST * len(gaps):
            rank = sum(map(siblings.dated, indices)), -sum(map(siblings.chars, indices))
            if not best or rank > best_rank:
                best, best_rank = indices, rank
    return best


def _begin(siblings: _Siblings, lines: Sequence[int]) -> bool:
    """True if lines share their own numbers with the siblings after them as often as, or more
    often than, with those before."""
    lines = lines[: MAX_COMPARED + 1]
    numbers_of_lines = [siblings.numbers(index, index + 1) for index in lines]
    counts = Counter(number for numbers in numbers_of_lines for number in numbers)
    balance = 0
    for index, (before, after) in enumerate(pairwise(lines)):
        between = siblings.numbers(before + 1, after)
        balance += any(counts[number] == 1 for number in numbers_of_lines[index] & between)
        balance -= any(counts[number] == 1 for number in numbers_of_lines[index + 1] & between)
    return balance >= 0
