"""Kernel of flat trees: what follows from tags and parents alone, and what cleaning leaves."""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints
from scrapy_treesim.tree.constants import DROP, KIND_BITS, MOST_OPEN, UNWRAP
from scrapy_treesim.tree.tags import NUMBER

LINK = cython.declare(cython.int, NUMBER["a"])


def fill_sums(
    tag: Ints, parent: Ints, size: Ints, nth: Ints, chars: Ints, linked: Ints, seen: Ints
) -> None:
    """Fill ``size`` and ``nth``; turn ``chars`` (a node's own, on entry) into sums of all before.

    ``seen`` holds a zero for every tag.

    Raises:
        ValueError: the nodes are in no preorder, or a tag has no name.
    """
    n: cython.Py_ssize_t = len(tag)
    for i in range(n):
        if not (-1 if i == 0 else 0) <= parent[i] < i or not 0 <= tag[i] < len(seen):
            raise ValueError(f"node {i} has the parent {parent[i]} and the tag {tag[i]}")
    for i in range(n - 1, -1, -1):
        size[i] += 1
        if parent[i] >= 0:
            size[parent[i]] += size[i]
    for i in range(n):
        if size[i] == 1:
            continue
        stop: cython.Py_ssize_t = i + size[i]
        child: cython.Py_ssize_t = i + 1
        while child < stop:
            seen[tag[child]] += 1
            nth[child] = seen[tag[child]]
            child += size[child]
        child = i + 1
        while child < stop:
            if seen[tag[child]] == 1:
                nth[child] = 0
            child += size[child]
        child = i + 1
        while child < stop:
            seen[tag[child]] = 0
            child += size[child]
    before: cython.int = 0
    before_linked: cython.int = 0
    link_stop: cython.Py_ssize_t = 0
    for i in range(n):
        own: cython.int = chars[i]
        chars[i] = before
        linked[i] = before_linked
        if tag[i] == LINK and i >= link_stop:
            link_stop = i + size[i]
        before += own
        if i < link_stop:
            before_linked += own
    chars[n] = before
    linked[n] = before_linked


def check_runs(start: Ints, stop: cython.Py_ssize_t) -> None:
    """Refuse places that do not go up from 0 or more to ``stop``, the last of them.

    Raises:
        ValueError: they do not.
    """
    before: cython.Py_ssize_t = 0
    for i in range(len(start)):
        if start[i] < before or start[i] > stop:
            raise ValueError(f"place {start[i]} comes after {before}, of {stop} in all")
        before = start[i]
    if before != stop:
        raise ValueError(f"the last place is {before}, not {stop}")


def nodes_of(tag: Ints, wanted: Bytes) -> list[int]:
    """The nodes of the tags that are flagged, in order; tags beyond have no flag."""
    found: list[int] = []
    known: cython.int = len(wanted)
    for node in range(len(tag)):
        if tag[node] < known and wanted[tag[node]]:
            found.append(node)
    return found


def keep_nodes(
    tag: Ints,
    parent: Ints,
    size: Ints,
    actions: Ints,
    place: Ints,
    out_tag: Ints,
    out_parent: Ints,
    out_size: Ints,
    out_origin: Ints,
) -> cython.Py_ssize_t:
    """Copy the nodes that ``actions`` (by tag) keeps; return how many.

    ``place`` is room for the place of every node's nearest kept ancestor-or-self. The root is
    always kept. Text runs that become neighbours by unwrapping count as one node.
    """
    n: cython.Py_ssize_t = len(tag)
    count: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    while i < n:
        action: cython.int = actions[tag[i]]
        above: cython.int = place[parent[i]] if i > 0 else -1
        if i > 0 and action == DROP:
            i += size[i]
            continue
        if i > 0 and action == UNWRAP:
            place[i] = above
            i += 1
            continue
        if tag[i] == 0 and count > 0 and out_tag[count - 1] == 0 and out_parent[count - 1] == above:
            i += 1
            continue
        place[i] = count
        out_tag[count] = tag[i]
        out_parent[count] = above
        out_origin[count] = i
        count += 1
        i += 1
    for i in range(count - 1, -1, -1):
        out_size[i] += 1
        if i > 0:
            out_size[out_parent[i]] += out_size[i]
    return count


def fill_heights(parent: Ints, height: Ints) -> None:
    """Nodes on the longest path from each node to a leaf; ``height`` comes as zeros."""
    for i in range(len(parent) - 1, -1, -1):
        height[i] += 1
        above: cython.int = parent[i]
        if above >= 0 and height[above] < height[i]:
            height[above] = height[i]


def deepest(tag: Ints, parent: Ints, kinds: Ints, kept: Ints) -> cython.int:
    """The most elements of one kind, of those that HTML ends early, that are open at once.

    Up to 7. One pass over the nodes, each with the numbers of open elements of each kind around it.

    ``kinds`` has for each tag its kind, or -1; ``kept`` the bits of the kinds that are still open
    inside of it.
    """
    most: cython.int = 0
    known: cython.Py_ssize_t = len(kinds)
    open_in: Ints = array("i", bytes(4 * len(tag)))
    for node in range(1, len(tag)):
        number: cython.int = tag[node]
        around: cython.int = open_in[parent[node]]
        if number < known:
            kind: cython.int = kinds[number]
            if kind >= 0:
                depth: cython.int = around >> KIND_BITS * kind & MOST_OPEN
                if depth < MOST_OPEN:
                    around += 1 << KIND_BITS * kind
                    depth += 1
                most = max(most, depth)
            around &= kept[number]
        open_in[node] = around
    return most
