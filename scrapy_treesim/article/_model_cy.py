"""Kernel of the model: a small network along the blocks of a page, and what its scores add up to.

Rows of features, one a block, go through a dense layer and through layers that see a block and two
others, as far before and after it. Weights are laid out input by input, ``HEIGHT`` of them beside
one another, so that an input that is 0 costs nothing and the others all outputs at once.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.scrapy_treesim._cython import Buffer, Doubles, Ints

    Weights = cython.typedef(cython.double[1536])
    Outputs = cython.typedef(cython.double[12])
    Values = cython.typedef(cython.double[132])
    Places = cython.typedef(cython.Py_ssize_t[132])
else:
    from math import exp

    from scrapy_treesim._cython import Buffer, Doubles, Ints

    Weights = list[float]
    Outputs = list[float]
    Values = list[float]
    Places = list[int]

if TYPE_CHECKING:
    from scrapy_treesim.article.model import Network

HEIGHT = cython.declare(cython.int, 12)
"""Outputs of each layer."""

MAX_INPUTS = cython.declare(cython.int, 128)
"""Inputs that there is room for the weights of."""

MIN_LOG_ODDS = cython.declare(cython.double, -700.0)
"""Below, a probability is 0."""


@cython.cclass
class Layer:
    """A dense layer, its weights beside one another."""

    inputs = cython.declare(cython.Py_ssize_t, visibility="readonly")
    """How many inputs it has."""
    weights: Weights
    """Of each input, its weight for each output."""
    bias: Outputs
    """Of each output."""
    sums: Outputs
    """The outputs in the making."""
    count: cython.Py_ssize_t
    """How many inputs of a row are not 0."""
    values: Values
    """Those inputs."""
    places: Places
    """Where the weights of each begin."""

    @cython.locals(at=cython.Py_ssize_t)
    def __init__(self, weights: Doubles, bias: Doubles) -> None:
        if len(bias) != HEIGHT or len(weights) % HEIGHT or len(weights) > MAX_INPUTS * HEIGHT:
            raise ValueError(f"no layer has {len(weights)} weights and {len(bias)} outputs")
        if not cython.compiled:
            self.weights, self.bias, self.sums = [0.0] * len(weights), [0.0] * 12, [0.0] * 12
            self.values, self.places = [0.0] * 132, [0] * 132
        self.inputs = len(weights) // HEIGHT
        for at in range(self.inputs * 12):
            self.weights[at] = weights[at]
        for at in range(12):
            self.bias[at] = bias[at]

    @cython.cfunc
    @cython.locals(
        h=cython.Py_ssize_t, k=cython.Py_ssize_t, a=cython.Py_ssize_t, b=cython.Py_ssize_t,
        c=cython.Py_ssize_t, d=cython.Py_ssize_t, v=cython.double, w=cython.double,
        x=cython.double, y=cython.double,
    )  # fmt: skip
    def add_up(self) -> cython.void:
        """Make the outputs of the inputs at hand, four at a time: sums need not wait for each."""
        for k in range(self.count, self.count + 3):
            self.values[k] = 0.0
            self.places[k] = 0
        for h in range(12):
            self.sums[h] = self.bias[h]
        for k in range(0, self.count, 4):
            a, b, c, d = (
                self.places[k], self.places[k + 1], self.places[k + 2], self.places[k + 3]
            )  # fmt: skip
            v, w, x, y = (
                self.values[k], self.values[k + 1], self.values[k + 2], self.values[k + 3]
            )  # fmt: skip
            for h in range(12):
                self.sums[h] += (v * self.weights[a + h] + w * self.weights[b + h]) + (
                    x * self.weights[c + h] + y * self.weights[d + h]
                )

    @cython.locals(
        width=cython.Py_ssize_t, row=cython.Py_ssize_t, k=cython.Py_ssize_t,
        h=cython.Py_ssize_t, x=cython.double, mean=Doubles, spread=Doubles, absent=Doubles,
    )  # fmt: skip
    def embed(self, rows: Doubles, network: Network, limit: cython.double, out: Doubles) -> None:
        """Fill ``out`` with the outputs for each row of features.

        A feature counts as so many spreads from its mean, ``limit`` at most; the bias holds what
        all of them make where they are 0, so that only what is not 0 is added.
        """
        mean = network.mean
        spread = network.spread
        absent = network.absent
        width = self.inputs
        for row in range(len(out) // HEIGHT):
            self.count = 0
            for k in range(width):
                x = rows[row * width + k]
                if x != 0:
                    x = (x - mean[k]) * spread[k]
                    x = -limit if x < -limit else (limit if x > limit else x)
                    self.values[self.count] = x - absent[k]
                    self.places[self.count] = k * 12
                    self.count += 1
            self.add_up()
            for h in range(12):
                out[row * 12 + h] = self.sums[h] if self.sums[h] > 0 else 0.0

    @cython.locals(
        n=cython.Py_ssize_t, row=cython.Py_ssize_t, other=cython.Py_ssize_t,
        side=cython.Py_ssize_t, k=cython.Py_ssize_t, h=cython.Py_ssize_t, x=cython.double,
    )  # fmt: skip
    def convolve(self, rows: Doubles, distance: cython.Py_ssize_t, out: Doubles) -> None:
        """Add to ``out`` the outputs for each row with those ``distance`` before and after it."""
        if self.inputs != 3 * HEIGHT:
            raise ValueError(f"a layer of {self.inputs} inputs is none for three rows")
        n = len(rows) // HEIGHT
        for row in range(n):
            self.count = 0
            for side in range(3):
                other = row + (side - 1) * distance
                if 0 <= other < n:
                    for k in range(12):
                        x = rows[other * 12 + k]
                        if x != 0:
                            self.values[self.count] = x
                            self.places[self.count] = (side * 12 + k) * 12
                            self.count += 1
            self.add_up()
            for h in range(12):
                if self.sums[h] > 0:
                    out[row * 12 + h] += self.sums[h]

    @cython.locals(k=cython.Py_ssize_t, h=cython.Py_ssize_t)
    def apply(self, row: Doubles, out: Doubles) -> None:
        """Fill ``out`` with the outputs for one row."""
        if len(row) != self.inputs:
            raise ValueError(f"a layer of {self.inputs} inputs is none for {len(row)}")
        self.count = self.inputs
        for k in range(self.inputs):
            self.values[k] = row[k]
            self.places[k] = k * 12
        self.add_up()
        for h in range(12):
            out[h] = self.sums[h] if self.sums[h] > 0 else 0.0


@cython.locals(
    n=cython.Py_ssize_t, k=cython.Py_ssize_t, row=cython.Py_ssize_t, total=cython.double,
    most=cython.double, x=cython.double,
)  # fmt: skip
def pool(rows: Doubles, out: Doubles) -> None:
    """Fill ``out`` with the means of all rows, then their maxima."""
    n = len(rows) // HEIGHT
    for k in range(HEIGHT):
        total = 0.0
        most = rows[k]
        for row in range(n):
            x = rows[row * HEIGHT + k]
            total += x
            most = x if x > most else most
        out[k] = total / n
        out[HEIGHT + k] = most


@cython.locals(
    n=cython.Py_ssize_t, row=cython.Py_ssize_t, k=cython.Py_ssize_t, x=cython.double,
    of_page=cython.double,
)  # fmt: skip
def combine(
    last: Doubles, first: Doubles, page: Doubles, network: Network, limit: cython.double
) -> array[float]:
    """The log-odds of each row, within ``limit``: of its last layer, its first and the page."""
    weights: Doubles = network.out
    of_page = network.bias
    for k in range(HEIGHT):
        of_page += page[k] * weights[k]
    n = len(last) // HEIGHT
    log_odds = array("d", bytes(8 * n))
    out: Doubles = log_odds
    for row in range(n):
        x = of_page
        for k in range(HEIGHT):
            x += last[row * HEIGHT + k] * weights[k] + first[row * HEIGHT + k] * weights[HEIGHT + k]
        out[row] = -limit if x < -limit else (limit if x > limit else x)
    return log_odds


@cython.ccall
def probability(log_odds: cython.double) -> cython.double:
    """The probability that log-odds mean."""
    return 1 / (1 + exp(-log_odds)) if log_odds > MIN_LOG_ODDS else 0.0


@cython.cclass
class Choice:
    """The blocks of a page to be chosen from, by their sizes and log-odds."""

    units: Ints
    """The size of each."""
    log_odds: Doubles
    """That each is part of the article."""
    likely: Doubles
    """The same as probabilities."""

    @cython.locals(b=cython.Py_ssize_t)
    def __init__(self, units: Ints, log_odds: Doubles, likely: Doubles) -> None:
        self.units, self.log_odds, self.likely = units, log_odds, likely
        for b in range(len(log_odds)):
            likely[b] = probability(log_odds[b])

    @cython.locals(
        scores=Doubles, b=cython.Py_ssize_t, units=cython.int, best=cython.Py_ssize_t,
        most=cython.double, node=cython.Py_ssize_t, score=cython.double,
    )  # fmt: skip
    def best_subtree(self, size: Ints, before: Ints, weights: Doubles) -> int:
        """The node whose blocks' weighted log-odds add up to most, the deepest and last of such.

        ``weights`` are by size, the last for all that are larger.
        """
        scores = array("d", bytes(8 * (len(self.units) + 1)))
        for b in range(len(self.units)):
            units = self.units[b]
            units = units if units < len(weights) else len(weights) - 1
            scores[b + 1] = scores[b] + weights[units] * self.log_odds[b]
        best = 0
        most = scores[before[len(size)]] - scores[before[0]]
        for node in range(1, len(size)):
            score = scores[before[node + size[node]]] - scores[before[node]]
            # The same blocks give the same sum to the last bit, so a chain ends at its deepest.
            if score >= most and before[node + size[node]] > before[node]:
                most = score
                best = node
        return best

    @cython.locals(b=cython.Py_ssize_t, total=cython.double)
    def expected(self, first: cython.Py_ssize_t, last: cython.Py_ssize_t) -> float:
        """The likely part of the blocks from one up to another, by size."""
        total = 0.0
        for b in range(first, last):
            total += self.units[b] * self.likely[b]
        return total

    @cython.locals(inside=cython.bint, b=cython.Py_ssize_t)
    def keep(
        self, kept: Buffer, first: cython.Py_ssize_t, last: cython.Py_ssize_t,
        min_inside: cython.double, min_outside: cython.double,
    ) -> None:  # fmt: skip
        """Flag the blocks that are likely enough, inside the body or outside of it."""
        for b in range(len(self.likely)):
            inside = first <= b < last
            kept[b] = self.likely[b] >= (min_inside if inside else min_outside)

    @cython.locals(b=cython.Py_ssize_t, right=cython.double, units=cython.longlong)
    def f1(self, kept: Buffer) -> float:
        """The F1 to be expected of those that are kept.

        Twice what is right of them, over them and all that is right.
        """
        right = 0.0
        units = 0
        for b in range(len(self.units)):
            if kept[b]:
                right += self.units[b] * self.likely[b]
                units += self.units[b]
        both = units + self.expected(0, len(self.units))
        return 2 * right / both if both else 0.0
