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
from math import exp
from operator import add, mul
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.article import _network_cy
from scrapy_treesim.article.feature_table import FEATURES

if TYPE_CHECKING:
    from scrapy_treesim.article.features import Features

MAX_SPREADS: Final = 4.0
"""Spreads from its mean beyond which a feature counts no more."""

MAX_LOG_ODDS: Final = 6.0
"""The bound of log-odds, either way."""

_MIN_LOG_ODDS: Final = 700.0
_CHUNK: Final = 1_000


@dataclass(frozen=True, slots=True)
class Network:
    """The weights: features are scaled, go through a dense layer and convolutions along the page;
    means and maxima of all blocks describe the page."""

    mean: array[float]
    spread: array[float]
    """One over the spread of each feature."""
    dense: tuple[array[float], array[float]]
    convolutions: tuple[tuple[int, array[float], array[float]], ...]
    """Distance, weights, bias."""
    page: tuple[array[float], array[float]]
    out: array[float]
    bias: float

    @classmethod
    def read(cls, numbers: dict[str, Any]) -> Network:
        """The network of what ``network.json`` holds.

        Raises:
            ValueError: it was trained on other features.
        """
        if tuple(numbers["features"]) != FEATURES:
            raise ValueError("the network was trained on other features: train it again")
        return cls(
            mean=array("d", numbers["mean"]),
            spread=array("d", numbers["spread"]),
            dense=(_flat(numbers["dense"]["weights"]), array("d", numbers["dense"]["bias"])),
            convolutions=tuple(
                (layer["distance"], _flat(layer["weights"]), array("d", layer["bias"]))
                for layer in numbers["convolutions"]
            ),
            page=(_flat(numbers["page"]["weights"]), array("d", numbers["page"]["bias"])),
            out=array("d", numbers["out"]["weights"]),
            bias=numbers["out"]["bias"],
        )


def _flat(rows: list[list[float]]) -> array[float]:
    return array("d", chain.from_iterable(rows))


@cache
def trained() -> Network:
    """The network that ships."""
    return Network.read(json.loads(files(__package__).joinpath("network.json").read_text("utf-8")))


def score(features: Features, network: Network | None = None) -> array[float]:
    """The log-odds of each block that it is part of the article, between -6 and 6."""
    network = network or trained()
    blocks = len(features.rows) // len(FEATURES)
    if not blocks:
        return array("d")
    height = len(network.dense[1])
    first = array("d")
    # Some at a time, so that only few numbers are there twice.
    for at in range(0, len(features.rows), _CHUNK * len(FEATURES)):
        scaled = features.rows[at : at + _CHUNK * len(FEATURES)]
        _network_cy.scale(scaled, network.mean, network.spread, MAX_SPREADS, scaled)
        layer = array("d", bytes(8 * height * (len(scaled) // len(FEATURES))))
        _network_cy.dense(scaled, *network.dense, layer)
        first.extend(layer)
    _network_cy.raise_to_zero(first)
    last, gained = first[:], first[:]
    for distance, weights, bias in network.convolutions:
        beside = array("d", bytes(8 * blocks * 3 * height))
        _network_cy.windows(last, height, distance, beside)
        _network_cy.dense(beside, weights, bias, gained)
        _network_cy.add(last, gained)
    pooled, page = array("d", bytes(8 * 2 * height)), array("d", bytes(8 * height))
    _network_cy.pool(last, height, pooled)
    _network_cy.dense(pooled, *network.page, page)
    _network_cy.raise_to_zero(page)
    of_page = network.bias + sum(map(mul, page, network.out))
    log_odds, of_first = array("d", bytes(8 * blocks)), array("d", bytes(8 * blocks))
    _network_cy.dense(last, network.out[:height], array("d", [of_page]), log_odds)
    _network_cy.dense(first, network.out[height:], array("d", [0.0]), of_first)
    return array(
        "d", [min(MAX_LOG_ODDS, max(-MAX_LOG_ODDS, one)) for one in map(add, log_odds, of_first)]
    )


def probability(log_odds: float) -> float:
    """The probability that log-odds mean."""
    return 1 / (1 + exp(-log_odds)) if log_odds > -_MIN_LOG_ODDS else 0.0
