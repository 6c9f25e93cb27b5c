"""Speed of a crawl with the add-on, beside the same crawl with one selector written by hand.

    python -m benchmarks.crawl_speed [--pages DIR ...] [--count 400] [--rounds 5]
        [--sides NAME ...] [--distinct 1000 --every 200]

A server in a process of its own answers with pages that are in memory: generated ones as large as
real ones are, or those of ``--pages``: a data set, or any folder of HTML files, gzipped or not.
Each side crawls them in a process of its own, all sides once a round, and every round in another
order. A crawl begins to count after ``--warm`` pages. README.md says which cores they run on.

Figures are medians of the rounds, with the least and the most in brackets: pages a second, and that
over the one of ``one selector`` in the same round; ``by CPU`` is the same of CPU time, all
processes of the crawl together; CPU milliseconds a page of the crawl's process, of its workers and
of the server; the peak of resident memory; event-loop lag, how late a callback came that was due a
millisecond after the one before. Linux only.

With ``--every N`` the resident memory of all processes is noted every N pages: after each quarter
of the last round, and the slope of least squares after the first quarter, in bytes a page.
``--distinct N`` takes so many pages, which come again as pages of other sites.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.figures import markdown, slope
from benchmarks.generated_pages import generated_pages
from benchmarks.page_server import ROOT, pages_below, served, write_pages
from benchmarks.processes import TICK, used

KINDS: Final = ("article", "records", "comments", "detail")
"""Kinds of findings that need no examples and no templates."""

ADDON_SIDES: Final[dict[str, Mapping[str, Any]]] = {
    "default": {},
    "html and markdown": {
        "TREESIM_ARTICLE_FIELDS": ["default", "html", "markdown"],
        "TREESIM_COMMENTS_FIELDS": ["default", "html"],
    },
    "all fields": {f"TREESIM_{kind.upper()}_FIELDS": "all" for kind in KINDS},
    **{kind: {"TREESIM_KINDS": [kind]} for kind in KINDS},
}
"""``default`` is the add-on as it comes, with all kinds of findings."""


SELECTOR: Final = "one selector"
ADDON: Final = {"ADDONS": {"scrapy_treesim.Addon": 500}}
WORKERS: Final = {"one worker": 1, "two workers": 2}
SIDES: Final = (
    "nothing", SELECTOR, *KINDS, "default", "html and markdown", "all fields", *WORKERS,
    "trafilatura",
)  # fmt: skip
"""In the order of the table. ``nothing``: a callback that yields nothing and reads nothing;
``default``: all findings, as the add-on comes; workers: the same with ``TREESIM_WORKERS``."""
BARS: Final[Mapping[str, tuple[float, float]]] = {
    "default": (0.60, 60.0),
    "html and markdown": (0.60, 60.0),
    "one worker": (0.88, 20.0),
    "two workers": (0.88, 20.0),
}
"""The least pages a second over those of one selector, and the most p99 of the lag, in ms."""


@dataclass(frozen=True, slots=True)
class Side:
    """A way to crawl."""

    callback: str = "nothing"
    settings: Mapping[str, Any] = field(default_factory=dict)
    workers: int = 0


def main() -> None:
    arguments = _arguments().parse_args()
    sides, left_out = sides_of(dict.fromkeys((SELECTOR, *arguments.sides)))
    rounds: list[dict[str, dict[str, Any]]] = []
    with TemporaryDirectory() as name:
        folder, feeds = Path(name, "pages"), Path(name, "feeds")
        folder.mkdir()
        feeds.mkdir()
        wanted = arguments.distinct or arguments.warm + arguments.count
        written = write_pages(folder, islice(pages_of(arguments.pages, wanted), wanted))
        print(f"{written} pages, {_size(folder) / written / 1000:.0f} kB a page", flush=True)
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[-1:])
        with served(folder) as (port, server):
            asked = {"folder": str(folder), "port": port, "feeds": str(feeds),
                     "pages": arguments.count, "warm": arguments.warm,
                     "sample_every": arguments.every}  # fmt: skip
            for number in range(arguments.rounds):
                order = Random(number).sample([*sides], len(sides))
                rounds.append(
                    {side: one_crawl(sides[side], asked, cores, server) for side in order}
                )
                print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr)
    print(table([side for side in SIDES if side in sides], rounds))
    for side in left_out:
        print(f"{side}: is not to be had here")
    for line in chain(bars(rounds), memory(rounds[-1]), failures(rounds)):
        print(line)
    if arguments.json:
        arguments.json.write_text(json.dumps(rounds, indent=1), "utf-8")


def _arguments() -> ArgumentParser:
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter, usage="%(prog)s [options]"
    )
    parser.add_argument("--pages", type=Path, nargs="+", default=[], metavar="DIR")
    parser.add_argument("--count", type=int, default=400, metavar="N", help="pages a crawl (400)")
    parser.add_argument("--warm", type=int, default=50, metavar="N", help="pages before them (50)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=SIDES, metavar="NAME",
                        help=f"some of {', '.join(SIDES)}")  # fmt: skip
    parser.add_argument("--every", type=int, default=0, metavar="N", help="pages a memory sample")
    parser.add_argument("--distinct", type=int, metavar="N", help="pages that come again and again")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all single figures there")
    return parser


def sides_of(names: Sequence[str] | Mapping[str, None]) -> tuple[dict[str, Side], list[str]]:
    """The sides that can be crawled here, and the names of those that cannot."""
    sides = {name: one for name in names if (one := _side(name)) is not None}
    return sides, [name for name in names if name not in sides]


def _side(name: str) -> Side | None:
    if name in ADDON_SIDES:
        return Side(settings={**ADDON, **ADDON_SIDES[name]})
    if name in WORKERS:
        asked = {**ADDON, "TREESIM_WORKERS": WORKERS[name]}
        return Side(settings=asked, workers=WORKERS[name])
    if name == "trafilatura":
        return Side("trafilatura") if find_spec("trafilatura") else None
    return Side("selector" if name == SELECTOR else "nothing")


def pages_of(folders: Sequence[Path], count: int) -> Iterator[tuple[str, bytes]]:
    """The pages of the folders in turn; generated ones where none is given."""
    if not folders:
        yield from ((page.url, page.html) for page in generated_pages(count))
        return
    waiting = [pages_below(folder, count) for folder in folders]
    while waiting:
        for pages in [*waiting]:
            page = next(pages, None)
            if page is None:
                waiting.remove(pages)
            else:
                yield page


def one_crawl(
    side: Side, asked: Mapping[str, Any], cores: Sequence[int], server: int
) -> dict[str, Any]:
    """Crawl one side; its cost, and its share of the server's time."""
    given = {**asked, "callback": side.callback, "settings": dict(side.settings),
             "cores": [*cores[: 1 + side.workers]]}  # fmt: skip
    command = [sys.executable, "-m", "benchmarks.crawl_side", json.dumps(given)]
    before = _ticks(server)
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, cwd=ROOT)
    taken: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    taken["server_cpu"] = (_ticks(server) - before) / TICK
    taken["served"] = asked["pages"] + asked["warm"]
    return taken


def _ticks(process: int) -> int:
    return next(ticks for _, (ticks, _) in used([process]))


def _size(folder: Path) -> int:
    return sum(one.stat().st_size for one in folder.glob("*.html"))


FIGURES: Final[dict[str, tuple[Callable[[Mapping[str, Any]], float], str]]] = {
    "CPU ms": (lambda one: 1000 * one["cpu"] / one["pages"], ".1f"),
    "workers": (lambda one: 1000 * one["workers_cpu"] / one["pages"], ".1f"),
    "server": (lambda one: 1000 * one["server_cpu"] / one["served"], ".2f"),
    "MB": (lambda one: one["peak"] / 1e6, ".0f"),
    "workers MB": (lambda one: one["workers_peak"] / 1e6, ".0f"),
    "lag p50": (lambda one: one["lag"]["p50"], ".1f"),
    "p95": (lambda one: one["lag"]["p95"], ".1f"),
    "p99": (lambda one: one["lag"]["p99"], ".1f"),
    "most": (lambda one: one["lag"]["most"], ".0f"),
}
"""Columns whose medians are told."""


def speed(one: Mapping[str, Any]) -> float:
    """Pages a second."""
    return float(one["pages"] / one["seconds"])


def _cpu(one: Mapping[str, Any]) -> float:
    return float(one["cpu"] + one["workers_cpu"])


def over_selector(side: str, rounds: Sequence[Mapping[str, Mapping[str, Any]]]) -> list[float]:
    """Pages a second over those of one selector, by round."""
    return [speed(one[side]) / speed(one[SELECTOR]) for one in rounds]


def table(sides: Sequence[str], rounds: Sequence[Mapping[str, Mapping[str, Any]]]) -> str:
    """Markdown: a side a row."""
    rows = [["side", "pages/s", "over one selector", "by CPU", *FIGURES]]
    for side in sides:
        speeds = [speed(one[side]) for one in rounds]
        by_cpu = [_cpu(one[SELECTOR]) / _cpu(one[side]) for one in rounds]
        cells = [side, _spread(speeds, ".0f"), _spread(over_selector(side, rounds), ".2f")]
        cells.append(f"{median(by_cpu):.2f}")
        for figure, precision in FIGURES.values():
            cells.append(format(median(figure(one[side]) for one in rounds), precision))
        rows.append(cells)
    return markdown(rows)


def _spread(values: Sequence[float], precision: str) -> str:
    return f"{median(values):{precision}} ({min(values):{precision}} to {max(values):{precision}})"


def bars(rounds: Sequence[Mapping[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Yield the bars of each side, and whether they are met."""
    for side, (least, most) in BARS.items():
        if all(side in one for one in rounds):
            ratio = median(over_selector(side, rounds))
            lag = median(one[side]["lag"]["p99"] for one in rounds)
            yield (
                f"{side}: {ratio:.2f} of one selector ({_met(ratio >= least)} {least:.2f}),"
                f" lag p99 {lag:.0f} ms ({_met(lag <= most)} {most:.0f})"
            )


def _met(is_met: bool) -> str:
    return "meets" if is_met else "MISSES"


def memory(taken: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The growth of the memory of each side, where it was noted."""
    for side, one in taken.items():
        samples = one["samples"]
        if len(samples) >= 4:
            quarters = [samples[len(samples) * part // 4 - 1][1] / 1e6 for part in (1, 2, 3, 4)]
            grown = slope([point for point in samples if point[0] >= samples[-1][0] / 4])
            yield (
                f"{side}: {', '.join(f'{one:.0f}' for one in quarters)} MB after each quarter,"
                f" {grown:+,.0f} bytes a page"
            )


def failures(rounds: Sequence[Mapping[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Yield the failures of all crawls."""
    for number, one in enumerate(rounds, 1):
        for side, taken in one.items():
            for name, value in taken["failures"].items():
                yield f"FAILED in round {number}: {side}: {name} {value}"


if __name__ == "__main__":
    main()
