"""Examples label the templates of their pages, and are checked: rules on examples and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    FieldValue,
    LabelError,
    apply_rules,
    learn_rules,
)
from scrapy_treesim.templates.rules.values import PageText, loosened, named, shown, squeezed
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import Template, check_field_name, extracted
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.values.field_types import LIST, fits, type_of
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

NAMED: Final = 3
"""Pages of one fault that are named; of others the number."""
USUAL: Final = 0.5
"""Share of the pages from which on a field is one that the template's pages have."""
MAX_VALUES_SHOWN: Final = 5


def failures(
    template: Template,
    examples: Sequence[Example],
    others: Sequence[Page],
    learned: Iterable[str] = (),
) -> list[str]:
    """The fields of a template that its rules do not give, a line each.

    Args:
        template: with the rules to check.
        examples: labelled pages of it.
        others: further pages of the template.
        learned: fields to check besides those of the examples.
    """
    names = dict.fromkeys([*(name for one in examples for name in one.values), *learned])
    rules = {name: template.fields[name] for name in names if name in template.fields}
    said = [
        f"{named(one, number)}: {name} should be {in_words(expected)}, and the rules find"
        f" {in_words(got)}"
        for number, one in enumerate(examples)
        for name, expected, got in _unlike(template, one, apply_rules(rules, one.page))
    ]
    read = [(page.url, apply_rules(rules, page)) for page in others]
    # That a page may lack what an example lacks is known.
    always = [name for name in names if examples and all(one.values.get(name) for one in examples)]
    return [*said, *_lacking(always, read), *_of_other_types(template, names, read),
            *_same_twice(names, read)]  # fmt: skip


def _unlike(
    template: Template, example: Example, found: Mapping[str, FieldValue]
) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """The fields of an example that come out otherwise: name, expected and found values."""
    given = dict(example.fields())
    for name, rules in template.fields.items():
        if name not in given and name not in found:
            continue
        expected = given.get(name, ())
        got = found[name].values if name in found else ()
        if rules.type not in ("", LIST):
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


def in_words(values: Sequence[str]) -> str:
    """Values as a message has them."""
    said = ", ".join(map(shown, values[:MAX_VALUES_SHOWN]))
    more = len(values) - MAX_VALUES_SHOWN
    return (f"{said} and {more} more" if more > 0 else said) or "nothing"


MAX_FIELDS: Final = 30
"""Fields that are asked about."""
MAX_PLACES: Final = 3
"""Places of a text, of which it is asked whether they say the same."""
MAX_PAGES: Final = 20
"""Further pages that are asked."""


def _labels(example: Example) -> dict[str, tuple[str, ...]]:
    return {name: values for name, values in example.fields() if values}


def questions(examples: Sequence[Example], others: Sequence[Page] = ()) -> Iterator[str]:
    """Ask about texts that stand at two places, which say different things on further pages."""
    others = others[:MAX_PAGES]
    fields = dict.fromkeys(name for one in examples for name in _labels(one))
    for name in [*fields][:MAX_FIELDS] if others else ():
        having = [one for one in examples if name in _labels(one)]
        # What somebody has shown is no question, nor is what one example tells apart.
        if any(one.nodes.get(name) for one in having):
            continue
        places = [*zip(*(_places(one, name) for one in having), strict=False)]
        if len(places) < 2:
            continue
        first, *rest = (_read_at(having, name, nodes, others) for nodes in places)
        differing = (
            (number, page.url, one, other)
            for number, reading in enumerate(rest, 1)
            for page, one, other in zip(others, first, reading, strict=True)
            if one and other and squeezed(one) != squeezed(other)
        )
        for number, url, one, other in islice(differing, 1):
            page = having[0].page
            at, again = page.xpath(places[0][0]), page.xpath(places[number][0])
            yield (
                f"{named(having[0], examples.index(having[0]))}: {name},"
                f" {shown(_labels(having[0])[name][0])}, stands at {at} and at {again}; on"
                f" {url or 'a page'} these are {shown(one)} and {shown(other)}: give its xpaths,"
                " or that page as an example"
            )


def _places(example: Example, name: str) -> list[int]:
    """The elements in which the one value of a field stands, the inmost at each place."""
    values = _labels(example)[name]
    tree = example.page.tree
    found: dict[int, None] = {}
    for one in PageText(example.page).find(squeezed(values[0])) if len(values) == 1 else ():
        if one.above or one.prefix or one.suffix or _is_in_head(tree, one.node):
            continue
        found[tree.parent[one.node] if tree.tag[one.node] == tags.TEXT else one.node] = None
    return [*found][:MAX_PLACES]


_HEAD: Final = tags.numbers("head title option script style noscript template")


def _is_in_head(tree: PageTree, node: int) -> bool:
    while node >= 0 and tree.tag[node] not in _HEAD:
        node = tree.parent[node]
    return node >= 0


def _read_at(
    examples: Sequence[Example], name: str, nodes: Sequence[int], pages: Sequence[Page]
) -> list[str]:
    """The first value on each page by rules of a field whose values stand at these nodes."""
    shown_there = [
        Example(one.page, {name: _labels(one)[name]}, {name: [node]})
        for one, node in zip(examples, nodes, strict=True)
    ]
    try:
        rules = learn_rules(shown_there)
    except LabelError:
        return [""] * len(pages)
    read = (apply_rules(rules, page) for page in pages)
    return [found[name].values[0] if name in found else "" for found in read]


OTHERS: Final = 50
"""Further pages of a template that are asked whether they have the fields."""


@dataclass(frozen=True, slots=True)
class FieldCount:
    """On how many of a template's further pages a field is found that was labelled."""

    found: int
    before: int | None = None
    """As many as its former rules found it on; None if it had none."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Templates with rules for their fields."""

    templates: Templates
    examples: Mapping[str, int]
    """By the id of a template that was labelled, how many pages it was given."""
    looked: Mapping[str, int]
    """By its id, on how many further pages of it the fields were looked for."""
    counts: Mapping[str, Mapping[str, FieldCount]]
    """By its id and a field's name, on how many of these it was found; only what was labelled."""
    remarks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By its id, a line each: what the rules do not do on its pages, labels to look at again."""
    seen_before: bool = False
    """True if the pages are of earlier crawls, not a person's examples."""

    def beside(self, templates: Templates) -> Labelled:
        """The fields that were labelled put into other templates; what else these have stays.

        Raises:
            LookupError: a template that was labelled is not among them.
        """
        for id in self.examples:
            template = templates.by_id(id)
            ours = self.templates.by_id(id)
            names = self.counts[id].keys() & ours.fields.keys()
            fields = {name: ours.fields[name] for name in ours.fields if name in names}
            template = replace(template, fields={**template.fields, **fields})
            if template.expected and ours.expected:
                found = {name: ours.expected.fields.get(name, 0.0) for name in names}
                expected = template.expected.with_shares(found, self.looked[id])
                template = replace(template, expected=expected)
            templates = templates.replaced(template)
        return replace(self, templates=templates)


def label(
    templates: Templates, examples: Iterable[Example], others: Iterable[Page] = ()
) -> Labelled:
    """Learn the fields of the templates that the examples are of; other fields they had stay.

    Args:
        templates: all that the pages may be of.
        examples: labelled pages, of one template or of several.
        others: further pages, of whatever template: they tell how many pages have a field, and of
            which type it is. Read only as far as needed.

    Raises:
        LabelError: a page of no template, or a value that is not on its page; says which.
    """
    by_template: dict[str, list[Example]] = {}
    for number, one in enumerate(examples):
        by_template.setdefault(_template_of(templates, one, named(one, number)), []).append(one)
    more = pages_of_templates(templates, by_template, others)
    counts = {}
    remarks = {}
    for id, pages in by_template.items():
        before = templates.by_id(id)
        after = _labelled(before, pages, more[id])
        templates = templates.replaced(after)
        names = dict.fromkeys(name for one in pages for name in one.values)
        counts[id] = _counted(before, after, names, more[id])
        remarks[id] = [
            *failures(after, pages, more[id]),
            *questions(pages, more[id]),
        ]
    given = {id: len(pages) for id, pages in by_template.items()}
    return Labelled(templates, given, {id: len(more[id]) for id in given}, counts, remarks)


def joined(before: Labelled, after: Labelled) -> Labelled:
    """Both together: what was labelled first, and what was labelled in the templates of that."""
    ids = {**before.counts, **after.counts}
    return Labelled(
        after.templates,
        {**before.examples, **after.examples},
        {**before.looked, **after.looked},
        {id: {**before.counts.get(id, {}), **after.counts.get(id, {})} for id in ids},
        {id: [*before.remarks.get(id, ()), *after.remarks.get(id, ())] for id in ids},
    )


def _template_of(templates: Templates, one: Example, called: str) -> str:
    for name, values in one.fields():
        try:
            check_field_name(name)
        except ValueError as error:
            raise LabelError(f"{called}: {error}") from None
        if not values or not all(map(str.strip, values)):
            raise LabelError(f"{called}: the field {name} has no value; leave it out")
    if match := templates.match(one.page):
        return match[0].id
    raise LabelError(f"{called} is of no template{nearest_template(templates, one.page)}")


def nearest_template(templates: Templates, page: Page) -> str:
    """The end of the message "is of no template": the nearest one, and how like it the page is."""
    for template, similarity in templates.ranked(page):
        least = template.signature.threshold
        return (
            f": it is like {template.id} by {similarity:.2f} and had to be by {least:.2f}; learn"
            " from pages like it first"
        )
    return ", as its site has none: learn from pages like it first"


def pages_of_templates(
    templates: Templates, wanted: Iterable[str], pages: Iterable[Page], most: int = OTHERS
) -> dict[str, list[Page]]:
    """Of some templates the pages among these, at most so many each, by the template's id."""
    found: dict[str, list[Page]] = {id: [] for id in wanted}
    lacking = len(found)
    for page in pages if found else ():
        match = templates.match(page)
        of = found.get(match[0].id) if match else None
        if of is not None and len(of) < most:
            of.append(page)
            lacking -= len(of) == most
            if not lacking:
                break
    return found


def learned_fields(examples: Sequence[Example]) -> dict[str, FieldRules]:
    """The rules of all fields of some pages of one template.

    Raises:
        LabelError: a value that is not on its page, or that no rule finds; says which.
    """
    rules = learn_rules(examples)
    for number, one in enumerate(examples):
        for name in one.values:
            if name not in rules:
                raise LabelError(f"{named(one, number)}: no rule finds the field {name} on it")
    return rules


def _with_types(
    rules: Mapping[str, FieldRules], examples: Sequence[Example], others: Sequence[Page]
) -> dict[str, FieldRules]:
    """The rules with the types that were declared, or else those that all values found tell."""
    found: dict[str, list[str]] = {name: [] for name in rules}
    several: set[str] = set()
    for page in others:
        for name, value in apply_rules(rules, page).items():
            found[name] += value.values[:1]
            several.update((name,) if len(value.values) > 1 else ())
    typed = {}
    for name, one in rules.items():
        declared = [example.types[name] for example in examples if name in example.types]
        given = [example.values[name] for example in examples if name in example.values]
        told = LIST if name in several else type_of(given, found[name])
        typed[name] = replace(one, type=declared[0] if declared else told)
    return typed


def _labelled(template: Template, pages: Sequence[Example], others: Sequence[Page]) -> Template:
    rules = _with_types(learned_fields(pages), pages, others)
    # The examples do not count: they have the fields since they were chosen for them.
    return with_rules(template, rules, others)


def with_rules(
    template: Template, rules: Mapping[str, FieldRules], pages: Sequence[Page]
) -> Template:
    """The template with further fields, and how often all of them are found on pages of it."""
    labelled = replace(template, fields={**template.fields, **rules})
    if template.expected is None or not pages:
        return labelled
    found = (extracted(labelled, 1.0, page).fields for page in pages)
    return replace(labelled, expected=template.expected.with_fields(found))


def _counted(
    before: Template, after: Template, names: Iterable[str], pages: Sequence[Page]
) -> dict[str, FieldCount]:
    now, then = _found(after, names, pages), _found(before, names, pages)
    return {
        name: FieldCount(now[name], then[name] if name in before.fields else None) for name in names
    }


def _found(template: Template, names: Iterable[str], pages: Sequence[Page]) -> Counter[str]:
    """On how many of the pages each of these fields is found."""
    asked = {name: template.fields[name] for name in names if name in template.fields}
    alone = replace(template, fields=asked)
    return Counter(name for page in pages for name in extracted(alone, 1.0, page).fields)
