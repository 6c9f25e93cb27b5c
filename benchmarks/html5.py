"""Pages that are read again as HTML5 says: how many, at what cost, and what it wins.

    python -m benchmarks.html5 --data DIR [--data DIR ...] [--show]

Each DIR holds ``pages/<id>.html.gz``; where its ``truth.jsonl`` has records or articles, what is
found of pages read again is compared with that, by words, in both readings. Wants the extra
``html5``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import scrapy_treesim as treesim
from scrapy_treesim import html5
from scrapy_treesim.page import Page

LOOKS = 20
"""Times that each page is looked at."""
SAME = 0.9
"""Jaccard of the words of two records that count as one."""


def main() -> None:
    """Read the arguments and print a line for each set."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    options.add_argument("--data", type=Path, action="append", required=True)
    options.add_argument("--show", action="store_true", help="print each page read again")
    given = options.parse_args()
    if not html5.is_available:
        options.error("the extra html5 is not installed")
    print(f"{'set':<24}{'pages':>7}{'again':>7}{'look':>7}{'cost':>7}   what is found")
    for folder in given.data:
        measure(folder, given.show)


def measure(folder: Path, show: bool) -> None:
    """Print how the pages of one set are read."""
    pages = again = 0
    parsing = looking = first = second = 0.0
    found: list[dict[str, tuple[float, float]]] = []
    for name, body, truth in read(folder):
        start = time.process_time()
        plain = Page(body, html5=False)
        parsed = time.process_time()
        # A clock is asked for as long as one look takes.
        for _ in range(LOOKS):
            html5.is_misread(plain.tree)
        looked = time.process_time()
        page = Page(body)
        stop = time.process_time()
        pages += 1
        parsing += parsed - start
        looking += (looked - parsed) / LOOKS
        if page.parser == "html5":
            again += 1
            first += parsed - start
            second += stop - looked
            found.append(outcome(plain, page, truth))
            if show:
                print(f"  {name}: {told(found[-1:])}")
    name = "/".join(folder.parts[-3:-1])
    cost = f"{second / first:.1f}" if first else "-"
    share = f"{looking / max(parsing, 1e-9):.1%}"
    print(f"{name:<24}{pages:>7}{again:>7}{share:>7}{cost:>7}   {told(found)}", flush=True)


def read(folder: Path) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """The pages of a set, each with its name and its row of the truth, empty without one."""
    file = folder / "truth.jsonl"
    lines = file.read_text("utf-8").split("\n") if file.exists() else []
    rows = {row["id"]: row for row in map(json.loads, filter(None, lines))}
    for path in sorted((folder / "pages").glob("*.html.gz")):
        name = path.name.removesuffix(".html.gz")
        yield name, gzip.decompress(path.read_bytes()), rows.get(name, {})


def outcome(plain: Page, page: Page, truth: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """What is found by libxml2's reading and by that of HTML5."""
    both = (plain, page)
    regions = [treesim.records(one) for one in both]
    result = {
        "records": _pair(float(len(one[0].records)) if one else 0.0 for one in regions),
        "confidence": _pair(one[0].confidence if one else 0.0 for one in regions),
    }
    if truth.get("regions"):
        elements = [
            [element for path in record["xpaths"] for element in _first(plain.root.xpath(path))]
            for region in truth["regions"]
            for record in region["records"]
        ]
        wanted = [words(plain, plain.nodes_of(one)) for one in elements]
        result["records F1"] = _pair(
            f1(
                [words(one, record.nodes) for record in found[0].records] if found else [],
                [record for record in wanted if record],
            )
            for one, found in zip(both, regions, strict=True)
        )
    if truth.get("text"):
        true = Counter(str(truth["text"]).split())
        result["article F1"] = _pair(
            overlap(Counter((treesim.article(one) or _Nothing).text.split()), true) for one in both
        )
    return result


def _first(found: Any) -> list[Any]:
    return list(found[:1])


class _Nothing:
    text = ""


def _pair(values: Iterator[float]) -> tuple[float, float]:
    one, other = values
    return one, other


def words(page: Page, nodes: Sequence[int]) -> Counter[str]:
    """The words of some nodes."""
    return Counter(word for node in nodes for word in page.tree.plain_text(node).split())


def overlap(one: Counter[str], other: Counter[str]) -> float:
    """Dice's coefficient of two bags of words."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def f1(found: Sequence[Counter[str]], true: Sequence[Counter[str]]) -> float:
    """F1 of records that are found, one to one, in order."""
    left = list(true)
    hits = 0
    for record in found:
        match = next((one for one in left if _jaccard(record, one) >= SAME), None)
        if match is not None:
            left.remove(match)
            hits += 1
    total = len(found) + len(true)
    return 2 * hits / total if total else 1.0


def _jaccard(one: Counter[str], other: Counter[str]) -> float:
    union = (one | other).total()
    return (one & other).total() / union if union else 0.0


def told(found: Sequence[dict[str, tuple[float, float]]]) -> str:
    """The mean of each number in both readings."""
    names = sorted({name for one in found for name in one})
    parts = []
    for name in names:
        pairs = [one[name] for one in found if name in one]
        before, after = (sum(pair[side] for pair in pairs) / len(pairs) for side in range(2))
        parts.append(f"{name} {before:.2f} -> {after:.2f}")
    return ", ".join(parts)


if __name__ == "__main__":
    main()
