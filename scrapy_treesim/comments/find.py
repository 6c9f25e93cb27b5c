"""From a page to its comments, by the method of choice.

By default the network gives each element its probability of being a post. Elements are grouped by
their names, and by their path of tags; the group with the largest expected F1 is the thread. Its
comments are read from the page's leaves: its texts with their kinds, such as dates, buttons and
numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import log
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from scrapy_treesim.comments.comment import Comment, Comments
from scrapy_treesim.comments.extract import _posts_cy
from scrapy_treesim.comments.extract.thread import read_thread
from scrapy_treesim.comments.json_thread import json_comments
from scrapy_treesim.comments.opening import LIKELY, has_sure_author, joined, with_opening
from scrapy_treesim.comments.signed import signed_posts
from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.network.forward import answers_of, elements_of, kinds_of, likely
from scrapy_treesim.network.weights import LABELS, OF_ELEMENTS
from scrapy_treesim.page import Page, Source
from scrapy_treesim.papers import zhu
from scrapy_treesim.papers.methods import chosen
from scrapy_treesim.papers.zhu import Zhu
from scrapy_treesim.reading.analysis.analyse import analyse, analysis_of
from scrapy_treesim.reading.json_tree.content import content_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._flat_cy import nodes_of
from scrapy_treesim.tree.plain_arrays import with_plain_arrays

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._posts_cy import Leaves
    from scrapy_treesim.reading._elements_cy import ElementNumbers
    from scrapy_treesim.reading.analysis._analysis_cy import Analysis
else:
    Leaves = with_plain_arrays(_posts_cy.Leaves, "kind bits value chars plain whens")


MAX_GROUPS: Final = 4
"""Largest number of groups of posts of a thread: question, answers, comments on either."""
MIN_FURTHER: Final = 0.3
"""Least probability of the posts of a further group, which need a byline. Chosen on generated
pages."""
MIN_OWN_CHARS: Final = 12.0
"""Least number of characters of a further post outside the posts in it, and of the post around it
before it. Set by hand."""
SURE_GROUP: Final = 0.95
"""Confidence from which posts of a thread need no author and no time. Set by hand."""
MIN_BEFORE: Final = 0.5
"""Least probability of further posts before the first of the best group. Set by hand."""
OF_SIGNED: Final = 0.9
"""Confidence of signed comments. Set by hand."""
MIN_BLOCK: Final = 0.03
"""Least probability of the block most like part of a comment. Measured on dev pages: of 258 with
comments none has less than 0.2, of 1,128 without five in six have less than this."""
MIN_PROBABILITY: Final = 0.1
"""Least probability of a post."""
MIN_OF_MEAN: Final = 0.4
"""Least probability of a post as a share of its group's mean."""
MIN_OWN: Final = 0.15
"""Least text of a post, as a share of the text between it and the next."""
MIN_LONGER: Final = 0.6
"""Least share of posts with less text than that for any to include the following siblings."""
OF_COUNT: Final = 0.25
"""Exponent of the number of posts in the odds of the confidence; chosen on dev pages."""
SURE: Final = 1 - 1e-9
"""Upper bound of a mean probability, so that its odds stay finite."""


@dataclass(frozen=True, slots=True)
class LearnedThread:
    """The method's parameters.

    >>> page = "<h2>Comments</h2><ol>" + "".join(
    ...     f"<li><b class=author>{name}</b> <time>2024-05-1{day}</time><p>It was never late.</p>"
    ...     for day, name in enumerate(["Ann", "Ben", "Cy"])
    ... )
    >>> comments(page, method=LearnedThread(min_confidence=1))
    []
    """

    min_confidence: float = LIKELY
    """Least confidence of comments, in [0, 1]; less sure ones are left out."""


class LikelyPosts(NamedTuple):
    """The likely posts of a page, candidates for its comments."""

    spans: list[tuple[int, int]]
    """First node of each post and the one after its last; replies may be inside other posts."""
    confidence: float
    """Mean probability of the posts, more if they are many, in [0, 1]."""


def likely_posts(page: Page) -> list[LikelyPosts]:
    """Find the posts of a page, none if nothing is like one; O(n log n) in its elements.

    On a page that is a thread further groups follow the best: answers, then their small comments.
    """
    answers = page.once(answers_of)
    # Most pages end here, before the network reads their elements.
    if answers is None or max(likely(answers.labels, "comment", LABELS)) < MIN_BLOCK:
        return []
    log_odds = page.once(elements_of)
    if log_odds is None:
        return []
    reading = page.once(reading_of)
    elements, units = reading.elements, reading.units
    probabilities = likely(log_odds, "post", OF_ELEMENTS)
    candidates = [element for element, p in enumerate(probabilities) if p >= MIN_PROBABILITY]
    bodies = likely(answers.labels, "body", LABELS)
    body_sums = [*accumulate(map(mul, bodies, units), initial=0.0)]
    groups: list[LikelyPosts] = []
    chosen: dict[int, int] = {}
    while candidates and len(groups) < MAX_GROUPS:
        posts = sorted(_best_group(elements, probabilities, candidates))
        mean = min(SURE, _mean(probabilities, posts))
        if groups and mean < MIN_BEFORE:
            # They answer the first post, so they come after it.
            low = groups[0].spans[0][0]
            posts = [i for i in posts if elements.node[i] > low and mean >= MIN_FURTHER]
        if not posts:
            break
        confidence = probability(log(mean / (1 - mean)) + OF_COUNT * log(len(posts)))
        groups.append(LikelyPosts(_spans(page, elements, posts, body_sums), confidence))
        kinds = page.once(kinds_of)
        if kinds["thread"] < max(kinds.values()):
            break
        stops = (reading.blocks.before[stop] for _, stop in groups[-1].spans)
        chosen.update(zip(posts, stops, strict=True))
        candidates = _apart(elements, candidates, chosen, body_sums)
    return groups


def _apart(
    elements: ElementNumbers,
    candidates: Sequence[int],
    posts: Mapping[int, int],
    sums: Sequence[float],
) -> list[int]:
    """The candidates with text of their own: outside all posts, or a part of a post's text.

    O(elements and blocks); ``posts``: the block after each.
    """
    candidates = [element for element in candidates if element not in posts]
    if not candidates:
        return candidates
    first, stop = elements.first, elements.stop
    around = _posts_around(elements.parent, posts)
    inner = [0.0] * len(first)
    for element in range(len(first) - 1, 0, -1):
        if element in posts:
            inner[element] = sums[posts[element]] - sums[first[element]]
        inner[elements.parent[element]] += inner[element]

    def is_apart(element: int) -> bool:
        low, high, post = first[element], stop[element], around[element]
        if inner[element] and sums[high] - sums[low] - inner[element] < MIN_OWN_CHARS:
            return False
        return post < 0 or sums[low] - sums[first[post]] >= MIN_OWN_CHARS

    return [*filter(is_apart, candidates)]


def _posts_around(parents: Sequence[int], posts: Container[int]) -> list[int]:
    """The innermost post around each element, itself among them; -1 for none."""
    around: list[int] = []
    for element, parent in enumerate(parents):
        above = around[parent] if parent >= 0 else -1
        around.append(element if element in posts else above)
    return around


def _best_group(
    elements: ElementNumbers, probabilities: Sequence[float], candidates: Sequence[int]
) -> tuple[int, ...]:
    """Choose the group of similar elements with the largest expected F1."""
    names, path, first_blocks = elements.names, elements.path, elements.first
    stops = elements.stop
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for element in candidates:
        groups[0, names[element]].append(element)
        groups[1, path[element]].append(element)
    expected = _expected(first_blocks, probabilities, candidates)
    scores: dict[tuple[int, ...], float] = {}
    for group in dict.fromkeys(map(tuple, groups.values())):
        least = MIN_OF_MEAN * _mean(probabilities, group)
        members: list[int] = []
        for element in reversed(group):
            # A post around an answer with its names is one, likely or not.
            next_member = members[-1] if members else element
            is_around = (
                names[next_member] == names[element] and stops[next_member] <= stops[element]
            )
            if probabilities[element] >= least or (next_member != element and is_around):
                members.append(element)
        right = 2 * _expected(first_blocks, probabilities, members)
        scores[tuple(members[::-1])] = right / (len(members) + expected)
    return max(scores, key=scores.__getitem__)


def _mean(probabilities: Sequence[float], elements: Sequence[int]) -> float:
    return sum(map(probabilities.__getitem__, elements)) / len(elements)


def _expected(
    first_blocks: Sequence[int], probabilities: Sequence[float], elements: Sequence[int]
) -> float:
    """The expected number of posts among elements; those with the same first block are one
    post."""
    best: dict[int, float] = {}
    for element in elements:
        if probabilities[element] > best.get(first_blocks[element], 0.0):
            best[first_blocks[element]] = probabilities[element]
    return sum(best.values())


def _spans(
    page: Page, elements: ElementNumbers, posts: Sequence[int], sums: Sequence[float]
) -> list[tuple[int, int]]:
    """The nodes of each post: one element, or several siblings."""
    tree, blocks_before = page.tree, page.once(reading_of).blocks.before
    spans = {node: node + tree.size[node] for node in map(elements.node.__getitem__, posts)}
    extended = {}
    for node, stop in spans.items():
        end = tree.parent[node] + tree.size[tree.parent[node]] if node else stop
        tail = stop
        while tail < end and tail not in spans:
            tail += tree.size[tail]
        at_stop, at_tail = blocks_before[stop], blocks_before[tail]
        if sums[at_stop] - sums[blocks_before[node]] < MIN_OWN * (sums[at_tail] - sums[at_stop]):
            extended[node] = tail
    # If most posts have hardly any text but their following siblings do, these are part of them.
    if len(extended) >= MIN_LONGER * len(spans):
        spans.update(extended)
    return [*spans.items()]


NOSCRIPT_SHARE: Final = 0.4
"""Least share of a page's text in ``<noscript>`` for it to be read."""
_IS_NOSCRIPT: Final = bytes(number == tags.NUMBER["noscript"] for number in range(len(tags.NAMES)))


def leaves_of(page: Page) -> Leaves:
    """Read the page's leaves; O(nodes)."""
    return Leaves(_analysis(page), page.tree.text, page.tree.start)


def _analysis(page: Page) -> Analysis:
    """The page's analysis; as without scripts if much of its text is in ``<noscript>``."""
    tree = page.tree
    noscript_chars = sum(map(tree.text_chars, nodes_of(tree.tag, _IS_NOSCRIPT)))
    if noscript_chars > NOSCRIPT_SHARE * tree.chars[-1]:
        return analyse(tree, noscript=True)
    return page.once(analysis_of)


Method: TypeAlias = LearnedThread | Zhu

METHODS: Final[dict[str, type[Method]]] = {"learned": LearnedThread, "zhu": Zhu}
"""The methods by name."""


def comments(page: Page | Source, *, method: Method | str = "learned") -> Comments:
    """Extract the page's comments in page order; empty if it has none, or is oversized.

    ``method`` is a method's name, or the method with parameters of your own.

    >>> def post(author, day, text):
    ...     return f"<li><b class=author>{author}</b> <time>2024-05-{day}</time><p>{text}</p></li>"
    >>> page = "<h2>Comments</h2><ol>{}{}{}</ol>".format(
    ...     post("Ann", 11, "I took it twice last week, and it was never late."),
    ...     post("Ben", 12, "Does it still stop at the lighthouse in the evening?"),
    ...     post("Cy", 14, "Only on Sundays, says the board on the quay."),
    ... )
    >>> [(comment.author, comment.text) for comment in comments(page)][1]
    ('Ben', 'Does it still stop at the lighthouse in the evening?')

    Raises:
        ValueError: the method or its measure is unknown.
        TypeError: the source cannot be read as a page, or ``method`` is no method.
    """
    method = chosen(method, METHODS)
    page = Page.of(page)
    if (content := page.once(content_of)) is not None:
        return Comments(json_comments(page, content.thread) if content.thread else ())
    if page.is_oversized:
        return Comments()
    if isinstance(method, LearnedThread):
        return Comments(_learned(page, method))
    results = Comments()
    for spans, confidence in zhu.threads(page, method):
        thread_comments = read_thread(page, page.once(leaves_of), spans, confidence)
        results.extend(_numbered(thread_comments, len(results)))
    return results


def _learned(page: Page, method: LearnedThread) -> list[Comment]:
    """Extract the comments that the network finds."""
    kinds, groups = page.once(kinds_of), page.once(likely_posts)
    sure = [group for group in groups if group.confidence >= method.min_confidence]
    signed = page.once(signed_posts)
    # Groups that are hardly posts, asked for too, are no reason against signed ones.
    likely = [group for group in sure if group.confidence >= LIKELY]
    most = max((len(group.spans) for group in likely), default=0)
    if len(signed) > most and method.min_confidence <= OF_SIGNED:
        return read_thread(page, page.once(leaves_of), signed, OF_SIGNED, are_whole=True)
    begins = kinds["thread"] >= max(*kinds.values(), method.min_confidence)
    if not sure and not begins:
        return []
    leaves = page.once(leaves_of)
    is_sure = begins and most > 1 and sure[0].confidence >= SURE_GROUP
    options = [sure] if likely == sure else [sure, likely]
    threads = (joined(page, leaves, option) for option in options)
    # Texts without times, stars and authors in links or so named are no comments.
    results = next((thread for thread in threads if is_sure or any(map(_is_signed, thread))), [])
    unsure = [low for low, _ in groups[0].spans] if groups else []
    return with_opening(page, leaves, results, unsure) if begins else results


def _is_signed(comment: Comment) -> bool:
    return bool(comment.time) or comment.rating is not None or has_sure_author(comment)


def _numbered(thread_comments: Sequence[Comment], base: int) -> Iterator[Comment]:
    """Number the comments of a thread from ``base`` on."""
    for comment in thread_comments:
        parent = None if comment.parent is None else comment.parent + base
        yield replace(comment, parent=parent, position=comment.position + base) if base else comment
