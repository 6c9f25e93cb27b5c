"""Writing a data set: a folder with ``pages/<id>.html.gz`` and ``truth.jsonl``."""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

TruePage: TypeAlias = tuple[dict[str, Any], str]
"""The truth of a page, with its ``id``, and its HTML."""

PAGES_A_SITE = 5


def write_set(folder: Path, pages: Iterable[TruePage]) -> None:
    """Write all pages and their truth; the same bytes for the same pages."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as lines:
        for truth, html in pages:
            packed = gzip.compress(html.encode(), mtime=0)
            (folder / "pages" / f"{truth['id']}.html.gz").write_bytes(packed)
            lines.write(json.dumps(truth, ensure_ascii=False) + "\n")


def generated(
    new_page: Callable[[str, int], TruePage], prefix: str, pages: int, seed: int
) -> Iterator[TruePage]:
    """Yield pages of as many sites as they make; the same for the same seed.

    ``new_page`` makes a page from the name of its site and its number on it.
    """
    for number in range(pages):
        yield new_page(f"{prefix}{seed}x{number // PAGES_A_SITE:03}", number % PAGES_A_SITE)


def output_argument(description: str | None) -> ArgumentParser:
    """Return a parser with the argument of all writers of sets, ``--output``."""
    parser = ArgumentParser(description=description)
    parser.add_argument(
        "-o", "--output", type=Path, required=True, help="folder of the new data set"
    )
    return parser


def write_generated(
    description: str | None, write: Callable[[Path, int, int], None], pages: int
) -> None:
    """Run a generator's command: ``write(folder, pages, seed)`` as its arguments say."""
    parser = output_argument(description)
    parser.add_argument("--pages", type=int, default=pages, help="how many pages")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write(given.output, given.pages, given.seed)
