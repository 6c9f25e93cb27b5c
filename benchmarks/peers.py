"""Articles against other extractors: F1, satisfied pages and CPU, in one table.

    python -m benchmarks.peers DATA [--sets NAME ...] [--peers NAME ...] [--ours MODULE:FUNCTION]

DATA holds ``<set>/dev`` for each set, laid out as README.md says. The peers are installed, once and
at pinned versions, into an environment below build/peers, and each runs there in a process of its
own; what it makes is kept beside it, so that another run computes our own figures only (``--fresh``
makes it anew). A cell is F1 / the percentage of satisfied pages (F1 of at least 0.95); CPU is that
of the median page over lxml's parse.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.figures import markdown, mean
from benchmarks.pages import DataSet
from benchmarks.peers_runner import PEERS, address, run
from benchmarks.quality import match, page_f1, tokens

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "build" / "peers"
SETS: Final = (
    "scrapinghub", "wcxb", "wcxb_rest", "zh_handmade", "magic_article", "magic_forum",
    "newspages", "fundus", "postlight", "daniel", "site_posts",
)  # fmt: skip
SATISFIED: Final = 0.95

Made = list[dict[str, Any]]
"""One extractor's texts of a set, as :func:`benchmarks.peers_runner.run` yields them."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder of the article sets")
    parser.add_argument("--sets", nargs="+", default=SETS, metavar="NAME", help="sets of DATA")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=[*PEERS], metavar="NAME",
                        help=f"of {', '.join(PEERS)}")  # fmt: skip
    parser.add_argument("--ours", default="benchmarks.adapters:article", metavar="MODULE:FUNCTION")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--fresh", action="store_true", help="run the peers again")
    given = parser.parse_args()
    python = Path(sys.executable)
    notes: list[str] = []
    if given.peers:
        python = environment()
        notes = install(python, {PEERS[peer].requirement for peer in given.peers})
    module, _, name = given.ours.partition(":")
    ours: Callable[[bytes, str], str] = getattr(import_module(module), name)
    rows = [["set", "pages", "ours", *given.peers]]
    costs: dict[str, list[float]] = {name: [] for name in rows[0][2:]}
    for set_name in given.sets:
        data = DataSet(given.data / set_name / "dev")
        made = {
            "ours": [*run(lambda page: ours(page.html, address(page)), data.pages(given.limit))]
        }
        for peer in given.peers:
            made[peer] = of_peer(python, peer, set_name, data, given)
        golds = golds_of(data, given.limit)
        rows.append([set_name, str(len(golds))])
        for extractor, texts in made.items():
            rows[-1].append(quality(texts, golds) if texts else "")
            costs[extractor] += [one["cpu"] / max(one["parse_cpu"], 1e-5) for one in texts]
    rows.append(["CPU", "", *(f"{median(one):.1f}" if one else "" for one in costs.values())])
    print(markdown(rows))
    print(*notes, sep="\n")


def golds_of(data: DataSet, limit: int | None) -> dict[str, tuple[list[str], str]]:
    """The tokens and the language of the pages that have a true text, by id."""
    golds = {}
    for truth in data.truths(limit):
        lang = truth.get("lang") or ""
        if found := tokens(truth.get("text") or "", lang):
            golds[truth["id"]] = found, lang
    return golds


def quality(made: Made, golds: dict[str, tuple[list[str], str]]) -> str:
    """F1, of mean precision and mean recall, and the percentage of satisfied pages."""
    texts = {one["id"]: one["text"] for one in made}
    found = [match(gold, tokens(texts.get(id, ""), lang)) for id, (gold, lang) in golds.items()]
    precision = mean(
        [one.right / (one.right + one.wrong) for one in found if one.right + one.wrong]
    )
    recall = mean([one.right / (one.right + one.missed) for one in found if one.right + one.missed])
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    satisfied = 100 * mean([page_f1(one) >= SATISFIED for one in found])
    return f"{f1:.3f} / {satisfied:.1f}"


def of_peer(
    python: Path, peer: str, set_name: str, data: DataSet, given: argparse.Namespace
) -> Made:
    """The texts of a peer, kept or made now; none where it fails."""
    out = FOLDER / f"{set_name}-{peer}.jsonl"
    wanted = {truth["id"] for truth in data.truths(given.limit)}
    if given.fresh or not out.exists() or not wanted <= {one["id"] for one in _read(out)}:
        print(f"{peer} on {set_name}", file=sys.stderr)
        command = [str(python), "-m", "benchmarks.peers_runner", peer, str(data.folder.resolve())]
        limit = [] if given.limit is None else [f"--limit={given.limit}"]
        if subprocess.run([*command, str(out), *limit], cwd=ROOT, check=False).returncode:
            return []
    return [one for one in _read(out) if one["id"] in wanted]


def _read(file: Path) -> Made:
    with file.open(encoding="utf-8", newline="\n") as lines:
        return [json.loads(line) for line in lines]


def environment() -> Path:
    """The Python of the peers' environment, made where there is none."""
    folder = FOLDER / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return python


def install(python: Path, requirements: Iterable[str]) -> list[str]:
    """Install each by itself; a line for each that does not install."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return [
        f"{one} does not install"
        for one in sorted(requirements)
        if subprocess.run([*command, one], check=False).returncode
    ]


if __name__ == "__main__":
    main()
