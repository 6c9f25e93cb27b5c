"""The network of :mod:`scrapy_treesim.article.model`, as it is trained. Wants PyTorch and NumPy.

A block's role may be known, or only how likely it is the article's text: of the latter the network
learns by what it gives that one role against all others together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from scrapy_treesim.article.constants import HEIGHT, LEVELS
from scrapy_treesim.article.feature_table import FEATURES
from scrapy_treesim.article.model import MAX_LOG_ODDS, MAX_SPREADS, ROLES

DISTANCES = (1, 3, 9)
UNKNOWN = -1
"""In place of a role."""
MIN_SPREAD = 1e-3
MAX_SCALED_BLOCKS = 200_000
"""Blocks that means and spreads are taken from, or not many more."""


@dataclass(slots=True)
class Sample:
    """The blocks of a page and what is known of them."""

    rows: NDArray[np.float32]
    """A row of features for each."""
    around: NDArray[np.int64]
    """First block and the one after the last, of each level around each: blocks x levels x 2."""
    targets: NDArray[np.float32]
    """The probability that each is the article's text, 0 or 1 where it is known."""
    roles: NDArray[np.int8]
    """Of each, its place among the roles, or ``UNKNOWN``."""
    weights: NDArray[np.float32]
    """The weight of each; they should add up to one, or to less where some do not count."""
    units: NDArray[np.float32]
    """The size of each, 0 where it counts neither as text found nor as text missed."""
    weight: float = 1.0
    """That of the page."""


@dataclass(frozen=True, slots=True)
class Options:
    """The parameters of the training."""

    height: int = HEIGHT
    distances: tuple[int, ...] = DISTANCES
    epochs: int = 12
    pages: int = 16
    """Pages a step."""
    rate: float = 4e-3
    """The learning rate where it is highest."""
    decay: float = 0.02
    feature_dropout: float = 0.1
    """The share of a page's features that it is shown without."""
    dropout: float = 0.15
    dice: float = 1.0
    """The weight of each page's own F1 beside that of its blocks."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Scale:
    """What features are scaled by, rounded as in ``network.json``."""

    mean: NDArray[np.float32]
    over_spread: NDArray[np.float32]

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> Scale:
        """Measure, on some of the pages where there are many."""
        blocks = sum(len(sample.rows) for sample in samples)
        some = samples[:: max(1, blocks // MAX_SCALED_BLOCKS)]
        rows = np.concatenate([sample.rows for sample in some]).astype(np.float64)
        return cls(_rounded(rows.mean(0)), _rounded(1 / (rows.std(0) + MIN_SPREAD)))

    def scaled(self, rows: NDArray[np.float32]) -> torch.Tensor:
        """The features in spreads from their means."""
        scaled = (rows - self.mean) * self.over_spread
        return torch.from_numpy(scaled.clip(-MAX_SPREADS, MAX_SPREADS).astype(np.float32))


@dataclass(slots=True)
class Batch:
    """Several pages below one another, with rows between them so that none sees another."""

    rows: torch.Tensor
    filled: torch.Tensor
    """1 for the rows of blocks, 0 for those between pages."""
    page: torch.Tensor
    """The page of each row."""
    spans: list[tuple[int, int]]
    """The rows of each page."""
    around: torch.Tensor
    targets: torch.Tensor
    roles: torch.Tensor
    weights: torch.Tensor
    """Of each row, that of its page included."""
    units: torch.Tensor
    page_weights: torch.Tensor


class Network(nn.Module):
    """The layers."""

    def __init__(self, scale: Scale, options: Options) -> None:
        super().__init__()
        height = options.height
        self.scale, self.options = scale, options
        self.dense = nn.Linear(len(scale.mean), height)
        self.convolutions = nn.ModuleList(nn.Linear(3 * height, height) for _ in options.distances)
        self.around = nn.Linear(LEVELS * height, height)
        self.page = nn.Linear(2 * height, height)
        self.out = nn.Linear(2 * height, len(ROLES))

    def forward(self, batch: Batch) -> torch.Tensor:
        """What each row has for each role."""
        filled = batch.filled[:, None]
        first = functional.relu(self.dense(self._with_some(batch))) * filled
        last = first
        for distance, layer in zip(self.options.distances, self.convolutions, strict=True):
            none = last.new_zeros(min(distance, len(last)), last.shape[1])
            three = [torch.cat([none, last[:-distance]]), last, torch.cat([last[distance:], none])]
            last = last + self._drop(functional.relu(layer(torch.cat(three, 1)))) * filled
        means = torch.cat(_means(last, batch.around), 1)
        last = last + self._drop(functional.relu(self.around(means))) * filled
        pooled = [torch.cat([last[a:z].mean(0), last[a:z].amax(0)]) for a, z in batch.spans]
        page = functional.relu(self.page(torch.stack(pooled)))
        both = torch.cat([last + page[batch.page], first], 1)
        outputs: torch.Tensor = self.out(self._drop(both))
        return outputs

    def _with_some(self, batch: Batch) -> torch.Tensor:
        """The features; in training, each page without some of them."""
        share = self.options.feature_dropout
        if not self.training or not share:
            return batch.rows
        kept = torch.rand(len(batch.spans), batch.rows.shape[1]) > share
        return batch.rows * (kept.float() / (1 - share))[batch.page]

    def _drop(self, x: torch.Tensor) -> torch.Tensor:
        return functional.dropout(x, self.options.dropout, self.training)

    def numbers(self) -> dict[str, Any]:
        """What ``network.json`` holds."""
        return {
            "features": list(FEATURES),
            "roles": list(ROLES),
            "mean": _plain(self.scale.mean),
            "spread": _plain(self.scale.over_spread),
            "dense": _weights(self.dense),
            "convolutions": [
                {"distance": distance, **_weights(layer)}
                for distance, layer in zip(self.options.distances, self.convolutions, strict=True)
            ],
            "around": _weights(self.around),
            "page": _weights(self.page),
            "out": _weights(self.out),
        }


def train(samples: Sequence[Sample], options: Options | None = None) -> Network:
    """Train a network on pages."""
    options = options or Options()
    torch.manual_seed(options.seed)
    chance = np.random.default_rng(options.seed)
    scale = Scale.of(samples)
    model = Network(scale, options)
    scaled = [scale.scaled(sample.rows) for sample in samples]
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=options.rate / 2, weight_decay=options.decay
    )
    steps = options.epochs * -(-len(samples) // options.pages)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=steps)
    model.train()
    for _ in range(options.epochs):
        order = chance.permutation(len(samples))
        for some in _parts(order.tolist(), options.pages):
            batch = pack([samples[i] for i in some], [scaled[i] for i in some], options.distances)
            optimizer.zero_grad()
            loss_of(model(batch), batch, options.dice).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    model.eval()
    return model


def predict(
    model: Network, samples: Sequence[Sample], pages: int = 64
) -> list[NDArray[np.float32]]:
    """What the blocks of each page have for each role: blocks x roles."""
    found = []
    model.eval()
    with torch.no_grad():
        for some in _parts(list(range(len(samples))), pages):
            held = [samples[i] for i in some]
            rows = [model.scale.scaled(sample.rows) for sample in held]
            batch = pack(held, rows, model.options.distances)
            outputs = model(batch).numpy()
            found += [outputs[first:stop] for first, stop in batch.spans]
    return found


def main_log_odds(outputs: NDArray[np.float32]) -> NDArray[np.float64]:
    """The log-odds of each block that it is the article's text, bounded as where they are used."""
    others = outputs[:, 1:].astype(np.float64)
    most = others.max(1)
    together = most + np.log(np.exp(others - most[:, None]).sum(1))
    return np.asarray(np.clip(outputs[:, 0] - together, -MAX_LOG_ODDS, MAX_LOG_ODDS))


def pack(
    samples: Sequence[Sample], scaled: Sequence[torch.Tensor], distances: Sequence[int]
) -> Batch:
    """Put pages below one another."""
    gap = max(distances, default=0)
    starts = np.cumsum([0, *(len(rows) + gap for rows in scaled)]).tolist()
    around = [sample.around + at for sample, at in zip(samples, starts[:-1], strict=True)]
    lengths = torch.tensor([len(rows) + gap for rows in scaled])
    return Batch(
        rows=torch.cat([functional.pad(rows, (0, 0, 0, gap)) for rows in scaled]),
        filled=_below([np.ones(len(sample.rows), np.float32) for sample in samples], gap),
        page=torch.repeat_interleave(torch.arange(len(samples)), lengths),
        spans=[(at, at + len(rows)) for at, rows in zip(starts[:-1], scaled, strict=True)],
        around=_below(around, gap),
        targets=_below([sample.targets for sample in samples], gap),
        roles=_below([sample.roles.astype(np.int64) for sample in samples], gap, UNKNOWN),
        weights=_below([sample.weights * np.float32(sample.weight) for sample in samples], gap),
        units=_below([sample.units for sample in samples], gap),
        page_weights=torch.tensor([sample.weight for sample in samples], dtype=torch.float32),
    )


def loss_of(outputs: torch.Tensor, batch: Batch, dice: float) -> torch.Tensor:
    """The mean loss of the pages: of their blocks, and with some weight of their F1."""
    logs = functional.log_softmax(outputs, 1)
    main, other = logs[:, 0], logs[:, 1:].logsumexp(1)
    by_target = -(batch.targets * main + (1 - batch.targets) * other)
    by_role = -logs.gather(1, batch.roles.clamp(min=0)[:, None])[:, 0]
    losses = torch.where(batch.roles == UNKNOWN, by_target, by_role) * batch.weights
    pages = len(batch.spans)
    loss = losses.sum() / pages
    if dice:
        found, right, true = (
            outputs.new_zeros(pages).index_add(0, batch.page, units * batch.units)
            for units in (main.exp(), main.exp() * batch.targets, batch.targets)
        )
        lost = 1 - (2 * right + 1) / (found + true + 1)
        loss = loss + dice * (lost * batch.page_weights).mean()
    return loss


def _means(rows: torch.Tensor, around: torch.Tensor) -> list[torch.Tensor]:
    """The means over the rows around each, of each level."""
    # Of sums over all pages of a batch, single numbers would leave too few digits.
    before = functional.pad(rows.double().cumsum(0), (0, 0, 1, 0))
    first, stop = around.unbind(2)
    return [
        ((before[stop[:, k]] - before[first[:, k]]) / (stop - first)[:, k, None].clamp(min=1))
        .to(rows.dtype)
        for k in range(around.shape[1])
    ]  # fmt: skip


def _below(pages: Sequence[NDArray[Any]], gap: int, empty: float = 0) -> torch.Tensor:
    """The rows of all pages, empty ones after each."""
    between = np.full((gap, *pages[0].shape[1:]), empty, pages[0].dtype)
    return torch.from_numpy(np.concatenate([rows for page in pages for rows in (page, between)]))


def _parts(items: list[int], size: int) -> Iterator[list[int]]:
    for at in range(0, len(items), size):
        yield items[at : at + size]


def _weights(layer: nn.Module) -> dict[str, Any]:
    assert isinstance(layer, nn.Linear)
    weights, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
    return {"weights": _plain(weights), "bias": _plain(bias)}


def _rounded(numbers: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.array([float(f"{one:.3g}") for one in numbers], np.float32)


def _plain(numbers: NDArray[np.float32]) -> Any:
    """Lists of numbers of three digits."""
    if numbers.ndim > 1:
        return [_plain(row) for row in numbers]
    return [float(f"{one:.3g}") for one in numbers]
