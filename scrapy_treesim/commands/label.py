"""``scrapy treesim label``: fields of templates, labelled from examples or earlier crawls."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrapy_treesim.commands.learn import pending_file, written
from scrapy_treesim.commands.pages import SavedPages, open_pages, parsed, refused, refusing
from scrapy_treesim.commands.table import proposals_table, recovered_table
from scrapy_treesim.templates.labels.label_examples import ExampleFileError, page_in, read_entries
from scrapy_treesim.templates.labels.labelling import (
    FieldCount,
    Labelled,
    failures,
    label,
    pages_of_templates,
    with_rules,
)
from scrapy_treesim.templates.labels.proposed import ACCEPTED, accept_labels, proposed_labels
from scrapy_treesim.templates.labels.recovery import (
    MAX_PAGES,
    RecoveredTemplate,
    RememberedPages,
    lost_fields,
    recover_fields,
)
from scrapy_treesim.templates.rules import Example, apply_rules
from scrapy_treesim.templates.store.pending import PendingStore
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from argparse import Namespace

    from scrapy.settings import BaseSettings

    from scrapy_treesim.files.saved_page import SavedPage
    from scrapy_treesim.page import Page

MAX_READ: Final = 5_000
"""Largest number of pages to read from a store in search of those with fields to recover."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A template without labels, or without rules of some fields, and its pages in the store."""

    template: str
    """Id of the template."""
    pages: Sequence[Page]
    """Sample of its pages."""
    number: int
    """Number of its pages in the store."""
    recovered: RecoveredTemplate | None


def waiting(templates: Templates, store: PendingStore) -> list[Waiting]:
    """Return the templates with pages waiting in the store, and their recovered fields."""
    pages: dict[str, list[Page]] = {}
    numbers: Counter[str] = Counter()
    for page in parsed(islice(store.pages(), MAX_READ)):
        if match := templates.match(page):
            id = match[0].id
            numbers[id] += 1
            if numbers[id] <= MAX_PAGES:
                pages.setdefault(id, []).append(page)
    if not pages:
        return []
    remembered = RememberedPages(store.seen.pages())
    entries = []
    for template in templates:
        template_pages = pages.get(template.id, [])
        lost = lost_fields(template, template_pages, remembered) if template.fields else None
        if template_pages and (lost is None or lost):
            again = recover_fields(templates, template, template_pages, remembered, lost)
            entries.append(Waiting(template.id, template_pages, numbers[template.id], again))
    return entries


def print_waiting(entries: Sequence[Waiting], file: Path, store: Path) -> None:
    """Print the recovered fields, and the commands by which to label templates."""
    sure = False
    for entry in entries:
        if entry.recovered is not None:
            print(recovered_table(entry.recovered), end="")
            sure = sure or any(field.sure >= ACCEPTED for field in entry.recovered.fields)
    if sure:
        print(
            f"to take the fields of {ACCEPTED:.0%} or more: scrapy treesim label {file} --pending"
            f" {store} --accept".replace("%", " %"),
            file=sys.stderr,
        )
    unknown = [entry for entry in entries if entry.recovered is None or not entry.recovered.fields]
    if unknown:
        named = ", ".join(
            f"{entry.template} ({counted(entry.number, 'page')})" for entry in unknown
        )
        print(
            f"no fields were known before on the pages of {named}: they stay in {store} until you"
            f" label them: scrapy treesim label {file} --examples FILE --pages {store}",
            file=sys.stderr,
        )


def accepted(templates: Templates, entries: Sequence[Waiting]) -> Labelled:
    """Label the templates with the fields of a sufficient probability."""
    examples: dict[str, int] = {}
    looked: dict[str, int] = {}
    counts: dict[str, Mapping[str, FieldCount]] = {}
    remarks: dict[str, list[str]] = {}
    for entry in entries:
        if entry.recovered is None:
            continue
        sure = [field for field in entry.recovered.fields if field.sure >= ACCEPTED]
        remarks[entry.template] = _examples_wanted(entry.recovered)
        if not sure:
            continue
        rules = {field.name: field.rules for field in sure}
        labelled = with_rules(templates.by_id(entry.template), rules, entry.pages)
        templates = templates.replaced(labelled)
        remarks[entry.template] += failures(labelled, (), entry.pages, rules)
        read = [apply_rules(rules, page) for page in entry.pages]
        examples[entry.template] = entry.recovered.pages
        looked[entry.template] = len(read)
        counts[entry.template] = {
            name: FieldCount(sum(name in fields for fields in read)) for name in rules
        }
    return Labelled(templates, examples, looked, counts, remarks, seen_before=True)


def _examples_wanted(recovered: RecoveredTemplate) -> list[str]:
    unsure = [
        f"{field.name} is left out: it is right on {field.right} of"
        f" {counted(field.asked, 'page')}; give an example"
        for field in recovered.fields
        if field.sure < ACCEPTED
    ]
    return unsure + [f"{name} was not found again: give an example" for name in recovered.lost]


MIN_LOST_SHARE: Final = 0.1
"""Least share of pages that have lost a field, two at least, for it to be reported."""


def run_label(arguments: list[str], opts: Namespace, settings: BaseSettings) -> int:
    """Label the templates of one file; return the exit code."""
    ways = bool(opts.examples) + opts.propose + (opts.pending is not None)
    if len(arguments) != 1 or ways != 1:
        raise refused("label wants one file of templates, and --examples, --propose or --pending")
    if opts.accept and not opts.propose and opts.pending is None:
        raise refused("--accept is for what --propose or --pending finds: give one of them")
    if opts.propose and not opts.pages:
        raise refused("--propose wants --pages, in which fields are looked for")
    file = Path(arguments[0])
    with refusing():
        templates = Templates.load(file)
        if opts.pending is not None:
            return _again(templates, pending_file(opts, settings), file, accept=opts.accept)
        with ExitStack() as stack:
            corpus = open_pages(opts.pages, stack) if opts.pages else None
            if opts.propose and corpus:
                return _propose(templates, corpus, file if opts.accept else None)
            examples = read_examples(Path(opts.examples), corpus)
            pages = parsed(map(_addressed, corpus())) if corpus else ()
            labelled = written(label(templates, examples, pages), templates, file)
    _print_labelled(labelled, file, with_counts=corpus is not None)
    return 0


def _again(templates: Templates, pending: Path, file: Path, *, accept: bool) -> int:
    """Show the fields known from earlier crawls; with ``accept`` add them to the templates."""
    with PendingStore(pending) as store:
        entries = waiting(templates, store)
    if not accept:
        print_waiting(entries, file, pending)
        return 0
    labelled = accepted(templates, entries)
    if labelled.examples:
        _print_labelled(written(labelled, templates, file), file, with_counts=True)
        return 0
    for id, lines in labelled.remarks.items():
        _print_remarks(id, lines)
    print(f"no field is sure enough to be accepted: {file} stays as it is", file=sys.stderr)
    return 1


def _propose(templates: Templates, corpus: SavedPages, file: Path | None) -> int:
    """Print the proposed fields of each template; with a file add the surest to it."""
    before = templates
    all_labelled = Labelled(templates, {}, {}, {})
    pages = parsed(map(_addressed, corpus()))
    pages_by_template = pages_of_templates(templates, (template.id for template in before), pages)
    for id, template_pages in pages_by_template.items():
        labels = proposed_labels(before.by_id(id), template_pages)
        print(proposals_table(before.by_id(id), labels, len(template_pages)), end="")
        if file is not None:
            surest = [proposal for proposal in labels if proposal.score >= ACCEPTED]
            all_labelled, left_out = accept_labels(all_labelled, surest, template_pages)
            _print_remarks(id, left_out)
    if file is not None and all_labelled.examples:
        _print_labelled(written(all_labelled, before, file), file, with_counts=True)
    return 0


def _print_labelled(labelled: Labelled, file: Path, *, with_counts: bool) -> None:
    """Print the fields of each labelled template, and how often they were found."""
    for id, number in labelled.examples.items():
        fields = ", ".join(labelled.templates.by_id(id).fields)
        from_pages = f"{counted(number, 'page')} seen before"
        source = from_pages if labelled.seen_before else counted(number, "example")
        print(f"{id}: {fields}, from {source}; in {file}")
        if with_counts:
            _print_counts(labelled, id)
        _print_remarks(id, labelled.remarks.get(id, ()))


def _print_remarks(id: str, lines: Iterable[str]) -> None:
    for line in lines:
        print(f"{id}: {line}", file=sys.stderr)


def _print_counts(labelled: Labelled, id: str) -> None:
    """Print the number of a template's pages with each field, and fields found less often."""
    looked = labelled.looked[id]
    if not looked:
        print("  none of --pages is of it, so its fields were not looked for")
        return
    for name, count in labelled.counts[id].items():
        share = f"{count.found} of {counted(looked, 'page')}"
        print(f"  {name} on {share}")
        if (count.before or 0) - count.found >= max(2, MIN_LOST_SHARE * looked):
            print(
                f"{id}: {name} is found on {share}, and was on {count.before} before: give an"
                " example of a page that lacks it now, beside those that it was labelled by",
                file=sys.stderr,
            )


def read_examples(path: Path, corpus: SavedPages | None) -> list[Example]:
    """Return the examples of a file with their pages."""
    entries = read_entries(path)
    missing = {entry.url for entry in entries if entry.file is None}
    by_url = _pages_by_url(corpus, missing) if corpus and missing else {}
    examples = []
    for entry in entries:
        if entry.file is not None:
            page = page_in(entry)
        elif entry.url in by_url:
            page = by_url[entry.url]
        else:
            where = " in --pages" if corpus else ': give --pages with it, or "page": FILE instead'
            raise ExampleFileError(f"{entry.location}: there is no page {entry.url}{where}")
        examples.append(entry.labelled(page))
    if not examples:
        raise ExampleFileError(f"{path} has no examples")
    return examples


def _pages_by_url(corpus: SavedPages, urls: set[str]) -> dict[str, Page]:
    """Return the first page of each address, as far as they are in the corpus."""
    pages: dict[str, Page] = {}
    for saved in corpus():
        if saved.url in urls and saved.url not in pages:
            pages[saved.url] = saved.page()
            if len(pages) == len(urls):
                break
    return pages


def _addressed(saved: SavedPage) -> SavedPage:
    """Return the page, with its key as address if it has none."""
    return saved if saved.url else replace(saved, url=saved.key)
