"""Event-loop lag: how late what is due runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

EVERY: Final = 0.001
"""Seconds from one run to when the next is due."""
PERCENTILES: Final = (50, 95, 99)


class LoopLag:
    """Runs again and again in a loop, and notes by how many seconds it came late."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._due = 0.0
        self._is_on = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin in the loop that runs."""
        self._loop, self._is_on = asyncio.get_running_loop(), True
        self._again()

    def stop(self) -> None:
        """Note nothing more."""
        self._is_on = False

    def _again(self) -> None:
        assert self._loop is not None
        self._due = self._loop.time() + EVERY
        self._loop.call_at(self._due, self._note)

    def _note(self) -> None:
        assert self._loop is not None
        if self._is_on:
            self.seconds.append(max(0.0, self._loop.time() - self._due))
            self._again()

    def milliseconds(self) -> Mapping[str, float]:
        """The percentiles of the lags, and the longest."""
        found = {f"p{percent}": 1000 * _at(self.seconds, percent) for percent in PERCENTILES}
        return {**found, "most": 1000 * max(self.seconds, default=0.0)}


def _at(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0
