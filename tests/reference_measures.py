"""The measures that look at sequences, sets and edits, written down the way the papers write them.

As in ``trees.py``: a tree is a nested tuple, nothing is shared, nothing is fast.
"""

from __future__ import annotations

from cmath import exp, pi
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import sqrt
from typing import Any, TypeAlias

from apted import APTED
from apted.helpers import Tree as Bracketed
from trees import Nested, count

from scrapy_treesim.similarity.profiles import WIDTH, height

Path: TypeAlias = tuple[str, ...]


def of_one_root(measure: Callable[[Nested, Nested], float]) -> Callable[[Nested, Nested], float]:
    """0 where the roots differ."""
    return lambda a, b: measure(a, b) if a[0] == b[0] else 0.0


# Edits


def bracketed(tree: Nested) -> str:
    """The tree as APTED reads it."""
    return f"{{{tree[0]}{''.join(map(bracketed, tree[1:]))}}}"


def edits(a: Nested, b: Nested) -> int:
    """The tree edit distance, by another program."""
    one, other = (Bracketed.from_text(bracketed(tree)) for tree in (a, b))
    return int(APTED(one, other).compute_edit_distance())


def ted(a: Nested, b: Nested) -> float:
    """``1 - TED / max``, not below 0."""
    return max(0.0, 1 - edits(a, b) / max(count(a), count(b)))


def merged(a: Nested, b: Nested) -> Nested:
    """The smallest tree that holds both; their roots' names are the same."""
    return (a[0], *_merged_rows(a[1:], b[1:]))


@cache
def _merged_rows(us: Nested, vs: Nested) -> Nested:
    if not us or not vs:
        return us + vs
    options = [
        (us[0], *_merged_rows(us[1:], vs)),
        (vs[0], *_merged_rows(us, vs[1:])),
    ]
    if us[0][0] == vs[0][0]:
        options.append((merged(us[0], vs[0]), *_merged_rows(us[1:], vs[1:])))
    return min(options, key=lambda row: sum(map(count, row)))


def mct(a: Nested, b: Nested) -> float:
    """``(|A| + |B| - |M|) / |M|``."""
    both = count(merged(a, b))
    return (count(a) + count(b) - both) / both


# Sequences


def preorder(tree: Nested, depth: int = 0) -> Iterator[tuple[str, int]]:
    """Tag and depth of every node."""
    yield tree[0], depth
    for child in tree[1:]:
        yield from preorder(child, depth + 1)


def heaviest(a: Sequence[Any], b: Sequence[Any], weight: Callable[[Any], float]) -> float:
    """Qiu 2013, equation 4-2; with weights of 1, 4-1."""
    table = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i][j] = max(table[i - 1][j], table[i][j - 1])
            if x == y:
                table[i][j] = max(table[i][j], table[i - 1][j - 1] + weight(x))
    return table[-1][-1]


def lcs(a: Nested, b: Nested) -> float:
    """``|lcs| / max(len)``."""
    x, y = list(preorder(a)), list(preorder(b))
    return heaviest(x, y, lambda _: 1.0) / max(len(x), len(y))


def lcs_depth(a: Nested, b: Nested) -> float:
    """The same, a node counting 1 / (1 + depth)."""
    x, y = list(preorder(a)), list(preorder(b))

    def weight(node: tuple[str, int]) -> float:
        return 1 / (1 + node[1])

    return heaviest(x, y, weight) / max(sum(map(weight, x)), sum(map(weight, y)))


def level_by_level(tree: Nested) -> list[str]:
    """Breadth-first tags."""
    nodes = [tree]
    for node in nodes:
        nodes.extend(node[1:])
    return [node[0] for node in nodes]


def longest_substring(a: Sequence[Any], b: Sequence[Any]) -> int:
    """Every place against every place."""
    longest = 0
    for i in range(len(a)):
        for j in range(len(b)):
            k = 0
            while i + k < len(a) and j + k < len(b) and a[i + k] == b[j + k]:
                k += 1
            longest = max(longest, k)
    return longest


def lcsubstr(a: Nested, b: Nested) -> float:
    """Longest common substring over the longer string."""
    x, y = level_by_level(a), level_by_level(b)
    return longest_substring(x, y) / max(len(x), len(y))


# Sets and bags


def weighted(a: Counter[Any], b: Counter[Any]) -> float:
    """``sum 2 min(w, v) / sum (w + v)``."""
    return 2 * (a & b).total() / (a.total() + b.total())


def weighted_tags(a: Nested, b: Nested) -> float:
    """Over the counts of tags."""
    return weighted(Counter(level_by_level(a)), Counter(level_by_level(b)))


def tag_sets(a: Nested, b: Nested) -> float:
    """Jaccard's, of the sets of tags."""
    x, y = set(level_by_level(a)), set(level_by_level(b))
    return len(x & y) / len(x | y)


def paths_of(tree: Nested, above: Path = ()) -> list[Path]:
    """From the root to every node, in preorder."""
    here = (*above, tree[0])
    return [here, *(path for child in tree[1:] for path in paths_of(child, here))]


def paths(a: Nested, b: Nested) -> float:
    """Over the counts of paths."""
    return weighted(Counter(paths_of(a)), Counter(paths_of(b)))


def shingles_of(tree: Nested, width: int = WIDTH) -> set[tuple[Path, ...]]:
    """All runs of ``width`` paths, or the one of all there are."""
    found = paths_of(tree)
    return {tuple(found[i : i + width]) for i in range(max(1, len(found) - width + 1))}


def shingles(a: Nested, b: Nested) -> float:
    """Resemblance."""
    x, y = shingles_of(a), shingles_of(b)
    return len(x & y) / len(x | y)


# Spectra


def signal(tree: Nested) -> list[float]:
    """Flesca's multilevel encoding, base 2, less the factor that both trees share."""

    def visit(node: Nested, depth: int, around: float) -> Iterator[float]:
        value = height(node[0]) / 2**depth
        yield around + value
        for child in node[1:]:
            yield from visit(child, depth + 1, around + value)
        yield around - value

    return list(visit(tree, 0, 0.0))


def magnitudes(values: list[float], points: int) -> list[float]:
    """Of the frequencies from 1 to half the points, straight from the definition."""
    return [
        abs(sum(v * exp(-2j * pi * k * t / points) for t, v in enumerate(values)))
        for k in range(1, points // 2 + 1)
    ]


def fft(a: Nested, b: Nested) -> float:
    """One less the distance of the spectra, over what it is for spectra that share nothing."""
    if a == b:
        return 1.0
    x, y = signal(a), signal(b)
    points = 2
    while points < max(len(x), len(y)):
        points *= 2
    one, other = magnitudes(x, points), magnitudes(y, points)
    apart = sqrt(sum((p - q) ** 2 for p, q in zip(one, other, strict=True)))
    return 1 - apart / sqrt(sum(p * p for p in one) + sum(q * q for q in other))


MORE_REFERENCES: dict[str, Callable[[Nested, Nested], float]] = {
    "ted": of_one_root(ted),
    "mct": of_one_root(mct),
    "lcs": of_one_root(lcs),
    "lcs-depth": of_one_root(lcs_depth),
    "lcsubstr": of_one_root(lcsubstr),
    "tags": of_one_root(weighted_tags),
    "tags-jaccard": of_one_root(tag_sets),
    "paths": of_one_root(paths),
    "shingles": of_one_root(shingles),
    "fft": of_one_root(fft),
}
"""What each of these measures of the registry has to equal."""
