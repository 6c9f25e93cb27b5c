"""From a page to its comments, by the method of choice.

By default they are what of a page the network takes for posts, as groups of like elements: elements
are alike by their names, or their path of tags, and of such groups the one with the best F1 to be
expected is the thread. They are read from the page's leaves: which of its texts are dates,
controls, numbers, and which are said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import log
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from scrapy_treesim.analysis.analyse import analyse
from scrapy_treesim.comments import _leaves_cy
from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.methods import chosen
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.network.forward import answers_of, elements_of, likely
from scrapy_treesim.network.weights import LABELS, OF_ELEMENTS
from scrapy_treesim.page import Page, Source
from scrapy_treesim.papers import zhu
from scrapy_treesim.papers.zhu import Zhu
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.plain_arrays import with_plain_arrays

if TYPE_CHECKING:
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import Leaves
    from scrapy_treesim.reading._elements_cy import ElementNumbers
else:
    Leaves = with_plain_arrays(_leaves_cy.Leaves, "kind bits value chars plain whens longs jumps")


LIKELY: Final = 0.45
"""The probability from which posts are taken for comments, unless other things are asked for."""
MIN_BLOCK: Final = 0.03
"""Least probability that some block is part of a comment. Measured: of 258 dev pages with comments
none has less than 0.2, of 1,128 without five in six have less than this."""
MIN_PROBABILITY: Final = 0.1
"""Least probability of a post."""
MIN_OF_MEAN: Final = 0.4
"""The same as a share of the mean of its group."""
MIN_OWN: Final = 0.15
"""Least text of a post, per text between it and the next."""
MIN_LONGER: Final = 0.6
"""Share of posts that go on over the siblings after them: fewer, and none does."""
OF_COUNT: Final = 0.25
"""Exponent of the post count in the odds; chosen on dev pages."""
SURE: Final = 1 - 1e-9
"""Probability beyond which odds rise no more."""


@dataclass(frozen=True, slots=True)
class LearnedThread:
    """The method's parameters."""

    min_confidence: float = LIKELY
    """Comments less sure than this are left out, in [0, 1]."""


class Found(NamedTuple):
    """The posts of a page that may be its comments."""

    spans: list[tuple[int, int]]
    """The first node of each and the one after its last; answers may lie in others."""
    confidence: float
    """The mean probability of the posts, more where they are many, in [0, 1]."""


def likely_posts(page: Page) -> Found | None:
    """The posts of a page, None where there is nothing like one; O(n log n) in its elements."""
    answers = page.once(answers_of)
    # Most pages end here, before anything is asked of their elements.
    if answers is None or max(likely(answers.labels, "comment", LABELS)) < MIN_BLOCK:
        return None
    odds = page.once(elements_of)
    if odds is None:
        return None
    elements = page.once(reading_of).elements
    chances = likely(odds, "post", OF_ELEMENTS)
    candidates = [one for one, chance in enumerate(chances) if chance >= MIN_PROBABILITY]
    if not candidates:
        return None
    posts = sorted(_best_group(elements, chances, candidates))
    bodies = likely(answers.labels, "body", LABELS)
    said = [*accumulate(map(mul, bodies, page.once(reading_of).units), initial=0.0)]
    mean = min(SURE, _mean(chances, posts))
    confidence = probability(log(mean / (1 - mean)) + OF_COUNT * log(len(posts)))
    return Found(_spans(page, elements, posts, said), confidence)


def _best_group(
    elements: ElementNumbers, chances: Sequence[float], candidates: Sequence[int]
) -> tuple[int, ...]:
    """The group of like elements with the best F1 to be expected."""
    names, path, first = elements.names, elements.path, elements.first
    alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for one in candidates:
        alike[0, names[one]].append(one)
        alike[1, path[one]].append(one)
    expected = _expected(first, chances, candidates)
    found: dict[tuple[int, ...], float] = {}
    for group in dict.fromkeys(map(tuple, alike.values())):
        least = MIN_OF_MEAN * _mean(chances, group)
        members = tuple([one for one in group if chances[one] >= least])
        right = 2 * _expected(first, chances, members)
        found[members] = right / (len(members) + expected)
    return max(found, key=found.__getitem__)


def _mean(chances: Sequence[float], those: Sequence[int]) -> float:
    return sum(map(chances.__getitem__, those)) / len(those)


def _expected(first: Sequence[int], chances: Sequence[float], those: Sequence[int]) -> float:
    """The posts to be expected among elements: those that begin with one block, the ``first`` of
    each, are one post."""
    begun: dict[int, float] = {}
    for one in those:
        if chances[one] > begun.get(first[one], 0.0):
            begun[first[one]] = chances[one]
    return sum(begun.values())


def _spans(
    page: Page, elements: ElementNumbers, posts: Sequence[int], said: Sequence[float]
) -> list[tuple[int, int]]:
    """The nodes of each post: of one element, or of several siblings."""
    tree, before = page.tree, page.once(reading_of).blocks.before
    spans = {node: node + tree.size[node] for node in map(elements.node.__getitem__, posts)}
    long = {}
    for node, stop in spans.items():
        end = tree.parent[node] + tree.size[tree.parent[node]] if node else stop
        tail = stop
        while tail < end and tail not in spans:
            tail += tree.size[tail]
        own, following = before[stop], before[tail]
        if said[own] - said[before[node]] < MIN_OWN * (said[following] - said[own]):
            long[node] = tail
    # Where posts say nothing but what follows them does, each goes on up to the next.
    if len(long) >= MIN_LONGER * len(spans):
        spans.update(long)
    return [*spans.items()]


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
