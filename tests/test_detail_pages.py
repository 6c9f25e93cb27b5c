"""The generator of pages about one thing: the same each time, and its truth is on the page."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from training.detail_pages import MARK
from training.detail_pages.data import write_set

FIELDS = {
    *("name", "price", "currency", "old_price", "availability", "sku", "mpn", "gtin", "brand"),
    *("image", "rating", "reviews"),
}
Pages = list[tuple[dict[str, Any], str, Any]]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Truth, text and tree of some pages."""
    folder = tmp_path_factory.mktemp("pages")
    write_set(folder, pages=250, seed=4)
    out: Pages = []
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        html = gzip.decompress((folder / "pages" / f"{truth['id']}.html.gz").read_bytes()).decode()
        assert MARK not in html
        out.append((truth, html, lxml.html.document_fromstring(html.encode())))
    return out


def goods(pages: Pages) -> Pages:
    return [page for page in pages if page[0]["sold"]]


def words(element: Any) -> str:
    return " ".join(" ".join(element.itertext()).split())


def digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdecimal())


def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_set(tmp_path / name, pages=12, seed=3)
    first = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
    second = [tmp_path / "two" / path.relative_to(tmp_path / "one") for path in first]
    assert len(first) == 13
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_every_page_is_about_one_thing_at_an_address(pages: Pages) -> None:
    assert {truth["kind"] for truth, _, _ in pages} == {"detail"}
    assert all(truth["url"].partition("://")[2] for truth, _, _ in pages)
    assert 0.65 < len(goods(pages)) / len(pages) < 0.88


def test_what_places_show_is_there(pages: Pages) -> None:
    for truth, _, root in pages:
        for place in truth["places"]:
            (element,) = root.xpath(place["xpath"])
            assert words(element) == place["text"]


def test_values_stand_on_the_page(pages: Pages) -> None:
    for truth, html, root in goods(pages):
        text = "".join("".join(root.itertext()).split())
        attributes = " ".join(value for element in root.iter() for value in element.attrib.values())
        seen = f"{truth['url']} {text} {attributes} {html}"
        for name in ("name", "sku", "mpn", "gtin", "brand"):
            for value in truth["fields"].get(name, []):
                assert "".join(value.split()) in seen or value in seen, (truth["id"], name)
        assert truth["fields"]["image"][0] in attributes


def test_prices_are_shown_where_the_truth_has_them(pages: Pages) -> None:
    for truth, _, _ in goods(pages):
        for name in ("price", "old_price"):
            shown = [digits(one["text"]) for one in truth["places"] if one["field"] == name]
            values = truth["fields"].get(name, [])
            assert bool(shown) == bool(values)
            for value in values:
                assert any(digits(value.split(".")[0]) in one for one in shown)


def test_fields_come_up_and_some_pages_lack_them(pages: Pages) -> None:
    made = goods(pages)
    for name in FIELDS:
        count = sum(name in truth["fields"] for truth, _, _ in made)
        always = name in ("name", "availability", "image")
        assert count == len(made) if always else 0.1 * len(made) < count < len(made)


def test_declarations_mostly_agree_with_the_page(pages: Pages) -> None:
    agree: list[bool] = []
    for truth, _, root in goods(pages):
        for text in root.xpath("//script[@type='application/ld+json']/text()"):
            offer = json.loads(text).get("offers")
            if isinstance(offer, dict) and "price" in offer:
                state = offer["availability"].rpartition("/")[2]
                same = float(offer["price"]) == float(truth["fields"]["price"][0])
                agree.append(same and [state] == truth["fields"]["availability"])
    assert 0.7 < sum(agree) / len(agree) < 1
