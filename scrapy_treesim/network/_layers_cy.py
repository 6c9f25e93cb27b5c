"""Kernel of the network's layers: products of rows with weights, sums and means of rows.

Rows of a layer's outputs are ``WIDTH`` numbers wide; a layer with fewer outputs leaves the last at
0. Weights lie input by input. In plain Python NumPy makes the products.
"""

from __future__ import annotations

from array import array
from math import exp, sqrt

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Cloned, Doubles, Floats, FloatsPointer, Ints, Single
from scrapy_treesim.network.constants import *

if cython.compiled:
    Sums = cython.typedef(cython.float[WIDTH])
else:
    import numpy as np

    Sums = list[float]


ZERO = array("f", [0.0])
"""One zero, to be multiplied into arrays of zeros."""


def unpack(raw: Bytes, factors: Floats, weights: Floats) -> None:
    """Unpack signed bytes into weights, each output times its factor; ``weights`` comes as zeros,
    with room for as many outputs as a row has, or just for these."""
    outputs: cython.Py_ssize_t = len(factors)
    inputs: cython.Py_ssize_t = len(raw) // outputs
    width: cython.Py_ssize_t = len(weights) // inputs
    for k in range(inputs):
        for h in range(outputs):
            byte: cython.int = raw[k * outputs + h]
            weights[k * width + h] = (byte - 256 if byte > 127 else byte) * factors[h]


@cython.boundscheck(False)
def scale(rows: Floats, mean: Floats, over: Floats, limit: Single, out: Floats) -> None:
    """Fill in rows less their means, times one over their spreads, within a limit."""
    width: cython.Py_ssize_t = len(mean)
    if len(over) != width or len(out) != len(rows) or (width and len(rows) % width):
        raise ValueError(f"expected rows of {width}, got {len(rows)} values")
    less: Single = -limit
    for i in range(len(rows) // width if width else 0):
        for k in range(width):
            value: Single = (rows[i * width + k] - mean[k]) * over[k]
            out[i * width + k] = less if value < less else (limit if value > limit else value)


@cython.boundscheck(False)
def add_pieces(
    table: Floats, width: cython.Py_ssize_t, pieces: Ints, ends: Ints, is_mean: cython.bint,
    out: Floats,
) -> None:  # fmt: skip
    """Add to each row the sum of the table's rows for its pieces, over the root of their number, or
    the mean of these rows."""
    if len(out) != len(ends) * width:
        raise ValueError(f"expected {len(ends)} rows of {width}, got {len(out)} values")
    last: cython.Py_ssize_t = len(table) - width
    first: cython.Py_ssize_t = 0
    for i in range(len(ends)):
        count: cython.Py_ssize_t = ends[i] - first
        if count < 0 or ends[i] > len(pieces):
            raise ValueError(f"no pieces from {first} to {ends[i]}, got {len(pieces)}")
        count = max(count, 1)
        share: Single = 1.0 / (count if is_mean else sqrt(count))
        for j in range(first, ends[i]):
            offset: cython.Py_ssize_t = pieces[j] * width
            if offset < 0 or offset > last:
                raise IndexError(f"there is no row {pieces[j]}")
            for k in range(width):
                out[i * width + k] += table[offset + k] * share
        first = ends[i]


@cython.inline
@cython.exceptval(check=False)
@cython.locals(base=cython.Py_ssize_t, a=Single, b=Single, c=Single, d=Single, totals=Sums)
def _multiply_by(
    row: FloatsPointer, width: cython.Py_ssize_t, weights: FloatsPointer, sums: Sums,
    outputs: cython.Py_ssize_t,
) -> cython.int:  # fmt: skip
    """Fill in the products of a row's inputs with weights."""
    if not cython.compiled:
        totals = [0.0] * WIDTH
    for h in range(outputs):
        totals[h] = 0
    # Four at a time, so that sums do not wait for each product.
    for k in range(0, width - 3, 4):
        a, b, c, d = row[k], row[k + 1], row[k + 2], row[k + 3]
        base = k * WIDTH
        for h in range(outputs):
            totals[h] += (a * weights[base + h] + b * weights[base + WIDTH + h]) + (
                c * weights[base + 2 * WIDTH + h] + d * weights[base + 3 * WIDTH + h]
            )
    for k in range(width - width % 4, width):
        for h in range(outputs):
            totals[h] += row[k] * weights[k * WIDTH + h]
    for h in range(outputs):
        sums[h] = totals[h]
    return 0


@cython.exceptval(check=False)
def _multiply(
    row: FloatsPointer, width: cython.Py_ssize_t, weights: FloatsPointer, sums: Sums,
    outputs: cython.Py_ssize_t,
) -> Cloned:  # fmt: skip
    """Fill in the products of a row's inputs with weights, in loops of fixed length."""
    if outputs <= HALF:
        return _multiply_by(row, width, weights, sums, HALF)
    if outputs <= THREE_QUARTERS:
        return _multiply_by(row, width, weights, sums, THREE_QUARTERS)
    return _multiply_by(row, width, weights, sums, WIDTH)


@cython.boundscheck(False)
@cython.locals(sums=Sums)
def add_product(
    rows: Floats, stride: cython.Py_ssize_t, width: cython.Py_ssize_t, index: Ints,
    weights: Floats, offset: cython.Py_ssize_t, outputs: cython.Py_ssize_t, out: Floats,
) -> None:  # fmt: skip
    """Add to each row of ``out`` the product of rows with weights.

    Rows begin every ``stride`` numbers, and their first ``width`` are used; ``index`` has the rows
    for each row of ``out``, one or several; if empty, it is the row at the same position. Their
    weights begin at the input ``offset``, and are 0 from the output ``outputs`` on.
    """
    n: cython.Py_ssize_t = len(out) // WIDTH
    row_count: cython.Py_ssize_t = len(rows) // stride if stride > 0 else 0
    is_indexed: cython.bint = len(index) > 0
    per_row: cython.Py_ssize_t = len(index) // n if is_indexed and n > 0 else 1
    if not 0 < width <= stride:
        raise ValueError(f"{width} numbers every {stride} are no inputs")
    if not 0 < outputs <= WIDTH:
        raise ValueError(f"{outputs} outputs are not 1 to {WIDTH}")
    if offset < 0 or (offset + per_row * width) * WIDTH > len(weights):
        raise ValueError(f"there are no weights of {width} inputs from the {offset}th on")
    if (len(index) if is_indexed else row_count) != per_row * n:
        raise ValueError(f"{len(index)} or {row_count} rows are none for {n}")
    if not cython.compiled:
        sums = [0.0] * WIDTH
        row_numbers = np.array(index if is_indexed else range(n), np.int64).reshape(n, per_row)
        if n and not 0 <= row_numbers.min() <= row_numbers.max() < row_count:
            raise IndexError(f"there is no row {row_numbers.max()} of {row_count}")
        inputs = np.array(rows, np.float32).reshape(-1, stride)[:, :width]
        layer = np.array(weights, np.float32).reshape(-1, WIDTH)[offset : offset + per_row * width]
        # Row by row: for one large product NumPy would start a thread for each core.
        for i in range(n):
            np.frombuffer(out, np.float32)[i * WIDTH : (i + 1) * WIDTH] += (
                inputs[row_numbers[i]].ravel() @ layer
            )
        return
    # A row used several times is multiplied once: most blocks are inside the same elements.
    cache: Floats = ZERO * (n * WIDTH if is_indexed else 1)
    cached_at: Ints = array("i", bytes(4 * (row_count if is_indexed else 1)))
    cached: cython.Py_ssize_t = 0
    for h in range(WIDTH):
        sums[h] = 0
    for column in range(per_row):
        before: cython.Py_ssize_t = cached
        first: cython.Py_ssize_t = (offset + column * width) * WIDTH
        for i in range(n):
            row: cython.Py_ssize_t = index[i * per_row + column] if is_indexed else i
            if row < 0 or row >= row_count:
                raise IndexError(f"there is no row {row} of {row_count}")
            if is_indexed and cached_at[row] > before:
                base: cython.Py_ssize_t = (cached_at[row] - before - 1) * WIDTH
                for h in range(WIDTH):
                    out[i * WIDTH + h] += cache[base + h]
                continue
            begin: FloatsPointer = cython.address(rows[row * stride])
            _multiply(begin, width, cython.address(weights[first]), sums, outputs)
            base = i * WIDTH
            for h in range(WIDTH):
                out[base + h] += sums[h]
            if is_indexed:
                base = (cached - before) * WIDTH
                for h in range(WIDTH):
                    cache[base + h] = sums[h]
                cached += 1
                cached_at[row] = cached


@cython.boundscheck(False)
def rectify(out: Floats) -> None:
    """Set negative values to 0."""
    for k in range(len(out)):
        out[k] = out[k] if out[k] > 0 else 0


@cython.boundscheck(False)
def add(rows: Floats, out: Floats) -> None:
    """Add rows to the rows of ``out``, or one row to each."""
    if len(rows) != len(out) and len(rows) != WIDTH:
        raise ValueError(f"expected {WIDTH} or {len(out)} values, got {len(rows)}")
    if len(rows) == len(out):
        for k in range(len(out)):
            out[k] += rows[k]
        return
    for i in range(len(out) // WIDTH):
        base: cython.Py_ssize_t = i * WIDTH
        for k in range(WIDTH):
            out[base + k] += rows[k]


@cython.boundscheck(False)
def descend(rows: Floats, means: Floats, maxima: Floats, parent: Ints) -> None:
    """Fill in means and maxima over each element and its ancestors, all of them before it."""
    n: cython.Py_ssize_t = len(parent)
    if len(rows) != n * WIDTH or len(means) != len(rows) or len(maxima) != len(rows):
        raise ValueError(f"expected {n} rows of {WIDTH}, got {len(rows)} values")
    depth: Ints = array("i", bytes(4 * n))
    for j in range(n):
        up: cython.Py_ssize_t = parent[j]
        if up >= j:
            raise ValueError(f"parent {up} cannot come after its child {j}")
        base: cython.Py_ssize_t = j * WIDTH
        if up < 0:
            depth[j] = 1
            for k in range(WIDTH):
                means[base + k] = maxima[base + k] = rows[base + k]
            continue
        depth[j] = 1 + depth[up]
        up *= WIDTH
        for k in range(WIDTH):
            value: Single = rows[base + k]
            greatest: Single = maxima[up + k]
            means[base + k] = value + means[up + k]
            maxima[base + k] = max(greatest, value)
    for j in range(n):
        share: Single = 1.0 / depth[j]
        for k in range(j * WIDTH, (j + 1) * WIDTH):
            means[k] *= share


@cython.boundscheck(False)
@cython.locals(a=cython.Py_ssize_t, b=cython.Py_ssize_t)
def span_means(rows: Floats, first: Ints, stop: Ints, out: Floats) -> None:
    """Fill in the means of spans of rows, 0 for an empty span."""
    n: cython.Py_ssize_t = len(rows) // WIDTH
    sums: Doubles = array("d", bytes(8 * WIDTH * (n + 1)))
    for k in range(n * WIDTH):
        sums[k + WIDTH] = sums[k] + rows[k]
    if len(stop) != len(first) or len(out) != len(first) * WIDTH:
        raise ValueError(f"expected {len(first)} spans, got {len(stop)} ends, {len(out)} values")
    for i in range(len(first)):
        a, b = first[i], stop[i]
        if a < 0 or b < a or b > n:
            raise ValueError(f"no rows from {a} to {b}, got {n}")
        count: cython.double = 1.0 / (b - a) if b > a else 1.0
        base: cython.Py_ssize_t = i * WIDTH
        a *= WIDTH
        b *= WIDTH
        for k in range(WIDTH):
            out[base + k] = (sums[b + k] - sums[a + k]) * count


def group_means(rows: Floats, element: Ints, path: Ints, groups: Ints, out: Floats) -> None:
    """Fill in the group of each row, the path of its element, and the mean row of each group;
    ``out`` comes as zeros."""
    counts: Ints = array("i", bytes(4 * (len(out) // WIDTH)))
    for i in range(len(groups)):
        groups[i] = path[element[i]]
    for i in range(len(groups)):
        counts[groups[i]] += 1
        base: cython.Py_ssize_t = groups[i] * WIDTH
        for k in range(WIDTH):
            out[base + k] += rows[i * WIDTH + k]
    for i in range(len(counts)):
        if counts[i] > 1:
            for k in range(i * WIDTH, (i + 1) * WIDTH):
                out[k] /= counts[i]


def pool(rows: Floats, out: Floats) -> None:
    """Fill in the means of all rows, then their maxima."""
    n: cython.Py_ssize_t = len(rows) // WIDTH
    for k in range(WIDTH):
        total: cython.double = 0.0
        most: Single = rows[k]
        for i in range(n):
            value: Single = rows[i * WIDTH + k]
            total += value
            most = value if value > most else most
        out[k] = total / n
        out[WIDTH + k] = most


def summarise(labels: Floats, width: cython.Py_ssize_t, out: Floats) -> None:
    """Fill in the mean probability of each label, then the largest of the first and the last."""
    n: cython.Py_ssize_t = len(labels) // width
    for k in range(width):
        total: cython.double = 0.0
        most: cython.double = 0.0
        for i in range(n):
            chance: cython.double = probability(labels[i * width + k])
            total += chance
            most = chance if chance > most else most
        out[k] = total / n
        if k == 0:
            out[width] = most
    out[width + 1] = most


@cython.ccall
def probability(log_odds: cython.double) -> cython.double:
    """The probability for log-odds, which are bounded at 30 either way."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, log_odds))))


def probabilities(
    rows: Floats, width: cython.Py_ssize_t, column: cython.Py_ssize_t, out: Doubles
) -> None:  # fmt: skip
    """Fill in the probabilities for a column of log-odds."""
    if not 0 <= column < width or len(rows) != len(out) * width:
        raise ValueError(f"no column {column} of {len(out)} rows of {width} in {len(rows)} values")
    for i in range(len(out)):
        out[i] = probability(rows[i * width + column])


def copy_columns(
    rows: Floats, first: cython.Py_ssize_t, count: cython.Py_ssize_t, out: Floats
) -> None:
    """Copy some columns of each row."""
    for i in range(len(rows) // WIDTH):
        for k in range(count):
            out[i * count + k] = rows[i * WIDTH + first + k]


@cython.boundscheck(False)
def neighbours(places: Ints, step: cython.Py_ssize_t, last: cython.Py_ssize_t, out: Ints) -> None:
    """Fill in each of ``places`` plus ``step``, bounded by 0 and ``last``."""
    if len(out) != len(places):
        raise ValueError(f"expected {len(places)} places, got {len(out)}")
    for i in range(len(places)):
        index: cython.longlong = places[i]
        index += step
        out[i] = 0 if index < 0 else (last if index > last else index)
