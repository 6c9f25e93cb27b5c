"""Fields learned of pages whose values are known from before, and how sure they are.

All fields are learned together at first, from pages on which nothing is unknown, in turn one of
each combination of fields. Of one that comes out unsure it may be that pages which lacked it before
have it now, or that a change of another field kept pages away: it is learned once more by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import (
    Example,
    FieldRules,
    LabelError,
    apply_rules,
    learn_rules,
)
from scrapy_treesim.templates.rules.example import loosened
from scrapy_treesim.templates.rules.field_type import LIST_TYPE

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.labels.remembered import Values

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
