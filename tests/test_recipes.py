"""The recipes of the reference for reading feeds of records run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
from scrapy.exporters import CsvItemExporter, JsonLinesItemExporter

from scrapy_treesim.items import RecordItem

REFERENCE = Path(__file__).parents[1] / "docs" / "reference" / "settings.md"
ITEMS = [
    RecordItem(
        "https://x.example/", "records", "/a", 0.9, region_key="ul/li", title="Iron pan",
        price=12.5,
        fields={"title": "Iron pan", "material": "iron", "sizes": ["20 cm", "24 cm"]},
        links=["https://x.example/a,b"],
    ),
    RecordItem(
        "https://x.example/", "records", "/b", 0.9, region_key="ul/li", title="Bag", price=29.0,
        fields={"title": "Bag", "material": "linen", "sizes": ["20 cm"]},
    ),
]  # fmt: skip


def recipes() -> list[str]:
    """The examples of code in the part about tables and databases."""
    part = REFERENCE.read_text("utf-8").partition("#### Into tables and databases\n")[2]
    return re.findall(r"^```python\n(.*?)^```", part.partition("\n#### ")[0], re.M | re.S)


@pytest.fixture
def feeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crawl's records as JSON lines and CSV in the working directory."""
    monkeypatch.chdir(tmp_path)
    for name, exporter in (
        ("records.jsonl", JsonLinesItemExporter),
        ("records.csv", CsvItemExporter),
    ):
        with Path(name).open("wb") as file:
            writer: Any = exporter(cast("Any", file))
            writer.start_exporting()
            for item in ITEMS:
                writer.export_item(item)
            writer.finish_exporting()


def run(recipe: str) -> dict[str, Any]:
    for module in re.findall(r"^import (\S+)", recipe, re.M):
        pytest.importorskip(module)
    found: dict[str, Any] = {}
    exec(recipe, found)
    return found


def test_there_are_recipes() -> None:
    assert len(recipes()) == 3


@pytest.mark.usefixtures("feeds")
@pytest.mark.parametrize("recipe", recipes(), ids=range(len(recipes())))
def test_a_recipe_runs(recipe: str) -> None:
    found = run(recipe)
    if "frame" in found:
        assert len(found["frame"]) == 2
    if "table" in found:
        assert Path("records.parquet").exists()
    if "rows" in found:
        assert found["rows"] == [("Iron pan", "iron")]
