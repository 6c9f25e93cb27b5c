"""Fields of a template as selections, chosen on pages.

Chosen are the fewest selections with the template's values on all pages, and of these the plainest.
A single selection is best. Else the first of a chain is never wrong on pages where it has values,
and right on most pages; the next one likewise on the remaining pages, and so on. The values of the
chain are those of its first selection with any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import FieldRules, Part, apply_rules
from scrapy_treesim.templates.rules.selection import fewest
from scrapy_treesim.templates.rules.selectors import (
    CheckedPage,
    CssSelection,
    NodeSelector,
    cost_of,
    css_of,
    is_checkable,
    selections_of,
)
from scrapy_treesim.values.field_types import LIST

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.template import Template


MAX_CHAIN: Final = 10
"""Largest number of selections of a field."""
SAMPLE_PAGES: Final = 8
"""Number of pages in the sample for all candidates."""
GOLDEN: Final = (5**0.5 - 1) / 2
MAX_FINALISTS: Final = 80
MAX_FINALISTS_OF_PAGE: Final = 8
"""Largest numbers of candidates for all pages: the best, and the best on each sample page."""
PICKS: Final = (1, -1, 2, 3)
SEVERAL: Final = 0.7
"""Cost of one of several nodes."""
Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Selections; the first one with a value counts."""

    selections: tuple[CssSelection, ...] = ()

    def values(self, page: CheckedPage) -> Values:
        """Return the values of the chain on a page."""
        return next(filter(None, (page.values(selection) for selection in self.selections)), ())


@dataclass(frozen=True, slots=True)
class _Trial:
    """A candidate, its values on the pages, and its cost."""

    selection: CssSelection
    yields: tuple[Values, ...]
    cost: float


def choose(
    candidates: Iterable[CssSelection],
    pages: Sequence[CheckedPage],
    truth: Sequence[Values],
    repeats: bool,
    most: int = MAX_CHAIN,
) -> Chain:
    """Return the chain with the most right pages.

    ``truth`` are the values of each page; ``repeats`` is True if all of the selected nodes are
    meant, and ``most`` is the largest number of selections of the chain.
    """
    having = [number for number, values in enumerate(truth) if values]
    lacking = [number for number, values in enumerate(truth) if not values]
    fewer = SAMPLE_PAGES // 4
    sample = sorted(_spread(having, SAMPLE_PAGES - fewer) + _spread(lacking, fewer))
    sample_pages = [pages[number] for number in sample]
    targets = [truth[number] for number in sample]
    trials = [*_trials(candidates, sample_pages, targets, repeats)]
    trials.sort(
        key=lambda trial: (-_worth(trial.yields, targets), trial.cost, css_of(trial.selection))
    )
    if len(pages) > len(sample_pages):
        finalists = _finalists(trials, targets)
        targets = [*truth]
        trials = [replace(trial, yields=_yields(trial.selection, pages)) for trial in finalists]
    return _alone(trials, targets) or _greedy(trials, targets, most)


def _spread(numbers: list[int], most: int) -> list[int]:
    """Return ``most`` of the numbers, spread from first to last without a period."""
    return sorted(numbers, key=lambda number: number * GOLDEN % 1)[:most]


def _finalists(trials: Sequence[_Trial], truth: Sequence[Values]) -> list[_Trial]:
    """Return the best trials, and for each page the best ones right there."""
    selected = {*range(min(MAX_FINALISTS, len(trials)))}
    for page, values in enumerate(truth):
        right = (
            number for number, trial in enumerate(trials) if values and trial.yields[page] == values
        )
        selected.update(islice(right, MAX_FINALISTS_OF_PAGE))
    return [trials[number] for number in sorted(selected)]


def _trials(
    candidates: Iterable[CssSelection],
    pages: Sequence[CheckedPage],
    truth: Sequence[Values],
    repeats: bool,
) -> Iterator[_Trial]:
    """Yield the candidates with each pick for which they are right more often than wrong."""
    for selection in dict.fromkeys(candidates):
        all_of_them = _yields(selection, pages)
        several = any(len(values) > 1 for values in all_of_them)
        among = 0
        if several and not repeats:
            among = fewest(zip((page.count(selection) for page in pages), truth, strict=True))
        for pick in (0,) if repeats else PICKS if several else PICKS[:1]:
            for least in dict.fromkeys((0, among)):
                option = replace(selection, pick=pick, among=least)
                yields = _yields(option, pages) if pick else all_of_them
                if _worth(yields, truth) > 0:
                    more = SEVERAL if several and not repeats else 0.0
                    yield _Trial(option, yields, cost_of(option) + more)


def _yields(selection: CssSelection, pages: Sequence[CheckedPage]) -> tuple[Values, ...]:
    return tuple(page.values(selection) for page in pages)


def _worth(yields: Sequence[Values], truth: Sequence[Values]) -> int:
    """Return the number of right pages less the wrong ones; pages without values do not count."""
    return sum(
        1 if values == target else -1
        for values, target in zip(yields, truth, strict=True)
        if values
    )


def _alone(trials: Sequence[_Trial], truth: Sequence[Values]) -> Chain | None:
    """Return the plainest selection among those right everywhere."""
    right = [trial for trial in trials if trial.yields == tuple(truth)]
    if not right:
        return None
    return Chain((min(right, key=lambda trial: (trial.cost, css_of(trial.selection))).selection,))


def _greedy(trials: Sequence[_Trial], truth: Sequence[Values], most: int) -> Chain:
    remaining = set(range(len(truth)))
    selected: list[CssSelection] = []
    while remaining and trials and len(selected) < most:
        best = max(trials, key=lambda t: (_gain(t, truth, remaining), -t.cost, css_of(t.selection)))
        if _gain(best, truth, remaining)[1] <= 0:
            break
        selected.append(best.selection)
        remaining -= {number for number in remaining if best.yields[number]}
    return Chain(tuple(selected))


def _gain(trial: _Trial, truth: Sequence[Values], remaining: set[int]) -> tuple[bool, int]:
    """Tell whether a trial is never wrong on the remaining pages, with its worth there."""
    yielding = [number for number in remaining if trial.yields[number]]
    right = sum(trial.yields[number] == truth[number] for number in yielding)
    wrong = len(yielding) - right
    return right > 0 and not wrong, right - wrong


@dataclass(frozen=True, slots=True)
class EjectedField:
    """A field and its selections."""

    name: str
    chains: tuple[Chain, ...]
    """Chain of the values, or several with some of them each; empty if nothing was found."""
    repeats: bool
    """True if the field has several values on any page."""
    right: int = 0
    """Number of pages with exactly the template's values."""
    asked: int = 0
    """Number of pages checked; 0 if none of them has the field."""
    unlike: str = ""
    """Address of a page with other values than the template's."""

    def values(self, page: CheckedPage) -> Values:
        """Return the values of the field on a page."""
        return tuple(dict.fromkeys(value for chain in self.chains for value in chain.values(page)))


@dataclass(frozen=True, slots=True)
class EjectedTemplate:
    """A template and its fields as selections."""

    template: Template
    fields: Sequence[EjectedField]


def eject_fields(fields: Mapping[str, FieldRules], pages: Sequence[Page]) -> list[EjectedField]:
    """Return the fields as selections, checked on pages of their template.

    O(candidates and pages); pages on which selectors would cost much are left out.
    """
    checked = []
    for page in filter(lambda page: is_checkable(page.tree), pages):
        values = apply_rules(fields, page)
        truth = {name: fields[name].of_type(value.values) for name, value in values.items()}
        checked.append(CheckedPage(page, truth))
    return [
        _checked(name, rules, checked)
        if any(name in page.truth for page in checked)
        else EjectedField(name, (), False)
        for name, rules in fields.items()
    ]


def _checked(name: str, rules: FieldRules, pages: Sequence[CheckedPage]) -> EjectedField:
    truth = [page.truth.get(name, ()) for page in pages]
    repeats = rules.type == LIST or any(len(values) > 1 for values in truth)
    field = EjectedField(name, (_chain(rules.parts[:MAX_CHAIN], pages, truth, repeats),), repeats)
    field = _measured(field, pages, truth)
    if repeats and len(rules.parts) > 1 and field.right < len(pages):
        most = max(1, MAX_CHAIN // len(rules.parts))
        parts = [_of_part(part, pages, most) for part in rules.parts[:MAX_CHAIN]]
        for chains in (_as_one(parts), tuple(parts)):
            other = _measured(replace(field, chains=chains), pages, truth)
            if other.right > field.right:
                field = other
    return replace(field, chains=tuple(chain for chain in field.chains if chain.selections))


def _measured(
    field: EjectedField, pages: Sequence[CheckedPage], truth: Sequence[Values]
) -> EjectedField:
    """Return the field with the number of pages on which it is right."""
    unlike = [
        page.page.url
        for page, target in zip(pages, truth, strict=True)
        if field.values(page) != target
    ]
    right = len(pages) - len(unlike)
    return replace(field, right=right, asked=len(pages), unlike=unlike[0] if unlike else "")


def _chain(
    parts: Iterable[Part],
    pages: Sequence[CheckedPage],
    truth: Sequence[Values],
    repeats: bool,
    most: int = MAX_CHAIN,
) -> Chain:
    """Return the best chain of the candidates from the first pages with a value."""
    models = [(page.page, values) for page, values in zip(pages, truth, strict=True) if values]
    candidates = (selection for part in parts for selection in selections_of(part, models))
    return choose(candidates, pages, truth, repeats, most)


def _of_part(part: Part, pages: Sequence[CheckedPage], most: int) -> Chain:
    """Return the chain of one part of a field."""
    alone = {"": FieldRules((part,))}
    pages_fields = [apply_rules(alone, page.page) for page in pages]
    truth = [fields[""].values if fields else () for fields in pages_fields]
    chain = _chain((part,), pages, truth, True, most)
    if any(chain.values(page) != target for page, target in zip(pages, truth, strict=True)):
        several = any(len(values) > 1 for values in truth)
        chain = _chain((part,), pages, truth, several, most)
    return chain


def _as_one(chains: Sequence[Chain]) -> tuple[Chain, ...]:
    """Return one selection for several, in page order; none if CSS cannot express it."""
    selections = [selection for chain in chains for selection in chain.selections]
    kinds = {replace(way, at=NodeSelector("", way.at.xpath)) for way in selections}
    if len(selections) != len(chains) or len(kinds) != 1:
        return ()
    (kind,) = kinds
    if kind.at.xpath or kind.pick:
        return ()
    # Each of the selectors has the attribute taken, and the last one gets it when it is written.
    css = ", ".join(dict.fromkeys(map(css_of, selections))).removesuffix(css_of(kind))
    return (Chain((replace(kind, at=NodeSelector(css)),)),)
