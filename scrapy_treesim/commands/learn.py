"""``scrapy treesim learn``: templates from saved pages, or from pages of no template."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from scrapy_treesim.commands.pages import no_pages, refused, refusing
from scrapy_treesim.commands.table import templates_table
from scrapy_treesim.crawl.settings import files_in
from scrapy_treesim.files.corpus import CorpusError, open_corpus
from scrapy_treesim.files.executors import open_executor
from scrapy_treesim.files.file_lock import locked
from scrapy_treesim.templates.store.pending import PendingStore
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from argparse import Namespace

    from scrapy.settings import BaseSettings

    from scrapy_treesim.templates.labels.labelling import Labelled
    from scrapy_treesim.templates.learn.learning import LearnCounts, LearnedTemplates, PageSource

Done = TypeVar("Done", "LearnedTemplates", "Labelled")


def run_learn(pages: list[str], opts: Namespace, settings: BaseSettings) -> int:
    """Learn and write the file, by options or settings; print a table; return the exit code."""
    if pages and opts.pending is not None:
        both = f"{pages[0]}, {opts.pending or 'TREESIM_TEMPLATES_PENDING'}"
        raise refused(f"learn wants saved PAGES or --pending, not both: {both}")
    pending = None if opts.pending is None else pending_file(opts, settings)
    if not (pages or pending or opts.list):
        raise refused("learn wants saved PAGES, or --pending")
    file = _file(opts, settings)
    with refusing():
        if opts.list:
            print(templates_table(Templates.load(file)), end="")
            return 0
        return int(_learn(pages, pending, file, opts).damaged > 0)


def _learn(pages: list[str], pending: Path | None, file: Path, opts: Namespace) -> LearnCounts:
    # Imported late: no other command needs them.
    from scrapy_treesim.commands.label import print_waiting, waiting
    from scrapy_treesim.templates.learn.learning import learn

    templates = Templates.load(file) if file.exists() else Templates()
    with ExitStack() as stack:
        store = None if pending is None else stack.enter_context(PendingStore(pending))
        if documents := [path for path in pages if path.lower().endswith(".json")]:
            raise CorpusError(
                f"templates are learned from HTML: {documents[0]} is JSON (feeds end in .jsonl)"
            )
        corpus: PageSource = open_corpus(*pages) if store is None else store
        workers = stack.enter_context(open_executor(opts.executor, opts.workers))
        keys: dict[str, str] = {}
        learned = learn(
            corpus,
            executor=workers,
            known=templates,
            on_page=None if store is None else keys.__setitem__,
            method=opts.method,
            work=opts.work,
            min_pages=opts.min_pages,
            keep_errors=opts.keep_errors,
        )
        if learned.new:
            learned = written(learned, templates, file)
        print(templates_table(learned.templates, learned.new), end="")
        print(_summary(learned, file), file=sys.stderr)
        if store is not None:
            entries = waiting(learned.templates, store)
            print_waiting(entries, file, store.path)
            # Pages stay until their template has all its fields again: these are found on them.
            stay = {entry.template for entry in entries}
            done = {template.id for template in templates if template.fields} - stay
            store.remove([key for key, id in keys.items() if id in done])
        return learned.counts


def written(done: Done, before: Templates, file: Path) -> Done:
    """Write new templates or labels, keeping changes made to the file meanwhile."""
    with locked(file):
        now = Templates.load(file) if file.exists() else before
        if now != before:
            done = done.beside(now)
        done.templates.save(file)
    return done


def _summary(learned: LearnedTemplates, file: Path) -> str:
    counts = learned.counts
    parts = [counted(counts.pages, "page")]
    if counts.resumed:
        parts.append(f"{counts.resumed} of them read before")
    for number, phrase in (
        (counts.learned, f"{counts.learned} in {counted(len(learned.new), 'new template')}"),
        (counts.known, f"{counts.known} of templates known already"),
        (counts.left, f"{counts.left} like too few others"),
        (counts.errors, f"{counted(counts.errors, 'error page')} left out"),
        (counts.failed, f"{counts.failed} that could not be parsed"),
        (counts.unreadable, no_pages(counts.unreadable, counts.damaged)),
    ):
        if number:
            parts.append(phrase)
    end = f"written to {file}" if learned.new else "nothing new to write"
    return f"{', '.join(parts)}; {end}"


def pending_file(opts: Namespace, settings: BaseSettings) -> Path:
    """Return the file of ``--pending``, or of the settings."""
    pending = opts.pending or settings.get("TREESIM_TEMPLATES_PENDING")
    if not pending:
        raise refused("--pending wants a FILE, or the setting TREESIM_TEMPLATES_PENDING")
    if not Path(pending).exists():
        raise refused(f"there is no {pending}: crawls make it, by TREESIM_TEMPLATES_PENDING")
    return Path(pending)


def _file(opts: Namespace, settings: BaseSettings) -> Path:
    """Return the file of ``--output``, or the single one of the settings."""
    paths = [opts.output] if opts.output else files_in(settings.get("TREESIM_TEMPLATES"))
    if not paths:
        raise refused("learn wants --output, the file of templates to write or add to")
    if len(paths) > 1:
        raise refused(f"TREESIM_TEMPLATES has {', '.join(paths)}: give one of them as --output")
    file = Path(paths[0])
    if not file.parent.is_dir():
        raise refused(f"there is no folder {file.parent}")
    return file
