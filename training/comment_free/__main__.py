"""Writes the set: ``python -m training.comment_free -o DIR``."""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from training.comment_free.catalogue import TEMPLATES
from training.comment_free.template import Template
from training.comment_free.writer import Writer


def truth_of(template: Template, number: int) -> dict[str, object]:
    """What is true of one of a template's pages."""
    host = f"{template.platform}{number}.example"
    return {
        "id": f"{template.platform}-{number}",
        "url": f"https://{host}{template.path}",
        "host": host,
        "kind": template.kind,
        "lang": template.languages[number],
        "has_comments": False,
        "comments": [],
        "comments_text": None,
        "platform": template.platform,
    }


def all_pages() -> Iterator[tuple[dict[str, object], str]]:
    """Every page: its truth and its HTML."""
    for template in TEMPLATES:
        for number, language in enumerate(template.languages):
            writer = Writer(template.platform, language, number)
            yield truth_of(template, number), template.page(writer)


def write_set(folder: Path) -> None:
    """Writes all pages and their truth."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as lines:
        for truth, html in all_pages():
            packed = gzip.compress(html.encode(), mtime=0)
            (folder / "pages" / f"{truth['id']}.html.gz").write_bytes(packed)
            lines.write(json.dumps(truth, ensure_ascii=False) + "\n")


def main() -> None:
    parser = ArgumentParser(prog="comment_free", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder of the new set")
    write_set(parser.parse_args().output)


if __name__ == "__main__":
    main()
