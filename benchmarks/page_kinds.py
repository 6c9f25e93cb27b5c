"""What pages are taken for, and what a crawl emits of them by default.

    python -m benchmarks.page_kinds --data DIR[:KIND] [--data DIR[:KIND] ...] [--no-address]

The pages of a set name their ``kind`` or their ``page_type``; with ``:KIND`` all of them are of
that kind. A row for each true kind: how many are taken for it, and the shares of pages with an
article, with records and with comments.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any, Final

from benchmarks import adapters
from benchmarks.pages import DataSet
from scrapy_treesim.network.weights import KINDS

PAGE_TYPES: Final = {
    "article": "article",
    "documentation": "article",
    "listing": "list",
    "collection": "list",
    "forum": "thread",
    "product": "detail",
    "service": "other",
}
"""Kinds by the page types of the "Web Content Extraction Benchmark"."""


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", action="append", required=True, metavar="DIR[:KIND]")
    parser.add_argument("--no-address", action="store_true", help="pages come without addresses")
    given = parser.parse_args()
    found: list[tuple[str, dict[str, Any]]] = []
    for data in given.data:
        folder, _, fixed = data.partition(":")
        for page in DataSet(Path(folder)).pages():
            named = PAGE_TYPES.get(page.truth.get("page_type", "")) or page.truth.get("kind")
            if (kind := fixed or named) in KINDS:
                url = "" if given.no_address else page.url
                found.append((str(kind), adapters.page(page.html, url)))
    right = sum(kind == page["kind"] for kind, page in found)
    print(f"{len(found)} pages, {right / max(1, len(found)):.3f} taken for what they are")
    print(
        f"{'true kind':10} {'pages':>6} {'right':>7} {'article':>8} {'records':>8} {'comments':>9}"
    )
    for kind in KINDS:
        pages = [page for true, page in found if true == kind]
        if pages:
            shares = [
                sum(page["kind"] == kind for page in pages),
                *(sum(bool(page[name]) for page in pages)
                  for name in ("article", "records", "comments")),
            ]  # fmt: skip
            row = " ".join(f"{share / len(pages):8.3f}" for share in shares)
            print(f"{kind:10} {len(pages):6} {row}  {dict(Counter(one['kind'] for one in pages))}")


if __name__ == "__main__":
    main()
