"""Kernel of alignment: the longest common subsequence by its differences (Myers 1986)."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
else:
    from scrapy_treesim._cython import Ints


@cython.locals(i=cython.Py_ssize_t, k=cython.int)
def align_symbols(a: Ints, b: Ints, max_edits: cython.int, match: Ints) -> cython.int:
    """Fill ``match`` with the place in ``b`` of each of ``a``, or -1; return how many match.

    A longest common subsequence where no more than ``max_edits`` insertions and deletions lie
    between the two. Beyond that the way that comes furthest is taken so far, and another search
    begins there: O((len(a) + len(b)) * max_edits) time, O(max_edits^2) memory at the worst.
    """
    first_a: cython.Py_ssize_t = 0
    first_b: cython.Py_ssize_t = 0
    last_a: cython.Py_ssize_t = len(a)
    last_b: cython.Py_ssize_t = len(b)
    count: cython.int = 0
    for i in range(last_a):
        match[i] = -1
    while first_a < last_a and first_a < last_b and a[first_a] == b[first_a]:
        match[first_a] = first_a
        first_a += 1
    first_b = first_a
    count = first_a
    while last_a > first_a and last_b > first_b and a[last_a - 1] == b[last_b - 1]:
        last_a -= 1
        last_b -= 1
        match[last_a] = last_b
        count += 1
    if max_edits < 1:
        max_edits = 1
    none: Ints = array("i", [0])
    while first_a < last_a and first_b < last_b:
        rows: cython.int = last_a - first_a
        columns: cython.int = last_b - first_b
        most: cython.int = rows + columns if rows + columns < max_edits else max_edits
        furthest: Ints = array("i", bytes(4 * (2 * most + 3)))
        edits: cython.Py_ssize_t = _search(
            a, b, first_a, rows, first_b, columns, most, furthest, none, False
        )
        history: Ints = array("i", bytes(4 * ((edits + 1) * (edits + 2) // 2)))
        _search(a, b, first_a, rows, first_b, columns, edits, furthest, history, True)
        # The way that came furthest, whose end is where both end if that was reached.
        diagonal: cython.int = 0
        best: cython.int = -1
        for k in range(-edits, edits + 1, 2):
            x: cython.int = furthest[edits + 1 + k]
            if x >= 0 and 2 * x - k > best:
                best = 2 * x - k
                diagonal = k
        count += _read_back(history, edits, diagonal, first_a, rows, first_b, columns, match)
        x = furthest[edits + 1 + diagonal]
        first_a += x
        first_b += x - diagonal
    return count


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t, edits=cython.int, k=cython.int)
def _search(
    a: Ints,
    b: Ints,
    first_a: cython.Py_ssize_t,
    rows: cython.int,
    first_b: cython.Py_ssize_t,
    columns: cython.int,
    most: cython.int,
    furthest: Ints,
    history: Ints,
    recorded: cython.bint,
) -> cython.int:
    """Go as far as ``most`` edits lead on each diagonal; how many were needed, or ``most``.

    ``furthest[most + 1 + k]`` is the place in ``a``, counted from ``first_a``, on diagonal ``k``;
    -1 where there is none. ``history`` gets the diagonals in use after every edit.
    """
    for i in range(2 * most + 3):
        furthest[i] = -1
    for edits in range(most + 1):
        for k in range(-edits, edits + 1, 2):
            if edits == 0:
                x: cython.int = 0
            else:
                x = furthest[most + k]
                if x >= rows:
                    x = -1
                elif x >= 0:
                    x += 1
                below: cython.int = furthest[most + 2 + k]
                if below >= x and below - k - 1 < columns:
                    x = below
            if x >= 0:
                while x < rows and x - k < columns and a[first_a + x] == b[first_b + x - k]:
                    x += 1
            furthest[most + 1 + k] = x
            if recorded:
                history[edits * (edits + 1) // 2 + (k + edits) // 2] = x
            if x == rows and x - k == columns:
                return edits
    return most


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _read_back(
    history: Ints,
    edits: cython.int,
    diagonal: cython.int,
    first_a: cython.Py_ssize_t,
    rows: cython.int,
    first_b: cython.Py_ssize_t,
    columns: cython.int,
    match: Ints,
) -> cython.int:
    """Fill in what is equal on the way to the end of a diagonal; how many that are."""
    count: cython.int = 0
    x: cython.int = history[edits * (edits + 1) // 2 + (diagonal + edits) // 2]
    while edits > 0:
        row: cython.int = (edits - 1) * edits // 2
        right: cython.int = -1
        if diagonal > -edits:
            right = history[row + (diagonal + edits - 2) // 2]
            right = right + 1 if 0 <= right < rows else -1
        start: cython.int = -1
        if diagonal < edits:
            start = history[row + (diagonal + edits) // 2]
            if start - diagonal - 1 >= columns:
                start = -1
        down: cython.bint = start >= right
        if not down:
            start = right
        for i in range(start, x):
            match[first_a + i] = first_b + i - diagonal
        count += x - start
        x = start if down else start - 1
        diagonal += 1 if down else -1
        edits -= 1
    for i in range(x):
        match[first_a + i] = first_b + i
    return count + x
