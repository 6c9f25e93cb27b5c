"""How well each measure of similarity tells templates apart, and what it costs.

    python -m benchmarks.measures --data DIR [--data DIR ...] [--within-site] [--pages N]

The comparison of Buttler 2004 (the survey in the appendix of Qiu 2013), on labelled pages: the
label of a page is its ``template`` in ``truth.jsonl``. Up to ``--pages`` pages a label are drawn,
by a fixed seed, and all pairs of them compared; with ``--within-site``, all pairs of one ``site``,
and the figures are means over the sites.

nearest: the share of pages whose most similar other page has another label; where several are as
similar, the share of these. Pages that are alone with their label do not count.
pairs: one less the AUC: how often a pair of two labels is more similar than a pair of one label,
ties counting half. 0.5 is guessing.
clusters: average linkage, cut into as many clusters as there are labels; the share of pages that
are left over when each cluster is given to one label and each label to one cluster, as best suits.
This is what the survey calls the error.

one pair: the median of a pair by itself, nothing remembered from others. a pair of all: all pairs
of the corpus with one memory, as clustering needs them, divided by their number. Both are CPU time
over that of lxml's parse of a page, a mean.

Wants NumPy and SciPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, groupby
from random import Random
from time import process_time
from typing import Any, Final

import lxml.html
import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import squareform
from scipy.stats import rankdata

from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim import Page
from scrapy_treesim.similarity import MEASURES, Compare, measure_over
from scrapy_treesim.tree import ELEMENTS, ShapeTable, Tree, clean

PAGES: Final = 10
"""Pages of a label."""
SINGLE: Final = 30
"""Pairs that are timed by themselves."""
HEADER: Final = (
    f"{'measure':18} {'nearest':>8} {'pairs':>8} {'clusters':>8} {'one pair':>9} {'of all':>9}"
)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Pages of one site or of several, all of which are compared."""

    labels: np.ndarray[Any, Any]
    trees: list[Tree]
    parse: float
    """CPU seconds of all pages' parses by lxml."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A measure on a corpus: errors, and CPU seconds."""

    nearest: float
    pairs: float
    clusters: float
    seconds: float
    single: list[float]
    """Of pairs by themselves."""


def corpora(data: DataSet, within_site: bool, pages: int, limit: int | None) -> Iterator[Corpus]:
    """What of a set is compared with each other; sites of one template tell nothing."""
    drawn = list(data.pages(limit))
    Random(0).shuffle(drawn)
    drawn.sort(key=lambda page: (str(page.truth["site"]), str(page.truth["template"])))
    kept = [
        page
        for _, group in groupby(drawn, key=lambda page: page.truth["template"])
        for page in list(group)[:pages]
    ]
    sites = groupby(kept, key=lambda page: page.truth["site"] if within_site else "")
    for _, group in sites:
        corpus = read(list(group))
        if len(set(corpus.labels)) > 1:
            yield corpus


def read(pages: list[LabelledPage]) -> Corpus:
    """The trees of pages, and what lxml takes to parse them."""
    started = process_time()
    for page in pages:
        lxml.html.document_fromstring(page.html)
    parse = process_time() - started
    trees = [clean(Page(page.html).tree, ELEMENTS) for page in pages]
    return Corpus(np.array([page.truth["template"] for page in pages]), trees, parse)


def comparison(measure: str, trees: list[Tree]) -> Compare:
    """Compares two pages by their places; nothing is remembered yet."""
    table = ShapeTable()
    shapes = [table.intern(tree)[0] for tree in trees]
    compare = measure_over(table, measure)
    return lambda i, j: compare(shapes[i], shapes[j])


def judge(measure: str, corpus: Corpus) -> Judged:
    """All pairs of a corpus, and some of them by themselves."""
    places = list(combinations(range(len(corpus.trees)), 2))
    single = []
    for i, j in Random(1).sample(places, min(SINGLE, len(places))):
        alone = comparison(measure, [corpus.trees[i], corpus.trees[j]])
        started = process_time()
        alone(0, 1)
        single.append(process_time() - started)
    compare = comparison(measure, corpus.trees)
    started = process_time()
    values = np.array([compare(i, j) for i, j in places])
    seconds = process_time() - started
    alike = squareform(values)
    return Judged(
        nearest_error(alike, corpus.labels),
        pair_error(values, corpus.labels),
        cluster_error(values, corpus.labels),
        seconds,
        single,
    )


def nearest_error(alike: np.ndarray[Any, Any], labels: np.ndarray[Any, Any]) -> float:
    """The share of pages whose nearest page has another label."""
    errors = []
    for page, label in enumerate(labels):
        same = labels == label
        if same.sum() < 2:
            continue
        row = alike[page].copy()
        row[page] = -1.0
        nearest = row >= row.max() - 1e-12
        errors.append(float(1 - same[nearest].mean()))
    return float(np.mean(errors))


def pair_error(values: np.ndarray[Any, Any], labels: np.ndarray[Any, Any]) -> float:
    """One less the AUC of pairs of one label against pairs of two."""
    same = np.array([labels[i] == labels[j] for i, j in combinations(range(len(labels)), 2)])
    ones, others = int(same.sum()), int((~same).sum())
    ranks = rankdata(np.round(values, 12))
    area = (ranks[same].sum() - ones * (ones + 1) / 2) / (ones * others)
    return float(1 - area)


def cluster_error(values: np.ndarray[Any, Any], labels: np.ndarray[Any, Any]) -> float:
    """The share of pages outside their label's own cluster."""
    names, label = np.unique(labels, return_inverse=True)
    tree = linkage(1 - values, "average")
    cluster = fcluster(tree, len(names), "maxclust") - 1
    counts = np.zeros((int(cluster.max()) + 1, len(names)), int)
    np.add.at(counts, (cluster, label), 1)
    rows, columns = linear_sum_assignment(-counts)
    return float(1 - counts[rows, columns].sum() / len(labels))


def line(measure: str, judged: list[Judged], parts: list[Corpus]) -> str:
    """A measure's row of the table."""
    pages = sum(len(part.trees) for part in parts)
    pairs = sum(len(part.trees) * (len(part.trees) - 1) // 2 for part in parts)
    parse = sum(part.parse for part in parts) / pages
    errors = (
        float(np.mean([getattr(one, error) for one in judged]))
        for error in ("nearest", "pairs", "clusters")
    )
    single = float(np.median([seconds for one in judged for seconds in one.single])) / parse
    of_all = sum(one.seconds for one in judged) / pairs / parse
    cells = " ".join(f"{error:8.1%}" for error in errors)
    return f"{measure:18} {cells} {single:9.3f} {of_all:9.3f}"


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--within-site", action="store_true", help="compare pages of one site")
    parser.add_argument("--pages", type=int, default=PAGES, metavar="N", help="pages a label")
    parser.add_argument("--measures", default=",".join(MEASURES))
    arguments = parser.parse_args()
    for data in arguments.data:
        parts = list(corpora(data, arguments.within_site, arguments.pages, arguments.limit))
        pages = [len(part.trees) for part in parts]
        labels = [len(set(part.labels)) for part in parts]
        parse = sum(part.parse for part in parts) / sum(pages)
        print(
            f"{data.name}: {sum(pages)} pages of {sum(labels)} labels in {len(parts)} parts, "
            f"{sum(n * (n - 1) // 2 for n in pages)} pairs; a parse takes {parse * 1000:.2f} ms"
        )
        print(HEADER)
        for measure in arguments.measures.split(","):
            print(line(measure, [judge(measure, part) for part in parts], parts), flush=True)


if __name__ == "__main__":
    main()
