"""Findings as dependencies of callbacks and page objects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from crawling import PagesSpider, crawl
from scrapy.http import HtmlResponse, Response

pytest.importorskip("scrapy_poet")
pytest.importorskip("zyte_common_items")

import zyte_common_items as zyte
from web_poet import ApplyRule, ItemPage, field
from web_poet.serialization import deserialize_leaf, serialize_leaf

from scrapy_treesim.crawl.settings import TreesimSettings
from scrapy_treesim.items import ArticleItem, DetailItem
from scrapy_treesim.poet import Findings, FindingsProvider
from scrapy_treesim.poet.provider import MAKERS
from scrapy_treesim.poet.provider import findings_of as findings_by
from scrapy_treesim.tree import PageTree

SITE = Path(__file__).parents[1] / "example_project" / "site"
PAGES = {
    "detail": "shop/ashwood-splitting-hatchet.html",
    "list": "shop/index.html",
    "article": "blog/night-train-to-vestmar.html",
    "thread": "forum/thread-1033.html",
}
POET = {
    "ADDONS": {"scrapy_poet.Addon": 300},
    "SCRAPY_POET_PROVIDERS": {FindingsProvider: 500},
    "TREESIM_MIX": None,
}


def findings_of(response: Response) -> Findings:
    return findings_by(response, TreesimSettings())


def response_of(kind: str) -> Response:
    path = SITE / PAGES[kind]
    return HtmlResponse(f"https://e.example/{path.name}", body=path.read_bytes())


class Asking(PagesSpider):
    """A callback that asks by types."""

    def parse(  # type: ignore[override]
        self, response: Response, found: Findings, detail: DetailItem, product: zyte.Product
    ) -> Any:
        yield {
            "kind": found.kind,
            "records": [one.title for one in found.records],
            "comments": len(found.comments),
            "price": detail.price,
            "product": product.price or product.name,
        }


async def test_a_callback_gets_what_its_types_ask_for() -> None:
    items, _ = await crawl(*(SITE / one for one in PAGES.values()), spider=Asking, **POET)
    found = {item["kind"]: item for item in items}

    assert found.keys() == PAGES.keys()
    assert found["detail"]["price"] == 48.5
    assert found["detail"]["product"] == "48.50"
    assert found["list"]["records"][1] == "Ashwood Splitting Hatchet"
    assert found["list"]["price"] is None
    assert found["article"]["comments"] == 12


@pytest.mark.parametrize("without", [{}, {"TREESIM_HTML5": False}])
async def test_a_page_that_both_want_is_read_once(
    monkeypatch: pytest.MonkeyPatch, without: dict[str, Any]
) -> None:
    read: list[Any] = []
    parse = PageTree.read

    def reading(root: Any) -> PageTree:
        read.append(root)
        return parse(root)

    monkeypatch.setattr(PageTree, "read", reading)
    addons = {"scrapy_poet.Addon": 300, "scrapy_treesim.Addon": 500}
    asked = {**POET, "ADDONS": addons, "TREESIM_MIX": True, **without}
    items, stats = await crawl(SITE / PAGES["detail"], spider=Asking, **asked)
    assert (len(items), stats["treesim/pages"], len(read)) == (2, 1, 1)


async def test_the_provider_reads_pages_as_large_as_the_setting_allows() -> None:
    path = SITE / PAGES["detail"]
    items, _ = await crawl(path, spider=Asking, **POET, TREESIM_MAX_BYTES=1_000)
    assert items[0]["kind"] == ""


class ShoutedPage(ItemPage[zyte.Product]):
    """A page object that changes one field of what was found."""

    def __init__(self, found: DetailItem) -> None:
        self.found = found

    @field
    def url(self) -> str:
        return self.found.url

    @field
    def name(self) -> str:
        return (self.found.name or "").upper()


class ByPage(PagesSpider):
    def parse(self, response: Response, page: ShoutedPage) -> Any:  # type: ignore[override]
        yield {"name": page.name}


async def test_a_page_object_builds_on_findings() -> None:
    items, _ = await crawl(SITE / PAGES["detail"], spider=ByPage, **POET)
    assert items == [{"name": "ASHWOOD SPLITTING HATCHET"}]


async def test_a_rule_puts_a_page_object_before_what_is_found() -> None:
    rules = [ApplyRule("", use=ShoutedPage, to_return=zyte.Product)]
    items, _ = await crawl(SITE / PAGES["detail"], spider=Asking, SCRAPY_POET_RULES=rules, **POET)
    assert items[0]["product"] == "ASHWOOD SPLITTING HATCHET"


@pytest.mark.parametrize("kind", PAGES)
def test_whatever_is_provided_can_be_kept_in_fixtures(kind: str) -> None:
    found = findings_of(response_of(kind))
    for wanted, make in MAKERS.items():
        one = make(found)
        assert type(one) is wanted
        again = deserialize_leaf(wanted, serialize_leaf(one))
        assert serialize_leaf(again) == serialize_leaf(one)


@pytest.mark.waits
def test_a_saved_fixture_is_a_test_that_passes(tmp_path: Path) -> None:
    small = SITE.parent / "small"
    url = (SITE / PAGES["detail"]).as_uri()
    providers = '{"scrapy_treesim.poet.FindingsProvider": 500}'
    python = [sys.executable, "-m"]
    save = [*python, "scrapy", "savefixture", "page_objects.GoodsPage", url]
    save += ["-s", 'ADDONS={"scrapy_poet.Addon": 300}', "-s", f"SCRAPY_POET_PROVIDERS={providers}"]
    paths = os.pathsep.join((str(small), *filter(None, [os.environ.get("PYTHONPATH")])))
    for command in (save, [*python, "pytest", "-q", "fixtures"]):
        env = {**os.environ, "PYTHONPATH": paths}
        done = subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
    (saved,) = tmp_path.rglob("output.json")
    assert json.loads(saved.read_text("utf-8"))["price"] == 48.5
    assert "passed" in done.stdout


def test_items_of_zyte_say_what_was_found() -> None:
    product = MAKERS[zyte.Product](findings_of(response_of("detail")))
    assert (product.name, product.price, product.currency, product.sku) == (
        "Ashwood Splitting Hatchet", "48.50", "GBP", "FH-1011",
    )  # fmt: skip
    assert product.availability == "InStock"
    assert product.metadata.probability > 0.9
    goods = MAKERS[zyte.ProductList](findings_of(response_of("list"))).products
    assert (len(goods), goods[0].name, goods[0].regularPrice) == (
        12, "Copper Pour-Over Kettle 0.9 L", "79.00",
    )  # fmt: skip
    article = MAKERS[zyte.Article](findings_of(response_of("article")))
    assert article.headline == "Notes from the night train to Vestmar"
    assert article.datePublished == "2024-04-20T00:00:00Z"
    job = MAKERS[zyte.JobPosting](findings_of(response_of("detail")))
    assert job.metadata.probability == 0
    thread = MAKERS[zyte.ForumThread](findings_of(response_of("thread")))
    assert len(thread.posts) > 3


def test_a_page_for_something_else_gives_no_confidence() -> None:
    found = findings_of(response_of("article"))
    assert MAKERS[DetailItem](found).confidence == 0
    assert MAKERS[zyte.Product](found).metadata.probability == 0
    for body in (b"", b"\0\1\2" * 99, b"<p>a" * 2_600_000):
        assert findings_of(HtmlResponse("https://e.example/", body=body)).kind == ""
    image = findings_of(Response("https://e.example/a.png", body=b"\x89PNG"))
    assert (image.kind, MAKERS[ArticleItem](image).text) == ("", "")
    assert json.loads(serialize_leaf(image)["json"])["records"] == []
