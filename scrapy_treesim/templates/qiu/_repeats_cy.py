"""Kernel of repeated records (Qiu 2013, chapter 3): suffixes in order, and what siblings share.

The thesis builds a suffix tree (Ukkonen 1995). A suffix array is the row of that tree's leaves, and
the prefixes that neighbours share are its inner nodes; it takes less room, and sorting by induction
(Nong, Zhang and Chan 2009) makes it in linear time too.
"""

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


@cython.ccall
@cython.locals(i=cython.Py_ssize_t)
def sort_suffixes(symbol: Ints, symbols: cython.int, suffix: Ints) -> cython.void:
    """Fill ``suffix`` with where the suffixes begin, the least first; O(length + symbols).

    ``symbol`` holds numbers below ``symbols`` and ends in a 0, the only one.
    """
    n: cython.Py_ssize_t = len(symbol)
    if n == 1:
        suffix[0] = 0
        return
    # 1 where the suffix is less than the next one.
    rising: Buffer = bytearray(n)
    rising[n - 1] = 1
    for i in range(n - 2, -1, -1):
        if symbol[i] < symbol[i + 1] or (symbol[i] == symbol[i + 1] and rising[i + 1]):
            rising[i] = 1
    counts: Ints = array("i", bytes(4 * symbols))
    edges: Ints = array("i", bytes(4 * symbols))
    for i in range(n):
        counts[symbol[i]] += 1
    # Valleys: a suffix that is less than the next and than the one before.
    valley: Ints = array("i", bytes(4 * n))
    valleys: cython.Py_ssize_t = 0
    for i in range(1, n):
        if rising[i] and not rising[i - 1]:
            valley[valleys] = i
            valleys += 1
    valley = valley[:valleys]
    _place(symbol, suffix, valley, counts, edges)
    _induce(symbol, suffix, rising, counts, edges)
    # The stretch from a valley to the next gets a number; their sequence is sorted the same way.
    shorter: Ints = array("i", bytes(4 * valleys))
    order: Ints = array("i", bytes(4 * valleys))
    names: cython.int = _name_stretches(symbol, suffix, rising, shorter)
    if names < valleys:
        sort_suffixes(shorter, names, order)
    else:
        for i in range(valleys):
            order[shorter[i]] = i
    for i in range(valleys):
        shorter[i] = valley[order[i]]
    _place(symbol, suffix, shorter, counts, edges)
    _induce(symbol, suffix, rising, counts, edges)


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _place(symbol: Ints, suffix: Ints, valleys: Ints, counts: Ints, edges: Ints) -> cython.void:
    """Lay valleys, the least first, at the ends of their symbols' places; all else is -1."""
    for i in range(len(suffix)):
        suffix[i] = -1
    _last_places(counts, edges)
    for i in range(len(valleys) - 1, -1, -1):
        j: cython.Py_ssize_t = valleys[i]
        edges[symbol[j]] -= 1
        suffix[edges[symbol[j]]] = j


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _name_stretches(symbol: Ints, suffix: Ints, rising: Buffer, named: Ints) -> cython.int:
    """Fill ``named`` with a number for each valley's stretch, the least 0; return how many differ.

    ``suffix`` holds the valleys' stretches in their order, among others, and is used up.
    """
    n: cython.Py_ssize_t = len(symbol)
    valleys: cython.Py_ssize_t = 0
    for i in range(n):
        j: cython.Py_ssize_t = suffix[i]
        if j > 0 and rising[j] and not rising[j - 1]:
            suffix[valleys] = j
            valleys += 1
    for i in range(valleys, n):
        suffix[i] = -1
    names: cython.int = 0
    before: cython.Py_ssize_t = -1
    for i in range(valleys):
        here: cython.Py_ssize_t = suffix[i]
        if before < 0 or _differ(symbol, rising, before, here):
            names += 1
        suffix[valleys + here // 2] = names - 1
        before = here
    j = 0
    for i in range(valleys, n):
        if suffix[i] >= 0:
            named[j] = suffix[i]
            j += 1
    return names


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _last_places(counts: Ints, edges: Ints) -> cython.void:
    """The last place of each symbol's suffixes."""
    total: cython.int = 0
    for i in range(len(counts)):
        total += counts[i]
        edges[i] = total


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _induce(symbol: Ints, suffix: Ints, rising: Buffer, counts: Ints, edges: Ints) -> cython.void:
    """From suffixes in their order, those that begin one symbol before."""
    n: cython.Py_ssize_t = len(symbol)
    total: cython.int = 0
    for i in range(len(counts)):
        edges[i] = total
        total += counts[i]
    for i in range(n):
        j: cython.Py_ssize_t = suffix[i] - 1
        if j >= 0 and not rising[j]:
            suffix[edges[symbol[j]]] = j
            edges[symbol[j]] += 1
    _last_places(counts, edges)
    for i in range(n - 1, -1, -1):
        j = suffix[i] - 1
        if j >= 0 and rising[j]:
            edges[symbol[j]] -= 1
            suffix[edges[symbol[j]]] = j


@cython.cfunc
def _differ(
    symbol: Ints, rising: Buffer, one: cython.Py_ssize_t, other: cython.Py_ssize_t
) -> cython.bint:
    """Tell whether the stretches from two valleys to their next ones differ."""
    i: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = len(symbol) - 1
    while True:
        if one + i > last or other + i > last:
            return True
        if symbol[one + i] != symbol[other + i] or rising[one + i] != rising[other + i]:
            return True
        if i > 0:
            ends: cython.bint = rising[one + i] > rising[one + i - 1]
            ends_too: cython.bint = rising[other + i] > rising[other + i - 1]
            if ends and ends_too:
                return False
            if ends or ends_too:
                return True
        i += 1


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
