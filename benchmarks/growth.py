"""Time or memory of every finding on growing pages that nobody wrote for reading.

    python -m benchmarks.growth [--nodes 4000,16000,64000,256000] [--shapes NAME ...]
                                [--findings NAME ...] [--limit 1.15] [--seconds 20]
    python -m benchmarks.growth --memory [--megabytes 5] [--limit 40]

For each shape and finding: the exponent of its growth, and at the largest size that was measured
its CPU time over that of ``lxml.html.document_fromstring`` on the same bytes (parses). A time is
the least of up to five runs, each on a page with empty caches, until they took a second together.
The exponent is the slope of least squares of log time on log bytes, over the sizes that took ten
milliseconds or more: below that, the timer and what does not grow say more than the growth does.
With fewer than two such sizes there is none (``-``). After a run of more than ``--seconds`` larger
pages are left out. The finding ``everything`` is all kinds of findings with all fields of items.

``--memory`` (Linux): the peak of the resident set while a finding runs, less what was resident
before, in bytes a byte of the page. Each runs in a process of its own, which begins with the page
parsed and walked and nothing else known of it; the finding has run there on a small page, so that
code and weights are loaded, and freed memory was given back to the system. ``parse`` is the same of
lxml's tree, ``Page`` of the page made of that tree, both apart from the bytes.

What exceeds ``--limit`` is marked ``!`` and listed again at the end.
"""

from __future__ import annotations

import ctypes
import gc
import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log
from pathlib import Path
from time import process_time
from typing import Final, TypeVar

import lxml.html

from benchmarks.figures import seconds_of
from benchmarks.hostile_pages import SHAPES, page_of_bytes, page_of_nodes
from benchmarks.page_findings import FINDINGS, URL, everything
from benchmarks.processes import status_bytes
from scrapy_treesim import Page, compiled

T = TypeVar("T")

ALL: Final[dict[str, Callable[[Page], object]]] = {**FINDINGS, "everything": everything}
MIN_SECONDS: Final = 0.010
"""Shorter times say nothing of growth."""
SMALL: Final = "<html><body><h1>a</h1>" + "<p>some text, and <a href=/>a link</a></p>" * 30
_RUNS: Final = 5
_ENOUGH: Final = 1.0


@dataclass(slots=True)
class Growth:
    """The times of one finding on one shape, by size of the page."""

    bytes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    parses: float = 0.0
    """The last of the times, over lxml's."""

    @property
    def exponent(self) -> float | None:
        """The slope of log time on log bytes; None where too few times are long enough."""
        points = [
            (log(size), log(taken))
            for size, taken in zip(self.bytes, self.seconds, strict=True)
            if taken >= MIN_SECONDS
        ]
        return slope(points) if len(points) > 1 else None


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line of least squares."""
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    across = sum((x - x_mean) ** 2 for x, _ in points)
    return sum((x - x_mean) * (y - y_mean) for x, y in points) / across


def main() -> None:
    arguments = _arguments()
    print("kernels:", "compiled" if compiled else "interpreted")
    columns = ("times", "MB", "seconds") if arguments.memory else ("exponent", "parses", "seconds")
    print(f"{'shape':32} {'finding':22} " + " ".join(f"{one:>8}" for one in columns))
    exceeding = []
    for shape in arguments.shapes:
        rows = memory_rows(shape, arguments) if arguments.memory else growth_rows(shape, arguments)
        for finding, figure, cells in rows:
            is_over = figure is not None and figure > arguments.limit
            line = (
                f"{shape:32} {finding:22} {'-' if figure is None else f'{figure:.2f}':>8} {cells}"
            )
            print(f"{line} {'!' if is_over else ''}".rstrip(), flush=True)
            if is_over:
                exceeding.append(line)
    print(f"\n{len(exceeding)} are above {arguments.limit}", *exceeding, sep="\n")


def _arguments() -> Namespace:
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter, usage="%(prog)s [options]"
    )
    parser.add_argument("--nodes", default="4000,16000,64000,256000", metavar="N,N,...")
    parser.add_argument("--memory", action="store_true", help="memory in place of time")
    parser.add_argument("--megabytes", type=float, default=5.0, metavar="N")
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=[*SHAPES], metavar="NAME")
    parser.add_argument("--findings", nargs="+", choices=ALL, default=[*ALL], metavar="NAME")
    parser.add_argument("--limit", type=float, help="exponent (1.15), or times the page (40)")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N")
    arguments = parser.parse_args()
    arguments.limit = arguments.limit or (40.0 if arguments.memory else 1.15)
    return arguments


Row = tuple[str, float | None, str]
"""A finding, the figure that is limited, and the other cells."""


def growth_rows(shape: str, arguments: Namespace) -> Iterator[Row]:
    """The exponent of each finding on pages of a shape, the parses and the seconds of the last."""
    sizes = [*map(int, arguments.nodes.split(","))]
    for finding, one in measured(shape, arguments.findings, sizes, arguments.seconds).items():
        cells = f"{one.parses:8.1f} {one.seconds[-1]:8.3f} {one.bytes[-1]:10,}"
        yield finding, one.exponent, cells


def measured(
    shape: str, findings: Sequence[str], sizes: Sequence[int], most: float
) -> dict[str, Growth]:
    """The growth of each finding on pages of a shape."""
    grown = {finding: Growth() for finding in findings}
    warm = Page(page_of_nodes(shape, 200), URL).root
    for finding in findings:
        ALL[finding](Page(warm, URL))
    for size in sizes:
        html = page_of_nodes(shape, size)
        root = Page(html, URL).root
        parse = least(partial(bytes, html), lxml.html.document_fromstring)
        for finding, so_far in grown.items():
            if so_far.seconds and so_far.seconds[-1] > most:
                continue
            so_far.bytes.append(len(html))
            so_far.seconds.append(least(partial(Page, root, URL), ALL[finding]))
            so_far.parses = so_far.seconds[-1] / parse
    return grown


def least(prepared: Callable[[], T], run: Callable[[T], object]) -> float:
    """CPU seconds of the quickest of some runs; preparing is not counted."""
    times: list[float] = []
    while len(times) < _RUNS and sum(times) < _ENOUGH:
        given = prepared()
        gc.collect()
        times.append(seconds_of(run, given))
    return min(times)


def memory_rows(shape: str, arguments: Namespace) -> Iterator[Row]:
    """The memory of the parse, the page and each finding, over the page's bytes."""
    html = page_of_bytes(shape, int(arguments.megabytes * 1e6))
    for finding in arguments.findings:
        ALL[finding](Page(SMALL, URL))
    root = Page(html, URL).root
    page = Page(root, URL)
    runs: dict[str, Callable[[], object]] = {
        "parse": lambda: lxml.html.document_fromstring(html),
        "Page": lambda: Page(root, URL),
        **{finding: partial(ALL[finding], page) for finding in arguments.findings},
    }
    for finding, run in runs.items():
        taken, seconds = in_a_fork(run)
        yield finding, taken / len(html), f"{taken / 1e6:8.1f} {seconds:8.2f}"


def in_a_fork(run: Callable[[], object]) -> tuple[int, float]:
    """The peak that a run in a process of its own adds, in bytes, and its CPU seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, "{} {}".format(*_peak_of(run)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        found = answer.read().split()
    os.waitpid(child, 0)
    if not found:
        raise RuntimeError("the process ended before its memory was known")
    return int(found[0]), float(found[1])


def _peak_of(run: Callable[[], object]) -> tuple[int, float]:
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    # Linux forgets the peak so far.
    Path("/proc/self/clear_refs").write_text("5")
    before = status_bytes("VmRSS")
    started = process_time()
    run()
    return max(0, status_bytes("VmHWM") - before), process_time() - started


if __name__ == "__main__":
    main()
