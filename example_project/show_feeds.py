"""Shows what a crawl wrote to ``output/``: how much of each kind, and some of each."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any, TypeAlias

OUTPUT = Path(__file__).resolve().parent / "output"
PAGES = 3
ITEMS = 3

Rows: TypeAlias = list[dict[str, Any]]


def read(kind: str) -> Rows:
    path = OUTPUT / f"{kind}.jsonl"
    # There is no file of what was not found.
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def short(value: Any, width: int = 44) -> str:
    text = " ".join(str("-" if value is None else value).split())
    return text if len(text) <= width else text[: width - 1] + "…"


def last_of(address: str, parts: int = 2) -> str:
    return "/".join(address.split("/")[-parts:])


def show(kind: str, rows: Rows, columns: list[str]) -> None:
    """The pages with most items that lack nothing, and the first items of each."""
    pages: Counter[str] = Counter()
    for row in rows:
        pages[row["url"]] += all(row[column] for column in columns)
    print(f"\n{len(rows)} {kind} from {len(pages)} pages")
    # A crawl has no order: of pages with as many the first by address.
    for url in sorted(pages, key=lambda url: (-pages[url], url))[:PAGES]:
        found = [row for row in rows if row["url"] == url]
        print(f"  {last_of(url)}: {len(found)}")
        for row in found[:ITEMS]:
            print("    " + " | ".join(short(row[column]) for column in columns))


def main() -> None:
    articles = read("article")
    print(f"{len(articles)} articles")
    for row in sorted(articles, key=lambda row: -row["confidence"])[: PAGES * ITEMS]:
        print(f"  {last_of(row['url']):42} {short(row['headline'], 30)} | {short(row['text'])}")
    show("details", read("detail"), ["name", "price", "currency"])
    records = read("records")
    for row in records:
        row["link"] = row["link"] and last_of(row["link"])
        row["image"] = row["image"] and last_of(row["image"], 1)
    show("records", records, ["text", "link", "image"])
    show("comments", read("comments"), ["author", "date", "text"])
    print(f"\nAll of it, as JSON lines and as CSV: {OUTPUT}")
    with (OUTPUT / "records.csv").open(encoding="utf-8", newline="") as lines:
        print("Columns of records.csv: " + ", ".join(next(csv.reader(lines))))


if __name__ == "__main__":
    main()
