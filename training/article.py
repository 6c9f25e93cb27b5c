"""Train the network of the main text (scrapy_treesim/article/network.json).

    python -m training.article DATA [--generated DIR ...] [--agreed DIR ...] [--variants N]
        [--sets NAME ...] [--no-roles] [--measure] [--folds FILE] [--write FILE]

DATA holds folders ``<set>/dev`` with ``truth.jsonl`` (id, url, host, lang, text) and
``pages/<id>.html.gz``. Wants PyTorch and NumPy; the package itself needs neither.

A block is part of the article when at least half its tokens lie in 4-grams of the true text, the
longest runs claiming them first. Every page weighs the same but for its set, its blocks by their
size. ``--generated`` takes folders of :mod:`training.article_pages`, whose roles are known,
``--agreed`` those of :mod:`training.agreement`; ``--variants`` changes each page of the sets in so
many ways (:mod:`training.augmented`).

``--folds FILE`` writes the networks of five folds by host, each fitted without the pages of one:
:func:`held_out_article` is :func:`benchmarks.adapters.article` with the network that has not seen
the page, those of FILE, which the environment variable ``TREESIM_FOLDS`` names. ``--measure``
prints what those networks make of the pages they have not seen.
"""

from __future__ import annotations

import argparse
import json
import os
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, pstdev
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks import adapters
from benchmarks.quality import Match, match, page_f1
from scrapy_treesim.article import model
from scrapy_treesim.article.assembly import assemble
from scrapy_treesim.article.constants import HEIGHT
from scrapy_treesim.article.learned import Learned
from scrapy_treesim.article.model import MAX_LOG_ODDS
from training.article_examples import (
    AGREED_WEIGHT,
    FOLDS,
    GENERATED_WEIGHT,
    NO_FOLD,
    SETS,
    Example,
    KnownPage,
    example,
    fragment_of,
    key_of,
    known_pages,
    places_of,
    stock_of,
    variant_of,
)
from training.article_network import UNKNOWN, Network, Options, main_log_odds, predict, train

FRAGMENTS: Final = 4
"""Of so many pages, the main text of one is read alone as well."""
_SATISFIED: Final = 0.95


@dataclass(frozen=True, slots=True)
class Task:
    """A page to be read as numbers."""

    page: KnownPage
    seed: int | None
    """Draws the changes; None for the page as it is."""
    weight: float
    is_fragment: bool = False
    """Whether its main text alone is read."""


_pages: list[KnownPage] = []
"""The pages of the sets; processes inherit them."""


@cache
def _stock(fold: int) -> Any:
    return stock_of(_pages, fold)


def _read(task: Task) -> Example | None:
    if task.seed is not None:
        changed = (
            fragment_of(task.page, task.seed)
            if task.is_fragment
            else variant_of(task.page, _stock(task.page.fold), task.seed)
        )
        return changed and replace(changed, is_variant=True)
    return example(task.page, task.weight, places_of(task.page.truth))


def examples(tasks: Sequence[Task], jobs: int) -> list[Example]:
    """Read all pages; those without blocks are left out."""
    # Forked, for the pages weigh hundreds of megabytes.
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        return [one for one in pool.map(_read, tasks, chunksize=16) if one is not None]


def tasks_of(given: argparse.Namespace) -> Iterator[Task]:
    """Yield all that is fitted on."""
    for name in given.sets:
        _pages.extend(known_pages(given.data / name / "dev", name))
    for place, page in enumerate(_pages):
        yield Task(page, None, SETS[page.set])
        for seed in range(given.variants):
            yield Task(page, seed, SETS[page.set])
            if place % FRAGMENTS == 0:
                yield Task(page, seed, SETS[page.set], is_fragment=True)
    for folders, name, weight in (
        (given.generated, "generated", GENERATED_WEIGHT),
        (given.agreed, "agreed", AGREED_WEIGHT),
    ):
        for folder in folders:
            for page in known_pages(folder, name):
                yield Task(replace(page, fold=NO_FOLD), None, weight)


def fitted(seen: Sequence[Example], options: Options) -> Network:
    """Train a network on these pages."""
    torch.set_num_threads(1)
    return train([one.sample for one in seen], options)


_examples: list[Example] = []
"""All pages as numbers; processes inherit them."""


def _fold(fold: int | None, options: Options) -> tuple[dict[str, Any], list[tuple[int, Match]]]:
    """The network that has not seen a fold, as ``network.json`` holds it, and what it makes of the
    pages of the sets in it: their places among all, and how well they match."""
    network = fitted([one for one in _examples if one.fold != fold], options)
    left_out = [
        place
        for place, one in enumerate(_examples)
        if one.fold == fold and not one.is_variant and fold is not None
    ]
    outputs = predict(network, [_examples[place].sample for place in left_out])
    matches = [
        (place, matched(_examples[place], main_log_odds(found)))
        for place, found in zip(left_out, outputs, strict=True)
    ]
    return network.numbers(), matches


def matched(page: Example, log_odds: NDArray[np.float64]) -> Match:
    """How well the assembly of a page's log-odds matches the truth."""
    log_odds[page.next :] = -MAX_LOG_ODDS
    tree, blocks = SimpleNamespace(size=array("i", page.size)), SimpleNamespace()
    blocks.before = array("i", page.before)
    made = assemble(tree, blocks, page.units.tolist(), log_odds.tolist())
    kept = made.kept if made.confidence >= Learned().min_confidence else bytes(len(made.kept))
    found = [token for one, keep in zip(page.words, kept, strict=True) if keep for token in one]
    return match(page.gold, found)


def satisfied_share(pages: Sequence[Match]) -> float:
    """The share of pages of which nearly all is right, in percent."""
    return 100 * mean(page_f1(one) >= _SATISFIED for one in pages)


def report(folds: Sequence[Sequence[tuple[int, Match]]]) -> None:
    """Print what networks made of pages they had not seen, set by set, and how folds differ."""
    groups: dict[str, list[list[Match]]] = {}
    for number, matches in enumerate(folds):
        for place, found in matches:
            page = _examples[place]
            for name in {page.set, f"{page.set} {page.kind}".strip()}:
                groups.setdefault(name, [[] for _ in folds])[number].append(found)
    print(f"{'set':28} pages  F1    page F1 (sd of folds)  satisfied % (sd)")
    for name, parts in sorted(groups.items()):
        found = [one for part in parts for one in part]
        f1s = [mean(map(page_f1, part)) for part in parts if part]
        satisfied = [
            100 * mean(page_f1(one) >= _SATISFIED for one in part) for part in parts if part
        ]
        precision = mean(one.right / max(one.right + one.wrong, 1e-9) for one in found)
        recall = mean(one.right / max(one.right + one.missed, 1e-9) for one in found)
        print(
            f"{name:28} {len(found):5}  {2 * precision * recall / (precision + recall):.3f}"
            f"  {mean(map(page_f1, found)):.3f} ({pstdev(f1s):.3f})"
            f"  {satisfied_share(found):.1f} ({pstdev(satisfied):.1f})"
        )


@cache
def _folds() -> tuple[list[model.Network], dict[str, int]]:
    held = json.loads(Path(os.environ["TREESIM_FOLDS"]).read_text("utf-8"))
    return [model.Network.read(one) for one in held["folds"]], held["held_out"]


def held_out_article(html: bytes, url: str) -> str:
    """Return the main text of a page by a network that has not seen its host."""
    networks, folds = _folds()
    fold = folds.get(key_of(html))
    network = model.trained() if fold is None else networks[fold]
    with patch.object(model, "trained", lambda: network):
        return adapters.article(html, url)


def write_network(file: Path, numbers: dict[str, Any]) -> None:
    file.write_text(json.dumps(numbers, separators=(",", ":")) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder of the article sets")
    parser.add_argument("--sets", nargs="*", choices=SETS, default=list(SETS))
    parser.add_argument("--generated", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--agreed", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--variants", type=int, default=0, metavar="N", help="of each page")
    parser.add_argument("--no-roles", action="store_true", help="learn from the text alone")
    parser.add_argument("--height", type=int, default=HEIGHT, help="of layers, to measure others")
    parser.add_argument("--measure", action="store_true", help="print what folds make of pages")
    parser.add_argument("--folds", type=Path, metavar="FILE", help="write the networks of folds")
    parser.add_argument("--write", type=Path, metavar="FILE", help="fit on all and write")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    _examples.extend(examples([*tasks_of(given)], given.jobs))
    if given.no_roles:
        for one in _examples:
            one.sample.roles[:] = UNKNOWN
    counts = Counter((one.set, one.is_variant) for one in _examples)
    for (name, is_variant), count in counts.items():
        print(f"{count:5} {name}{', changed' if is_variant else ''}", flush=True)
    options = Options(height=given.height)
    wanted: list[int | None] = [None] if given.write else []
    if given.measure or given.folds:
        wanted += range(FOLDS)
    # Forked, for the examples weigh gigabytes.
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("fork")) as pool:
        made = {}
        for fold, found in zip(
            wanted, pool.map(partial(_fold, options=options), wanted), strict=True
        ):
            made[fold] = found
            if fold is None:
                write_network(given.write, found[0])
    if given.folds:
        held_out = {key_of(page.html): page.fold for page in _pages}
        networks = [made[fold][0] for fold in range(FOLDS)]
        given.folds.write_text(json.dumps({"folds": networks, "held_out": held_out}), "utf-8")
    if given.measure:
        report([made[fold][1] for fold in range(FOLDS)])


if __name__ == "__main__":
    main()
