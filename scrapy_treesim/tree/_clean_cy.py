"""Kernels over flat trees: what a cleaning profile leaves, and how tall it is."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
else:
    from scrapy_treesim._cython import Ints

KEEP = 0
UNWRAP = 1
DROP = 2


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


@cython.locals(i=cython.Py_ssize_t)
def fill_heights(parent: Ints, height: Ints) -> None:
    """Nodes on the longest path from each node to a leaf; ``height`` comes as zeros."""
    for i in range(len(parent) - 1, -1, -1):
        height[i] += 1
        above: cython.int = parent[i]
        if above >= 0 and height[above] < height[i]:
            height[above] = height[i]
