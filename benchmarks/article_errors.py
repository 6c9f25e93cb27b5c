"""Errors of the main text by role: what is kept wrongly, and what is missed.

    python -m benchmarks.article_errors --data DIR [--data DIR ...] [--truth NAME] [--limit N]

A block that is kept wrongly counts as the role that is likeliest after main text, one that is
missed as the role it was given; the headline is neither. Figures are shares of the true text, in
words, and the pages on which each is more than a twentieth of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

import scrapy_treesim as treesim
from benchmarks.pages import TRUTH, DataSet, LabelledPage, data_arguments
from benchmarks.quality import tokens
from scrapy_treesim.article.explain import HEADLINE
from scrapy_treesim.article.learned import scored_blocks
from scrapy_treesim.reading.blocks import blocks_of
from training.block_labels import labels_of, words_of

MUCH: Final = 0.05
"""The share of the true text from which an error costs a page."""


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--truth", default=TRUTH, metavar="NAME", help="the sets' file of truth")
    given = parser.parse_args()
    print(f"{'set':24} {'error':8} {'role':12} {'of the text':>11} {'pages':>6}")
    for data in given.data:
        report(replace(data, truth=given.truth), given.limit)


def report(data: DataSet, limit: int | None) -> None:
    """Print a line for each error and role of a set."""
    true = 0
    words: Counter[tuple[str, str]] = Counter()
    pages: Counter[tuple[str, str]] = Counter()
    for page in data.pages(limit):
        of_page: defaultdict[tuple[str, str], int] = defaultdict(int)
        gold = tokens(page.truth.get("text", ""), page.truth.get("lang") or "")
        for error, count in errors_of(page, gold):
            of_page[error] += count
        true += len(gold)
        words.update(of_page)
        pages.update(error for error, count in of_page.items() if count > MUCH * len(gold))
    ranked = sorted(words, key=lambda error: (error[0], -words[error]))
    for kind, errors in groupby(ranked, key=lambda error: error[0]):
        for _, role in errors:
            share = 100 * words[kind, role] / max(true, 1)
            print(f"{data.name:24} {kind:8} {role:12} {share:10.2f}% {pages[kind, role]:6}")


def errors_of(page: LabelledPage, gold: list[str]) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the errors of a page: the kind and the role of each, and its size."""
    read = treesim.Page(page.html, url=page.url)
    blocks = blocks_of(read.tree)
    if not gold or not len(blocks):
        return
    words = words_of(read, blocks, page.truth.get("lang") or "")
    scored = read.once(scored_blocks)
    decided = zip(treesim.explain(read), words, labels_of(words, gold), strict=True)
    for number, (one, said, is_main) in enumerate(decided):
        if one.kept and not is_main and scored is not None:
            yield ("wrong", scored.role(number, but="main")[0]), len(said)
        elif is_main and not one.kept and one.reason != HEADLINE:
            yield ("missed", one.role), len(said)


if __name__ == "__main__":
    main()
