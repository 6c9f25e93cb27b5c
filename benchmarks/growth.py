"""How the time of every finding grows with the page, on pages that nobody wrote for reading.

    python -m benchmarks.growth [--nodes 4000,16000,64000,256000] [--shapes NAME ...]
                                [--findings NAME ...] [--limit 1.15] [--seconds 20]

For each shape and finding: the exponent of its growth, and at the largest size that was measured
its CPU time over that of ``lxml.html.document_fromstring`` on the same bytes (parses). A time is
the least of up to five runs, each on a page with empty caches, until they took a second together.
The exponent is the slope of least squares of log time on log bytes, over the sizes that took ten
milliseconds or more: below that, the timer and what does not grow say more than the growth does.
With fewer than two such sizes there is none (``-``). After a run of more than ``--seconds`` larger
pages are left out. What exceeds ``--limit`` is marked ``!`` and listed again at the end.
"""

from __future__ import annotations

import gc
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log
from time import process_time
from typing import Final, TypeVar

import lxml.html

from benchmarks.hostile_pages import SHAPES, page_of_nodes
from benchmarks.page_findings import FINDINGS, URL
from scrapy_treesim import Page, compiled

T = TypeVar("T")

MIN_SECONDS: Final = 0.010
"""Shorter times say nothing of growth."""
_RUNS: Final = 5
_ENOUGH: Final = 1.0


@dataclass(slots=True)
class Growth:
    """The times of one finding on one shape."""

    bytes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    parses: float = 0.0
    """The last of the times, over lxml's."""

    @property
    def exponent(self) -> float | None:
        """The slope of log time on log bytes; None where too few times tell."""
        told = [
            (log(size), log(taken))
            for size, taken in zip(self.bytes, self.seconds, strict=True)
            if taken >= MIN_SECONDS
        ]
        return slope(told) if len(told) > 1 else None


def slope(points: Sequence[tuple[float, float]]) -> float:
    """That of the line of least squares."""
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    across = sum((x - x_mean) ** 2 for x, _ in points)
    return sum((x - x_mean) * (y - y_mean) for x, y in points) / across


def main() -> None:
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter, usage="%(prog)s [options]"
    )
    parser.add_argument("--nodes", default="4000,16000,64000,256000", metavar="N,N,...")
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=[*SHAPES], metavar="NAME")
    parser.add_argument(
        "--findings", nargs="+", choices=FINDINGS, default=[*FINDINGS], metavar="NAME"
    )
    parser.add_argument("--limit", type=float, default=1.15, metavar="EXPONENT")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N")
    arguments = parser.parse_args()
    sizes = [*map(int, arguments.nodes.split(","))]
    print("kernels:", "compiled" if compiled else "interpreted")
    print(f"{'shape':32} {'finding':22} {'exponent':>8} {'parses':>8} {'seconds':>8} {'bytes':>10}")
    exceeding = []
    for shape in arguments.shapes:
        for finding, grown in measured(shape, arguments.findings, sizes, arguments.seconds).items():
            exponent = grown.exponent
            too_much = exponent is not None and exponent > arguments.limit
            line = (
                f"{shape:32} {finding:22} {'-' if exponent is None else f'{exponent:.2f}':>8}"
                f" {grown.parses:8.1f} {grown.seconds[-1]:8.3f} {grown.bytes[-1]:10,}"
            )
            print(f"{line} {'!' if too_much else ''}".rstrip(), flush=True)
            if too_much:
                exceeding.append(line)
    print(f"\n{len(exceeding)} grow with an exponent above {arguments.limit}", *exceeding, sep="\n")


def measured(
    shape: str, findings: Sequence[str], sizes: Sequence[int], most: float
) -> dict[str, Growth]:
    """The growth of each finding on pages of a shape."""
    grown = {finding: Growth() for finding in findings}
    warm = Page(page_of_nodes(shape, 200), URL).root
    for finding in findings:
        FINDINGS[finding](Page(warm, URL))
    for size in sizes:
        html = page_of_nodes(shape, size)
        parse = least(partial(bytes, html), lxml.html.document_fromstring)
        root = Page(html, URL).root
        for finding, so_far in grown.items():
            if so_far.seconds and so_far.seconds[-1] > most:
                continue
            taken = least(partial(Page, root, URL), FINDINGS[finding])
            so_far.bytes.append(len(html))
            so_far.seconds.append(taken)
            so_far.parses = taken / parse
    return grown


def least(prepared: Callable[[], T], run: Callable[[T], object]) -> float:
    """CPU seconds of the quickest of some runs; preparing is not counted."""
    times: list[float] = []
    while len(times) < _RUNS and sum(times) < _ENOUGH:
        given = prepared()
        gc.collect()
        started = process_time()
        run(given)
        times.append(process_time() - started)
    return min(times)


if __name__ == "__main__":
    main()
