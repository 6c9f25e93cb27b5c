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
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import monotonic, process_time
from typing import IO, Any, Final, TypeAlias

from benchmarks.fuzz.targets import Broken, Sample, Target, targets_of
from benchmarks.fuzz.variants import Variants
from benchmarks.processes import status_bytes
from scrapy_treesim.tree import checked, compiled

# Which kernels run, and how much slower they are than compiled ones


SLOWER: Final = {"compiled": 1.0, "checked": 4.0, "interpreted": 10.0}
"""Times that limits of time allow for."""


def kernels() -> str:
    """``compiled``, ``checked`` (compiled to find faults) or ``interpreted``."""
    if not compiled:
        return "interpreted"
    return "checked" if checked else "compiled"


# How much CPU time and memory a target may take, relative to its page's size


_RESET: Final = Path("/proc/self/clear_refs")
_ROOM: Final = 4 << 30
"""Address space that a worker may come to use beyond what it has: more raises MemoryError."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one target may take of a page of so many bytes."""

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
        """The same with more time."""
        megabyte = self.seconds_a_megabyte * times
        return replace(self, seconds=self.seconds * times, seconds_a_megabyte=megabyte)


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """End the process by SIGPROF if what is done within takes more CPU time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def limit_address_space() -> None:
    """Let this process use little more than it does, so that the machine is not lost with it."""
    used = status_bytes("VmSize")
    if used:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (used + _ROOM, hard))


def start_of_peak() -> int | None:
    """Resident memory now; from now on its peak is noted. None where that cannot be told."""
    try:
        _RESET.write_text("5")
    except OSError:
        return None
    return status_bytes("VmRSS")


def peak_since(start: int | None) -> int:
    """Bytes by which resident memory was more at most; 0 where that cannot be told."""
    return 0 if start is None else status_bytes("VmHWM") - start


# Work in a process of its own


Message: TypeAlias = "dict[str, Any]"
Tell: TypeAlias = "Callable[[Message], None]"

_READ: Final = 1 << 16


@dataclass(slots=True)
class Child:
    """A process that was forked, and what it has told so far."""

    pid: int
    told: int
    """The end of the pipe to read from."""
    trace: IO[bytes]
    """What Python writes when it dies of a signal."""
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

    def kill(self) -> None:
        """End it at once."""
        os.kill(self.pid, signal.SIGKILL)

    def ended(self) -> tuple[int, str]:
        """Wait for its end: the number of the signal it died of, or 0, and what it wrote then."""
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
    """Whatever ends this process leaves a trace, and whatever it logs is not heard."""
    faulthandler.enable(trace, all_threads=False)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.register(signal.SIGPROF, trace, all_threads=False, chain=True)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    limit_address_space()
    # What was there before is not looked through again and again.
    gc.freeze()


# Failures


PACKAGE: Final = "scrapy_treesim"
EXCEPTION: Final = "exception"
BROKEN: Final = "broken check"
CRASH: Final = "crash"
HANG: Final = "hang"
MEMORY: Final = "memory"
KINDS: Final = (CRASH, HANG, MEMORY, EXCEPTION, BROKEN)
"""The kinds of failures, the worst first."""

_FRAME: Final = re.compile(r'File "([^"]+)", line (\d+) in (\S+)')
"""A line of a traceback that Python writes as it dies."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong."""

    kind: str
    what: str
    """The exception's type, the signal's name, or what does not hold."""
    target: str
    where: str = ""
    """The innermost line of the package, as ``scrapy_treesim/page.py:12 in text``; of a failed
    check the line of the target."""
    message: str = ""
    """What it says, in full."""

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
        return Failure(BROKEN, error.what, target, _innermost(frames, "benchmarks/fuzz"), text)
    kind = MEMORY if isinstance(error, MemoryError) else EXCEPTION
    return Failure(kind, type(error).__name__, target, _innermost(frames, PACKAGE), text)


def of_signal(number: int, target: str, trace: str) -> Failure:
    """The failure that the death of a process is; ``trace`` is what it wrote as it died."""
    frames = [(file, int(line), name) for file, line, name in _FRAME.findall(trace)]
    where = _innermost(frames[::-1], PACKAGE)
    name = signal.Signals(number).name
    if number == signal.SIGPROF:
        return Failure(HANG, "CPU time is up", target, where, trace)
    if number == signal.SIGKILL:
        return Failure(MEMORY, name, target, where, trace)
    return Failure(CRASH, name, target, where, trace)


def _innermost(frames: list[tuple[str, int, str]], folder: str) -> str:
    """The last of the frames whose file lies in a folder; it is named from there on."""
    for file, line, name in reversed(frames):
        at = file.replace("\\", "/").rfind(f"{folder}/")
        if at >= 0:
            return f"{file[at:]}:{line} in {name}"
    return ""


# Targets called on one variant, within limits; what failed


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
    return [*{failure.key: failure for failure in reversed(found)}.values()]


# Many variants, in batches, in workers


BATCH: Final = 25
"""Variants that one process reads, one after the other."""
PATIENCE: Final = 4.0
"""Times the CPU time that a target may take, in seconds on the clock, until its worker is ended."""


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
    variants: Variants,
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
    variants: Variants,
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
