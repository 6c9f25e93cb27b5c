"""Variants of pages, each told by its number alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.fuzz.grammar import grown
from benchmarks.fuzz.mutations import mutated
from benchmarks.fuzz.page_files import PageFiles, content_of

GRAMMAR: Final = "grammar"
"""What variants are called that are of no file."""
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
