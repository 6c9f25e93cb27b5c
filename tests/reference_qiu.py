"""The thesis' own way from pages to clusters, written down plainly (Qiu 2013, chapters 2 to 4)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from reference_measures import heaviest

from scrapy_treesim import Page
from scrapy_treesim.templates.clustering.joining import numbered
from scrapy_treesim.templates.clustering.qiu import (
    MAX_ELEMENTS,
    SIMPLIFIED,
    Distance,
    depth_weight,
    repeats_of,
    rows_of,
)
from scrapy_treesim.tree import Tree, clean

Symbols: TypeAlias = "list[tuple[str, int]]"
"""The tag and the depth of each element, in preorder."""


def symbols_of(tree: Tree) -> Symbols:
    """The sequence of a tree; as a subtree's elements follow its root, it holds the whole tree."""
    return [(tree.names[tag], depth) for tag, depth in zip(tree.tag, rows_of(tree)[1], strict=True)]


def collapse(symbols: Symbols) -> tuple[list[int], dict[int, tuple[int, list[int]]]]:
    """The elements that stay; by the first of the records that collapsed into it, the length of
    one and where each begins."""
    known: dict[tuple[str, int], int] = {}
    numbers = [known.setdefault(one, len(known)) for one in symbols]
    found = repeats_of(numbers, array("i", [depth for _, depth in symbols]))
    groups: dict[int, list[int]] = {}
    for place, number in enumerate(found.group):
        if number >= 0:
            groups.setdefault(number, []).append(place)
    kept = [place for place in range(len(symbols)) if not found.removed[place]]
    return kept, {group[0]: (found.length[group[0]], group) for group in groups.values()}


def named(symbols: Symbols) -> list[str]:
    """The symbols as the thesis writes them: ``<div2>``."""
    return [f"<{tag}{depth}>" for tag, depth in symbols]


def written(symbols: Symbols) -> str:
    """The sequence as the thesis writes it, ``(...)+`` for what repeats."""
    kept, repeats = collapse(symbols)
    names = dict(zip(kept, named([symbols[place] for place in kept]), strict=True))
    for first, (length, _) in repeats.items():
        names[first] = f"({names[first]}"
        names[first + length - 1] += ")+"
    return "".join(names.values())


def distance(one: Sequence[tuple[str, int]], other: Sequence[tuple[str, int]]) -> float:
    """One less the weight of the longest common subsequence over the heavier's (equation 4-2)."""

    def weight(symbol: tuple[str, int]) -> float:
        return depth_weight(symbol[1])

    a, b = one[:MAX_ELEMENTS], other[:MAX_ELEMENTS]
    most = max(sum(map(weight, a)), sum(map(weight, b)))
    return max(0.0, 1.0 - heaviest(a, b, weight) / most) if most else 0.0


def agglomerate(
    items: int, distance: Distance, threshold: float, weights: Sequence[int] | None = None
) -> list[int]:
    """The centre of each item's cluster, of ``0 ... items - 1``, nearest joined first, O(items^3).

    A cluster's centre is its medoid: the member with the least sum of distances to all others, of
    which each counts as often as ``weights`` says. Of equally near clusters the first are joined.
    """
    often = weights or [1] * items
    clusters = {item: [item] for item in range(items)}
    while len(clusters) > 1:
        apart, one, other = min((distance(a, b), a, b) for a, b in combinations(clusters, 2))
        if apart > threshold:
            break
        members = clusters.pop(one) + clusters.pop(other)
        sums = {
            item: sum(distance(item, each) * often[each] for each in members if each != item)
            for item in members
        }
        clusters[min(members, key=lambda item: (sums[item], item))] = members
        clusters = dict(sorted(clusters.items()))
    middle = {item: medoid for medoid, members in clusters.items() for item in members}
    return [middle[item] for item in range(items)]


def clusters_of(pages: Sequence[Page], threshold: float) -> list[int]:
    """The number of each page's cluster, from 0; equal sequences count as one."""
    copies: dict[tuple[tuple[str, int], ...], list[int]] = {}
    for number, page in enumerate(pages):
        symbols = symbols_of(clean(page.tree, SIMPLIFIED))
        copies.setdefault(tuple(symbols[at] for at in collapse(symbols)[0]), []).append(number)
    each = [*copies]
    found = agglomerate(
        len(each),
        lambda i, j: distance(each[i], each[j]),
        threshold,
        [len(copies[one]) for one in each],
    )
    middle = {i: found[at] for at, one in enumerate(each) for i in copies[one]}
    return numbered([middle[i] for i in range(len(pages))])
