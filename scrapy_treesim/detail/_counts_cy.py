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
    i=cython.Py_ssize_t, stop=cython.Py_ssize_t, start=cython.Py_ssize_t, block=cython.Py_ssize_t,
)  # fmt: skip
def count_all(
    text: Bytes,
    most: cython.Py_ssize_t,
    sought: Bytes,
    starts: Ints,
    first: Buffer,
    following: Buffer,
    free: Ints,
    counts: Ints,
) -> None:
    """Count each of the sought texts in the first bytes of a text, none over another of its own.

    They stand in ``sought`` one after the other from each of the ``starts`` on, three bytes or
    more each. Every second place of the text is looked at, where a text stands from its first or
    from its second byte on: ``first`` has for two bytes the number of a block of these, from 1, or
    0, and ``following`` for each block the next; blocks 1 and 2 are of the first text, and so on.
    ``free`` is where each text may stand again: zeros.
    """
    stop = min(len(text), most)
    for at in range(0, stop - 1, 2):
        block = first[text[at] << 8 | text[at + 1]]
        while block != 0:
            one = (block - 1) >> 1
            start = at - ((block - 1) & 1)
            key = starts[one]
            size = starts[one + 1] - key
            if start >= free[one] and start + size <= stop:
                i = 0
                while i < size and text[start + i] == sought[key + i]:
                    i += 1
                if i == size:
                    counts[one] += 1
                    free[one] = start + size
            block = following[block]
