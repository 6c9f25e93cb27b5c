"""Qiu 2013: templates."""

from __future__ import annotations

from benchmarks.papers.data import Data
from benchmarks.papers.report import Section


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    return Section("qiu", "Qiu 2013: templates", [], [])
