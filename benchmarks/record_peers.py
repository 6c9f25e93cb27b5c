"""Records beside other extractors of records: F1 and CPU time, in one table.

    python -m benchmarks.record_peers --data DIR [--data DIR ...] [--limit N] [--python2 PROGRAM]

- ``libextract`` 0.0.12, in the environment of :mod:`benchmarks.peers`;
- ``mdr`` 0.0.1 (Zhai and Liu's MDR with partial tree alignment), which runs with Python 2.7 alone:
  installed below build/peers where ``--python2`` or the path has one, else left out. Its first ten
  candidates are asked for records, of which it has up to five regions;
- ``pydepta`` is in no package index and wants Python 2.7; there is nothing to install.

A record found is right where the text nodes it covers have a Jaccard of 0.9 or more with a true
record's, one to one. F1 is the mean of the pages', of the first region alone and of all regions;
``exact`` the percentage of pages on which the first region is all true records and nothing else.
CPU is the median page's over lxml's parse in the same process. Where the truth is a page's main
list alone, the first region is what counts.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any, Final, TypeAlias

import lxml.html

from benchmarks.adapters import records
from benchmarks.key_tree import Places, TrueRecord, match, true_records
from benchmarks.pages import LabelledPage, data_arguments
from benchmarks.peers_environment import FOLDER, ROOT, environment, install
from benchmarks.peers_runner import address, decoded
from scrapy_treesim import Page

Regions: TypeAlias = "list[list[list[str]]]"
"""Lists of records: lists of XPaths."""

Started: TypeAlias = "tuple[list[str], dict[str, str]]"
"""A command, and the environment variables that it wants."""

OURS: Final = "ours"
LIBEXTRACT: Final = "libextract==0.0.12"
MDR: Final = "mdr==0.0.1"
FOR_MDR: Final = ("numpy==1.16.6", "scipy==1.2.3", "lxml==4.9.4")


@dataclass(slots=True)
class Scores:
    """One extractor on one set."""

    first: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    exact: int = 0
    ratios: list[float] = field(default_factory=list)
    failed: int = 0

    def __str__(self) -> str:
        share = 100 * self.exact / len(self.first)
        return (
            f"{len(self.first):5} {mean(self.first):9.3f} {share:6.1f} {mean(self.whole):8.3f}"
            f" {median(self.ratios):7.1f} {self.failed:6}"
        )


def main() -> None:
    parser = data_arguments(__doc__)
    parser.description, parser.formatter_class = __doc__, RawDescriptionHelpFormatter
    parser.add_argument("--python2", default=shutil.which("python2.7"), metavar="PROGRAM")
    arguments = parser.parse_args()
    peers, notes = commands(arguments.python2)
    print(f"{'set':16} {'extractor':18} pages first F1  exact   all F1     CPU failed")
    for data in arguments.data:
        pages = [*data.pages(arguments.limit)]
        print(f"{data.name:16} {OURS:18} {scored(pages, ours(pages))}", flush=True)
        for name, (command, variables) in peers.items():
            answers = run(command, variables, pages)
            print(f"{data.name:16} {name:18} {scored(pages, answers)}", flush=True)
    for note in notes:
        print(note)


def commands(python2: str | None) -> tuple[dict[str, Started], list[str]]:
    """The commands of the peers that are to be had, with what their environment has more; a line
    for each other."""
    python = environment(sys.executable)
    notes = install(python, [LIBEXTRACT])
    found: dict[str, Started] = {}
    if not notes:
        found[LIBEXTRACT] = ([str(python), "-m", "benchmarks.record_peers_runner"], {})
    notes.append("pydepta: in no package index")
    if python2 is None:
        return found, [*notes, f"{MDR} wants Python 2.7: name it by --python2"]
    folder = FOLDER / "python2.7"
    variables = {"PYTHONPATH": str(folder)}
    if not (folder / "mdr").exists():
        for wanted in (FOR_MDR, (MDR,)):
            command = [python2, "-m", "pip", "install", "--quiet", "--target", str(folder)]
            done = subprocess.run([*command, *wanted], env={**os.environ, **variables}, check=False)
            if done.returncode:
                return found, [*notes, f"{MDR} does not install"]
    found[MDR] = ([python2, str(Path(__file__).with_name("mdr.py27"))], variables)
    return found, notes


def ours(pages: Iterable[LabelledPage]) -> Iterator[dict[str, Any]]:
    """What we find on each page, and in what time."""
    for page in pages:
        started = process_time()
        lxml.html.document_fromstring(page.html)
        parsed = process_time()
        regions = records(page.html, address(page))
        yield {"id": page.id, "regions": regions, "cpu": process_time() - parsed,
               "parse_cpu": parsed - started, "error": ""}  # fmt: skip


def run(
    command: Sequence[str], variables: dict[str, str], pages: Iterable[LabelledPage]
) -> Iterator[dict[str, Any]]:
    """What a peer finds on each page; after a page at which it ended it is started anew."""
    process: subprocess.Popen[str] | None = None
    for page in pages:
        if process is None:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                cwd=ROOT,
                env={**os.environ, **variables},
            )
        made = _answer(process, page)
        if made is None:
            process.wait()
            process = None
            made = {"regions": [], "cpu": 0.0, "parse_cpu": 0.0, "error": "ended"}
        yield made
    if process is not None:
        process.communicate()


def _answer(process: subprocess.Popen[str], page: LabelledPage) -> dict[str, Any] | None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps({"id": page.id, "html": decoded(page.html)}) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    answer: dict[str, Any] | None = json.loads(line) if line else None
    return answer


def scored(pages: Iterable[LabelledPage], answers: Iterable[dict[str, Any]]) -> Scores:
    """An extractor's answers against the truth."""
    scores = Scores()
    for page, made in zip(pages, answers, strict=True):
        places = Places(Page(page.html, page.url, html5=False))
        true = [*true_records(page, places)]
        regions: Regions = made["regions"]
        first = f1_of(regions[:1], true, places)
        scores.first.append(first)
        scores.whole.append(f1_of(regions, true, places))
        scores.exact += first == 1.0
        if made["cpu"]:
            scores.ratios.append(made["cpu"] / max(made["parse_cpu"], 1e-5))
        scores.failed += bool(made["error"])
    return scores


def f1_of(regions: Regions, true: Sequence[TrueRecord], places: Places) -> float:
    """F1 of all records of some regions."""
    found = [places.covered(xpaths) for region in regions for xpaths in region]
    if not found and not true:
        return 1.0
    right = len(match([one for one in found if one is not None], true))
    return 2 * right / (len(found) + len(true))


if __name__ == "__main__":
    main()
