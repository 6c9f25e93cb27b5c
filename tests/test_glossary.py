"""The glossary: each term once, and each place that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "scrapy_treesim"
DOCS = PACKAGE.parent / "docs"
ROWS = re.findall(
    r"^\| (?!term|---)([^|]+) \| ([^|]+) \| ([^|]+) \|$",
    (DOCS / "glossary.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_each_term_has_one_meaning() -> None:
    terms = [term for term, _, _ in ROWS]

    assert len(terms) > 40
    assert len(set(terms)) == len(terms)
    assert len({meaning for _, meaning, _ in ROWS}) == len(terms)


def test_each_place_is_there() -> None:
    places = [place for _, _, where in ROWS for place in re.findall(r"`([^`]+)`", where)]

    assert len(places) >= len(ROWS)
    assert [place for place in places if not (PACKAGE / place).exists()] == []


def test_the_documentation_leads_there() -> None:
    for name in ("contributing.md", "how-it-works.md"):
        assert "(glossary.md)" in (DOCS / name).read_text("utf-8")
