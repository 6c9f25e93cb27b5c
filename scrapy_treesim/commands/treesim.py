"""``scrapy treesim SUBCOMMAND``: reads the command line and runs the subcommand."""

from __future__ import annotations

import json
import os
import sys
from argparse import REMAINDER, SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Any, Final, NoReturn

from itemadapter import ItemAdapter
from scrapy import Spider
from scrapy.commands import ScrapyCommand, ScrapyHelpFormatter
from scrapy.exceptions import UsageError
from scrapy.settings import SETTINGS_PRIORITIES

from scrapy_treesim import __version__
from scrapy_treesim.commands.batch.partition import PARTITION_PAGES
from scrapy_treesim.commands.batch.parts import FORMATS as WRITTEN
from scrapy_treesim.commands.eject import run_eject
from scrapy_treesim.commands.extract import (
    STANDARD_INPUT,
    ExtractSpider,
    FetchSpider,
    Use,
    check_folder,
    chosen,
    extract_saved,
    run_batch,
    without_add_on,
)
from scrapy_treesim.commands.inspect import run_inspect
from scrapy_treesim.commands.keytree import run_keytree
from scrapy_treesim.commands.label import run_label
from scrapy_treesim.commands.learn import run_learn
from scrapy_treesim.commands.output import FILE_FORMS, Output, form_of, printed_to
from scrapy_treesim.commands.pages import is_corpus, refused, refusing, targets_in, url_of
from scrapy_treesim.crawl.parquet import INSTALL, can_write_parquet
from scrapy_treesim.crawl.settings import read_settings
from scrapy_treesim.files.executors import EXECUTORS
from scrapy_treesim.findings.kinds import KINDS
from scrapy_treesim.items import CLASSES
from scrapy_treesim.templates.labels.proposed import ACCEPTED
from scrapy_treesim.templates.rules.module_code import WHAT
from scrapy_treesim.wording import meant


class Command(ScrapyCommand):
    """Command of Scrapy, found by the entry point ``treesim`` of the group ``scrapy.commands``."""

    requires_project = False

    def syntax(self) -> str:
        """Return the syntax after ``scrapy treesim``."""
        return "\n  scrapy treesim ".join(
            line for subcommand in SUBCOMMANDS.values() for line in subcommand.usage
        )

    def short_desc(self) -> str:
        """Return one line for ``scrapy --help``."""
        return "Extract articles, records, comments and the fields of templates with no selectors"

    def long_desc(self) -> str:
        """Return the top of ``scrapy treesim --help``."""
        purposes = " ".join(
            f"{name} {subcommand.purpose}." for name, subcommand in SUBCOMMANDS.items()
        )
        return f"{purposes} `scrapy treesim COMMAND --help` has the options of each."

    def add_options(self, parser: ArgumentParser) -> None:
        """Add the options of all Scrapy commands; the rest is read by the subcommand."""
        super().add_options(parser)
        parser.add_argument("arguments", nargs=REMAINDER, help=SUPPRESS)

    def process_options(self, args: list[str], opts: Namespace) -> None:
        """Read the subcommand's options; log warnings and errors only, unless set otherwise."""
        name, *rest = opts.arguments or [""]
        if args == ["--version"]:
            print(f"scrapy-treesim {__version__}")
            raise SystemExit
        if args:
            _end(f"options come after the command: {args[0]}")
        if not name:
            raise UsageError
        if name not in SUBCOMMANDS:
            _end(f"there is no command {name}: {meant(name, tuple(SUBCOMMANDS))}")
        parser = _Parser(name, SUBCOMMANDS[name])
        super().add_options(parser)
        parser.parse_intermixed_args(rest, opts)
        opts.command = name
        super().process_options(args, opts)
        assert self.settings is not None
        # No spider of the project is run, and one that cannot be imported does no harm.
        self.settings.set("SPIDER_MODULES", [], "cmdline")
        if (self.settings.getpriority("LOG_LEVEL") or 0) < SETTINGS_PRIORITIES["cmdline"]:
            self.settings.set("LOG_LEVEL", "WARNING", "cmdline")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Run the subcommand; exit code 1 if a page failed, 2 if the command cannot be run."""
        try:
            self._run(opts.command, opts.targets, opts)
        except UsageError as error:
            _end(str(error), opts.command)

    def _run(self, command: str, targets: list[str], opts: Namespace) -> None:
        assert self.settings is not None
        if command == "learn":
            self.exitcode = run_learn(targets, opts, self.settings)
        elif command == "label":
            self.exitcode = run_label(targets, opts, self.settings)
        elif command == "eject":
            self.exitcode = run_eject(targets, opts)
        elif command == "schema":
            print_schema(targets)
        elif command == "extract":
            self._extract(targets, opts)
        elif not targets:
            raise refused(f"{command} wants a URL or FILE")
        elif command == "inspect":
            run_inspect(targets, opts, self.settings, self._fetch)
        elif command == "keytree":
            run_keytree([url_of(target) for target in targets], opts, self._fetch)

    def _extract(self, targets: list[str], opts: Namespace) -> None:
        assert self.settings is not None
        sources = [*targets, *filter(None, [opts.input])]
        if opts.input:
            with refusing():
                targets = [*targets, *targets_in(opts.input)]
        form = form_of(opts.output) if opts.output else None
        if form and os.path.realpath(opts.output) in map(os.path.realpath, sources):
            raise refused(f"{opts.output} is read: give another file to write to")
        if opts.output and form is None:
            if not targets or opts.format not in ("auto", *WRITTEN):
                raise refused(f"extract -o FOLDER wants saved PAGES, and no {opts.format} of them")
            with refusing():
                check_folder(opts.output, targets)
            self.exitcode = run_batch(targets, opts, self.settings)
        elif not targets:
            raise refused("extract wants a URL or FILE")
        elif opts.format not in PRINTED and form is None:
            raise refused(f"--format {opts.format} wants -o, the file or folder to write to")
        else:
            form = opts.format if opts.format != "auto" else form or "auto"
            form = {"jsonlines": "jsonl"}.get(form, form)
            if opts.output and form not in FILE_FORMS:
                raise refused(f"a file has no format {form}: there are {', '.join(FILE_FORMS)}")
            if form == "parquet" and not can_write_parquet():
                raise refused(f"to write Parquet: {INSTALL}")
            self._print(targets, opts, form)

    def _print(self, targets: list[str], opts: Namespace, form: str) -> None:
        assert self.settings is not None
        are_saved = bool(opts.output) and any(map(is_corpus, targets))
        stdin_url = opts.url or "stdin://-"
        urls = [
            stdin_url if target == STANDARD_INPUT else url_of(target)
            for target in targets
            if not are_saved
        ]
        with refusing():
            self.settings = chosen(opts, self.settings)
            extraction = read_settings(self.settings).options
        if extraction.kinds == ("template",) and self.settings.get("TREESIM_TEMPLATES") is None:
            raise refused(
                "only template is asked for, and there are none: learn some, and give the file as"
                " TREESIM_TEMPLATES (extract puts no pages into TREESIM_TEMPLATES_PENDING)"
            )
        if form == "auto":
            form = "table" if sys.stdout.isatty() else "jsonl"
        if isinstance(sys.stdout, TextIOWrapper):
            # JSON lines are UTF-8 wherever they go; a table shows what the terminal can.
            sys.stdout.reconfigure(encoding=None if form == "table" else "utf-8", errors="replace")
        without_add_on(self.settings)
        if form == "table":
            self.settings.set("TREESIM_ITEMS", "items", "cmdline")
        everything = extraction.emit == "all"
        if everything or form == "table" or not extraction.rows:
            # Rows have no role: only a crawl can leave out the secondary ones.
            self.settings.set("TREESIM_EMIT", "all", "cmdline")
        pages = None if are_saved else len(urls)
        with refusing(), printed_to(opts.output or None):
            output = Output(form, extraction.kinds, pages, all_roles=everything)
            if are_saved:
                failures = extract_saved(targets, read_settings(self.settings), output)
                self.exitcode = int(bool(failures))
            else:
                self._crawl(ExtractSpider, urls=urls, output=output, stdin_url=stdin_url)

    def _fetch(self, urls: list[str], use: Use) -> None:
        assert self.settings is not None
        without_add_on(self.settings)
        self._crawl(FetchSpider, urls=urls, use=use)

    def _crawl(self, spider: type[Spider], **arguments: Any) -> None:
        assert self.crawler_process is not None
        assert self.settings is not None
        self.crawler_process.settings = self.settings
        with refusing():
            arguments["chosen"] = read_settings(self.settings)
        outcome: list[str] = []
        self.crawler_process.crawl(spider, failures=outcome, **arguments)
        self.crawler_process.start()
        if outcome or self.crawler_process.bootstrap_failed:
            self.exitcode = 1


PRINTED: Final = ("auto", "table", "jsonl", "jsonlines", "json", "csv", "markdown", "text")
"""Formats of printed items."""


def print_schema(kinds: Sequence[str]) -> None:
    """Print the JSON Schema of one kind's items, or those of several by kind."""
    if wrong := next((kind for kind in kinds if kind not in CLASSES), None):
        raise refused(f"there is no kind {wrong}: {meant(wrong, tuple(CLASSES))}")
    schemas = {kind: ItemAdapter.get_json_schema(CLASSES[kind]) for kind in kinds or CLASSES}
    print(json.dumps(schemas[kinds[0]] if len(kinds) == 1 else schemas, indent=2))


class _Parser(ArgumentParser):
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
        _end(message, self._name)


def _end(message: str, command: str = "") -> NoReturn:
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
        default="auto",
    )
    add("--url URL", "the address of the page that is read from standard input, as -")
    add("--input -i FILE", "a file of further URLs and FILEs, one a line")
    add(
        "--output -o PATH",
        "write to a FILE, named .jsonl, .csv, .json, .md, .txt or .parquet, in place of what is in"
        " it; or what saved PAGES hold to a FOLDER of parts, by many processes, and go on after a"
        " stop",
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
