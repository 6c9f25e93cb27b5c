"""The sets of labelled pages that the experiments read, by task and name under one folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.pages import DataSet, LabelledPage


@dataclass(frozen=True, slots=True)
class Data:
    """A folder of sets, each ``TASK/NAME/dev``."""

    root: Path
    limit: int | None = None
    """Only so many pages of each set; for a trial."""

    def has(self, name: str) -> bool:
        """Whether there is such a set, ``TASK/NAME``."""
        return (self.root / name / "dev" / "pages").is_dir()

    def pages(self, name: str, limit: int | None = None) -> Iterator[LabelledPage]:
        """The pages of a set, ``TASK/NAME``, in its truth's order; none where it is missing."""
        if self.has(name):
            limits = [one for one in (limit, self.limit) if one is not None]
            yield from DataSet(self.root / name / "dev").pages(min(limits, default=None))
