"""The model: the probability of each kind of page, by a small network.

A hidden layer, and weights past it straight to the outputs, over
:data:`scrapy_treesim.kind.features.TABLE`. Fitted by ``training/page_kind.py``; what it learnt,
``weights.json``, holds no name, word or address of any page.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrapy_treesim.kind import _kind_cy
from scrapy_treesim.kind.feature import KINDS
from scrapy_treesim.kind.features import FEATURES, OF_ADDRESS, TABLE, features_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_SPREADS: Final = 4.0
"""Spreads from its mean beyond which a feature counts no more."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights, input by input."""

    mean: array[float]
    spread: array[float]
    hidden: array[float]
    """Of each feature, for each hidden unit."""
    hidden_bias: array[float]
    out: array[float]
    """Of each hidden unit, for each kind."""
    straight: array[float]
    """Of each feature, for each kind."""
    bias: array[float]

    @classmethod
    def read(cls, weights: Mapping[str, Any]) -> Network:
        """The network of what ``weights.json`` holds.

        Raises:
            ValueError: it was fitted on other features or kinds.
        """
        if tuple(weights["features"]) != FEATURES or tuple(weights["kinds"]) != KINDS:
            raise ValueError("the weights were fitted on other features: fit them again")
        flat = {
            name: array("d", chain.from_iterable(weights[name]))
            for name in ("hidden", "out", "straight")
        }
        plain = {
            name: array("d", weights[name]) for name in ("mean", "spread", "hidden_bias", "bias")
        }
        return cls(**flat, **plain)


@cache
def shipped() -> Network:
    """The network that ships."""
    return Network.read(json.loads(files(__package__).joinpath("weights.json").read_text("utf-8")))


def log_odds(values: Sequence[float], network: Network) -> array[float]:
    """The logarithms of the kinds' odds, up to one summand, for features of a page."""
    scaled = array("d", values)
    _kind_cy.scale(scaled, network.mean, network.spread, MAX_SPREADS)
    hidden = network.hidden_bias[:]
    _kind_cy.add_weighed(scaled, network.hidden, hidden)
    _kind_cy.bend(hidden)
    found = network.bias[:]
    _kind_cy.add_weighed(hidden, network.out, found)
    _kind_cy.add_weighed(scaled, network.straight, found)
    return found


def page_log_odds(page: Page) -> array[float]:
    """The same of a page, by the network that ships."""
    return log_odds(features_of(page), shipped())


class FeatureEffect(NamedTuple):
    """A feature of a page, and how much it counts."""

    name: str
    phrase: str
    """What the value is of, in a few words."""
    value: float
    change: float
    """The log-odds of the kind before all others that the page has by it: less those it had, were
    the feature at its mean."""


def effects_on(values: Sequence[float], kind: int, network: Network) -> list[FeatureEffect]:
    """The features that change a kind's log-odds, those that do most first.

    Of a page without an address none of these are of its address.
    """
    known = _before_others(log_odds(values, network), kind)
    found = []
    first = 0 if any(values[:OF_ADDRESS]) else OF_ADDRESS
    for place, feature in enumerate(TABLE[first:], first):
        without = [*values]
        without[place] = network.mean[place]
        if change := known - _before_others(log_odds(without, network), kind):
            found.append(FeatureEffect(feature.name, feature.phrase, values[place], change))
    return sorted(found, key=lambda effect: -abs(effect.change))


def _before_others(odds: Sequence[float], kind: int) -> float:
    return odds[kind] - max(one for place, one in enumerate(odds) if place != kind)
