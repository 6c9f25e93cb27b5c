"""Fit the weights of regions, and say what sites never seen should expect.

    python -m training.record_pages -o GENERATED --pages 450 --seed 2
    python -m training.records --fit DIR --fit DIR --generated GENERATED [--judge DIR] [--write]
        [--shops DIR]

Each DIR holds ``pages/<id>.html.gz`` and ``truth.jsonl``. The sets of ``--fit`` weigh equally,
however many pages they have, those of ``--generated`` less. First comes the cross-validation: folds
by site of one set after the other, fitted anew without each; sets of ``--judge`` are never fitted
on. ``--write`` then fits on all and writes the package's weights, which the things of ``--shops``
judge (:mod:`benchmarks.list_prices`): a set of another kind than all that is fitted on.

The network's answers are those of networks that have not seen the page's host, which the
environment variable ``TREESIM_FOLDS`` names as for :mod:`training.fit`; what a network says of
pages that it was fitted on is surer than what it will say of others.

Needs numpy, scipy and PyTorch.
"""

import argparse
import json
import random
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from scipy.optimize import minimize

from benchmarks import list_prices
from benchmarks.figures import one_to_one
from benchmarks.figures import table as as_text
from benchmarks.pages import DataSet
from scrapy_treesim import Page
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.records.regions import model
from scrapy_treesim.records.regions._candidates_cy import add_likely
from scrapy_treesim.records.regions._features_cy import Features
from scrapy_treesim.records.regions.extract import Ranked, pick
from scrapy_treesim.records.regions.features import WIDTH
from scrapy_treesim.records.regions.model import (
    WEIGHED,
    RegionWeights,
    candidates_of,
    likely_records,
    score,
)
from training.fit import by_held_out

SAME = 0.9
"""Jaccard of the texts of two records that count as one."""
DATA = 0.6
"""Share of true records from which a candidate counts as data."""
FOLDS = {"synthetic": 3}
"""Folds of sets, where not five."""
GENERATED = 0.3
"""The weight of generated pages, beside 1 of a set: the network has seen pages of their kind."""
FEW_SITES = 12
"""So many are told apart in the cross-validation."""
SEEDS = 3
"""Orders of the pages in which the ranking is fitted; its weights are the mean of all."""


@dataclass
class Truth:
    """A page and its true records, as sets of its text nodes."""

    id: str
    site: str
    share: float
    page: Page
    analysis: object
    records: list
    holders: dict = field(default_factory=lambda: defaultdict(list))
    looked: object = None

    def __post_init__(self):
        for number, record in enumerate(self.records):
            for text in record:
                self.holders[text].append(number)

    def match(self, found):
        """Pairs (place in ``found``, true record), one to one."""
        pairs = []
        for place, texts in enumerate(found):
            shared = Counter(number for text in texts for number in self.holders.get(text, ()))
            for number, common in shared.items():
                jaccard = common / (len(texts) + len(self.records[number]) - common)
                if jaccard >= SAME:
                    pairs.append((jaccard, place, number))
        return [*one_to_one(pairs).items()]

    def f1(self, hits, found):
        """Of so many hits among so many found."""
        total = found + len(self.records)
        return 2 * hits / total if total else 1.0


def read(folder, share_of_set):
    data = DataSet(folder)
    count = sum(1 for _ in data.truths())
    for labelled in data.pages():
        row, page = labelled.truth, Page(labelled.html, labelled.url)
        with by_held_out(labelled.html):
            likely_records(page)
        site = row.get("template") or row["host"]
        true = true_records(page, page.once(analysis_of), row)
        truth = Truth(labelled.id, site, share_of_set / count, page, page.once(analysis_of), true)
        truth.looked = first_look(truth)
        yield truth


def true_records(page, analysis, row):
    wanted = [
        [element for path in record["xpaths"] for element in page.root.xpath(path)[:1]]
        for region in row["regions"]
        for record in region["records"]
    ]
    elements = list(dict.fromkeys(element for record in wanted for element in record))
    node = dict(zip(elements, page.nodes_of(elements), strict=True))
    texts, size = analysis.texts, page.tree.size
    found = []
    for record in wanted:
        covered = set()
        for element in record:
            start = node[element]
            covered.update(range(texts[start], texts[start + size[start]]))
        if covered:
            found.append(frozenset(covered))
    return found


def texts_of(candidates, candidate):
    """The texts of each record of a candidate."""
    texts = candidates.analysis.texts
    records = []
    for record in range(candidates.first_record[candidate], candidates.first_record[candidate + 1]):
        covered = set()
        for span in range(candidates.first_span[record], candidates.first_span[record + 1]):
            covered.update(range(texts[candidates.low[span]], texts[candidates.high[span]]))
        records.append(covered)
    return records


@dataclass
class Looked:
    """The candidates of a page as one step sees them."""

    truth: Truth
    rows: np.ndarray
    f1: np.ndarray
    hits: list
    sizes: list
    covered: list


def look(truth, candidates, ids, rows):
    f1, hits, sizes, covered = [], [], [], []
    for candidate in ids:
        records = texts_of(candidates, candidate)
        hit = frozenset(number for _, number in truth.match(records))
        f1.append(truth.f1(len(hit), len(records)))
        hits.append(hit)
        sizes.append(len(records))
        covered.append(frozenset().union(*records))
    return Looked(truth, rows, np.array(f1), hits, sizes, covered)


def first_look(truth):
    """All candidates of a page, and what the network leaves of them."""
    candidates, likely = candidates_of(truth.page), likely_records(truth.page)
    features = Features(candidates, likely)
    add_likely(candidates, likely, array("i", range(candidates.count)))
    rows = array("d", bytes(8 * WIDTH * candidates.count))
    for candidate in range(candidates.count):
        features.fill(candidate, rows, candidate * WIDTH)
    table = np.array(rows).reshape(candidates.count, WIDTH)
    return look(truth, candidates, range(candidates.count), table)


def fit_logistic(rows, true, share, l2, always):
    """Weights of a logistic regression; ``always`` is the column that is 1 in every row."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    mean[always], spread[always] = 0, 1
    scaled = (rows - mean) / spread
    sign = 2.0 * true - 1
    counted = np.ones(rows.shape[1])
    counted[always] = 0

    def loss(w):
        margin = scaled @ w * sign
        slope = -sign / (1 + np.exp(np.clip(margin, -50, 50)))
        value = share @ np.logaddexp(0, -margin) / share.sum() + l2 * (counted * w * w).sum() / 2
        return value, scaled.T @ (share * slope) / share.sum() + l2 * counted * w

    w = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x
    weights_ = w / spread
    weights_[always] = w[always] - (w * mean / spread).sum()
    return weights_


def fit_ranking(pages, seed=0, epochs=40):
    """Weights, a constant last, that put the best candidate of a page first: listwise cross
    entropy with the exact ones far ahead, and the F1 to be expected of the choice."""
    torch.manual_seed(seed)
    shuffle = np.random.default_rng(seed)
    everything = np.concatenate([page.rows for page in pages])
    mean, spread = everything.mean(0), everything.std(0) + 1e-6
    net = torch.nn.Linear(everything.shape[1], 1)
    steps = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    by_size = sorted(pages, key=lambda page: len(page.f1))
    packs = [pack(by_size[i : i + 32], mean, spread) for i in range(0, len(by_size), 32)]
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(steps, epochs * len(packs))
    for _ in range(epochs):
        for number in shuffle.permutation(len(packs)):
            rows, f1, there, share = packs[number]
            chance = torch.log_softmax(net(rows).squeeze(-1).masked_fill(~there, -1e9), 1)
            wanted = f1**30
            wanted = wanted / (wanted.sum(1, keepdim=True) + 1e-9)
            entropy = -(wanted * chance.masked_fill(~there, 0)).sum(1) * f1.max(1).values
            expected = (chance.exp() * f1).sum(1)
            loss = (share * (1.2 * entropy - 2 * expected)).sum() / share.sum()
            steps.zero_grad()
            loss.backward()
            steps.step()
            schedule.step()
    w = net.weight.detach().numpy()[0].astype(float)
    constant = float(net.bias.detach()[0]) - (w * mean / spread).sum()
    return np.append(w / spread, constant)


def pack(pages, mean, spread):
    longest = max(len(page.f1) for page in pages)
    rows = torch.zeros(len(pages), longest, len(mean))
    f1 = torch.zeros(len(pages), longest)
    there = torch.zeros(len(pages), longest, dtype=torch.bool)
    for i, page in enumerate(pages):
        n = len(page.f1)
        rows[i, :n] = torch.tensor((page.rows - mean) / spread, dtype=torch.float32)
        f1[i, :n] = torch.tensor(page.f1, dtype=torch.float32)
        there[i, :n] = True
    return rows, f1, there, torch.tensor([page.truth.share for page in pages], dtype=torch.float32)


def fit_confidence(pages):
    rows, true, share = [], [], []
    for page in pages:
        for place, row in enumerate(page.rows):
            rows.append(np.append(row, 1.0))
            true.append(len(page.hits[place]) / page.sizes[place] >= DATA)
            share.append(page.truth.share / len(page.rows))
    return fit_logistic(np.array(rows), np.array(true, float), np.array(share), 1e-3, WIDTH)


def fit(truths):
    """Weights fitted on these pages: the ranking on all candidates, the confidence on the best."""
    looks = [truth.looked for truth in truths if len(truth.looked.f1)]
    ranking = np.mean([fit_ranking(looks, seed) for seed in range(SEEDS)], axis=0)
    so_far = RegionWeights(array("d", ranking), array("d", bytes(8 * (WIDTH + 1))))
    closer = []
    for looked in looks:
        scored = score(looked.truth.page, so_far)
        table = np.array(scored.rows).reshape(-1, WIDTH)
        closer.append(look(looked.truth, scored.candidates, scored.ids, table))
    return RegionWeights(so_far.ranking, array("d", fit_confidence(closer)))


def outcome(truth, fitted):
    """F1 of the first region and of all, and whether each is exact; then hits, records found and
    true records, of all."""
    scored = score(truth.page, fitted)
    everything = Ranked(max_regions=len(scored.ids), min_records=0, min_confidence=0.0)
    picked = pick(scored, everything)
    found = [texts_of(scored.candidates, scored.ids[place]) for place in picked]
    result = []
    for records in (found[0] if found else [], [one for region in found for one in region]):
        hits = len(truth.match(records))
        result += [truth.f1(hits, len(records)), hits == len(records) == len(truth.records)]
    return [*result, hits, len(records), len(truth.records)]


def folds_of(truths, count):
    sites = sorted({truth.site for truth in truths})
    random.Random(0).shuffle(sites)
    return {site: number % count for number, site in enumerate(sites)}


def cross_validate(fitted_on, generated, judged_on):
    results = defaultdict(list)
    by_site = defaultdict(lambda: defaultdict(list))
    for name, truths in fitted_on.items():
        count = FOLDS.get(name, 5)
        fold = folds_of(truths, count)
        others = [one for other, rest in fitted_on.items() if other != name for one in rest]
        for number in range(count):
            kept = [truth for truth in truths if fold[truth.site] != number]
            fitted = fit(kept + others + generated)
            left_out = [truth for truth in truths if fold[truth.site] == number]
            results[name].append([outcome(truth, fitted) for truth in left_out])
            for truth, row in zip(left_out, results[name][-1], strict=True):
                by_site[name][truth.site].append(row[2])
    if judged_on:
        fitted = fit([truth for truths in fitted_on.values() for truth in truths] + generated)
    for name, truths in judged_on.items():
        results[name].append([outcome(truth, fitted) for truth in truths])
    print(
        f"{'set':<14}{'first':>16}{'exact':>16}{'all':>16}{'exact':>16}"
        "   all, records; spread of the folds: ±"
    )
    for name, by_fold in results.items():
        rows = np.concatenate([np.array(fold, float) for fold in by_fold if fold])
        whole = rows[:, :4].mean(0)
        hits, found, true = rows[:, 4:].sum(0)
        spread = np.std([np.mean(fold, axis=0)[:4] for fold in by_fold if fold], axis=0)
        cells = (f"{a:.3f} ± {s:.3f}" for a, s in zip(whole, spread, strict=True))
        records = f"   {2 * hits / (found + true):.3f}"
        print(f"{name:<14}" + "".join(f"{cell:>16}" for cell in cells) + records, flush=True)
    for name, sites in by_site.items():
        if len(sites) <= FEW_SITES:
            cells = (f"{site} {np.mean(f1):.2f}" for site, f1 in sorted(sites.items()))
            print(f"{name}, all, by site: " + ", ".join(cells))


def write(fitted):
    steps = {
        step: dict(zip(WEIGHED, (float(f"{w:.5g}") for w in weights), strict=True))
        for step, weights in (("ranking", fitted.ranking), ("confidence", fitted.confidence))
    }
    path = Path(model.__file__).with_name("weights.json")
    path.write_text(json.dumps(steps, indent=1) + "\n", "utf-8")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--fit", type=Path, action="append", required=True)
    options.add_argument("--generated", type=Path, action="append", default=[])
    options.add_argument("--judge", type=Path, action="append", default=[])
    options.add_argument("--write", action="store_true")
    options.add_argument("--shops", type=Path, action="append", default=[])
    options.add_argument("--no-folds", action="store_true", help="skip the cross-validation")
    given = options.parse_args()
    torch.set_num_threads(1)
    fitted_on = {name(folder): list(read(folder, 1.0)) for folder in given.fit}
    generated = [truth for folder in given.generated for truth in read(folder, GENERATED)]
    judged_on = {name(folder): list(read(folder, 1.0)) for folder in given.judge}
    if not given.no_folds:
        cross_validate(fitted_on, generated, judged_on)
    if given.write:
        write(fit([truth for truths in fitted_on.values() for truth in truths] + generated))
    if given.write and given.shops:
        model.shipped.cache_clear()
        plainly = argparse.Namespace(limit=None, tell=False)
        print(as_text(list_prices.measured(map(DataSet, given.shops), plainly)))


def name(folder):
    return folder.parent.name if folder.name == "dev" else folder.name


if __name__ == "__main__":
    main()
