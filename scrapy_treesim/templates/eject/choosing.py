"""The fewest selections that give on all pages what the template gives, the plainest of these.

One that does so alone is best. Else the first of a chain is one that is never wrong where it
yields, and right on most pages; the next is so on the pages that are left, and so on. The chain
gives what its first selection gives that yields.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from scrapy_treesim.templates.eject.selection import CheckedPage, Selection, cost_of

MAX_CHAIN: Final = 10
"""Selections of a field at most."""
SAMPLE_PAGES: Final = 8
"""Pages that all candidates are tried on."""
GOLDEN: Final = (5**0.5 - 1) / 2
MAX_KEPT: Final = 80
MAX_KEPT_OF_PAGE: Final = 8
"""Candidates that are tried on all pages: the best, and the best on each page of the sample."""
INDICES: Final = (0, -1, 1, 2)
SEVERAL: Final = 0.7
"""What it costs that one of several is meant."""
Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Selections, of which the first that yields counts."""

    selections: tuple[Selection, ...] = ()

    def values(self, page: CheckedPage) -> Values:
        """The values that it gives on a page."""
        return next(filter(None, (page.values(one) for one in self.selections)), ())


@dataclass(frozen=True, slots=True)
class _Tried:
    """A candidate, what it gives on some pages, and what it costs."""

    selection: Selection
    yields: tuple[Values, ...]
    cost: float


def choose(
    candidates: Sequence[Selection],
    pages: Sequence[CheckedPage],
    wanted: Sequence[Values],
    repeats: bool,
    hard: Sequence[int] = (),
    most: int = MAX_CHAIN,
) -> Chain:
    """The chain that is right on most pages.

    ``wanted`` is what each page should give; ``repeats`` says whether all of what is selected is
    meant, or one of it. ``hard`` are pages on which other candidates were wrong,
    and ``most`` is how many selections the chain may have.
    """
    sample = sorted({*_sample(wanted), *hard[:SAMPLE_PAGES]})
    some = [pages[number] for number in sample]
    targets = [wanted[number] for number in sample]
    tried = [*_tried(candidates, some, targets, repeats)]
    tried.sort(key=lambda one: (-_worth(one.yields, targets), one.cost, one.selection.css))
    if len(pages) > len(some):
        targets = [*wanted]
        kept = _kept(tried, wanted=[wanted[number] for number in sample])
        tried = [replace(one, yields=_yields(one.selection, pages)) for one in kept]
    return _alone(tried, targets) or _greedy(tried, targets, most)


def _sample(wanted: Sequence[Values]) -> list[int]:
    """Some pages with a value, and some without."""
    there = [number for number, values in enumerate(wanted) if values]
    lacking = [number for number, values in enumerate(wanted) if not values]
    return _spread(there, SAMPLE_PAGES - SAMPLE_PAGES // 4) + _spread(lacking, SAMPLE_PAGES // 4)


def _spread(numbers: list[int], most: int) -> list[int]:
    """So many of them, from first to last, but not every second or third."""
    return sorted(numbers, key=lambda number: number * GOLDEN % 1)[:most]


def _kept(tried: Sequence[_Tried], wanted: Sequence[Values]) -> list[_Tried]:
    """The best, and of each page the best that are right there."""
    kept = {*range(min(MAX_KEPT, len(tried)))}
    for page, values in enumerate(wanted):
        right = (
            number for number, one in enumerate(tried) if values and one.yields[page] == values
        )
        kept.update(islice(right, MAX_KEPT_OF_PAGE))
    return [tried[number] for number in sorted(kept)]


def _tried(
    candidates: Sequence[Selection],
    pages: Sequence[CheckedPage],
    wanted: Sequence[Values],
    repeats: bool,
) -> Iterator[_Tried]:
    """The candidates by each index by which they are right more often than wrong."""
    for one in dict.fromkeys(replace(one, index=None, least=1) for one in candidates):
        all_of_them = _yields(one, pages)
        several = any(len(values) > 1 for values in all_of_them)
        least = _least(one, pages, wanted) if several and not repeats else 1
        for index in (None,) if repeats else INDICES if several else INDICES[:1]:
            for found in dict.fromkeys(
                (replace(one, index=index), replace(one, index=index, least=least))
            ):
                yields = all_of_them if index is None else _yields(found, pages)
                if _worth(yields, wanted) > 0:
                    more = SEVERAL if several and not repeats else 0.0
                    yield _Tried(found, yields, cost_of(found) + more)


def _least(one: Selection, pages: Sequence[CheckedPage], wanted: Sequence[Values]) -> int:
    """The fewest that are selected on pages with a value, if those without have fewer; else 1."""
    counts = [(page.count(one), bool(values)) for page, values in zip(pages, wanted, strict=True)]
    having = [count for count, is_there in counts if is_there]
    lacking = [count for count, is_there in counts if not is_there]
    least = min(having, default=1)
    return least if lacking and least > max(1, *lacking) else 1


def _yields(one: Selection, pages: Sequence[CheckedPage]) -> tuple[Values, ...]:
    return tuple(page.values(one) or () for page in pages)


def _worth(yields: Sequence[Values], wanted: Sequence[Values]) -> int:
    """Pages on which it is right less those on which it is wrong; none where it is silent."""
    return sum(
        1 if values == target else -1
        for values, target in zip(yields, wanted, strict=True)
        if values
    )


def _alone(tried: Sequence[_Tried], wanted: Sequence[Values]) -> Chain | None:
    """The plainest that is right everywhere."""
    right = [one for one in tried if one.yields == tuple(wanted)]
    if not right:
        return None
    return Chain((min(right, key=lambda one: (one.cost, one.selection.css)).selection,))


def _greedy(tried: Sequence[_Tried], wanted: Sequence[Values], most: int) -> Chain:
    left = set(range(len(wanted)))
    chosen: list[Selection] = []
    while left and tried and len(chosen) < most:
        best = max(tried, key=lambda one: (_gain(one, wanted, left), -one.cost, one.selection.css))
        if _gain(best, wanted, left)[1] <= 0:
            break
        chosen.append(best.selection)
        left -= {number for number in left if best.yields[number]}
    return Chain(tuple(chosen))


def _gain(one: _Tried, wanted: Sequence[Values], left: set[int]) -> tuple[bool, int]:
    """Tell whether it is never wrong on the pages that are left, with its worth there."""
    yielding = [number for number in left if one.yields[number]]
    right = sum(one.yields[number] == wanted[number] for number in yielding)
    wrong = len(yielding) - right
    return right > 0 and not wrong, right - wrong
