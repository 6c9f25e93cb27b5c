"""Kernel of repetition: names, paths and twins of nodes, blocks that say the same."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.analysis._class_cues_cy import cues_in

# What an attribute is good for, as the kernel is told. Compiled, constants of C.
if not cython.compiled:
    NOTHING, CLASS, NAME, HIDING, STYLE = range(5)
    LOW = 0x7FFFFFFF
    SPREAD = 1779033703


def name_nodes(
    first_attribute: array[int],
    attribute: array[int],
    value_start: array[int],
    values: bytes,
    use: array[int],
    hidden: int,
    symbols: bytes,
    following: array[int],
    meaning: array[int],
    names: array[int],
    cues: array[int],
    cues_of_class: array[int],
) -> None:
    """A number for each node's class (0 where it has none), and the cues in its names.

    ``cues_of_class`` is room for the cues of every class.
    """
    numbers: dict[bytes, int] = {}
    entry = 0
    for node in range(len(names)):
        stop = first_attribute[node + 1]
        while entry < stop:
            kind = use[attribute[entry]]
            at = value_start[entry]
            end = value_start[entry + 1]
            if kind == CLASS:
                value = values[at:end]
                known = numbers.get(value)
                if known is None:
                    numbers[value] = len(numbers) + 1
                    names[node] = len(numbers)
                    cues_of_class[names[node]] = cues_in(
                        values, at, end, symbols, following, meaning
                    )
                else:
                    names[node] = known
                cues[node] |= cues_of_class[names[node]]
            elif kind == NAME:
                cues[node] |= cues_in(values, at, end, symbols, following, meaning)
            elif kind == HIDING:
                cues[node] |= hidden
            elif kind == STYLE:
                cues[node] |= hidden & cues_in(values, at, end, symbols, following, meaning)
            entry += 1


def blocks_before(first: array[int], before: array[int]) -> None:
    """For every node, and for the end, the number of blocks that start before it."""
    blocks = len(first)
    started = 0
    for i in range(len(before)):
        before[i] = started
        if started < blocks and first[started] == i:
            started += 1


def nodes_before(tag: array[int], wanted: array[int], before: array[int]) -> None:
    """For every node, and for the end, the number of nodes of wanted tags before it."""
    n = len(tag)
    found = 0
    for i in range(n):
        before[i] = found
        found += wanted[tag[i]]
    before[n] = found


def copies_of(hashes: array[int], copies: array[int], earlier: array[int]) -> None:
    """How many blocks say what each block says, and how many of them come before it."""
    seen: dict[int, int] = {}
    for b in range(len(hashes)):
        value = hashes[b]
        known = seen.get(value)
        earlier[b] = 0 if known is None else known
        seen[value] = earlier[b] + 1
    for b in range(len(hashes)):
        copies[b] = seen[hashes[b]]


def number_paths(
    tag: array[int],
    parent: array[int],
    size: array[int],
    names: array[int],
    before: array[int],
    keys: array[int],
    numbers: array[int],
    plain: array[int],
    named: array[int],
    twin: array[int],
) -> int:
    """Number the paths of nodes that hold blocks: of their tags (``plain``), of tags and classes
    (``named``), and of parent, tag and class (``twin``). Return how many numbers there are, or 0
    where there is too little room.

    ``keys`` and ``numbers``, zeros, are room for a table of hashes: a power of two, of which half
    is used at most.
    """
    mask = len(keys) - 1
    count = 0
    for i in range(len(tag)):
        if tag[i] == 0 or before[i + size[i]] == before[i]:
            continue
        above = parent[i]
        for kind in range(3):
            name = names[i]
            if kind == 2:
                key = above + 1
            elif above < 0:
                key = 0
            elif kind == 1:
                key = named[above]
            else:
                key = plain[above]
                name = 0
            # No key is 0, which is an empty place.
            key = ((key * 65536 + tag[i]) * 65536 + name) * 4 + kind + 1
            place = ((((key ^ (key >> 23) ^ (key >> 41)) & LOW) * SPREAD) >> 20) & mask
            while keys[place] != key and keys[place] != 0:
                place = (place + 1) & mask
            if keys[place] == 0:
                if 2 * count >= mask:
                    return 0
                keys[place] = key
                numbers[place] = count
                count += 1
            known = numbers[place]
            if kind == 0:
                plain[i] = known
            elif kind == 1:
                named[i] = known
            else:
                twin[i] = known
    return count
