"""Kernel of the block tree: which container each node's text belongs to."""

from __future__ import annotations

from array import array

INLINE = 0
CONTAINER = 1
LINK = 2
DROP = 3
ASIDE = 4
NO_BLOCK = -1


def assign(
    tag: array[int],
    parent: array[int],
    size: array[int],
    chars: array[int],
    kinds: array[int],
    owner: array[int],
    own_chars: array[int],
    own_links: array[int],
) -> None:
    """Fill, for every node, its container (``NO_BLOCK`` where dropped) and the containers' sums.

    ``kinds`` says by tag what a node is; ``chars`` are the page's running sums. ``own_chars`` and
    ``own_links`` come as zeros and count what a container holds outside of containers inside it.
    """
    n = len(tag)
    i = 0
    while i < n:
        kind = kinds[tag[i]]
        stop = i + size[i]
        # Set aside, unless half the page's text lies in it: some pages wrap everything in an aside.
        if kind == ASIDE and 2 * (chars[stop] - chars[i]) < chars[n]:
            kind = DROP
        if kind == DROP:
            while i < stop:
                owner[i] = NO_BLOCK
                i += 1
            continue
        if kind == CONTAINER or kind == ASIDE or i == 0:
            owner[i] = i
        else:
            block = owner[parent[i]]
            owner[i] = block
            if tag[i] == 0:
                own_chars[block] += chars[i + 1] - chars[i]
            elif kind == LINK:
                own_links[block] += 1
        i += 1
