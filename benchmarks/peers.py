"""Articles against other extractors: F1, satisfied pages and CPU, in one table.

    python -m benchmarks.peers DATA [--sets NAME ...] [--peers NAME ...] [--fresh] [--no-install]

DATA holds ``<set>/dev`` for each set, laid out as README.md says. The peers are installed, once and
at pinned versions, into an environment below build/peers, and each runs there in a process of its
own; what it makes is kept beside it, so that another run computes our own figures only. A peer that
wants another Python gets one by a run with ``--python``; what it made shows in later runs without.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from benchmarks.adapters import article
from benchmarks.pages import DataSet
from benchmarks.peers_runner import PEERS, address, run
from benchmarks.quality import Match, match, page_f1, tokens

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "build" / "peers"
SETS: Final = ("scrapinghub", "wcxb", "zh_handmade", "magic_article", "magic_forum", "site_posts")
OURS: Final = "ours"
SATISFIED: Final = 0.95


@dataclass(frozen=True, slots=True)
class Measured:
    """One extractor's answer to one page."""

    match: Match
    ratio: float
    """CPU time over that of lxml's parse."""
    error: str


@dataclass(frozen=True, slots=True)
class Gold:
    """A page with a true text."""

    tokens: list[str]
    lang: str
    page_type: str


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder of the article sets")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=list(PEERS))
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="peers at a time (2)")
    parser.add_argument("--fresh", action="store_true", help="run the peers again")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.add_argument("--python", default=sys.executable, help="the environment's Python")
    arguments = parser.parse_args()
    folders = {name: arguments.data / name / "dev" for name in arguments.sets}
    golds = {name: golds_of(folder, arguments.limit) for name, folder in folders.items()}

    wanted = [
        (set_name, peer)
        for set_name in folders
        for peer in arguments.peers
        if arguments.fresh or not complete(kept(set_name, peer), golds[set_name])
    ]
    notes = fill(wanted, folders, arguments) if wanted else []
    rows = {OURS: {name: ours(folders[name], golds[name], arguments.limit) for name in folders}}
    for peer in arguments.peers:
        found = {
            name: measured(lines(kept(name, peer)), golds[name])
            for name in folders
            if complete(kept(name, peer), golds[name])
        }
        if found:
            rows[f"{peer} {PEERS[peer].version}"] = found
        else:
            notes.append(f"{peer}: left out")
    print(table(rows, golds))
    for name, sets in rows.items():
        if errors := Counter(one.error for pages in sets.values() for one in pages.values()):
            del errors[""]
        if errors:
            notes.append(f"{name}: " + ", ".join(f"{n} {error}" for error, n in errors.items()))
    for note in notes:
        print(note)


def fill(
    wanted: list[tuple[str, str]], folders: dict[str, Path], arguments: argparse.Namespace
) -> list[str]:
    """Runs peers over sets; a line for each that does not install or fails."""
    python = environment(arguments.python)
    notes = []
    if not arguments.no_install:
        notes += install(python, {PEERS[peer].requirement for _, peer in wanted})
    there = installed(python)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = [
            pool.submit(run_peer, python, peer, folders[set_name], set_name, arguments.limit)
            for set_name, peer in wanted
            if distribution(PEERS[peer].requirement) in there
        ]
    return notes + [note for job in jobs if (note := job.result())]


def golds_of(folder: Path, limit: int | None) -> dict[str, Gold]:
    """The pages with a true text, by id."""
    golds = {}
    for page in DataSet(folder).pages(limit):
        lang = page.truth.get("lang", "")
        if found := tokens(page.truth.get("text", ""), lang):
            golds[page.id] = Gold(found, lang, page.truth.get("page_type", ""))
    return golds


def ours(folder: Path, golds: dict[str, Gold], limit: int | None) -> dict[str, Measured]:
    pages = DataSet(folder).pages(limit)
    return measured(run(lambda page: article(page.html, address(page)), pages), golds)


def measured(outputs: Iterable[dict[str, Any]], golds: dict[str, Gold]) -> dict[str, Measured]:
    return {
        made["id"]: Measured(
            match(gold.tokens, tokens(made["text"], gold.lang)),
            made["cpu"] / max(made["parse_cpu"], 1e-5),
            made["error"],
        )
        for made in outputs
        if (gold := golds.get(made["id"])) is not None
    }


def kept(set_name: str, peer: str) -> Path:
    """Where a peer's texts of a set lie."""
    return FOLDER / f"{set_name}-{peer}.jsonl"


def lines(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8", newline="\n") as text:
        return [json.loads(line) for line in text]


def complete(file: Path, golds: dict[str, Gold]) -> bool:
    return file.exists() and golds.keys() <= {made["id"] for made in lines(file)}


def environment(python: str) -> Path:
    """The Python of the peers' environment, made where there is none."""
    asked = [python, "-c", "import sys; print('python%d.%d' % sys.version_info[:2])"]
    version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    folder = FOLDER / version
    if not (folder / "bin" / "python").exists():
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
    return folder / "bin" / "python"


def install(python: Path, requirements: set[str]) -> list[str]:
    """Installs each by itself where it is not there yet; a line for each that does not install."""
    there = installed(python)
    failed = []
    for requirement in sorted(requirements):
        if there.get(distribution(requirement)) == requirement.partition("==")[2]:
            continue
        print(f"installing {requirement}", file=sys.stderr)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        done = subprocess.run([*command, requirement], stderr=subprocess.PIPE, text=True)
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            failed.append(f"{requirement} does not install: {' '.join(said[:1])}")
    return failed


def installed(python: Path) -> dict[str, str]:
    """Versions by distribution."""
    command = [str(python), "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]
    listed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return {distribution(one["name"]): one["version"] for one in json.loads(listed)}


def distribution(requirement: str) -> str:
    """Its name as pip compares it."""
    return requirement.partition("==")[0].partition("[")[0].lower().replace("_", "-")


def run_peer(python: Path, peer: str, folder: Path, set_name: str, limit: int | None) -> str | None:
    """Fills the file of a peer's texts; a line where that failed."""
    out = kept(set_name, peer)
    print(f"{peer} on {set_name}", file=sys.stderr)
    command = [str(python), "-m", "benchmarks.peers_runner", peer, str(folder.resolve()), str(out)]
    if limit is not None:
        command.append(f"--limit={limit}")
    with out.with_suffix(".log").open("w") as log:
        done = subprocess.run(command, cwd=ROOT, stdout=log, stderr=log, check=False)
    return (
        f"{peer} on {set_name} failed: see {out.with_suffix('.log')}" if done.returncode else None
    )


def table(
    rows: dict[str, dict[str, dict[str, Measured]]], golds: dict[str, dict[str, Gold]]
) -> str:
    """Markdown: an extractor a row, F1 / satisfied % a set, CPU of the median page."""
    columns: list[tuple[str, str, set[str]]] = []
    for set_name, pages in golds.items():
        articles = {page for page, gold in pages.items() if gold.page_type == "article"}
        if 0 < len(articles) < len(pages):
            columns.append((f"{set_name}, articles", set_name, articles))
            columns.append((f"{set_name}, all", set_name, set(pages)))
        else:
            columns.append((set_name, set_name, set(pages)))
    heads = [f"{head} ({len(ids)})" for head, _, ids in columns]
    text = [["extractor", *heads, "CPU", "failed"]]
    for name, sets in rows.items():
        everything = [one for pages in sets.values() for one in pages.values()]
        row = [name]
        for _, set_name, ids in columns:
            of_set = sets.get(set_name)
            row.append(quality([of_set[page] for page in ids]) if of_set else "")
        row.append(f"{median(one.ratio for one in everything):.1f}")
        row.append(str(sum(bool(one.error) for one in everything)))
        text.append(row)
    text.insert(1, ["---"] * len(text[0]))
    widths = [max(map(len, column)) for column in zip(*text, strict=True)]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in text
    )


def quality(pages: list[Measured]) -> str:
    matches = [one.match for one in pages]
    precisions = [one.right / (one.right + one.wrong) for one in matches if one.right + one.wrong]
    recalls = [one.right / (one.right + one.missed) for one in matches if one.right + one.missed]
    precision, recall = (mean(shares) if shares else 0.0 for shares in (precisions, recalls))
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    satisfied = mean(page_f1(one) >= SATISFIED for one in matches)
    return f"{f1:.3f} / {100 * satisfied:.1f}"


if __name__ == "__main__":
    main()
