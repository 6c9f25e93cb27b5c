"""Train the network that scores an article's blocks (scrapy_treesim/article/network.json).

    python -m training.article DATA --cross-validate
    python -m training.article DATA --write scrapy_treesim/article/network.json

DATA holds folders ``<set>/dev`` with ``truth.jsonl`` (id, url, host, lang, text) and
``pages/<id>.html.gz``. Wants PyTorch and NumPy; the package itself needs neither.

Labels: a block is part of the article when at least half its tokens lie in 4-grams of the true
text, the longest runs claiming them first. Every page weighs the same, its blocks by their size.
The network learns half from the labels, half from larger networks that have not seen the page
(distillation): that smooths what annotators decide one way or the other.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import scrapy_treesim as treesim
from benchmarks.quality import Match, match, page_f1, tokens
from scrapy_treesim.article.assembly import assemble
from scrapy_treesim.article.blocks import Blocks, blocks_of
from scrapy_treesim.article.feature_table import FEATURES
from scrapy_treesim.article.features import features_of
from scrapy_treesim.article.model import MAX_SPREADS, Network
from scrapy_treesim.article.model import score as score_blocks
from training.block_labels import labels_of, words_of

# Only sets whose licences allow it; the weight of a set's pages, for its size and its truth.
SETS = {
    "scrapinghub": 1.5,
    "zh_handmade": 1.5,
    "wcxb": 1.0,
    "magic_article": 1.5,
    "magic_forum": 0.6,
}
FOLDS = 5
INNER_FOLDS = 3
HEIGHT, DISTANCES, EPOCHS = 12, (1, 2, 4), 16
TEACHER_HEIGHT, TEACHER_DISTANCES, TEACHER_EPOCHS = 32, (1, 2, 4, 8), 12
BATCH = 8


@dataclass
class Example:
    """A page with its truth."""

    set: str
    kind: str
    host: str
    lang: str
    page: treesim.Page
    blocks: Blocks
    units: list[int]
    features: Any
    rows: torch.Tensor
    words: list[list[str]]
    gold: list[str]
    labels: torch.Tensor
    weights: torch.Tensor

    def fold(self, folds: int) -> int:
        """The fold of its host."""
        return sha1(self.host.encode()).digest()[3] % folds


def examples(data: Path, sets: Sequence[str]) -> Iterator[Example]:
    for name in sets:
        folder = data / name / "dev"
        for line in (folder / "truth.jsonl").read_text("utf-8").strip().split("\n"):
            truth = json.loads(line)
            if not truth.get("text"):
                continue
            raw = gzip.decompress((folder / "pages" / f"{truth['id']}.html.gz").read_bytes())
            page = treesim.Page(raw, url=truth["url"])
            blocks = blocks_of(page.tree)
            if not len(blocks):
                continue
            features = features_of(page, blocks)
            rows = torch.tensor(features.rows, dtype=torch.float32).view(len(blocks), -1)
            lang = truth.get("lang", "")
            words = words_of(page, blocks, lang)
            gold = tokens(truth["text"], lang)
            sizes = np.minimum([len(one) for one in words], 60) ** 0.7
            labels = torch.tensor(labels_of(words, gold), dtype=torch.float32)
            yield Example(
                name, truth.get("page_type", ""), truth["host"], lang, page, blocks,
                list(features.units), features, rows,
                words, gold, labels,
                torch.tensor(sizes / max(sizes.sum(), 1e-9) * SETS[name], dtype=torch.float32),
            )  # fmt: skip


class Model(nn.Module):
    """The network of scrapy_treesim.article.model, as it is trained."""

    def __init__(
        self, height: int, distances: Sequence[int], average: torch.Tensor, spread: torch.Tensor
    ) -> None:
        super().__init__()
        self.average, self.spread = average, spread
        self.dense = nn.Linear(len(FEATURES), height)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(height, height, 3, padding=one, dilation=one) for one in distances
        )
        self.page = nn.Linear(2 * height, height)
        self.out = nn.Linear(2 * height, 1)
        self.in_drop, self.drop = (0.2, 0.3) if height > 16 else (0.1, 0.15)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """The log-odds of one page's blocks."""
        scaled = ((rows - self.average) / self.spread).clamp(-MAX_SPREADS, MAX_SPREADS)
        first = functional.relu(self.dense(self._drop(scaled, self.in_drop)))
        along = first.t()[None]
        for layer in self.convolutions:
            along = along + self._drop(functional.relu(layer(along)), self.drop)
        last = along[0].t()
        page = functional.relu(self.page(torch.cat([last.mean(0), last.max(0)[0]])))
        both = torch.cat([last + page, first], 1)
        return self.out(self._drop(both, self.drop))[:, 0]

    def _drop(self, x: torch.Tensor, share: float) -> torch.Tensor:
        return functional.dropout(x, share, self.training)

    def numbers(self) -> dict[str, Any]:
        """What network.json holds."""

        def rounded(x: torch.Tensor) -> Any:
            return np.vectorize(lambda one: float(f"{one:.3g}"))(x.detach().numpy()).tolist()

        return {
            "features": list(FEATURES),
            "mean": rounded(self.average),
            "spread": rounded(1 / self.spread),
            "dense": {"weights": rounded(self.dense.weight), "bias": rounded(self.dense.bias)},
            "convolutions": [
                {
                    "distance": layer.dilation[0],
                    "weights": rounded(layer.weight.transpose(1, 2).flatten(1)),
                    "bias": rounded(layer.bias),
                }
                for layer in self.convolutions
            ],
            "page": {"weights": rounded(self.page.weight), "bias": rounded(self.page.bias)},
            "out": {
                "weights": rounded(self.out.weight[0]),
                "bias": float(f"{self.out.bias.item():.3g}"),
            },
        }


def train(
    pages: Sequence[Example], targets: Sequence[torch.Tensor], height: int,
    distances: Sequence[int], epochs: int, seed: int,
) -> Model:  # fmt: skip
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    everything = torch.cat([page.rows for page in pages])
    model = Model(height, distances, everything.mean(0), everything.std(0) + 1e-3)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.02)
    steps = epochs * (len(pages) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    model.train()
    for _ in range(epochs):
        order = chance.permutation(len(pages))
        for at in range(0, len(pages) - BATCH + 1, BATCH):
            loss = sum(
                (functional.binary_cross_entropy_with_logits(
                    model(pages[i].rows), targets[i], reduction="none") * pages[i].weights).sum()
                for i in order[at : at + BATCH]
            )  # fmt: skip
            optimizer.zero_grad()
            (loss / BATCH).backward()  # type: ignore[union-attr]
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    model.eval()
    return model


def fit(pages: Sequence[Example], seeds: int, seed: int = 0) -> Model:
    """Teachers model the pages they have not seen; the network learns from them and the labels."""
    taught = [torch.zeros_like(page.labels) for page in pages]
    for fold in range(INNER_FOLDS):
        seen = [page for page in pages if page.fold(251) % INNER_FOLDS != fold]
        labels = [page.labels for page in seen]
        for teacher_seed in range(seeds):
            teacher = train(
                seen, labels, TEACHER_HEIGHT, TEACHER_DISTANCES, TEACHER_EPOCHS, teacher_seed
            )
            with torch.no_grad():
                for page, target in zip(pages, taught, strict=True):
                    if page.fold(251) % INNER_FOLDS == fold:
                        target += torch.sigmoid(teacher(page.rows)) / seeds
    targets = [(page.labels + one) / 2 for page, one in zip(pages, taught, strict=True)]
    return train(pages, targets, HEIGHT, DISTANCES, EPOCHS, seed)


def score(page: Example, network: Network) -> Match:
    """How well the assembly of the network's scores matches the truth."""
    log_odds = score_blocks(page.features, network)
    kept = assemble(page.page.tree, page.blocks, page.units, log_odds).kept
    found = [token for one, keep in zip(page.words, kept, strict=True) if keep for token in one]
    return match(page.gold, found)


def cross_validate(pages: Sequence[Example], seeds: int) -> None:
    groups: dict[str, dict[int, list[Match]]] = {}
    for fold in range(FOLDS):
        model = fit([page for page in pages if page.fold(FOLDS) != fold], seeds)
        network = Network.read(model.numbers())
        for page in pages:
            if page.fold(FOLDS) == fold:
                for name in {page.set, f"{page.set} {page.kind}".strip()}:
                    groups.setdefault(name, {}).setdefault(fold, []).append(score(page, network))
        print(f"fold {fold + 1} of {FOLDS}", flush=True)
    print(f"{'set':22} pages  F1 (folds)  satisfied % (folds)")
    for name, folds in sorted(groups.items()):
        f1s = [mean(page_f1(one) for one in found) for found in folds.values()]
        sats = [mean(page_f1(one) >= 0.95 for one in found) for found in folds.values()]
        everything = [one for found in folds.values() for one in found]
        precision = mean(one.right / max(one.right + one.wrong, 1e-9) for one in everything)
        recall = mean(one.right / max(one.right + one.missed, 1e-9) for one in everything)
        print(
            f"{name:22} {len(everything):5}  F1 {2 * precision * recall / (precision + recall):.3f}"
            f"  page F1 {mean(map(page_f1, everything)):.3f} ± {pstdev(f1s):.3f}"
            f"  sat {100 * mean(page_f1(one) >= 0.95 for one in everything):.1f}"
            f" ± {100 * pstdev(sats):.1f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path, help="folder of the article sets")
    parser.add_argument("--cross-validate", action="store_true", help="by host, five folds")
    parser.add_argument("--write", type=Path, help="train on all pages and write the network here")
    parser.add_argument("--teachers", type=int, default=2, help="larger networks a fold")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    pages = list(examples(arguments.data, list(SETS)))
    print(f"{len(pages)} pages, {sum(len(page.units) for page in pages)} blocks", flush=True)
    if arguments.cross_validate:
        cross_validate(pages, arguments.teachers)
    if arguments.write:
        numbers = fit(pages, arguments.teachers).numbers()
        arguments.write.write_text(json.dumps(numbers, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
