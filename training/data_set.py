"""Writing a data set: a folder with ``pages/<id>.html.gz`` and ``truth.jsonl``."""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

TruePage: TypeAlias = tuple[dict[str, Any], str]
"""The truth of a page, with its ``id``, and its HTML."""
Generator: TypeAlias = Callable[[int, int], Iterator[TruePage]]
"""Yields so many pages from a seed; the same for the same seed."""


def write_set(folder: Path, pages: Iterable[TruePage]) -> None:
    """Write all pages and their truth; the same bytes for the same pages."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as lines:
        for truth, html in pages:
            packed = gzip.compress(html.encode(), mtime=0)
            (folder / "pages" / f"{truth['id']}.html.gz").write_bytes(packed)
            lines.write(json.dumps(truth, ensure_ascii=False) + "\n")


def of_sites(
    new_page: Callable[[str, int], TruePage], prefix: str, pages: tuple[int, int]
) -> Generator:
    """What yields pages of as many sites as they make, from the least to the most a site.

    ``new_page`` makes a page from the name of its site and its number on it.
    """

    def generated(count: int, seed: int) -> Iterator[TruePage]:
        made = number = 0
        while made < count:
            site = f"{prefix}{seed}x{number:04}"
            number += 1
            for place in range(min(Random(f"{site} pages").randint(*pages), count - made)):
                made += 1
                yield new_page(site, place)

    return generated


def output_argument(description: str | None) -> ArgumentParser:
    """Return a parser with the argument of all writers of sets, ``--output``."""
    parser = ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument(
        "-o", "--output", type=Path, required=True, help="folder of the new data set"
    )
    return parser


def write_generated(description: str | None, generated: Generator, pages: int = 1000) -> None:
    """Run a generator's command."""
    parser = output_argument(description)
    parser.add_argument("--pages", type=int, default=pages, help="how many pages")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write_set(given.output, generated(given.pages, given.seed))
