"""Kernel of the model: a small network along the blocks of a page.

Rows of numbers, one a block, go through dense layers and through layers that see a block and two
others, as far before and after it.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

if not cython.compiled:
    if sys.version_info >= (3, 12):
        from math import sumprod
    else:
        from operator import mul

        def sumprod(p: Iterable[float], q: Iterable[float], /) -> float:
            """The sum of products."""
            return float(sum(map(mul, p, q)))


def scale(
    rows: array[float], mean: array[float], spread: array[float], most: float, out: array[float]
) -> None:
    """Numbers less their mean, over their spread, between ``-most`` and ``most``."""
    width = len(mean)
    for at in range(0, len(rows), width):
        for k in range(width):
            x = (rows[at + k] - mean[k]) * spread[k]
            out[at + k] = -most if x < -most else (most if x > most else x)


def dense(rows: array[float], weights: array[float], bias: array[float], out: array[float]) -> None:
    """Weighted sums of each row, a row of ``weights`` for each of ``bias``."""
    height = len(bias)
    width = len(weights) // height
    if not cython.compiled:
        columns = [weights[k * width : (k + 1) * width].tolist() for k in range(height)]
        for row in range(len(rows) // width):
            values = rows[row * width : (row + 1) * width].tolist()
            for k in range(height):
                out[row * height + k] = bias[k] + sumprod(values, columns[k])
        return
    for row in range(len(rows) // width):
        i = row * width
        for k in range(height):
            j = k * width
            # Four sums at a time: additions need not wait for one another.
            a = b = c = d = 0.0
            at = 0
            while at + 4 <= width:
                a += rows[i + at] * weights[j + at]
                b += rows[i + at + 1] * weights[j + at + 1]
                c += rows[i + at + 2] * weights[j + at + 2]
                d += rows[i + at + 3] * weights[j + at + 3]
                at += 4
            while at < width:
                a += rows[i + at] * weights[j + at]
                at += 1
            out[row * height + k] = bias[k] + a + b + c + d


def raise_to_zero(rows: array[float]) -> None:
    """Make what is below 0 a 0."""
    for at in range(len(rows)):
        if rows[at] < 0:
            rows[at] = 0.0


def add(rows: array[float], more: array[float]) -> None:
    """Add what is above 0 of ``more``."""
    for at in range(len(rows)):
        if more[at] > 0:
            rows[at] += more[at]


def windows(rows: array[float], height: int, distance: int, out: array[float]) -> None:
    """Three rows beside one another: ``distance`` before, the row itself, ``distance`` after it.

    Beyond the page ``out`` keeps its zeros.
    """
    n = len(rows) // height
    for row in range(n):
        for side in range(3):
            other = row + (side - 1) * distance
            if other >= 0 and other < n:
                for k in range(height):
                    out[(row * 3 + side) * height + k] = rows[other * height + k]


def pool(rows: array[float], height: int, out: array[float]) -> None:
    """The means of all rows, then their maxima."""
    n = len(rows) // height
    for k in range(height):
        total = 0.0
        most = rows[k]
        for row in range(n):
            x = rows[row * height + k]
            total += x
            if x > most:
                most = x
        out[k] = total / n
        out[height + k] = most
