"""What learning templates costs, end to end, and how that grows with the pages.

    python -m benchmarks.learn --data DIR [--pages 10000] [--executor local|serial|dask]

Pages are repeated and perturbed to get as many (see :mod:`benchmarks.perturbed`); then templates
are learned of a tenth of them, of three tenths and of all, each in a process of its own. CPU time
is that of all its processes, from the start of Python to the written file, over lxml's parse of
the same pages in the same run; memory is the resident memory of all of them together, at most. The
digits after ``file`` are those of the SHA-256 of the file of templates.
With ``dask`` a scheduler and its workers are started here, and their time and memory count too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from math import comb, log
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import lxml.html

from benchmarks.pages import data_arguments
from benchmarks.perturbed import write_feed
from benchmarks.processes import watched
from scrapy_treesim.corpus import open_corpus
from scrapy_treesim.executors import open_executor
from scrapy_treesim.templates.learn.learning import learn

SHARES = (0.1, 0.3, 1.0)
"""Of the pages, in each run."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took and found."""

    pages: int
    parse: float
    """Seconds of CPU of lxml's parse alone."""
    cpu: float
    wall: float
    peak: int
    templates: dict[int, str]
    """By the number of a page."""
    digest: str
    """Of the file of templates."""


def main() -> None:
    arguments = _arguments().parse_args()
    if arguments.one:
        learn_one(arguments)
        return
    with TemporaryDirectory() as folder, _scheduler(arguments) as executor:
        feed = Path(folder) / "pages.jsonl"
        pages = write_feed(arguments.data, arguments.pages, arguments.seed, feed)
        runs = []
        for share in SHARES:
            number = round(share * len(pages))
            runs.append(run(feed, pages[:number], executor, arguments))
            show(runs[-1], [template for template, _ in pages[:number]])
        print(projection(runs))
        serial = run(feed, pages[: runs[0].pages], "serial", arguments)
        same = serial.digest == runs[0].digest
        print(f"of {serial.pages} pages, {executor.partition(':')[0]} and serial write",
              "the same file" if same else "DIFFERENT FILES")  # fmt: skip
    if not same:
        sys.exit(1)


def _arguments() -> argparse.ArgumentParser:
    parser = data_arguments(__doc__)
    parser.add_argument("--pages", type=int, default=10_000, metavar="N", help="default: 10000")
    parser.add_argument("--executor", choices=("local", "serial", "dask"), default="local")
    parser.add_argument("--workers", type=int, default=2, help="default: 2")
    parser.add_argument("--method", default="joining", help="of clustering (default: joining)")
    parser.add_argument("--seed", type=int, default=1)
    # What one run is started with.
    parser.add_argument("--one", nargs=4, metavar=("FEED", "N", "WHERE", "OUT"),
                        help=argparse.SUPPRESS)  # fmt: skip
    return parser


@contextmanager
def _scheduler(arguments: argparse.Namespace) -> Iterator[str]:
    """The name of the executor; for ``dask`` that of a scheduler which is there meanwhile."""
    if arguments.executor != "dask":
        yield arguments.executor
        return
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=arguments.workers, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address.replace("tcp:", "dask:")


def run(
    feed: Path, pages: Sequence[tuple[str, bytes]], executor: str, arguments: argparse.Namespace
) -> Run:
    """Learn of the first pages of the feed, in another process."""
    started = process_time()
    for _, html in pages:
        lxml.html.document_fromstring(html)
    parse = process_time() - started
    out = feed.parent / "out"
    given = [str(feed), str(len(pages)), executor, str(out)]
    command = [sys.executable, "-m", "benchmarks.learn", "--data", ".", "--one", *given,
               "--workers", str(arguments.workers), "--method", arguments.method]  # fmt: skip
    begun = time.perf_counter()
    with watched() as use:
        subprocess.run(command, check=True)
    wall = time.perf_counter() - begun
    assigned = (line.split("\t") for line in out.with_suffix(".tsv").read_text().splitlines())
    templates = {int(number): template for number, template in assigned}
    digest = sha256(out.with_suffix(".json").read_bytes()).hexdigest()
    return Run(len(pages), parse, use.cpu, wall, use.peak, templates, digest)


def learn_one(arguments: argparse.Namespace) -> None:
    """One run: learn, write the templates, and which page is of which."""
    feed, number, where, out = arguments.one
    part = Path(out).with_suffix(".jsonl")
    with open(feed, "rb") as lines, part.open("wb") as file:
        for _ in range(int(number)):
            file.write(lines.readline())
    workers = arguments.workers if where == "local" else None
    with open_executor(where, workers) as executor, Path(out).with_suffix(".tsv").open("w") as tsv:
        learned = learn(
            open_corpus(part),
            executor=executor,
            method=arguments.method,
            progress=False,
            on_page=lambda key, id: print(int(key.rpartition("#")[2]) - 1, id, sep="\t", file=tsv),
        )
    learned.templates.save(Path(out).with_suffix(".json"))


def show(one: Run, truth: Sequence[str]) -> None:
    print(
        f"{one.pages:6} pages: {one.cpu:7.1f} s CPU, {one.cpu / one.parse:5.2f} x parse"
        f" ({one.parse:.1f} s), {one.wall:6.1f} s in all, {one.peak / 1e6:5.0f} MB,"
        f" {len({*one.templates.values()})} templates"
        + _rand_of(one, truth)
        + f", file {one.digest[:12]}"
    )
    sys.stdout.flush()


def _rand_of(one: Run, truth: Sequence[str]) -> str:
    if not any(truth):
        return ""
    found = [one.templates.get(number, f"none {number}") for number in range(one.pages)]
    return f" of {len({*truth})}, adjusted Rand index {rand_index(truth, found):.3f}"


def rand_index(true: Sequence[str], found: Sequence[str]) -> float:
    """The adjusted Rand index (Hubert and Arabie 1985) of two partitions of the same pages."""
    both = sum(comb(count, 2) for count in Counter(zip(true, found, strict=True)).values())
    ours, theirs = (sum(comb(n, 2) for n in Counter(one).values()) for one in (true, found))
    chance = ours * theirs / comb(len(true), 2)
    most = (ours + theirs) / 2
    return (both - chance) / (most - chance) if most != chance else 1.0


def projection(runs: Sequence[Run], pages: int = 1_000_000) -> str:
    """The growth is the power law that fits the runs best.

    What so many pages would take is told by the straight line through the last two runs: a power
    law would take the cost of each template, which does not grow with its pages, for one that
    grows ever more slowly.
    """
    logs = [log(one.pages) for one in runs]
    exponent, _ = line(logs, [log(one.cpu) for one in runs])
    last = runs[-2:]
    sizes = [one.pages for one in last]
    a_page, fixed = line(sizes, [one.cpu for one in last])
    a_parse, _ = line(sizes, [one.parse for one in last])
    return (
        f"CPU grows as pages^{exponent:.2f}; {1e3 * a_page:.1f} ms a page more"
        f" ({a_page / a_parse:.2f} x parse), {pages:,} pages would take"
        f" {(fixed + a_page * pages) / 3600:.1f} hours of one core"
    )


def line(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Slope and start of the line that fits best, by least squares."""
    middle, height = sum(x) / len(x), sum(y) / len(y)
    spread = sum((one - middle) ** 2 for one in x)
    slope = sum((a - middle) * (b - height) for a, b in zip(x, y, strict=True)) / spread
    return slope, height - slope * middle


if __name__ == "__main__":
    main()
