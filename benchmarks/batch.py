"""Cost of ``scrapy treesim extract -o`` on a WARC file: by one worker and by two.

    python -m benchmarks.batch --data DIR [--data DIR ...] [--pages 20000] [--folder DIR]
                               [--options ...]

The pages of the sets are written into a WARC file, again and again under other addresses until
there are as many, the sets in turns. Then their findings are extracted: in one process, by two
local workers, and by two local workers of
which all are killed (SIGKILL) when half of the partitions are done, and the same command again.
CPU time is that of all processes of a run from the start of Python to the last line of the
manifest; beside it stands lxml's parse of the same pages in the same run. Memory is the resident
memory of each process at most. The digest is the SHA-256 of all lines, sorted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, cycle, islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from benchmarks.figures import parse_seconds
from benchmarks.pages import DataSet, LabelledPage, data_arguments
from benchmarks.processes import watched

COMMAND: Final = (sys.executable, "-m", "scrapy", "treesim", "extract")
DATE: Final = "2026-01-02T03:04:05Z"
BILLION: Final = 1_000_000_000
A_FILE: Final = 35_000
"""Pages of a WARC file of Common Crawl, about."""
PARSED: Final = 500
"""Pages whose parse is measured."""


@dataclass(frozen=True, slots=True)
class Run:
    """One extraction."""

    name: str
    wall: float
    cpu: float
    peaks: Sequence[int]
    """Bytes of resident memory of each process, the largest first."""
    digest: str
    items: int
    bytes: int


def main() -> None:
    arguments = _arguments().parse_args()
    with TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        path = folder / "pages.warc.gz"
        parse = write_warc(path, arguments.data, arguments.pages)
        size = path.stat().st_size
        print(f"{arguments.pages} pages, {size / 1e6:.0f} MB packed; lxml's parse"
              f" {1e3 * parse:.2f} ms a page", flush=True)  # fmt: skip
        runs = [run("one process", path, ["--executor", "serial"], arguments)]
        show(runs[-1], arguments.pages, parse, 1)
        runs.append(run("two workers", path, ["--workers", "2"], arguments))
        show(runs[-1], arguments.pages, parse, 2)
        runs.append(run("killed, and again", path, ["--workers", "2"], arguments, killed=True))
        show(runs[-1], arguments.pages, parse, 2)
        same = len({one.digest for one in runs}) == 1
        print("all write the same lines" if same else "THEY WRITE DIFFERENT LINES")
        print(projection(runs[1], arguments.pages, size))
    if not same:
        sys.exit(1)


def _arguments() -> argparse.ArgumentParser:
    parser = data_arguments(__doc__)
    parser.add_argument("--pages", type=int, default=20_000, metavar="N", help="default: 20000")
    parser.add_argument("--folder", metavar="DIR", help="where the files are meanwhile")
    parser.add_argument("--partition-pages", default="1000", metavar="N", help="default: 1000")
    parser.add_argument("--options", nargs="*", default=[], help="further ones of the command")
    return parser


def write_warc(path: Path, sets: Sequence[DataSet], pages: int) -> float:
    """Write the file, a gzip member a record; the seconds that lxml takes for a page."""
    in_turns = zip_longest(*(one.pages() for one in sets))
    sources = [page for page in chain.from_iterable(in_turns) if page is not None]
    parsing = parse_seconds(*(page.html for page in sources[:PARSED]))
    with path.open("wb") as file:
        for number, page in enumerate(islice(cycle(sources), pages)):
            file.write(gzip.compress(record(address(page, number // len(sources)), page.html), 6))
    return parsing / min(PARSED, len(sources))


def address(page: LabelledPage, copy: int) -> str:
    """The page's address, of another site in each copy."""
    parts = urlsplit(page.url or f"https://{page.id}.example/")
    host = f"c{copy}.{parts.netloc}" if copy else parts.netloc
    return parts._replace(scheme="https", netloc=host).geturl()


def record(url: str, html: bytes) -> bytes:
    """A WARC record of a response."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(html)}\r\n\r\n"
    block = head.encode() + html
    said = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: {DATE}\r\n"
        f"WARC-Record-ID: <urn:uuid:{sha256(url.encode()).hexdigest()[:32]}>\r\n"
        f"WARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return said.encode("utf-8", "replace") + block + b"\r\n\r\n"


def run(
    name: str, path: Path, options: list[str], arguments: argparse.Namespace, killed: bool = False
) -> Run:
    """Extract in processes of their own."""
    out = path.with_name(name.replace(" ", "-").replace(",", ""))
    command = [*COMMAND, str(path), "-o", str(out), *options, *arguments.options,
               "--partition-pages", arguments.partition_pages]  # fmt: skip
    begun = time.perf_counter()
    with watched() as use:
        if killed:
            kill_half_way(command, out, arguments.pages / int(arguments.partition_pages))
        subprocess.run(command, check=False)
    wall = time.perf_counter() - begun
    lines = sorted(line for part in out.glob("*/part-*") for line in part.read_bytes().splitlines())
    digest = sha256(b"\n".join(lines)).hexdigest()
    peaks = sorted(use.peaks.values(), reverse=True)
    return Run(name, wall, use.cpu, peaks, digest, len(lines), sum(map(len, lines)) + len(lines))


def kill_half_way(command: list[str], out: Path, partitions: float) -> None:
    """Kill the command when half of the partitions are done; its workers end by themselves."""
    process = subprocess.Popen(command)
    manifest = out / "manifest.jsonl"
    while not manifest.exists() or manifest.read_bytes().count(b"\n") - 1 < partitions / 2:
        time.sleep(0.1)
        if process.poll() is not None:
            raise RuntimeError("the command ended before it was killed")
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = sum(json.loads(line)["pages"] for line in manifest.read_bytes().splitlines()[1:])
    print(f"killed after {done} pages", flush=True)


def show(one: Run, pages: int, parse: float, workers: int) -> None:
    rate, cost = pages / one.wall, one.cpu / pages
    print(
        f"{one.name:18} {rate:6.1f} pages/s, {rate / workers:6.1f} a worker, {1 / cost:6.1f} a"
        f" core's second; {1e3 * cost:6.2f} ms CPU a page, {cost / parse:5.2f} x parse; {one.items}"
        f" items, {one.bytes / 1e6:.0f} MB; memory"
        f" {', '.join(f'{peak / 1e6:.0f}' for peak in one.peaks[:6])} MB; lines {one.digest[:12]}"
    )
    sys.stdout.flush()


def projection(one: Run, pages: int, packed: int) -> str:
    """Project the cost to a billion pages, in proportion."""
    times = BILLION / pages
    return (
        f"a billion pages like these: {times * one.cpu / 3600:,.0f} CPU hours,"
        f" {times * packed / 1e12:.1f} TB read, {times * one.bytes / 1e12:.2f} TB written,"
        f" {BILLION // A_FILE:,} partitions of a WARC file each"
    )


if __name__ == "__main__":
    main()
