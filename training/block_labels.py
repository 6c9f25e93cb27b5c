"""Blocks that are part of the article, by the true text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.quality import shingles, tokens

if TYPE_CHECKING:
    import scrapy_treesim as treesim
    from scrapy_treesim.reading.blocks import Blocks


def words_of(page: treesim.Page, blocks: Blocks, lang: str) -> list[list[str]]:
    """The tokens of every block."""
    pieces: list[list[str]] = [[] for _ in blocks.first]
    for node, block in enumerate(blocks.block):
        if block >= 0:
            pieces[block].append(page.tree.raw_text(node))
    return [tokens("".join(texts), lang) for texts in pieces]


def labels_of(words: list[list[str]], gold: list[str]) -> list[float]:
    """1 for a block at least half of whose tokens lie in 4-grams of the true text, else 0.

    The longest runs of such 4-grams claim them first.
    """
    sequence = [token for one in words for token in one]
    owners = [block for block, one in enumerate(words) for _ in one]
    if len(gold) < 4:
        return [float(one == gold) for one in words]
    left = Counter(shingles(gold))
    hits = [tuple(sequence[at : at + 4]) in left for at in range(len(sequence) - 3)]
    runs = []
    start = None
    for at, hit in enumerate([*hits, False]):
        if hit and start is None:
            start = at
        elif not hit and start is not None:
            runs.append((start - at, start, at))
            start = None
    covered = [False] * len(sequence)
    for _, first, last in sorted(runs):
        for at in range(first, last):
            shingle = tuple(sequence[at : at + 4])
            if left[shingle]:
                left[shingle] -= 1
                covered[at : at + 4] = [True] * 4
    inside: Counter[int] = Counter()
    for owner, is_covered in zip(owners, covered, strict=True):
        inside[owner] += is_covered
    return [float(2 * inside[b] >= len(one) > 0) for b, one in enumerate(words)]
