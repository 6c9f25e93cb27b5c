"""The fields of new templates, found again among pages of no template: shown, and accepted."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrapy_treesim.commands.table import again_table
from scrapy_treesim.templates.labels.checking import failures
from scrapy_treesim.templates.labels.found_again import (
    MAX_PAGES,
    FoundAgain,
    found_again,
    lost_fields,
    with_fields,
)
from scrapy_treesim.templates.labels.labelling import FieldCount, Labelled
from scrapy_treesim.templates.labels.proposed import ACCEPTED
from scrapy_treesim.templates.labels.remembered import RememberedPages
from scrapy_treesim.templates.rules import apply_rules
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.store.pending import PendingStore
    from scrapy_treesim.templates.store.store import Templates

MAX_READ: Final = 5_000
"""Pages of a store that are read to find those of templates whose fields are to be found."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A template that lacks labels, or the rules of some fields, and its pages in the store."""

    template: str
    """Its id."""
    pages: Sequence[Page]
    """Some of them."""
    number: int
    """How many there are."""
    found: FoundAgain | None


def waiting(templates: Templates, store: PendingStore) -> list[Waiting]:
    """The templates that pages in the store wait for, with the fields found again."""
    pages: dict[str, list[Page]] = {}
    numbers: dict[str, int] = {}
    for _, saved in zip(range(MAX_READ), store.pages(), strict=False):
        try:
            page = saved.page()
        except Exception:
            continue
        match = templates.match(page)
        if match is None:
            continue
        numbers[match[0].id] = numbers.get(match[0].id, 0) + 1
        of = pages.setdefault(match[0].id, [])
        if len(of) < MAX_PAGES:
            of.append(page)
    if not pages:
        return []
    remembered = RememberedPages(store.seen.pages())
    found = []
    for one in templates:
        some = pages.get(one.id, [])
        only = lost_fields(one, some, remembered) if one.fields else None
        if some and (only is None or only):
            again = found_again(templates, one, some, remembered, only)
            found.append(Waiting(one.id, some, numbers[one.id], again))
    return found


def show(found: Sequence[Waiting]) -> bool:
    """Print what was found again; whether there is anything to accept."""
    sure = False
    for one in found:
        if one.found is None:
            continue
        print(again_table(one.found), end="")
        sure = sure or any(field.sure >= ACCEPTED for field in one.found.fields)
    return sure


def tell_waiting(found: Sequence[Waiting], sure: bool, file: Path, store: Path) -> None:
    """Say what may be done about the templates without labels."""
    if sure:
        print(
            f"to take the fields of {ACCEPTED:.0%} or more: scrapy treesim label {file} --pending"
            f" {store} --accept".replace("%", " %"),
            file=sys.stderr,
        )
    unknown = [one for one in found if one.found is None or not one.found.fields]
    if unknown:
        named = ", ".join(f"{one.template} ({counted(one.number, 'page')})" for one in unknown)
        print(
            f"no fields were known before on the pages of {named}: they stay in {store} until you"
            f" label them: scrapy treesim label {file} --examples FILE --pages {store}",
            file=sys.stderr,
        )


def accepted(templates: Templates, found: Sequence[Waiting]) -> Labelled:
    """The templates with the fields that are sure enough."""
    examples: dict[str, int] = {}
    looked: dict[str, int] = {}
    counts: dict[str, Mapping[str, FieldCount]] = {}
    remarks: dict[str, list[str]] = {}
    for one in found:
        if one.found is None:
            continue
        sure = [field for field in one.found.fields if field.sure >= ACCEPTED]
        unsure = [field for field in one.found.fields if field.sure < ACCEPTED]
        remarks[one.template] = [
            f"{field.name} is left out: it is right on {field.right} of"
            f" {counted(field.asked, 'page')}; give an example"
            for field in unsure
        ]
        remarks[one.template] += [
            f"{name} was not found again: give an example" for name in one.found.lost
        ]
        if not sure:
            continue
        labelled = with_fields(templates.by_id(one.template), one.found, ACCEPTED, one.pages)
        templates = templates.replaced(labelled)
        names = [field.name for field in sure]
        remarks[one.template] += failures(labelled, (), one.pages, names)
        rules = {field.name: field.rules for field in sure}
        read = [apply_rules(rules, page) for page in one.pages]
        examples[one.template] = one.found.pages
        looked[one.template] = len(read)
        counts[one.template] = {
            name: FieldCount(sum(name in fields for fields in read)) for name in rules
        }
    return Labelled(templates, examples, looked, counts, remarks, seen_before=True)
