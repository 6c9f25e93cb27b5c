"""The pages without comments: enough of them, the same each time, and none twice."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import lxml.html
import pytest

from training.comment_free import all_pages
from training.data_set import write_set

PAGES = list(all_pages())
LEAST_ROWS = 5
"""As many elements of one tag and class as every list page has."""


def test_enough_pages_of_enough_platforms() -> None:
    assert len(PAGES) >= 60
    assert len({truth["platform"] for truth, _ in PAGES}) >= 30
    assert {truth["lang"] for truth, _ in PAGES} == {"en", "de", "fr", "es", "zh", "ja", "ru"}


def test_two_runs_write_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_set(tmp_path / name, all_pages())
    first = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
    second = [tmp_path / "two" / path.relative_to(tmp_path / "one") for path in first]
    assert len(first) == len(PAGES) + 1
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_what_is_written_is_what_is_true(tmp_path: Path) -> None:
    write_set(tmp_path, PAGES)
    written = (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    for line, (truth, html) in zip(written, PAGES, strict=True):
        found = json.loads(line)
        assert found == truth
        assert (found["has_comments"], found["comments"], found["comments_text"]) == (
            False,
            [],
            None,
        )
        packed = (tmp_path / "pages" / f"{found['id']}.html.gz").read_bytes()
        assert gzip.decompress(packed).decode() == html


def test_no_page_repeats() -> None:
    for values in zip(*((truth["id"], truth["host"], html) for truth, html in PAGES), strict=True):
        assert len(set(values)) == len(PAGES)


@pytest.mark.parametrize(("truth", "html"), PAGES, ids=[str(truth["id"]) for truth, _ in PAGES])
def test_a_page_parses_as_a_list(truth: dict[str, object], html: str) -> None:
    root = lxml.html.document_fromstring(html.encode())
    rows: dict[tuple[object, ...], int] = {}
    for element in root.iter("tr", "li", "div", "article", "tbody"):
        kind = (element.getparent(), element.tag)
        rows[kind] = rows.get(kind, 0) + 1
    assert max(rows.values()) >= LEAST_ROWS
    text = "".join(str(run) for run in root.itertext())
    assert len(text) > 400
    assert "{" not in text
