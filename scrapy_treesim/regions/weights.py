"""The weights that regions are judged by: plain numbers with names, in ``weights.json``.

Each step of the choice is linear in numbers that are named in :mod:`.evidence` and
:mod:`.members`, so that every answer can be taken apart. They were fitted by
``training/records.py``.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from scrapy_treesim.regions.evidence import FEATURES, OWN
from scrapy_treesim.regions.members import MEMBER

APART: Final = tuple(f"apart_{name}" for name in FEATURES)
"""How far a candidate lies from the best one, number by number."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One array of weights for each step, in the order of the numbers that it weighs."""

    first_cut: array[float]
    """Of a candidate's own numbers: which ones are looked at closely."""
    members: array[float]
    """Of a record's numbers: whether it is one of its candidate's records."""
    ranking: array[float]
    """Of all numbers of a candidate, and a constant."""
    accepting: array[float]
    """Of all numbers of a further region, how far each lies from the best region's, its score,
    its distance in score, and a constant."""
    confidence: array[float]
    """Of all numbers of a candidate, and a constant: whether its records are data."""


@cache
def shipped() -> Weights:
    """The weights of this version."""
    text = files(__package__).joinpath("weights.json").read_text("utf-8")
    steps = json.loads(text)
    return Weights(
        _ordered(steps["first_cut"], OWN),
        _ordered(steps["members"], MEMBER),
        _ordered(steps["ranking"], (*FEATURES, "always")),
        _ordered(steps["accepting"], (*FEATURES, *APART, "score", "behind", "always")),
        _ordered(steps["confidence"], (*FEATURES, "always")),
    )


def _ordered(named: Mapping[str, float], names: Sequence[str]) -> array[float]:
    return array("d", [named[name] for name in names])
