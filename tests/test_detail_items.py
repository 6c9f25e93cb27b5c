"""Items of details: their values, when they are emitted, and how they are shown and stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl
from detail_values import a_detail, from_heading
from kind_pages import PAGES
from test_roles import emitted

from scrapy_treesim import Detail, Page, PageKind, roles
from scrapy_treesim.commands.output import count_phrase
from scrapy_treesim.commands.table import MAX_LINES, as_json_line, as_table
from scrapy_treesim.findings.as_items import items_of
from scrapy_treesim.inspector.inspection import view
from scrapy_treesim.inspector.views.parts import MAX_PARTS, MAX_SHOWN
from scrapy_treesim.items import DetailItem
from scrapy_treesim.kind.page_kind import MIN_LIST
from scrapy_treesim.kind.roles import detail_role
from scrapy_treesim.network.weights import PAGE_KINDS

URL = "https://narrows.example/product/copper-kettle"
OF_ITEMS_ALONE = {"url", "kind", "role", "page_kind", "declared", "explain"}


def item_of(**changed: Any) -> DetailItem:
    (item,) = items_of(DetailItem, [a_detail(**changed)], URL)
    return item


@pytest.fixture
def simple_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("findings.kinds", "inspector.views.article"):
        monkeypatch.setattr(f"scrapy_treesim.{place}.detail", from_heading)


# The item


def test_an_item_has_all_values_of_its_detail() -> None:
    one, item = a_detail(), item_of()
    plain = one.to_dict()

    assert [*item] == ["url", "kind", "xpath", "confidence", "role", "page_kind"] + [
        name for name in plain if name not in ("xpath", "confidence", "sources")
    ] + ["explain"]
    for name in set(item) - OF_ITEMS_ALONE - {"confidence"}:
        assert item[name] == plain[name]
    assert (item.url, item.kind, item.confidence) == (URL, "detail", 0.9346)
    assert item.explain == {
        "name": {"source": "shown", "confidence": 0.9877, "xpath": "/html/body//h1",
                 "text": "Copper kettle", "others": []},
        "price": {"source": "json-ld", "confidence": 0.9, "xpath": "/html/head/script",
                  "text": "45.50", "others": [
                      {"source": "shown", "confidence": 0.08, "text": "50.00"},
                      {"source": "script", "confidence": 0.01, "text": "1.20"}]},
        "brand": {"source": "label", "confidence": 0.8, "xpath": None, "text": None,
                  "others": []},
    }  # fmt: skip


# Roles


@pytest.mark.parametrize("kind", PAGE_KINDS)
def test_a_detail_is_main_on_a_page_of_its_kind_alone(kind: str) -> None:
    role = detail_role(PageKind(kind, dict.fromkeys(PAGE_KINDS, 0.2), Page("<p>")))
    assert role.is_main == (kind == "detail")
    assert 5 < len(role.why) < 100


def test_a_detail_is_secondary_where_lists_are_main() -> None:
    for listed, is_main in ((MIN_LIST - 0.01, True), (MIN_LIST, False)):
        probabilities = dict.fromkeys(PAGE_KINDS, 0.0) | {"detail": 1 - listed, "list": listed}
        assert detail_role(PageKind("detail", probabilities, Page("<p>"))).is_main == is_main


def test_the_roles_of_a_page_tell_that_of_its_detail() -> None:
    for kind, html, url in PAGES.values():
        found = roles(Page(html, url=url))
        assert found.detail == detail_role(found.kind)
        assert found.detail.is_main == (kind == "detail")
        assert found.to_dict()["detail"]["role"] == found.detail.role


# In a crawl


@pytest.mark.usefixtures("simple_finder")
def test_a_page_about_one_thing_yields_it_and_nothing_else() -> None:
    _, html, url = PAGES["good"]
    (item,) = emitted(html, url)

    assert isinstance(item, DetailItem)
    assert (item.name, item.role, item.page_kind) == ("Copper kettle", "main", "detail")
    everything = emitted(html, url, TREESIM_EMIT="all")
    others = [one for one in everything if one.kind != "detail"]
    assert {one.role for one in others if one.kind != "comments"} == {"secondary"}
    assert {one.kind for one in others} >= {"article", "records"}


@pytest.mark.parametrize("name", [name for name in PAGES if name != "good"])
def test_on_other_pages_nobody_looks_for_one(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def fail(_: Page) -> Detail:
        raise AssertionError("nobody asked")

    monkeypatch.setattr("scrapy_treesim.findings.kinds.detail", fail)
    _, html, url = PAGES[name]
    assert "detail" not in {item.kind for item in emitted(html, url)}


@pytest.mark.usefixtures("simple_finder")
def test_on_demand_it_is_emitted_of_other_pages_where_there_is_something() -> None:
    _, html, url = PAGES["article"]
    (item,) = (one for one in emitted(html, url, TREESIM_EMIT="all") if one.kind == "detail")
    assert (item["name"], item.role) == ("The ferry returns", "secondary")
    without = html.replace("<h1>", "<h7>").replace("</h1>", "</h7>")
    kinds = [one.kind for one in emitted(without, url, TREESIM_EMIT="all")]
    assert "detail" not in kinds
    (named,) = emitted(html, url, "detail")
    assert (named.kind, named.role) == ("detail", "secondary")


@pytest.mark.usefixtures("simple_finder")
async def test_a_crawl_counts_it_and_writes_it_to_a_feed_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kettle.html").write_text(PAGES["good"][1], "utf-8")
    items, stats = await crawl(Path("kettle.html"), TREESIM_MIX=False)

    assert [*items] == [{"own": Path("kettle.html").resolve().as_uri()}]
    assert stats["treesim/items/detail"] == stats["treesim/pages/detail"] == 1
    (path,) = Path("treesim").rglob("*.jsonl")
    assert path.name == "detail.jsonl"
    (row,) = map(json.loads, path.read_text("utf-8").splitlines())
    assert (row["name"], row["kind"]) == ("Copper kettle", "detail")
    assert row["explain"]["name"]["source"] == "shown"


@pytest.mark.usefixtures("simple_finder")
async def test_pipelines_leave_it_as_it_is(tmp_path: Path) -> None:
    pages = [tmp_path / "one.html", tmp_path / "other.html"]
    for page in pages:
        page.write_text(PAGES["good"][1], "utf-8")
    settings = {"TREESIM_DROP_DUPLICATES": True, "TREESIM_MAIN_TEXT_FROM": ["description"]}
    items, stats = await crawl(*pages, TREESIM_KINDS=["detail"], **settings)

    found = [item for item in items if isinstance(item, DetailItem)]
    assert [item.name for item in found] == ["Copper kettle"] * 2
    assert "treesim/duplicates" not in stats


# The command


def test_a_table_has_a_line_a_field_with_its_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    changed = dict.fromkeys(("old_price", "sku", "mpn", "gtin", "image", "description"))
    emptied = dict.fromkeys(("images", "breadcrumbs", "variants"), ())
    assert as_table([item_of(**changed, **emptied)]).splitlines() == [
        URL,
        "",
        "DETAIL  Copper kettle  (0.93)",
        "  name          Copper kettle  shown 0.99",
        "  price         45.5           json-ld 0.90",
        "  currency      EUR",
        "  availability  InStock",
        "  brand         Narrows        label 0.80",
        "  rating        4.5",
        "  reviews       12",
        "",
        "  2 further facts",
        "  Weight   1.2 kg",
        "  Made in  Narrows",
        "",
    ]
    many = item_of(attributes={f"Label {n}": "x" for n in range(MAX_LINES + 3)}, name=None)
    assert "  … 3 facts more" in as_table([many]).splitlines()
    many.role = "secondary"
    assert "DETAIL (secondary)    (0.93)" in as_table([many]).splitlines()


def test_lists_and_dicts_are_written_in_a_line() -> None:
    sources = dict.fromkeys(("images", "variants"), a_detail().sources["name"])
    shown = as_table([item_of(sources=sources)])
    assert "  variants      0.9 l, 45.50 | 1.2 l, 55.00  " in shown
    assert json.loads(as_json_line([item_of()])) == dict(item_of())


def test_it_is_told_of_where_it_is_left_out() -> None:
    assert count_phrase([item_of()]) == "1 detail"


# The inspector


@pytest.fixture
def viewed(monkeypatch: pytest.MonkeyPatch) -> Any:
    def of(one: Detail | None, html: str = PAGES["good"][1]) -> dict[str, Any]:
        monkeypatch.setattr("scrapy_treesim.inspector.views.article.detail", lambda _: one)
        found: dict[str, Any] = view(Page(html, url=URL), "detail", {}).to_json()
        return found

    return of


def test_the_view_marks_fields_where_they_stand(viewed: Any) -> None:
    found = viewed(a_detail())
    page = Page(PAGES["good"][1], url=URL)

    (mark,) = found["marks"]
    assert (mark["role"], mark["label"], mark["value"]) == ("value", "name", "Copper kettle")
    assert page.tree.name(mark["nodes"][0]) == "h1"
    assert [row["mark"] for row in found["export"]["rows"]][:3] == [0, -1, -1]
    others = {row["name"] for row in found["export"]["rows"] if row["confidence"] is None}
    assert others >= {"currency", "description", "attributes"}
    assert found["count"] == 1
    assert found["summary"] == '3 fields of "Copper kettle"'
    (group,) = found["groups"]
    assert group["xpath"] == "/html/body"
    assert (group["role"], group["confidence"]) == ("main", 0.9346)
    assert found["export"]["rows"][1]["why"] == [
        "declared as JSON-LD", '8 % likely: "50.00", shown on the page',
        '1 % likely: "1.20", declared in a script',
    ]  # fmt: skip
    assert found["export"]["item"] == {**item_of(), "page_kind": "detail"}
    assert found["notes"] == []


def test_the_view_of_a_page_about_nothing(viewed: Any) -> None:
    for one in (None, a_detail(sources={})):
        found = viewed(one)
        assert found["summary"] == "No detail"
        assert found["export"] == {"type": "detail", "item": None, "rows": []}
        assert found["groups"] == found["marks"] == []
        assert len(found["notes"]) == 1


@pytest.mark.parametrize("path", ["", "//nothing", "/html/body[", "count(//p)", "//@class", "x:y"])
def test_a_source_that_leads_nowhere_has_no_mark(viewed: Any, path: str) -> None:
    name = a_detail().sources["name"]
    found = viewed(a_detail(sources={"name": type(name)("shown", 0.9, path, "x")}))
    assert found["marks"] == []
    assert found["export"]["rows"][0]["mark"] == -1


def test_what_is_long_is_cut_in_the_view_and_a_note_says_so(viewed: Any) -> None:
    long = {"description": "word " * MAX_SHOWN, "images": ("a",) * (MAX_PARTS + 1)}
    found = viewed(a_detail(**long))
    assert len(found["export"]["item"]["description"]) == MAX_SHOWN
    assert len(found["export"]["item"]["images"]) == MAX_PARTS
    assert "are cut here" in found["notes"][0]
