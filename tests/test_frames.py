"""Findings as tables of Arrow, pandas and Polars."""

from __future__ import annotations

import pickle
import sys
from datetime import date, datetime, timezone
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrapy_treesim as treesim
from scrapy_treesim.findings.as_items import OF_RECORD_ROWS
from scrapy_treesim.findings.extraction import findings_of
from scrapy_treesim.findings.kinds import FindingOptions
from scrapy_treesim.items import RecordItem

pytest.importorskip("pyarrow")

SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP = SITE / "shop" / "index.html"
POST = SITE / "blog" / "night-train-to-vestmar.html"
LANTERN = SITE / "shop" / "enamel-storm-lantern.html"
STARS = "Vega Rigel Spica Deneb Altair Mimosa".split()


def types_of(table: Any) -> dict[str, str]:
    return {column.name: str(column.type) for column in table.schema}


def table_with(head: str, cells: list[str]) -> treesim.Region:
    """The region of a data table of stars with one further column."""
    rows = zip(STARS, cells, strict=True)
    body = "".join(f"<tr><td>{star}</td><td>{cell}</td></tr>" for star, cell in rows)
    (region,) = treesim.records(f"<table><tr><th>Star</th><th>{head}</th></tr>{body}</table>")
    return region


def test_a_region_has_the_values_of_rows_in_feeds() -> None:
    page = treesim.Page.of(SHOP)
    rows = findings_of(page, FindingOptions(rows=True))["records"]
    (region,) = treesim.records(page)
    table = treesim.to_arrow(region)
    expected = [
        {name: value for name, value in row.items() if name not in OF_RECORD_ROWS} for row in rows
    ]
    assert table.to_pylist() == expected
    kinds = types_of(table)
    assert (kinds["price"], kinds["rating"], kinds["reviews"]) == ("double", "double", "int64")
    assert treesim.to_arrow(list(region)).equals(table)
    assert treesim.to_arrow(pickle.loads(pickle.dumps(region))).equals(table)


def test_the_parts_of_extract_have_the_values_of_feeds() -> None:
    for path, part in ((SHOP, "records"), (POST, "comments"), (LANTERN, "detail")):
        rows = treesim.extract(path)[part]
        table = treesim.to_arrow(rows)
        rows = rows if isinstance(rows, list) else [rows]
        assert table.num_rows == len(rows) > 0
        for row, shown in zip(rows, table.to_pylist(), strict=True):
            plain = {
                name: value
                for name, value in row.items()
                if not isinstance(value, dict) and name not in ("date", "variants")
            }
            assert {name: shown[name] for name in plain} == plain
            if row.get("date"):
                assert shown["date"] == datetime.fromisoformat(row["date"])
            if row.get("attributes"):
                assert dict(shown["attributes"]) == row["attributes"]


def test_comments_are_rows_whose_columns_are_there_without_any() -> None:
    posts = treesim.comments(treesim.Page.of(POST))
    table = treesim.to_arrow(posts)
    for name in ("author", "text", "parent", "depth", "is_first_post"):
        assert table[name].to_pylist() == [getattr(post, name) for post in posts]
    nothing = treesim.to_arrow(treesim.comments("<p>none"))
    assert nothing.num_rows == 0
    dateless = {**types_of(table), "date": ""}
    assert {**types_of(nothing), "date": ""} == dateless


def test_none_is_no_row() -> None:
    things = [treesim.extract(page)["detail"] for page in (LANTERN, SHOP, LANTERN)]
    assert treesim.to_arrow(things).num_rows == 2
    assert treesim.to_arrow([None]).num_rows == 0


@pytest.mark.parametrize(
    ("dates", "kind", "first"),
    [
        (["2024-05-01", None], "date32[day]", date(2024, 5, 1)),
        (["2024-05-01", "2024-05-02T10:30:00"], "timestamp[us]", datetime(2024, 5, 1)),
        (
            ["2024-05-01T10:30:00+02:00", "2024-05-02T10:30:00+00:00"],
            "timestamp[us, tz=UTC]",
            datetime(2024, 5, 1, 8, 30, tzinfo=timezone.utc),
        ),
        (["2024-05-01", "2024-05-02T10:30:00+00:00"], "string", "2024-05-01"),
        (["soon", "2024-05-02"], "string", "soon"),
    ],
)
def test_dates_are_dates_or_else_timestamps(dates: list[Any], kind: str, first: Any) -> None:
    items = [RecordItem("u", "records", "/a", 1.0, date=value) for value in dates]
    column = treesim.to_arrow(items)["date"]
    assert (str(column.type), column.to_pylist()[0]) == (kind, first)


@pytest.mark.parametrize(
    ("head", "cells", "kind", "first"),
    [
        ("Distance", ["1,250", "860", "262", "2,615", "17", "280"], "int64", 1250),
        ("Magnitude", ["0.03", "0.13", "0.97", "1.25", "0.76", "1.25"], "double", 0.03),
        ("Code", ["007", "012", "104", "220", "031", "450"], "string", "007"),
        ("Seen", [f"2024-05-0{day}" for day in range(1, 7)], "date32[day]", date(2024, 5, 1)),
    ],
)
def test_further_columns_are_typed_if_nothing_is_lost(
    head: str, cells: list[str], kind: str, first: Any
) -> None:
    column = treesim.to_arrow(table_with(head, cells))[head.lower()]
    assert (str(column.type), column.to_pylist()[0]) == (kind, first)


def test_pandas_has_whole_numbers_lists_and_dicts() -> None:
    pandas: Any = pytest.importorskip("pandas")
    page = treesim.Page.of(POST)
    frame = treesim.to_pandas(treesim.comments(page))
    assert str(frame["parent"].dtype) == "Int64"
    assert pandas.api.types.is_datetime64_any_dtype(frame["date"])
    answers = frame.merge(frame, left_on="parent", right_on="position", suffixes=("", "_above"))
    assert len(answers) == frame["parent"].notna().sum() > 0
    records = treesim.to_pandas(treesim.extract(SHOP)["records"])
    items = treesim.extract(SHOP)["records"]
    assert list(records["fields"]) == [item["fields"] for item in items]
    assert list(records["doubtful"]) == [item["doubtful"] for item in items]
    assert list(records["price"]) == [item["price"] for item in items]


def test_polars_has_the_same_values() -> None:
    pytest.importorskip("polars")
    for findings in (treesim.records(SHOP)[0], treesim.comments(POST)):
        assert treesim.to_polars(findings).to_dicts() == treesim.to_arrow(findings).to_pylist()


@pytest.mark.parametrize("findings", [3, "text", [1], treesim.extract("<p>a"), [{}, 1]], ids=str)
def test_what_is_no_finding_is_refused(findings: Any) -> None:
    with pytest.raises(TypeError, match="give a region"):
        treesim.to_arrow(findings)


def test_records_of_two_pages_are_refused() -> None:
    first, second = (treesim.records(treesim.Page.of(SHOP))[0] for _ in range(2))
    with pytest.raises(TypeError, match="no row is made of a Record"):
        treesim.to_arrow([*first, *second])


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
def test_a_missing_package_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    function = treesim.to_arrow if name == "pyarrow" else getattr(treesim, f"to_{name}")
    with pytest.raises(ModuleNotFoundError, match=f"{name}: pip install {name}$"):
        function([])


@given(st.lists(st.text(max_size=12), min_size=6, max_size=6))
def test_no_cells_are_too_odd_for_a_frame(cells: list[str]) -> None:
    body = "".join(
        f"<li><a href=/{star}>{star}</a> <b>${number}.50</b> <time>{escape(cell)}</time>"
        for number, (star, cell) in enumerate(zip(STARS, cells, strict=True), 1)
    )
    (region,) = treesim.records(f"<ul>{body}</ul>")
    assert treesim.to_arrow(region)["price"].to_pylist() == [0.5 + n for n in range(1, 7)]
