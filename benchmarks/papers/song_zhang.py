"""Song and Zhang 2011: free matching and the key tree."""

from __future__ import annotations

from benchmarks.papers.data import Data
from benchmarks.papers.report import Section


def reproduce(data: Data) -> Section:
    """Run the paper's experiments."""
    return Section("song-zhang", "Song and Zhang 2011: free matching and the key tree", [], [])
