"""From a failure to the least sample that fails the same, and to source for a test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from textwrap import indent
from typing import Final

from benchmarks.fuzz.calling import AGAIN, failures_of
from benchmarks.fuzz.failures import CRASH, EXCEPTION, KINDS, Failure
from benchmarks.fuzz.limits import Limits
from benchmarks.fuzz.minimise import minimised
from benchmarks.fuzz.sample import NO_URL, Sample
from benchmarks.fuzz.targets import Target
from benchmarks.fuzz.workers import Failed

_WIDTH: Final = 80
_IMPORTS: Final = ("import gc", "from dataclasses import replace", "")


def by_cause(failed: Iterable[Failed]) -> list[list[Failed]]:
    """The failures of each cause, the worst causes first, in each the first variants first."""
    found: dict[tuple[str, ...], list[Failed]] = {}
    for one in sorted(failed, key=lambda one: (KINDS.index(one.failure.kind), one.number)):
        found.setdefault(one.failure.key, []).append(one)
    return [*found.values()]


def least_sample(
    failure: Failure, sample: Sample, target: Target, limits: Limits, seconds: float
) -> Sample | None:
    """The sample with as little as fails the same; None where it does not fail by itself."""
    times = AGAIN if failure.kind == CRASH else 1

    def fails(some: Sample) -> bool:
        found = failures_of({failure.target: target}, some, limits, times)
        return any(one.key == failure.key for one in found)

    # Simpler first: a plain address, and no number where none has a part.
    simpler = (Sample(sample.html), Sample(sample.html, number=sample.number), sample)
    simple = next(filter(fails, simpler), None)
    if simple is None:
        return None
    html = minimised(sample.html, lambda html: fails(replace(simple, html=html)), seconds)
    return replace(simple, html=html)


def source_of(failure: Failure, sample: Sample, target: Callable[[Sample], None]) -> str:
    """A test that fails as the sample did when the target was called on it."""
    name = re.sub(r"\W+", "_", f"{failure.target} {failure.what}".lower()).strip("_")[:60]
    given = [literal(sample.html)]
    if sample.url != NO_URL or sample.number:
        given.append(repr(sample.url))
    if sample.number:
        given.append(str(sample.number))
    call = f"{target.__name__}(sample)"
    if failure.kind == CRASH:
        # What is overwritten may be noticed later.
        call = f"for _ in range(20):\n    {target.__name__}(replace(sample))\n    gc.collect()"
    lines = [
        *(_IMPORTS if failure.kind == CRASH else ()),
        "from benchmarks.fuzz.sample import Sample",
        f"from {target.__module__} import {target.__name__}",
        "",
        "",
        f"def test_{name}() -> None:",
        f"    # {failure}",
        "    sample = Sample(",
        *(f"{indent(one, '        ')}," for one in given),
        "    )",
        indent(call, "    "),
    ]
    if failure.kind == EXCEPTION:
        last = failure.message.strip().splitlines()[-1:]
        lines.insert(lines.index(f"    # {failure}") + 1, f"    # {' '.join(last)[:90]!a}")
    return "\n".join(lines) + "\n"


def literal(html: bytes) -> str:
    """Bytes as a literal, on several lines where they are many."""
    if len(html) <= _WIDTH:
        return repr(html)
    pieces = [html[at : at + _WIDTH] for at in range(0, len(html), _WIDTH)]
    return "\n".join(map(repr, pieces))
