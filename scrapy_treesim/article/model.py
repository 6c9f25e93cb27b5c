"""The model: log-odds that each block is part of the article, by a small network.

Trained by ``training/article.py``; what it learnt is a few kilobytes of plain numbers,
``network.json``. No class name, word or address of any page is in there, only weights of
:data:`.feature_table.FEATURES`.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrapy_treesim.article import _model_cy
from scrapy_treesim.article.feature_table import FEATURES, TABLE

if TYPE_CHECKING:
    from scrapy_treesim.article._model_cy import Layer
    from scrapy_treesim.article.features import Features

MAX_SPREADS: Final = 4.0
"""Spreads from its mean beyond which a feature counts no more."""

MAX_LOG_ODDS: Final = 6.0
"""The bound of log-odds, either way."""

probability = _model_cy.probability


@dataclass(frozen=True, slots=True)
class Network:
    """The weights: features are scaled, go through a dense layer and convolutions along the page;
    means and maxima of all blocks describe the page."""

    mean: array[float]
    spread: array[float]
    """One over the spread of each feature."""
    absent: array[float]
    """What each feature counts where it is 0."""
    dense: Layer
    """The first layer, whose bias holds what absent features make."""
    convolutions: tuple[tuple[int, Layer], ...]
    """Distance and layer."""
    page: Layer
    out: array[float]
    bias: float

    @classmethod
    def read(cls, weights: dict[str, Any]) -> Network:
        """The network of what ``network.json`` holds.

        Raises:
            ValueError: it was trained on other features.
        """
        if tuple(weights["features"]) != FEATURES:
            raise ValueError("the network was trained on other features: train it again")
        mean, spread, dense = weights["mean"], weights["spread"], weights["dense"]
        absent = [
            min(MAX_SPREADS, max(-MAX_SPREADS, -one * over))
            for one, over in zip(mean, spread, strict=True)
        ]
        bias = [
            bias + sum(map(float.__mul__, map(float, row), absent))
            for bias, row in zip(dense["bias"], dense["weights"], strict=True)
        ]
        return cls(
            mean=array("d", mean),
            spread=array("d", spread),
            absent=array("d", absent),
            dense=_layer({**dense, "bias": bias}),
            convolutions=tuple(
                (layer["distance"], _layer(layer)) for layer in weights["convolutions"]
            ),
            page=_layer(weights["page"]),
            out=array("d", weights["out"]["weights"]),
            bias=weights["out"]["bias"],
        )


def _layer(held: dict[str, Any]) -> Layer:
    """A layer; its weights come output by output."""
    by_input = chain.from_iterable(zip(*held["weights"], strict=True))
    return _model_cy.Layer(array("d", by_input), array("d", held["bias"]))


@cache
def trained() -> Network:
    """The network that ships."""
    return Network.read(json.loads(files(__package__).joinpath("network.json").read_text("utf-8")))


class FeatureEffect(NamedTuple):
    """A feature of a block, and how much it counts."""

    name: str
    phrase: str
    """What the value is of, in a few words."""
    value: float
    change: float
    """The log-odds that the block has by it: less those it had, were the feature at its mean."""


def effects_on(
    features: Features, block: int, network: Network | None = None
) -> list[FeatureEffect]:
    """The features that change a block's log-odds, those that do most first; scores the page once
    for each."""
    network = network or trained()
    known = score(features, network)[block]
    found = []
    for place, (feature, mean) in enumerate(zip(TABLE, network.mean, strict=True)):
        rows = features.rows[:]
        value = rows[block * len(TABLE) + place]
        rows[block * len(TABLE) + place] = mean
        if change := known - score(features._replace(rows=rows), network)[block]:
            found.append(FeatureEffect(feature.name, feature.phrase, value, change))
    return sorted(found, key=lambda effect: -abs(effect.change))


def score(features: Features, network: Network | None = None) -> array[float]:
    """The log-odds of each block that it is part of the article, between -6 and 6."""
    network = network or trained()
    blocks = len(features.rows) // len(FEATURES)
    if not blocks:
        return array("d")
    height = len(network.out) // 2
    first = array("d", bytes(8 * height * blocks))
    network.dense.embed(features.rows, network, MAX_SPREADS, first)
    last = first
    for distance, layer in network.convolutions:
        before, last = last, last[:]
        layer.convolve(before, distance, last)
    pooled, page = array("d", bytes(8 * 2 * height)), array("d", bytes(8 * height))
    _model_cy.pool(last, pooled)
    network.page.apply(pooled, page)
    return _model_cy.combine(last, first, page, network, MAX_LOG_ODDS)
