"""Labelling of templates by examples, and checks of the learned rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.occurrences import PageText, loosened, shown, squeezed
from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    FieldValue,
    LabelError,
    apply_rules,
    learn_rules,
)
from scrapy_treesim.templates.rules.values import named
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import Template, check_field_name, extracted
from scrapy_treesim.tree import tags
from scrapy_treesim.values.field_types import LIST, fits, type_of
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_NAMED_PAGES: Final = 3
"""Most pages that a message names; it counts the rest."""
USUAL: Final = 0.5
"""Least share of a template's pages with a field that all of them should have."""
MAX_VALUES_SHOWN: Final = 5


def failures(
    template: Template,
    examples: Sequence[Example],
    further: Sequence[Page],
    learned: Iterable[str] = (),
) -> list[str]:
    """Describe wrong or missing values of the examples' and ``learned`` fields, a line each.

    ``further`` are unlabelled pages of the template.
    """
    names = dict.fromkeys([*(name for example in examples for name in example.values), *learned])
    rules = {name: template.fields[name] for name in names if name in template.fields}
    mismatches = [
        f"{named(example, number)}: {name} should be {in_words(expected)}, and the rules find"
        f" {in_words(values)}"
        for number, example in enumerate(examples)
        for name, expected, values in _diff(template, example, apply_rules(rules, example.page))
    ]
    results = [(page.url, apply_rules(rules, page)) for page in further]
    # A field that an example lacks may be missing on other pages too.
    always = [
        name for name in names if examples and all(example.values.get(name) for example in examples)
    ]
    return [*mismatches, *_lacking(always, results), *_mistyped(template, names, results),
            *_same_twice(names, results)]  # fmt: skip


def _diff(
    template: Template, example: Example, fields: Mapping[str, FieldValue]
) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """Yield the wrong fields of an example: name, expected and extracted values."""
    labelled = dict(example.fields())
    for name, rules in template.fields.items():
        if name not in labelled and name not in fields:
            continue
        expected = labelled.get(name, ())
        values = rules.of_type(fields[name].values if name in fields else ())
        if not _are_same(expected, values):
            yield name, expected, values


def _are_same(expected: Sequence[str], values: Sequence[str]) -> bool:
    return any({*map(form, expected)} == {*map(form, values)} for form in (squeezed, loosened))


Results = Sequence[tuple[str, Mapping[str, FieldValue]]]
"""Address and extracted fields of each page."""


def _lacking(names: Sequence[str], results: Results) -> Iterator[str]:
    for name in names:
        without = [url for url, fields in results if name not in fields]
        if without and len(without) < (1 - USUAL) * len(results):
            yield f"{name} is not found on {_pages(without)}"


def _mistyped(template: Template, names: Mapping[str, None], results: Results) -> Iterator[str]:
    for name in names:
        type = template.fields[name].type if name in template.fields else ""
        values = [(url, fields[name].values[0]) for url, fields in results if name in fields]
        misfits = [(url, value) for url, value in values if not fits(type, value)]
        if misfits:
            urls = _pages([url for url, _ in misfits])
            yield f"{name} is no {type} on {urls}: {shown(misfits[0][1])}"


def _same_twice(names: Mapping[str, None], results: Results) -> Iterator[str]:
    """Describe pairs of fields extracted from the same nodes."""
    for first, second in combinations(names, 2):
        same = [
            (url, fields[first].values[0])
            for url, fields in results
            if first in fields and second in fields and fields[first].nodes == fields[second].nodes
            and fields[first].values == fields[second].values
        ]  # fmt: skip
        if same:
            urls = _pages([url for url, _ in same])
            yield (
                f"{first} and {second} are read of one place on {urls}: {shown(same[0][1])}; give"
                " an example of a page that lacks one of them"
            )


def _pages(urls: Sequence[str]) -> str:
    """Return the addresses of the first few pages, and the number of the rest."""
    shown_urls = [url for url in urls if url][:MAX_NAMED_PAGES]
    more = len(urls) - len(shown_urls)
    if not shown_urls:
        return counted(more, "page")
    return ", ".join(shown_urls) + (f" and {counted(more, 'page')} more" if more else "")


def in_words(values: Sequence[str]) -> str:
    """Return values as a message quotes them."""
    text = ", ".join(map(shown, values[:MAX_VALUES_SHOWN]))
    more = len(values) - MAX_VALUES_SHOWN
    return (f"{text} and {more} more" if more > 0 else text) or "nothing"


MAX_FIELDS: Final = 30
"""Most fields with a question."""
MAX_OCCURRENCES: Final = 3
"""Most occurrences of a value that are compared."""
MAX_PAGES: Final = 20
"""Most further pages for a question."""


def _labels(example: Example) -> dict[str, tuple[str, ...]]:
    return {name: values for name, values in example.fields() if values}


def questions(examples: Sequence[Example], further: Sequence[Page] = ()) -> Iterator[str]:
    """Ask about values with two occurrences in an example that differ on further pages."""
    further = further[:MAX_PAGES]
    fields = dict.fromkeys(name for example in examples for name in _labels(example))
    for name in [*fields][:MAX_FIELDS] if further else ():
        labelled = [example for example in examples if name in _labels(example)]
        # No question about values pinned to nodes, or with a single occurrence in an example.
        if any(example.nodes.get(name) for example in labelled):
            continue
        occurrences = [*zip(*(_occurrences(example, name) for example in labelled), strict=False)]
        if len(occurrences) < 2:
            continue
        first, *rest = (_values_at(labelled, name, nodes, further) for nodes in occurrences)
        differing = (
            (number, page.url, value, other)
            for number, reading in enumerate(rest, 1)
            for page, value, other in zip(further, first, reading, strict=True)
            if value and other and squeezed(value) != squeezed(other)
        )
        for number, url, value, other in islice(differing, 1):
            page = labelled[0].page
            path, again = page.xpath(occurrences[0][0]), page.xpath(occurrences[number][0])
            yield (
                f"{named(labelled[0], examples.index(labelled[0]))}: {name},"
                f" {shown(_labels(labelled[0])[name][0])}, stands at {path} and at {again}; on"
                f" {url or 'a page'} these are {shown(value)} and {shown(other)}: give its xpaths,"
                " or that page as an example"
            )


def _occurrences(example: Example, name: str) -> list[int]:
    """Return the innermost element around each occurrence of a field's single value."""
    values = _labels(example)[name]
    tree = example.page.tree
    nodes: dict[int, None] = {}
    for match in PageText(example.page).find(squeezed(values[0])) if len(values) == 1 else ():
        is_in_head = any(tree.tag[above] in _HEAD for above in tree.upward(match.node))
        if not (match.above or match.prefix or match.suffix or is_in_head):
            nodes[tree.element(match.node)] = None
    return [*nodes][:MAX_OCCURRENCES]


_HEAD: Final = tags.numbers("head title option script style noscript template")


def _values_at(
    examples: Sequence[Example], name: str, nodes: Sequence[int], pages: Sequence[Page]
) -> list[str]:
    """Return the first value on each page by rules learned from these nodes."""
    shown_there = [
        Example(example.page, {name: _labels(example)[name]}, {name: [node]})
        for example, node in zip(examples, nodes, strict=True)
    ]
    try:
        rules = learn_rules(shown_there)
    except LabelError:
        return [""] * len(pages)
    results = (apply_rules(rules, page) for page in pages)
    return [fields[name].values[0] if name in fields else "" for fields in results]


MAX_FURTHER_PAGES: Final = 50
"""Most further pages of a template for counting its fields."""


@dataclass(frozen=True, slots=True)
class FieldCount:
    """Number of further pages with a labelled field."""

    found: int
    before: int | None = None
    """Number of pages with the field by its former rules; None if it had none."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Templates with rules for their fields."""

    templates: Templates
    examples: Mapping[str, int]
    """Number of examples by the id of the labelled template."""
    looked: Mapping[str, int]
    """Number of further pages by template id."""
    counts: Mapping[str, Mapping[str, FieldCount]]
    """Counts of the labelled fields on these pages, by template id and field name."""
    remarks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Failures of the rules and doubtful labels, a line each, by template id."""
    seen_before: bool = False
    """True if the pages are of earlier crawls, not a person's examples."""

    def beside(self, templates: Templates) -> Labelled:
        """Put the labelled fields into other templates; keep whatever else these have."""
        for id in self.examples:
            template = templates.by_id(id)
            ours = self.templates.by_id(id)
            names = self.counts[id].keys() & ours.fields.keys()
            fields = {name: ours.fields[name] for name in ours.fields if name in names}
            template = replace(template, fields={**template.fields, **fields})
            if template.expected and ours.expected:
                shares = {name: ours.expected.fields.get(name, 0.0) for name in names}
                expected = template.expected.with_shares(shares, self.looked[id])
                template = replace(template, expected=expected)
            templates = templates.replaced(template)
        return replace(self, templates=templates)


def label(
    templates: Templates, examples: Iterable[Example], others: Iterable[Page] = ()
) -> Labelled:
    """Learn the fields of the examples' templates; other fields they had stay.

    ``others`` are further pages, of whatever template, to count the pages with a field and to guess
    its type; read only as far as needed.

    Raises:
        LabelError: a page of no template, or a value that is not on its page; names it.
    """
    groups: dict[str, list[Example]] = {}
    for number, example in enumerate(examples):
        groups.setdefault(_template_of(templates, example, named(example, number)), []).append(
            example
        )
    further = pages_of_templates(templates, groups, others)
    counts = {}
    remarks = {}
    for id, pages in groups.items():
        before = templates.by_id(id)
        # The examples do not count: they were chosen because they have the fields.
        rules = _with_types(learned_fields(pages), pages, further[id])
        after = with_rules(before, rules, further[id])
        templates = templates.replaced(after)
        names = dict.fromkeys(name for example in pages for name in example.values)
        now, then = (_page_counts(template, names, further[id]) for template in (after, before))
        counts[id] = {
            name: FieldCount(now[name], then[name] if name in before.fields else None)
            for name in names
        }
        remarks[id] = [
            *failures(after, pages, further[id]),
            *questions(pages, further[id]),
        ]
    sizes = {id: len(pages) for id, pages in groups.items()}
    return Labelled(templates, sizes, {id: len(further[id]) for id in sizes}, counts, remarks)


def joined(before: Labelled, after: Labelled) -> Labelled:
    """Combine two labellings, ``after`` in the templates of ``before``."""
    ids = {**before.counts, **after.counts}
    return Labelled(
        after.templates,
        {**before.examples, **after.examples},
        {**before.looked, **after.looked},
        {id: {**before.counts.get(id, {}), **after.counts.get(id, {})} for id in ids},
        {id: [*before.remarks.get(id, ()), *after.remarks.get(id, ())] for id in ids},
    )


def _template_of(templates: Templates, example: Example, example_name: str) -> str:
    for name, values in example.fields():
        try:
            check_field_name(name)
        except ValueError as error:
            raise LabelError(f"{example_name}: {error}") from None
        if not values or not all(map(str.strip, values)):
            raise LabelError(f"{example_name}: the field {name} has no value; leave it out")
    if match := templates.match(example.page):
        return match[0].id
    raise LabelError(f"{example_name} is of no template{nearest_template(templates, example.page)}")


def nearest_template(templates: Templates, page: Page) -> str:
    """Return the end of the message "is of no template": the nearest one and its similarity."""
    for template, similarity in templates.ranked(page):
        least = template.signature.threshold
        return (
            f": it is like {template.id} by {similarity:.2f} and had to be by {least:.2f}; learn"
            " from pages like it first"
        )
    return ", as its site has none: learn from pages like it first"


def pages_of_templates(
    templates: Templates, ids: Iterable[str], pages: Iterable[Page], most: int = MAX_FURTHER_PAGES
) -> dict[str, list[Page]]:
    """Return the pages of these templates by template id, at most ``most`` each."""
    pages_of: dict[str, list[Page]] = {id: [] for id in ids}
    lacking = len(pages_of)
    for page in pages if pages_of else ():
        match = templates.match(page)
        template_pages = pages_of.get(match[0].id) if match else None
        if template_pages is not None and len(template_pages) < most:
            template_pages.append(page)
            lacking -= len(template_pages) == most
            if not lacking:
                break
    return pages_of


def learned_fields(examples: Sequence[Example]) -> dict[str, FieldRules]:
    """Learn the rules of all fields from examples of one template; each field needs one."""
    rules = learn_rules(examples)
    for number, example in enumerate(examples):
        for name in example.values:
            if name not in rules:
                raise LabelError(f"{named(example, number)}: no rule finds the field {name} on it")
    return rules


def _with_types(
    rules: Mapping[str, FieldRules], examples: Sequence[Example], further: Sequence[Page]
) -> dict[str, FieldRules]:
    """Return the rules with the declared types, or else types guessed from all values."""
    values_of: dict[str, list[str]] = {name: [] for name in rules}
    several: set[str] = set()
    for page in further:
        for name, value in apply_rules(rules, page).items():
            values_of[name] += value.values[:1]
            several.update((name,) if len(value.values) > 1 else ())
    typed = {}
    for name, field_rules in rules.items():
        declared = [example.types[name] for example in examples if name in example.types]
        labelled = [example.values[name] for example in examples if name in example.values]
        guessed = LIST if name in several else type_of(labelled, values_of[name])
        typed[name] = replace(field_rules, type=declared[0] if declared else guessed)
    return typed


def with_rules(
    template: Template, rules: Mapping[str, FieldRules], pages: Sequence[Page]
) -> Template:
    """Return the template with more fields, and the expected share of pages with each."""
    labelled = replace(template, fields={**template.fields, **rules})
    if template.expected is None or not pages:
        return labelled
    results = (extracted(labelled, 1.0, page).fields for page in pages)
    return replace(labelled, expected=template.expected.with_fields(results))


def _page_counts(template: Template, names: Iterable[str], pages: Sequence[Page]) -> Counter[str]:
    """Count the pages with each of these fields."""
    fields = {name: template.fields[name] for name in names if name in template.fields}
    partial_template = replace(template, fields=fields)
    return Counter(name for page in pages for name in extracted(partial_template, 1.0, page).fields)
