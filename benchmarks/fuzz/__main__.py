"""Call everything public on damaged pages and on pages made at random; minimise what fails.

    python -m benchmarks.fuzz --pages DIR [--pages DIR ...] --count N --seed S
    python -m benchmarks.fuzz --corpus grammar --count N
    python -m benchmarks.fuzz --pages DIR --seed S --only K

Exits with 1 when anything crashed, hung, raised, took too much memory or broke a check.
"""

from __future__ import annotations

import os
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

from benchmarks.fuzz.checks import Sample
from benchmarks.fuzz.minimise import SECONDS, by_cause, least_sample
from benchmarks.fuzz.targets import TARGETS, Target, warm_up
from benchmarks.fuzz.variants import PageFiles, Variants
from benchmarks.fuzz.workers import KINDS, SLOWER, Failed, Limits, Run, kernels, run

LARGEST: Final = 500_000
"""Bytes of a page, without ``--largest``."""
LONGEST_SHOWN: Final = 5_000
"""Bytes of a minimised page that is printed."""


def main() -> None:
    arguments = _arguments()
    expected = os.environ.get("TREESIM_EXPECT", kernels())
    if kernels() != expected:
        sys.exit(f"the kernels are {kernels()}, not {expected} as TREESIM_EXPECT says")
    if not hasattr(os, "fork"):
        sys.exit("the fuzzer forks its workers, and this system cannot: use Linux or macOS")
    files = PageFiles.below(arguments.pages, arguments.largest)
    if arguments.corpus == "pages" and not len(files):
        sys.exit("no .html or .html.gz files there: give --pages DIR, or --corpus grammar")
    variants = Variants(files, arguments.seed)
    limits = Limits().slower(SLOWER[kernels()])
    first, count = arguments.start, arguments.count
    numbers = range(first, first + count)
    if arguments.only is not None:
        numbers = range(arguments.only, arguments.only + 1)
    print(f"{len(files)} pages, {len(files.large)} of them large; kernels: {kernels()}", flush=True)

    def told(failed: Failed) -> bool:
        print(f"variant {failed.number}: {failed.failure}", flush=True)
        return not arguments.first

    warm_up()
    started = monotonic()
    done = run(variants, numbers, arguments.workers, limits, _targets(arguments), told)
    _report(done, monotonic() - started, arguments.verbose)
    for failed in by_cause(done.failed):
        _show(failed, variants, limits, arguments)
    if done.failed:
        sys.exit(1)


def _arguments() -> Namespace:
    parser = ArgumentParser(
        prog="python -m benchmarks.fuzz", description=__doc__.partition("\n")[0]
    )
    add = parser.add_argument
    add("--pages", type=Path, action="append", default=[], metavar="DIR", help="may be repeated")
    add("--corpus", choices=("pages", "grammar"), help="grammar: without any page of a folder")
    add("--count", type=int, default=1000, metavar="N", help="variants (1000)")
    add("--start", type=int, default=0, metavar="K", help="number of the first variant (0)")
    add("--seed", type=int, default=1, metavar="S", help="other seeds make other variants (1)")
    add("--only", type=int, metavar="K", help="only the variant of this number")
    add("--workers", type=int, default=2, metavar="N", help="processes (2)")
    add("--largest", type=int, default=LARGEST, metavar="BYTES", help=f"of a page ({LARGEST:,})")
    add("--target", action="append", choices=[*TARGETS], metavar="NAME",
        help=f"call only this, on every variant: {', '.join(TARGETS)}")  # fmt: skip
    add("--first", action="store_true", help="end at the first failure")
    add("--seconds", type=float, default=SECONDS, help=f"to minimise a failure ({SECONDS:.0f})")
    add("--save", type=Path, metavar="DIR", help="write pages that fail there, and the least")
    add("-v", "--verbose", action="store_true", help="time by target")
    arguments = parser.parse_args()
    arguments.corpus = arguments.corpus or ("pages" if arguments.pages else "")
    if not arguments.corpus:
        parser.error("give --pages DIR, or --corpus grammar")
    if arguments.corpus == "grammar":
        arguments.pages = []
    return arguments


def _targets(arguments: Namespace) -> Mapping[str, Target]:
    """All, as often as they are called; or those asked for, on every variant."""
    if not arguments.target:
        return TARGETS
    return {name: replace(TARGETS[name], every=1) for name in arguments.target}


def _report(done: Run, seconds: float, verbose: bool) -> None:
    kinds = ", ".join(f"{kind} {count}" for kind, count in done.kinds.most_common())
    print(
        f"{done.variants} variants of {done.bytes:,} bytes in {seconds:.1f} s, "
        f"{1000 * done.seconds.total() / max(1, done.variants):.0f} ms of CPU time each; "
        f"kernels: {kernels()}\n{kinds}"
    )
    counted = dict.fromkeys(KINDS, 0)
    for one in done.failed:
        counted[one.failure.kind] += 1
    said = ", ".join(f"{kind} {count}" for kind, count in counted.items() if count)
    print(f"{len(done.failed)} failures{': ' if said else ''}{said}")
    if verbose:
        for target, spent in done.seconds.most_common():
            most, number = done.slowest[target]
            calls = done.calls[target]
            print(
                f"  {target:18} {calls:6} calls, {1000 * spent / calls:7.1f} ms each; "
                f"at most {100 * most:.0f} % of its time limit, variant {number}"
            )


def _show(failed: list[Failed], variants: Variants, limits: Limits, arguments: Namespace) -> None:
    """One cause: its variants, the least input, how to see it again."""
    number, failure = failed[0].number, failed[0].failure
    others = ", ".join(str(one.number) for one in failed[1:6])
    more = f", also variants {others}" if others else ""
    more += f" and {len(failed) - 6} more" if len(failed) > 6 else ""
    print(f"\n== {failure}\nvariant {number}{more}\n{failure.message.strip()}")
    print(f"again: {_command(number, arguments)}")
    variant = variants[number]
    sample = Sample(variant.html, variant.url, number)
    target = TARGETS[failure.target]
    least = least_sample(failure, sample, target, limits, arguments.seconds)
    if least is None:
        print("not seen again when its target is called by itself; what ran before it has a part")
        least = sample
    print(f"{len(variant.html):,} bytes of {variant.source}, minimised to {len(least.html):,}:\n")
    shown = f"{target.run}\n{Sample(least.html, least.url, least.number)}"
    print(shown if len(least.html) <= LONGEST_SHOWN else "Too long to be shown; see --save.")
    if arguments.save:
        arguments.save.mkdir(parents=True, exist_ok=True)
        name = f"seed{arguments.seed}-variant{number}-{KINDS.index(failure.kind)}"
        (arguments.save / f"{name}.html").write_bytes(variant.html)
        (arguments.save / f"{name}-least.html").write_bytes(least.html)


def _command(number: int, arguments: Namespace) -> str:
    pages = [f"--pages={folder}" for folder in arguments.pages] or ["--corpus=grammar"]
    if arguments.largest != LARGEST:
        pages.append(f"--largest={arguments.largest}")
    given = [*pages, f"--seed={arguments.seed}", f"--only={number}"]
    return shlex.join(["python", "-m", "benchmarks.fuzz", *given])


if __name__ == "__main__":
    main()
