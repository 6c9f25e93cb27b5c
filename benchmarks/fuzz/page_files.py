"""The pages that are damaged: files below the folders given, large ones but seldom."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

LARGE: Final = 100_000
"""Bytes from which a page is a large one."""
LARGE_SHARE: Final = 0.05
"""Of all variants, the most that are of large pages."""


@dataclass(frozen=True, slots=True)
class PageFiles:
    """Files with a page each, in an order that is the same at every run."""

    small: tuple[Path, ...]
    large: tuple[Path, ...]

    @classmethod
    def below(cls, folders: Iterable[Path], largest: int) -> PageFiles:
        """All ``.html`` and ``.html.gz`` files below the folders of at most ``largest`` bytes."""
        small: list[Path] = []
        large: list[Path] = []
        for folder in folders:
            for path in sorted((*folder.rglob("*.html"), *folder.rglob("*.html.gz"))):
                size = _size_of(path)
                if path.is_file() and size <= largest:
                    (large if size > LARGE else small).append(path)
        return cls(tuple(small), tuple(large))

    def __len__(self) -> int:
        return len(self.small) + len(self.large)

    def draw(self, draw: Random) -> Path:
        """One of them: a large one as often as its share is, but seldom."""
        share = min(LARGE_SHARE, len(self.large) / len(self)) if self.small else 1
        return draw.choice(self.large if draw.random() < share else self.small)


@lru_cache(maxsize=32)
def content_of(path: Path) -> bytes:
    """A file's bytes, unpacked."""
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content


def _size_of(path: Path) -> int:
    """How large a file is, unpacked; gzip says so in its last four bytes."""
    if path.suffix != ".gz":
        return path.stat().st_size
    with path.open("rb") as file:
        file.seek(-4, 2)
        return int.from_bytes(file.read(4), "little")
