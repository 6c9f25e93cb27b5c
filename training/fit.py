"""Fit the network: one command for all that is decided of a page.

    python -m training.fit CACHE [--without SET ...] [--fold K] [--seed N] [--write FILE]

CACHE holds the tables of :mod:`training.corpus`. ``--without`` leaves whole sets out, ``--fold``
the hosts of one fold of five: :func:`held_out_page` is
:func:`benchmarks.adapters.page` by the network that has not seen the page's host, of those that the
environment variable ``TREESIM_FOLDS`` names, their JSON files with commas between and the cache
last; :func:`held_out_article` likewise. One network alone has
seen none. ``--teachers`` are networks that were fitted before, whose mean is learnt beside the
truth. Wants PyTorch and NumPy.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import numpy as np
import torch

import scrapy_treesim as treesim
from benchmarks import adapters
from scrapy_treesim.network import forward
from scrapy_treesim.network.weights import (
    PAGE_KINDS,
    SCALES,
    SHAPES,
    TABLES,
    VERSION,
    Weights,
    shipped,
)
from scrapy_treesim.reading.inputs import BlockInput, ElementInput
from training.corpus import read_tables
from training.labelled_pages import FOLDS, fold_of, key_of
from training.network import Network, Options, Scale, fit, teach

LEVELLED: Final = 0.5
"""How far rare kinds are told as readily as others: the part of the log of how rare they are."""

SHARES: Final = {
    "generated article": 0.4, "generated comment": 0.4, "generated comment2": 0.4,
    "generated record": 0.25, "generated record2": 0.0, "generated kinds17": 0.4,
    "generated kinds18": 0.4, "generated detail": 0.3, "variants": 0.5, "fragments": 0.5,
    "bare": 0.3,
    "mixed": 0.5, "mixed2": 0.5, "site_posts": 0.5, "weak_docs": 0.4, "products": 0.7,
    "nexteval": 0.7,
}  # fmt: skip
"""The share of a set's pages that an epoch shows, where not all."""
ELEMENT_SHARES: Final = {
    "bare": 0.6,
    "generated record": 1.0, "generated record2": 1.0, "nexteval": 1.0, "generated article": 0.15,
    "generated kinds17": 0.1, "generated kinds18": 0.1, "generated detail": 0.15, "variants": 0.3,
    "fragments": 0.1, "mixed": 0.25, "mixed2": 0.25, "site_posts": 0.2, "weak_docs": 0.2,
    "products": 0.3, "swde": 0.3, "wcxb_rest": 0.3,
}  # fmt: skip
"""The same where only layers of elements are fitted."""


def sets_of(cache: Path, without: list[str], fold: int | None) -> dict[str, list[dict[str, Any]]]:
    """The pages that are fitted on, by set."""
    found = {}
    for file in sorted(cache.glob("*.npz")):
        if file.stem in without:
            continue
        pages = [
            page
            for page in read_tables(file)
            if page["id"].partition("/")[0] not in without
            and (fold is None or fold_of(page["host"]) != fold)
        ]
        if pages:
            found[file.stem] = pages
    return found


def is_labelled(page: dict[str, Any]) -> bool:
    """Return whether anything is known of a page."""
    keys = ("labels", "element_labels", "roles", "kind")
    return any((page[key] >= 0).any() for key in keys)


def save(file: Path, network: Network) -> None:
    """Keep a network as it was fitted."""
    scale = network.scale
    held = {
        "state": network.state_dict(),
        "scale": [
            torch.from_numpy(one)
            for one in (
                scale.block_mean, scale.block_over, scale.element_mean, scale.element_over
            )
        ],
    }  # fmt: skip
    torch.save(held, file)


def load(file: Path) -> Network:
    """The network that was kept, whole or as the package's file holds it."""
    if file.suffix == ".json":
        return _read(Weights.read(json.loads(file.read_text("utf-8"))))
    held = torch.load(file, weights_only=True)
    network = Network(Scale(*(one.numpy() for one in held["scale"])), Options())
    network.load_state_dict(held["state"])
    return network.eval()


def _read(weights: Weights) -> Network:
    network = Network(
        Scale(*(np.array(weights.scales[name], np.float32) for name in SCALES)), Options()
    )
    state = network.state_dict()
    for name, (inputs, outputs) in SHAPES.items():
        held = torch.from_numpy(np.array(weights.layers[name], np.float32).reshape(inputs, -1))
        held = held[:, :outputs]
        state[f"{name}.weight"] = held if name in TABLES else held.T.contiguous()
        if name not in TABLES:
            state[f"{name}.bias"] = torch.from_numpy(
                np.array(weights.bias[name], np.float32)[:outputs]
            )
    network.load_state_dict(state)
    return network.eval()


def frequencies(sets: dict[str, list[dict[str, Any]]], shares: dict[str, float]) -> Any:
    """The share of each kind in what is shown."""
    found = np.zeros(len(PAGE_KINDS))
    for name, pages in sets.items():
        for page in pages:
            if page["kind"][0] >= 0:
                found[page["kind"][0]] += shares[name] * page["weight"][0] * page["kind_weight"][0]
    return found / found.sum()


def written(network: Network, of_kinds: Any = None) -> dict[str, Any]:
    """The network as the package's file holds it: a byte a weight.

    ``of_kinds`` is the share of each kind in what was shown: what was rare is told as readily.
    """
    scale, state = network.scale, network.state_dict()
    layers = {}
    for name in SHAPES:
        held = state[f"{name}.weight"].numpy()
        matrix = held if name in TABLES else held.T
        over = np.maximum(np.abs(matrix).max(0), 1e-9) / 127
        raw = np.rint(matrix / over).astype(np.int8)
        layers[name] = {
            "scale": [float(f"{one:.6g}") for one in over],
            "weights": b64encode(np.ascontiguousarray(raw).tobytes()).decode(),
        }
        if name not in TABLES:
            layers[name]["bias"] = [float(f"{one:.6g}") for one in state[f"{name}.bias"].tolist()]
    if of_kinds is not None:
        level = LEVELLED * np.log(of_kinds * len(PAGE_KINDS))
        bias = layers["kind"]["bias"]
        layers["kind"]["bias"] = [
            float(f"{one - less:.6g}") for one, less in zip(bias, level, strict=True)
        ]
    scales = (scale.block_mean, scale.block_over, scale.element_mean, scale.element_over)
    return {
        "version": VERSION,
        "block inputs": [one.name.lower() for one in BlockInput],
        "element inputs": [one.name.lower() for one in ElementInput],
        "scales": {
            name: [float(f"{one:.6g}") for one in numbers]
            for name, numbers in zip(SCALES, scales, strict=True)
        },
        "layers": layers,
    }


@cache
def _folds() -> tuple[list[Weights], dict[str, int]]:
    *folds, tables = os.environ["TREESIM_FOLDS"].split(",")
    networks = [Weights.read(json.loads(Path(one).read_text("utf-8"))) for one in folds]
    held_out = {}
    for file in Path(tables).glob("*.npz"):
        with np.load(file, allow_pickle=False) as held:
            pages = zip(held["key"].tolist(), held["host"].tolist(), strict=True)
            held_out.update({key: fold_of(host) for key, host in pages})
    return networks, held_out


def by_held_out(html: bytes) -> Any:
    """Answer by the network that has not seen a page's host, within a ``with``."""
    networks, held_out = _folds()
    fold = held_out.get(key_of(html))
    alone = networks[0] if len(networks) == 1 else shipped()
    network = alone if fold is None or len(networks) == 1 else networks[fold]
    return patch.object(forward, "shipped", lambda: network)


def _held_out(read: Callable[[bytes, str], Any]) -> Callable[[bytes, str], Any]:
    """An adapter by weights that were fitted without a page's host."""

    def read_held_out(html: bytes, url: str) -> Any:
        with by_held_out(html):
            return read(html, url)

    return read_held_out


held_out_page = _held_out(adapters.page)
held_out_article = _held_out(adapters.article)
held_out_records = _held_out(adapters.records)
held_out_comments = _held_out(adapters.comments)
held_out_markdown = _held_out(adapters.markdown)
held_out_extract = _held_out(lambda html, url: treesim.extract(treesim.Page(html, url=url)))


def held_out_page_site(pages: list[tuple[bytes, str]]) -> list[dict[str, object]]:
    """Judge a site's pages, in the order of a crawl, by weights that were fitted without it."""
    with by_held_out(pages[0][0]):
        return adapters.page_site(pages)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cache", type=Path)
    parser.add_argument("--without", nargs="*", default=[], metavar="SET")
    parser.add_argument("--fold", type=int, choices=range(FOLDS))
    parser.add_argument("--epochs", type=int, default=Options().epochs)
    parser.add_argument("--share", type=float, default=1.0, help="of all pages, for a short fit")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--teachers", nargs="*", type=Path, default=[], metavar="FILE")
    parser.add_argument("--options", default="{}", metavar="JSON", help="others of Options")
    parser.add_argument("--begun", type=Path, metavar="FILE", help="a network to go on from")
    parser.add_argument("--layers", nargs="*", default=[], help="those of it that are fitted")
    parser.add_argument("--write", type=Path, required=True, metavar="FILE")
    given = parser.parse_args()
    torch.set_num_threads(1)
    sets = sets_of(given.cache, given.without, given.fold)
    if not given.teachers:
        labelled = {
            name: [page for page in pages if is_labelled(page)] for name, pages in sets.items()
        }
        sets = {name: pages for name, pages in labelled.items() if pages}
    print({name: len(pages) for name, pages in sets.items()}, flush=True)
    known = SHARES | (ELEMENT_SHARES if given.layers else {})
    shares = {name: known.get(name, 1.0) * given.share for name in sets}
    started = time.process_time()
    options = Options(**{"epochs": given.epochs, "seed": given.seed, **json.loads(given.options)})
    if given.teachers:
        teach([page for pages in sets.values() for page in pages], [*map(load, given.teachers)])
        print(f"taught after {time.process_time() - started:.0f} s", flush=True)
    begun = load(given.begun) if given.begun is not None else None
    network = fit(sets, shares, options, begun, given.layers)
    weights = sum(one.numel() for one in network.parameters())
    print(f"{weights} weights, {time.process_time() - started:.0f} s of CPU time")
    save(given.write, network)
    held = written(network, frequencies(sets, shares))
    if given.begun is not None:
        # The other layers stay as they are, to the byte.
        fitted = {name: held["layers"][name] for name in given.layers}
        held = json.loads(given.begun.with_suffix(".json").read_text("utf-8"))
        held["layers"] |= fitted
    file = given.write.with_suffix(".json")
    file.write_text(json.dumps(held, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
