"""``scrapy treesim inspect``: pages with their findings, on a local web page or in one file."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from scrapy_treesim.commands.extract import Fetch
from scrapy_treesim.commands.pages import refused, refusing, url_of
from scrapy_treesim.crawl.settings import check, files_in, read_settings
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.files.saved_page import start_of
from scrapy_treesim.files.whole_file import write_whole
from scrapy_treesim.templates.store.store import FORMAT

if TYPE_CHECKING:
    from argparse import Namespace

    from scrapy.settings import BaseSettings

    from scrapy_treesim.inspector.inspection import Inspection
    from scrapy_treesim.page import Page

KEY_TREES: Final = "key_trees.json"
"""File of key trees, without one in the settings."""
LABELS: Final = "labels.jsonl"
"""File of labelled examples, beside the templates, if no option names one."""
_SNIFFED: Final = 200


def run_inspect(targets: list[str], opts: Namespace, settings: BaseSettings, fetch: Fetch) -> None:
    """Fetch pages, and write a report of them or serve them until interrupted.

    Files of templates among the targets join those of the settings.
    """
    _check_options(opts)
    template_targets = [target for target in targets if _holds_templates(target)]
    templates = [*dict.fromkeys((*files_in(settings.get("TREESIM_TEMPLATES")), *template_targets))]
    with refusing():
        # Who names a file or an address wants it read.
        settings.setdefault("TREESIM_JSON", True, "cmdline")
        if templates:
            settings.set("TREESIM_TEMPLATES", templates, "cmdline")
        if opts.kinds:
            settings.set("TREESIM_KINDS", check("TREESIM_KINDS", opts.kinds), "cmdline")
        extraction = read_settings(settings).options
        corpus = open_corpus(*opts.pages) if opts.pages else None
    # Imported late: no other command needs them.
    from scrapy_treesim.inspector.inspection import (
        MAX_PAGES,
        Inspection,
        InspectionFiles,
        medoid_pages,
    )

    files = InspectionFiles(*_files(templates, opts, settings))
    root = None if opts.root is None else Path(opts.root).resolve()
    urls = [url_of(target) for target in targets if target not in template_targets]
    if not urls and corpus is None:
        raise refused("inspect wants a page, or --pages with those in the middle of the templates")
    pages: dict[str, Page] = {}
    if urls:
        fetch(urls, pages.__setitem__)
    if urls and not pages:
        return
    inspection = Inspection([], files, extraction, extraction.kinds, corpus, root)
    with refusing():
        # In the order they were given.
        for page in (pages[url] for url in urls if url in pages):
            inspection.open(_name(page.url), page)
        if not urls and corpus is not None:
            largest = sorted(extraction.templates, key=lambda template: -template.pages)[:MAX_PAGES]
            for id, page in medoid_pages(corpus, largest).items():
                inspection.open(id, page)
            if not inspection.pages:
                raise LookupError("none of --pages is in the middle of a template: give a page too")
        _show(inspection, opts)


def _check_options(opts: Namespace) -> None:
    if not opts.html and find_spec("flask") is None:
        raise refused('inspect wants Flask: pip install "flask>=3.1" (--html goes without)')
    if not 0 <= opts.port <= 65_535:
        raise refused(f"--port is a number from 0 to 65535, not {opts.port}")
    if opts.root is not None and not Path(opts.root).is_dir():
        raise refused(f"--root: there is no folder {opts.root}")
    if opts.html is not None and not Path(opts.html).parent.is_dir():
        raise refused(f"--html: there is no folder {Path(opts.html).parent}")


def _show(inspection: Inspection, opts: Namespace) -> None:
    """Write a report of the pages, or serve them until interrupted."""
    if opts.html is None:
        from scrapy_treesim.inspector.serving import serve

        return serve(inspection, opts.port, not opts.no_browser)
    from scrapy_treesim.inspector.shell import report

    write_whole(opts.html, report(inspection).encode("utf-8", "replace"))
    print(f"written to {Path(opts.html)}")
    return None


def _name(url: str) -> str:
    """Return a short name of an address: its last part, or else the host."""
    parts = urlsplit(url)
    return unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.hostname or url


def _holds_templates(target: str) -> bool:
    is_json = target.lower().endswith(".json")
    return is_json and FORMAT.encode() in start_of(Path(target), _SNIFFED)


def _files(
    templates: list[str], opts: Namespace, settings: BaseSettings
) -> tuple[tuple[Path, ...], tuple[Path, ...], Path]:
    """Return the files of templates, of key trees and of examples."""
    paths = tuple(map(Path, templates))
    trees = files_in(settings.get("TREESIM_KEY_TREES"))
    beside = paths[0].parent if paths else Path()
    examples = Path(opts.examples) if opts.examples else beside / LABELS
    if not examples.parent.is_dir():
        raise refused(f"--examples: there is no folder {examples.parent}")
    return (paths, tuple(map(Path, trees or [KEY_TREES])), examples)
