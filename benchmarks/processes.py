"""CPU time and memory of a process, of all that it has started, and of theirs; Linux only."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Final

TICK: Final = os.sysconf("SC_CLK_TCK")
"""So many are a second of CPU time."""
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_EVERY: Final = 0.05
"""Seconds between two looks."""


@dataclass(slots=True)
class Use:
    """CPU time and memory since the watching began."""

    peak: int = 0
    """Bytes of resident memory of all processes together, at most; shared ones count each time."""
    peaks: dict[int, int] = field(default_factory=dict)
    """Bytes of resident memory of each process, at most."""
    ticks: dict[int, int] = field(default_factory=dict)
    """CPU time of each process when it was last seen."""
    before: dict[int, int] = field(default_factory=dict)

    @property
    def cpu(self) -> float:
        """Seconds of CPU time of all processes."""
        used = sum(ticks - self.before.get(process, 0) for process, ticks in self.ticks.items())
        return used / TICK

    def look(self) -> None:
        """Note what the processes use now."""
        memory = 0
        for process, (ticks, resident) in used(below(os.getpid())):
            self.ticks[process] = ticks
            self.peaks[process] = max(resident, self.peaks.get(process, 0))
            memory += resident
        self.peak = max(self.peak, memory)


@contextmanager
def watched() -> Iterator[Use]:
    """The use of what runs meanwhile."""
    use = Use()
    use.look()
    use.before = {**use.ticks}
    use.peak = 0
    use.peaks = {}
    done = Event()

    def watch() -> None:
        while not done.wait(_EVERY):
            use.look()

    thread = Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield use
    finally:
        use.look()
        done.set()
        thread.join()


def used(processes: Iterable[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """The ticks of CPU time and the bytes of resident memory of each process that is there."""
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        yield process, (int(fields[11]) + int(fields[12]), int(fields[21]) * _PAGE)


def below(process: int) -> Iterator[int]:
    """The processes that a process has started, and theirs."""
    waiting = [process]
    while waiting:
        try:
            for task in Path(f"/proc/{waiting.pop()}/task").iterdir():
                found = [*map(int, (task / "children").read_text().split())]
                yield from found
                waiting += found
        except OSError:
            continue


def status_bytes(name: str) -> int:
    """A field of this process's status, such as ``VmRSS``, in bytes; 0 where there is none."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((1024 * int(one.split()[1]) for one in lines if one.startswith(f"{name}:")), 0)
