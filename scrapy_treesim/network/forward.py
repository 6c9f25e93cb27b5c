"""From a reading to the network's answers: the forward pass."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scrapy_treesim.network._chains_cy import descend
from scrapy_treesim.network.weights import (
    ELEMENT,
    LABELS,
    MAX_SPREADS,
    PIECE,
    TAGS,
    Weights,
    shipped,
)
from scrapy_treesim.reading.constants import ANCESTORS, LEVELS
from scrapy_treesim.reading.inputs import BLOCK_INPUTS, ELEMENT_INPUTS
from scrapy_treesim.reading.read import reading_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.inputs import Input
    from scrapy_treesim.reading.read import Reading

    Rows = NDArray[np.float32]

MOST_AT_ONCE: Final = 250_000
"""Products of a matrix that are made at once: with more, NumPy's library would start threads, as
many as there are cores, in each process of a crawl."""


MAX_ELEMENTS: Final = 60_000
"""Elements with text of a page that is answered for: each takes two kilobytes meanwhile, and the
largest pages that people read have a tenth of them."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The network's answers on a page, as log-odds."""

    labels: array[float]
    """Of each block, for each of :data:`.LABELS`."""
    roles: array[float]
    """Of each block, for each of :data:`.ROLES`; only their differences mean something."""
    elements: array[float]
    """Of each element, for each of :data:`.OF_ELEMENTS`."""
    kinds: array[float]
    """Of the page, for each of :data:`.KINDS`; only their differences mean something."""


def answers_of(page: Page) -> Answers | None:
    """The network's answers on a page; None where it has no blocks, or too many elements."""
    reading = page.once(reading_of)
    if not len(reading) or len(reading.elements.node) > MAX_ELEMENTS:
        return None
    return forward(reading, shipped())


def forward(reading: Reading, weights: Weights, without: str = "") -> Answers:
    """Answer for a reading of at least one block; ``without`` one of the groups of inputs, which
    are then as they are on the mean of pages."""
    rows = _scaled(reading.block_rows, BLOCK_INPUTS, weights, "block", without)
    element_rows = _scaled(reading.element_rows, ELEMENT_INPUTS, weights, "element", without)
    elements = reading.elements
    parent, first, stop = map(_ints, (elements.parent, elements.first, elements.stop))
    tag = np.minimum(_ints(elements.tag), TAGS - 1)
    names, inline = (
        _pieces(weights, _ints(pieces), _ints(ends))
        for pieces, ends in (
            (reading.names, reading.name_ends),
            (reading.inline, reading.inline_ends),
        )
    )
    of_tags = weights.layers["tags"][tag]
    for group, held in (("names", names), ("names", inline), ("tag", of_tags)):
        if without == group:
            held[:] = 0
    of_elements = _dense(weights, "element", names, of_tags, element_rows)
    own = _ints(reading.own)
    ancestors = _ints(reading.ancestors).reshape(-1, ANCESTORS)
    levels = _ints(reading.levels).reshape(-1, LEVELS)
    means, most = np.empty_like(of_elements), np.empty_like(of_elements)
    flat: tuple[Any, Any, Any] = of_elements.ravel(), means.ravel(), most.ravel()
    chain: tuple[Any, Any] = parent, np.zeros(len(parent), np.int32)
    descend(*flat, *chain, ELEMENT)
    near = (of_elements[places].reshape(len(own), -1) for places in (ancestors, levels))
    begun = _dense(weights, "block", rows, inline, *near, means[own], most[own])
    span = first, stop
    of_paths = _group_means(begun, _ints(elements.path)[own])
    x = begun + _dense(weights, "around", _around(begun, span, levels), of_paths)
    said = np.zeros(PIECE // 2, np.float32)
    for group, held in (("address", reading.address), ("declared", reading.declared)):
        if len(held) and without != group:
            said += weights.layers["declared"][_ints(held)].mean(0)
    page = _dense(weights, "page", np.concatenate([x.mean(0), x.max(0), said])[None])
    x += _dense(weights, "again", _around(x, span, levels))
    x += page
    out = _dense(weights, "out", x, begun, rectified=False)
    last = len(x) - 1
    mean = _span_means(x, span)
    around = [x[np.minimum(first, last)], x[np.minimum(stop, last)], x[np.maximum(first - 1, 0)]]
    above = mean[np.maximum(parent, 0)]
    held = _dense(weights, "head", of_elements, element_rows, mean, above, *around)
    of_each = _dense(weights, "elements", held, rectified=False)
    labels = out[:, : len(LABELS)]
    likely = _probability(labels)
    summary = np.concatenate([likely.mean(0), likely.max(0)[[0, len(LABELS) - 1]]])
    kinds = _dense(weights, "kind", page, summary[None], rectified=False)
    return Answers(
        *(
            array("f", np.ascontiguousarray(one).tobytes())
            for one in (labels, out[:, len(LABELS) :], of_each, kinds[0])
        )
    )


def _ints(held: Any) -> NDArray[np.int32]:
    return np.frombuffer(held, np.int32) if len(held) else np.zeros(0, np.int32)


def _scaled(held: Any, table: Sequence[Input], weights: Weights, of: str, without: str) -> Rows:
    rows = np.frombuffer(held, np.float32).reshape(-1, len(table))
    scaled = (rows - weights.scales[f"{of} mean"]) * weights.scales[f"{of} over"]
    if without:
        scaled[:, [one.group == without for one in table]] = 0
    return np.clip(scaled, -MAX_SPREADS, MAX_SPREADS, out=scaled)


def _pieces(weights: Weights, pieces: NDArray[np.int32], ends: NDArray[np.int32]) -> Rows:
    """The sums of the weights of pieces, over the root of how many there are."""
    found = np.zeros((len(ends), PIECE), np.float32)
    starts = np.concatenate([np.zeros(1, np.int32), ends[:-1]])
    counts = ends - starts
    some = np.flatnonzero(counts)
    if len(some):
        sums = np.add.reduceat(weights.layers["pieces"][pieces], starts[some], 0)
        found[some] = sums / np.sqrt(counts[some].astype(np.float32))[:, None]
    return found


def _dense(weights: Weights, name: str, *inputs: Rows, rectified: bool = True) -> Rows:
    """A layer of what lies beside one another."""
    rows = np.concatenate(inputs, 1) if len(inputs) > 1 else inputs[0]
    layer = weights.layers[name]
    step = max(1, MOST_AT_ONCE // layer.size)
    out = np.empty((len(rows), layer.shape[1]), np.float32)
    for at in range(0, len(rows), step):
        np.matmul(rows[at : at + step], layer, out=out[at : at + step])
    out += weights.bias[name]
    return np.maximum(out, 0, out=out) if rectified else out


def _span_means(x: Rows, span: tuple[NDArray[np.int32], NDArray[np.int32]]) -> Rows:
    """The means of rows from one up to another."""
    first, stop = span
    sums = np.zeros((len(x) + 1, x.shape[1]))
    np.cumsum(x, 0, out=sums[1:])
    total = sums[stop] - sums[first]
    return np.asarray(total / np.maximum(stop - first, 1)[:, None], np.float32)


def _around(
    x: Rows, span: tuple[NDArray[np.int32], NDArray[np.int32]], levels: NDArray[np.int32]
) -> Rows:
    """For each block the means of those in the elements around it, level by level."""
    return _span_means(x, span)[levels].reshape(len(x), -1)


def _group_means(x: Rows, groups: NDArray[np.int32]) -> Rows:
    """For each row the mean of those of its group."""
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    begins = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    starts = np.flatnonzero(begins)
    counts = np.diff(np.concatenate([starts, [len(x)]]))
    means = np.add.reduceat(x[order], starts, 0) / counts.astype(np.float32)[:, None]
    of_rows = np.empty(len(x), np.int64)
    of_rows[order] = np.cumsum(begins) - 1
    return np.asarray(means[of_rows], np.float32)


def _probability(log_odds: Rows) -> Rows:
    return np.asarray(1 / (1 + np.exp(-log_odds)), np.float32)
