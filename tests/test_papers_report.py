"""The papers' experiments run whole on a few generated pages, and their report hangs together."""

from __future__ import annotations

import csv
import gzip
import json
import re
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks.papers import __main__ as papers
from benchmarks.papers.qiu import induce
from training.article_pages import generated as articles
from training.comment_pages import generated as threads
from training.detail_pages import generated as details
from training.record_pages import generated as lists

PAGES = 4
SETS = {
    "article/scrapinghub": articles,
    "article/zh_handmade": articles,
    "records/webdext": lists,
    "records/synthetic": lists,
    "comments/wks": threads,
    "templates/mixed": details,
}
"""Others are missing, as they may be."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report on the generated sets."""
    root = tmp_path_factory.mktemp("sets")
    for name, generated in SETS.items():
        write_set(root / name / "dev", islice(generated(PAGES, 5), PAGES))
    out = root / "report"
    with pytest.MonkeyPatch.context() as patched:
        arguments = ["papers", "--data", str(root), "-o", str(out), "--limit", str(PAGES)]
        patched.setattr(sys, "argv", arguments)
        papers.main()
    return out


def write_set(folder: Path, pages: Iterable[tuple[dict[str, Any], str]]) -> None:
    (folder / "pages").mkdir(parents=True)
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as rows:
        for truth, html in pages:
            packed = folder / "pages" / f"{truth['id']}.html.gz"
            packed.write_bytes(gzip.compress(html.encode()))
            template = {"template": truth.get("site")} | truth
            rows.write(json.dumps(template) + "\n")


def test_each_paper_has_its_page_and_its_lines_in_the_summary(report: Path) -> None:
    index = (report / "index.md").read_text("utf-8")
    for slug in papers.PAPERS:
        assert (report / f"{slug}.md").is_file()
        assert re.search(rf"^\| \[.*\]\({slug}\.md\) \|", index, re.M), slug


def test_links_lead_to_what_is_there(report: Path) -> None:
    headings = {
        page.name: {
            line.lstrip("# ").lower().replace(" ", "-")
            for line in page.read_text("utf-8").splitlines()
            if line.startswith("#")
        }
        for page in report.glob("*.md")
    }
    for page in report.glob("*.md"):
        for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text("utf-8")):
            assert not path or path.startswith("..") or (report / path).is_file(), path
            assert not anchor or anchor in headings[path or page.name], anchor


def test_figures_are_pictures_with_their_data(report: Path) -> None:
    figures = sorted(report.glob("*/figure-*.svg"))
    assert len(figures) >= 16
    for figure in figures:
        assert ElementTree.parse(figure).getroot().tag.endswith("svg")
        with figure.with_suffix(".csv").open(encoding="utf-8", newline="") as rows:
            assert next(csv.reader(rows))[0] == "series"


def test_a_template_is_induced_as_in_the_thesis() -> None:
    words = ("aorzbcdlxe", "athubeatcdlxe", "athubeatcdpkue")
    essential, optional = induce([tuple(map(ord, word)) for word in words], 1, 0.5)
    # a, b, cd and e; thu or orz, eat or nothing, lx or pku.
    assert essential == [1, 1, 2, 1]
    assert optional == pytest.approx([3, 2, 2 * 2 / 3 + 3 / 3])
