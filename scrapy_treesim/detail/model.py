"""The model: the probability of each candidate of a field, by a small network for each field.

A hidden layer, and weights past it straight to the score, over the features of
:data:`scrapy_treesim.detail.fields.PHRASES`; the scores of all candidates of a field, and that it
has none, become probabilities together. Fitted by ``training/detail.py``; what it learnt,
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
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail.fields import FIELDS, PHRASES
from scrapy_treesim.kind import _kind_cy

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate

MAX_VALUE: Final = 3.0
"""A feature beyond which it counts no more."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights of one field's features."""

    places: Mapping[str, int]
    """The place of each feature among the inputs."""
    hidden: array[float]
    """Of each feature, for each hidden unit."""
    hidden_bias: array[float]
    out: array[float]
    """Of each hidden unit."""
    straight: array[float]
    """Of each feature."""

    @classmethod
    def read(cls, weights: Mapping[str, Any]) -> Network:
        """The network of one field in ``weights.json``.

        Raises:
            ValueError: it was fitted on other features.
        """
        if not PHRASES.keys() >= set(weights["features"]):
            raise ValueError("the weights were fitted on other features: fit them again")
        return cls(
            places={name: place for place, name in enumerate(weights["features"])},
            hidden=array("d", chain.from_iterable(weights["hidden"])),
            hidden_bias=array("d", weights["hidden_bias"]),
            out=array("d", weights["out"]),
            straight=array("d", weights["straight"]),
        )


@cache
def shipped() -> dict[str, Network]:
    """The networks that ship, by field."""
    weights = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return {field: Network.read(weights[field]) for field in FIELDS}


def score(features: Mapping[str, float], network: Network) -> float:
    """The logarithm of a candidate's odds, up to one summand for all candidates of its field."""
    places = network.places
    values = array("d", bytes(8 * len(places)))
    for name, value in features.items():
        place = places.get(name)
        if place is not None:
            values[place] = min(value, MAX_VALUE)
    hidden = network.hidden_bias[:]
    _kind_cy.add_weighed(values, network.hidden, hidden)
    _kind_cy.bend(hidden)
    found = array("d", (0.0,))
    _kind_cy.add_weighed(hidden, network.out, found)
    _kind_cy.add_weighed(values, network.straight, found)
    return found[0]


def probabilities(candidates: Sequence[Candidate], network: Network) -> array[float]:
    """The probability of each candidate of a field; they add up to 1."""
    found = array("d", (score(one.features, network) for one in candidates))
    _kind_cy.to_probabilities(found)
    return found
