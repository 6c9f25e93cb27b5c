"""Pages to crawl in a folder that a server and a spider read: addresses and bodies apart."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from scrapy import Request

from benchmarks.pages import TRUTH, DataSet

ADDRESSES: Final = "addresses.json"
ROOT: Final = Path(__file__).resolve().parents[1]
"""Where the benchmarks are run."""


def write_pages(folder: Path, pages: Iterable[tuple[str, bytes]]) -> int:
    """Write pages, each an address and a body; return how many."""
    addresses: list[str] = []
    for url, body in pages:
        (folder / f"{len(addresses)}.html").write_bytes(body)
        # A spider that goes by a proxy asks it in the open.
        addresses.append(Request(url.replace("https://", "http://", 1)).url)
    (folder / ADDRESSES).write_text(json.dumps(addresses), "utf-8")
    return len(addresses)


def addresses_of(folder: Path) -> list[str]:
    """The addresses of the pages of a written folder."""
    found: list[str] = json.loads((folder / ADDRESSES).read_text("utf-8"))
    return found


def bodies_of(folder: Path) -> list[bytes]:
    """Their bodies."""
    return [(folder / f"{n}.html").read_bytes() for n in range(len(addresses_of(folder)))]


def pages_below(folder: Path, limit: int | None) -> Iterator[tuple[str, bytes]]:
    """The pages of a data set, or all HTML files below any other folder, gzipped or not."""
    if (folder / TRUTH).exists():
        for page in DataSet(folder).pages(limit):
            yield _absolute(page.url, page.id), page.html
        return
    files = sorted(one for one in folder.rglob("*.htm*") if one.is_file())
    for file in files[:limit]:
        body = file.read_bytes()
        if file.suffix == ".gz":
            body = gzip.decompress(body)
        yield _absolute("", file.relative_to(folder).as_posix()), body


def _absolute(url: str, name: str) -> str:
    return url if url.startswith(("http://", "https://")) else f"http://pages.example/{name}"
