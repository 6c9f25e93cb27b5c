"""Shows what a crawl wrote to ``output/``: how much of each kind, and the first of each."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

OUTPUT = Path(__file__).resolve().parent / "output"


def first_line(text: str, width: int = 88) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"


def show(kind: str, columns: list[str], shown: int = 6) -> None:
    path = OUTPUT / f"{kind}.jsonl"
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    pages = len({row["url"] for row in rows})
    print(f"\n{kind.upper()}: {len(rows)} items from {pages} pages, in {path}")
    step = max(1, len(rows) // shown)
    for row in rows[::step][:shown]:
        print("  " + " | ".join(first_line(str(row[c] or "-"), 46) for c in columns))


def main() -> None:
    show("articles", ["headline", "text", "confidence"])
    show("records", ["text", "link"])
    show("comments", ["author", "time", "text"])
    with (OUTPUT / "records.csv").open(encoding="utf-8", newline="") as lines:
        print(f"\nThe same as a table: {OUTPUT / 'records.csv'}")
        print("  " + ", ".join(next(csv.reader(lines))))


if __name__ == "__main__":
    main()
