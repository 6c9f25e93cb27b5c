"""Fit the weights that the fields of a page about one thing are chosen by.

    python -m training.detail_pages -o GENERATED --pages 4000 --seed 2
    python -m training.detail_pages -o FURTHER --pages 4000 --seed 3
    python -m training.detail --products DIR --declared DIR [--declared DIR ...]
        --generated GENERATED --generated FURTHER [--folds FILE] [--write]

The weights that ship were fitted on a public benchmark of products (MIT) and on the products that
the pages of WCXB (CC-BY-4.0) declare.

``--products`` holds pages with the truth of people (``fields``); ``--declared`` pages that declare
a product, whose declarations are taken away and whose values are labels where the page shows them.
Pages with truth are fitted twice, once without what they declare. ``--folds FILE`` writes weights
for each of five folds by site, fitted on the others, with the pages of each:
``training.detail:held_out_item`` is :func:`benchmarks.adapters.item` with the weights of the fold
that a page was left out of, those of FILE, which the environment variable ``TREESIM_FOLDS`` names.
``--write`` fits on all and writes the package's weights. Needs numpy and scipy. Seed: 0.
"""

import json
import os
import zlib
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np
from scipy.optimize import minimize

from benchmarks import adapters
from benchmarks.declared_products import product_of, stripped
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Page
from scrapy_treesim.detail import extract as model
from scrapy_treesim.detail.candidate import NONE
from scrapy_treesim.detail.candidates.amounts import plain_amount
from scrapy_treesim.detail.candidates.images import plain_image
from scrapy_treesim.detail.candidates.names import plain_brand, plain_name
from scrapy_treesim.detail.candidates.stock import IN_STOCK, plain_stock
from scrapy_treesim.detail.fields import FIELDS, candidates_of
from scrapy_treesim.detail.marks import Marks
from scrapy_treesim.values.identifiers import gtin_of
from scrapy_treesim.values.money import amount_of
from training.labelled_pages import FOLDS, fold_of

WEIGHTS = Path(model.__file__).with_name("weights.json")
HIDDEN = 4
DECAY = 3e-3
"""Of all weights, squared."""
DECAY_OF_AMOUNTS = 6e-3
"""The same of prices. Both were chosen by folds of sites."""
STEPS = 150
WEIGHT = {"products": 30.0, "declared": 15.0, "generated": 1.0}
"""Weight of a page by where its truth comes from."""
LEAST = 8
"""Candidates that have a feature, for it to be fitted."""


@dataclass
class LabelledField:
    """The candidates of a field of one page, and which are right."""

    field: str
    key: str
    """What tells the page from others: its address, with its declarations or without."""
    site: str
    origin: str
    values: list[str]
    rows: list[dict[str, float]]
    right: list[bool]


def plain(field: str, text: str) -> str | None:
    """A true value as candidates have it."""
    text = str(text).strip()
    if field in ("price", "old_price", "rating", "reviews"):
        amount = amount_of(text)
        return None if amount is None else plain_amount(amount)
    if field == "availability":
        return plain_stock(text)
    if field == "gtin":
        found = gtin_of(text)
        return found and found.casefold()
    if field == "brand":
        return plain_brand(text)
    if field == "name":
        return plain_name(text)
    if field == "image":
        return plain_image(text)
    return text.casefold()


def labelled_fields(
    html: bytes, url: str, site: str, origin: str, truth: dict[str, list[str]]
) -> list[LabelledField]:
    """The candidates of all fields that truth tells of; an empty list says there is none."""
    found = []
    for field, candidates in candidates_of(Marks(Page(html, url=url))).items():
        if field not in truth:
            continue
        values = {plain(field, value) for value in truth[field]} - {None}
        right = [one.value in values if values else one.value == NONE for one in candidates]
        if values and not any(right):
            # It is not among the candidates: none is the best answer, unless they are labels of
            # declarations, which may not be shown at all.
            if origin == "declared":
                continue
            right[-1] = True
        if field == "availability" and origin == "products" and values == {IN_STOCK}:
            # So it is where nothing says otherwise.
            right[-1] = True
        rows = [one.features for one in candidates]
        plain_values = [one.value for one in candidates]
        found.append(LabelledField(field, url, site, origin, plain_values, rows, right))
    return found


def of_products(page: LabelledPage, site: str) -> list[LabelledField]:
    """The candidates of a page with truth by people, with its declarations and without."""
    html, url, fields = page.html, page.url, page.truth["fields"]
    known = {key: values for key, values in fields.items() if values or key in ("price", "sku")}
    known["availability"] = known.get("availability") or ["InStock"]
    bare = stripped(html)
    out = labelled_fields(html, url, site, "products", known)
    out += labelled_fields(bare, url, site, "products", known)
    # Of fields that people left out, what the page declares is the truth of what it shows.
    more = {key: values for key, values in declared_labels(html, url).items() if key not in fields}
    return out + labelled_fields(bare, url, site, "declared", more)


def declared_labels(html: bytes, url: str) -> dict[str, list[str]]:
    """The values that the page's product is declared to have, by field."""
    return {
        field: [str(value) for value in values]
        for field, values in (product_of(html, url) or {}).items()
        if field in FIELDS and values
    }


def of_declared(page: LabelledPage, site: str) -> list[LabelledField]:
    """The candidates of a page that declares a product, without its declarations."""
    labels = declared_labels(page.html, page.url)
    form = stripped(page.html) if labels else b""
    return labelled_fields(form, page.url, site, "declared", labels) if labels else []


def of_generated(page: LabelledPage, site: str) -> list[LabelledField]:
    """The candidates of a generated page, of every second without its declarations."""
    known = {field: page.truth["fields"].get(field, []) for field in FIELDS}
    form = page.html if zlib.crc32(page.html) % 2 else stripped(page.html)
    return labelled_fields(form, page.url, site, "generated", known)


READERS = {"products": of_products, "declared": of_declared, "generated": of_generated}


def _read(job: tuple[str, LabelledPage]) -> list[LabelledField]:
    origin, page = job
    truth = page.truth
    site = truth.get("host") or truth.get("site") or page.id
    return READERS[origin](page, site)


def rows_of(folders: dict[str, list[str]]) -> list[LabelledField]:
    """The candidates of all pages about a thing, by where their truth comes from."""
    jobs = (
        (origin, page)
        for origin, named in folders.items()
        for folder in named
        for page in DataSet(Path(folder)).pages()
        if page.truth.get("kind", "detail") == "detail"
    )
    with ProcessPoolExecutor() as pool:
        return [row for rows in pool.map(_read, jobs, chunksize=10) for row in rows]


def fitted(rows: list[LabelledField]) -> dict[str, object]:
    """The weights, as ``weights.json`` holds them."""
    return {field: fit([row for row in rows if row.field == field]) for field in FIELDS}


def packed(
    rows: list[LabelledField], names: list[str]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The features of all candidates, where each page's start, which are right, and weights."""
    place = {name: number for number, name in enumerate(names)}
    count = sum(len(row.rows) for row in rows)
    values = np.zeros((count, len(names)), np.float32)
    at = 0
    starts = []
    for row in rows:
        starts.append(at)
        for features in row.rows:
            for name, value in features.items():
                if name in place:
                    values[at, place[name]] = min(value, model.MAX_VALUE)
            at += 1
    right = np.array([one for row in rows for one in row.right])
    weights = weights_of(rows)
    return values, np.array(starts), right, weights


def weights_of(rows: list[LabelledField]) -> np.ndarray:
    """The weight of each page: sites with many pages count less for each."""
    sites = Counter(row.site for row in rows)
    weights = np.array([WEIGHT[row.origin] / sites[row.site] ** 0.5 for row in rows])
    shares: np.ndarray = weights / weights.sum()
    return shares


def fit(rows: list[LabelledField]) -> dict[str, object]:
    """Fit one field's network by L-BFGS: the entropy of the right value, and squared weights."""
    counts = Counter(
        name for row in rows for features in row.rows for name, value in features.items() if value
    )
    names = sorted(name for name, count in counts.items() if count >= LEAST)
    values, starts, right, weights = packed(rows, names)
    rate = DECAY_OF_AMOUNTS if rows[0].field in ("price", "old_price") else DECAY
    width = len(names)
    draw = np.random.RandomState(0)
    shapes = [(width, HIDDEN), (HIDDEN,), (HIDDEN,), (width,)]
    cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    start = np.concatenate(
        [
            (draw.randn(width, HIDDEN) * 0.3 / width**0.25).ravel(),
            np.zeros(HIDDEN),
            draw.randn(HIDDEN) * 0.3,
            np.zeros(width),
        ]
    )
    sizes = np.diff(np.append(starts, len(values)))
    page = np.repeat(np.arange(len(starts)), sizes)

    def parts_of(flat: np.ndarray) -> list[np.ndarray]:
        parts = np.split(flat, cuts)
        return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        hidden, bias, out, straight = parts_of(flat.astype(np.float32))
        units = np.tanh(values @ hidden + bias)
        odds = units @ out + values @ straight
        odds = odds - np.maximum.reduceat(odds, starts)[page]
        likely = np.exp(odds)
        likely /= np.add.reduceat(likely, starts)[page]
        of_right = np.maximum(np.add.reduceat(np.where(right, likely, 0), starts), 1e-9)
        wanted = np.where(right, likely, 0) / of_right[page]
        wrong = (likely - wanted) * weights[page].astype(np.float32)
        back = np.outer(wrong, out) * (1 - units * units)
        gradients = [
            values.T @ back + 2 * rate * hidden,
            back.sum(0),
            units.T @ wrong + 2 * rate * out,
            values.T @ wrong + 2 * rate * straight,
        ]
        entropy = -(weights * np.log(of_right)).sum()
        decay = rate * sum(float((part**2).sum()) for part in (hidden, out, straight))
        return float(entropy + decay), np.concatenate([one.ravel() for one in gradients]).astype(
            np.float64
        )

    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    hidden, bias, out, straight = parts_of(found.x)

    def rounded(numbers: np.ndarray) -> list[object]:
        plain_numbers: list[object] = np.round(numbers, 3).tolist()
        return plain_numbers

    return {
        "features": names,
        "hidden": rounded(hidden),
        "hidden_bias": rounded(bias),
        "out": rounded(out),
        "straight": rounded(straight),
    }


def write_folds(path: Path, rows: list[LabelledField]) -> None:
    with ProcessPoolExecutor() as pool:
        parts = ([row for row in rows if fold_of(row.site) != fold] for fold in range(FOLDS))
        folds = [*pool.map(fitted, parts)]
    held_out = {row.key: fold_of(row.site) for row in rows if row.origin != "generated"}
    path.write_text(json.dumps({"folds": folds, "held_out": held_out}), "utf-8")


@cache
def _folds() -> tuple[list[dict[str, model.Network]], dict[str, int]]:
    held = json.loads(Path(os.environ["TREESIM_FOLDS"]).read_text("utf-8"))
    networks = [
        {field: model.Network.read(weights) for field, weights in one.items()}
        for one in held["folds"]
    ]
    return networks, held["held_out"]


def held_out_item(html: bytes, url: str) -> dict[str, object]:
    """Read a page by weights that were fitted without its site."""
    networks, folds = _folds()
    fold = folds.get(url)
    if fold is None:
        return adapters.item(html, url)
    with patch("scrapy_treesim.detail.extract.shipped", lambda: networks[fold]):
        return adapters.item(html, url)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    for name in ("--products", "--declared", "--generated"):
        parser.add_argument(name, action="append", default=[], metavar="DIR")
    parser.add_argument("--folds", type=Path, metavar="FILE")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = rows_of({origin: getattr(given, origin) for origin in READERS})
    print(len({row.key for row in rows}), "pages:", dict(Counter(row.origin for row in rows)))
    if given.folds:
        write_folds(given.folds, rows)
    if given.write:
        WEIGHTS.write_text(json.dumps(fitted(rows)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
