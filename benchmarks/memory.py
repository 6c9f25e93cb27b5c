"""How much memory every finding takes, for large pages of shapes that nobody wrote for reading.

    python -m benchmarks.memory [--megabytes 5] [--shapes NAME ...] [--findings NAME ...]
                                [--limit 40]

A finding's memory is the peak of the resident set while it runs, less what was resident before, in
bytes a byte of the page. Each runs in a process of its own, which begins with the page parsed and
walked and nothing else known of it; the finding has run there on a small page, so that code and
weights are loaded, and freed memory was given back to the system. ``parse`` is the same of lxml's
tree, ``Page`` of the page made of that tree, both apart from the bytes. What exceeds ``--limit`` is
marked ``!`` and listed again at the end. Linux only.
"""

from __future__ import annotations

import ctypes
import gc
import os
import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Final

import lxml.html

from benchmarks.hostile_pages import SHAPES, page_of_bytes
from benchmarks.page_findings import FINDINGS, URL
from scrapy_treesim import Page

SMALL: Final = "<html><body><h1>a</h1>" + "<p>some text, and <a href=/>a link</a></p>" * 30
_STATUS: Final = Path("/proc/self/status")
_PEAK: Final = re.compile(r"VmHWM:\s*(\d+)")
_NOW: Final = re.compile(r"VmRSS:\s*(\d+)")


def main() -> None:
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter, usage="%(prog)s [options]"
    )
    parser.add_argument("--megabytes", type=float, default=5.0, metavar="N")
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=[*SHAPES], metavar="NAME")
    parser.add_argument(
        "--findings", nargs="+", choices=FINDINGS, default=[*FINDINGS], metavar="NAME"
    )
    parser.add_argument("--limit", type=float, default=40.0, metavar="TIMES")
    arguments = parser.parse_args()
    print(f"{'shape':32} {'finding':22} {'times':>8} {'MB':>8} {'seconds':>8}")
    exceeding = []
    for shape in arguments.shapes:
        html = page_of_bytes(shape, int(arguments.megabytes * 1e6))
        for finding, taken, seconds in measured(html, arguments.findings):
            times = taken / len(html)
            line = f"{shape:32} {finding:22} {times:8.1f} {taken / 1e6:8.1f} {seconds:8.2f}"
            print(f"{line} {'!' if times > arguments.limit else ''}".rstrip(), flush=True)
            if times > arguments.limit:
                exceeding.append(line)
    print(
        f"\n{len(exceeding)} take more than {arguments.limit:g} times the page",
        *exceeding,
        sep="\n",
    )


def measured(html: bytes, findings: list[str]) -> Iterator[tuple[str, int, float]]:
    """What the parse, the page and each finding take, in bytes, and their CPU seconds."""
    for finding in findings:
        FINDINGS[finding](Page(SMALL, URL))
    yield "parse", *apart(lambda: lxml.html.document_fromstring(html))
    root = Page(html, URL).root
    yield "Page", *apart(lambda: Page(root, URL))
    page = Page(root, URL)
    for finding in findings:
        yield finding, *apart(partial(FINDINGS[finding], page))


def apart(run: Callable[[], object]) -> tuple[int, float]:
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
        said = answer.read().split()
    os.waitpid(child, 0)
    if not said:
        raise RuntimeError("the process ended before it told its memory")
    return int(said[0]), float(said[1])


def _peak_of(run: Callable[[], object]) -> tuple[int, float]:
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    # Linux forgets the peak so far.
    Path("/proc/self/clear_refs").write_text("5")
    before = _kilobytes(_NOW)
    started = process_time()
    run()
    return 1024 * max(0, _kilobytes(_PEAK) - before), process_time() - started


def _kilobytes(of: re.Pattern[str]) -> int:
    found = of.search(_STATUS.read_text())
    assert found is not None
    return int(found[1])


if __name__ == "__main__":
    main()
