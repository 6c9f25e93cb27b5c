"""Kernels over flat trees: what a cleaning profile leaves, and how tall it is."""

from __future__ import annotations

from array import array

KEEP = 0
UNWRAP = 1
DROP = 2


def keep_nodes(
    tag: array[int],
    parent: array[int],
    size: array[int],
    actions: array[int],
    place: array[int],
    out_tag: array[int],
    out_parent: array[int],
    out_size: array[int],
    out_origin: array[int],
) -> int:
    """Copy the nodes that ``actions`` (by tag) keeps; return how many.

    ``place`` is room for the place of every node's nearest kept ancestor-or-self. The root is
    always kept. Text runs that become neighbours by unwrapping count as one node.
    """
    n = len(tag)
    count = 0
    i = 0
    while i < n:
        action = actions[tag[i]]
        above = place[parent[i]] if i > 0 else -1
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


def fill_heights(parent: array[int], height: array[int]) -> None:
    """Nodes on the longest path from each node to a leaf; ``height`` comes as zeros."""
    for i in range(len(parent) - 1, -1, -1):
        height[i] += 1
        above = parent[i]
        if above >= 0 and height[above] < height[i]:
            height[above] = height[i]
