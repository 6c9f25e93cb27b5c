"""From a reading to the network's answers: the forward pass."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.network import _layers_cy as layers
from scrapy_treesim.network.constants import WIDTH
from scrapy_treesim.network.weights import (
    BLOCK,
    ELEMENT,
    HEAD,
    KINDS,
    LABELS,
    MAX_SPREADS,
    OF_ELEMENTS,
    PIECE,
    ROLES,
    SHAPES,
    SUMMARY,
    TAG,
    TAGS,
    Weights,
    shipped,
)
from scrapy_treesim.reading.inputs import BLOCK_INPUTS, ELEMENT_INPUTS
from scrapy_treesim.reading.read import reading_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.inputs import Input
    from scrapy_treesim.reading.read import Reading

    Rows = array[float]
    Index = array[int]

SAME: Final = array("i")
"""The index of each row for itself."""


class _Part(NamedTuple):
    """Inputs of a layer that come from the same rows."""

    rows: Rows
    width: int
    """Number of values of a row that count."""
    places: Index = SAME
    """Numbers of the rows for each position, one or several."""
    stride: int = WIDTH
    """From how many to how many numbers rows begin."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The network's answers on a page, as log-odds."""

    labels: Rows
    """Of each block, for each of :data:`.LABELS`."""
    roles: Rows
    """Of each block, for each of :data:`.ROLES`; only their differences mean something."""
    kinds: Rows
    """Of the page, for each of :data:`.KINDS`; only their differences mean something."""
    elements: Rows
    """The rows of elements, of which :func:`elements_of` goes on."""
    blocks: Rows
    """Those of blocks."""


def answers_of(page: Page) -> Answers | None:
    """The network's answers on a page; None where it has no blocks."""
    reading = page.once(reading_of)
    return forward(reading, shipped()) if len(reading) else None


def forward(reading: Reading, weights: Weights, without: str = "") -> Answers:
    """Answer for a reading of at least one block; ``without`` one of the groups of inputs: what is
    measured is then as on the mean of pages, and names, tags, the address and what is declared are
    left out."""
    elements = reading.elements
    count, n = len(elements.node), len(reading)
    of_elements = _element_rows(reading, weights, without)
    means, most = _zeros(count), _zeros(count)
    layers.descend(of_elements, means, most, elements.parent)
    begun = _block_rows(reading, weights, without, of_elements, means, most)
    del means, most
    of_blocks, of_paths = array("i", reading.block_element), _zeros(count)
    layers.group_means(begun, reading.block_element, elements.path, of_blocks, of_paths)
    around = _dense(
        weights, "around", n, _around(begun, reading), _Part(of_paths, BLOCK, of_blocks)
    )
    layers.rectify(around)
    x = begun[:]
    layers.add(around, x)
    page = _page_row(reading, x, weights, without)
    again = _dense(weights, "again", n, _around(x, reading))
    layers.rectify(again)
    layers.add(again, x)
    layers.add(page, x)
    out = _dense(weights, "out", n, _Part(x, BLOCK), _Part(begun, BLOCK))
    labels = _columns(out, 0, len(LABELS))
    roles = _columns(out, len(LABELS), len(ROLES))
    summary = layers.ZERO * SUMMARY
    layers.summarise(labels, len(LABELS), summary)
    of_labels = _Part(summary, SUMMARY, stride=SUMMARY)
    kinds = _dense(weights, "kind", 1, _Part(page, BLOCK), of_labels)
    return Answers(labels, roles, kinds[: len(KINDS)], of_elements, x)


def likely(rows: Rows, name: str, names: Sequence[str]) -> array[float]:
    """Of each row how likely is one of the names that it has log-odds of, in [0, 1]."""
    found = array("d", bytes(8 * (len(rows) // len(names))))
    layers.probabilities(rows, len(names), names.index(name), found)
    return found


def elements_of(page: Page) -> Rows | None:
    """Of each element the log-odds of each of :data:`.OF_ELEMENTS`; None as of the answers."""
    answers = page.once(answers_of)
    if answers is None:
        return None
    return element_answers(page.once(reading_of), answers, shipped())


def element_answers(reading: Reading, answers: Answers, weights: Weights) -> Rows:
    """Of each element the log-odds of each of :data:`.OF_ELEMENTS`."""
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
    held = _dense(
        weights, "head", count,
        _Part(answers.elements, ELEMENT),
        _scaled(reading.element_rows, ELEMENT_INPUTS, weights, "element"),
        _Part(mean, BLOCK), _Part(mean, BLOCK, parents),
        *(_Part(answers.blocks, BLOCK, border) for border in at_borders),
    )  # fmt: skip
    layers.rectify(held)
    return _columns(_dense(weights, "elements", count, _Part(held, HEAD)), 0, len(OF_ELEMENTS))


def _element_rows(reading: Reading, weights: Weights, without: str) -> Rows:
    count = len(reading.elements.node)
    names = layers.ZERO * (PIECE * count)
    if without != "names":
        layers.add_pieces(
            weights.layers["pieces"], PIECE, reading.names, reading.name_ends, False, names
        )
    known = _neighbours(reading.elements.tag, 0, TAGS - 1)
    of_tags = weights.layers["tags"] if without != "tag" else layers.ZERO * (TAGS * TAG)
    found = _dense(
        weights, "element", count,
        _Part(names, PIECE, stride=PIECE), _Part(of_tags, TAG, known, TAG),
        _scaled(reading.element_rows, ELEMENT_INPUTS, weights, "element", without),
    )  # fmt: skip
    layers.rectify(found)
    return found


def _block_rows(
    reading: Reading, weights: Weights, without: str, of_elements: Rows, means: Rows, most: Rows
) -> Rows:
    n = len(reading)
    inline = layers.ZERO * (PIECE * n)
    if without != "names":
        layers.add_pieces(
            weights.layers["pieces"], PIECE, reading.inline, reading.inline_ends, False, inline
        )
    found = _dense(
        weights, "block", n,
        _scaled(reading.block_rows, BLOCK_INPUTS, weights, "block", without),
        _Part(inline, PIECE, stride=PIECE),
        _Part(of_elements, ELEMENT, reading.ancestors), _Part(of_elements, ELEMENT, reading.levels),
        _Part(means, ELEMENT, reading.block_element), _Part(most, ELEMENT, reading.block_element),
    )  # fmt: skip
    layers.rectify(found)
    return found


def _page_row(reading: Reading, x: Rows, weights: Weights, without: str) -> Rows:
    pooled, said = layers.ZERO * (2 * WIDTH), layers.ZERO * (PIECE // 2)
    layers.pool(x, pooled)
    for group, pieces in (("address", reading.address), ("declared", reading.declared)):
        if without != group:
            ends = array("i", [len(pieces)])
            layers.add_pieces(weights.layers["declared"], PIECE // 2, pieces, ends, True, said)
    page = _dense(
        weights, "page", 1,
        _Part(pooled[:WIDTH], BLOCK), _Part(pooled[WIDTH:], BLOCK),
        _Part(said, PIECE // 2, stride=PIECE // 2),
    )  # fmt: skip
    layers.rectify(page)
    return page


def _around(x: Rows, reading: Reading) -> _Part:
    """For each block the means of those in the elements around it, level by level."""
    elements = reading.elements
    means = _zeros(len(elements.node))
    layers.span_means(x, elements.first, elements.stop, means)
    return _Part(means, BLOCK, reading.levels)


def _dense(weights: Weights, name: str, count: int, *parts: _Part) -> Rows:
    """So many rows of a layer, of parts that lie beside one another."""
    layer, outputs, offset = weights.layers[name], SHAPES[name][1], 0
    found = weights.bias[name] * count
    for rows, width, places, stride in parts:
        layers.add_product(rows, stride, width, places, layer, offset, outputs, found)
        offset += width * max(1, len(places) // count)
    return found


def _scaled(
    rows: Rows, table: Sequence[Input], weights: Weights, of: str, without: str = ""
) -> _Part:
    """Measured inputs, in spreads from their means."""
    width, over = len(table), weights.scales[f"{of} over"]
    if without:
        # At its mean an input is 0.
        over = array("f", [
            0.0 if one.group == without else by for one, by in zip(table, over, strict=True)
        ])  # fmt: skip
    found = layers.ZERO * len(rows)
    layers.scale(rows, weights.scales[f"{of} mean"], over, MAX_SPREADS, found)
    return _Part(found, width, SAME, width)


def _neighbours(places: Index, step: int, last: int) -> Index:
    """The places so many steps further on, as far as there are such."""
    found = array("i", bytes(4 * len(places)))
    layers.neighbours(places, step, last, found)
    return found


def _columns(rows: Rows, first: int, count: int) -> Rows:
    """Some of the numbers of each row."""
    found = layers.ZERO * (count * (len(rows) // WIDTH))
    layers.copy_columns(rows, first, count, found)
    return found


def _zeros(count: int) -> Rows:
    return layers.ZERO * (WIDTH * count)
