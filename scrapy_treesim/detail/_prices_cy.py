"""Kernel of amounts: which short texts name a price."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Bytes, Ints
    from cython.cimports.scrapy_treesim.values._text_kinds_cy import PRICE, TextReader
else:
    from scrapy_treesim._cython import Bytes, Ints
    from scrapy_treesim.values._text_kinds_cy import PRICE, TextReader


@cython.locals(i=cython.Py_ssize_t)
def sum_prices(
    reader: TextReader,
    text: Bytes,
    start: Ints,
    digits: Ints,
    longest: cython.Py_ssize_t,
    sums: Ints,
) -> None:
    """Count the texts before each node that name a price, in ``sums``, one longer than the nodes.

    Those of more than ``longest`` bytes, and those without ``digits`` (prefix sums too), name none.
    """
    for i in range(len(sums) - 1):
        sums[i + 1] = sums[i]
        if digits[i + 1] == digits[i] or start[i + 1] - start[i] > longest:
            continue
        if reader.read(text, start[i], start[i + 1]) & PRICE:
            sums[i + 1] += 1
