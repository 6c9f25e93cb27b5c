"""What pages without labels say of candidates: those are right that the rest agrees with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scrapy_treesim.templates.rules.candidates import Candidate, values_of
from scrapy_treesim.templates.rules.labelled_page import ReadPage
from scrapy_treesim.templates.rules.values import picked

COUNTS: Final = 0.25
"""How much of the prior hangs on it."""
PAGES: Final = 20
"""Pages that are asked; more say the same."""


def agreement(found: Sequence[Candidate], pages: Sequence[ReadPage]) -> list[Candidate]:
    """The candidates, with the prior of each lowered by how few of the others agree with it.

    On each page a candidate's share is that of all candidates, by prior, that find just the same;
    0 where it finds nothing.
    """
    shares = [0.0] * len(found)
    for page in pages[:PAGES]:
        said = [
            frozenset(value for _, value in picked(values_of(page, one.way), one.pick))
            for one in found
        ]
        of: dict[frozenset[str], float] = {}
        for values, one in zip(said, found, strict=True):
            of[values] = of.get(values, 0.0) + one.prior
        total = sum(of.values())
        for number, values in enumerate(said):
            if values:
                shares[number] += of[values] / total
    asked = len(pages[:PAGES])
    return [
        replace(one, prior=one.prior * (1 - COUNTS + COUNTS * share / asked))
        for one, share in zip(found, shares, strict=True)
    ]
