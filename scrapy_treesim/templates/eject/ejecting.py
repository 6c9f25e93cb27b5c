"""Fields of a template as selections: chosen on pages, or else as the rules say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, permutations
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.eject.candidates import (
    IsLabel,
    LabelWords,
    candidates_of,
    label_among,
    unchecked,
)
from scrapy_treesim.templates.eject.choosing import MAX_CHAIN, Chain, Values, choose
from scrapy_treesim.templates.eject.css import Names
from scrapy_treesim.templates.eject.selection import CheckedPage, Selection, of_pages
from scrapy_treesim.templates.rules import CompiledRules, FieldRules, Part
from scrapy_treesim.templates.rules.field_type import LIST_TYPE

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.template import Template

ROUNDS: Final = 4
"""How often further candidates are made of a page on which those before are wrong."""

ORDERS: Final = 24
"""Of the parts of a field that are tried: all of four."""


@dataclass(frozen=True, slots=True)
class EjectedField:
    """A field and how it is selected."""

    name: str
    chains: tuple[Chain, ...]
    """One that gives the values, or several that give some of them each; none where nothing did."""
    repeats: bool | None
    """Whether it has several values on any page; None where no page told."""
    right: int = 0
    """On how many pages it gives just what the template gives."""
    asked: int = 0
    """Of how many; 0 where it was not checked."""
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


def eject_fields(
    fields: Mapping[str, FieldRules], pages: Sequence[Page] = (), own: Collection[str] = ()
) -> list[EjectedField]:
    """The fields as selections that were checked on pages of their template, if there are any.

    ``own`` are the template's own texts (see :func:`.candidates.own_texts`): where nothing can be
    checked, only these are words to select by, if they are given.
    O(candidates and pages); pages on which selectors would cost much are left out.
    """
    compiled = CompiledRules(fields)
    wanted = [
        {name: _of_type(fields[name], found.values) for name, found in compiled.apply(page).items()}
        for page in pages
    ]
    checked = of_pages(pages, wanted)
    names = Names.on([one.page for one in checked])
    labels = LabelWords(checked)
    return [
        _checked(name, rules, checked, names, labels)
        if any(name in one.wanted for one in checked)
        else _unchecked(name, rules, names, label_among(own))
        for name, rules in fields.items()
    ]


def _of_type(rules: FieldRules, values: Values) -> Values:
    """The values that the template gives: one where the field is no list."""
    return values if rules.type in ("", LIST_TYPE) else values[:1]


def _unchecked(name: str, rules: FieldRules, names: Names, is_label: IsLabel) -> EjectedField:
    """The selections by the first rules that CSS has words for."""
    most = max(1, MAX_CHAIN // len(rules.parts))
    ways = [unchecked(part, names, is_label)[:most] for part in rules.parts[:MAX_CHAIN]]
    some = tuple(Chain(tuple(of_part)) for of_part in ways if of_part)
    if rules.type not in ("", LIST_TYPE):
        single = tuple(
            one if one.index is not None else replace(one, index=0)
            for of_part in ways
            for one in of_part
        )
        return EjectedField(name, (Chain(single[:MAX_CHAIN]),) if single else (), False)
    if len(some) < 2:
        return EjectedField(name, some, True if rules.type else None)
    together = _as_one([Chain(chain.selections[:1]) for chain in some])
    return EjectedField(name, together or some, True)


def _checked(
    name: str,
    rules: FieldRules,
    pages: Sequence[CheckedPage],
    names: Names,
    labels: LabelWords,
) -> EjectedField:
    wanted = [one.wanted.get(name, ()) for one in pages]
    repeats = rules.type == LIST_TYPE or any(len(values) > 1 for values in wanted)
    said = labels.of(name)
    field = EjectedField(
        name, (_chain(rules.parts[:MAX_CHAIN], pages, wanted, repeats, names, said),), repeats
    )
    field = _asked(field, pages, wanted)
    if repeats and len(rules.parts) > 1 and field.right < len(pages):
        most = max(1, MAX_CHAIN // len(rules.parts))
        parts = [_of_part(part, pages, names, said, most) for part in rules.parts[:MAX_CHAIN]]
        # In the order of the page, whatever the order of the parts.
        for chains in (_as_one(parts), *islice(permutations(parts), ORDERS)):
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
    names: Names,
    is_label: IsLabel,
    most: int = MAX_CHAIN,
) -> Chain:
    """The best chain, further candidates made of pages on which it is wrong as long as it helps."""
    found: dict[Selection, None] = {}
    wrong: Sequence[int] = range(len(pages))
    hard: set[int] = set()
    chain = Chain()
    for _ in range(ROUNDS):
        models = [(pages[number].page, wanted[number]) for number in wrong if wanted[number]]
        for part in parts:
            found.update(dict.fromkeys(candidates_of(part, models, names, is_label)))
        chain = choose([*found], pages, wanted, repeats, sorted(hard), most)
        wrong = [number for number, one in enumerate(pages) if chain.values(one) != wanted[number]]
        if hard.issuperset(wrong):
            break
        hard.update(wrong)
    return chain


def _of_part(
    part: Part, pages: Sequence[CheckedPage], names: Names, is_label: IsLabel, most: int
) -> Chain:
    """The chain of what one part of a field gives."""
    alone = CompiledRules({"": FieldRules((part,))})
    wanted: list[Values] = []
    for one in pages:
        found = alone.apply(one.page).get("")
        wanted.append(found.values if found else ())
    chain = _chain((part,), pages, wanted, True, names, is_label, most)
    if any(chain.values(one) != target for one, target in zip(pages, wanted, strict=True)):
        several = any(len(values) > 1 for values in wanted)
        chain = _chain((part,), pages, wanted, several, names, is_label, most)
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
