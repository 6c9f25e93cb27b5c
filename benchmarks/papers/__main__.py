"""The papers' experiments, with all tables and figures, as a report.

    python -m benchmarks.papers --data DIR -o docs/experiments [--only SLUG ...] [--limit N]

``DIR`` holds sets of labelled pages, each ``TASK/NAME/dev``, as benchmarks/README.md tells.
"""

from __future__ import annotations

import os
import platform
import subprocess
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import scrapy_treesim
from benchmarks.papers import gong, qiu, song_zhang, wang, zhu
from benchmarks.papers.data import Data
from benchmarks.papers.report import Section, write_report

PAPERS = {
    "song-zhang": song_zhang.reproduce,
    "gong": gong.reproduce,
    "wang": wang.reproduce,
    "qiu": qiu.reproduce,
    "zhu": zhu.reproduce,
}
"""By slug, in the order of the report."""

HEAD = """
# The papers reproduced

Each experiment of the five papers that this package stands on, run again on pages with ground
truth: by the paper's own method, as the package has it, and by what the package does by default.
What the papers mean is told in [the papers, and what we changed](../papers.md).

The papers' own pages are gone; pages of the same kind stand for them, so figures can be compared in
their order and shape, not to the last digit. Each page of this report says which pages were taken
and of which years they are.
"""

FOOT = """
Made by `python -m benchmarks.papers --data DIR -o docs/experiments` from the pages' `dev` halves,
in one run of {seconds:.0f} seconds: commit {commit}, {date}, {machine}, Python {python}, kernels
{kernels}. Times are CPU time, and only their ratios mean anything elsewhere.
"""


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--only", nargs="+", choices=PAPERS, metavar="SLUG", default=[*PAPERS])
    parser.add_argument("--limit", type=int, metavar="N", help="only N pages of each set")
    arguments = parser.parse_args()
    start = perf_counter()
    data = Data(arguments.data, arguments.limit)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        # The longest first, that no processor waits for the other at the end.
        jobs = {name: workers.submit(PAPERS[name], data) for name in reversed(arguments.only)}
        sections: list[Section] = [jobs[name].result() for name in arguments.only]
    foot = FOOT.format(
        seconds=perf_counter() - start,
        commit=_commit(),
        date=date.today().isoformat(),
        machine=f"{os.cpu_count()} cores of {_processor()}",
        python=platform.python_version(),
        kernels="compiled" if scrapy_treesim.compiled else "as plain Python",
    )
    write_report(arguments.output, sections, HEAD, foot)


def _commit() -> str:
    asked = ["git", "rev-parse", "--short=12", "HEAD"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


if __name__ == "__main__":
    main()
