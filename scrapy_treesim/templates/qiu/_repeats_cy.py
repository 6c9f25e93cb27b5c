"""Kernel of repeated records (Qiu 2013, chapter 3): what siblings share, and which of it goes."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Ints
else:
    from scrapy_treesim._cython import Buffer, Ints


@cython.locals(i=cython.Py_ssize_t)
def fill_families(depth: Ints, parent: Ints, size: Ints) -> None:
    """Of each element the last one before it that is less deep (or -1), and its subtree's size."""
    n: cython.Py_ssize_t = len(depth)
    for i in range(n):
        above: cython.Py_ssize_t = i - 1
        while above >= 0 and depth[above] >= depth[i]:
            above = parent[above]
        parent[i] = above
        size[i] = 1
    for i in range(n - 1, -1, -1):
        if parent[i] >= 0:
            size[parent[i]] += size[i]


@cython.locals(i=cython.Py_ssize_t)
def group_siblings(
    symbol: Ints, suffix: Ints, parent: Ints, size: Ints, length: Ints, group: Ints
) -> cython.int:
    """Find what each element repeats of its siblings; return the number of groups of equal repeats.

    ``length`` gets the most that the subtree has in common, from its root on, with that of another
    child of the same parent, and ``group`` the number of those that have the same in common.
    ``symbol`` and ``suffix`` have the closing 0, the others have not. The comparisons of two
    neighbours never go beyond the smaller subtree, so that all take O(n log n): an element lies in
    log n subtrees at most that are not their parent's largest.
    """
    n: cython.Py_ssize_t = len(parent)
    ends: Ints = array("i", bytes(4 * (n + 2)))
    row: Ints = array("i", bytes(4 * (n + 1)))
    for i in range(n):
        ends[parent[i] + 2] += 1
        length[i] = 0
    for i in range(1, n + 2):
        ends[i] += ends[i - 1]
    # Children by parent, in the order of their suffixes; ends[p + 1] moves from first to last.
    for i in range(n + 1):
        here: cython.Py_ssize_t = suffix[i]
        if here < n:
            row[ends[parent[here] + 1]] = here
            ends[parent[here] + 1] += 1
    # Of each child in its row, what it shares with the one before.
    like: Ints = array("i", bytes(4 * (n + 1)))
    for i in range(1, n):
        one: cython.Py_ssize_t = row[i - 1]
        other: cython.Py_ssize_t = row[i]
        if parent[one] != parent[other]:
            continue
        most: cython.int = size[one] if size[one] < size[other] else size[other]
        same: cython.int = 0
        while same < most and symbol[one + same] == symbol[other + same]:
            same += 1
        like[i] = same
        if same > length[one]:
            length[one] = same
        length[other] = same
    open_length: Ints = array("i", bytes(4 * (n + 1)))
    open_group: Ints = array("i", bytes(4 * (n + 1)))
    depth: cython.Py_ssize_t = 0
    groups: cython.int = 0
    for i in range(n):
        here = row[i]
        while depth > 0 and open_length[depth - 1] > like[i]:
            depth -= 1
        if length[here] == 0:
            group[here] = -1
            continue
        if depth == 0 or open_length[depth - 1] < length[here]:
            open_length[depth] = length[here]
            open_group[depth] = groups
            groups += 1
            depth += 1
        group[here] = open_group[depth - 1]
    return groups


@cython.locals(i=cython.Py_ssize_t, g=cython.Py_ssize_t)
def keep_deeper(length: Ints, group: Ints, groups: cython.int) -> None:
    """Take out of its group what overlaps with a deeper repeat, and groups of one altogether.

    Two overlap where the deeper begins inside the other and ends beyond it. O(n α(n)).
    """
    n: cython.Py_ssize_t = len(length)
    alive: Ints = array("i", bytes(4 * groups))
    first: Ints = array("i", bytes(4 * groups))
    latest: Ints = array("i", bytes(4 * groups))
    following: Ints = array("i", bytes(4 * n))
    # From each place, the next one that is not known to lie inside a repeat.
    free: Ints = array("i", range(n + 1))
    for i in range(n - 1, -1, -1):
        if group[i] >= 0:
            alive[group[i]] += 1
            first[group[i]] = i
    for g in range(groups):
        latest[g] = -1
    for i in range(n - 1, -1, -1):
        g = group[i]
        if g < 0:
            continue
        end: cython.Py_ssize_t = i + length[i]
        if alive[g] < 2 or (end < n and free[end] != end):
            group[i] = -1
            alive[g] -= 1
        else:
            following[i] = latest[g]
            latest[g] = i
        if i != first[g]:
            continue
        # Its siblings have all been looked at, and so has what they hold.
        j: cython.Py_ssize_t = latest[g]
        while j >= 0:
            if alive[g] < 2:
                group[j] = -1
            else:
                end = j + length[j]
                inside: cython.Py_ssize_t = _next_free(free, j + 1)
                while inside < end:
                    free[inside] = inside + 1
                    inside = _next_free(free, inside)
            j = following[j]


@cython.cfunc
def _next_free(free: Ints, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    while free[place] != place:
        free[place] = free[free[place]]
        place = free[place]
    return place


@cython.locals(i=cython.Py_ssize_t)
def keep_longer(length: Ints, group: Ints, groups: cython.int, removed: Buffer) -> None:
    """Of repeats that hold others keep the longer; say which elements go. O(n).

    ``removed`` is set for the elements of a group's members but for its first. ``group`` keeps the
    members that are not inside another repeat, where there are two.
    """
    n: cython.Py_ssize_t = len(length)
    left: Ints = array("i", bytes(4 * groups))
    seen: Buffer = bytearray(groups)
    for i in range(n):
        if group[i] >= 0:
            left[group[i]] += 1
    end: cython.Py_ssize_t = 0
    repeated: cython.int = 0
    for i in range(n):
        g: cython.Py_ssize_t = group[i]
        if i < end:
            removed[i] = repeated
            if g >= 0:
                group[i] = -1
                left[g] -= 1
        elif g >= 0:
            if seen[g] or left[g] > 1:
                repeated = seen[g]
                seen[g] = 1
                removed[i] = repeated
                end = i + length[i]
            else:
                group[i] = -1
