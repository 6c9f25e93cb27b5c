"""``scrapy treesim extract -o DIR``: the findings of saved pages, as parts in a folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrapy.utils.misc import load_object
from scrapy.utils.python import global_object_name

from scrapy_treesim.batch.order import JSON_LINES, PARTITION_PAGES, packed_settings
from scrapy_treesim.batch.run import Batch, Outcome, extract_all
from scrapy_treesim.commands.pages import refusing
from scrapy_treesim.settings import check
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scrapy.settings import Settings

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as of other programs."""
_SAME: Final = {"auto": JSON_LINES, "jsonlines": JSON_LINES}


def add_batch_options(parser: ArgumentParser) -> None:
    """The options of ``extract -o``; ``--executor`` and ``--workers`` are shared with ``learn``."""
    group = parser.add_argument_group("extract -o")
    group.add_argument(
        "--partition-pages",
        type=int,
        default=PARTITION_PAGES,
        metavar="N",
        help=f"pages of a part ({PARTITION_PAGES}, if not given); 0 makes one of each WARC file or"
        " feed",
    )


def run_batch(paths: list[str], opts: Namespace, settings: Settings) -> int:
    """Extract, write, say what came of it; the exit code."""
    folder = Path(opts.output)
    try:
        with refusing():
            exporter = load_object(settings.getwithbase("FEED_EXPORTERS")["csv"])
            batch = Batch(
                corpus=tuple(paths),
                folder=folder,
                settings=packed_settings(chosen(opts, settings)),
                format=_SAME.get(opts.format, opts.format),
                partition_pages=opts.partition_pages,
                executor=opts.executor,
                workers=opts.workers,
                csv_exporter=global_object_name(exporter),
            )
            outcome = extract_all(batch)
    except KeyboardInterrupt:
        said = f"stopped: what is done is in {folder}; the same command goes on from there"
        print(f"\n{said}", file=sys.stderr)
        return INTERRUPTED
    print(_summary(outcome, folder), file=sys.stderr)
    return int(bool(outcome.totals.failed or outcome.totals.killed))


def chosen(opts: Namespace, settings: Settings) -> Settings:
    """The settings, with what the options say of findings."""
    chosen = settings.copy()
    if opts.kinds:
        chosen.set("TREESIM_KINDS", check("TREESIM_KINDS", opts.kinds), "cmdline")
    if opts.similar:
        chosen.set("TREESIM_SIMILAR", check("TREESIM_SIMILAR", opts.similar), "cmdline")
    if opts.everything:
        chosen.set("TREESIM_EMIT", "all", "cmdline")
    return chosen


def _summary(outcome: Outcome, folder: Path) -> str:
    totals = outcome.totals
    parts = [counted(totals.pages, "page"), counted(totals.items, "item")]
    if totals.left_out:
        of = "entry that is no page" if totals.left_out == 1 else "entries that are no pages"
        parts.append(f"{totals.left_out} {of}")
    if totals.failed:
        parts.append(f"{counted(totals.failed, 'error')} in pages")
    if totals.killed:
        parts.append(f"{counted(totals.killed, 'page')} left out, of which workers died")
    made = counted(totals.partitions, "partition")
    notes = [f"{outcome.before} done before"] if outcome.before else []
    if outcome.changed:
        notes.append(f"{counted(outcome.changed, 'line')} of the manifest no longer held")
    before = f" ({', '.join(notes)})" if notes else ""
    return f"{', '.join(parts)}; {made}{before}; written to {folder}"
