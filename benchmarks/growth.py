"""Time of every finding on growing pages that nobody wrote for reading.

    python -m benchmarks.growth [--nodes 4000,16000,64000,256000] [--shapes NAME ...]
                                [--findings NAME ...] [--css] [--limit 1.15] [--seconds 20]

For each shape and finding: the exponent of its growth (``-`` where fewer than two sizes took ten
milliseconds), and at the largest size its CPU time over that of lxml's parse of the same bytes.
After a run of more than ``--seconds`` larger pages are left out. What exceeds ``--limit`` is marked
``!`` and listed again at the end. The finding ``everything`` is all kinds of findings with all
fields of items; ``--css`` measures each form of CSS instead. README.md says more.
"""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log
from typing import Final, TypeVar

import lxml.html

from benchmarks.figures import seconds_of, slope
from benchmarks.hostile_pages import SHAPES, page_of_nodes
from benchmarks.page_findings import FINDINGS, SELECTORS, URL, everything
from scrapy_treesim import Page, compiled

T = TypeVar("T")

ALL: Final[dict[str, Callable[[Page], object]]] = {
    **FINDINGS,
    "everything": everything,
    **SELECTORS,
}
MIN_SECONDS: Final = 0.010
"""Shorter times say nothing of growth."""
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


def main() -> None:
    arguments = _arguments()
    print("kernels:", "compiled" if compiled else "interpreted")
    print(f"{'shape':32} {'finding':22} {'exponent':>8} {'parses':>8} {'seconds':>8} {'bytes':>10}")
    exceeding = []
    sizes = [*map(int, arguments.nodes.split(","))]
    for shape in arguments.shapes:
        grown = measured(shape, arguments.findings, sizes, arguments.seconds)
        for finding, one in grown.items():
            exponent = one.exponent
            is_over = exponent is not None and exponent > arguments.limit
            line = (
                f"{shape:32} {finding:22} {'-' if exponent is None else f'{exponent:.2f}':>8}"
                f" {one.parses:8.1f} {one.seconds[-1]:8.3f} {one.bytes[-1]:10,}"
            )
            print(f"{line} {'!' if is_over else ''}".rstrip(), flush=True)
            if is_over:
                exceeding.append(line)
    print(f"\n{len(exceeding)} grow with an exponent above {arguments.limit}", *exceeding, sep="\n")


def _arguments() -> Namespace:
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter, usage="%(prog)s [options]"
    )
    parser.add_argument("--nodes", default="4000,16000,64000,256000", metavar="N,N,...")
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=[*SHAPES], metavar="NAME")
    findings = [*FINDINGS, "everything"]
    parser.add_argument("--findings", nargs="+", choices=ALL, default=findings, metavar="NAME")
    parser.add_argument(
        "--css", action="store_const", dest="findings", const=[*SELECTORS], help="forms of CSS"
    )
    parser.add_argument("--limit", type=float, default=1.15, metavar="EXPONENT")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N")
    return parser.parse_args()


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


if __name__ == "__main__":
    main()
