"""Examples label the templates of their pages: each learns the rules of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.labels.checking import failures, questions
from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    LabelError,
    apply_rules,
    learn_rules,
)
from scrapy_treesim.templates.rules.values import named
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import Template, check_field_name, extracted
from scrapy_treesim.values.field_types import LIST, type_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

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
    """Whether the pages are those of earlier crawls, and no examples of a person."""

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
