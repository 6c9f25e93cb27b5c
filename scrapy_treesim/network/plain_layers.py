"""The functions of :mod:`._layers_cy` by NumPy: what runs where there is no compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from scrapy_treesim.network.constants import WIDTH

if TYPE_CHECKING:
    from array import array

    from numpy.typing import NDArray

    Floats = array[float]
    Doubles = array[float]
    Ints = array[int]

MOST_AT_ONCE = 250_000
"""Products that are made at once: with more, NumPy's library would start threads, as many as there
are cores, in each process of a crawl."""


def unpack(raw: bytes, factors: Floats, weights: Floats) -> None:
    """Make weights of signed bytes, each output times its factor."""
    outputs = len(factors)
    table = np.frombuffer(raw, np.int8).reshape(-1, outputs)
    _rows(weights, len(weights) // len(table))[:, :outputs] = table * np.array(factors, np.float32)


def scale(
    rows: Floats, mean: Floats, over: Floats, limit: float, absent: Floats, out: Floats
) -> None:
    """Fill in rows less their means, times one over their spreads, within a limit, less what a row
    of zeros gives: ``absent``."""
    width = len(mean)
    nothing = _numbers(absent)
    np.clip(-_numbers(mean) * _numbers(over), -limit, limit, out=nothing)
    scaled = (_rows(rows, width) - _numbers(mean)) * _numbers(over)
    _rows(out, width)[:] = np.clip(scaled, -limit, limit) - nothing


def add_pieces(
    table: Floats, width: int, pieces: Ints, ends: Ints, is_mean: bool, out: Floats
) -> None:
    """Add to each row the sum of the table's rows that are its pieces, over the root of how many
    there are, or their mean."""
    stops = np.array(ends, np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), stops[:-1]])
    counts = stops - starts
    some = np.flatnonzero(counts)
    taken = np.array(pieces, np.int64)
    for rows in np.array_split(some, 1 + len(taken) * width // MOST_AT_ONCE):
        if len(rows):
            first = starts[rows[0]]
            of_pieces = _rows(table, width)[taken[first : stops[rows[-1]]]]
            sums = np.add.reduceat(of_pieces, starts[rows] - first, 0)
            divisors = counts[rows].astype(np.float32)
            _rows(out, width)[rows] += sums / (divisors if is_mean else np.sqrt(divisors))[:, None]


def add_product(
    rows: Floats,
    stride: int,
    width: int,
    index: Ints,
    weights: Floats,
    offset: int,
    outputs: int,
    out: Floats,
) -> None:
    """Add to each row the product of others with weights."""
    given, added = _rows(rows, stride)[:, :width], _rows(out)
    columns = np.array(index, np.int64).reshape(len(added), -1).T if len(index) else [None]
    for place, column in enumerate(columns):
        begin = offset + place * width
        layer = _rows(weights)[begin : begin + width, :outputs]
        step = max(1, MOST_AT_ONCE // layer.size)
        taken = given if column is None else given[column]
        for at in range(0, len(taken), step):
            added[at : at + step, :outputs] += taken[at : at + step] @ layer


def rectify(out: Floats) -> None:
    """Leave nothing below 0."""
    numbers = _numbers(out)
    np.maximum(numbers, 0, out=numbers)


def add(rows: Floats, out: Floats) -> None:
    """Add rows to others, or one row to each."""
    _rows(out, len(rows))[:] += _numbers(rows)


def descend(rows: Floats, means: Floats, most: Floats, parent: Ints) -> None:
    """Fill in means and maxima over each element and those around it, which come before it."""
    given, sums, maxima = _rows(rows), _rows(means), _rows(most)
    depth = np.ones(len(parent), np.float32)
    for at, up in enumerate(parent):
        sums[at] = given[at] + (sums[up] if up >= 0 else 0)
        maxima[at] = np.maximum(given[at], maxima[up]) if up >= 0 else given[at]
        depth[at] += depth[up] if up >= 0 else 0
    sums /= depth[:, None]


def span_means(rows: Floats, first: Ints, stop: Ints, out: Floats) -> None:
    """Fill in the means of rows from one up to another, 0 of none."""
    given = _rows(rows)
    sums = np.zeros((len(given) + 1, WIDTH))
    np.cumsum(given, 0, out=sums[1:])
    begins, ends = np.array(first, np.int64), np.array(stop, np.int64)
    _rows(out)[:] = (sums[ends] - sums[begins]) / np.maximum(ends - begins, 1)[:, None]


def group_means(rows: Floats, groups: Ints, out: Floats) -> None:
    """Fill in the mean of the rows of each group."""
    means = _rows(out)
    of_rows = np.array(groups, np.int64)
    np.add.at(means, of_rows, _rows(rows))
    means /= np.maximum(np.bincount(of_rows, minlength=len(means)), 1)[:, None]


def pool(rows: Floats, out: Floats) -> None:
    """Fill in the means of all rows, then their maxima."""
    given, pooled = _rows(rows), _rows(out)
    pooled[0], pooled[1] = given.mean(0), given.max(0)


def summarise(labels: Floats, width: int, out: Floats) -> None:
    """Fill in the mean probability of each label, then the largest of the first and the last."""
    likely = 1 / (1 + np.exp(-np.clip(_rows(labels, width), -30, 30)))
    most = likely.max(0)
    _numbers(out)[:] = [*likely.mean(0), most[0], most[-1]]


def probabilities(rows: Floats, width: int, column: int, out: Doubles) -> None:
    """Fill in the probabilities that a column of log-odds means."""
    odds = _rows(rows, width)[:, column].astype(np.float64)
    if len(out):
        np.frombuffer(out, np.float64)[:] = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


def copy_columns(rows: Floats, first: int, count: int, out: Floats) -> None:
    """Copy some of the numbers of each row."""
    _rows(out, count)[:] = _rows(rows)[:, first : first + count]


def neighbours(places: Ints, step: int, last: int, out: Ints) -> None:
    """Fill in the places so many steps further on, none before the first or beyond the last."""
    if len(places):
        np.frombuffer(out, np.int32)[:] = np.clip(np.array(places, np.int64) + step, 0, last)


def _numbers(held: Floats) -> NDArray[np.float32]:
    """The numbers of an array, which they stay."""
    found: NDArray[Any] = np.frombuffer(held, np.float32) if len(held) else np.zeros(0, np.float32)
    return found


def _rows(held: Floats, width: int = WIDTH) -> NDArray[np.float32]:
    return _numbers(held).reshape(-1, width)
