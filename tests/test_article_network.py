"""The network of an article's blocks: its formulas, and what of its numbers is refused."""

from __future__ import annotations

import json
from array import array
from copy import deepcopy
from importlib.resources import files
from math import exp, inf, log, nan
from random import Random
from typing import Any

import pytest

from scrapy_treesim import Page
from scrapy_treesim.article import constants
from scrapy_treesim.article.blocks import blocks_of
from scrapy_treesim.article.constants import HEIGHT, LEVELS
from scrapy_treesim.article.feature_table import FEATURES
from scrapy_treesim.article.features import Features, features_of
from scrapy_treesim.article.model import (
    MAX_LOG_ODDS,
    MAX_SPREADS,
    MAX_WEIGHT,
    ROLES,
    Network,
    effects_on,
    score,
    trained,
)

Rows = list[list[float]]
Numbers = dict[str, Any]

SHIPPED: Numbers = json.loads(
    files("scrapy_treesim.article").joinpath("network.json").read_text("utf-8")
)


def drawn_network(seed: int, distances: tuple[int, ...] = (1, 2, 4, 8)) -> Numbers:
    """A network of any weights."""
    chance = Random(seed)

    def numbers(count: int, most: float = 0.3) -> list[float]:
        return [chance.uniform(-most, most) for _ in range(count)]

    def layer(inputs: int, outputs: int = HEIGHT) -> Numbers:
        return {"weights": [numbers(inputs) for _ in range(outputs)], "bias": numbers(outputs)}

    return {
        "features": list(FEATURES),
        "roles": list(ROLES),
        "mean": numbers(len(FEATURES), 1.0),
        "spread": [chance.uniform(0.2, 9.0) for _ in FEATURES],
        "dense": layer(len(FEATURES)),
        "convolutions": [{"distance": one, **layer(3 * HEIGHT)} for one in distances],
        "around": layer(LEVELS * HEIGHT),
        "page": layer(2 * HEIGHT),
        "out": layer(2 * HEIGHT, len(ROLES)),
    }


def drawn_features(seed: int, blocks: int) -> Features:
    """Blocks of any features, many of which are 0, and of any surroundings."""
    chance = Random(seed)
    rows = [chance.choice((0.0, chance.gauss(0.0, 1.5))) for _ in range(blocks * len(FEATURES))]
    around: list[int] = []
    for block in range(blocks):
        first, stop = block, block + 1
        for _ in range(LEVELS):
            first, stop = chance.randint(0, first), chance.randint(stop, blocks)
            around += (first, stop)
    words: Any = None
    return Features(array("f", rows), words, array("i"), array("i"), array("i", around))


def outputs_by_formula(numbers: Numbers, features: Features) -> Rows:
    """What every role has for each block, with nothing left out and in no other order."""
    width, n = len(FEATURES), len(features.rows) // len(FEATURES)
    scaled = [
        [
            min(MAX_SPREADS, max(-MAX_SPREADS, (x - mean) * over))
            for x, mean, over in zip(
                features.rows[row * width : (row + 1) * width],
                numbers["mean"],
                numbers["spread"],
                strict=True,
            )
        ]
        for row in range(n)
    ]
    first = [positive(layer_of(numbers["dense"], row)) for row in scaled]
    last = first
    for held in numbers["convolutions"]:
        far = held["distance"]
        none = [[0.0] * HEIGHT] * far
        padded = none + last + none
        last = [
            added(row, positive(layer_of(held, padded[at] + row + padded[at + 2 * far])))
            for at, row in enumerate(last)
        ]
    around = zip(features.around[::2], features.around[1::2], strict=True)
    means = [mean_of(last[start:stop]) for start, stop in around]
    levels = [flat(means[at : at + LEVELS]) for at in range(0, len(means), LEVELS)]
    last = [
        added(row, positive(layer_of(numbers["around"], level)))
        for row, level in zip(last, levels, strict=True)
    ]
    highest = [max(column) for column in zip(*last, strict=True)]
    page = positive(layer_of(numbers["page"], mean_of(last) + highest))
    return [
        layer_of(numbers["out"], added(row, page) + own)
        for row, own in zip(last, first, strict=True)
    ]


def layer_of(held: Numbers, inputs: list[float]) -> list[float]:
    return [
        bias + sum(weight * x for weight, x in zip(row, inputs, strict=True))
        for row, bias in zip(held["weights"], held["bias"], strict=True)
    ]


def positive(row: list[float]) -> list[float]:
    return [max(0.0, x) for x in row]


def added(one: list[float], other: list[float]) -> list[float]:
    return [x + y for x, y in zip(one, other, strict=True)]


def flat(rows: Rows) -> list[float]:
    return [x for row in rows for x in row]


def mean_of(rows: Rows) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize(("seed", "blocks"), [(1, 1), (2, 2), (3, 7), (4, 40), (5, 70)])
def test_scores_are_those_of_the_formulas(seed: int, blocks: int) -> None:
    numbers, features = drawn_network(seed), drawn_features(seed, blocks)
    expected = outputs_by_formula(numbers, features)
    scores = score(features, Network.read(numbers))
    assert list(scores.outputs) == pytest.approx(flat(expected), rel=1e-4, abs=1e-4)
    for block, outputs in enumerate(expected):
        shares = [exp(x) for x in outputs]
        odds = outputs[0] - log(sum(shares[1:]))
        bounded = max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, odds))
        assert scores.unbounded(block) == pytest.approx(odds, abs=1e-3)
        assert scores.log_odds[block] == pytest.approx(bounded, abs=1e-3)
        role, probability = scores.role(block)
        assert probability == pytest.approx(max(shares) / sum(shares), rel=1e-3)
        assert probability == pytest.approx(shares[ROLES.index(role)] / sum(shares), rel=1e-3)
        assert sum(scores.probabilities(block).values()) == pytest.approx(1.0)


@pytest.mark.parametrize("distances", [(), (1,), (constants.MAX_DISTANCE, 3)])
def test_a_network_may_have_other_convolutions(distances: tuple[int, ...]) -> None:
    numbers, features = drawn_network(9, distances), drawn_features(9, 45)
    expected = flat(outputs_by_formula(numbers, features))
    outputs = score(features, Network.read(numbers)).outputs
    assert list(outputs) == pytest.approx(expected, rel=1e-4, abs=1e-4)


def test_a_page_of_no_blocks_has_no_scores() -> None:
    scores = score(drawn_features(1, 0), Network.read(drawn_network(1)))
    assert [len(held) for held in scores] == [0, 0, 0]


@pytest.mark.parametrize("pair", [(0, 4), (-1, 1), (2, 1), (1, 1)])
def test_surroundings_that_are_none_are_refused(pair: tuple[int, int]) -> None:
    features = drawn_features(1, 3)
    features.around[2:4] = array("i", pair)
    with pytest.raises(ValueError, match="no surroundings"):
        score(features)
    with pytest.raises(ValueError, match="levels"):
        score(features._replace(around=array("i")))


def test_log_odds_and_outputs_are_bounded_whatever_the_network_says() -> None:
    """The largest weights, all of one sign: no sum overflows."""
    numbers = drawn_network(1)
    for held in (*numbers["convolutions"], *(numbers[it] for it in ("dense", "around", "page"))):
        held["weights"] = [[MAX_WEIGHT] * len(row) for row in held["weights"]]
        held["bias"] = [MAX_WEIGHT] * HEIGHT
    for sign in (1, -1):
        numbers["out"]["weights"] = [[-sign * MAX_WEIGHT] * (2 * HEIGHT) for _ in ROLES]
        numbers["out"]["weights"][0] = [sign * MAX_WEIGHT] * (2 * HEIGHT)
        features = drawn_features(1, 40)
        features.rows[:] = array("f", [3e38] * len(features.rows))
        scores = score(features, Network.read(numbers))
        assert all(abs(x) < inf for x in scores.outputs)
        assert set(scores.log_odds) == {sign * MAX_LOG_ODDS}


def test_effects_are_changes_of_the_log_odds() -> None:
    page = Page("<h1>Bread</h1><p>It is baked at four, and sold from six.</p><p><a href=/>Home</a>")
    features = features_of(page, blocks_of(page.tree))
    network = Network.read(drawn_network(3))
    known = score(features, network).unbounded(1)
    for effect in effects_on(features, 1, network)[:5]:
        rows = features.rows[:]
        at = FEATURES.index(effect.name)
        rows[len(FEATURES) + at] = network.mean[at]
        without = score(features._replace(rows=rows), network).unbounded(1)
        assert effect.change == pytest.approx(known - without)


# What ships


def test_what_ships_fits_the_features_and_is_small() -> None:
    network = trained()
    assert len(network.mean) == len(network.spread) == len(FEATURES)
    assert network.dense.inputs == len(FEATURES)
    assert {layer.inputs for _, layer in network.convolutions} == {3 * HEIGHT}
    path = files("scrapy_treesim.article").joinpath("network.json")
    assert len(path.read_bytes()) < 150_000


def test_sizes_of_the_kernel_fit_one_another() -> None:
    assert HEIGHT % 4 == 0
    assert len(ROLES) == constants.ROLES <= HEIGHT
    assert constants.SLOTS > 2 * constants.MAX_DISTANCE
    assert constants.SLOTS & (constants.SLOTS - 1) == 0
    assert constants.MAX_INPUTS + 4 <= constants.MAX_TERMS
    assert max(len(FEATURES), 3 * HEIGHT) <= constants.MAX_INPUTS


# Refused


@pytest.mark.parametrize("name", ["features", "roles"])
def test_a_network_of_other_features_or_roles_is_refused(name: str) -> None:
    known = SHIPPED[name]
    for other in (known[:-1], [*known, "more"], known[::-1], []):
        with pytest.raises(ValueError, match=f"trained on other {name}"):
            Network.read({**SHIPPED, name: other})


LAYERS = ("dense", "around", "page", "out")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_without_a_part_is_refused(name: str) -> None:
    numbers = dict(SHIPPED)
    del numbers[name]
    with pytest.raises(ValueError, match=name):
        Network.read(numbers)
    others: tuple[Any, ...] = (None, 3, "word", {"weights": None}, [{}])
    for other in others:
        with pytest.raises(ValueError, match=r"."):
            Network.read({**SHIPPED, name: other})


@pytest.mark.parametrize("name", ["mean", "spread", *LAYERS, "convolutions"])
@pytest.mark.parametrize("bad", [nan, inf, -inf, 1e39, None, "1"])
def test_numbers_that_are_none_or_too_large_are_refused(name: str, bad: Any) -> None:
    numbers = deepcopy(SHIPPED)
    held = numbers[name]
    if name in ("mean", "spread"):
        held[-1] = inf if bad == 1e39 else bad
    else:
        (held[0] if name == "convolutions" else held)["weights"][-1][0] = bad
    with pytest.raises(ValueError, match=r"too large|no network"):
        Network.read(numbers)


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("change", ["row less", "row more", "input less", "bias less", "bias more"])
def test_layers_of_other_sizes_are_refused(name: str, change: str) -> None:
    numbers = deepcopy(SHIPPED)
    held = numbers[name]
    if change == "row less":
        del held["weights"][0]
    elif change == "row more":
        held["weights"].append(held["weights"][0])
    elif change == "input less":
        del held["weights"][0][0]
    elif change == "bias less":
        del held["bias"][0]
    else:
        held["bias"].append(0.0)
    with pytest.raises(ValueError, match=name):
        Network.read(numbers)


@pytest.mark.parametrize("distance", [0, -1, constants.MAX_DISTANCE + 1, 1.0, "1", True, None])
def test_a_distance_is_a_small_number(distance: Any) -> None:
    numbers = deepcopy(SHIPPED)
    numbers["convolutions"][0]["distance"] = distance
    with pytest.raises(ValueError, match="distance"):
        Network.read(numbers)


def test_a_network_has_few_convolutions() -> None:
    numbers = {**SHIPPED, "convolutions": 2 * SHIPPED["convolutions"]}
    with pytest.raises(ValueError, match="4 convolutions at most"):
        Network.read(numbers)
