"""How the time of every finding grows with the page, on pages that nobody wrote for reading.

    python -m benchmarks.growth [--nodes 4000,16000,64000,256000] [--shapes NAME ...]
                                [--findings NAME ...] [--limit 1.15] [--seconds 20]
                                [--written] [--plot FILE]

For each shape and finding: the exponent of its growth, and at the largest size that was measured
its CPU time over that of ``lxml.html.document_fromstring`` on the same bytes (parses). A time is
the least of up to five runs, each on a page with empty caches, until they took a second together.
The exponent is the slope of least squares of log time on log bytes, over the sizes that took ten
milliseconds or more: below that, the timer and what does not grow say more than the growth does.
With fewer than two such sizes there is none (``-``). After a run of more than ``--seconds`` larger
pages are left out. What exceeds ``--limit`` is marked ``!`` and listed again at the end.

``--written`` takes pages as people write them instead, an article, a list, a thread and a product
(:mod:`benchmarks.grown_pages`), of 100 to 200,000 nodes. The finding ``everything`` is all kinds of
findings with all fields of their items; with ``--written`` it is the one that is measured unless
others are named. ``--plot`` draws seconds over nodes as SVG, both logarithmic, with a line for each
finding of a shape and one for lxml's parse of it.
"""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log
from pathlib import Path
from time import process_time
from typing import Final, TypeVar

import lxml.html

from benchmarks.grown_pages import ADDRESS, GROWN, grown_to
from benchmarks.hostile_pages import SHAPES, page_of_nodes
from benchmarks.line_plot import Line, svg
from benchmarks.page_findings import FINDINGS, URL, everything
from scrapy_treesim import Page, compiled

T = TypeVar("T")

NODES: Final = "4000,16000,64000,256000"
NODES_WRITTEN: Final = "100,400,1600,6400,25600,100000,200000"
ALL: Final[dict[str, Callable[[Page], object]]] = {**FINDINGS, "everything": everything}

MIN_SECONDS: Final = 0.010
"""Shorter times say nothing of growth."""
_RUNS: Final = 5
_ENOUGH: Final = 1.0
_LEAST_DRAWN: Final = 1e-5


@dataclass(slots=True)
class Growth:
    """The times of one finding on one shape."""

    bytes: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    parses: float = 0.0
    """The last of the times, over lxml's."""
    nodes: list[int] = field(default_factory=list)

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
    arguments = _arguments()
    sizes = [*map(int, arguments.nodes.split(","))]
    print("kernels:", "compiled" if compiled else "interpreted")
    print(f"{'shape':32} {'finding':22} {'exponent':>8} {'parses':>8} {'seconds':>8} {'bytes':>10}")
    exceeding, lines = [], []
    for shape in arguments.shapes:
        parse, grown = measured(shape, arguments.findings, sizes, arguments.seconds)
        lines.append(line_of(f"{shape}, parse", parse))
        for finding, one in grown.items():
            exponent = one.exponent
            too_much = exponent is not None and exponent > arguments.limit
            line = (
                f"{shape:32} {finding:22} {'-' if exponent is None else f'{exponent:.2f}':>8}"
                f" {one.parses:8.1f} {one.seconds[-1]:8.3f} {one.bytes[-1]:10,}"
            )
            print(f"{line} {'!' if too_much else ''}".rstrip(), flush=True)
            lines.append(line_of(f"{shape}, {finding}", one))
            if too_much:
                exceeding.append(line)
    print(f"\n{len(exceeding)} grow with an exponent above {arguments.limit}", *exceeding, sep="\n")
    if arguments.plot:
        title = "CPU time by size of page, with exponents"
        drawn = svg(title, "nodes", "seconds", lines, is_log=True)
        arguments.plot.write_text(drawn, encoding="utf-8")


def _arguments() -> Namespace:
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter, usage="%(prog)s [options]"
    )
    parser.add_argument("--nodes", metavar="N,N,...")
    parser.add_argument("--written", action="store_true", help="pages as people write them")
    parser.add_argument("--shapes", nargs="+", choices=[*SHAPES, *GROWN], metavar="NAME")
    parser.add_argument("--findings", nargs="+", choices=ALL, metavar="NAME")
    parser.add_argument("--limit", type=float, default=1.15, metavar="EXPONENT")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw all times as SVG")
    arguments = parser.parse_args()
    usual = (GROWN, ["everything"], NODES_WRITTEN) if arguments.written else (SHAPES, ALL, NODES)
    arguments.shapes = arguments.shapes or [*usual[0]]
    arguments.findings = arguments.findings or [*usual[1]]
    arguments.nodes = arguments.nodes or usual[2]
    return arguments


def line_of(name: str, grown: Growth) -> Line:
    """A line of the picture; times of nothing stand at the least that is drawn."""
    exponent = grown.exponent
    told = name if exponent is None else f"{name}: {exponent:.2f}"
    times = (max(taken, _LEAST_DRAWN) for taken in grown.seconds)
    return Line(told, [*zip(grown.nodes, times, strict=True)])


def measured(
    shape: str, findings: Sequence[str], sizes: Sequence[int], most: float
) -> tuple[Growth, dict[str, Growth]]:
    """The growth of the parse and of each finding on pages of a shape."""
    made, url = (grown_to, ADDRESS) if shape in GROWN else (page_of_nodes, URL)
    parse, grown = Growth(), {finding: Growth() for finding in findings}
    warm = Page(made(shape, 200), url).root
    for finding in findings:
        ALL[finding](Page(warm, url))
    for size in sizes:
        html = made(shape, size)
        root = Page(html, url).root
        nodes = len(Page(root, url).tree)
        _add(parse, html, nodes, least(partial(bytes, html), lxml.html.document_fromstring))
        for finding, so_far in grown.items():
            if so_far.seconds and so_far.seconds[-1] > most:
                continue
            _add(so_far, html, nodes, least(partial(Page, root, url), ALL[finding]))
            so_far.parses = so_far.seconds[-1] / parse.seconds[-1]
    return parse, grown


def _add(grown: Growth, html: bytes, nodes: int, taken: float) -> None:
    grown.bytes.append(len(html))
    grown.nodes.append(nodes)
    grown.seconds.append(taken)


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
