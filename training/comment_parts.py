"""Fit which text of a post names its author, and which its time.

    python -m training.comment_parts DIR [DIR ...] [--folds] [--write FILE]

Each folder is a set of pages with comments: generated ones (:mod:`training.comment_pages`), of
which authors and dates are known, or a measured set, of which ``benchmarks/comment_truth`` knows
them. Of the texts of a post that may be its author, or none, one is: a logistic regression over the
features of :meth:`.Parts.describe`. With ``--folds`` what is printed for the measured sets is by
folds of hosts. With ``TREESIM_FOLDS`` posts are read by the networks that have
not seen a page's host (:mod:`training.fit`).
"""

from __future__ import annotations

import argparse
import json
from array import array
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import numpy as np
import torch

from benchmarks.comment_truth import (
    TrueFields,
    day_of,
    match,
    plain_name,
    table,
    time_right,
    true_fields,
)
from benchmarks.pages import DataSet, LabelledPage
from scrapy_treesim import Page
from scrapy_treesim.comments.extract import thread
from scrapy_treesim.comments.extract.features import WIDTH
from scrapy_treesim.comments.extract.rows import in_rows
from scrapy_treesim.comments.extract.thread import declared_around, in_order, name_in
from scrapy_treesim.comments.find import leaves_of, likely_posts
from scrapy_treesim.values.text_kinds import MEANINGS
from training.fit import by_held_out
from training.labelled_pages import fold_of

LEAST: Final = {"time": thread.MIN_OF_TIMES, "author": thread.MIN_OF_AUTHORS}
DECAY: Final = 3e-4
"""Of the weights, against features that only a few pages have."""
NO_WEIGHTS: Final = dict.fromkeys(LEAST, array("d", bytes(8 * (WIDTH + 1))))
MAX_CHARS: Final = 120
"""Characters of a text that may be a time."""
SAYS: Final = 1 << MEANINGS.index("says")


@dataclass
class Thread:
    """The posts found on a page, and what is true of their texts."""

    set: str
    fold: int
    """-1 of generated pages, which are in all fits."""
    parts: Any
    true: dict[str, np.ndarray[Any, Any]]
    """Of each part and text 1 where it is that of its post, 0 where it is not, -1 where unknown."""
    rows: np.ndarray[Any, Any]
    """The features of each text."""


def fields_of(labelled: LabelledPage) -> list[TrueFields] | None:
    """What is true of the page's comments; None where it is not known."""
    truth = labelled.truth
    entry = table()["pages"].get(labelled.id)
    if entry is not None:
        return true_fields(labelled.html, truth, entry)
    if "author" not in truth["comments"][0]:
        return None
    fields = []
    for one in truth["comments"]:
        date = one["date"] or ""
        days = frozenset(filter(None, [day_of(date, truth["lang"], "MDY")]))
        fields.append(TrueFields(plain_name(one["author"]), (date,) if date else (), days))
    return fields


def thread_of(name: str, labelled: LabelledPage) -> Thread | None:
    """The posts of a page; None where none are found, or nothing is known of them."""
    truth = labelled.truth
    fields = fields_of(labelled) if truth.get("comments") else None
    if fields is None:
        return None
    with by_held_out(labelled.html), patch.object(thread, "_weights", lambda: NO_WEIGHTS):
        page = Page(labelled.html, url=labelled.url)
        found = page.once(likely_posts)
        if not found:
            return None
        leaves = page.once(leaves_of)
        spans = in_rows(page.tree, leaves, in_order(found[0].spans))
        read = thread.parts_of(page, leaves, spans)
    posts, tree = read.posts, page.tree
    nodes = [posts.analysis.text_node[own] for own in posts.text_index[: posts.text_count]]
    said = [tree.plain_text(node) for node in nodes]
    for post in range(posts.count):
        read.author[post] = read.time[post] = -1
    read.find_bodies()
    texts = [" ".join(said[a:b]) for a, b in zip(read.first, read.stop, strict=True)]
    language, order = (
        truth.get("lang") or "en",
        (table()["pages"].get(labelled.id) or {}).get("order", "MDY"),
    )
    known = {part: np.full(posts.text_count, -1) for part in LEAST}
    for post, number in match(texts, truth["comments"], lenient=True).items():
        own = range(posts.first_text[post], posts.first_text[post + 1])
        true = fields[number]
        right: dict[str, list[int]] = defaultdict(list)
        for k in own:
            says = bool(posts.leaves.bits[posts.text_index[k]] & SAYS)
            if true.author and plain_name(name_in(said[k], says=says)) == true.author:
                right["author"].append(k)
            if true.times and len(said[k]) <= MAX_CHARS and any(map(str.isdigit, said[k])):
                time = declared_around(tree, nodes[k], posts.low[post])
                shown = SimpleNamespace(time=time or said[k])
                if time_right(true, shown, language, order):
                    right["time"].append(k)
        # What a generated page does not show is not there.
        if "author" in truth["comments"][number]:
            for part in LEAST:
                if truth["comments"][number]["date" if part == "time" else part] is None:
                    known[part][own.start : own.stop] = 0
        for part, those in right.items():
            outside = [k for k in those if not read.first[post] <= k < read.stop[post]]
            known[part][own.start : own.stop] = 0
            known[part][those] = -1
            known[part][outside or those] = 1
    is_generated = labelled.id not in table()["pages"]
    host = truth.get("host") or truth.get("site") or labelled.id
    fold = -1 if is_generated else fold_of(host)
    return Thread(
        "generated" if is_generated else name,
        fold,
        read,
        known,
        rows_of(read, array("i", [-1]) * posts.count),
    )


def rows_of(read: Any, other: array[int]) -> np.ndarray[Any, Any]:
    """The features of all texts, beside another part."""
    rows = np.empty((read.posts.text_count, WIDTH), np.float32)
    for k in range(read.posts.text_count):
        read.describe(k, other)
        rows[k] = read.row
    return rows


def fit(threads: list[Thread], part: str, others: list[array[int]]) -> array[float]:
    """The weights of all features, and the bias: of a post's texts, or none, one is the part.

    A post counts the less the more there are in its thread: the root of their number all together.
    """
    rows, true, number, share = [], [], [], []
    posts = 0
    for one, other in zip(threads, others, strict=True):
        known = one.true[part]
        read = one.parts
        may = [
            known[k] >= 0
            and (
                read.is_time_candidate(k) if part == "time" else read.is_author_candidate(k, other)
            )
            for k in range(len(known))
        ]
        rows.append(one.rows[may])
        true.append(known[may])
        number.append(np.array(one.parts.posts.post[: len(known)])[may] + posts)
        share.append(np.full(one.parts.posts.count, one.parts.posts.count**-0.5))
        posts += one.parts.posts.count
    given = torch.tensor(np.concatenate(rows))
    right = torch.tensor(np.concatenate(true), dtype=torch.float64)
    post = torch.tensor(np.concatenate(number))
    weight = torch.tensor(np.concatenate(share))
    weights = torch.zeros(WIDTH + 1, requires_grad=True)
    steps = torch.optim.LBFGS([weights], max_iter=150, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        steps.zero_grad()
        odds = (given @ weights[:-1] + weights[-1]).double().clamp(-30, 30).exp()
        total = torch.ones(posts, dtype=torch.float64).index_add(0, post, odds)
        of_right = torch.zeros(posts, dtype=torch.float64).index_add(0, post, odds * right)
        none = torch.where(of_right > 0, of_right, 1.0)
        wrong = (weight * (total.log() - none.log())).sum() / weight.sum()
        wrong = wrong + DECAY * (weights[:-1] ** 2).sum()
        wrong.backward()
        return wrong

    steps.step(loss)
    return array("d", [round(float(one), 3) for one in weights.detach()])


def chosen(one: Thread, weights: dict[str, array[float]], part: str) -> array[int]:
    """The texts chosen for a part."""
    none = array("i", [-1]) * one.parts.posts.count
    other = none if part == "time" else chosen(one, weights, "time")
    found = array("i", none)
    one.parts.choose(weights[part], other, LEAST[part], found, part == "time")
    return found


def fit_both(threads: list[Thread]) -> dict[str, array[float]]:
    """The weights of times, and of authors beside these."""
    none = [array("i", [-1]) * one.parts.posts.count for one in threads]
    weights = {"time": fit(threads, "time", none)}
    times = [chosen(one, weights, "time") for one in threads]
    beside = [
        replace(one, rows=rows_of(one.parts, other))
        for one, other in zip(threads, times, strict=True)
    ]
    return weights | {"author": fit(beside, "author", times)}


def judge(threads: list[Thread], weights: dict[str, array[float]], sums: dict[Any, Any]) -> None:
    """Add up, by set and part, the posts whose text is right, and those that have one."""
    for one in threads:
        first = one.parts.posts.first_text
        for part in LEAST:
            for post, own in enumerate(chosen(one, weights, part)):
                true = one.true[part][first[post] : first[post + 1]]
                if (true == 1).any():
                    sums[one.set, part] += (own >= 0 and one.true[part][own] == 1, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--folds", action="store_true", help="judge by folds of hosts first")
    parser.add_argument("--write", type=Path, metavar="FILE")
    given = parser.parse_args()
    torch.set_num_threads(1)
    threads: list[Thread] = []
    for folder in given.folders:
        data = DataSet(folder)
        threads.extend(filter(None, (thread_of(data.name, one) for one in data.pages())))
    sums: dict[Any, Any] = defaultdict(lambda: np.zeros(2, int))
    for fold in sorted({one.fold for one in threads} - {-1}) if given.folds else ():
        held_out = [one for one in threads if one.fold == fold]
        judge(held_out, fit_both([one for one in threads if one.fold != fold]), sums)
    weights = fit_both(threads)
    judge([one for one in threads if one.fold == -1 or not given.folds], weights, sums)
    for (name, part), (right, known) in sorted(sums.items()):
        print(f"{name:20} {part:7} {right / known:.3f} of {known}")
    if given.write:
        lines = (f'"{part}": {json.dumps(list(held))}' for part, held in weights.items())
        given.write.write_text("{" + ",\n".join(lines) + "}\n", "utf-8")


if __name__ == "__main__":
    main()
