"""Many variants, in batches, in workers: one that dies is replaced at the variant after."""

from __future__ import annotations

import selectors
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Protocol

from benchmarks.fuzz.calling import call_all
from benchmarks.fuzz.failures import HANG, Failure, of_signal
from benchmarks.fuzz.isolation import Child, Message, Tell, in_child
from benchmarks.fuzz.limits import Limits
from benchmarks.fuzz.sample import Sample
from benchmarks.fuzz.targets import Target, targets_of
from benchmarks.fuzz.variants import Variant

BATCH: Final = 25
"""Variants that one process reads, one after the other."""
PATIENCE: Final = 4.0
"""Times the CPU time that a target may take, in seconds on the clock, until its worker is ended."""


class Numbered(Protocol):
    """Variants by their numbers."""

    def __getitem__(self, number: int) -> Variant:
        """The variant of a number."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure and the number of its variant."""

    number: int
    failure: Failure


@dataclass(slots=True)
class Run:
    """What was done."""

    variants: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    seconds: Counter[str] = field(default_factory=Counter)
    """CPU time by target."""
    calls: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, int]] = field(default_factory=dict)
    """By target, the most of its time limit that a variant took, and the variant's number."""
    failed: list[Failed] = field(default_factory=list)


@dataclass(slots=True)
class _Worker:
    """A process and the batch that it reads."""

    child: Child
    numbers: Sequence[int]
    number: int = -1
    target: str = ""
    size: int = 0
    heard: float = field(default_factory=monotonic)
    stuck: bool = False


def run(
    variants: Numbered,
    numbers: Sequence[int],
    workers: int,
    limits: Limits,
    targets: Mapping[str, Target],
    on_failure: Callable[[Failed], bool] = lambda failed: True,
) -> Run:
    """Call the targets on each of the variants.

    ``on_failure`` is told of each failure at once; all ends when it is false.
    """
    done = Run()
    waiting = [numbers[at : at + BATCH] for at in range(0, len(numbers), BATCH)][::-1]
    selector = selectors.DefaultSelector()
    working: list[_Worker] = []

    def start(batch: Sequence[int]) -> None:
        child = in_child(lambda tell: _read_batch(variants, batch, limits, targets, tell))
        worker = _Worker(child, batch)
        selector.register(child.told, selectors.EVENT_READ, worker)
        working.append(worker)

    try:
        while waiting or working:
            while waiting and len(working) < workers:
                start(waiting.pop())
            for key, _ in selector.select(timeout=1.0):
                worker = key.data
                goes_on = worker.child.read()
                worker.heard = monotonic()
                ended_by = None
                if not goes_on:
                    selector.unregister(worker.child.told)
                    working.remove(worker)
                failed = [*_heard(worker, done, limits)]
                if not goes_on:
                    ended_by = _end_of(worker)
                if ended_by is not None:
                    failed.append(Failed(worker.number, ended_by))
                    rest = worker.numbers[worker.numbers.index(worker.number) + 1 :]
                    if rest:
                        waiting.append(rest)
                for one in failed:
                    done.failed.append(one)
                    if not on_failure(one):
                        return done
            for worker in working:
                most = PATIENCE * limits.cpu(worker.size) + 30
                if monotonic() - worker.heard > most and not worker.stuck:
                    worker.stuck = True
                    worker.child.kill()
    finally:
        for worker in working:
            worker.child.kill()
            worker.child.ended()
        selector.close()
    return done


def _read_batch(
    variants: Numbered,
    numbers: Sequence[int],
    limits: Limits,
    targets: Mapping[str, Target],
    tell: Tell,
) -> None:
    for number in numbers:
        variant = variants[number]
        size = len(variant.html)
        tell({"number": number, "kinds": variant.kinds, "bytes": size})
        sample = Sample(variant.html, variant.url, number)
        call_all(targets_of(number, targets), sample, limits, tell)
        tell({"done": number})


def _heard(worker: _Worker, done: Run, limits: Limits) -> Iterator[Failed]:
    """Take down what a worker has told, giving back the failures."""
    for message in worker.child.take():
        _note(worker, message, done, limits)
        if told := message.get("failure"):
            yield Failed(worker.number, Failure(**told))


def _note(worker: _Worker, message: Message, done: Run, limits: Limits) -> None:
    if "number" in message:
        worker.number, worker.size = message["number"], message["bytes"]
        done.variants += 1
        done.bytes += worker.size
        done.kinds.update(message["kinds"])
    elif "target" in message:
        worker.target = message["target"]
    elif "seconds" in message:
        seconds = message["seconds"]
        done.seconds[worker.target] += seconds
        done.calls[worker.target] += 1
        share = seconds / limits.cpu(worker.size)
        # A clock that ticks seldom may have seen no time pass.
        if share >= done.slowest.get(worker.target, (0.0, 0))[0]:
            done.slowest[worker.target] = share, worker.number


def _end_of(worker: _Worker) -> Failure | None:
    """What a worker died of, if it did."""
    number, trace = worker.child.ended()
    if worker.stuck:
        return Failure(HANG, "nothing was heard of it", worker.target, message=trace)
    return of_signal(number, worker.target, trace) if number else None
