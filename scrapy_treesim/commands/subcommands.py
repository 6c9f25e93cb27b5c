"""Subcommands: the options of each, and how it is run."""

from __future__ import annotations

import json
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, NoReturn

from itemadapter import ItemAdapter
from scrapy import Spider
from scrapy.commands import ScrapyCommand, ScrapyHelpFormatter

from scrapy_treesim.commands.batch.partition import PARTITION_PAGES
from scrapy_treesim.commands.batch.parts import FORMATS as WRITTEN
from scrapy_treesim.commands.eject import run_eject
from scrapy_treesim.commands.extract import (
    STANDARD_INPUT,
    ExtractSpider,
    FetchSpider,
    Use,
    check_targets,
    chosen,
    extract_saved,
    run_batch,
    without_add_on,
)
from scrapy_treesim.commands.inspect import run_inspect
from scrapy_treesim.commands.keytree import run_keytree
from scrapy_treesim.commands.label import run_label
from scrapy_treesim.commands.learn import run_learn
from scrapy_treesim.commands.output import FORM_OF_ENDING, Output, form_of, printed_to
from scrapy_treesim.commands.pages import is_corpus, refused, refusing, targets_in, url_of
from scrapy_treesim.crawl.parquet import INSTALL, can_write_parquet
from scrapy_treesim.crawl.settings import read_settings
from scrapy_treesim.files.executors import EXECUTORS
from scrapy_treesim.findings.kinds import KINDS
from scrapy_treesim.items import CLASSES
from scrapy_treesim.templates.labels.proposed import ACCEPTED
from scrapy_treesim.templates.rules.module_code import WHAT
from scrapy_treesim.wording import meant


def run(command: ScrapyCommand, opts: Namespace) -> None:
    """Run the subcommand; raise ``UsageError`` if it cannot be run."""
    settings, name, targets = command.settings, opts.command, opts.targets
    assert settings is not None

    def fetch(urls: list[str], use: Use) -> None:
        without_add_on(settings)
        _crawl(command, FetchSpider, urls=urls, use=use)

    if name == "learn":
        command.exitcode = run_learn(targets, opts, settings)
    elif name == "label":
        command.exitcode = run_label(targets, opts, settings)
    elif name == "eject":
        command.exitcode = run_eject(targets, opts)
    elif name == "schema":
        print_schema(targets)
    elif name == "extract":
        _extract(command, targets, opts)
    elif not targets:
        raise refused(f"{name} wants a URL or FILE")
    elif name == "inspect":
        run_inspect(targets, opts, settings, fetch)
    elif name == "keytree":
        run_keytree([url_of(target) for target in targets], opts, fetch)


def _extract(command: ScrapyCommand, targets: list[str], opts: Namespace) -> None:
    assert command.settings is not None
    with refusing():
        form = form_of(opts.output, opts.format) if opts.output else opts.format
        if opts.input:
            targets = [*targets, *targets_in(opts.input)]
        if opts.output:
            check_targets(opts.output, targets, is_folder=form is None)
    if form is None:
        if not targets or opts.format not in ("auto", *WRITTEN):
            raise refused(f"extract -o FOLDER wants saved PAGES, and no {opts.format} of them")
        command.exitcode = run_batch(targets, opts, command.settings)
    elif not targets:
        raise refused("extract wants a URL or FILE")
    elif opts.output and Path(opts.output).resolve() in [
        Path(source).resolve() for source in (*targets, opts.input) if source
    ]:
        raise refused(f"{opts.output} is read: give another file to write to")
    elif form == "parquet" and not opts.output:
        raise refused("--format parquet wants -o, the file or folder to write to")
    elif form == "parquet" and not can_write_parquet():
        raise refused(f"to write Parquet: {INSTALL}")
    else:
        _print(command, targets, opts, form)


def _print(command: ScrapyCommand, targets: list[str], opts: Namespace, form: str) -> None:
    assert command.settings is not None
    are_saved = bool(opts.output) and any(map(is_corpus, targets))
    stdin_url = opts.url or "stdin://-"
    urls = [
        stdin_url if target == STANDARD_INPUT else url_of(target)
        for target in targets
        if not are_saved
    ]
    with refusing():
        settings = command.settings = chosen(opts, command.settings)
        extraction = read_settings(settings).options
    if extraction.kinds == ("template",) and settings.get("TREESIM_TEMPLATES") is None:
        raise refused(
            "only template is asked for, and there are none: learn some, and give the file as"
            " TREESIM_TEMPLATES (extract puts no pages into TREESIM_TEMPLATES_PENDING)"
        )
    if form == "auto":
        form = "table" if sys.stdout.isatty() else "jsonl"
    if isinstance(sys.stdout, TextIOWrapper):
        # JSON lines are UTF-8 wherever they go; a table shows what the terminal can.
        sys.stdout.reconfigure(encoding=None if form == "table" else "utf-8", errors="replace")
    without_add_on(settings)
    if form == "table":
        settings.set("TREESIM_ITEMS", "items", "cmdline")
    everything = extraction.emit == "all"
    if everything or form == "table" or not extraction.rows:
        # Rows have no role: only a crawl can leave out the secondary ones.
        settings.set("TREESIM_EMIT", "all", "cmdline")
    pages = None if are_saved else len(urls)
    with refusing(), printed_to(opts.output or None):
        output = Output(form, extraction.kinds, pages, all_roles=everything)
        if are_saved:
            failures = extract_saved(targets, read_settings(settings), output)
            command.exitcode = int(bool(failures))
        else:
            _crawl(command, ExtractSpider, urls=urls, output=output, stdin_url=stdin_url)


def _crawl(command: ScrapyCommand, spider: type[Spider], **arguments: Any) -> None:
    assert command.crawler_process is not None
    assert command.settings is not None
    command.crawler_process.settings = command.settings
    with refusing():
        arguments["chosen"] = read_settings(command.settings)
    outcome: list[str] = []
    command.crawler_process.crawl(spider, failures=outcome, **arguments)
    command.crawler_process.start()
    if outcome or command.crawler_process.bootstrap_failed:
        command.exitcode = 1


PRINTED: Final = ("auto", "table", "jsonl", "json", "csv", "markdown", "text")
"""Formats of printed items."""


def print_schema(kinds: Sequence[str]) -> None:
    """Print the JSON Schema of one kind's items, or those of several by kind."""
    if wrong := next((kind for kind in kinds if kind not in CLASSES), None):
        raise refused(f"there is no kind {wrong}: {meant(wrong, tuple(CLASSES))}")
    schemas = {kind: ItemAdapter.get_json_schema(CLASSES[kind]) for kind in kinds or CLASSES}
    print(json.dumps(schemas[kinds[0]] if len(kinds) == 1 else schemas, indent=2))


class Parser(ArgumentParser):
    """Parser of one subcommand's options and arguments; an error is one line."""

    def __init__(self, name: str, subcommand: Subcommand) -> None:
        usage = "\n  scrapy treesim ".join(subcommand.usage)
        super().__init__(
            prog=f"scrapy treesim {name}",
            usage=f"scrapy treesim {usage}",
            description=f"{name} {subcommand.purpose}.",
            formatter_class=ScrapyHelpFormatter,
        )
        self.add_argument("targets", nargs="*", help=SUPPRESS)
        subcommand.add_options(self._add)
        self._name = name

    def _add(self, usage: str, help: str, **more: Any) -> None:
        """Add an option, given as in a usage line: its flags and the name of its value, in brackets
        if it may be left out, with ``*`` if it may be given several times."""
        flags = [part for part in usage.split() if part.startswith("-")]
        value = usage.split()[len(flags) :]
        if value[1:]:
            more["action"], help = "append", f"{help}; may be given several times"
        if not value:
            more["action"] = "store_true"
        else:
            more["metavar"] = value[0].strip("[]")
            more |= {"nargs": "?", "const": ""} if value[0].startswith("[") else {}
        if isinstance(more.get("default"), int):
            more["type"] = int
        self.add_argument(*flags, help=help, **more)

    def error(self, message: str) -> NoReturn:
        """Print the error in one line, with the way to the help."""
        flags = [flag for action in self._actions for flag in action.option_strings]
        if message.startswith("unrecognized arguments: "):
            wrong = message.removeprefix("unrecognized arguments: ").split()[0]
            message = f"there is no option {wrong}: {meant(wrong, flags)}"
        elif " invalid choice: " in message:
            wrong, _, choices = message.partition(" invalid choice: ")[2].partition(
                " (choose from "
            )
            words = [choice.strip("') ") for choice in choices.split(",")]
            message = f"there is no {wrong}: {meant(wrong, words)}"
        end(message, self._name)


def end(message: str, command: str = "") -> NoReturn:
    """End with one line and exit code 2: the command cannot be run."""
    name = f"scrapy treesim {command}".rstrip()
    print(f"{name}: error: {message}", file=sys.stderr)
    raise SystemExit(2)


@dataclass(frozen=True)
class Subcommand:
    """A subcommand: its syntax, its purpose and its options."""

    usage: tuple[str, ...]
    """Lines of usage."""
    purpose: str
    """Rest of a sentence that begins with the name."""
    add_options: Callable[[Callable[..., None]], None]


def _add_findings(add: Callable[..., None]) -> None:
    add("--kinds KIND,...", f"only these of {', '.join(KINDS)}")
    add("--similar EXAMPLE", "find records like this one, given as CSS, XPath or a piece of HTML")
    add("--all", "show what is secondary on its page too, as TREESIM_EMIT=all does")


def _add_workers(add: Callable[..., None]) -> None:
    add("--executor WHERE", EXECUTORS, default="local")
    add("--workers N", "number of processes (default: one per core)", type=int)


def _add_saved_pages(add: Callable[..., None], purpose: str) -> None:
    add("--pages PAGES *", f"saved pages, {purpose}")


def _of_extract(add: Callable[..., None]) -> None:
    _add_findings(add)
    formats = (*PRINTED, *(name for name in WRITTEN if name not in PRINTED))
    add(
        "--format FORMAT",
        f"how to print ({', '.join(PRINTED)}) or, with -o, to write ({', '.join(WRITTEN)}); auto"
        " is that of the file's name, else a table on a terminal and JSON lines elsewhere",
        choices=formats,
        type=lambda name: "jsonl" if name == "jsonlines" else name,
        default="auto",
    )
    add("--url URL", "the address of the page that is read from standard input, as -")
    add("--input -i FILE", "a file of further URLs and FILEs, one a line")
    add(
        "--output -o PATH",
        f"write to a FILE, which ends in {', '.join(FORM_OF_ENDING)}, in place of what is in it; or"
        " what saved PAGES hold to a FOLDER of parts, by many processes, and go on after a stop",
    )
    add(
        "--partition-pages N",
        f"with -o, pages of a part ({PARTITION_PAGES}, if not given); 0 makes one of each WARC file"
        " or feed",
        default=PARTITION_PAGES,
    )
    _add_workers(add)


def _of_inspect(add: Callable[..., None]) -> None:
    _add_findings(add)
    add("--html FILE", "write a report, one file to send to others")
    add("--port PORT", "of the local web page, or else one that is free", default=0)
    add("--no-browser", "only print the address of the local web page")
    add(
        "--root FOLDER",
        "where the pictures and styles of local pages lie, if not in or below the page's own",
    )
    add("--examples FILE", "where examples are kept, if not beside the templates")
    _add_saved_pages(add, "to see and check fields on")


def _of_keytree(add: Callable[..., None]) -> None:
    add("--example EXAMPLE *", "a record of the page, as CSS, XPath or a piece of HTML")
    add("--value NAME=VALUE *", "a value of a record of the page, with the name of its column")
    add(
        "--for PATTERN *",
        "the pages it is for, a host or the beginning of a URL, with * for anything",
        dest="patterns",
    )
    add("--name NAME", "name of the key tree (default: the host)")
    add("--output -o FILE", "a file of key trees; those in it are kept")


def _of_learn(add: Callable[..., None]) -> None:
    add("--output -o FILE", "a file of templates; those in it are kept")
    add(
        "--pending [FILE]",
        "learn from the pages of no template that crawls put into FILE, or else into"
        " TREESIM_TEMPLATES_PENDING, take out those of labelled templates, and show which fields"
        " of the others are known from before",
    )
    _add_workers(add)
    add(
        "--method METHOD", "clustering method: joining or qiu (default: joining)", default="joining"
    )
    add("--work FILE", "keep what was read there; the same command goes on from it")
    add(
        "--min-pages N",
        "smallest number of similar pages that makes a template (default: 3)",
        default=3,
    )
    add("--keep-errors", "learn from error pages as well")
    add("--list", "only print the templates of the file --output")


def _of_label(add: Callable[..., None]) -> None:
    add(
        "--examples FILE",
        'JSON or JSON lines, each an object with "page" (a file) or "url", and with "fields", an'
        " object of names and of values that are on the page",
    )
    _add_saved_pages(add, "to find those of URLs and to check the fields on")
    add("--propose", "print the fields that are found on --pages without examples")
    add(
        "--pending [FILE]",
        "print the fields that are known from before on pages of no template that crawls put into"
        " FILE, or else into TREESIM_TEMPLATES_PENDING",
    )
    add(
        "--accept",
        f"with --propose or --pending, label the templates with those of a score of {ACCEPTED} or"
        " more",
    )


def _of_eject(add: Callable[..., None]) -> None:
    add("--template ID *", "only this template, or else all that have fields")
    add(
        "--what WHAT",
        f"{', '.join(WHAT[:-1])} or {WHAT[-1]} ({WHAT[0]}, if not given)",
        choices=WHAT,
        default=WHAT[0],
    )
    add("--output -o FILE", "write the code there, or else print it")
    _add_saved_pages(add, "to check the selectors on")


SUBCOMMANDS: Final = {
    "extract": Subcommand(
        (
            "extract [options] [-o FILE] [-i FILE] URL|FILE|-...",
            "extract [options] -o FILE|FOLDER/ PAGES...",
        ),
        "prints what the add-on would yield for each page, or writes it with -o, also that of saved"
        " PAGES (folders, WARC, Scrapy's HTTP cache, JSON lines)",
        _of_extract,
    ),
    "inspect": Subcommand(
        ("inspect [options] URL|FILE|TEMPLATES...",),
        "shows pages with the findings marked in them, on a local web page or in one file",
        _of_inspect,
    ),
    "keytree": Subcommand(
        (
            "keytree --example EXAMPLE --for PATTERN -o FILE URL|FILE...",
            "keytree --value NAME=VALUE... --for PATTERN -o FILE URL|FILE...",
        ),
        "makes a key tree of records shown on pages, for those of the same form",
        _of_keytree,
    ),
    "learn": Subcommand(
        ("learn [options] -o FILE PAGES...", "learn --pending [FILE] -o FILE"),
        "learns the templates of saved pages",
        _of_learn,
    ),
    "label": Subcommand(
        (
            "label --examples FILE TEMPLATES",
            "label --propose [--accept] --pages PAGES TEMPLATES",
            "label --pending [FILE] [--accept] TEMPLATES",
        ),
        "labels the fields of templates from a few examples, or from what is known of them",
        _of_label,
    ),
    "eject": Subcommand(
        ("eject [options] --pages PAGES [-o FILE] TEMPLATES",),
        "writes a plain spider, or a web-poet page object, with selectors for the fields",
        _of_eject,
    ),
    "schema": Subcommand(
        ("schema [KIND...]",), "prints the JSON Schema of the items of each kind", lambda add: None
    ),
}
"""Subcommands by name."""
