"""The shops of the redesign diary say what their truth says, in every design."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.redesign_shops import (
    DESIGNS,
    FIELDS,
    LISTS,
    PRODUCTS,
    SHOPS,
    page_of,
    pages,
    products,
    starts,
    write_mirror,
)
from scrapy_treesim import Page


@pytest.mark.parametrize("design", range(len(DESIGNS)))
def test_each_page_has_its_values_and_nothing_else_as_a_field(tmp_path: Path, design: int) -> None:
    write_mirror(tmp_path, design)
    assert len([*tmp_path.rglob("*.html")]) == len(SHOPS) * (PRODUCTS + LISTS) == 600
    asked = 0
    for page in [*pages(design)][::9]:
        text = Page((tmp_path / page.url.removeprefix("http://")).read_bytes()).tree.plain_text(0)
        assert {*page.values} <= {*FIELDS}
        for value in page.values.values():
            for one in [value] if isinstance(value, str) else value:
                assert one in text, (page.url, one)
                asked += 1
    assert asked > 300
    for url in starts(design):
        assert (tmp_path / url.removeprefix("http://")).is_file()


def test_most_products_stay_from_design_to_design_and_some_change() -> None:
    for shop in SHOPS:
        for design in (1, 2):
            before = {one.number: one for one in products(shop, design - 1)}
            now = {one.number: one for one in products(shop, design)}
            both = before.keys() & now.keys()
            assert 0 < len(now) - len(both) < 0.1 * len(now)
            same = [one for one in both if before[one] == now[one]]
            assert 0.75 * len(both) < len(same) < 0.95 * len(both)
            gained = [one for one in both if now[one].old_cents and not before[one].old_cents]
            assert gained


def test_the_products_are_the_same_each_time() -> None:
    assert [*pages(1)] == [*pages(1)]
    first = page_of(SHOPS[0], products(SHOPS[0], 0)[0], 0)
    assert first.url == "http://harbour-goods.example/goods/1.html"
