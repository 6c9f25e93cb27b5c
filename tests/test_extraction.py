"""Everything of a page in one call, whatever the page comes as."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import web_poet
from lxml import html
from parsel import Selector
from scrapy.http import HtmlResponse

import scrapy_treesim as treesim

SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP = SITE / "shop" / "index.html"
URL = "https://shop.example/goods/"


def requested(body: bytes, content_type: str) -> requests.Response:
    response = requests.Response()
    response._content = body
    response.url = URL
    response.headers["Content-Type"] = content_type
    return response


def fetched(body: bytes, content_type: str) -> httpx.Response:
    headers = {"Content-Type": content_type}
    request = httpx.Request("GET", URL)
    return httpx.Response(200, content=body, headers=headers, request=request)


def posed(body: bytes, content_type: str) -> web_poet.HttpResponse:
    return web_poet.HttpResponse(URL, body, headers={"Content-Type": content_type})


DOWNLOADS = [requested, fetched, posed]


def test_a_list_is_its_records() -> None:
    found = treesim.extract(SHOP)

    assert (found["kind"], found["article"], found["detail"], found["comments"]) == (
        "list", None, None, [],
    )  # fmt: skip
    assert found["url"] == SHOP.as_uri()
    assert [one["title"] for one in found["records"]][1] == "Ashwood Splitting Hatchet"
    assert found["records"][1]["price"] == 48.5


def test_an_article_is_its_text_and_its_comments() -> None:
    found = treesim.extract(SITE / "blog" / "night-train-to-vestmar.html")

    assert found["kind"] == "article"
    assert found["article"]["headline"] == "Notes from the night train to Vestmar"
    assert "platform nine" in found["article"]["markdown"]
    assert len(found["comments"]) == 12
    assert found["metadata"]["site_name"] == "Harbour Lane Notes"
    assert found["declared"]["meta"]


def test_what_is_secondary_comes_if_it_is_asked_for() -> None:
    path = SITE / "shop" / "ashwood-splitting-hatchet.html"
    assert treesim.extract(path)["records"] == []
    found = treesim.extract(path, emit="all")
    assert {one["role"] for one in found["records"]} == {"secondary"}
    assert found["detail"]["role"] == "main"


@pytest.mark.parametrize("source", [SITE / "odd" / "image.html", b"%PDF-1.5 the text of it"])
def test_what_is_no_text_is_refused(source: Path | bytes) -> None:
    with pytest.raises(ValueError, match="not of a PDF, a picture"):
        treesim.extract(source)


HTML = sorted({*SITE.rglob("*.html")} - {SITE / "odd" / "image.html"})


@pytest.mark.parametrize("path", HTML, ids=lambda path: path.stem)
def test_all_of_it_is_plain_values(path: Path) -> None:
    found = treesim.extract(path.read_bytes(), url=URL)
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("download", DOWNLOADS)
def test_a_download_is_a_page_with_its_address(download: Any) -> None:
    response = download(SHOP.read_bytes(), "text/html; charset=utf-8")
    assert treesim.extract(response) == treesim.extract(SHOP.read_bytes(), url=URL)


@pytest.mark.parametrize("download", DOWNLOADS)
def test_a_download_is_read_in_the_encoding_it_declares(download: Any) -> None:
    body = "<title>Prices</title><p>Złoty, grosz and żółw".encode("iso-8859-2")
    page = treesim.Page(download(body, "text/html; charset=iso-8859-2"))
    assert page.text().endswith("Złoty, grosz and żółw")


def test_trees_selectors_and_responses_are_pages() -> None:
    body = SHOP.read_bytes()
    expected = treesim.extract(body, url=URL)["records"]
    for source in (
        body.decode(),
        html.document_fromstring(body),
        Selector(body.decode()),
        HtmlResponse(URL, body=body),
        treesim.Page(body, URL),
    ):
        assert treesim.extract(source, url=URL)["records"] == expected


def test_an_address_is_no_page() -> None:
    with pytest.raises(ValueError, match="is an address, and nothing is fetched here"):
        treesim.extract(URL)
    with pytest.raises(ValueError, match="is the name of a file"):
        treesim.extract("pages/shop.html")
    with pytest.raises(ValueError, match="give main or all"):
        treesim.extract("<p>a", emit="foo")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        treesim.extract(Path("no-such-page.html"))
    with pytest.raises(TypeError, match="not of int"):
        treesim.extract(5)  # type: ignore[arg-type]


def test_markdown_is_made_for_those_alone_who_ask_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: Any) -> str:
        raise LookupError

    monkeypatch.setattr(treesim.Article, "markdown", property(refuse))
    post = SITE / "blog" / "night-train-to-vestmar.html"
    treesim.show(post)
    assert "ARTICLE" in capsys.readouterr().out
    with pytest.raises(LookupError):
        treesim.extract(post)


def test_show_makes_addresses_absolute_by_the_address_of_a_response(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = SITE / "shop" / "ashwood-splitting-hatchet.html"
    treesim.show(HtmlResponse(f"https://shop.example/goods/{path.name}", body=path.read_bytes()))
    shown = capsys.readouterr().out
    assert shown.startswith(f"https://shop.example/goods/{path.name}\n")
    assert "https://shop.example/" in shown.partition("\n")[2]
