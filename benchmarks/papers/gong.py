"""Gong and Zhu: data records."""

from __future__ import annotations

from benchmarks.papers.data import Data
from benchmarks.papers.report import Section


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    return Section("gong", "Gong and Zhu: data records", [], [])
