"""Questions about labels that may be wrong: other types, swapped fields, texts that stand twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import Example, LabelError, apply_rules, learn_rules
from scrapy_treesim.templates.rules.example import shown, squeezed
from scrapy_treesim.templates.rules.field_type import (
    DATE_TYPE,
    LIST_TYPE,
    NUMBER_TYPE,
    PRICE_TYPE,
    type_of,
)
from scrapy_treesim.templates.rules.occurrences import PageText
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_EXAMPLES: Final = 10
"""Examples that are held against the others, one by one."""
MAX_FIELDS: Final = 30
"""Fields that are asked about."""
MAX_PLACES: Final = 3
"""Places of a text, and fields of which it is asked whether they say the same."""
MAX_PAGES: Final = 20
"""Further pages that are asked."""

_HEAD: Final = tags.numbers("head title option script style noscript template")


def questions(
    examples: Sequence[Example], names: Sequence[str], others: Sequence[Page] = ()
) -> list[str]:
    """Ask about labels that may be wrong, a line each.

    Args:
        examples: labelled pages of one template.
        names: what each of these pages is called.
        others: further pages of the template.
    """
    return [
        *_other_types(examples, names),
        *_swapped(examples[:MAX_EXAMPLES], names),
        *_twice(examples, names, others[:MAX_PAGES]),
    ]


def _labels(example: Example) -> dict[str, tuple[str, ...]]:
    return {name: values for name, values in example.fields() if values}


def _other_types(examples: Sequence[Example], names: Sequence[str]) -> Iterator[str]:
    """Fields that are a price in one example and a text in another, or the like."""
    first: dict[str, tuple[str, int, str]] = {}
    asked: set[str] = set()
    for number, example in enumerate(examples):
        for name, values in _labels(example).items():
            type = type_of(values)
            known = first.setdefault(name, (type, number, values[0]))
            if _are_apart(known[0], type) and name not in asked and len(asked) < MAX_FIELDS:
                asked.add(name)
                yield (
                    f"{names[number]}: {name} is {_a(type)}, {shown(values[0])}, and {_a(known[0])}"
                    f" in {names[known[1]]}, {shown(known[2])}: is it the same field?"
                )


def _are_apart(one: str, other: str) -> bool:
    """Tell whether no field has values of both types: a name may be a number, but no price."""
    both = {one, other}
    return len(both) == 2 and bool(both & {PRICE_TYPE, DATE_TYPE}) and both not in _MIXED


_MIXED: Final = (
    {PRICE_TYPE, NUMBER_TYPE},
    {PRICE_TYPE, LIST_TYPE},
    {DATE_TYPE, NUMBER_TYPE},
    {DATE_TYPE, LIST_TYPE},
)
"""Types of which one field may have values."""


def _a(type: str) -> str:
    return f"a {type}"


def _swapped(examples: Sequence[Example], names: Sequence[str]) -> Iterator[str]:
    """Examples in which two fields are what the other examples call the other way round."""
    told: set[frozenset[str]] = set()
    for number, example in enumerate(examples):
        rest = [one for place, one in enumerate(examples) if place != number]
        own = _labels(example)
        # Of two examples each says that the other one is wrong.
        if not rest or len(own) < 2 or (len(examples) == 2 and number == 0):
            continue
        found = _found_by(rest, example.page)
        for one, other in combinations([*own][:MAX_FIELDS], 2):
            if (
                frozenset((one, other)) not in told
                and own[one] != own[other]
                and _same(found.get(one, ()), own[other])
                and _same(found.get(other, ()), own[one])
            ):
                told.add(frozenset((one, other)))
                yield (
                    f"{names[number]}: {one} is {shown(own[one][0])} and {other} is"
                    f" {shown(own[other][0])}; in the other examples they stand the other way"
                    " round: are they swapped?"
                )


def _found_by(examples: Sequence[Example], page: Page) -> Mapping[str, tuple[str, ...]]:
    try:
        rules = learn_rules(examples)
    except LabelError:
        return {}
    return {name: value.values for name, value in apply_rules(rules, page).items()}


def _same(some: Sequence[str], others: Sequence[str]) -> bool:
    return bool(some) and {*map(squeezed, some)} == {*map(squeezed, others)}


def _twice(
    examples: Sequence[Example], names: Sequence[str], others: Sequence[Page]
) -> Iterator[str]:
    """Texts that stand at two places of their page which say different things on other pages."""
    if not others:
        return
    fields = dict.fromkeys(name for one in examples for name in _labels(one))
    for name in [*fields][:MAX_FIELDS]:
        with_it = [number for number, one in enumerate(examples) if name in _labels(one)]
        if any(examples[number].nodes.get(name) for number in with_it):
            continue
        places = {number: _places(examples[number], name) for number in with_it}
        # What one example tells apart is no question.
        if any(len(some) < 2 for some in places.values()):
            continue
        asked = _disagreeing(examples, name, places, others)
        if asked is not None:
            number, (one, other), page, said = asked
            example = examples[number].page
            yield (
                f"{names[number]}: {name}, {shown(_labels(examples[number])[name][0])}, stands at"
                f" {example.xpath(one)} and at {example.xpath(other)}; on {page.url or 'a page'}"
                f" these are {shown(said[0])} and {shown(said[1])}: give its xpaths, or that page"
                " as an example"
            )


def _places(example: Example, name: str) -> list[int]:
    """The nodes in which the one value of a field stands, the inmost at each place."""
    values = _labels(example)[name]
    if len(values) > 1:
        return []
    tree = example.page.tree
    found: list[int] = []
    for one in PageText(example.page).find(squeezed(values[0])):
        if one.above or one.prefix or one.suffix or _is_in_head(example.page, one.node):
            continue
        element = tree.parent[one.node] if tree.tag[one.node] == tags.TEXT else one.node
        if element not in found:
            found.append(element)
    return found[:MAX_PLACES]


def _is_in_head(page: Page, node: int) -> bool:
    tree = page.tree
    while node >= 0:
        if tree.tag[node] in _HEAD:
            return True
        node = tree.parent[node]
    return False


_Asked = tuple[int, tuple[int, int], "Page", tuple[str, str]]


def _disagreeing(
    examples: Sequence[Example],
    name: str,
    places: Mapping[int, Sequence[int]],
    others: Sequence[Page],
) -> _Asked | None:
    """A page on which what is learned of the first place and of another say different things."""
    readings = []
    for rank in range(MAX_PLACES):
        pinned = [
            Example(examples[number].page, {name: _labels(examples[number])[name]}, {name: [at]})
            for number, some in places.items()
            for at in some[rank : rank + 1]
        ]
        if len(pinned) < len(places):
            break
        try:
            rules = learn_rules(pinned)
        except LabelError:
            break
        readings.append([apply_rules(rules, page).get(name) for page in others])
    number = next(iter(places))
    for rank, reading in enumerate(readings[1:], 1):
        for page, one, other in zip(others, readings[0], reading, strict=True):
            if one and other and squeezed(one.values[0]) != squeezed(other.values[0]):
                at = places[number][0], places[number][rank]
                return number, at, page, (one.values[0], other.values[0])
    return None
