"""Everything of a page in one call, whatever the page comes as."""

from __future__ import annotations

import codecs
import gzip
import io
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import web_poet
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from parsel import Selector
from scrapy.http import HtmlResponse, Response

import scrapy_treesim as treesim
from scrapy_treesim.tree.parsing.decoding import is_json

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


PDF = b"%PDF-1.5 the text of it"
JSON = {
    "object": b'{"a": [1, -2.5e3, true, null], "title": "Ferry"}',
    "list": b" \r\n[]\n",
    "with HTML in it": b'[{"html": "<article><p>The \\"ferry\\" is late</p></article>"}]',
    "lines": b'{"a": 1}\n{"a": 2}\n',
    "marked": codecs.BOM_UTF8 + b'{"a": 1}',
    "of two bytes a character": codecs.BOM_UTF16_LE + '{"a": 1}'.encode("utf-16-le"),
    "cut off": b'{"a": [1, "the ferry',
    "long": json.dumps([True, "The ferry is late.", None] * 2_000).encode(),
}


def responded(body: bytes, content_type: str) -> HtmlResponse:
    return HtmlResponse(URL, body=body, headers={"Content-Type": content_type})


@pytest.mark.parametrize("download", [*DOWNLOADS, responded])
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ((SITE / "odd" / "image.html").read_bytes(), "not of a PDF, a picture"),
        (PDF, "not of a PDF, a picture"),
        (gzip.compress(SHOP.read_bytes()), "this is gzip: unpack it first"),
        (JSON["cut off"], "this is JSON"),
    ],
    ids=["picture", "PDF", "gzip", "JSON"],
)
def test_what_is_no_html_is_refused_however_it_comes(
    download: Any, body: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(body)
    for source in (body, path, download(body, "text/html")):
        with pytest.raises(ValueError, match=message):
            treesim.extract(source)


@pytest.mark.parametrize("name", JSON)
def test_json_is_read_if_it_is_whole(name: str) -> None:
    assert is_json(JSON[name])
    if name == "cut off":
        with pytest.raises(ValueError, match="this is JSON"):
            treesim.article(JSON[name])
    else:
        assert treesim.Page(JSON[name]).json is not None
        assert treesim.article(JSON[name]) is None


SCALARS = st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9) | st.text()
TREES = st.recursive(
    st.lists(SCALARS) | st.dictionaries(st.text(), SCALARS),
    lambda tree: st.lists(tree) | st.dictionaries(st.text(), tree),
)


@given(TREES, st.booleans())
def test_json_of_any_form_is_told_from_html(value: Any, is_ascii: bool) -> None:
    body = json.dumps(value, ensure_ascii=is_ascii).encode("utf-8", "replace")
    assert is_json(body)
    assert not is_json(b"<!doctype html>" + body)


@pytest.mark.parametrize(
    "text", ["", "[1] The first note", "{% block page %}", "{{ title }}", "[draft]", "true", "12"]
)
def test_text_that_begins_like_json_is_a_page(text: str) -> None:
    assert treesim.extract(text)["records"] == []
    assert not is_json(text.encode())


def test_a_text_is_refused_as_its_bytes_are() -> None:
    for body, message in ((PDF, "not of a PDF"), (JSON["cut off"], "this is JSON")):
        with pytest.raises(ValueError, match=message):
            treesim.extract(body.decode())


def test_a_file_is_read_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    reads = []

    def read_bytes(path: Path) -> bytes:
        reads.append(path)
        # The items of the list are never closed: the page is read again as HTML5.
        return b"<ul>" + b"<li><div>Apples and pears" * 20

    path = tmp_path / "list.html"
    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    page = treesim.Page(path)
    assert (reads, page.url) == ([path], path.as_uri())
    extracted = treesim.extract(path)
    assert (reads, extracted["url"]) == ([path, path], path.as_uri())


class Soup:
    """A page of BeautifulSoup, as far as its type tells."""

    __module__ = "bs4"


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        ([SHOP, SHOP], "not of list: give one page at a time"),
        ([{"name": "Oak stool"}], "not of list: give json.dumps"),
        (Selector("<p>a<p>b").css("p"), "not of SelectorList: give one page at a time"),
        (io.BytesIO(b"<p>a"), r"not of BytesIO: give what its read\(\) returns"),
        (Soup(), r"not of Soup: give str\(\) of it"),
        (Response(URL, body=b"<p>a"), "not of Response, which is no text: give its body if that"),
        (None, "not of NoneType$"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_another_source_is_refused_with_what_to_give(source: Any, advice: str) -> None:
    with pytest.raises(TypeError, match=advice):
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
        treesim.extract("<p>a", emit="foo")  # type: ignore[call-overload]
    with pytest.raises(FileNotFoundError):
        treesim.extract(Path("no-such-page.html"))
    with pytest.raises(TypeError, match="not of int"):
        treesim.extract(5)  # type: ignore[call-overload]


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
