"""Variants of pages, each known by its number alone."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.fuzz.grammar import grown
from benchmarks.fuzz.mutations import mutated

LARGE: Final = 100_000
"""Bytes from which a page is a large one."""
LARGE_SHARE: Final = 0.05
"""The largest share of variants that are of large pages."""


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
    """The size of a file, unpacked; gzip has it in its last four bytes."""
    if path.suffix != ".gz":
        return path.stat().st_size
    with path.open("rb") as file:
        file.seek(-4, 2)
        return int.from_bytes(file.read(4), "little")


GRAMMAR: Final = "grammar"
"""The source of variants that are of no file."""
GROWN: Final = 0.25
"""Share of the variants that are of no file, where there are files."""
DAMAGED: Final = 0.4
"""Share of those of no file that are damaged too."""
URLS: Final = ("", "http://[", "file:///tmp/page.html", "https://fuzz.example/forum/12?page=3#c7",
               "https://xn--/", "about:blank")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Variant:
    """A page to read, and where it is from."""

    number: int
    html: bytes
    url: str
    source: str
    """The file it was made of, or :data:`GRAMMAR`."""
    kinds: tuple[str, ...]
    """The kinds of damage; first :data:`GRAMMAR`, if it is of no file."""


@dataclass(frozen=True, slots=True)
class Variants:
    """All variants of some files and one seed."""

    files: PageFiles
    """May be none: then all are of the grammar."""
    seed: int

    def __getitem__(self, number: int) -> Variant:
        """The variant of a number, the same at every run."""
        draw = Random(f"{self.seed}/{number}")
        url = draw.choice(URLS) if draw.random() < 0.1 else f"https://fuzz.example/{number % 97}"
        if not len(self.files) or draw.random() < GROWN:
            html = grown(draw)
            if draw.random() >= DAMAGED:
                return Variant(number, html, url, GRAMMAR, (GRAMMAR,))
            html, kinds = mutated(draw, html, lambda: grown(draw))
            return Variant(number, html, url, GRAMMAR, (GRAMMAR, *kinds))
        path = self.files.draw(draw)
        html, kinds = mutated(draw, content_of(path), lambda: content_of(self.files.draw(draw)))
        return Variant(number, html, url, _shown(path), kinds)


def _shown(path: Path) -> str:
    return "/".join(path.parts[-3:])
