"""Made-up pages with reviews: what is true of them, and that the same seed gives the same."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from lxml import html

ROOT = Path(__file__).parent.parent


def written(folder: Path, seed: int) -> dict[str, bytes]:
    """The pages of a seed, by what they are called."""
    command = (sys.executable, "-m", "benchmarks.review_pages", "-o", str(folder))
    subprocess.run((*command, "--seed", str(seed)), cwd=ROOT, check=True, capture_output=True)
    return {page.name: gzip.decompress(page.read_bytes()) for page in (folder / "pages").iterdir()}


def test_reviews_stand_where_the_truth_has_them(tmp_path: Path) -> None:
    pages = written(tmp_path / "one", 5)
    kinds: set[str] = set()
    for line in (tmp_path / "one/truth.jsonl").read_text("utf-8").splitlines():
        truth = json.loads(line)
        page = html.document_fromstring(pages[f"{truth['id']}.html.gz"])
        kinds.add(truth["kind"])
        assert bool(truth["comments"]) == truth["has_comments"]
        for comment in truth["comments"]:
            elements: Any = page.xpath(comment["xpath"])
            shown = "".join("".join(elements[0].itertext()).split())
            assert "".join(comment["text"].split())[:20] in shown
    assert len(kinds) > 8
    assert pages == written(tmp_path / "other", 5)
