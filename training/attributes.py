"""Fit what the features of a label and its value weigh, on generated pages about one thing.

    python -m training.detail_pages -o GENERATED --pages 900 --seed 2
    python -m training.detail_pages -o FURTHER --pages 900 --seed 3
    python -m training.attributes GENERATED FURTHER

Prints what stands in ``scrapy_treesim/detail/attributes/pairs.py``. A candidate is a fact where
the page's truth has its label with its value; a fact that is missed counts as much as
:data:`COST` others that are none, since generated pages show their facts more plainly than pages of
the web. Pages weigh equally; three folds by site say what sites never seen should expect. Nothing
is drawn.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim.detail.attributes.pairs import FEATURES, candidates_of, label_of, value_of
from scrapy_treesim.page import Page

DECAY = 0.0003
"""Weight of the squares of the weights, beside the mean loss."""
COST = 5.0
"""What a fact weighs beside what is none; judged."""
FOLDS = 3


def plain(text: str) -> str:
    """A text as it is compared: in lower case, without white space and colons at its ends."""
    return " ".join(text.casefold().split()).strip(" :：")


def rows_of(page: LabelledPage) -> list[tuple[tuple[float, ...], bool]]:
    """The features of a page's candidates, and if they are facts."""
    truth = {(plain(k), plain(v)) for k, v in page.truth["attributes"].items()}
    read = Page(page.html, url=page.url)
    rows = []
    for one, row in candidates_of(read):
        fact = plain(label_of(read.tree, one)), plain(value_of(read.tree, one))
        rows.append((row, fact in truth))
    return rows


def fit(values: np.ndarray, facts: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The weights of the features and, last, the bias."""
    values = np.column_stack((values, np.ones(len(values))))

    def loss(at: np.ndarray) -> tuple[float, np.ndarray]:
        odds = values @ at
        total = weights @ (np.logaddexp(0, odds) - facts * odds) + DECAY * (at[:-1] @ at[:-1]) / 2
        slope = values.T @ (weights * (expit(odds) - facts))
        slope[:-1] += DECAY * at[:-1]
        return total, slope

    found: np.ndarray = minimize(loss, np.zeros(values.shape[1]), jac=True, method="L-BFGS-B").x
    return found


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, nargs="+")
    given = parser.parse_args()
    values: list[tuple[float, ...]] = []
    facts: list[bool] = []
    weights: list[float] = []
    folds: list[int] = []
    sites: dict[str, int] = defaultdict(lambda: len(sites))
    for folder in given.data:
        for page in DataSet(folder).pages():
            if page.truth.get("kind") != "detail":
                continue
            rows = rows_of(page)
            for row, fact in rows:
                values.append(row)
                facts.append(fact)
                weights.append((COST if fact else 1.0) / len(rows))
                folds.append(sites[page.truth["site"]] % FOLDS)
    x, y, w, f = (np.array(one, dtype=float) for one in (values, facts, weights, folds))
    w /= w.sum()
    right = np.zeros(len(y))
    for fold in range(FOLDS):
        at = fit(x[f != fold], y[f != fold], w[f != fold])
        right[f == fold] = x[f == fold] @ at[:-1] + at[-1]
    for odds in (-1.0, 0.0, 1.0):
        taken = right > odds
        print(
            f"odds over {odds}: {y[taken].mean():.3f} of those taken are facts, "
            f"{taken[y > 0].mean():.3f} of the facts are taken"
        )
    fitted = fit(x, y, w)
    print(f"{len(y)} candidates, {int(y.sum())} facts")
    for (name, (phrase, old)), weight in zip(FEATURES.items(), fitted, strict=False):
        print(f'    "{name}": ("{phrase}", {weight:.2f}),  # before {old}')
    print(f"BIAS {fitted[-1]:.2f}")


if __name__ == "__main__":
    main()
