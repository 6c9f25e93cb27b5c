"""Failures: what went wrong with a variant, where, and whether two are the same."""

from __future__ import annotations

import re
import signal
import traceback
from dataclasses import dataclass
from typing import Final

from benchmarks.fuzz.checks import Broken

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
        return Failure(
            BROKEN, error.what, target, _innermost(frames, "benchmarks/fuzz/targets"), text
        )
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
