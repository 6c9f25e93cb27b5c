"""The fields of a template known from pages as they were before: found by their values.

A redesign leaves most values as they are. On the pages of a new template each value that was found
at the same address before (or on the page with the same values, where addresses have changed) is
looked for; pages on which all of them stand are examples, of which rules are learned as of a
person's; and the other pages tell how sure they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.labels.again_fields import FieldAgain, KnownPage, fields_again
from scrapy_treesim.templates.labels.remembered import RememberedPages, fields_on
from scrapy_treesim.templates.match.match import extracted
from scrapy_treesim.templates.rules import (
    apply_rules,
)
from scrapy_treesim.templates.rules.field_type import type_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.seen_values import SeenPage
    from scrapy_treesim.templates.store.store import Templates
    from scrapy_treesim.templates.template import Template

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
    fields = {one.name: one.rules for one in found.fields if one.sure >= least}
    labelled = replace(template, fields={**template.fields, **fields})
    if template.expected is None or not pages:
        return labelled
    read = (extracted(labelled, 1.0, page).fields for page in pages)
    return replace(labelled, expected=template.expected.with_fields(read))
