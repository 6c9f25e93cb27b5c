"""The fields of a template known from pages as they were before: found by their values.

A redesign leaves most values as they are. On the pages of a new template each value that was found
at the same address before (or on the page with the same values, where addresses have changed) is
looked for; pages on which all of them stand are examples, of which rules are learned as of a
person's; and the other pages tell how sure they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.labels.remembered import RememberedPages, Values, fields_on
from scrapy_treesim.templates.match.match import extracted
from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    LabelError,
    apply_rules,
    learn_rules,
)
from scrapy_treesim.templates.rules.example import loosened
from scrapy_treesim.templates.rules.field_type import LIST_TYPE, type_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.seen_values import SeenPage
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

MAX_PAGES: Final = 60
"""Pages of a template that are looked at."""
EXAMPLES: Final = 8
"""Pages that rules are learned from."""
MIN_FOUND: Final = 0.5
"""Share of the pages with a field before on which its values must stand now."""
SURE: Final = 0.9
"""A field that is less sure is learned once more, without the pages that lacked it before."""
MIN_PAGES: Final = 3
"""Pages seen before that are enough to go by."""


@dataclass(frozen=True, slots=True)
class FieldAgain:
    """A field as it was found again."""

    name: str
    sure: float
    """How sure its rules are, in (0, 1): the share of the pages asked on which they give just what
    was known of the page, by the rule of succession."""
    right: int
    """On how many pages they do, those without the field among them."""
    asked: int
    example: str
    """A value of it."""
    rules: FieldRules


@dataclass(frozen=True, slots=True)
class FoundAgain:
    """A template whose fields were found again."""

    template: str
    """Its id."""
    before: str
    """The id of the template that found the values."""
    pages: int
    """How many pages of it were seen before."""
    fields: tuple[FieldAgain, ...]
    """The surest first."""
    lost: tuple[str, ...]
    """Fields that were not found again."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A page, what stands on it by field, and the fields of which it is not known."""

    page: Page
    fields: Mapping[str, Values]
    unknown: frozenset[str]


def lost_fields(
    template: Template, pages: Sequence[Page], remembered: RememberedPages
) -> frozenset[str]:
    """The fields whose values still stand on pages of a template where its rules miss them."""
    types = {name: rules.type for name, rules in template.fields.items()}
    before, missed = Counter[str](), Counter[str]()
    for page in pages[:MAX_PAGES]:
        seen = remembered.of(page)
        if seen is None or seen.template != template.id:
            continue
        rest = seen.fields.keys() - apply_rules(template.fields, page).keys()
        before.update(seen.fields.keys())
        fields = {name: seen.fields[name] for name in rest & template.fields.keys()}
        missed.update(fields_on(page, replace(seen, fields=fields), types)[0].keys())
    return frozenset(
        name
        for name, number in missed.items()
        if number >= MIN_PAGES and number >= MIN_FOUND * before[name]
    )


def found_again(
    templates: Templates,
    template: Template,
    pages: Sequence[Page],
    remembered: RememberedPages,
    only: Collection[str] | None = None,
) -> FoundAgain | None:
    """Find the fields of a template again; None where too few of its pages were seen before.

    ``only`` are the ones to look for, or else all that were known.
    """
    seen = [
        (page, before) for page in pages[:MAX_PAGES] if (before := remembered.of(page)) is not None
    ]
    if len(seen) < MIN_PAGES:
        return None
    ((most, _),) = Counter(before.template for _, before in seen).most_common(1)
    seen = [(page, before) for page, before in seen if before.template == most]
    types = _types(templates, most, [before for _, before in seen])
    known = [_Known(page, *fields_on(page, before, types)) for page, before in seen]
    names = dict.fromkeys(name for one in known for name in (*one.fields, *one.unknown))
    kept = [name for name in names if _is_found(known, name)]
    fields = _fields(known, kept, types)
    wanted = [name for name in names if only is None or name in only]
    for name in (name for name in wanted if name in kept):
        if name not in fields or fields[name].sure < SURE:
            # A page that has it now may have lacked it before: these teach a wrong absence.
            with_it = [one for one in known if name in one.fields]
            again = _fields(with_it, [name], types, known)
            if name in again and (name not in fields or again[name].sure > fields[name].sure):
                fields |= again
    found = [fields[name] for name in wanted if name in fields]
    surest = sorted(found, key=lambda one: -one.sure)
    lost = tuple(name for name in wanted if name not in fields)
    return FoundAgain(template.id, most, len(known), tuple(surest), lost)


def _types(templates: Templates, id: str, seen: Sequence[SeenPage]) -> dict[str, str]:
    """The types of the fields, by the template that found them or else by their values."""
    before = {one.id: one for one in templates}.get(id)
    names = dict.fromkeys(name for page in seen for name in page.fields)
    types = {}
    for name in names:
        type = before.fields[name].type if before and name in before.fields else ""
        values = [page.fields[name] for page in seen if name in page.fields]
        alone = [some[0] if len(some) == 1 else some for some in values]
        types[name] = type or type_of(alone)
    return types


def _fields(
    known: Sequence[_Known],
    names: Sequence[str],
    types: Mapping[str, str],
    asked: Sequence[_Known] = (),
) -> dict[str, FieldAgain]:
    """The fields learned of some pages, and how they do on these or on others that are asked."""
    rules, examples = _learned(known, names, types)
    return {name: _asked(name, one, asked or known, examples) for name, one in rules.items()}


def _is_found(known: Iterable[_Known], name: str) -> bool:
    having = sum(name in one.fields for one in known)
    lacking = sum(name in one.unknown for one in known)
    return having > 0 and having >= MIN_FOUND * (having + lacking)


def _learned(
    known: Sequence[_Known], names: Sequence[str], types: Mapping[str, str]
) -> tuple[dict[str, FieldRules], list[_Known]]:
    """The rules of the fields and the pages that they were learned from."""
    wanted = frozenset(names)
    whole = [one for one in known if not one.unknown & wanted and one.fields]
    chosen = _varied(whole, wanted)
    if not chosen or not wanted:
        return {}, []
    examples = [
        Example(one.page, {name: one.fields.get(name, ()) for name in names}) for one in chosen
    ]
    try:
        rules = learn_rules(examples, [one.page for one in known if one not in chosen])
    except LabelError:
        return {}, []
    return {name: replace(one, type=types[name]) for name, one in rules.items()}, chosen


def _varied(known: Sequence[_Known], names: frozenset[str]) -> list[_Known]:
    """Some of the pages, in turn one of each combination of fields that they have."""
    by_fields: dict[frozenset[str], list[_Known]] = {}
    for one in known:
        by_fields.setdefault(names.intersection(one.fields), []).append(one)
    groups = sorted(by_fields.values(), key=len, reverse=True)
    turns = (one for turn in zip_longest(*groups) for one in turn if one is not None)
    return [*islice(turns, EXAMPLES)]


def _asked(
    name: str, rules: FieldRules, known: Sequence[_Known], examples: Sequence[_Known]
) -> FieldAgain:
    """Ask its rules on pages of which it is known what they should give."""
    told = [one for one in known if name not in one.unknown]
    others = [one for one in told if one not in examples] or told
    right = 0
    example = ""
    for one in others:
        found = apply_rules({name: rules}, one.page).get(name)
        got = found.values if found else ()
        if rules.type not in ("", LIST_TYPE):
            got = got[:1]
        expected = one.fields.get(name, ())
        is_right = {*map(loosened, got)} == {*map(loosened, expected)}
        right += is_right
        if is_right and got and not example:
            example = ", ".join(got)
    sure = (right + 1) / (len(others) + 2)
    return FieldAgain(name, round(sure, 4), right, len(others), example, rules)


def with_fields(
    template: Template, found: FoundAgain, least: float, pages: Sequence[Page]
) -> Template:
    """The template with the fields that are sure enough; ``pages`` are those of the template."""
    fields = {one.name: one.rules for one in found.fields if one.sure >= least}
    labelled = replace(template, fields={**template.fields, **fields})
    if template.expected is None or not pages:
        return labelled
    read = (extracted(labelled, 1.0, page).fields for page in pages)
    return replace(labelled, expected=template.expected.with_fields(read))
