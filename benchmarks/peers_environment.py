"""The environment in which other extractors run, and the files of what they made.

Lies below build/peers: a virtual environment a version of Python, and ``<set>-<peer>.jsonl``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from benchmarks.pages import DataSet
from benchmarks.peers_runner import PEERS

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "build" / "peers"


def kept(set_name: str, peer: str) -> Path:
    """The file of a peer's texts of a set."""
    return FOLDER / f"{set_name}-{peer}.jsonl"


def lines(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8", newline="\n") as text:
        return [json.loads(line) for line in text]


def complete(file: Path, ids: Collection[str]) -> bool:
    """Tell if the file has all of these pages."""
    return file.exists() and {*ids} <= {made["id"] for made in lines(file)}


def fill(
    wanted: Iterable[tuple[str, str]],
    sets: dict[str, DataSet],
    *,
    python: Path,
    limit: int | None = None,
    jobs: int = 1,
) -> list[str]:
    """Runs peers, each with the name of a set; a line for each run that fails."""
    there = installed(python)
    with ThreadPoolExecutor(jobs) as pool:
        runs = [
            pool.submit(run_peer, python, peer, sets[set_name], set_name, limit)
            for set_name, peer in wanted
            if distribution(PEERS[peer].requirement) in there
        ]
    return [note for one in runs if (note := one.result())]


def run_peer(python: Path, peer: str, pages: DataSet, set_name: str, limit: int | None) -> str:
    """Fills the file of a peer's texts; a line where that failed."""
    out = kept(set_name, peer)
    print(f"{peer} on {set_name}", file=sys.stderr)
    command = [str(python), "-m", "benchmarks.peers_runner", peer, str(pages.folder.resolve())]
    command += [str(out), f"--truth={pages.truth}"]
    if limit is not None:
        command.append(f"--limit={limit}")
    log = out.with_suffix(".log")
    with log.open("w") as said:
        done = subprocess.run(command, cwd=ROOT, stdout=said, stderr=said, check=False)
    return f"{peer} on {set_name} failed: see {log}" if done.returncode else ""


def environment(python: str) -> Path:
    """The Python of the peers' environment, made where there is none."""
    asked = [python, "-c", "import sys; print('python%d.%d' % sys.version_info[:2])"]
    version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    folder = FOLDER / version
    if not (folder / "bin" / "python").exists():
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
    return folder / "bin" / "python"


def install(python: Path, requirements: Iterable[str]) -> list[str]:
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
