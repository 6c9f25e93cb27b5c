"""``scrapy treesim SUBCOMMAND``: the command, of which Scrapy makes each to run any of them.

What subcommands need is loaded when this one is run.
"""

from __future__ import annotations

from argparse import REMAINDER, SUPPRESS, ArgumentParser, Namespace

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import SETTINGS_PRIORITIES

from scrapy_treesim import __version__
from scrapy_treesim.wording import meant


class Command(ScrapyCommand):
    """Command of Scrapy, found by the entry point ``treesim`` of the group ``scrapy.commands``."""

    requires_project = False

    def syntax(self) -> str:
        """Return the syntax after ``scrapy treesim``."""
        from scrapy_treesim.commands.subcommands import SUBCOMMANDS

        return "\n  scrapy treesim ".join(
            line for subcommand in SUBCOMMANDS.values() for line in subcommand.usage
        )

    def short_desc(self) -> str:
        """Return one line for ``scrapy --help``."""
        return "Extract articles, records, comments and the fields of templates with no selectors"

    def long_desc(self) -> str:
        """Return the top of ``scrapy treesim --help``."""
        from scrapy_treesim.commands.subcommands import SUBCOMMANDS

        purposes = " ".join(
            f"{name} {subcommand.purpose}." for name, subcommand in SUBCOMMANDS.items()
        )
        return f"{purposes} `scrapy treesim COMMAND --help` has the options of each."

    def add_options(self, parser: ArgumentParser) -> None:
        """Add the options of all Scrapy commands; the rest is read by the subcommand."""
        from scrapy_treesim.commands.outlet import outlive_reader

        # Before help, which is printed first.
        outlive_reader()
        super().add_options(parser)
        parser.add_argument("arguments", nargs=REMAINDER, help=SUPPRESS)

    def process_options(self, args: list[str], opts: Namespace) -> None:
        """Read the subcommand's options; log warnings and errors only, unless set otherwise."""
        from scrapy_treesim.commands.subcommands import SUBCOMMANDS, Parser, end

        name, *rest = opts.arguments or [""]
        if args == ["--version"]:
            print(f"scrapy-treesim {__version__}")
            raise SystemExit
        if args:
            end(f"options come after the command: {args[0]}")
        if not name:
            raise UsageError
        if name not in SUBCOMMANDS:
            end(f"there is no command {name}: {meant(name, tuple(SUBCOMMANDS))}")
        parser = Parser(name, SUBCOMMANDS[name])
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
        from scrapy_treesim.commands.subcommands import end, run

        try:
            run(self, opts)
        except UsageError as error:
            end(str(error), opts.command)
