"""The weights that threads are judged by: plain numbers with names, in ``weights.json``.

Both steps are linear in numbers that are named in :mod:`.evidence`, so that every answer can be
taken apart. They were fitted by ``training/comments.py``.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Final

from scrapy_treesim.comments.evidence import FEATURES, NUMBERS, PAIRED

SIZES: Final = ("one", "few", "many")
"""Threads of one post, of two or three, and of more are ranked by weights of their own."""
PAIRS: Final = tuple(f"{one}*{other}" for one, other in combinations_with_replacement(PAIRED, 2))
PAIRED_PLACES: Final = array("i", [NUMBERS.index(name) for name in PAIRED])


@dataclass(frozen=True, slots=True)
class Weights:
    """One array of weights for each step, in the order of the numbers that it weighs."""

    ranking: array[float]
    """Of a thread's numbers and a constant, once for each of :data:`SIZES`."""
    alone: array[float]
    """Of what makes the best threads likely comments, and a constant."""
    together: array[float]
    """Of the products in :data:`PAIRS`."""

    def to_json(self) -> str:
        """The weights with their names."""
        width = len(FEATURES) + 1
        ranking = {
            size: _named((*FEATURES, "always"), self.ranking[place * width : (place + 1) * width])
            for place, size in enumerate(SIZES)
        }
        verdict = _named((*NUMBERS, "always"), self.alone) | _named(PAIRS, self.together)
        return json.dumps({"ranking": ranking, "verdict": verdict}, indent=0) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Weights:
        """The weights of a JSON text; a :exc:`KeyError` names the one that is missing."""
        steps = json.loads(text)
        ranking = array("d")
        for size in SIZES:
            ranking.extend(_ordered(steps["ranking"][size], (*FEATURES, "always")))
        verdict = steps["verdict"]
        return cls(ranking, _ordered(verdict, (*NUMBERS, "always")), _ordered(verdict, PAIRS))


@cache
def shipped() -> Weights:
    """The weights of this version."""
    return Weights.from_json(files(__package__).joinpath("weights.json").read_text("utf-8"))


def _named(names: Iterable[str], values: Iterable[float]) -> dict[str, float]:
    return {name: float(f"{value:.5g}") for name, value in zip(names, values, strict=True)}


def _ordered(named: Mapping[str, float], names: Iterable[str]) -> array[float]:
    return array("d", [named[name] for name in names])
