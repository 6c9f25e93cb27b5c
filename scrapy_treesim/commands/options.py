"""The options of all subcommands, in one parser."""

from __future__ import annotations

from argparse import ArgumentParser, _ArgumentGroup
from collections.abc import Callable
from typing import Any, Final

from scrapy_treesim.batch.partition import PARTITION_PAGES
from scrapy_treesim.batch.parts import FORMATS as WRITTEN
from scrapy_treesim.executors import KINDS as EXECUTORS
from scrapy_treesim.findings import KINDS
from scrapy_treesim.templates.eject import WHAT
from scrapy_treesim.templates.labels.proposed import ACCEPTED

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
    add("--show ID", "print what there is to label on a template")
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
