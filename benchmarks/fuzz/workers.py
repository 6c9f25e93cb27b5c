"""Targets called on variants in processes of their own, within limits; what failed."""

from __future__ import annotations

import faulthandler
import gc
import json
import logging
import os
import re
import resource
import selectors
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from time import monotonic, process_time
from typing import IO, Any, Final, TypeAlias

from benchmarks.fuzz.checks import Broken, Sample
from benchmarks.fuzz.targets import Target, targets_of
from benchmarks.fuzz.variants import Variants
from benchmarks.processes import status_bytes
from scrapy_treesim.tree import checked, compiled

PACKAGE: Final = "scrapy_treesim/"
EXCEPTION: Final = "exception"
BROKEN: Final = "broken check"
CRASH: Final = "crash"
HANG: Final = "hang"
MEMORY: Final = "memory"
KINDS: Final = (CRASH, HANG, MEMORY, EXCEPTION, BROKEN)
"""The kinds of failures, the worst first."""

SLOWER: Final = {"compiled": 1.0, "checked": 4.0, "interpreted": 10.0}
"""Times that limits of time allow for."""
AGAIN: Final = 20
"""Calls of a target to see a crash that does not show at once."""
BATCH: Final = 25
"""Variants that one process reads, one after the other."""
PATIENCE: Final = 4.0
"""Times the CPU time that a target may take, in seconds on the clock, until its worker is ended."""
MESSAGE: Final = 2_000
_READ: Final = 1 << 16
_ROOM: Final = 4 << 30
"""Address space that a worker may come to use beyond what it has: more raises MemoryError."""
_FRAME: Final = re.compile(r'File "([^"]+)", line (\d+) in (\S+)')
"""A line of a traceback that Python writes as it dies."""

Message: TypeAlias = "dict[str, Any]"
Tell: TypeAlias = "Callable[[Message], None]"


def kernels() -> str:
    """``compiled``, ``checked`` (compiled to find faults) or ``interpreted``."""
    if not compiled:
        return "interpreted"
    return "checked" if checked else "compiled"


@dataclass(frozen=True, slots=True)
class Limits:
    """CPU time and memory that one target may take of a page, relative to its size."""

    seconds: float = 4.0
    seconds_a_megabyte: float = 40.0
    bytes: int = 64 << 20
    times_page: int = 300

    def cpu(self, size: int) -> float:
        """Seconds of CPU time."""
        return self.seconds + self.seconds_a_megabyte * size / 1e6

    def memory(self, size: int) -> int:
        """Bytes by which the resident memory may grow meanwhile."""
        return self.bytes + self.times_page * size

    def slower(self, times: float) -> Limits:
        """Limits with more time."""
        megabyte = self.seconds_a_megabyte * times
        return replace(self, seconds=self.seconds * times, seconds_a_megabyte=megabyte)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure of a variant, and its position in the code."""

    kind: str
    what: str
    """The exception's type, the signal's name, or what does not hold."""
    target: str
    where: str = ""
    """The innermost line of the package, as ``scrapy_treesim/page.py:12 in text``; of a failed
    check the line of the target."""
    message: str = ""
    """The message in full."""

    @property
    def key(self) -> tuple[str, ...]:
        """Equal for failures of one cause."""
        if self.kind == EXCEPTION:
            return self.kind, self.what, self.where
        if self.kind == BROKEN:
            return self.kind, self.what
        # A crash shows now here, now there; how long something took, or how much, differs.
        return self.kind, self.target

    def __str__(self) -> str:
        where = f" at {self.where}" if self.where else ""
        return f"{self.kind}: {self.what}{where} (target {self.target})"


def of_exception(error: BaseException, target: str) -> Failure:
    """The failure that an exception is."""
    text = "".join(traceback.format_exception(error))[-4_000:]
    frames = [
        (one.filename, one.lineno or 0, one.name)
        for one in traceback.extract_tb(error.__traceback__)
    ]
    if isinstance(error, Broken):
        return Failure(
            BROKEN, error.what, target, _innermost(frames, "benchmarks/fuzz/targets"), text
        )
    kind = MEMORY if isinstance(error, MemoryError) else EXCEPTION
    return Failure(kind, type(error).__name__, target, _innermost(frames, PACKAGE), text)


def of_signal(number: int, target: str, trace: str) -> Failure:
    """The failure that the death of a process is; ``trace`` is what it wrote as it died."""
    frames = [(file, int(line), name) for file, line, name in _FRAME.findall(trace)]
    where = _innermost(frames[::-1], PACKAGE)
    if number == signal.SIGPROF:
        return Failure(HANG, "CPU time is up", target, where, trace)
    kind = MEMORY if number == signal.SIGKILL else CRASH
    return Failure(kind, signal.Signals(number).name, target, where, trace)


def _innermost(frames: list[tuple[str, int, str]], folder: str) -> str:
    """The last of the frames whose file lies there; it is named from there on."""
    for file, line, name in reversed(frames):
        at = file.rfind(folder)
        if at >= 0:
            return f"{file[at:]}:{line} in {name}"
    return ""


# Work in a process of its own


@dataclass(slots=True)
class Child:
    """A process that was forked, and what it has told so far."""

    pid: int
    told: int
    """The end of the pipe to read from."""
    trace: IO[bytes]
    """The trace that Python writes when it dies of a signal."""
    rest: bytes = b""
    messages: list[Message] = field(default_factory=list)

    def read(self) -> bool:
        """Take what was told, once something was; false at the end."""
        piece = os.read(self.told, _READ)
        *lines, self.rest = (self.rest + piece).split(b"\n")
        self.messages += map(json.loads, lines)
        return bool(piece)

    def take(self) -> list[Message]:
        """The messages that have not been taken."""
        taken, self.messages = self.messages, []
        return taken

    def ended(self, *, kill: bool = False) -> tuple[int, str]:
        """Wait for its end: the number of the signal it died of, or 0, and what it wrote then."""
        if kill:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.told)
        _, status = os.waitpid(self.pid, 0)
        self.trace.seek(0)
        trace = self.trace.read().decode("utf-8", "replace")
        self.trace.close()
        if os.WIFSIGNALED(status):
            return os.WTERMSIG(status), trace
        if os.WEXITSTATUS(status):
            raise RuntimeError(f"the fuzzer itself failed:\n{trace}")
        return 0, trace


def in_child(work: Callable[[Tell], None]) -> Child:
    """Fork, and do the work there. Nothing that it does is seen here but what it tells."""
    told, tells = os.pipe()
    trace = tempfile.TemporaryFile()  # noqa: SIM115
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Of other threads, which the child has no use for.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        os.close(tells)
        return Child(pid, told, trace)
    try:
        os.close(told)
        _prepare(trace)
        work(lambda message: _write(tells, message))
    except BaseException:
        trace.write(traceback.format_exc().encode("utf-8", "replace"))
        trace.flush()
        os._exit(1)
    os._exit(0)


def _write(pipe: int, message: Message) -> None:
    line = json.dumps(message).encode() + b"\n"
    while line:
        line = line[os.write(pipe, line) :]


def _prepare(trace: IO[bytes]) -> None:
    """Whatever ends this process leaves a trace; it logs nothing and takes no machine with it."""
    faulthandler.enable(trace, all_threads=False)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.register(signal.SIGPROF, trace, all_threads=False, chain=True)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    if used := status_bytes("VmSize"):
        resource.setrlimit(
            resource.RLIMIT_AS, (used + _ROOM, resource.getrlimit(resource.RLIMIT_AS)[1])
        )
    # What was there before is not looked through again and again.
    gc.freeze()


def call(name: str, target: Target, sample: Sample, limits: Limits) -> Failure | None:
    """Call one target; its failure, unless it is one that this process does not outlive."""
    size = len(sample.html)
    before = status_bytes("VmRSS")
    with suppress(OSError):
        # From now on the peak is noted anew.
        Path("/proc/self/clear_refs").write_text("5")
    failure = None
    # SIGPROF ends the process if more CPU time is taken.
    signal.setitimer(signal.ITIMER_PROF, limits.cpu(size))
    try:
        target.run(sample)
    except Exception as error:
        failure = of_exception(error, name)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    grown = status_bytes("VmHWM") - before
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
            tell({"failure": asdict(replace(failure, message=failure.message[-MESSAGE:]))})


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
    number, trace = child.ended()
    messages = child.take()
    found = [Failure(**one["failure"]) for one in messages if "failure" in one]
    if number:
        target = next((one["target"] for one in reversed(messages) if "target" in one), "")
        found.append(of_signal(number, target, trace))
    return found


# Many variants, in batches: a worker that dies is replaced at the variant after.


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure and the number of its variant."""

    number: int
    failure: Failure


@dataclass(slots=True)
class Run:
    """A run's counts and failures."""

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
    read_at: float = field(default_factory=monotonic)


def run(
    variants: Variants,
    numbers: Sequence[int],
    workers: int,
    limits: Limits,
    targets: Mapping[str, Target],
    on_failure: Callable[[Failed], bool] = lambda failed: True,
) -> Run:
    """Call the targets on each of the variants.

    ``on_failure`` gets each failure at once; all ends when it is false.
    """

    def read_batch(batch: Sequence[int], tell: Tell) -> None:
        for number in batch:
            variant = variants[number]
            tell({"number": number, "kinds": variant.kinds, "bytes": len(variant.html)})
            sample = Sample(variant.html, variant.url, number)
            call_all(targets_of(number, targets), sample, limits, tell)

    done = Run()
    waiting = [numbers[at : at + BATCH] for at in range(0, len(numbers), BATCH)][::-1]
    selector = selectors.DefaultSelector()
    working: list[_Worker] = []
    try:
        while waiting or working:
            while waiting and len(working) < workers:
                batch = waiting.pop()
                worker = _Worker(in_child(partial(read_batch, batch)), batch)
                selector.register(worker.child.told, selectors.EVENT_READ, worker)
                working.append(worker)
            failed: list[Failed] = []
            for key, _ in selector.select(timeout=1.0):
                worker = key.data
                goes_on = worker.child.read()
                worker.read_at = monotonic()
                failed += _noted(worker, done, limits)
                if not goes_on:
                    failed += _replaced(worker, selector, working, waiting, kill=False)
            for worker in [*working]:
                if monotonic() - worker.read_at > PATIENCE * limits.cpu(worker.size) + 30:
                    failed += _replaced(worker, selector, working, waiting, kill=True)
            for one in failed:
                done.failed.append(one)
                if not on_failure(one):
                    return done
    finally:
        for worker in working:
            worker.child.ended(kill=True)
        selector.close()
    return done


def _replaced(
    worker: _Worker,
    selector: selectors.BaseSelector,
    working: list[_Worker],
    waiting: list[Sequence[int]],
    *,
    kill: bool,
) -> Iterator[Failed]:
    """Take leave of a worker; if it died, give back why, and leave the rest of its batch."""
    selector.unregister(worker.child.told)
    working.remove(worker)
    number, trace = worker.child.ended(kill=kill)
    if number:
        rest = worker.numbers[worker.numbers.index(worker.number) + 1 :]
        if rest:
            waiting.append(rest)
        silent = Failure(HANG, "nothing was read of it", worker.target, message=trace)
        failure = silent if kill else of_signal(number, worker.target, trace)
        yield Failed(worker.number, failure)


def _noted(worker: _Worker, done: Run, limits: Limits) -> Iterator[Failed]:
    """Take down what a worker has told, giving back the failures."""
    for message in worker.child.take():
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
        else:
            yield Failed(worker.number, Failure(**message["failure"]))
