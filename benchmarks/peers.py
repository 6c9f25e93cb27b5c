"""Articles against other extractors: F1, satisfied pages and CPU, in one table.

    python -m benchmarks.peers DATA [--sets NAME ...] [--also NAME=FOLDER[:TRUTH] ...]
        [--peers NAME ...] [--by set|lang|type] [--ours MODULE:FUNCTION]

DATA holds ``<set>/dev`` for each set, laid out as README.md says; ``--also`` adds sets that lie
elsewhere, or whose truth is another file. The peers are installed, once and at pinned versions,
into an environment below build/peers, and each runs there in a process of its own; what it makes is
kept beside it, so that another run computes our own figures only. A peer that wants another Python
gets one by a run with ``--python``; what it made shows in later runs without.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias

from benchmarks.pages import TRUTH, DataSet
from benchmarks.peers_environment import complete, environment, fill, install, kept, lines
from benchmarks.peers_runner import PEERS, address, run
from benchmarks.peers_table import BY, OURS, Answers, Gold, cost_table, measured, table
from benchmarks.quality import tokens

SETS: Final = (
    "scrapinghub", "wcxb", "wcxb_rest", "zh_handmade", "magic_article", "magic_forum",
    "newspages", "fundus", "postlight", "daniel", "site_posts",
)  # fmt: skip
"""Those taken unless some are named; any other set of DATA can be named."""
DEFAULT: Final = (
    "resiliparse", "magic-html", "magic-html-forum", "rs-trafilatura", "trafilatura",
    "trafilatura-precision", "readability-lxml", "newspaper4k",
)  # fmt: skip
"""Peers taken unless some are named, the cheapest first."""
FORUM_SETS: Final = frozenset(("magic_forum", "weak_wiki_forum"))
"""The sets that peers for forums get unless they are named."""
OUR_FUNCTION: Final = "benchmarks.adapters:article"

Extractor: TypeAlias = Callable[[bytes, str], str]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path, help="folder of the article sets")
    parser.add_argument("--sets", nargs="*", default=SETS, metavar="NAME", help="sets of DATA")
    parser.add_argument(
        "--also",
        type=named_set,
        action="append",
        default=[],
        metavar="NAME=FOLDER[:TRUTH]",
        help="a set elsewhere, TRUTH being the file of its truth; may be given several times",
    )
    parser.add_argument("--peers", nargs="*", choices=PEERS, help="instead of the usual ones")
    parser.add_argument("--by", choices=BY, default="set", help="what a row is")
    parser.add_argument("--ours", default=OUR_FUNCTION, metavar="MODULE:FUNCTION")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N pages of a set")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="peers at a time (2)")
    parser.add_argument("--fresh", action="store_true", help="run the peers again")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.add_argument("--no-run", action="store_true", help="show only what peers made before")
    parser.add_argument("--python", default=sys.executable, help="the environment's Python")
    arguments = parser.parse_args()
    sets = {name: DataSet(arguments.data / name / "dev") for name in arguments.sets}
    sets.update(arguments.also)
    for name, pages in sets.items():
        if not (pages.folder / pages.truth).exists():
            parser.error(f"{name}: there is no {pages.folder / pages.truth}")
    golds = {name: golds_of(pages, arguments.limit) for name, pages in sets.items()}

    pairs = pairs_of(sets, arguments.peers)
    notes = [] if arguments.no_run else missing(pairs, sets, golds, arguments)
    answers: Answers = {
        OURS: {name: measured(our_answers(sets[name], arguments), golds[name]) for name in sets}
    }
    left_out: dict[str, list[str]] = {}
    for name, peer in pairs:
        file = kept(name, peer)
        if complete(file, golds[name]):
            row = answers.setdefault(f"{peer} {PEERS[peer].version}", {})
            row[name] = measured(lines(file), golds[name])
        else:
            left_out.setdefault(peer, []).append(name)
    notes += [f"{peer}: left out of {', '.join(names)}" for peer, names in left_out.items()]
    print(table(answers, golds, arguments.by))
    print(f"\n{cost_table(answers, golds, arguments.by)}\n")
    for extractor, found in answers.items():
        errors = Counter(one.error for pages in found.values() for one in pages.values())
        del errors[""]
        if errors:
            notes.append(f"{extractor}: " + ", ".join(f"{n} {one}" for one, n in errors.items()))
    for note in notes:
        print(note)


def named_set(told: str) -> tuple[str, DataSet]:
    """A set as ``--also`` tells it."""
    name, _, rest = told.partition("=")
    folder, _, truth = rest.rpartition(":")
    if not folder or not truth.endswith(".jsonl"):
        folder, truth = rest, TRUTH
    if not name or not folder:
        raise argparse.ArgumentTypeError("give NAME=FOLDER or NAME=FOLDER:TRUTH")
    return name, DataSet(Path(folder), truth)


def pairs_of(sets: dict[str, DataSet], named: list[str] | None) -> list[tuple[str, str]]:
    """A set and a peer each, peer by peer."""
    return [
        (name, peer)
        for peer in (DEFAULT if named is None else named)
        for name in sets
        if named is not None or name in FORUM_SETS or not peer.endswith("-forum")
    ]


def missing(
    pairs: list[tuple[str, str]],
    sets: dict[str, DataSet],
    golds: dict[str, dict[str, Gold]],
    arguments: argparse.Namespace,
) -> list[str]:
    """Runs what has not been run; a line for each peer that does not install or fails."""
    wanted = [
        (name, peer)
        for name, peer in pairs
        if arguments.fresh or not complete(kept(name, peer), golds[name])
    ]
    if not wanted:
        return []
    python = environment(arguments.python)
    notes = []
    if not arguments.no_install:
        notes = install(python, {PEERS[peer].requirement for _, peer in wanted})
    return notes + fill(wanted, sets, python=python, limit=arguments.limit, jobs=arguments.jobs)


def golds_of(pages: DataSet, limit: int | None) -> dict[str, Gold]:
    """The pages with a true text, by id."""
    golds = {}
    for truth in pages.truths(limit):
        lang = truth.get("lang") or ""
        if found := tokens(truth.get("text") or "", lang):
            golds[truth["id"]] = Gold(found, lang, truth.get("page_type") or "")
    return golds


def our_answers(pages: DataSet, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    given = list(pages.pages(arguments.limit))
    function = function_of(arguments.ours)
    return run(lambda page: function(page.html, address(page)), given)


def function_of(told: str) -> Extractor:
    """The function of a ``module:function``."""
    module, _, name = told.partition(":")
    function: Extractor = getattr(import_module(module), name)
    return function


if __name__ == "__main__":
    main()
