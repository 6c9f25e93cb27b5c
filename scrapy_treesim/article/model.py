"""The model: the role of each block, and log-odds that it is part of the article, by a small
network.

Trained by ``training/article.py``; what it learnt is some ten thousand plain numbers,
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
from math import exp, isfinite, log
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrapy_treesim.article import _model_cy
from scrapy_treesim.article.constants import HEIGHT, LEVELS, MAX_DISTANCE
from scrapy_treesim.article.feature_table import FEATURES, TABLE

if TYPE_CHECKING:
    from scrapy_treesim.article._model_cy import Layer
    from scrapy_treesim.article.features import Features

ROLES: Final = (
    "main", "headline", "byline", "caption", "comment", "related", "navigation", "legal", "advert",
)  # fmt: skip
"""What a block may be on its page; the first is the article's text."""

MAX_SPREADS: Final = 4.0
"""Spreads from its mean beyond which a feature counts no more."""

MAX_LOG_ODDS: Final = 6.0
"""The bound of log-odds, either way."""

MAX_WEIGHT: Final = 100.0
"""The bound of weights, either way: no sum of them overflows single numbers."""

MAX_CONVOLUTIONS: Final = 4
"""Layers that see a block and two others, with which no sum overflows."""

probability = _model_cy.probability


@dataclass(frozen=True, slots=True)
class Network:
    """The weights: features are scaled, go through a dense layer, convolutions along the page, and
    a layer of the means of the elements around; means and maxima of all blocks describe the
    page."""

    mean: array[float]
    spread: array[float]
    """One over the spread of each feature."""
    absent: array[float]
    """What each feature counts where it is 0."""
    dense: Layer
    """The first layer, whose bias holds what absent features make."""
    convolutions: tuple[tuple[int, Layer], ...]
    """Distance and layer."""
    around: Layer
    """Of the means of the blocks of the elements around each."""
    page: Layer
    """Of the means and maxima of all blocks."""
    out: Layer
    """Of each role, by what is above and by the first layer."""

    @classmethod
    def read(cls, weights: dict[str, Any]) -> Network:
        """The network of what ``network.json`` holds.

        Raises:
            ValueError: it was trained on other features or roles, or its numbers are not as many
                as they must be, or are too large or none.
        """
        try:
            return cls._read(weights)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no network: {error!r}") from error

    @classmethod
    def _read(cls, weights: dict[str, Any]) -> Network:
        for name, known in (("features", FEATURES), ("roles", ROLES)):
            if tuple(weights[name]) != known:
                raise ValueError(f"the network was trained on other {name}: train it again")
        mean, spread = (_numbers(weights[name], len(FEATURES), name) for name in ("mean", "spread"))
        absent = array(
            "d",
            [
                min(MAX_SPREADS, max(-MAX_SPREADS, -one * over))
                for one, over in zip(mean, spread, strict=True)
            ],
        )
        dense = _layer(weights["dense"], "dense", HEIGHT, absent)
        dense.scale(mean, spread, absent)
        convolutions = weights["convolutions"]
        if len(convolutions) > MAX_CONVOLUTIONS:
            raise ValueError(f"a network has {MAX_CONVOLUTIONS} convolutions at most")
        return cls(
            mean=mean,
            spread=spread,
            absent=absent,
            dense=dense,
            convolutions=tuple(
                (_distance(layer["distance"]), _layer(layer, "convolutions", HEIGHT, 3 * HEIGHT))
                for layer in convolutions
            ),
            around=_layer(weights["around"], "around", HEIGHT, LEVELS * HEIGHT),
            page=_layer(weights["page"], "page", HEIGHT, 2 * HEIGHT),
            out=_layer(weights["out"], "out", len(ROLES), 2 * HEIGHT),
        )


def _layer(held: dict[str, Any], name: str, outputs: int, inputs: int | array[float]) -> Layer:
    """A layer, whose weights come output by output; what inputs that are 0 count goes into the
    bias. Outputs that it has fewer than others are 0."""
    absent = array("d") if isinstance(inputs, int) else inputs
    width = inputs if isinstance(inputs, int) else len(inputs)
    bias = _numbers(held["bias"], outputs, f"{name}: bias", MAX_WEIGHT)
    if len(held["weights"]) != outputs:
        raise ValueError(f"{name}: {len(held['weights'])} outputs, not {outputs}")
    rows = [_numbers(row, width, f"{name}: weights", MAX_WEIGHT) for row in held["weights"]]
    for at, row in enumerate(rows):
        bias[at] += sum(map(float.__mul__, row, absent))
    missing = HEIGHT - outputs
    by_input = chain.from_iterable(zip(*rows, *[bytes(width)] * missing, strict=True))
    return _model_cy.Layer(array("f", by_input), array("f", [*bias, *bytes(missing)]))


def _numbers(held: Any, count: int, name: str, most: float | None = None) -> array[float]:
    """So many numbers, no larger than ``most``."""
    numbers = array("d", held)
    if len(numbers) != count:
        raise ValueError(f"{name}: {len(numbers)} numbers, not {count}")
    if not all(map(isfinite, numbers)) or (most and any(abs(one) > most for one in numbers)):
        raise ValueError(f"{name}: a number is too large, or none")
    return numbers


def _distance(held: Any) -> int:
    if type(held) is not int or not 0 < held <= MAX_DISTANCE:
        raise ValueError(f"convolutions: {held!r} is no distance between rows")
    return held


@cache
def trained() -> Network:
    """The network that ships."""
    return Network.read(json.loads(files(__package__).joinpath("network.json").read_text("utf-8")))


class Scores(NamedTuple):
    """The network's output for the blocks of a page."""

    log_odds: array[float]
    """Of each block that it is part of the article, between -6 and 6."""
    roles: bytearray
    """The most probable role of each block, its place in :data:`ROLES`."""
    outputs: array[float]
    """A row for each block, what each of :data:`ROLES` has for it."""

    def role(self, block: int) -> tuple[str, float]:
        """The most probable role of a block, and its probability."""
        role = ROLES[self.roles[block]]
        return role, self.probabilities(block)[role]

    def probabilities(self, block: int) -> dict[str, float]:
        """The probability of each role."""
        outputs = self.outputs[block * len(ROLES) : (block + 1) * len(ROLES)]
        most = max(outputs)
        shares = [exp(one - most) for one in outputs]
        total = sum(shares)
        return {role: share / total for role, share in zip(ROLES, shares, strict=True)}

    def unbounded(self, block: int) -> float:
        """The log-odds that a block is part of the article, however large."""
        main, *others = self.outputs[block * len(ROLES) : (block + 1) * len(ROLES)]
        most = max(others)
        return main - most - log(sum(exp(one - most) for one in others))


class FeatureEffect(NamedTuple):
    """A feature of a block, and how much it counts."""

    name: str
    phrase: str
    """What the value is of, in a few words."""
    value: float
    change: float
    """The log-odds that the block has by it, however large: less those it had, were the feature at
    its mean."""


def effects_on(
    features: Features, block: int, network: Network | None = None
) -> list[FeatureEffect]:
    """The features that change a block's log-odds, those that do most first; scores the page once
    for each."""
    network = network or trained()
    known = score(features, network).unbounded(block)
    found = []
    for place, (feature, mean) in enumerate(zip(TABLE, network.mean, strict=True)):
        rows = features.rows[:]
        value = rows[block * len(TABLE) + place]
        rows[block * len(TABLE) + place] = mean
        if change := known - score(features._replace(rows=rows), network).unbounded(block):
            found.append(FeatureEffect(feature.name, feature.phrase, value, change))
    return sorted(found, key=lambda effect: -abs(effect.change))


def score(features: Features, network: Network | None = None) -> Scores:
    """Score all blocks of a page."""
    network = network or trained()
    blocks = len(features.rows) // len(FEATURES)
    scores = Scores(
        array("d", bytes(8 * blocks)),
        bytearray(blocks),
        array("f", bytes(4 * len(ROLES) * blocks)),
    )
    if not blocks:
        return scores
    if len(features.around) != 2 * LEVELS * blocks:
        raise ValueError(f"{len(features.around)} numbers are no levels of {blocks} blocks")
    first = array("f", bytes(4 * HEIGHT * blocks))
    network.dense.embed(features.rows, MAX_SPREADS, first)
    last = first[:]
    for distance, layer in network.convolutions:
        layer.convolve(last, distance)
    sums = array("d", bytes(8 * HEIGHT * (blocks + 1)))
    _model_cy.sum_up(last, sums)
    network.around.average(sums, features.around, last)
    pooled, page = array("f", bytes(4 * 2 * HEIGHT)), array("f", bytes(4 * HEIGHT))
    _model_cy.pool(last, pooled)
    network.page.apply(pooled, page)
    network.out.tell_roles(last, first, page, scores.outputs)
    _model_cy.decide(scores.outputs, MAX_LOG_ODDS, scores.log_odds, scores.roles)
    return scores
