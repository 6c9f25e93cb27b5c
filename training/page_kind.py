"""Fit the weights that kinds of pages are told by.

    python -m training.page_kinds -o GENERATED --pages 9000 --seed 17
    python -m training.page_kinds -o FURTHER --pages 9000 --seed 18
    python -m training.record_pages -o LISTS --pages 1000 --seed 5
    python -m training.page_kind --fit DIR [--fit DIR:KIND ...] --generated GENERATED
        --generated FURTHER --generated LISTS:list [--folds FILE] [--write]

Each DIR holds ``pages/<id>.html.gz`` and ``truth.jsonl``, whose pages name their ``kind`` or their
``page_type``; with ``:KIND`` all of them are of that kind. Every page is fitted twice, once without
its address. ``--folds FILE`` writes weights for each of five folds by site, fitted on the others,
with the pages of each: ``training.page_kind:held_out_page`` is :func:`benchmarks.adapters.page`
with the weights of the fold that a page was left out of, those of FILE, which the environment
variable ``TREESIM_FOLDS`` names. ``--write`` fits on all and writes the package's weights. Needs
numpy and scipy. Seed: 0.
"""

import gzip
import json
import os
import zlib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np
from scipy.optimize import minimize

import scrapy_treesim.kind
from benchmarks import adapters
from benchmarks.page_kinds import PAGE_TYPES
from scrapy_treesim import Page
from scrapy_treesim.kind import model
from scrapy_treesim.kind.feature import KINDS
from scrapy_treesim.kind.features import FEATURES, OF_ADDRESS, features_of

WEIGHTS = Path(scrapy_treesim.kind.__file__).with_name("weights.json")
FOLDS = 5
HIDDEN = 8
DECAY = 3e-3
"""Of all weights, squared."""
STEPS = 120
BALANCE = 0.3
"""How far kinds of few pages weigh more: the power of how much rarer they are."""
GENERATED = 1.5
"""What all generated pages weigh together, over all others."""
LEAST_SPREAD = 0.05


@dataclass
class LabelledRow:
    """The features of a page, and what it is."""

    key: str
    """What tells the page from others: a checksum of its HTML."""
    site: str
    kind: int
    values: list[float]
    generated: bool


def labelled(folder: str, generated: bool) -> Iterator[tuple[Path, str, str, str, bool]]:
    name, _, fixed = folder.partition(":")
    for line in (Path(name) / "truth.jsonl").open(encoding="utf-8"):
        truth = json.loads(line)
        kind = fixed or PAGE_TYPES.get(truth.get("page_type", "")) or truth.get("kind")
        if kind in KINDS:
            site = truth.get("site") or truth.get("host") or truth["id"]
            path = Path(name) / "pages" / f"{truth['id']}.html.gz"
            yield path, truth.get("url") or "", site, kind, generated


def key_of(html: bytes) -> str:
    return f"{zlib.crc32(html):08x}{len(html)}"


def row_of(page: tuple[Path, str, str, str, bool]) -> LabelledRow:
    path, url, site, kind, generated = page
    html = gzip.decompress(path.read_bytes())
    values = features_of(Page(html, url=url))
    return LabelledRow(key_of(html), site, KINDS.index(kind), values, generated)


def rows_of(fit: list[str], generated: list[str]) -> list[LabelledRow]:
    pages = [one for folder in fit for one in labelled(folder, False)]
    pages += [one for folder in generated for one in labelled(folder, True)]
    with ProcessPoolExecutor() as pool:
        return [*pool.map(row_of, pages, chunksize=20)]


def weights_of(rows: list[LabelledRow]) -> np.ndarray:
    counts = Counter(row.kind for row in rows)
    weights = np.array([(len(rows) / counts[row.kind]) ** BALANCE for row in rows])
    made = np.array([row.generated for row in rows])
    if made.any() and not made.all():
        weights[made] *= GENERATED * weights[~made].sum() / weights[made].sum()
    shares: np.ndarray = weights / weights.sum()
    return shares


def fitted(rows: list[LabelledRow]) -> dict[str, object]:
    """The weights, as ``weights.json`` holds them."""
    values = np.array([row.values for row in rows])
    weights = weights_of(rows)
    mean = weights @ values
    spread = np.sqrt(weights @ (values - mean) ** 2) + LEAST_SPREAD
    nowhere = values.copy()
    nowhere[:, :OF_ADDRESS] = 0
    limit = model.MAX_SPREADS
    scaled = np.clip((np.vstack([values, nowhere]) - mean) / spread, -limit, limit)
    kinds = np.tile([row.kind for row in rows], 2)
    hidden, hidden_bias, out, bias, straight = fit(scaled, kinds, np.tile(weights / 2, 2))

    def plain(numbers: np.ndarray) -> list[object]:
        rounded: list[object] = np.round(numbers, 4).tolist()
        return rounded

    return {
        "kinds": [*KINDS],
        "features": [*FEATURES],
        "mean": plain(mean),
        "spread": plain(spread),
        "hidden": plain(hidden),
        "hidden_bias": plain(hidden_bias),
        "out": plain(out),
        "straight": plain(straight),
        "bias": plain(bias),
    }


def fit(scaled: np.ndarray, kinds: np.ndarray, weights: np.ndarray) -> list[np.ndarray]:
    """Fit the network by L-BFGS: cross-entropy and squared weights."""
    count, width = scaled.shape
    draw = np.random.RandomState(0)
    shapes = [(width, HIDDEN), (HIDDEN,), (HIDDEN, len(KINDS)), (len(KINDS),), (width, len(KINDS))]
    cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    start = [
        draw.randn(*shapes[0]) * 0.3 / width**0.25,
        np.zeros(HIDDEN),
        draw.randn(*shapes[2]) * 0.3,
        np.zeros(len(KINDS)),
        np.zeros(shapes[4]),
    ]
    inputs = scaled.astype(np.float32)
    wanted = np.eye(len(KINDS), dtype=np.float32)[kinds]
    scale = weights.astype(np.float32)[:, None]

    def parts_of(flat: np.ndarray) -> list[np.ndarray]:
        parts = np.split(flat, cuts)
        return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        hidden, hidden_bias, out, bias, straight = parts_of(flat.astype(np.float32))
        units = np.tanh(inputs @ hidden + hidden_bias)
        odds = units @ out + bias + inputs @ straight
        odds -= odds.max(1, keepdims=True)
        total = np.exp(odds).sum(1, keepdims=True)
        wrong = (np.exp(odds) / total - wanted) * scale
        back = (wrong @ out.T) * (1 - units * units)
        gradients = [
            inputs.T @ back + 2 * DECAY * hidden,
            back.sum(0),
            units.T @ wrong + 2 * DECAY * out,
            wrong.sum(0),
            inputs.T @ wrong + 2 * DECAY * straight,
        ]
        entropy = -(scale[:, 0] * (odds[np.arange(count), kinds] - np.log(total[:, 0]))).sum()
        decay = DECAY * sum((part**2).sum() for part in (hidden, out, straight))
        flat_gradient = np.concatenate([one.ravel() for one in gradients]).astype(np.float64)
        return float(entropy + decay), flat_gradient

    flat = np.concatenate([one.ravel() for one in start])
    found = minimize(loss, flat, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    return parts_of(found.x)


def fold_of(row: LabelledRow) -> int:
    return zlib.crc32(row.site.encode()) % FOLDS


def write_folds(path: Path, rows: list[LabelledRow]) -> None:
    folds = [fitted([row for row in rows if fold_of(row) != fold]) for fold in range(FOLDS)]
    held_out = {row.key: fold_of(row) for row in rows if not row.generated}
    path.write_text(json.dumps({"folds": folds, "held_out": held_out}), "utf-8")


@cache
def _folds() -> tuple[list[model.Network], dict[str, int]]:
    held = json.loads(Path(os.environ["TREESIM_FOLDS"]).read_text("utf-8"))
    return [model.Network.read(one) for one in held["folds"]], held["held_out"]


def held_out_page(html: bytes, url: str) -> dict[str, object]:
    """Judge a page by weights that were fitted without its site."""
    networks, folds = _folds()
    fold = folds.get(key_of(html))
    network = model.shipped() if fold is None else networks[fold]
    with patch.object(model, "shipped", lambda: network):
        return adapters.page(html, url)


def held_out_page_without_address(html: bytes, url: str) -> dict[str, object]:
    """Judge a page that came without an address, by weights fitted without its site."""
    return held_out_page(html, "")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="append", default=[], metavar="DIR[:KIND]")
    parser.add_argument("--generated", action="append", default=[], metavar="DIR")
    parser.add_argument("--folds", type=Path, metavar="FILE")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = rows_of(given.fit, given.generated)
    print(len(rows), "pages:", dict(Counter(KINDS[row.kind] for row in rows)))
    if given.folds:
        write_folds(given.folds, rows)
    if given.write:
        WEIGHTS.write_text(json.dumps(fitted(rows)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
