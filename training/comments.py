"""Fit the weights that comments are told by, and say what sites never seen should expect.

    python -m training.comment_pages -o GENERATED --pages 1500 --seed 2
    python -m training.comment_pages -o FURTHER --pages 2500 --seed 11
    python -m training.record_pages -o LISTS --pages 700 --seed 77
    python -m training.comments --fit DIR --generated GENERATED --generated FURTHER
        --silent DIR --lists LISTS --articles DIR [--judge DIR] [--only SOURCE] [--folds] [--write]

Each DIR holds ``pages/<id>.html.gz`` and ``truth.jsonl``. Sets of ``--fit`` and ``--generated``
say which comments a page holds; pages of ``--silent`` and ``--lists`` hold none; of ``--articles``
only the main text is known, so that what lies in it is known to be no comment. ``--only`` leaves
out pages of ``--fit`` from other sources, where a set mixes licences. Pages of ``--fit`` count a
second time, half, with every class and id taken away.

``--folds`` cross-validates by site: everything fitted anew in each of five folds and measured on
the sites left out; sets of ``--judge`` are never fitted on. ``--write`` fits on all and writes the
package's weights. Needs numpy and scipy.
"""

import argparse
import json
import zlib
from array import array
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
from lxml import etree
from scipy.optimize import minimize

from benchmarks.comment_fields import table
from benchmarks.comment_matching import tokens
from benchmarks.pages import DataSet
from scrapy_treesim import Page
from scrapy_treesim.comments import anchored, candidates, model
from scrapy_treesim.comments._features_cy import ThreadFeatures
from scrapy_treesim.comments.features import CLASSIFIER_FEATURES, FEATURES, PAIRED

FOLDS = 5
LISTS = ("threads", "questions", "results", "products", "videos", "archive", "posts", "mails")
"""Silent shapes of generated pages that count more: the ones that look like comments."""
LIST_WEIGHT = 3.0
SHARES = {"fit": 1.0, "generated": 2.0, "silent": 1.0, "lists": 0.4, "articles": 1.0}
"""What a set of each kind weighs, however many pages it has."""
SAME = 0.8
"""Token F1 from which a post is a true comment."""
GOOD = 0.6
"""F1 from which a thread counts as the page's comments."""
TYPES = ("documentation", "service", "product", "listing")
"""Pages of article sets that hold no comments."""
SOFT = 20
"""How sharply the ranking prefers the best thread of a page."""
SHORT = 4
"""Kinds of leaves from which a text is said, not boilerplate."""


@dataclass
class PageThreads:
    """A page's threads, and how far each is the page's comments."""

    id: str
    site: str
    truth: int
    rows: np.ndarray
    sizes: np.ndarray
    f1: np.ndarray
    close: np.ndarray
    """F1, in which every post counts by how close it is to its comment."""


class Truth:
    """The true comments of a page, to match spans of its texts with."""

    def __init__(self, page, leaves, comments):
        analysis = leaves.analysis
        self.count = len(comments)
        numbers = range(analysis.texts[len(page.tree)])
        self.tokens = [tokens(page.tree.plain_text(analysis.text_node[at])) for at in numbers]
        self.said = [leaves.kind[at] >= SHORT for at in numbers]
        self.gold = [
            (Counter(tokens(one["text"])), Counter(tokens(one.get("block") or one["text"])))
            for one in comments
        ]
        self.holders = defaultdict(set)
        for number, (body, block) in enumerate(self.gold):
            for word in body | block:
                self.holders[word].add(number)
        self.known = {}

    def likenesses(self, low, high, holes):
        """How close the texts from low to high, less the holes, come to each true comment."""
        key = (low, high, holes)
        if key not in self.known:
            texts, at = [], low
            for start, stop in (*holes, (high, high)):
                texts += range(at, start)
                at = stop
            whole = Counter(word for text in texts for word in self.tokens[text])
            said = Counter(word for text in texts if self.said[text] for word in self.tokens[text])
            near = {number for word in whole for number in self.holders.get(word, ())}
            self.known[key] = {
                number: likeness
                for number in near
                if (likeness := self._likeness(whole, said, *self.gold[number])) > 0
            }
        return self.known[key]

    @staticmethod
    def _likeness(whole, said, body, block):
        exact = max(f1_of(whole, block), f1_of(whole, body))
        about = f1_of(said, body)
        return max(exact, 0.85 * about) if exact >= SAME or about >= SAME - 0.1 else 0.0

    def match(self, members):
        """How many members are true comments, one to one, and how close they are in sum."""
        pairs = sorted(
            (-likeness, place, number)
            for place, member in enumerate(members)
            for number, likeness in self.likenesses(*member).items()
        )
        places, numbers, close = set(), set(), 0.0
        for likeness, place, number in pairs:
            if place not in places and number not in numbers:
                places.add(place)
                numbers.add(number)
                close -= likeness
        return len(places), close


def f1_of(one, other):
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def members_of(threads, thread):
    """The texts of each post of a thread: first, last, and those of posts inside."""
    texts = threads.analysis.texts
    posts = range(threads.first_post[thread], threads.first_post[thread + 1])
    found, around = [], []
    for low, high in sorted((threads.low[post], threads.high[post]) for post in posts):
        member = (texts[low], texts[high], [], high)
        while around and around[-1][3] <= low:
            around.pop()
        if around:
            around[-1][2].append(member[:2])
        around.append(member)
        found.append(member)
    return [(low, high, tuple(holes)) for low, high, holes, _ in found]


def threads_with_truth(labelled, kind, stripped=False):
    page = Page(labelled.html, labelled.url)
    if stripped:
        page = Page(unnamed(page.root), labelled.url)
    threads = candidates.threads_of(page)
    features = ThreadFeatures(threads)
    count = threads.count
    rows = np.zeros((count, len(FEATURES)), np.float32)
    f1, close = np.zeros(count), np.zeros(count)
    sizes = np.diff(np.array(threads.first_post[: count + 1]))
    comments = labelled.truth.get("comments") or [] if kind in ("fit", "judge", "generated") else []
    truth = Truth(page, threads.leaves, comments) if comments else None
    for thread in range(count):
        features.fill(thread)
        rows[thread] = np.frombuffer(features.values, np.float64)
        if truth and sizes[thread] <= 4 * truth.count + 6 and 8 * sizes[thread] >= truth.count:
            hits, sum_of = truth.match(members_of(threads, thread))
            f1[thread] = 2 * hits / (sizes[thread] + truth.count)
            close[thread] = 2 * sum_of / (sizes[thread] + truth.count)
    site = labelled.truth.get("host") or (labelled.url or labelled.id).split("//")[-1].split("/")[0]
    found = PageThreads(labelled.id, site, len(comments), rows, sizes, f1, close)
    if kind == "articles":
        found = only(found, inside(page, threads, labelled.truth.get("text") or ""))
    return found


def only(found, places):
    return PageThreads(
        found.id, found.site, 0, found.rows[places], found.sizes[places],
        found.f1[places], found.close[places],
    )  # fmt: skip


def inside(page, threads, text):
    """The threads that lie in the main text for the most part."""
    leaves, analysis = threads.leaves, threads.analysis
    written = " ".join(tokens(text))
    held, said = [0], [0]
    for at in range(analysis.texts[len(page.tree)]):
        words = tokens(page.tree.plain_text(analysis.text_node[at]))
        counted = len(words) if leaves.kind[at] >= SHORT else 0
        said.append(said[-1] + counted)
        held.append(held[-1] + (counted if counted > 4 and " ".join(words) in written else 0))
    places = []
    for thread in range(threads.count):
        posts = range(threads.first_post[thread], threads.first_post[thread + 1])
        spans = [
            (analysis.texts[threads.low[at]], analysis.texts[threads.high[at]]) for at in posts
        ]
        total = sum(said[high] - said[low] for low, high in spans)
        if total and sum(held[high] - held[low] for low, high in spans) > 0.6 * total:
            places.append(thread)
    return places


def unnamed(root):
    """The page without a class or id."""
    for element in root.iter(etree.Element):
        element.attrib.pop("class", None)
        element.attrib.pop("id", None)
    return etree.tostring(root, encoding="unicode", method="html")


def read(folder, kind, sources=()):
    """The pages of a set, as lists of (page, share)."""
    pages = [one for one in DataSet(folder).pages() if is_of_use(one, kind, sources)]
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(partial(threads_with_truth, kind=kind), pages, chunksize=8))
        twins = []
        if kind == "fit":
            twins = list(
                pool.map(partial(threads_with_truth, kind=kind, stripped=True), pages, chunksize=8)
            )
    weighs = [LIST_WEIGHT if one.truth.get("shape") in LISTS else 1.0 for one in pages]
    share = SHARES.get(kind, 0.0) / max(1.0, sum(weighs))
    full = [(one, share * weight) for one, weight in zip(found, weighs, strict=True)]
    return full + [(one, share / 2) for one in twins]


def is_of_use(labelled, kind, sources):
    truth = labelled.truth
    if kind == "silent":
        reviewed = labelled.id in table()["with_reviews"]
        return truth.get("page_type", TYPES[0]) in TYPES and not reviewed
    if kind == "articles":
        return truth.get("page_type") != "forum" and len(tokens(truth.get("text") or "")) >= 30
    listed = bool(truth.get("comments"))
    if truth.get("neg_suspect") or (
        kind in ("fit", "judge") and truth.get("has_comments") and not listed
    ):
        return False
    return not sources or truth.get("src") is None or truth["src"] in sources


def size_of(sizes):
    return np.where(sizes == 1, 0, np.where(sizes <= 3, 1, 2))


def fit_ranking(pages, l2=3e-4, steps=120):
    """Weights of the ranking: the page's comments against all its other threads and against
    none, listwise. What sizes have in common is learnt in common."""
    pages = [(page, share) for page, share in pages if len(page.sizes)]
    rows = np.concatenate([page.rows for page, _ in pages])
    size = size_of(np.concatenate([page.sizes for page, _ in pages]))
    share = np.array([share for _, share in pages])
    share /= share.sum()
    ends = np.cumsum([0] + [len(page.sizes) for page, _ in pages])
    starts, owner = ends[:-1], np.repeat(np.arange(len(pages)), np.diff(ends))
    wanted = np.concatenate([wanted_of(page) for page, _ in pages])
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    rows = (rows - mean) / spread
    groups = [np.where(size == number)[0] for number in range(3)]
    parts = [rows[group] for group in groups]
    width = rows.shape[1] + 1
    counted = np.ones((4, width))
    counted[1:] = 2
    counted[:, -1] *= 0.01

    def loss(flat):
        w = flat.reshape(4, width)
        scores = rows @ w[0, :-1].astype(np.float32) + w[0, -1]
        for number, group in enumerate(groups):
            own = w[number + 1]
            scores[group] += parts[number] @ own[:-1].astype(np.float32) + own[-1]
        scores = scores.astype(np.float64)
        top = np.maximum(np.maximum.reduceat(scores, starts), 0)
        odds = np.exp(scores - top[owner])
        total = np.add.reduceat(odds, starts) + np.exp(-top)
        entropy = np.log(total) + top - np.add.reduceat(wanted * scores, starts)
        slope = ((odds / total[owner] - wanted) * share[owner]).astype(np.float32)
        change = l2 * counted * w
        change[0] += np.append(rows.T @ slope, slope.sum())
        for number, group in enumerate(groups):
            of_group = slope[group]
            change[number + 1] += np.append(parts[number].T @ of_group, of_group.sum())
        return (share * entropy).sum() + l2 * (counted * w * w).sum() / 2, change.ravel()

    found = minimize(
        loss, np.zeros(4 * width), jac=True, method="L-BFGS-B", options={"maxiter": steps}
    )
    w = found.x.reshape(4, width)
    ranking = array("d")
    for number in range(3):
        own = w[0] + w[number + 1]
        ranking.extend(own[:-1] / spread)
        ranking.append(own[-1] - (own[:-1] * mean / spread).sum())
    return ranking


def wanted_of(page):
    """The share of the choice that each thread of a page should have; what is left has none."""
    best = page.close.max()
    if not page.truth or best < 0.3:
        return np.zeros(len(page.close))
    good = (page.close / best) ** SOFT * (page.close > 0.2)
    return good / good.sum() * min(1.0, 1.15 * best)


def ranked(page, ranking):
    """The scores of a page's threads and the logarithm of the sum of their odds."""
    table_ = np.array(ranking).reshape(3, -1)[size_of(page.sizes)]
    scores = (page.rows * table_[:, :-1]).sum(1) + table_[:, -1]
    return scores, np.logaddexp.reduce(scores)


def best_values(page, ranking):
    """The places of a page's best threads, and the features of each for the classifier."""
    scores, total = ranked(page, ranking)
    best = np.argsort(-scores, kind="stable")[: model.MAX_CANDIDATES]
    score = scores[best]
    sums = np.full(len(best), total)
    further = (page.sizes[best] == 1, score, sums, np.minimum(score, 0), np.minimum(sums, 0),
               np.maximum(sums, 2))  # fmt: skip
    return best, np.concatenate([page.rows[best], np.stack(further, 1)], 1)


_PLACES = np.array([CLASSIFIER_FEATURES.index(name) for name in PAIRED])
_FIRST, _SECOND = zip(*combinations_with_replacement(_PLACES, 2), strict=True)


def with_products(values):
    """The features and their products."""
    return np.concatenate([values, values[:, _FIRST] * values[:, _SECOND]], 1)


def fit(pages):
    """Weights fitted on these pages, one step after the other."""
    pages = [(page, share) for page, share in pages if len(page.sizes)]
    ranking = fit_ranking(pages)
    rows, true, share = [], [], []
    for page, page_share in pages:
        best, values = best_values(page, ranking)
        rows.append(values)
        true.append(page.f1[best] >= GOOD)
        share += [page_share / len(best)] * len(best)
    w = fit_classifier(with_products(np.concatenate(rows)), np.concatenate(true), np.array(share))
    return model.Weights(
        ranking,
        array("d", [*w[: len(CLASSIFIER_FEATURES)], w[-1]]),
        array("d", w[len(CLASSIFIER_FEATURES) : -1]),
    )


def fit_classifier(rows, true, share, l2=3.5e-3):
    """Weights, the constant last, of a logistic regression."""
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    rows = np.concatenate([(rows - mean) / spread, np.ones((len(rows), 1))], 1)
    sign = 2.0 * true - 1
    share = share / share.sum()

    def loss(w):
        margin = rows @ w * sign
        slope = -sign / (1 + np.exp(np.clip(margin, -50, 50)))
        value = share @ np.logaddexp(0, -margin) + l2 * (w[:-1] ** 2).sum() / 2
        return value, rows.T @ (share * slope) + l2 * np.append(w[:-1], 0)

    w = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x
    return np.append(w[:-1] / spread, w[-1] - (w[:-1] * mean / spread).sum())


def likeliest(page, fitted):
    """The probability of a page's likeliest thread, and its F1."""
    if not len(page.sizes):
        return 0.0, 0.0
    best, values = best_values(page, fitted.ranking)
    w = np.concatenate([fitted.single[:-1], fitted.pairs])
    odds = with_products(values) @ w + fitted.single[-1]
    place = int((odds + values[:, CLASSIFIER_FEATURES.index("score")]).argmax())
    return 1 / (1 + np.exp(-odds[place])), page.f1[best[place]]


def fold_of(page):
    return zlib.crc32(page.site.encode()) % FOLDS


def cross_validate(sets, judged):
    """Print what sites never seen should expect, and how far folds differ."""
    results = defaultdict(lambda: defaultdict(list))
    for number in range(FOLDS):
        kept = [one for pages in sets.values() for one in pages if fold_of(one[0]) != number]
        fitted = fit(kept)
        for name, pages in sets.items():
            left_out = [page for page, _ in pages if fold_of(page) == number]
            results[name][number] = [(page, *likeliest(page, fitted)) for page in left_out]
        for name, pages in judged.items():
            results[name][number] = [(page, *likeliest(page, fitted)) for page, _ in pages]
    report(results)


def report(results):
    print(f"{'set':<32}{'page F1':>9}{'±':>6}{'TPR':>7}{'±':>6}{'FPR':>7}{'±':>6}")
    for name, by_fold in results.items():
        rows = [figures(fold) for fold in by_fold.values() if fold]
        cells = []
        for column in zip(*rows, strict=True):
            known = [value for value in column if value is not None]
            cells += [np.mean(known), np.std(known)] if known else [np.nan, np.nan]
        print(f"{name:<32}" + "".join(f"{value:>{7 - i % 2}.3f}" for i, value in enumerate(cells)))


def figures(judged):
    """Mean F1 and share found of pages with comments; share found of those without."""
    least = anchored.Anchored().min_confidence
    full = [
        (f1 if sure >= least else 0.0, sure >= least) for page, sure, f1 in judged if page.truth
    ]
    empty = [sure >= least for page, sure, _ in judged if not page.truth]
    return (
        np.mean([f1 for f1, _ in full]) if full else None,
        np.mean([found for _, found in full]) if full else None,
        np.mean(empty) if empty else None,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for kind in SHARES:
        parser.add_argument(f"--{kind}", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--judge", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--only", action="append", default=[], metavar="SOURCE")
    parser.add_argument("--folds", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    sets = {
        f"{kind} {name_of(folder)}": read(folder, kind, given.only)
        for kind in SHARES
        for folder in getattr(given, kind)
    }
    if given.folds:
        judged = {f"judge {name_of(folder)}": read(folder, "judge") for folder in given.judge}
        cross_validate(sets, judged)
    if given.write:
        fitted = fit([one for pages in sets.values() for one in pages])
        path = Path(model.__file__).with_name("weights.json")
        path.write_text(fitted.to_json(), "utf-8")
        written = json.loads(path.read_text("utf-8"))
        print(f"{path}: {len(written['classifier'])} weights of the classifier")


def name_of(folder):
    return folder.resolve().parent.name if folder.name == "dev" else folder.name


if __name__ == "__main__":
    main()
