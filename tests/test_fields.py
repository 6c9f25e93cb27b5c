"""The registry of fields: items, findings, documents and the inspector have the same ones."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from scrapy_treesim import Article, Comment, Detail, TemplateMatch
from scrapy_treesim.detail.fields import READERS
from scrapy_treesim.items import ALWAYS, CLASSES, default_fields, own_fields
from scrapy_treesim.records.table.standard_fields import STANDARD_FIELDS
from scrapy_treesim.values.fields import (
    ARTICLE,
    COMMENT,
    DETAIL,
    DetailFields,
    declared_by,
    made_on_demand,
    names_of,
)
from scrapy_treesim.values.lexicon.words import sections_of

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("kind", ["detail", "records", "comments"])
def test_the_example_shows_the_columns_of_its_feeds(kind: str) -> None:
    text = (ROOT / "example_project" / "README.md").read_text("utf-8")
    (columns,) = re.findall(rf"^{kind}\.csv: ([\w,\s]+?)(?:\n\w+\.csv|\n```)", text, re.M)
    shown = {*ALWAYS, *default_fields(CLASSES[kind])}
    assert "".join(columns.split()).split(",") == [
        name for name in names_of(CLASSES[kind]) if name in shown
    ]


@pytest.mark.parametrize(
    ("finding", "names"),
    [(Article, ARTICLE), (Comment, COMMENT), (Detail, DETAIL), (TemplateMatch, ())],
)
def test_a_finding_has_each_field_of_its_item(finding: type, names: tuple[str, ...]) -> None:
    kind = {Article: "article", Comment: "comments", Detail: "detail"}.get(finding, "template")
    own = {*own_fields(CLASSES[kind])} - {"explain"}
    assert own == {*names} or finding is TemplateMatch
    assert own <= {*dir(finding)} | {one.name for one in fields(finding)}


def test_each_field_that_is_chosen_is_one_of_details() -> None:
    assert READERS.keys() <= {*DETAIL}
    # Each is declared by something, or only shown.
    assert READERS.keys() - {"old_price"} <= declared_by(DetailFields).keys()
    of_jobs = {"job", "company", "place", "salary"}
    assert sections_of("label").keys() - {"other_amount"} - of_jobs <= READERS.keys()


def test_each_usual_column_is_a_field_of_records() -> None:
    of_records = {*own_fields(CLASSES["records"])}
    assert {"link" if one.name == "url" else one.name for one in STANDARD_FIELDS} <= of_records
    assert sections_of("field").keys() - {"tags", "url"} <= of_records


def test_the_inspector_shows_each_fact_of_an_article() -> None:
    script = ROOT / "scrapy_treesim" / "inspector" / "static" / "article_text.js"
    (facts,) = re.findall(r"const FACTS = \[(.*?)\]", script.read_text("utf-8"), re.DOTALL)
    on_demand = made_on_demand(CLASSES["article"])
    assert {*re.findall(r'"(\w+)"', facts)} == {*ARTICLE} - {"text"} - on_demand
