"""Kernel of the chains: means and maxima over an element and all elements around it."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Floats, Ints, Single
else:
    from scrapy_treesim._cython import Floats, Ints, Single


@cython.locals(
    n=cython.Py_ssize_t, j=cython.Py_ssize_t, k=cython.Py_ssize_t, up=cython.Py_ssize_t,
    at=cython.Py_ssize_t, x=Single, over=Single,
)  # fmt: skip
def descend(
    rows: Floats, means: Floats, most: Floats, parent: Ints, depth: Ints, width: cython.Py_ssize_t
) -> None:
    """Fill in means and maxima for each element, of which those around it come before it.

    ``depth`` comes as zeros, for the elements of each chain.
    """
    n = len(parent)
    if len(rows) != n * width or len(means) != len(rows) or len(most) != len(rows):
        raise ValueError(f"{len(rows)} numbers are no {n} rows of {width}")
    for j in range(n):
        up = parent[j]
        if up >= j:
            raise ValueError(f"element {up} cannot come after what it holds")
        at = j * width
        depth[j] = 1 + (depth[up] if up >= 0 else 0)
        for k in range(width):
            x = rows[at + k]
            means[at + k] = x + (means[up * width + k] if up >= 0 else 0)
            over = most[up * width + k] if up >= 0 else x
            most[at + k] = over if over > x else x
    for j in range(n):
        for k in range(j * width, (j + 1) * width):
            means[k] /= depth[j]
