"""Fields of a template as selections, chosen on pages.

Chosen are the fewest selections that give on all pages what the template gives, the plainest of
these. One that does so alone is best. Else the first of a chain is one that is never wrong where it
yields, and right on most pages; the next is so on the pages that are left, and so on. The chain
gives what its first selection gives that yields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.eject.candidates import (
    CheckedPage,
    Selection,
    candidates_of,
    cost_of,
    is_checkable,
)
from scrapy_treesim.templates.rules import FieldRules, Part, apply_rules
from scrapy_treesim.values.field_types import LIST

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.template import Template


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
"""Cost of meaning one of several."""
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
    most: int = MAX_CHAIN,
) -> Chain:
    """The chain that is right on most pages.

    ``wanted`` is what each page should give; ``repeats`` says whether all of what is selected is
    meant, or one of it, and ``most`` how many selections the chain may have.
    """
    sample = sorted(_sample(wanted))
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


@dataclass(frozen=True, slots=True)
class EjectedField:
    """A field and how it is selected."""

    name: str
    chains: tuple[Chain, ...]
    """One that gives the values, or several that give some of them each; none where nothing did."""
    repeats: bool
    """True if it has several values on any page."""
    right: int = 0
    """On how many pages it gives just what the template gives."""
    asked: int = 0
    """Of how many; 0 where none of them has it."""
    unlike: str = ""
    """The address of a page on which it gives something else."""

    def values(self, page: CheckedPage) -> Values:
        """The values that it gives on a page."""
        return tuple(dict.fromkeys(one for chain in self.chains for one in chain.values(page)))


@dataclass(frozen=True, slots=True)
class EjectedTemplate:
    """A template and its fields as selections."""

    template: Template
    fields: Sequence[EjectedField]


def eject_fields(fields: Mapping[str, FieldRules], pages: Sequence[Page]) -> list[EjectedField]:
    """The fields as selections that were checked on pages of their template.

    O(candidates and pages); pages on which selectors would cost much are left out.
    """
    checked = []
    for page in filter(lambda page: is_checkable(page.tree), pages):
        found = apply_rules(fields, page)
        wanted = {name: _of_type(fields[name], value.values) for name, value in found.items()}
        checked.append(CheckedPage(page, wanted))
    return [
        _checked(name, rules, checked)
        if any(name in one.wanted for one in checked)
        else EjectedField(name, (), False)
        for name, rules in fields.items()
    ]


def _of_type(rules: FieldRules, values: Values) -> Values:
    """The values that the template gives: one where the field is no list."""
    return values if rules.type in ("", LIST) else values[:1]


def _checked(name: str, rules: FieldRules, pages: Sequence[CheckedPage]) -> EjectedField:
    wanted = [one.wanted.get(name, ()) for one in pages]
    repeats = rules.type == LIST or any(len(values) > 1 for values in wanted)
    field = EjectedField(name, (_chain(rules.parts[:MAX_CHAIN], pages, wanted, repeats),), repeats)
    field = _asked(field, pages, wanted)
    if repeats and len(rules.parts) > 1 and field.right < len(pages):
        most = max(1, MAX_CHAIN // len(rules.parts))
        parts = [_of_part(part, pages, most) for part in rules.parts[:MAX_CHAIN]]
        for chains in (_as_one(parts), tuple(parts)):
            also = _asked(replace(field, chains=chains), pages, wanted)
            if also.right > field.right:
                field = also
    return replace(field, chains=tuple(chain for chain in field.chains if chain.selections))


def _asked(
    field: EjectedField, pages: Sequence[CheckedPage], wanted: Sequence[Values]
) -> EjectedField:
    """The field, and on how many pages it is right."""
    unlike = [
        one.page.url
        for one, target in zip(pages, wanted, strict=True)
        if field.values(one) != target
    ]
    right = len(pages) - len(unlike)
    return replace(field, right=right, asked=len(pages), unlike=unlike[0] if unlike else "")


def _chain(
    parts: Iterable[Part],
    pages: Sequence[CheckedPage],
    wanted: Sequence[Values],
    repeats: bool,
    most: int = MAX_CHAIN,
) -> Chain:
    """The best chain of the candidates that the first pages with a value give."""
    models = [(one.page, values) for one, values in zip(pages, wanted, strict=True) if values]
    some = [one for part in parts for one in candidates_of(part, models)]
    return choose([*dict.fromkeys(some)], pages, wanted, repeats, most)


def _of_part(part: Part, pages: Sequence[CheckedPage], most: int) -> Chain:
    """The chain of what one part of a field gives."""
    alone = {"": FieldRules((part,))}
    read = [apply_rules(alone, one.page) for one in pages]
    wanted = [found[""].values if found else () for found in read]
    chain = _chain((part,), pages, wanted, True, most)
    if any(chain.values(one) != target for one, target in zip(pages, wanted, strict=True)):
        several = any(len(values) > 1 for values in wanted)
        chain = _chain((part,), pages, wanted, several, most)
    return chain


def _as_one(chains: Sequence[Chain]) -> tuple[Chain, ...]:
    """One selection of all that some select, in page order; none where that cannot be said."""
    selections = [one for chain in chains for one in chain.selections]
    first = replace(selections[0], css="") if selections else None
    if len(selections) != len(chains) or any(replace(one, css="") != first for one in selections):
        return ()
    assert first is not None
    if first.xpath or first.index is not None:
        return ()
    css = ", ".join(dict.fromkeys(one.css for one in selections))
    return (Chain((replace(first, css=css),)),)
