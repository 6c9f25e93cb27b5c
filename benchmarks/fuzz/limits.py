"""How much CPU time and memory a target may take, relative to its page's size."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_RESET: Final = Path("/proc/self/clear_refs")
_STATUS: Final = Path("/proc/self/status")
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
        return Limits(
            self.seconds * times, self.seconds_a_megabyte * times, self.bytes, self.times_page
        )


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
    used = _field("VmSize")
    if used is not None:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (used + _ROOM, hard))


def start_of_peak() -> int | None:
    """Resident memory now; from now on its peak is noted. None where that cannot be told."""
    try:
        _RESET.write_text("5")
    except OSError:
        return None
    return _field("VmRSS")


def peak_since(start: int | None) -> int:
    """Bytes by which resident memory was more at most; 0 where that cannot be told."""
    peak = None if start is None else _field("VmHWM")
    return 0 if peak is None or start is None else peak - start


def _field(name: str) -> int | None:
    try:
        status = _STATUS.read_text()
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    return None
