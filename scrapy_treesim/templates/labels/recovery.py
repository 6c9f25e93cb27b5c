"""Recovery of a template's fields after a redesign, by the values of earlier crawls.

A redesign leaves most values as they are. On the pages of a new template each value that was found
at the same address before (or on the page with the same values, where addresses have changed) is
looked for; pages with all of them are examples, and rules are learned from them as from a person's.
Their confidence is measured with rules learned from half of the pages, applied to the other pages.

All fields are learned together at first, from pages on which nothing is unknown. A field with a low
confidence is learned once more by itself: pages that lacked it before may have it now, or a change
of another field kept pages out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.occurrences import ValueFinder, loosened, squeezed
from scrapy_treesim.templates.rules import Example, FieldRules, LabelError, apply_rules, learn_rules
from scrapy_treesim.tree import tags
from scrapy_treesim.values.field_types import DATE, PRICE, type_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.pending import SeenPage
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template


Values = tuple[str, ...]

MIN_DISTINCTIVE_CHARS: Final = 6
"""Fewest letters and digits of a value that identifies a page."""
MAX_SHARED: Final = 3
"""Most pages with one value if it is to identify a page."""
MIN_COMMON_VALUES: Final = 2
"""Fewest values in common of a page and the same page under a former address."""
MIN_SHARED: Final = 0.6
"""Least share of the identifying values still on a page; a list has a few of many pages."""
MAX_RUNS: Final = 3_000
"""Most runs of text by which a page is recognised."""


class RememberedPages:
    """Pages of earlier crawls, looked up by address or by values."""

    def __init__(self, pages: Iterable[SeenPage]) -> None:
        self._by_url: dict[str, SeenPage] = {}
        by_value: dict[str, list[str]] = {}
        for page in pages:
            self._by_url[page.url] = page
            for value in _distinctive(page):
                urls = by_value.setdefault(value, [])
                if len(urls) <= MAX_SHARED:
                    urls.append(page.url)
        self._by_value = {
            value: urls for value, urls in by_value.items() if len(urls) <= MAX_SHARED
        }

    def find(self, page: Page) -> SeenPage | None:
        """Return the page of an earlier crawl with the same address, or with most of the values."""
        if page.url in self._by_url:
            return self._by_url[page.url]
        votes = Counter(url for value in _runs(page) for url in self._by_value.get(value, ()))
        first, *rest = votes.most_common(2) or [("", 0)]
        if first[1] < MIN_COMMON_VALUES or (rest and rest[0][1] == first[1]):
            return None
        seen = self._by_url[first[0]]
        count = sum(value in self._by_value for value in _distinctive(seen))
        return seen if first[1] >= MIN_SHARED * count else None


def _distinctive(page: SeenPage) -> set[str]:
    loose = (loosened(value) for values in page.fields.values() for value in values)
    return {value for value in loose if len(value) >= MIN_DISTINCTIVE_CHARS}


def _runs(page: Page) -> set[str]:
    """Return the runs of text of a page; for ``label: value`` the value too."""
    texts: set[str] = set()
    tree = page.tree
    text_nodes = (node for node, tag in enumerate(tree.tag) if tag == tags.TEXT)
    for _, node in zip(range(MAX_RUNS), text_nodes, strict=False):
        text = tree.plain_text(node)[:400]
        texts.update((loosened(text), loosened(text.rpartition(":")[2])))
    return texts


def fields_on(
    page: Page, seen: SeenPage, types: Mapping[str, str]
) -> tuple[dict[str, Values], frozenset[str]]:
    """Return the current values of a page's former fields, and the names of missing fields."""
    finder, current = ValueFinder(page), dict[str, Values]()
    for name, before in seen.fields.items():
        texts = [_found(finder, types.get(name, ""), value) for value in before]
        now = tuple(filter(None, texts))
        if len(now) == len(texts):
            current[name] = now
    return current, frozenset(seen.fields.keys() - current.keys())


def _found(finder: ValueFinder, type: str, value: str) -> str | None:
    """Return a former value in the page's form; None where it is missing."""
    if not squeezed(value) or finder.find(value):
        return value or None
    if type in (PRICE, DATE):
        return next((text for _, text in finder.find_same(type, value)), None)
    return value if len(loosened(value)) > 1 and finder.find_loosely(value) else None


EXAMPLES: Final = 8
"""Most pages for learning rules."""
SURE: Final = 0.9
"""Least confidence of a field; below it the field is learned once more, by itself."""


@dataclass(frozen=True, slots=True)
class Revisit:
    """A page of an earlier crawl with its current values by field, and its unknown fields."""

    page: Page
    fields: Mapping[str, Values]
    unknown: frozenset[str]


@dataclass(frozen=True, slots=True)
class RecoveredField:
    """One field recovered after a redesign."""

    name: str
    sure: float
    """Confidence of its rules, in (0, 1), by the rule of succession: the share of the checked
    pages on which they give exactly the known values."""
    right: int
    """Number of pages with exactly the known values, including pages without the field."""
    asked: int
    """Number of checked pages."""
    example: str
    """One of its values."""
    rules: FieldRules


def recovered_fields(
    visits: Sequence[Revisit], names: Sequence[str], types: Mapping[str, str]
) -> dict[str, RecoveredField]:
    """Learn the named fields; leave out fields without a rule."""
    recovered = _learn_and_check(visits, names, types, visits)
    for name in names:
        if name in recovered and recovered[name].sure >= SURE:
            continue
        usable = [visit for visit in visits if name not in visit.unknown]
        for subset in (usable, [visit for visit in usable if name in visit.fields]):
            retry = _learn_and_check(subset, [name], types, usable).get(name)
            if retry is not None and (name not in recovered or retry.sure > recovered[name].sure):
                recovered[name] = retry
    return recovered


def _learn_and_check(
    visits: Sequence[Revisit],
    names: Sequence[str],
    types: Mapping[str, str],
    checked: Sequence[Revisit],
) -> dict[str, RecoveredField]:
    """Learn the named fields, with confidences from rules of either half of the pages.

    Rules are never checked on the pages they were learned from.
    """
    halves = [_learn_rules(half, names, types) for half in (visits[::2], visits[1::2])]
    recovered = {}
    for name, field_rules in _learn_rules(visits, names, types)[0].items():
        outcomes = [
            _is_right(rules.get(name), name, visit)
            for rules, examples in halves
            for visit in checked
            if name not in visit.unknown and visit not in examples
        ]
        confidence = round((sum(outcomes) + 1) / (len(outcomes) + 2), 4)
        sample = next((visit.fields[name] for visit in visits if name in visit.fields), ())
        recovered[name] = RecoveredField(
            name, confidence, sum(outcomes), len(outcomes), ", ".join(sample), field_rules
        )
    return recovered


def _learn_rules(
    visits: Sequence[Revisit], names: Sequence[str], types: Mapping[str, str]
) -> tuple[dict[str, FieldRules], list[Revisit]]:
    """Return the rules of the fields and the pages used to learn them."""
    name_set = frozenset(names)
    whole = [visit for visit in visits if not visit.unknown & name_set]
    chosen = whole[:EXAMPLES]
    # The other values on them help to locate such values.
    examples = [Example(visit.page, {**visit.fields}) for visit in chosen]
    try:
        rules = learn_rules(examples)
    except LabelError:
        return {}, []
    return {
        name: replace(rules[name], type=types.get(name, "")) for name in names if name in rules
    }, chosen


def _is_right(rules: FieldRules | None, name: str, visit: Revisit) -> bool:
    """Tell whether rules give exactly the known values of a page."""
    value = apply_rules({name: rules}, visit.page).get(name) if rules else None
    values = rules.of_type(value.values) if rules and value else ()
    return {*map(loosened, values)} == {*map(loosened, visit.fields.get(name, ()))}


MAX_PAGES: Final = 60
"""Most pages of a template that are read."""
MIN_PRESENT: Final = 0.5
"""Least share of the pages with a field before that have its values now."""
MIN_PAGES: Final = 3
"""Fewest pages of earlier crawls for a recovery."""


@dataclass(frozen=True, slots=True)
class RecoveredTemplate:
    """One template with its recovered fields."""

    template: str
    """Id of the template."""
    before: str
    """Id of the former template, which found the values."""
    pages: int
    """Number of its pages seen in earlier crawls."""
    fields: tuple[RecoveredField, ...]
    """Recovered fields, highest confidence first."""
    lost: tuple[str, ...]
    """Names of the fields that were not recovered."""


def lost_fields(
    template: Template, pages: Sequence[Page], remembered: RememberedPages
) -> frozenset[str]:
    """Return the fields missed by a template's rules though their values are still on the pages."""
    types = {name: rules.type for name, rules in template.fields.items()}
    before, missed = Counter[str](), Counter[str]()
    for page in pages[:MAX_PAGES]:
        seen = remembered.find(page)
        if seen is None or seen.template != template.id:
            continue
        unfound = seen.fields.keys() - apply_rules(template.fields, page).keys()
        before.update(seen.fields.keys())
        fields = {name: seen.fields[name] for name in unfound & template.fields.keys()}
        missed.update(fields_on(page, replace(seen, fields=fields), types)[0].keys())
    return frozenset(
        name
        for name, number in missed.items()
        if number >= MIN_PAGES and number >= MIN_PRESENT * before[name]
    )


def recover_fields(
    templates: Templates,
    template: Template,
    pages: Sequence[Page],
    remembered: RememberedPages,
    only: Collection[str] | None = None,
) -> RecoveredTemplate | None:
    """Recover the fields of a template; None if earlier crawls saw too few of its pages.

    ``only`` are the fields to look for; by default all fields of the former template.
    """
    seen = [
        (page, before)
        for page in pages[:MAX_PAGES]
        if (before := remembered.find(page)) is not None
    ]
    if len(seen) < MIN_PAGES:
        return None
    ((former, _),) = Counter(before.template for _, before in seen).most_common(1)
    seen = [(page, before) for page, before in seen if before.template == former]
    types = _types(templates, former, [before for _, before in seen])
    visits = [Revisit(page, *fields_on(page, before, types)) for page, before in seen]
    names = dict.fromkeys(name for visit in visits for name in (*visit.fields, *visit.unknown))
    present = Counter(name for visit in visits for name in visit.fields)
    absent = Counter(name for visit in visits for name in visit.unknown)
    recoverable = [
        name for name in names if 0 < present[name] >= MIN_PRESENT * (present[name] + absent[name])
    ]
    fields = recovered_fields(visits, recoverable, types)
    requested = [name for name in names if only is None or name in only]
    recovered = sorted(
        (fields[name] for name in requested if name in fields), key=lambda field: -field.sure
    )
    lost = tuple(name for name in requested if name not in fields)
    return RecoveredTemplate(template.id, former, len(visits), tuple(recovered), lost)


def _types(templates: Templates, id: str, seen: Sequence[SeenPage]) -> dict[str, str]:
    """Return the types of the fields: those of the former template, or else guessed."""
    before = {template.id: template for template in templates}.get(id)
    names = dict.fromkeys(name for page in seen for name in page.fields)
    types = {}
    for name in names:
        type = before.fields[name].type if before and name in before.fields else ""
        samples = [
            texts[0] if len(texts) == 1 else texts
            for page in seen
            if (texts := page.fields.get(name)) is not None
        ]
        types[name] = type or type_of(samples)
    return types
