"""``scrapy treesim SUBCOMMAND``: reads the command line and runs the subcommand."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from io import TextIOWrapper
from typing import Any, Final

from scrapy import Spider
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import SETTINGS_PRIORITIES

from scrapy_treesim.commands.eject import run_eject
from scrapy_treesim.commands.extract import ExtractSpider, FetchSpider, Use, chosen, run_batch
from scrapy_treesim.commands.inspect import run_inspect
from scrapy_treesim.commands.keytree import run_keytree
from scrapy_treesim.commands.label import run_label
from scrapy_treesim.commands.learn import run_learn
from scrapy_treesim.commands.options import PRINTED, add_options
from scrapy_treesim.commands.pages import refused, url_of
from scrapy_treesim.crawl.settings import SettingError, read_settings
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
            "  scrapy treesim label --show ID TEMPLATES\n"
            "  scrapy treesim label --propose [--accept] --pages PAGES TEMPLATES\n"
            "  scrapy treesim label --pending [FILE] [--accept] TEMPLATES\n"
            "  scrapy treesim eject [options] [-o FILE] TEMPLATES"
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
        ExtractSpider.prepare(self.settings)
        if table:
            self.settings.set("TREESIM_ITEMS", "items", "cmdline")
        everything = wanted.emit == "all"
        if everything or table or not wanted.rows:
            # Rows have no role: of these only a crawl can leave out what is secondary.
            self.settings.set("TREESIM_EMIT", "all", "cmdline")
        self._crawl(ExtractSpider, urls=urls, table=table, everything=everything)

    def _fetch(self, urls: list[str], use: Use) -> None:
        assert self.settings is not None
        ExtractSpider.prepare(self.settings)
        self.settings.set("TREESIM_ENABLED", False, "cmdline")
        # Of no use here, and template alone would want templates.
        self.settings.set("TREESIM_KINDS", None, "cmdline")
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
