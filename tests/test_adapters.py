"""The functions that measuring runners call, on pages of the example site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lxml import html

from benchmarks import adapters

SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP, POST = SITE / "shop" / "index.html", SITE / "blog" / "night-train-to-vestmar.html"
URL = "https://vestmar.example/"


def given(path: Path) -> tuple[bytes, str]:
    return path.read_bytes(), f"{URL}{path.relative_to(SITE).as_posix()}"


def test_a_post_has_a_text_and_comments() -> None:
    text = adapters.article(*given(POST))
    found = adapters.page(*given(POST))
    assert found["article"] == text
    assert found["comments"] == adapters.comments(*given(POST))
    assert found["comments"]
    assert adapters.next_page(*given(POST)) is None


def test_a_list_has_records_whose_paths_hold_in_lxmls_tree() -> None:
    found: Any = adapters.page(*given(SHOP))
    assert (found["kind"], found["article"], found["comments"]) == ("list", "", [])
    tree = html.document_fromstring(SHOP.read_bytes())
    for regions in (adapters.records(*given(SHOP)), found["records"]):
        assert regions
        for record in regions[0]:
            assert all(tree.xpath(path) for path in record)
    assert adapters.next_page(*given(SHOP)) == f"{URL}shop/page-2.html"


def test_the_pages_of_a_site_are_read_by_themselves() -> None:
    paths = sorted((SITE / "shop").glob("**/*.html"))
    alone = [adapters.page(*given(path)) for path in paths]
    assert adapters.page_site([*map(given, paths)]) == alone
