"""Kernel of the counts: the times that each of many short texts stands in a long one."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Bytes, Ints
else:
    from scrapy_treesim._cython import Buffer, Bytes, Ints


@cython.locals(
    at=cython.Py_ssize_t, one=cython.Py_ssize_t, size=cython.Py_ssize_t, key=cython.Py_ssize_t,
    i=cython.Py_ssize_t, last=cython.Py_ssize_t,
)  # fmt: skip
def count_all(
    text: Bytes,
    most: cython.Py_ssize_t,
    sought: Bytes,
    start: Ints,
    first: Buffer,
    following: Buffer,
    free: Ints,
    counts: Ints,
) -> None:
    """Count each of the sought texts in the first bytes of a text, none over another of its own.

    They stand in ``sought`` one after the other from each ``start`` on, two bytes or more each.
    ``first`` has for two bytes the number of one that starts with them, from 1, or 0;
    ``following`` for each the next of these. ``free`` is where each may stand again: zeros.
    """
    last = min(len(text), most) - 1
    for at in range(last):
        one = first[text[at] << 8 | text[at + 1]]
        while one != 0:
            size = start[one] - start[one - 1]
            if at >= free[one - 1] and at + size <= last + 1:
                key = start[one - 1]
                i = 2
                while i < size and text[at + i] == sought[key + i]:
                    i += 1
                if i == size:
                    counts[one - 1] += 1
                    free[one - 1] = at + size
            one = following[one - 1]
