"""Measures of profiles: sets of tags and paths, sequences, spectra.

Tags (the survey of Buttler 2004, section 2; Qiu 2013, appendix A.2). Where a tag stands does not
matter, only how often it does: ``tags`` is ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over the
counts of every tag, ``tags-jaccard`` the tags that both trees have over those that either has.

Paths (the survey, section 3.1; Qiu 2013, appendix A.3.1). A path is the tags from the root to a
node, to any node and not to leaves alone. ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over how
often each path comes.

Path shingles (the survey, section 3.2; Qiu 2013, appendix A.3.2). A shingle is three paths in a
row (the survey finds no difference between one and four), of the paths to all nodes in preorder;
``S(T)`` is the set of a tree's shingles. Resemblance is ``|S(A) & S(B)| / |S(A) | S(B)|``.

A path is a number, a hash of the tags from the root down: of 64 bits, so that two paths of one
number are not to be expected.

Sequences. A tree is the sequence of its nodes' (tag, depth) in preorder, from which it could be
built again. ``lcs`` is ``|lcs| / max(length)`` (Qiu 2013, equation 4-1). In ``lcs-depth`` every
matched node counts ``f(depth)``, over ``max(sum f(A), sum f(B))`` (equation 4-2). The thesis asks
that f falls, for a template shows at the top of a page, and leaves open how; here ``f(depth) = 1 /
(1 + depth)``, the root's depth being 0.

``lcsubstr`` (a rival of Zhu 2013, section 3.2): the tags in breadth-first order are a string; the
length of the longest piece that both strings have, over the length of the longer one. (Zhu names
the string and the piece; over what the length is taken, as for the subsequence, is ours.)

Spectra (Flesca and others 2005; the survey, section 2). A tree is a signal with a value for every
start tag and every end tag: of the n-th tag of all, ``n + 1`` times ``BASE ^ -depth``, negative at
its end, and the same of every tag that is open around it (the paper's multilevel encoding; it
multiplies by ``BASE ^ depth of both trees``, which a quotient does not notice). Names that are not
of HTML have an n of their own further on, by a hash. Both signals are
filled up to one length and transformed; distance is that of the magnitudes at each frequency,
similarity ``1 - distance / sqrt(|F(A)|^2 + |F(B)|^2)``.

The survey finds that it tells pages apart worse than any other measure. It is here so that this can
be seen.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections import Counter
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.similarity._sequences_cy import weighted_lcs
from scrapy_treesim.similarity.measure import Measure, top_of
from scrapy_treesim.tree import ShapeTable
from scrapy_treesim.tree.tags import KNOWN, NUMBER, tag_code

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_REMEMBERED: Final = 1_000_000
"""Numbers that a measure keeps of shapes that it has seen: a deep page has as many large shapes as
nodes."""

STEPS_TO_READ: Final = 200
"""Steps that a node takes when a shape is read: it is laid out and numbered."""


def preorder(table: ShapeTable, shape: int) -> tuple[array[int], array[int]]:
    """The tag and the parent (-1 of the root) of every node of a shape, in preorder; O(nodes)."""
    tags, parents = array("i"), array("i")
    waiting = [(shape, -1)]
    while waiting:
        one, above = waiting.pop()
        waiting += [(kid, len(tags)) for kid in reversed(table.children[one])]
        tags.append(table.tag[one])
        parents.append(above)
    return tags, parents


class ProfileMeasure(Measure):
    """A measure that makes a profile of each shape, and compares no more than profiles."""

    max_nodes: int | None = None
    """Of a larger tree the top is compared, this many nodes of it."""

    def __init__(self, table: ShapeTable) -> None:
        super().__init__(table)
        self._profiles: dict[int, array[Any]] = {}
        self._kept = 0

    def compare(self, a: int, b: int) -> float:
        """Similarity of the two shapes' profiles."""
        return self.of_profiles(self.profile(a), self.profile(b))

    def profile(self, shape: int) -> array[Any]:
        """The shape's profile, remembered if it is not too long."""
        known = self._profiles.get(shape)
        if known is None:
            known = self._read(shape)
            if self._kept + len(known) > MAX_REMEMBERED:
                self._profiles.clear()
                self._kept = 0
            self._profiles[shape] = known
            self._kept += len(known)
        return known

    def _read(self, shape: int) -> array[Any]:
        table = self._table
        if self.max_nodes and table.size[shape] > self.max_nodes:
            top = ShapeTable()
            shape, table = top_of(table, shape, self.max_nodes, top), top
        self.spent += STEPS_TO_READ * table.size[shape]
        return self.read(table, shape)

    @abstractmethod
    def read(self, table: ShapeTable, shape: int) -> array[Any]:
        """The profile of a shape of ``table``."""

    @abstractmethod
    def of_profiles(self, x: array[Any], y: array[Any]) -> float:
        """Similarity of two trees by their profiles."""


STEPS_A_NUMBER: Final = 16
"""Steps that it takes to count a number of a profile."""


class WeightedTags(ProfileMeasure):
    """The share of the nodes that have a namesake in the other tree; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The tags of all nodes."""
        return tags_of(table, shape)

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """Twice what the two have in common, over what they have."""
        self.spent += STEPS_A_NUMBER * (len(x) + len(y))
        return 2 * (Counter(x) & Counter(y)).total() / (len(x) + len(y))


class TagSets(ProfileMeasure):
    """Jaccard's similarity of the sets of tags; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different tags."""
        return array("q", set(tags_of(table, shape)))

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The numbers that both have, over those that either has."""
        self.spent += STEPS_A_NUMBER * (len(x) + len(y))
        common = len({*x} & {*y})
        return common / (len(x) + len(y) - common)


def tags_of(table: ShapeTable, shape: int) -> array[int]:
    """The tags of a shape's nodes, level by level; O(nodes)."""
    shapes = [shape]
    for one in shapes:
        shapes.extend(table.children[one])
    return array("i", [table.tag[one] for one in shapes])


class Paths(WeightedTags):
    """The share of the nodes whose path is in the other tree as well; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The paths of all nodes as numbers."""
        return paths_of(table, shape)


def paths_of(table: ShapeTable, shape: int) -> array[int]:
    """The path of every node of a shape in preorder, as a number; O(nodes)."""
    paths = array("q")
    for tag, parent in zip(*preorder(table, shape), strict=True):
        paths.append(hash((paths[parent] if parent >= 0 else 0, tag)))
    return paths


WIDTH: Final = 3
"""Paths in a shingle."""


class Shingles(TagSets):
    """Resemblance of two shapes; O(nodes)."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The different shingles as numbers."""
        paths = paths_of(table, shape)
        last = max(len(paths) - WIDTH, 0)
        return array("q", {hash(tuple(paths[at : at + WIDTH])) for at in range(last + 1)})


PAIRS_A_STEP: Final = 16
"""Pairs of nodes that take no longer than one does in other measures: 64 are compared at once."""


class CommonSubsequence(ProfileMeasure):
    """Longest common subsequence of two shapes over the longer sequence.

    O(nodes of one * nodes of the other / 64) by rapidfuzz, bit-parallel; O(nodes) memory.
    """

    max_nodes = 30_000
    """Half a second a pair at most."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """A number for every node in preorder, ``depth << 32 | tag + 1``; O(nodes)."""
        sequence = array("q")
        for tag, parent in zip(*preorder(table, shape), strict=True):
            depth = (sequence[parent] >> 32) + 1 if parent >= 0 else 0
            sequence.append((depth << 32) + tag + 1)
        return sequence

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common subsequence over that of the longer sequence."""
        self.spent += len(x) + len(y) + len(x) * len(y) // PAIRS_A_STEP
        # Of all that compares pages only this needs it, and it is many times as fast as a table.
        from rapidfuzz.distance import LCSseq

        return LCSseq.similarity(x, y) / max(len(x), len(y))


class DepthWeightedSubsequence(CommonSubsequence):
    """Heaviest common subsequence of two shapes over the heavier sequence.

    O(nodes of one * nodes of the other) at worst, mostly far less; O(nodes) memory.
    """

    max_nodes = 10_000
    """A fraction of a second a pair at most."""

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The weight of the heaviest common subsequence over that of the heavier sequence."""
        self.spent += len(x) * len(y)
        symbols: dict[int, int] = {}
        a, b = (array("i", [symbols.setdefault(one, len(symbols)) for one in z]) for z in (x, y))
        weight = array("d", [1 / (1 + (symbol >> 32)) for symbol in symbols])
        heavier = max(sum(map(weight.__getitem__, symbols)) for symbols in (a, b))
        return weighted_lcs(a, b, weight) / heavier


STEPS_A_NODE: Final = 400
"""Steps that a node takes: it becomes a state of an automaton, or is read by it."""


class CommonSubstring(ProfileMeasure):
    """Longest common substring of two shapes over the longer string; O(nodes)."""

    max_nodes = 30_000
    """A fraction of a second a pair at most."""

    def read(self, table: ShapeTable, shape: int) -> array[int]:
        """The string."""
        return tags_of(table, shape)

    def of_profiles(self, x: array[int], y: array[int]) -> float:
        """The length of the longest common substring over that of the longer string."""
        self.spent += STEPS_A_NODE * (len(x) + len(y))
        return longest_substring(x, y) / max(len(x), len(y))


def longest_substring(one: Iterable[int], other: Iterable[int]) -> int:
    """The length of the longest piece of one string of numbers that is in another too; O(length).

    By the suffix automaton of one (Blumer and others 1985), which reads the other.
    """
    following: list[dict[int, int]] = [{}]
    link, length = [-1], [0]
    last = 0
    for symbol in one:
        here, at = len(length), last
        following.append({})
        length.append(length[last] + 1)
        link.append(0)
        while at >= 0 and symbol not in following[at]:
            following[at][symbol] = here
            at = link[at]
        if at >= 0:
            state = following[at][symbol]
            if length[at] + 1 < length[state]:
                clone = len(length)
                following.append({**following[state]})
                length.append(length[at] + 1)
                link.append(link[state])
                link[state] = clone
                while at >= 0 and following[at].get(symbol) == state:
                    following[at][symbol] = clone
                    at = link[at]
                state = clone
            link[here] = state
        last = here
    longest = run = at = 0
    for symbol in other:
        while at and symbol not in following[at]:
            at = link[at]
            run = length[at]
        if symbol in following[at]:
            at = following[at][symbol]
            run += 1
        longest = max(longest, run)
    return longest


BASE: Final = 2.0
"""Factor by which a tag counts less one level further down."""


def height(name: str) -> float:
    """The value of a tag at the root, one of its own also for a name that is not of HTML."""
    if name in NUMBER:
        return NUMBER[name] + 1.0
    return len(NUMBER) * (1 + tag_code(name) / 2**31)


class Spectra(ProfileMeasure):
    """Likeness of two shapes' spectra; O(nodes log nodes)."""

    max_nodes = 100_000
    """A tenth of a second a pair at most."""

    def __init__(self, table: ShapeTable) -> None:
        super().__init__(table)
        self._heights = array("d", map(height, KNOWN))

    def read(self, table: ShapeTable, shape: int) -> array[float]:
        """The signal."""
        further = islice(self._table.numbers, len(self._heights) - len(KNOWN), None)
        self._heights.extend(map(height, further))
        signal = array("d")
        tags, parents = preorder(table, shape)
        # Of each node, what it counts, and all that is open around it.
        own, around = array("d"), array("d")
        open_nodes: list[int] = []

        def end_below(parent: int) -> None:
            while open_nodes and open_nodes[-1] != parent:
                last = open_nodes.pop()
                signal.append(around[last] - own[last])

        scales = array("d")
        for tag, parent in zip(tags, parents, strict=True):
            end_below(parent)
            scales.append(scales[parent] / BASE if parent >= 0 else 1.0)
            around.append(around[parent] + own[parent] if parent >= 0 else 0.0)
            own.append(self._heights[tag] * scales[-1])
            signal.append(around[-1] + own[-1])
            open_nodes.append(len(own) - 1)
        end_below(-1)
        return signal

    def of_profiles(self, x: array[float], y: array[float]) -> float:
        """Likeness of two signals' spectra."""
        # NumPy takes long to import, and only who asks for spectra pays for it.
        import numpy as np

        points = 1 << (max(len(x), len(y)) - 1).bit_length()
        self.spent += 4 * points * points.bit_length()
        one, other = (np.abs(np.fft.rfft(signal, points))[1:] for signal in (x, y))
        squares = float(one @ one + other @ other)
        apart = float((one - other) @ (one - other))
        return 1 - sqrt(apart / squares) if squares else 1.0
