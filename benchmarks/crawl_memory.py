"""The memory of a long crawl with the add-on, page after page.

    python -m benchmarks.crawl_memory [--pages DIR ...] [--count 20000] [--distinct 1000]
        [--sides default "one selector"]

The crawl is that of :mod:`benchmarks.crawl_speed`. ``--distinct`` pages are generated, or taken of
``--pages``; when all have come they come again as pages of other sites, so that all that is
remembered of sites is remembered of ever new ones. Every ``--every`` pages the resident memory of
the crawl and of all processes that it has started is noted. The slope is that of least squares
after the first quarter of the crawl, in bytes a page. Linux only.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.crawl_speed import SELECTOR, SIDES, one_crawl, pages_of, sides_of
from benchmarks.growth import slope
from benchmarks.page_server import served, write_pages

WARM: Final = 0.25
"""The part of the crawl after which memory is expected to be flat."""


def main() -> None:
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter, usage="%(prog)s [options]"
    )
    parser.add_argument("--pages", type=Path, nargs="+", default=[], metavar="DIR")
    parser.add_argument("--count", type=int, default=20_000, metavar="N", help="pages of a crawl")
    parser.add_argument("--distinct", type=int, default=1_000, metavar="N")
    parser.add_argument("--every", type=int, default=200, metavar="N", help="pages a sample")
    parser.add_argument("--sides", nargs="+", choices=SIDES, default=("default", SELECTOR))
    arguments = parser.parse_args()
    sides, left_out = sides_of(arguments.sides)
    with TemporaryDirectory() as name:
        folder, feeds = Path(name, "pages"), Path(name, "feeds")
        folder.mkdir()
        feeds.mkdir()
        distinct = islice(pages_of(arguments.pages, arguments.distinct), arguments.distinct)
        print(f"{write_pages(folder, distinct)} pages, again and again", flush=True)
        with served(folder) as (port, server):
            asked = {"folder": str(folder), "port": port, "feeds": str(feeds), "warm": 0,
                     "pages": arguments.count, "sample_every": arguments.every}  # fmt: skip
            for side, one in sides.items():
                taken = one_crawl(one, asked, [], server)
                print(told(side, taken), flush=True)
    for side in left_out:
        print(f"{side}: is not to be had here")


def growth(samples: Sequence[tuple[int, int]]) -> float:
    """Bytes a page after the first part of the crawl."""
    after = [one for one in samples if one[0] >= WARM * samples[-1][0]]
    return slope(after) if len(after) > 1 else 0.0


def told(side: str, taken: dict[str, Any]) -> str:
    """A line of one crawl."""
    samples = taken["samples"]
    quarters = [samples[len(samples) * part // 4 - 1][1] / 1e6 for part in (1, 2, 3, 4)]
    said = (
        f"{side}: {taken['pages']} pages in {taken['seconds']:.0f} s;"
        f" {', '.join(f'{one:.0f}' for one in quarters)} MB after each quarter,"
        f" {growth(samples):+,.0f} bytes a page; peak {taken['peak'] / 1e6:.0f} MB"
    )
    if taken["failures"]:
        said += f"; FAILED: {taken['failures']}"
    return said


if __name__ == "__main__":
    main()
