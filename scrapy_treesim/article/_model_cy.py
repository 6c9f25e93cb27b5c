"""Kernel of the model: a small network along the blocks of a page, and what its scores add up to.

Rows of features, one a block, go through a dense layer, through layers that see a block and two
others, as far before and after it, and through one that sees the means of the elements around it.
Numbers are single, four a vector; what is summed over blocks is double. Weights are laid out input
by input, ``HEIGHT`` of them beside one another, so that an input that is 0 costs nothing and the
others all outputs at once.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import exp, log
    from cython.cimports.scrapy_treesim._cython import Buffer, Doubles, Floats, Ints, Single
    from cython.cimports.scrapy_treesim.article.constants import *

    Weights = cython.typedef(cython.float[MAX_WEIGHTS])
    Outputs = cython.typedef(cython.float[HEIGHT])
    Inputs = cython.typedef(cython.float[MAX_INPUTS])
    Values = cython.typedef(cython.float[MAX_TERMS])
    Places = cython.typedef(cython.int[MAX_TERMS])
    Counts = cython.typedef(cython.Py_ssize_t[SLOTS])
else:
    from math import exp, log

    from scrapy_treesim._cython import Buffer, Doubles, Floats, Ints, Single
    from scrapy_treesim.article.constants import *

    Weights = list[float]
    Outputs = list[float]
    Inputs = list[float]
    Values = list[float]
    Places = list[int]
    Counts = list[int]


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
    mean: Inputs
    """Of each input that is a feature."""
    spread: Inputs
    """One over its spread."""
    absent: Inputs
    """What it counts where it is 0."""
    scaled: Inputs
    """What each input of a row counts more than that."""
    values: Values
    """The inputs of one row or several, those that are not 0, and zeros after them."""
    places: Places
    """Where the weights of each begin."""
    counts: Counts
    """How many inputs of each row there are."""

    @cython.locals(at=cython.Py_ssize_t)
    def __init__(self, weights: Floats, bias: Floats) -> None:
        if len(bias) != HEIGHT or len(weights) % HEIGHT or len(weights) > MAX_WEIGHTS:
            raise ValueError(f"no layer has {len(weights)} weights and {len(bias)} outputs")
        if not cython.compiled:
            self.weights, self.bias, self.sums = (
                [0.0] * len(weights),
                [0.0] * HEIGHT,
                [0.0] * HEIGHT,
            )
            self.values, self.places = [0.0] * MAX_TERMS, [0] * MAX_TERMS
            self.counts = [0] * SLOTS
            self.mean, self.spread, self.absent, self.scaled = (
                [0.0] * MAX_INPUTS for _ in range(4)
            )
        self.inputs = len(weights) // HEIGHT
        for at in range(self.inputs * HEIGHT):
            self.weights[at] = weights[at]
        for at in range(HEIGHT):
            self.bias[at] = bias[at]

    @cython.cfunc
    @cython.inline
    @cython.locals(h=cython.Py_ssize_t)
    def begin(self) -> cython.Py_ssize_t:
        """Begin the outputs with the bias; return how many there are."""
        for h in range(HEIGHT):
            self.sums[h] = self.bias[h]
        return HEIGHT

    @cython.cfunc
    @cython.locals(
        h=cython.Py_ssize_t, k=cython.Py_ssize_t, a=cython.Py_ssize_t, b=cython.Py_ssize_t,
        c=cython.Py_ssize_t, d=cython.Py_ssize_t, v=Single, w=Single,
        x=Single, y=Single,
    )  # fmt: skip
    def add_up(
        self, at: cython.Py_ssize_t, count: cython.Py_ssize_t, shift: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Add so many inputs to the outputs, four at a time: sums need not wait for each. Their
        weights lie ``shift`` behind their places. Return where the inputs end."""
        for k in range(at, at + count, 4):
            a, b, c, d = (
                self.places[k] + shift, self.places[k + 1] + shift,
                self.places[k + 2] + shift, self.places[k + 3] + shift,
            )  # fmt: skip
            v, w, x, y = (
                self.values[k], self.values[k + 1], self.values[k + 2], self.values[k + 3]
            )  # fmt: skip
            for h in range(HEIGHT):
                self.sums[h] += (v * self.weights[a + h] + w * self.weights[b + h]) + (
                    x * self.weights[c + h] + y * self.weights[d + h]
                )
        return at + count

    @cython.cfunc
    @cython.inline
    @cython.locals(k=cython.Py_ssize_t)
    def fill_up(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put zeros after the inputs, to take them four at a time; return where they end."""
        for k in range(at, at + 3):
            self.values[k] = 0.0
            self.places[k] = 0
        return at

    @cython.cfunc
    @cython.inline
    @cython.boundscheck(False)
    @cython.locals(k=cython.Py_ssize_t, x=Single)
    def take(
        self, rows: Floats, row: cython.Py_ssize_t, place: cython.Py_ssize_t, at: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Make inputs, from a place on, of a row that there is, none of which is below 0; return
        where they end."""
        for k in range(HEIGHT):
            x = rows[row * HEIGHT + k]
            # The next one overwrites a 0: half of them are, and a branch would often be wrong.
            self.values[at] = x
            self.places[at] = (place + k) * HEIGHT
            at += x > 0
        return self.fill_up(at)

    @cython.cfunc
    @cython.inline
    @cython.boundscheck(False)
    @cython.locals(h=cython.Py_ssize_t, x=Single, nothing=Single)
    def add_to(self, out: Floats, row: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add the outputs that are above 0 to a row that there is; return how many there are."""
        # A 0.0 in its place would be double.
        nothing = 0.0
        for h in range(HEIGHT):
            x = self.sums[h]
            out[row * HEIGHT + h] += x if x > nothing else nothing
        return HEIGHT

    @cython.locals(k=cython.Py_ssize_t)
    def scale(self, mean: Doubles, spread: Doubles, absent: Doubles) -> None:
        """Set what the inputs are scaled by, one over their spreads, and what absent ones are."""
        for k in range(self.inputs):
            self.mean[k], self.spread[k], self.absent[k] = mean[k], spread[k], absent[k]

    @cython.boundscheck(False)
    @cython.locals(
        width=cython.Py_ssize_t, row=cython.Py_ssize_t, k=cython.Py_ssize_t, h=cython.Py_ssize_t,
        at=cython.Py_ssize_t, start=cython.Py_ssize_t, n=cython.Py_ssize_t, x=Single,
        nothing=Single,
    )  # fmt: skip
    def embed(self, rows: Floats, limit: Single, out: Floats) -> None:
        """Fill ``out`` with the outputs for each row of features.

        A feature counts as so many spreads from its mean, ``limit`` at most; the bias holds what
        all of them make where they are 0, so that only what is not 0 is added.
        """
        width = self.inputs
        n = len(out) // HEIGHT
        if width > MAX_INPUTS or len(rows) != n * width:
            raise ValueError(f"{len(rows)} numbers are no {n} rows of {width} features")
        nothing = 0.0
        for row in range(n):
            start = row * width
            for k in range(width):
                x = (rows[start + k] - self.mean[k]) * self.spread[k]
                x = -limit if x < -limit else (limit if x > limit else x)
                self.scaled[k] = x - self.absent[k]
            at = 0
            for k in range(width):
                # The next one overwrites a 0, as in rows.
                self.values[at] = self.scaled[k]
                self.places[at] = k * HEIGHT
                at += rows[start + k] != 0
            self.fill_up(at)
            self.begin()
            self.add_up(0, at, 0)
            for h in range(HEIGHT):
                x = self.sums[h]
                out[row * HEIGHT + h] = x if x > nothing else nothing

    @cython.locals(
        n=cython.Py_ssize_t, row=cython.Py_ssize_t, step=cython.Py_ssize_t, slot=cython.Py_ssize_t,
    )  # fmt: skip
    def convolve(self, rows: Floats, distance: cython.Py_ssize_t) -> None:
        """Add to each row the outputs for it and those ``distance`` before and after it."""
        if self.inputs != 3 * HEIGHT or not 0 < distance <= MAX_DISTANCE:
            raise ValueError(f"no layer of {self.inputs} inputs sees {distance} rows away")
        n = len(rows) // HEIGHT
        # A row is held, as it was, before it is added to.
        for step in range(n + distance):
            row = step - distance
            if step < n:
                slot = step & (SLOTS - 1)
                self.counts[slot] = self.take(rows, step, 0, slot * SLOT) - slot * SLOT
            if row < 0:
                continue
            self.begin()
            if row >= distance:
                slot = (row - distance) & (SLOTS - 1)
                self.add_up(slot * SLOT, self.counts[slot], 0)
            slot = row & (SLOTS - 1)
            self.add_up(slot * SLOT, self.counts[slot], HEIGHT * HEIGHT)
            if step < n:
                slot = step & (SLOTS - 1)
                self.add_up(slot * SLOT, self.counts[slot], 2 * HEIGHT * HEIGHT)
            self.add_to(rows, row)

    @cython.boundscheck(False)
    @cython.locals(
        n=cython.Py_ssize_t, row=cython.Py_ssize_t, level=cython.Py_ssize_t, k=cython.Py_ssize_t,
        first=cython.Py_ssize_t, stop=cython.Py_ssize_t, at=cython.Py_ssize_t, same=cython.bint,
        share=cython.double, x=Single,
    )  # fmt: skip
    def average(self, before: Doubles, around: Ints, out: Floats) -> None:
        """Add to ``out`` the outputs for each row's means over the rows around it.

        ``before`` are the sums of the rows before each, ``around`` first row and the one after the
        last, of each level.
        """
        if self.inputs != LEVELS * HEIGHT:
            raise ValueError(f"a layer of {self.inputs} inputs is none for {LEVELS} means")
        n = len(out) // HEIGHT
        if len(before) != (n + 1) * HEIGHT or len(around) != 2 * LEVELS * n:
            raise ValueError(f"{len(before)} sums and {len(around)} levels are none of {n} rows")
        for row in range(n):
            # Most rows have the same around them as the one before.
            same = row > 0
            for k in range(2 * LEVELS * row, 2 * LEVELS * (row + 1)):
                same = same and around[k] == around[k - 2 * LEVELS]
            if same:
                self.add_to(out, row)
                continue
            at = 0
            for level in range(LEVELS):
                first = around[2 * (row * LEVELS + level)]
                stop = around[2 * (row * LEVELS + level) + 1]
                if not 0 <= first < stop <= n:
                    raise ValueError(f"rows {first} to {stop} of {n} are no surroundings")
                share = 1.0 / (stop - first)
                for k in range(HEIGHT):
                    x = (before[stop * HEIGHT + k] - before[first * HEIGHT + k]) * share
                    self.values[at] = x
                    self.places[at] = (level * HEIGHT + k) * HEIGHT
                    at += x > 0
            self.fill_up(at)
            self.begin()
            self.add_up(0, at, 0)
            self.add_to(out, row)

    @cython.locals(k=cython.Py_ssize_t, h=cython.Py_ssize_t)
    def apply(self, row: Floats, out: Floats) -> None:
        """Fill ``out`` with the outputs for one row."""
        if len(row) != self.inputs:
            raise ValueError(f"a layer of {self.inputs} inputs is none for {len(row)}")
        for k in range(self.inputs):
            self.values[k] = row[k]
            self.places[k] = k * HEIGHT
        self.fill_up(self.inputs)
        self.begin()
        self.add_up(0, self.inputs, 0)
        for h in range(HEIGHT):
            out[h] = self.sums[h] if self.sums[h] > 0 else 0.0

    @cython.boundscheck(False)
    @cython.locals(
        row=cython.Py_ssize_t, k=cython.Py_ssize_t, stop=cython.Py_ssize_t, role=cython.Py_ssize_t,
        n=cython.Py_ssize_t,
    )  # fmt: skip
    def tell_roles(self, last: Floats, first: Floats, page: Floats, out: Floats) -> None:
        """Fill ``out`` with what each row's roles have for them: by its last layer and the page,
        and by its first layer."""
        if self.inputs != 2 * HEIGHT:
            raise ValueError(f"a layer of {self.inputs} inputs is none for two rows")
        n = len(last) // HEIGHT
        if len(first) != len(last) or len(page) != HEIGHT or len(out) != n * ROLES:
            raise ValueError(f"{len(first)} and {len(page)} numbers are none for {n} rows")
        for row in range(n):
            for k in range(HEIGHT):
                self.values[k] = last[row * HEIGHT + k] + page[k]
                self.places[k] = k * HEIGHT
            stop = self.take(first, row, HEIGHT, HEIGHT)
            self.begin()
            self.add_up(0, stop, 0)
            for role in range(ROLES):
                out[row * ROLES + role] = self.sums[role]


@cython.locals(
    n=cython.Py_ssize_t, k=cython.Py_ssize_t, row=cython.Py_ssize_t, most=Single,
    x=Single,
)  # fmt: skip
def sum_up(rows: Floats, before: Doubles) -> None:
    """Fill ``before`` with the sums of the rows before each, and of all in the end."""
    for row in range(len(rows) // HEIGHT):
        for k in range(HEIGHT):
            before[(row + 1) * HEIGHT + k] = before[row * HEIGHT + k] + rows[row * HEIGHT + k]


@cython.locals(
    n=cython.Py_ssize_t, k=cython.Py_ssize_t, row=cython.Py_ssize_t, total=cython.double,
    most=Single, x=Single,
)  # fmt: skip
def pool(rows: Floats, out: Floats) -> None:
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
    row=cython.Py_ssize_t, role=cython.Py_ssize_t, best=cython.Py_ssize_t, x=cython.double,
    most=cython.double, total=cython.double,
)  # fmt: skip
def decide(said: Floats, limit: cython.double, log_odds: Doubles, roles: Buffer) -> None:
    """Fill in the log-odds of each row that its role is the first one, within ``limit``, and its
    most probable role; ``said`` is what each role has for it."""
    for row in range(len(roles)):
        best = 1
        for role in range(2, ROLES):
            best = role if said[row * ROLES + role] > said[row * ROLES + best] else best
        most = said[row * ROLES + best]
        x = said[row * ROLES] - most
        roles[row] = 0 if x >= 0 else best
        # All other roles together are at least as likely as the best of them.
        if x > -limit:
            total = 0.0
            for role in range(1, ROLES):
                total += exp(said[row * ROLES + role] - most)
            x -= log(total)
        log_odds[row] = -limit if x < -limit else (limit if x > limit else x)


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
