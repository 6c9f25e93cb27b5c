"""Targets called on one variant, within limits; what failed."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from time import process_time
from typing import Final

from benchmarks.fuzz.failures import MEMORY, Failure, of_exception, of_signal
from benchmarks.fuzz.isolation import Child, Tell, in_child
from benchmarks.fuzz.limits import Limits, cpu_limit, peak_since, start_of_peak
from benchmarks.fuzz.sample import Sample
from benchmarks.fuzz.targets import Target

AGAIN: Final = 20
"""How often a target is called to see a crash that does not show at once."""
MESSAGE: Final = 2_000


def call(name: str, target: Target, sample: Sample, limits: Limits) -> Failure | None:
    """Call one target; its failure, unless it is one that this process does not outlive."""
    size = len(sample.html)
    before = start_of_peak()
    failure = None
    try:
        with cpu_limit(limits.cpu(size)):
            target.run(sample)
    except Exception as error:
        failure = of_exception(error, name)
    grown = peak_since(before)
    if failure is None and grown > limits.memory(size):
        what = f"{grown >> 20} MB for a page of {size:,} bytes"
        failure = Failure(MEMORY, "grown by too much", name, message=what)
    return failure


def call_all(targets: Mapping[str, Target], sample: Sample, limits: Limits, tell: Tell) -> None:
    """Call the targets in turn, telling of each before it is called, and of failures."""
    for name, target in targets.items():
        tell({"target": name})
        started = process_time()
        failure = call(name, target, sample, limits)
        tell({"seconds": process_time() - started})
        if failure is not None:
            tell({"failure": _as_message(failure)})


def failures_of(
    targets: Mapping[str, Target], sample: Sample, limits: Limits, times: int = 1
) -> list[Failure]:
    """The failures of a sample by itself, its targets called in a process of their own."""

    def work(tell: Tell) -> None:
        for _ in range(times):
            call_all(targets, Sample(sample.html, sample.url, sample.number), limits, tell)
            if times > 1:
                gc.collect()

    child = in_child(work)
    while child.read():
        pass
    return failures_told(child)


def failures_told(child: Child) -> list[Failure]:
    """What a child has told of, once it has ended, and what it died of."""
    number, trace = child.ended()
    found: dict[tuple[str, ...], Failure] = {}
    target = ""
    for message in child.take():
        target = message.get("target", target)
        if told := message.get("failure"):
            failure = Failure(**told)
            found.setdefault(failure.key, failure)
    if number:
        failure = of_signal(number, target, trace)
        found.setdefault(failure.key, failure)
    return [*found.values()]


def _as_message(failure: Failure) -> dict[str, str]:
    return {
        "kind": failure.kind,
        "what": failure.what,
        "target": failure.target,
        "where": failure.where,
        "message": failure.message[-MESSAGE:],
    }
