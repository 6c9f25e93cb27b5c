"""The fields of a template known from pages as they were before: found by their values.

A redesign leaves most values as they are. On the pages of a new template each value that was found
at the same address before (or on the page with the same values, where addresses have changed) is
looked for; pages on which all of them stand are examples, of which rules are learned as of a
person's; and the other pages tell how sure they are.

All fields are learned together at first, from pages on which nothing is unknown, in turn one of
each combination of fields. Of one that comes out unsure it may be that pages which lacked it before
have it now, or that a change of another field kept pages away: it is learned once more by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.labels.labelling import with_rules
from scrapy_treesim.templates.labels.remembered import RememberedPages, fields_on
from scrapy_treesim.templates.rules import Example, FieldRules, LabelError, apply_rules, learn_rules
from scrapy_treesim.templates.rules.example import loosened
from scrapy_treesim.templates.rules.field_type import LIST_TYPE, type_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.labels.remembered import Values
    from scrapy_treesim.templates.store.seen_values import SeenPage
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template


EXAMPLES: Final = 8
"""Pages that rules are learned from."""
SURE: Final = 0.9
"""A field that is less sure is learned once more, by itself."""
MIN_LACKING: Final = 0.15
"""Share of the pages from which on a field may lack; fewer may have lost it for a time."""
FEW_LEFT: Final = 10
"""With fewer pages beside the examples each half of all pages is tried on the other one."""


@dataclass(frozen=True, slots=True)
class KnownPage:
    """A page, what stands on it by field, and the fields of which it is not known."""

    page: Page
    fields: Mapping[str, Values]
    unknown: frozenset[str]


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


def fields_again(
    pages: Sequence[KnownPage], names: Sequence[str], types: Mapping[str, str]
) -> dict[str, FieldAgain]:
    """Learn some fields of pages; one that cannot be learned is not among them."""
    known = [*pages]
    for name in names:
        known = _with_it_unknown_if_rarely_lacking(known, name)
    found = _tried(known, names, types, known)
    for name in names:
        if name in found and found[name].sure >= SURE:
            continue
        told = [one for one in known if name not in one.unknown]
        for some in (told, [one for one in told if name in one.fields]):
            again = _tried(some, [name], types, told).get(name)
            if again is not None and (name not in found or again.sure > found[name].sure):
                found[name] = again
    return found


def _with_it_unknown_if_rarely_lacking(known: Sequence[KnownPage], name: str) -> list[KnownPage]:
    lacking = [one for one in known if name not in one.fields and name not in one.unknown]
    if len(lacking) >= MIN_LACKING * len(known):
        return [*known]
    return [replace(one, unknown=one.unknown | {name}) if one in lacking else one for one in known]


def _tried(
    known: Sequence[KnownPage],
    names: Sequence[str],
    types: Mapping[str, str],
    asked: Sequence[KnownPage],
) -> dict[str, FieldAgain]:
    """Learn some fields of some pages, and ask others how they do."""
    rules, examples = _learned(known, names, types)
    left = [one for one in asked if one not in examples]
    trials = [(rules, left)]
    if len(left) < FEW_LEFT:
        # Nothing is asked of what it was learned from.
        halves = known[::2], known[1::2]
        learned = [_learned(half, names, types) for half in halves]
        trials = [(some, [one for one in asked if one not in of]) for some, of in learned]
    found = {}
    for name, one in rules.items():
        marks: list[bool] = []
        for some, others in trials:
            told = [page for page in others if name not in page.unknown]
            marks += [_is_right(some.get(name), name, page) for page in told]
        sure = round((sum(marks) + 1) / (len(marks) + 2), 4)
        found[name] = FieldAgain(name, sure, sum(marks), len(marks), _value(known, name), one)
    return found


def _learned(
    known: Sequence[KnownPage], names: Sequence[str], types: Mapping[str, str]
) -> tuple[dict[str, FieldRules], list[KnownPage]]:
    """The rules of the fields and the pages that they were learned from."""
    wanted = frozenset(names)
    whole = [one for one in known if not one.unknown & wanted]
    chosen = _varied(whole, wanted)
    # What stands on them besides tells where such values stand.
    examples = [Example(one.page, {**one.fields}) for one in chosen]
    try:
        rules = learn_rules(examples, [one.page for one in known if one not in chosen])
    except LabelError:
        return {}, []
    return {
        name: replace(rules[name], type=types.get(name, "")) for name in names if name in rules
    }, chosen


def _varied(known: Sequence[KnownPage], names: frozenset[str]) -> list[KnownPage]:
    """Some of the pages, in turn one of each combination of fields that they have."""
    by_fields: dict[frozenset[str], list[KnownPage]] = {}
    for one in known:
        by_fields.setdefault(names.intersection(one.fields), []).append(one)
    groups = sorted(by_fields.values(), key=len, reverse=True)
    turns = (one for turn in zip_longest(*groups) for one in turn if one is not None)
    return [*islice(turns, EXAMPLES)]


def _is_right(rules: FieldRules | None, name: str, known: KnownPage) -> bool:
    """Tell whether rules give just what is known of a page."""
    found = apply_rules({name: rules}, known.page).get(name) if rules else None
    got = found.values if found else ()
    if rules and rules.type not in ("", LIST_TYPE):
        got = got[:1]
    return {*map(loosened, got)} == {*map(loosened, known.fields.get(name, ()))}


def _value(known: Sequence[KnownPage], name: str) -> str:
    return next((", ".join(one.fields[name]) for one in known if name in one.fields), "")


MAX_PAGES: Final = 60
"""Pages of a template that are looked at."""
MIN_FOUND: Final = 0.5
"""Share of the pages with a field before on which its values must stand now."""
MIN_PAGES: Final = 3
"""Pages seen before that are enough to go by."""


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
    known = [KnownPage(page, *fields_on(page, before, types)) for page, before in seen]
    names = dict.fromkeys(name for one in known for name in (*one.fields, *one.unknown))
    kept = [name for name in names if _is_found(known, name)]
    fields = fields_again(known, kept, types)
    wanted = [name for name in names if only is None or name in only]
    found = sorted((fields[name] for name in wanted if name in fields), key=lambda one: -one.sure)
    lost = tuple(name for name in wanted if name not in fields)
    return FoundAgain(template.id, most, len(known), tuple(found), lost)


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


def _is_found(known: Iterable[KnownPage], name: str) -> bool:
    having = sum(name in one.fields for one in known)
    lacking = sum(name in one.unknown for one in known)
    return having > 0 and having >= MIN_FOUND * (having + lacking)


def with_fields(
    template: Template, found: FoundAgain, least: float, pages: Sequence[Page]
) -> Template:
    """The template with the fields that are sure enough; ``pages`` are those of the template."""
    rules = {one.name: one.rules for one in found.fields if one.sure >= least}
    return with_rules(template, rules, pages)
