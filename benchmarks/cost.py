"""CPU time of each step, as a ratio to lxml's parse of the same page in the same run.

    python -m benchmarks.cost --data DIR [--data DIR ...] [--repeat 3] [--limit N] [--slowest N]
    python -m benchmarks.cost --data DIR --interpreted

A page's time for a step is the CPU time of the quickest of ``--repeat`` runs; it is divided by that
of ``lxml.html.document_fromstring`` on the same bytes. Each step starts from what precedes it and
nothing more: findings get a page that is parsed and walked, with empty caches.
``--interpreted`` runs the whole again with the kernels as plain Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, ParamSpec, TypeVar

import lxml.html
from lxml import etree

import scrapy_treesim as treesim
from benchmarks.figures import p95
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from scrapy_treesim import Page
from scrapy_treesim.network.forward import answers_of
from scrapy_treesim.reading.analysis.analyse import analyse
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import ELEMENTS, ELEMENTS_AND_TEXT, PageTree, ShapeTable, clean

P = ParamSpec("P")
T = TypeVar("T")

PARSE: Final = "lxml"
STEPS: Final = (
    "decode+parse", "walk", "analysis", "clean", "shapes", "article", "records", "comments",
    "similar", "reading", "network", "kind", "findings", "everything",
)  # fmt: skip
"""The steps in order; README.md says what each comprises."""


@dataclass(frozen=True, slots=True)
class Timed:
    """One page's seconds for each step and for lxml's parse."""

    page: str
    seconds: dict[str, float]

    def ratio(self, step: str) -> float:
        """The step's time over the parse's."""
        return self.seconds[step] / self.seconds[PARSE]


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs a page (3)")
    parser.add_argument("--slowest", type=int, default=1, metavar="N", help="pages to name (1)")
    parser.add_argument("--interpreted", action="store_true", help="kernels as plain Python")
    arguments = parser.parse_args()
    if arguments.interpreted:
        sys.exit(
            run_interpreted(arguments.data, arguments.repeat, arguments.slowest, arguments.limit)
        )
    print("kernels:", "compiled" if treesim.compiled else "interpreted")
    print("times over lxml's parse of the same page:")
    print(f"{'set':24} {'step':14} {'pages':>5} {'median':>8} {'p95':>8} {'median ms':>10}")
    for data in arguments.data:
        timed = [
            times
            for page in data.pages(arguments.limit)
            if (times := time_page(page, arguments.repeat)) is not None
        ]
        report(data.name, timed, arguments.slowest)


def time_page(page: LabelledPage, repeat: int) -> Timed | None:
    """The least times of ``repeat`` runs; None for a page that lxml refuses (an empty one)."""
    try:
        runs = [run_steps(page) for _ in range(repeat)]
    except etree.ParserError:
        return None
    return Timed(page.id, {step: min(run[step] for run in runs) for step in runs[0]})


def run_steps(source: LabelledPage) -> dict[str, float]:
    """One run of every step, in seconds."""
    seconds: dict[str, float] = {}

    def timed(step: str, run: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        started = process_time()
        result = run(*args, **kwargs)
        seconds[step] = process_time() - started
        return result

    timed(PARSE, lxml.html.document_fromstring, source.html)
    page = timed("read", Page, source.html, source.url)
    root = page.root
    timed("walk", PageTree.read, root)
    seconds["decode+parse"] = seconds.pop("read") - seconds["walk"]
    timed("analysis", analyse, page.tree)
    profiles = (ELEMENTS, ELEMENTS_AND_TEXT)
    trees = timed("clean", lambda: [clean(page.tree, one) for one in profiles])
    table = ShapeTable()
    timed("shapes", lambda: [table.intern(tree) for tree in trees])
    timed("article", treesim.article, Page(root, source.url))
    regions = timed("records", treesim.records, Page(root, source.url))
    records = [record for region in regions for record in region.records]
    timed("comments", treesim.comments, Page(root, source.url))
    if records:
        example: Any = root.xpath(records[0].xpaths[0])
        timed("similar", treesim.similar, Page(root, source.url), example[0])
    found = Page(root, source.url)
    timed("findings", find_all, found)
    read = Page(root, source.url)
    timed("reading", read.once, reading_of)
    timed("network", read.once, answers_of)
    timed("kind", treesim.page_kind, Page(root, source.url))
    timed("everything", lambda: find_all(Page(source.html, source.url)))
    return seconds


def find_all(page: Page) -> None:
    treesim.article(page)
    treesim.records(page)
    treesim.comments(page)


def report(name: str, timed: list[Timed], slowest: int) -> None:
    parses = [1000 * one.seconds[PARSE] for one in timed]
    print(f"{name:24} {PARSE:14} {len(timed):5} {1:8.2f} {1:8.2f} {median(parses):10.2f}")
    for step in STEPS:
        ran = [one for one in timed if step in one.seconds]
        if not ran:
            continue
        ratios = [one.ratio(step) for one in ran]
        ms = median(1000 * one.seconds[step] for one in ran)
        figures = f"{median(ratios):8.2f} {p95(ratios):8.2f} {ms:10.2f}"
        print(f"{name:24} {step:14} {len(ran):5} {figures}")
    for one in sorted(timed, key=lambda one: -one.seconds["everything"])[:slowest]:
        parts = ", ".join(f"{step} {1000 * taken:.0f}" for step, taken in one.seconds.items())
        print(f"  slowest, in ms: {one.page}: {parts}")


def run_interpreted(data: list[DataSet], repeat: int, slowest: int, limit: int | None) -> int:
    """This script once more over copies of the sources alone, so that no kernel is compiled."""
    command = [sys.executable, "-m", "benchmarks.cost"]
    command += [f"--data={one.folder.resolve()}" for one in data]
    command += [f"--repeat={repeat}", f"--slowest={slowest}"]
    if limit is not None:
        command.append(f"--limit={limit}")
    sources = [Path(treesim.__file__).parent, Path(__file__).parent]
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            for file in (*source.rglob("*.py"), *source.rglob("*.json")):
                copy = Path(folder, source.name, file.relative_to(source))
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
        environment = {**os.environ, "PYTHONPATH": folder}
        return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


if __name__ == "__main__":
    main()
