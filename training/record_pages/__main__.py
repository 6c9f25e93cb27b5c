"""Writes a data set of generated list pages: ``python -m training.record_pages -o DIR``."""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from pathlib import Path

from training.record_pages.page import new_page
from training.record_pages.site import Site, new_site
from training.record_pages.truth import written

PAGES_A_SITE = 5


def write_page(folder: Path, site: Site, number: int) -> str:
    """Writes one page; returns its line of truth."""
    draft = new_page(site, number)
    html, regions = written(draft.root, site.hand)
    name = f"{site.name}-{number}"
    packed = gzip.compress(html.encode(), mtime=0)
    (folder / "pages" / f"{name}.html.gz").write_bytes(packed)
    truth = {
        "id": name,
        "url": f"http://{site.name}.example/{number}",
        "host": f"{site.name}.example",
        "template": site.name,
        "shape": site.shape.__name__,
        "era": site.design.era,
        "regions": regions,
    }
    return json.dumps(truth, ensure_ascii=False)


def write_set(folder: Path, pages: int, seed: int) -> None:
    """Writes ``pages`` pages of as many sites as they make; the same for the same seed."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as lines:
        for number in range(pages):
            site = new_site(f"s{seed}x{number // PAGES_A_SITE:03}")
            lines.write(write_page(folder, site, number % PAGES_A_SITE) + "\n")


def main() -> None:
    parser = ArgumentParser(prog="record_pages", description=__doc__)
    parser.add_argument(
        "-o", "--output", type=Path, required=True, help="folder of the new data set"
    )
    parser.add_argument("--pages", type=int, default=1000, help="how many pages, five a site")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write_set(given.output, given.pages, given.seed)


if __name__ == "__main__":
    main()
