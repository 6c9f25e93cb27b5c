"""Comments as posts: what of a page the network takes for posts, as groups of like elements.

Elements are alike by their names, their path of tags, their siblings, or the tag they share under
one parent. Of such groups the one with the best F1 to be expected is the thread; others whose
members are likely posts too join it, as answers do that stand inside posts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import accumulate, islice, repeat
from math import log
from operator import mul
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.network._layers_cy import probability
from scrapy_treesim.network.forward import answers_of, elements_of, likely
from scrapy_treesim.network.weights import LABELS, OF_ELEMENTS
from scrapy_treesim.reading.read import reading_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scrapy_treesim.network.forward import Answers
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

LIKELY: Final = 0.45
"""The probability from which posts are taken for comments, unless other things are asked for."""
MIN_BLOCK: Final = 0.03
"""Least probability that some block is part of a comment. Measured: of 258 dev pages with comments
none has less than 0.2, of 1,128 without five in six have less than this."""
MIN_PROBABILITY: Final = 0.1
"""Least probability of a post."""
MIN_OF_MEAN: Final = 0.4
"""The same as a share of the mean of its group."""
MIN_JOINING: Final = 0.6
"""Mean probability of a group that joins another."""
MAX_JOINING: Final = 50
"""Groups that are asked whether they join, the best ones."""
MAX_PAIRED: Final = 0.4
"""Pairs of a member and a post, one alone in the other, over the fewer of both: more, and both are
parts of the same."""
MIN_OWN: Final = 0.15
MIN_SAID: Final = 2.0
"""What a post says itself at least: a share of what those in it say, or half words."""
MIN_SECONDS: Final = 0.3
"""Share of posts that are the second part of the one before: fewer, and none is."""
MIN_LONGER: Final = 0.6
"""Share of posts, but those of two parts, that go on over the siblings after them: fewer, and none
does."""
OF_COUNT: Final = 0.25
"""How much surer many posts are, a power of their number: chosen on dev pages."""
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


class _Elements(NamedTuple):
    """The numbers of a page's elements, as Python reads them quickest."""

    node: memoryview
    tag: memoryview
    parent: memoryview
    first: memoryview
    stop: memoryview
    names: memoryview
    path: memoryview
    siblings: memoryview


def likely_posts(page: Page) -> Found | None:
    """The posts of a page, None where there is nothing like one; O(n log n) in its elements."""
    answers = page.once(answers_of)
    # Most pages end here, before anything is asked of their elements.
    if answers is None or max(likely(answers.labels, "comment", LABELS)) < MIN_BLOCK:
        return None
    odds = page.once(elements_of)
    if odds is None:
        return None
    numbers = page.once(reading_of).elements
    elements = _Elements(*(memoryview(getattr(numbers, name)) for name in _Elements._fields))
    chances = likely(odds, "post", OF_ELEMENTS)
    candidates = [one for one, chance in enumerate(chances) if chance >= MIN_PROBABILITY]
    if not candidates:
        return None
    (_, best), *others = _groups(elements, chances, candidates)
    posts, begun = set(best), {elements.first[one] for one in best}
    for mean, group in others[:MAX_JOINING]:
        if mean >= MIN_JOINING and _is_apart(elements, group, posts, begun):
            posts.update(group)
            begun.update(map(elements.first.__getitem__, group))
    said = _sums(answers, "body", page.once(reading_of).units)
    comment = _sums(answers, "comment", repeat(1))
    ordered = _speaking(elements, sorted(posts), said)
    mean = min(SURE, sum(map(chances.__getitem__, ordered)) / len(ordered))
    confidence = probability(log(mean / (1 - mean)) + OF_COUNT * log(len(ordered)))
    return Found(_spans(page, elements, ordered, said, comment), confidence)


def _groups(
    elements: _Elements, chances: Sequence[float], candidates: Sequence[int]
) -> list[tuple[float, tuple[int, ...]]]:
    """Groups of like elements with the mean chance of each, the one with the best F1 to be expected
    first."""
    names, path, siblings = elements.names, elements.path, elements.siblings
    parent, tag = elements.parent, elements.tag
    alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for one in candidates:
        alike[0, names[one]].append(one)
        alike[1, path[one]].append(one)
        alike[2, siblings[one]].append(one)
        alike[parent[one], tag[one], 0].append(one)
    expected = _expected(elements, chances, candidates)
    found: dict[tuple[int, ...], tuple[float, float]] = {}
    for group in dict.fromkeys(map(tuple, alike.values())):
        least = MIN_OF_MEAN * _mean(chances, group)
        members = tuple([one for one in group if chances[one] >= least])
        if members not in found:
            right = 2 * _expected(elements, chances, members) / (len(members) + expected)
            found[members] = right, _mean(chances, members)
    best = sorted(found, key=lambda group: -found[group][0])
    return [(found[group][1], group) for group in best]


def _mean(chances: Sequence[float], those: Sequence[int]) -> float:
    return sum(map(chances.__getitem__, those)) / len(those)


def _expected(elements: _Elements, chances: Sequence[float], those: Sequence[int]) -> float:
    """The posts to be expected among elements: those that begin with one block are one post."""
    begun: dict[int, float] = {}
    first = elements.first
    for one in those:
        if chances[one] > begun.get(first[one], 0.0):
            begun[first[one]] = chances[one]
    return sum(begun.values())


def _is_apart(elements: _Elements, group: Sequence[int], posts: set[int], begun: set[int]) -> bool:
    """Tell whether no member is what a post is: none begins with one's first block, few pair with
    one."""
    if any(elements.first[one] in begun for one in group):
        return False
    known = sorted(posts)
    for inner, outer in ((group, known), (known, group)):
        holding = [0] * len(outer)
        for place in _holders(elements, inner, outer):
            if place >= 0:
                holding[place] += 1
        if holding.count(1) > MAX_PAIRED * min(len(outer), len(inner)):
            return False
    return True


def _holders(elements: _Elements, inner: Sequence[int], outer: Sequence[int]) -> Iterator[int]:
    """The place of the innermost of the outer elements around each inner one, -1 for none; all in
    page order."""
    around: list[int] = []
    place = 0
    for one in inner:
        while place < len(outer) and outer[place] < one:
            while around and elements.stop[outer[around[-1]]] <= elements.first[outer[place]]:
                around.pop()
            around.append(place)
            place += 1
        while around and elements.stop[outer[around[-1]]] <= elements.first[one]:
            around.pop()
        yield around[-1] if around else -1


def _sums(answers: Answers, label: str, units: Iterable[int]) -> list[float]:
    """Of so much text a block what is likely of a label, summed before each block."""
    return [*accumulate(map(mul, likely(answers.labels, label, LABELS), units), initial=0.0)]


def _speaking(elements: _Elements, posts: list[int], said: Sequence[float]) -> list[int]:
    """The posts that say something themselves: of one in one the outer stays, of several in one
    these."""
    held: dict[int, list[int]] = defaultdict(list)
    own = {one: said[elements.stop[one]] - said[elements.first[one]] for one in posts}
    for one, place in zip(posts, _holders(elements, posts, posts), strict=True):
        if place >= 0:
            held[posts[place]].append(one)
    left = dict(own)
    for one, inside in held.items():
        left[one] -= sum(map(own.__getitem__, inside))
    silent: set[int] = set()
    for one, inside in held.items():
        usual = sum(map(left.__getitem__, inside)) / len(inside)
        if left[one] <= min(MIN_SAID, MIN_OWN * usual):
            silent.add(inside[0] if len(inside) == 1 else one)
    return [one for one in posts if one not in silent]


def _spans(
    page: Page,
    elements: _Elements,
    posts: Sequence[int],
    said: Sequence[float],
    comment: Sequence[float],
) -> list[tuple[int, int]]:
    """The nodes of each post: of one element, or of several siblings."""
    tree, before = page.tree, page.once(reading_of).blocks.before
    begins = dict.fromkeys(elements.node[one] for one in posts)

    def saying(first: int, stop: int) -> float:
        return said[before[stop]] - said[before[first]]

    def goes_on(node: int) -> bool:
        """Tell whether a sibling is likely part of a comment, or says nothing at all."""
        first, stop = before[node], before[node + tree.size[node]]
        return 2 * (comment[stop] - comment[first]) >= stop - first

    # Who and when in one element, and what is said in the one after it.
    seconds: set[int] = set()
    for node in begins:
        stop = node + tree.size[node]
        if (
            stop in begins
            and tree.parent[stop] == tree.parent[node]
            and saying(node, stop) < MIN_OWN * saying(stop, stop + tree.size[stop])
        ):
            seconds.add(stop)
    if len(seconds) < MIN_SECONDS * len(begins):
        seconds.clear()
    whole, long, lasting = [], [], []
    for node in begins:
        if node in seconds:
            continue
        stop = node + tree.size[node]
        end = tree.parent[node] + tree.size[tree.parent[node]] if node else stop
        is_whole = stop in seconds
        if is_whole:
            stop += tree.size[stop]
        whole.append((node, stop))
        tail = stop
        while tail < end and tail not in begins:
            if tail == stop and goes_on(tail):
                stop += tree.size[tail]
            tail += tree.size[tail]
        lasting.append((node, stop))
        if not is_whole and saying(*whole[-1]) < MIN_OWN * saying(whole[-1][1], tail):
            long.append((node, tail, end))
    # Where posts say nothing but what follows them does, each goes on up to the next.
    if len(long) >= MIN_LONGER * (len(whole) - len(seconds)) > 0:
        return sorted((dict(whole) | dict(_up_to_next(tree, long))).items())
    grown = sum(one != other for one, other in zip(whole, lasting, strict=True))
    return lasting if grown >= MIN_LONGER * len(whole) else whole


def _up_to_next(tree: PageTree, long: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The posts, the last one among its siblings no longer than the others."""
    sizes = Counter(sum(1 for _ in _ends(tree, *one)) for *one, end in long if one[1] < end)
    if not sizes:
        return [(node, stop) for node, stop, _ in long]
    most = sizes.most_common(1)[0][0]
    return [
        (node, max(islice(_ends(tree, node, stop), most)) if stop == end else stop)
        for node, stop, end in long
    ]


def _ends(tree: PageTree, node: int, stop: int) -> Iterator[int]:
    """Where each of the siblings up to a node ends."""
    while node < stop:
        node += tree.size[node]
        yield node
