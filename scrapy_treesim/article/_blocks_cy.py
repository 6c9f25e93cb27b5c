"""Kernel of the blocks: which runs of inline content a page's text falls into."""

from __future__ import annotations

from array import array

INLINE = 0
BLOCK = 1
DROP = 2
BREAK = 3
RESERVE = 4


def assign(
    tag: array[int],
    parent: array[int],
    size: array[int],
    chars: array[int],
    kinds: array[int],
    owner: array[int],
    block: array[int],
    first: array[int],
    last: array[int],
) -> int:
    """Number the blocks; return how many there are.

    ``kinds`` says by tag what a node is. Filled are, for every node, the block-level element it
    stands in (``owner``, itself if it is one; -1 where dropped) and, for text nodes, their
    ``block`` (else -1); for every block its ``first`` and ``last`` text node.
    """
    n = len(tag)
    i = 0
    blocks = 0
    boundary = 0
    previous = -1
    while i < n:
        kind = kinds[tag[i]]
        stop = i + size[i]
        # Read only where nearly all there is to read lies in it: a page made by scripts.
        if kind == RESERVE:
            kind = BLOCK if 5 * (chars[stop] - chars[i]) > 4 * chars[n] else DROP
        if kind == DROP:
            while i < stop:
                owner[i] = -1
                block[i] = -1
                i += 1
            boundary = i
            continue
        block[i] = -1
        if kind == BLOCK or i == 0:
            owner[i] = i
            boundary = i
        else:
            owner[i] = owner[parent[i]]
            if kind == BREAK and i > 0 and kinds[tag[i - 1]] == BREAK:
                boundary = i
            elif tag[i] == 0:
                if previous < 0 or boundary > previous or owner[previous] != owner[i]:
                    first[blocks] = i
                    blocks += 1
                block[i] = blocks - 1
                last[blocks - 1] = i
                previous = i
        i += 1
    return blocks


def join(block: array[int], first: array[int], last: array[int], blocks: int, several: int) -> int:
    """Make one block of ``several`` neighbours, all along the page; return how many there are."""
    for i in range(len(block)):
        if block[i] >= 0:
            block[i] = block[i] // several
    for b in range(blocks):
        if b % several == 0:
            first[b // several] = first[b]
        last[b // several] = last[b]
    return (blocks + several - 1) // several
