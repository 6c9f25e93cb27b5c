"""``scrapy treesim SUBCOMMAND``: reads the command line and runs the subcommand."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _ArgumentGroup
from collections.abc import Callable
from io import TextIOWrapper
from typing import Any, Final

from scrapy import Spider
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import SETTINGS_PRIORITIES

from scrapy_treesim.batch.partition import PARTITION_PAGES
from scrapy_treesim.batch.parts import FORMATS as WRITTEN
from scrapy_treesim.commands.eject import run_eject
from scrapy_treesim.commands.extract import (
    ExtractSpider,
    FetchSpider,
    Use,
    chosen,
    run_batch,
    without_add_on,
)
from scrapy_treesim.commands.inspect import run_inspect
from scrapy_treesim.commands.keytree import run_keytree
from scrapy_treesim.commands.label import run_label
from scrapy_treesim.commands.learn import run_learn
from scrapy_treesim.commands.pages import refused, url_of
from scrapy_treesim.crawl.settings import SettingError, read_settings
from scrapy_treesim.executors import KINDS as EXECUTORS
from scrapy_treesim.findings import KINDS
from scrapy_treesim.templates.eject import WHAT
from scrapy_treesim.templates.labels.proposed import ACCEPTED
from scrapy_treesim.wording import meant

SUBCOMMANDS: Final = ("extract", "inspect", "keytree", "learn", "label", "eject")


class Command(ScrapyCommand):
    """Scrapy finds this class by the entry point ``treesim`` of the group ``scrapy.commands``."""

    requires_project = False

    def syntax(self) -> str:
        """The syntax after ``scrapy treesim``."""
        return (
            "extract [options] URL|FILE...\n"
            "  scrapy treesim extract [options] -o FOLDER PAGES...\n"
            "  scrapy treesim inspect [options] URL|FILE|TEMPLATES...\n"
            "  scrapy treesim keytree --example EXAMPLE --for PATTERN -o FILE URL|FILE...\n"
            "  scrapy treesim learn [options] -o FILE PAGES...\n"
            "  scrapy treesim learn --pending [FILE] -o FILE\n"
            "  scrapy treesim label --examples FILE TEMPLATES\n"
            "  scrapy treesim label --propose [--accept] --pages PAGES TEMPLATES\n"
            "  scrapy treesim label --pending [FILE] [--accept] TEMPLATES\n"
            "  scrapy treesim eject [options] --pages PAGES [-o FILE] TEMPLATES"
        )

    def short_desc(self) -> str:
        """One line for ``scrapy --help``."""
        return "Extract articles, records, comments and the fields of templates with no selectors"

    def long_desc(self) -> str:
        """The top of ``scrapy treesim --help``."""
        return (
            "extract prints what the add-on would yield for each URL or file; with -o it writes"
            " what saved pages hold (folders, WARC, Scrapy's HTTP cache, JSON lines). inspect shows"
            " pages with all of that in place. keytree makes a key tree of --example. learn learns"
            " the templates of saved pages, label their fields from a few examples, and eject"
            " writes a plain spider or a web-poet page object with selectors for these."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        """The options of the subcommands."""
        super().add_options(parser)
        add_options(parser)

    def process_options(self, args: list[str], opts: Namespace) -> None:
        """Log only what goes wrong, unless told otherwise: what comes out is for reading."""
        super().process_options(args, opts)
        assert self.settings is not None
        # None of the project's spiders is run, and one that cannot be imported harms nobody.
        self.settings.set("SPIDER_MODULES", [], "cmdline")
        if (self.settings.getpriority("LOG_LEVEL") or 0) < SETTINGS_PRIORITIES["cmdline"]:
            self.settings.set("LOG_LEVEL", "WARNING", "cmdline")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Fetch, extract, print; exit code 1 where a page could not be had.

        Raises:
            UsageError: no such subcommand, no page, or a setting or option that cannot be used.
        """
        assert self.settings is not None
        if not args:
            raise UsageError
        command, *targets = args
        if command not in SUBCOMMANDS:
            raise refused(f"there is no command {command}: {meant(command, SUBCOMMANDS)}")
        if command == "learn":
            self.exitcode = run_learn(targets, opts, self.settings)
        elif command == "label":
            self.exitcode = run_label(targets, opts, self.settings)
        elif command == "eject":
            self.exitcode = run_eject(targets, opts)
        elif command == "extract" and opts.output:
            if not targets or opts.format == "table":
                raise refused("extract -o wants saved PAGES, and no table of them")
            self.exitcode = run_batch(targets, opts, self.settings)
        elif not targets:
            raise refused(f"{command} wants a URL or FILE")
        elif command == "inspect":
            run_inspect(targets, opts, self.settings, self._fetch)
        elif command == "keytree":
            run_keytree([url_of(target) for target in targets], opts, self._fetch)
        elif opts.format not in PRINTED:
            raise refused(f"--format {opts.format} wants -o, the folder to write to")
        else:
            self._extract([url_of(target) for target in targets], opts)

    def _extract(self, urls: list[str], opts: Namespace) -> None:
        assert self.settings is not None
        try:
            self.settings = chosen(opts, self.settings)
            wanted = read_settings(self.settings).wanted
        except SettingError as error:
            raise refused(error) from None
        if wanted.kinds == ("template",) and self.settings.get("TREESIM_TEMPLATES") is None:
            raise refused(
                "only template is asked for, and there are none: learn some, and give the file as"
                " TREESIM_TEMPLATES (extract puts no pages into TREESIM_TEMPLATES_PENDING)"
            )
        table = opts.format == "table" or (opts.format == "auto" and sys.stdout.isatty())
        if isinstance(sys.stdout, TextIOWrapper):
            # JSON lines are UTF-8 wherever they go; a table shows what the terminal can.
            sys.stdout.reconfigure(encoding=None if table else "utf-8", errors="replace")
        without_add_on(self.settings)
        if table:
            self.settings.set("TREESIM_ITEMS", "items", "cmdline")
        everything = wanted.emit == "all"
        if everything or table or not wanted.rows:
            # Rows have no role: of these only a crawl can leave out what is secondary.
            self.settings.set("TREESIM_EMIT", "all", "cmdline")
        self._crawl(ExtractSpider, urls=urls, table=table, everything=everything)

    def _fetch(self, urls: list[str], use: Use) -> None:
        assert self.settings is not None
        without_add_on(self.settings)
        self._crawl(FetchSpider, urls=urls, use=use)

    def _crawl(self, spider: type[Spider], **arguments: Any) -> None:
        assert self.crawler_process is not None
        assert self.settings is not None
        self.crawler_process.settings = self.settings
        outcome: list[str] = []
        self.crawler_process.crawl(spider, failures=outcome, **arguments)
        self.crawler_process.start()
        if outcome or self.crawler_process.bootstrap_failed:
            self.exitcode = 1


PRINTED: Final = ("auto", "jsonlines", "table")
"""Formats of what is printed."""


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the subcommands."""
    add = _to(parser)
    add("--kinds KIND,...", f"only these of {', '.join(KINDS)}")
    add("--similar EXAMPLE", "find records like this one, given as CSS, XPath or a piece of HTML")
    add(
        "--format",
        f"how to print ({', '.join(PRINTED)}) or, with -o, to write ({', '.join(WRITTEN)})"
        " (auto, if not given)",
        choices=(*PRINTED, *WRITTEN),
        default="auto",
    )
    add("--all", "show what is secondary on its page too, as TREESIM_EMIT=all does")
    add = _to(parser.add_argument_group("keytree"))
    add("--example EXAMPLE *", "a record of the page, as CSS, XPath or a piece of HTML")
    add(
        "--for PATTERN *",
        "the pages it is for, a host or the beginning of a URL, with * for anything",
        dest="patterns",
    )
    add("--name NAME", "of the key tree, or else the host")
    add(
        "--output -o FILE",
        "a file of key trees, of learn one of templates; those in it are kept; of eject one of"
        " code; of extract a folder, for the findings of saved pages",
    )
    add = _to(parser.add_argument_group("extract -o"))
    add(
        "--partition-pages N",
        f"pages of a part ({PARTITION_PAGES}, if not given); 0 makes one of each WARC file or feed",
        default=PARTITION_PAGES,
    )
    _add_templates_options(parser)
    add = _to(parser.add_argument_group("inspect"))
    add("--html FILE", "write a report, one file to send to others")
    add("--port PORT", "of the local web page, or else one that is free", default=0)
    add("--no-browser", "only print the address of the local web page")
    add(
        "--root FOLDER",
        "where the pictures and styles of local pages lie, if not in or below the page's own",
    )


def _add_templates_options(parser: ArgumentParser) -> None:
    """The options of ``learn``, ``label`` and ``eject``."""
    add = _to(parser.add_argument_group("learn"))
    add(
        "--pending [FILE]",
        "learn from the pages of no template that crawls put into FILE, or else into"
        " TREESIM_TEMPLATES_PENDING, take out those of labelled templates, and show which fields"
        " of the others are known from before; with label, only show these",
    )
    add("--executor WHERE", EXECUTORS, default="local")
    add("--workers N", "processes, or else one a core", type=int)
    add("--method METHOD", "of clustering, or else joining", default="joining")
    add("--work FILE", "keep what was read there; the same command goes on from it")
    add("--min-pages N", "fewer that are alike make no template (3, if not given)", default=3)
    add("--keep-errors", "learn from error pages as well")
    add("--list", "only print the templates of the file --output")
    add = _to(parser.add_argument_group("label"))
    add(
        "--examples FILE",
        'JSON or JSON lines, each an object with "page" (a file) or "url", and with "fields", an'
        " object of names and of values that stand on the page",
    )
    add("--pages PAGES *", "saved pages, to find those of URLs and to check the fields on")
    add("--propose", "print the fields that are found on --pages without examples")
    add(
        "--accept",
        f"with --propose or --pending, label the templates with those of a score of {ACCEPTED} or"
        " more",
    )
    add = _to(parser.add_argument_group("eject"))
    add("--template ID *", "only this template, or else all that have fields")
    add(
        "--what",
        f"{', '.join(WHAT[:-1])} or {WHAT[-1]} ({WHAT[0]}, if not given), written to --output or"
        " else printed; checked on --pages",
        choices=WHAT,
        default=WHAT[0],
    )


def _to(group: ArgumentParser | _ArgumentGroup) -> Callable[..., None]:
    """A function that adds options to a group.

    An option is given as in a usage line: its flags and the name of its value, in brackets where
    that may be left out, with ``*`` where it may be given several times.
    """

    def add(usage: str, help: str, **more: Any) -> None:
        flags = [part for part in usage.split() if part.startswith("-")]
        value = usage.split()[len(flags) :]
        if value[1:]:
            more["action"], help = "append", f"{help}; may be given several times"
        if not value and "choices" not in more:
            more["action"] = "store_true"
        elif value:
            more["metavar"] = value[0].strip("[]")
        if value and value[0].startswith("["):
            more |= {"nargs": "?", "const": ""}
        if isinstance(more.get("default"), int):
            more["type"] = int
        group.add_argument(*flags, help=help, **more)

    return add
