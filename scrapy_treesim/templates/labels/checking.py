"""Check what was labelled: rules on examples and further pages, labels that may be wrong.

Labels are asked about that are of other types, swapped, or a text that stands twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import Example, FieldValue, LabelError, apply_rules, learn_rules
from scrapy_treesim.templates.rules.rule import (
    DATE_TYPE,
    LIST_TYPE,
    NUMBER_TYPE,
    PRICE_TYPE,
    fits,
    type_of,
)
from scrapy_treesim.templates.rules.values import PageText, loosened, shown, squeezed
from scrapy_treesim.tree import tags
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.template import Template


NAMED: Final = 3
"""Pages of one fault that are named; of others the number."""
USUAL: Final = 0.5
"""Share of the pages from which on a field is one that the template's pages have."""
MAX_VALUES_SHOWN: Final = 5

Fields = Mapping[str, str | Sequence[str]]


def failures(
    template: Template,
    examples: Sequence[tuple[str, Page, Fields]],
    others: Sequence[Page],
    learned: Iterable[str] = (),
) -> list[str]:
    """The fields of a template that its rules do not give, a line each.

    Args:
        template: with the rules to check.
        examples: of each labelled page its name, the page and what stands on it.
        others: further pages of the template.
        learned: fields to check besides those of the examples.
    """
    names = dict.fromkeys([*(name for _, _, fields in examples for name in fields), *learned])
    rules = {name: template.fields[name] for name in names if name in template.fields}
    said = [
        f"{page_name}: {name} should be {_all(expected)}, and the rules find {_all(got)}"
        for page_name, page, fields in examples
        for name, expected, got in _unlike(template, fields, apply_rules(rules, page))
    ]
    read = [(page.url, apply_rules(rules, page)) for page in others]
    # That a page may lack what an example lacks is known.
    always = [
        name for name in names if examples and all(fields.get(name) for _, _, fields in examples)
    ]
    return [*said, *_lacking(always, read), *_of_other_types(template, names, read),
            *_same_twice(names, read)]  # fmt: skip


def _unlike(
    template: Template, fields: Fields, found: Mapping[str, FieldValue]
) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """The fields of an example that come out otherwise: name, expected and found values."""
    for name, rules in template.fields.items():
        if name not in fields and name not in found:
            continue
        given = fields.get(name, ())
        expected = (given,) if isinstance(given, str) else tuple(given)
        got = found[name].values if name in found else ()
        if rules.type not in ("", LIST_TYPE):
            got = got[:1]
        if not _are_same(expected, got):
            yield name, expected, got


def _are_same(expected: Sequence[str], got: Sequence[str]) -> bool:
    return any({*map(form, expected)} == {*map(form, got)} for form in (squeezed, loosened))


Read = Sequence[tuple[str, Mapping[str, FieldValue]]]
"""Of pages the address and what was found."""


def _lacking(names: Sequence[str], read: Read) -> Iterator[str]:
    for name in names:
        without = [url for url, found in read if name not in found]
        if without and len(without) < (1 - USUAL) * len(read):
            yield f"{name} is not found on {_pages(without)}"


def _of_other_types(template: Template, names: Mapping[str, None], read: Read) -> Iterator[str]:
    for name in names:
        type = template.fields[name].type if name in template.fields else ""
        of = [(url, found[name].values[0]) for url, found in read if name in found]
        strange = [(url, value) for url, value in of if not fits(type, value)]
        if strange:
            where = _pages([url for url, _ in strange])
            yield f"{name} is no {type} on {where}: {shown(strange[0][1])}"


def _same_twice(names: Mapping[str, None], read: Read) -> Iterator[str]:
    """Two fields that are read of one place."""
    for one, other in combinations(names, 2):
        same = [
            (url, found[one].values[0])
            for url, found in read
            if one in found and other in found and found[one].nodes == found[other].nodes
            and found[one].values == found[other].values
        ]  # fmt: skip
        if same:
            where = _pages([url for url, _ in same])
            yield (
                f"{one} and {other} are read of one place on {where}: {shown(same[0][1])}; give"
                " an example of a page that lacks one of them"
            )


def _pages(urls: Sequence[str]) -> str:
    """Pages by their addresses, the first few of them."""
    named = [url for url in urls if url][:NAMED]
    more = len(urls) - len(named)
    if not named:
        return counted(more, "page")
    return ", ".join(named) + (f" and {counted(more, 'page')} more" if more else "")


def _all(values: Sequence[str]) -> str:
    """Values as a message has them."""
    said = ", ".join(map(shown, values[:MAX_VALUES_SHOWN]))
    more = len(values) - MAX_VALUES_SHOWN
    return (f"{said} and {more} more" if more > 0 else said) or "nothing"


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
                    f"{names[number]}: {name} is a {type}, {shown(values[0])}, and a {known[0]}"
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
