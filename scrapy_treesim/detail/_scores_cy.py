"""Kernel of the model: the scores of the candidates of a field."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import tanh
    from cython.cimports.scrapy_treesim._cython import Doubles
else:
    from math import tanh

    from scrapy_treesim._cython import Doubles


@cython.locals(
    row=Doubles, number=cython.Py_ssize_t, i=cython.Py_ssize_t, k=cython.Py_ssize_t,
    height=cython.Py_ssize_t, value=cython.double, total=cython.double,
)  # fmt: skip
def score_rows(
    rows: list[Doubles],
    most: cython.double,
    hidden: Doubles,
    bias: Doubles,
    out: Doubles,
    straight: Doubles,
    units: Doubles,
    scores: Doubles,
) -> None:
    """Fill ``scores`` with the logarithms of the odds of rows, up to one summand.

    Values above ``most`` count as that; ``units`` is room for the hidden ones.
    """
    height = len(out)
    for number in range(len(rows)):
        row = rows[number]
        total = 0.0
        for k in range(height):
            units[k] = bias[k]
        for i in range(len(straight)):
            value = row[i]
            if value != 0:
                value = min(value, most)
                total += value * straight[i]
                for k in range(height):
                    units[k] += value * hidden[i * height + k]
        for k in range(height):
            total += tanh(units[k]) * out[k]
        scores[number] = total
