"""The weights of the network: one file, a byte a weight."""

from __future__ import annotations

from array import array
from base64 import b64decode
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any, Final

from scrapy_treesim.files.json_file import packaged
from scrapy_treesim.network import _layers_cy as layers
from scrapy_treesim.network.constants import WIDTH
from scrapy_treesim.reading.constants import ANCESTORS, LEVELS, ROWS
from scrapy_treesim.reading.inputs import BlockInput, ElementInput

VERSION: Final = 2

LABELS: Final = ("main", "comment", "body", "record")
"""Labels of blocks: part of main text, a comment, a comment's own text, a record."""
ROLES: Final = (
    "main", "headline", "byline", "caption", "comment", "related", "navigation", "legal", "advert",
)  # fmt: skip
"""Roles of blocks on a page; the first is the article's text."""
OF_ELEMENTS: Final = ("post", "record")
"""Labels of elements."""
PAGE_KINDS: Final = ("article", "list", "thread", "detail", "other")
"""Kinds of pages."""

MAX_SPREADS: Final = 5.0
"""Bound of an input, in spreads from its mean, either way."""
PIECE, TAG, ELEMENT, BLOCK, HEAD = 16, 8, 24, 32, 24
"""Outputs for a piece of a name, a tag, an element, a block, and the elements' head."""
TAGS: Final = 256
"""Number of tags with weights of their own; the last stands for all other tags."""
SUMMARY: Final = 6
"""Number of inputs of the page's kind from the labels of its blocks."""

SHAPES: Final = {
    "pieces": (ROWS, PIECE),
    "tags": (TAGS, TAG),
    "declared": (ROWS, PIECE // 2),
    "element": (PIECE + TAG + len(ElementInput), ELEMENT),
    "block": (len(BlockInput) + PIECE + ELEMENT * (ANCESTORS + LEVELS + 2), BLOCK),
    "around": ((LEVELS + 1) * BLOCK, BLOCK),
    "page": (2 * BLOCK + PIECE // 2, BLOCK),
    "again": (LEVELS * BLOCK, BLOCK),
    "out": (2 * BLOCK, len(LABELS) + len(ROLES)),
    "head": (ELEMENT + len(ElementInput) + 5 * BLOCK, HEAD),
    "elements": (HEAD, len(OF_ELEMENTS)),
    "kind": (BLOCK + SUMMARY, len(PAGE_KINDS)),
}
"""Inputs and outputs of each layer; for tables, number and width of their rows."""
TABLES: Final = ("pieces", "tags", "declared")
"""Layers that are tables of rows, without a bias."""
SCALES: Final = {
    "block mean": len(BlockInput),
    "block over": len(BlockInput),
    "element mean": len(ElementInput),
    "element over": len(ElementInput),
}
"""Means of the inputs, and one over their spreads."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of all layers."""

    layers: dict[str, array[float]]
    """Weights of each of :data:`SHAPES`, input by input: of tables as many as they have outputs, of
    other layers :data:`.WIDTH`."""
    bias: dict[str, array[float]]
    """Bias of each layer that is no table, :data:`.WIDTH` numbers each."""
    scales: dict[str, array[float]]
    """Means and inverse spreads of the inputs, see :data:`SCALES`."""

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Weights:
        """Read the weights from the content of a file."""
        try:
            if stored["version"] != VERSION:
                raise ValueError(f"these are weights of version {stored['version']}, not {VERSION}")
            for name, table in (("block", BlockInput), ("element", ElementInput)):
                if stored[f"{name} inputs"] != [entry.name.lower() for entry in table]:
                    raise ValueError(f"the weights are for other inputs of a {name}: fit them anew")
            return cls(
                {name: _layer(stored["layers"][name], name) for name in SHAPES},
                {
                    name: _numbers(stored["layers"][name]["bias"], outputs)
                    + layers.ZERO * (WIDTH - outputs)
                    for name, (_, outputs) in SHAPES.items()
                    if name not in TABLES
                },
                {name: _numbers(stored["scales"][name], count) for name, count in SCALES.items()},
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"these are no weights of a network: {error!r}") from error


def _layer(stored: dict[str, Any], name: str) -> array[float]:
    """Unpack the weights of a layer; each output has a scale."""
    inputs, outputs = SHAPES[name]
    raw = b64decode(stored["weights"])
    if len(raw) != inputs * outputs:
        raise ValueError(f"expected {inputs} by {outputs} weights, got {len(raw)}")
    weights = array("f", bytes(4 * inputs * (outputs if name in TABLES else WIDTH)))
    layers.unpack(raw, _numbers(stored["scale"], outputs), weights)
    return weights


def _numbers(values: Any, count: int) -> array[float]:
    numbers = array("f", values)
    if len(numbers) != count or not all(map(isfinite, numbers)):
        raise ValueError(f"expected {count} finite numbers, got {len(numbers)}, or not all finite")
    return numbers


@cache
def shipped() -> Weights:
    """The weights shipped with the package."""
    return Weights.read(packaged(__package__, "weights.json"))
