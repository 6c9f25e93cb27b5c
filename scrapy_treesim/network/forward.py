"""From a reading to the network's answers: the forward pass."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.network import _layers_cy as layers
from scrapy_treesim.network.constants import WIDTH
from scrapy_treesim.network.weights import (
    BLOCK,
    ELEMENT,
    HEAD,
    LABELS,
    MAX_SPREADS,
    OF_ELEMENTS,
    PAGE_KINDS,
    PIECE,
    ROLES,
    SHAPES,
    SUMMARY,
    TAG,
    TAGS,
    Weights,
    shipped,
)
from scrapy_treesim.reading.inputs import BlockInput, ElementInput
from scrapy_treesim.reading.read import reading_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.inputs import Input
    from scrapy_treesim.reading.read import Reading

    Matrix = array[float]
    Index = array[int]

SAME: Final = array("i")
"""Empty index: each row at its own position."""


class _Inputs(NamedTuple):
    """Inputs of a layer from one array of rows."""

    rows: Matrix
    width: int
    """Number of values used of each row, the first ones."""
    numbers: Index = SAME
    """Numbers of the rows for each output row, one or several."""
    stride: int = WIDTH
    """Number of values from the start of one row to the start of the next."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The network's answers on a page, as log-odds."""

    labels: Matrix
    """Log-odds of each block for each of :data:`.LABELS`."""
    roles: Matrix
    """Log-odds of each block for each of :data:`.ROLES`; only their differences mean something."""
    kinds: Matrix
    """Log-odds of the page for each of :data:`.PAGE_KINDS`; only differences mean something."""
    elements: Matrix
    """Hidden rows of the elements, input of :func:`elements_of`."""
    blocks: Matrix
    """Hidden rows of the blocks, input of :func:`elements_of`."""


def answers_of(page: Page) -> Answers | None:
    """Compute the network's answers on a page; None if it has no blocks."""
    reading = page.once(reading_of)
    return forward(reading, shipped()) if len(reading) else None


def forward(reading: Reading, weights: Weights, without: str = "") -> Answers:
    """Answer for a reading of at least one block, ``without`` one of the groups of inputs: measured
    inputs of the group are then at their means, and names, tags, address or declarations are left
    out."""
    elements = reading.elements
    count, n = len(elements.node), len(reading)
    of_elements = _element_rows(reading, weights, without)
    means, maxima = _zeros(count), _zeros(count)
    layers.descend(of_elements, means, maxima, elements.parent)
    initial = _block_rows(reading, weights, without, of_elements, means, maxima)
    del means, maxima
    block_paths, path_means = array("i", reading.block_element), _zeros(count)
    layers.group_means(initial, reading.block_element, elements.path, block_paths, path_means)
    around = _dense(
        weights, "around", n, _around(initial, reading), _Inputs(path_means, BLOCK, block_paths)
    )
    layers.rectify(around)
    states = initial[:]
    layers.add(around, states)
    page = _page_row(reading, states, weights, without)
    second = _dense(weights, "again", n, _around(states, reading))
    layers.rectify(second)
    layers.add(second, states)
    layers.add(page, states)
    out = _dense(weights, "out", n, _Inputs(states, BLOCK), _Inputs(initial, BLOCK))
    labels = _columns(out, 0, len(LABELS))
    roles = _columns(out, len(LABELS), len(ROLES))
    summary = layers.ZERO * SUMMARY
    layers.summarise(labels, len(LABELS), summary)
    of_labels = _Inputs(summary, SUMMARY, stride=SUMMARY)
    kinds = _dense(weights, "kind", 1, _Inputs(page, BLOCK), of_labels)
    return Answers(labels, roles, kinds[: len(PAGE_KINDS)], of_elements, states)


def likely(rows: Matrix, name: str, names: Sequence[str]) -> array[float]:
    """The probability of one of the names in each row of log-odds for all of them, in [0, 1]."""
    chances = array("d", bytes(8 * (len(rows) // len(names))))
    layers.probabilities(rows, len(names), names.index(name), chances)
    return chances


def elements_of(page: Page) -> Matrix | None:
    """The log-odds of each element for each of :data:`.OF_ELEMENTS`; None without blocks."""
    answers = page.once(answers_of)
    if answers is None:
        return None
    return element_answers(page.once(reading_of), answers, shipped())


def element_answers(reading: Reading, answers: Answers, weights: Weights) -> Matrix:
    """Compute the log-odds of each element for each of :data:`.OF_ELEMENTS`."""
    elements, last = reading.elements, len(reading) - 1
    count = len(elements.node)
    mean = _zeros(count)
    layers.span_means(answers.blocks, elements.first, elements.stop, mean)
    parents = _neighbours(elements.parent, 0, count)
    at_borders = (
        _neighbours(elements.first, 0, last),
        _neighbours(elements.stop, 0, last),
        _neighbours(elements.first, -1, last),
    )
    hidden = _dense(
        weights, "head", count,
        _Inputs(answers.elements, ELEMENT),
        _scaled(reading.element_rows, ElementInput, weights, "element"),
        _Inputs(mean, BLOCK), _Inputs(mean, BLOCK, parents),
        *(_Inputs(answers.blocks, BLOCK, border) for border in at_borders),
    )  # fmt: skip
    layers.rectify(hidden)
    return _columns(_dense(weights, "elements", count, _Inputs(hidden, HEAD)), 0, len(OF_ELEMENTS))


def _element_rows(reading: Reading, weights: Weights, without: str) -> Matrix:
    count = len(reading.elements.node)
    names = layers.ZERO * (PIECE * count)
    if without != "names":
        layers.add_pieces(
            weights.layers["pieces"], PIECE, reading.names, reading.name_ends, False, names
        )
    tag_numbers = _neighbours(reading.elements.tag, 0, TAGS - 1)
    tag_table = weights.layers["tags"] if without != "tag" else layers.ZERO * (TAGS * TAG)
    rows = _dense(
        weights, "element", count,
        _Inputs(names, PIECE, stride=PIECE), _Inputs(tag_table, TAG, tag_numbers, TAG),
        _scaled(reading.element_rows, ElementInput, weights, "element", without),
    )  # fmt: skip
    layers.rectify(rows)
    return rows


def _block_rows(
    reading: Reading, weights: Weights, without: str, elements: Matrix, means: Matrix, most: Matrix
) -> Matrix:
    n = len(reading)
    inline = layers.ZERO * (PIECE * n)
    if without != "names":
        layers.add_pieces(
            weights.layers["pieces"], PIECE, reading.inline, reading.inline_ends, False, inline
        )
    rows = _dense(
        weights, "block", n,
        _scaled(reading.block_rows, BlockInput, weights, "block", without),
        _Inputs(inline, PIECE, stride=PIECE),
        _Inputs(elements, ELEMENT, reading.ancestors), _Inputs(elements, ELEMENT, reading.levels),
        _Inputs(means, ELEMENT, reading.block_element),
        _Inputs(most, ELEMENT, reading.block_element),
    )  # fmt: skip
    layers.rectify(rows)
    return rows


def _page_row(reading: Reading, states: Matrix, weights: Weights, without: str) -> Matrix:
    pooled, declared = layers.ZERO * (2 * WIDTH), layers.ZERO * (PIECE // 2)
    layers.pool(states, pooled)
    for group, pieces in (("address", reading.address), ("declared", reading.declared)):
        if without != group:
            ends = array("i", [len(pieces)])
            layers.add_pieces(weights.layers["declared"], PIECE // 2, pieces, ends, True, declared)
    page = _dense(
        weights, "page", 1,
        _Inputs(pooled[:WIDTH], BLOCK), _Inputs(pooled[WIDTH:], BLOCK),
        _Inputs(declared, PIECE // 2, stride=PIECE // 2),
    )  # fmt: skip
    layers.rectify(page)
    return page


def _around(states: Matrix, reading: Reading) -> _Inputs:
    """The mean rows of the elements around each block, level by level."""
    elements = reading.elements
    means = _zeros(len(elements.node))
    layers.span_means(states, elements.first, elements.stop, means)
    return _Inputs(means, BLOCK, reading.levels)


def _dense(weights: Weights, name: str, count: int, *parts: _Inputs) -> Matrix:
    """Compute ``count`` rows of a layer from parts side by side."""
    layer, outputs, offset = weights.layers[name], SHAPES[name][1], 0
    out = weights.bias[name] * count
    for rows, width, index, stride in parts:
        layers.add_product(rows, stride, width, index, layer, offset, outputs, out)
        offset += width * max(1, len(index) // count)
    return out


def _scaled(
    rows: Matrix, table: type[Input], weights: Weights, of: str, without: str = ""
) -> _Inputs:
    """Scale measured inputs to spreads from their means."""
    width, over = len(table), weights.scales[f"{of} over"]
    if without:
        # An input at its mean is 0.
        over = array("f", [
            0.0 if row.group == without else by for row, by in zip(table, over, strict=True)
        ])  # fmt: skip
    scaled = layers.ZERO * len(rows)
    layers.scale(rows, weights.scales[f"{of} mean"], over, MAX_SPREADS, scaled)
    return _Inputs(scaled, width, SAME, width)


def _neighbours(indices: Index, step: int, last: int) -> Index:
    """Shift each index by ``step``, within 0 and ``last``."""
    shifted = array("i", bytes(4 * len(indices)))
    layers.neighbours(indices, step, last, shifted)
    return shifted


def _columns(rows: Matrix, first: int, count: int) -> Matrix:
    """Copy some columns of each row."""
    columns = layers.ZERO * (count * (len(rows) // WIDTH))
    layers.copy_columns(rows, first, count, columns)
    return columns


def _zeros(count: int) -> Matrix:
    return layers.ZERO * (WIDTH * count)


def softmax(scores: Sequence[float]) -> list[float]:
    """The probabilities of mutually exclusive classes, from their log-odds."""
    most = max(scores, default=0.0)
    shares = [exp(score - most) for score in scores]
    total = sum(shares)
    return [share / total for share in shares]


MAX_LOG_ODDS: Final = 8.0
"""Log-odds of pages of no clear kind."""


def kinds_of(page: Page) -> dict[str, float]:
    """Return the probability of each kind of page; of ``other`` next to 1 where the network has no
    answer."""
    answers = page.once(answers_of)
    unclear = [MAX_LOG_ODDS * (kind == "other") for kind in PAGE_KINDS]
    shares = softmax(unclear if answers is None else answers.kinds)
    return dict(zip(PAGE_KINDS, shares, strict=True))
