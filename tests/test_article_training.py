"""The network as it is trained is the network that ships; where PyTorch is installed."""

from __future__ import annotations

import json
from array import array
from typing import Any

import pytest

pytest.importorskip("numpy")
torch = pytest.importorskip("torch")

import numpy as np  # noqa: E402

from scrapy_treesim.article.constants import LEVELS  # noqa: E402
from scrapy_treesim.article.feature_table import FEATURES  # noqa: E402
from scrapy_treesim.article.features import Features  # noqa: E402
from scrapy_treesim.article.model import Network, score  # noqa: E402
from training.article_network import (  # noqa: E402
    UNKNOWN,
    Options,
    Sample,
    loss_of,
    main_log_odds,
    pack,
    predict,
    train,
)


def drawn(seed: int, blocks: int) -> Sample:
    """A page whose first features tell its main text."""
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(blocks, len(FEATURES))) * chance.integers(0, 2, (blocks, 1))
    first, stop = np.arange(blocks), np.arange(blocks) + 1
    around = np.empty((blocks, LEVELS, 2), np.int64)
    for level in range(LEVELS):
        first, stop = chance.integers(0, first + 1), chance.integers(stop, blocks + 1)
        around[:, level, 0], around[:, level, 1] = first, stop
    targets = (rows[:, 0] + rows[:, 1] > 0).astype(np.float32)
    roles = np.where(targets > 0, UNKNOWN, chance.choice((UNKNOWN, 5, 6), blocks))
    even = np.full(blocks, 1 / blocks, np.float32)
    return Sample(
        rows.astype(np.float32), around, targets, roles.astype(np.int8), even, blocks * even
    )


SAMPLES = [drawn(seed, 3 + 5 * seed) for seed in range(8)]
MODEL = train(SAMPLES, Options(epochs=30, pages=4, rate=1e-2))


def shipped(sample: Sample) -> Any:
    """What the kernel makes of it, with the numbers as they are written."""
    words: Any = None
    network = Network.read(json.loads(json.dumps(MODEL.numbers())))
    rows, around = array("f", sample.rows.ravel().tolist()), array("i", sample.around.ravel())
    return score(Features(rows, words, array("i"), array("i"), around), network)


def test_the_kernel_scores_as_the_trained_network() -> None:
    for sample, outputs in zip(SAMPLES, predict(MODEL, SAMPLES, pages=3), strict=True):
        scores = shipped(sample)
        # Numbers are written with three digits.
        assert np.allclose(np.reshape(scores.outputs, outputs.shape), outputs, rtol=0.03, atol=0.15)
        assert np.allclose(scores.log_odds, main_log_odds(outputs), atol=0.15)


def test_pages_of_a_batch_do_not_see_one_another() -> None:
    for sample, outputs in zip(SAMPLES, predict(MODEL, SAMPLES), strict=True):
        (alone,) = predict(MODEL, [sample])
        assert np.allclose(alone, outputs, atol=1e-4)


def test_it_learns_and_makes_the_same_of_the_same_seed() -> None:
    options = Options(epochs=30, pages=4, rate=1e-2)
    again = train(SAMPLES, options)
    assert again.numbers() == MODEL.numbers()
    assert train(SAMPLES, Options(epochs=1, seed=1)).numbers() != MODEL.numbers()
    right = [
        (main_log_odds(outputs) > 0) == (sample.targets > 0.5)
        for sample, outputs in zip(SAMPLES, predict(MODEL, SAMPLES), strict=True)
    ]
    assert np.concatenate(right).mean() > 0.9


def loss(sample: Sample, outputs: Any, dice: float = 0.0) -> float:
    batch = pack([sample], [torch.zeros(len(sample.rows), 1)], ())
    return float(loss_of(torch.tensor(outputs, dtype=torch.float32), batch, dice))


def one_block(target: float, role: int, weight: float = 1.0) -> Sample:
    one = np.ones(1, np.float32)
    return Sample(
        np.zeros((1, 1), np.float32), np.array([[[0, 1]] * LEVELS]), target * one,
        np.array([role], np.int8), one, 10 * one, weight,
    )  # fmt: skip


def test_a_role_that_is_known_is_learnt_and_otherwise_main_against_all_others() -> None:
    outputs = [[1.0, 0.5, *[0.0] * 7]]
    shares = np.exp(outputs[0]) / np.exp(outputs[0]).sum()
    assert loss(one_block(0.0, 1), outputs) == pytest.approx(-np.log(shares[1]), rel=1e-5)
    assert loss(one_block(1.0, UNKNOWN), outputs) == pytest.approx(-np.log(shares[0]), rel=1e-5)
    assert loss(one_block(0.0, UNKNOWN), outputs) == pytest.approx(-np.log(1 - shares[0]), rel=1e-5)
    half = -(np.log(shares[0]) + np.log(1 - shares[0])) / 2
    assert loss(one_block(0.5, UNKNOWN), outputs) == pytest.approx(half, rel=1e-5)
    assert loss(one_block(0.5, UNKNOWN, 3.0), outputs) == pytest.approx(3 * half, rel=1e-5)
    f1 = (2 * 10 * shares[0] + 1) / (10 * shares[0] + 10 + 1)
    both = -np.log(shares[0]) + 0.5 * (1 - f1)
    assert loss(one_block(1.0, UNKNOWN), outputs, 0.5) == pytest.approx(both, rel=1e-5)
