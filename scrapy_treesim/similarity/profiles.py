"""Measures of profiles: sets of tags and paths, sequences, spectra.

Tags (the survey of Buttler 2004, section 2; Qiu 2013, appendix A.2). The position of a tag does not
matter, only its count: ``tags`` is ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over the counts of
every tag, ``tags-jaccard`` the number of tags in both trees over that of tags in either.

Paths (the survey, section 3.1; Qiu 2013, appendix A.3.1). A path is the tags from the root to a
node, to any node and not to leaves alone. ``sum_k 2 min(w_k, v_k) / sum_k (w_k + v_k)`` over how
often each path occurs.

Path shingles (the survey, section 3.2; Qiu 2013, appendix A.3.2). A shingle is three paths in a
row (the survey finds no difference between one and four), of the paths to all nodes in preorder;
``S(T)`` is the set of a tree's shingles. Resemblance is ``|S(A) & S(B)| / |S(A) | S(B)|``.

A path is a number, a hash of the tags from the root down: of 64 bits, so that two different paths
hardly ever have the same number.

Sequences. A tree is the sequence of its nodes' (tag, depth) in preorder, from which it could be
rebuilt. ``lcs`` is ``|lcs| / max(length)`` (Qiu 2013, equation 4-1). In ``lcs-depth`` every matched
node counts ``f(depth)``, over ``max(sum f(A), sum f(B))`` (equation 4-2). The thesis wants f to
fall, because a template shows at the top of a page, and leaves open how; here ``f(depth) = 1 / (1 +
depth)``, with depth 0 for the root.

``lcsubstr`` (a rival of Zhu 2013, section 3.2): the tags in breadth-first order are a string; the
length of the longest common substring, over the length of the longer string. (String and substring
are Zhu's; the denominator, as for the subsequence, is ours.)

Spectra (Flesca and others 2005; the survey, section 2). A tree is a signal with a value for every
start tag and every end tag: for the n-th tag of all, ``n + 1`` times ``BASE ^ -depth``, negative at
its end, plus that of every open tag around it (the paper's multilevel encoding; it multiplies by
``BASE ^ depth of both trees``, which cancels in a quotient). Names outside HTML have a larger n of
their own, by a hash. Both signals are padded to one length and transformed; distance is that of the
magnitudes at each frequency, similarity ``1 - distance / sqrt(|F(A)|^2 + |F(B)|^2)``.

In the survey it separates pages worse than any other measure. It is here to show this.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scrapy_treesim.similarity.measure import Measure, top_of
from scrapy_treesim.similarity.sequences import weighted_lcs
from scrapy_treesim.tree import ShapeTable
from scrapy_treesim.tree.tags import NAMES, NUMBER, tag_code
from scrapy_treesim.values.terms import likeness

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_REMEMBERED: Final = 1_000_000
"""Largest number of values in the stored profiles of a measure: a deep page has as many large
shapes as nodes."""

STEPS_TO_READ: Final = 200
"""Number of steps to read a node of a shape: it is put in order and numbered."""


def preorder(table: ShapeTable, shape: int) -> tuple[array[int], array[int]]:
    """The tag and the parent (-1 for the root) of every node of a shape, in preorder; O(nodes)."""
    tags, parents = array("i"), array("i")
    waiting = [(shape, -1)]
    while waiting:
        current, above = waiting.pop()
        waiting += [(kid, len(tags)) for kid in reversed(table.children[current])]
        tags.append(table.tag[current])
        parents.append(above)
    return tags, parents


Read: TypeAlias = Callable[[ShapeTable, int], "array[Any]"]
"""Function to read the profile of a shape."""


class ProfileMeasure(Measure):
    """A measure by profiles: reads one of each shape, and compares only profiles.

    ``of_profiles`` gives the similarity of two profiles, and the number of steps that it took.
    """

    def __init__(
        self,
        table: ShapeTable,
        read: Read,
        of_profiles: Callable[[Any, Any], tuple[float, int]],
        max_nodes: int | None = None,
    ) -> None:
        super().__init__(table)
        self._read = read
        self._of_profiles = of_profiles
        self.max_nodes = max_nodes
        """Largest number of nodes compared, from the top of a tree; None for all."""
        self._profiles: dict[int, array[Any]] = {}
        self._remembered = 0

    def compare(self, a: int, b: int) -> float:
        """Similarity of the two shapes' profiles."""
        value, steps = self._of_profiles(self.profile(a), self.profile(b))
        self.spent += steps
        return value

    def profile(self, shape: int) -> array[Any]:
        """The shape's profile, stored for the next comparison."""
        profile = self._profiles.get(shape)
        if profile is None:
            table, top = self._table, shape
            if self.max_nodes and table.size[shape] > self.max_nodes:
                table = ShapeTable()
                top = top_of(self._table, shape, self.max_nodes, table)
            self.spent += STEPS_TO_READ * table.size[top]
            profile = self._read(table, top)
            if self._remembered + len(profile) > MAX_REMEMBERED:
                self._profiles.clear()
                self._remembered = 0
            self._profiles[shape] = profile
            self._remembered += len(profile)
        return profile


STEPS_A_NUMBER: Final = 16
"""Number of steps to count one value of a profile."""


def shared(x: array[int], y: array[int]) -> tuple[float, int]:
    """Twice the number of common values over the sum of both numbers of values."""
    return likeness(Counter(x), Counter(y)), STEPS_A_NUMBER * (len(x) + len(y))


def jaccard(x: array[int], y: array[int]) -> tuple[float, int]:
    """The number of common values over the number of all different values."""
    common = len({*x} & {*y})
    return common / (len(x) + len(y) - common), STEPS_A_NUMBER * (len(x) + len(y))


def tags_of(table: ShapeTable, shape: int) -> array[int]:
    """The tags of a shape's nodes, level by level; O(nodes)."""
    shapes = [shape]
    for current in shapes:
        shapes.extend(table.children[current])
    return array("i", [table.tag[current] for current in shapes])


def tag_set_of(table: ShapeTable, shape: int) -> array[int]:
    """The different tags of a shape's nodes; O(nodes)."""
    return array("q", set(tags_of(table, shape)))


def paths_of(table: ShapeTable, shape: int) -> array[int]:
    """The path of every node of a shape in preorder, as a number; O(nodes)."""
    paths = array("q")
    for tag, parent in zip(*preorder(table, shape), strict=True):
        paths.append(hash((paths[parent] if parent >= 0 else 0, tag)))
    return paths


WIDTH: Final = 3
"""Number of paths in a shingle."""


def shingles_of(table: ShapeTable, shape: int) -> array[int]:
    """The different shingles as numbers; O(nodes)."""
    paths = paths_of(table, shape)
    last = max(len(paths) - WIDTH, 0)
    return array("q", {hash(tuple(paths[i : i + WIDTH])) for i in range(last + 1)})


def sequence_of(table: ShapeTable, shape: int) -> array[int]:
    """A number for every node in preorder, ``depth << 32 | tag + 1``; O(nodes)."""
    sequence = array("q")
    for tag, parent in zip(*preorder(table, shape), strict=True):
        depth = (sequence[parent] >> 32) + 1 if parent >= 0 else 0
        sequence.append((depth << 32) + tag + 1)
    return sequence


PAIRS_A_STEP: Final = 16
"""Number of pairs of nodes compared in the time of one in other measures: 64 at once."""


def common_subsequence(x: array[int], y: array[int]) -> tuple[float, int]:
    """The length of the longest common subsequence over the length of the longer sequence.

    O(nodes of one * nodes of the other / 64), bit-parallel; O(nodes) memory.
    """
    steps = len(x) + len(y) + len(x) * len(y) // PAIRS_A_STEP
    return common_length(x, y) / max(len(x), len(y)), steps


def common_length(x: Sequence[Hashable], y: Sequence[Hashable]) -> int:
    """The length of the longest common subsequence, by the bits of long integers (Hyyrö 2004).

    >>> common_length("records", "regards")
    5
    """
    masks: dict[Hashable, int] = {}
    for index, member in enumerate(x):
        masks[member] = masks.get(member, 0) | 1 << index
    row = everywhere = (1 << len(x)) - 1
    for member in y:
        matched = row & masks.get(member, 0)
        row = (row + matched | row - matched) & everywhere
    return len(x) - row.bit_count()


def heaviest_subsequence(x: array[int], y: array[int]) -> tuple[float, int]:
    """The weight of the heaviest common subsequence over the weight of the heavier sequence.

    O(nodes of one * nodes of the other) at worst, mostly far less; O(nodes) memory.
    """
    symbols: dict[int, int] = {}
    a, b = (array("i", [symbols.setdefault(n, len(symbols)) for n in z]) for z in (x, y))
    weight = array("d", [1 / (1 + (symbol >> 32)) for symbol in symbols])
    heavier = max(sum(map(weight.__getitem__, symbols)) for symbols in (a, b))
    return weighted_lcs(a, b, weight) / heavier, len(x) * len(y)


STEPS_A_NODE: Final = 400
"""Number of steps for a node: it becomes a state of an automaton, or is read by it."""


def common_substring(x: array[int], y: array[int]) -> tuple[float, int]:
    """The length of the longest common substring over the length of the longer string."""
    return longest_substring(x, y) / max(len(x), len(y)), STEPS_A_NODE * (len(x) + len(y))


def longest_substring(first: Iterable[int], second: Iterable[int]) -> int:
    """The length of the longest common substring of two strings of numbers; O(length).

    By the suffix automaton of the first (Blumer and others 1985), run over the second.
    """
    following, link, length = _automaton(first)
    longest = run = state = 0
    for symbol in second:
        while state and symbol not in following[state]:
            state = link[state]
            run = length[state]
        if symbol in following[state]:
            state = following[state][symbol]
            run += 1
        longest = max(longest, run)
    return longest


def _automaton(symbols: Iterable[int]) -> tuple[list[dict[int, int]], list[int], list[int]]:
    """The suffix automaton of a string: following states by symbol, the suffix link and the length
    of the longest string of each state."""
    following: list[dict[int, int]] = [{}]
    link, length = [-1], [0]
    last = 0
    for symbol in symbols:
        created, state = len(length), last
        following.append({})
        length.append(length[last] + 1)
        link.append(0)
        while state >= 0 and symbol not in following[state]:
            following[state][symbol] = created
            state = link[state]
        if state >= 0:
            target = following[state][symbol]
            if length[state] + 1 < length[target]:
                clone = len(length)
                following.append({**following[target]})
                length.append(length[state] + 1)
                link.append(link[target])
                link[target] = clone
                while state >= 0 and following[state].get(symbol) == target:
                    following[state][symbol] = clone
                    state = link[state]
                target = clone
            link[created] = target
        last = created
    return following, link, length


BASE: Final = 2.0
"""Factor by which a tag counts less one level further down."""


def height(name: str) -> float:
    """The value of a tag at the root; a name outside HTML has a value of its own too."""
    if name in NUMBER:
        return NUMBER[name] + 1.0
    return len(NUMBER) * (1 + tag_code(name) / 2**31)


def spectra(table: ShapeTable) -> ProfileMeasure:
    """Make the measure of likeness of two shapes' spectra; O(nodes log nodes)."""
    heights = array("d", map(height, NAMES))

    def signal_of(shapes: ShapeTable, shape: int) -> array[float]:
        """The signal of a shape."""
        further = islice(table.numbers, len(heights) - len(NAMES), None)
        heights.extend(map(height, further))
        signal = array("d")
        tags, parents = preorder(shapes, shape)
        # The value of each node, and the sum of those open around it.
        values, around = array("d"), array("d")
        open_nodes: list[int] = []

        def end_below(parent: int) -> None:
            while open_nodes and open_nodes[-1] != parent:
                last = open_nodes.pop()
                signal.append(around[last] - values[last])

        scales = array("d")
        for tag, parent in zip(tags, parents, strict=True):
            end_below(parent)
            scales.append(scales[parent] / BASE if parent >= 0 else 1.0)
            around.append(around[parent] + values[parent] if parent >= 0 else 0.0)
            values.append(heights[tag] * scales[-1])
            signal.append(around[-1] + values[-1])
            open_nodes.append(len(values) - 1)
        end_below(-1)
        return signal

    return ProfileMeasure(table, signal_of, like_spectra, 100_000)


def like_spectra(x: array[float], y: array[float]) -> tuple[float, int]:
    """Likeness of two signals' spectra."""
    # Imported here, as NumPy takes long to import and only spectra need it.
    import numpy as np

    points = 1 << (max(len(x), len(y)) - 1).bit_length()
    first, second = (np.abs(np.fft.rfft(signal, points))[1:] for signal in (x, y))
    squares = float(first @ first + second @ second)
    difference = float((first - second) @ (first - second))
    value = 1 - sqrt(difference / squares) if squares else 1.0
    return value, 4 * points * points.bit_length()
