"""The model: the probability of each candidate of a field, by a small network for each field.

A hidden layer, and weights past it straight to the score, over the features of
:data:`scrapy_treesim.detail.feature_table.FEATURES`; the scores of all candidates of a field, and
that it has none, become probabilities together. Fitted by ``training/detail.py``; what it learnt,
``weights.json``, holds no name, word or address of any page.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.feature_table import AT, WIDTH
from scrapy_treesim.detail.fields import FIELDS

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate

MAX_VALUE: Final = 3.0
"""A feature beyond which it counts no more."""


@dataclass(frozen=True, slots=True)
class Network:
    """The weights of one field, of all features: 0 of those that it was not fitted on."""

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
        names = weights["features"]
        if not AT.keys() >= set(names):
            raise ValueError("the weights were fitted on other features: fit them again")
        height = len(weights["out"])
        hidden = array("d", bytes(8 * WIDTH * height))
        straight = array("d", bytes(8 * WIDTH))
        for name, units, one in zip(names, weights["hidden"], weights["straight"], strict=True):
            first = AT[name] * height
            hidden[first : first + height] = array("d", units)
            straight[AT[name]] = one
        return cls(
            hidden=hidden,
            hidden_bias=array("d", weights["hidden_bias"]),
            out=array("d", weights["out"]),
            straight=straight,
        )


@cache
def shipped() -> dict[str, Network]:
    """The networks that ship, by field."""
    weights = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return {field: Network.read(weights[field]) for field in FIELDS}


def probabilities(candidates: Sequence[Candidate], network: Network) -> array[float]:
    """The probability of each candidate of a field; they add up to 1."""
    found = array("d", bytes(8 * len(candidates)))
    _marks_cy.score_rows(
        [one.row for one in candidates], MAX_VALUE, network.hidden, network.hidden_bias,
        network.out, network.straight, network.hidden_bias[:], found,
    )  # fmt: skip
    most = max(found, default=0.0)
    shares = [exp(one - most) for one in found]
    total = sum(shares)
    return array("d", [share / total for share in shares])
