"""``scrapy treesim extract -o`` beside trafilatura's own command for folders of pages.

    python -m benchmarks.batch_peers --data DIR [--data DIR ...] [--limit N] [--rounds 5]
        [--workers 1 2]

The pages of article sets are written to a folder as HTML files. Each command reads the folder with
so many processes and writes JSON: ``trafilatura --input-dir --output-dir --parallel N --json
--with-metadata``, of the peers' environment; ours with articles alone, and with all that is found,
both with ``TREESIM_EMIT = all``, so that each page is read for its article. All commands run once a
round, in another order each. Figures are medians of the rounds, with the least and the most of the
pages a second in brackets; CPU time is that of all processes from the start of Python to the end,
over lxml's parse of the same pages; memory is the resident memory of all processes together.
``F1 / satisfied`` is that of :mod:`benchmarks.peers`, over the pages that have a true text.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final
from urllib.parse import unquote, urlsplit

import lxml.html

from benchmarks.pages import data_arguments
from benchmarks.peers import golds_of
from benchmarks.peers_environment import ROOT, environment, install
from benchmarks.peers_runner import PEERS
from benchmarks.peers_table import Gold, quality
from benchmarks.processes import watched
from benchmarks.quality import match, tokens

TRAFILATURA: Final = PEERS["trafilatura"].requirement
NEEDED: Final = "lxml_html_clean==0.4.6"
"""What trafilatura wants of lxml, which not every pip installs with it."""
OURS: Final = "extract -o"
OURS_ARTICLES: Final = "extract -o --kinds article"
SIDES: Final = (OURS_ARTICLES, OURS, TRAFILATURA)


@dataclass(frozen=True, slots=True)
class Run:
    """What a command took, and the texts that it wrote, by page."""

    wall: float
    cpu: float
    peak: int
    texts: dict[str, str]


def main() -> None:
    parser = data_arguments(__doc__)
    parser.description, parser.formatter_class = __doc__, RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], metavar="N")
    arguments = parser.parse_args()
    python = environment(sys.executable)
    for note in install(python, [NEEDED, TRAFILATURA]):
        sys.exit(note)
    with TemporaryDirectory() as name:
        folder = Path(name, "pages")
        folder.mkdir()
        golds: dict[str, Gold] = {}
        for number, data in enumerate(arguments.data):
            for page in data.pages(arguments.limit):
                (folder / f"{number}-{page.id}.html").write_bytes(page.html)
            of_set = golds_of(data, arguments.limit)
            golds.update({f"{number}-{page}": gold for page, gold in of_set.items()})
        files = sorted(folder.iterdir())
        parse = parse_of(files)
        print(f"{len(files)} pages; lxml's parse {1000 * parse / len(files):.2f} ms a page")
        print(f"{'command':28} {'processes':>9} {'pages/s':>18} {'CPU/parse':>10} {'MB':>5} F1")
        runs: dict[tuple[str, int], list[Run]] = {}
        for number in range(arguments.rounds):
            wanted = [(side, workers) for side in SIDES for workers in arguments.workers]
            for side, workers in Random(number).sample(wanted, len(wanted)):
                made = run(side, workers, folder, python)
                runs.setdefault((side, workers), []).append(made)
        for side in SIDES:
            for workers in arguments.workers:
                print(told(side, workers, runs[side, workers], len(files), parse, golds))


def parse_of(files: Sequence[Path]) -> float:
    """Seconds of CPU of lxml's parse of all pages."""
    bodies = [file.read_bytes() for file in files]
    started = process_time()
    for body in bodies:
        lxml.html.document_fromstring(body)
    return process_time() - started


def run(side: str, workers: int, folder: Path, python: Path) -> Run:
    """Run a command once, into a new folder."""
    out = folder.with_name("out")
    shutil.rmtree(out, ignore_errors=True)
    command, texts = _command(side, workers, folder, out, python)
    where = folder if side == TRAFILATURA else ROOT
    started = perf_counter()
    with watched() as use:
        subprocess.run(command, check=True, cwd=where, stderr=subprocess.DEVNULL)
    return Run(perf_counter() - started, use.cpu, use.peak, dict(texts(out)))


def _command(
    side: str, workers: int, folder: Path, out: Path, python: Path
) -> tuple[list[str], Callable[[Path], Iterator[tuple[str, str]]]]:
    if side == TRAFILATURA:
        # Below another folder than where it runs, --keep-dirs writes nothing.
        command = [str(python.with_name("trafilatura")), "--input-dir", ".", "--keep-dirs"]
        command += ["--output-dir", str(out), "--parallel", str(workers)]
        return [*command, "--json", "--with-metadata"], trafilatura_texts
    command = [sys.executable, "-m", "scrapy", "treesim", "extract", str(folder), "-o", str(out)]
    command += ["--workers", str(workers), "-s", "TREESIM_EMIT=all"]
    # So many parts that every worker has some.
    command += ["--partition-pages", str(max(1, len([*folder.iterdir()]) // (4 * workers)))]
    return [*command, *(["--kinds", "article"] if side == OURS_ARTICLES else [])], our_texts


def trafilatura_texts(out: Path) -> Iterator[tuple[str, str]]:
    """The texts by the names of their pages' files."""
    for file in out.rglob("*.json"):
        yield file.stem, json.loads(file.read_text("utf-8"))["text"] or ""


def our_texts(out: Path) -> Iterator[tuple[str, str]]:
    """Likewise."""
    for file in sorted((out / "article").glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            made = json.loads(line)
            yield Path(unquote(urlsplit(made["url"]).path)).stem, made["text"]


def told(
    side: str, workers: int, runs: Sequence[Run], pages: int, parse: float, golds: dict[str, Gold]
) -> str:
    """A line of the table."""
    speeds = [pages / one.wall for one in runs]
    speed = f"{median(speeds):.0f} ({min(speeds):.0f} to {max(speeds):.0f})"
    cpu = median(one.cpu for one in runs) / parse
    peak = median(one.peak for one in runs) / 1e6
    texts = runs[-1].texts
    matches = [
        match(gold.tokens, tokens(texts.get(page, ""), gold.lang)) for page, gold in golds.items()
    ]
    found = str(quality(matches)) if matches else "-"
    return f"{side:28} {workers:9} {speed:>18} {cpu:10.1f} {peak:5.0f} {found}"


if __name__ == "__main__":
    main()
