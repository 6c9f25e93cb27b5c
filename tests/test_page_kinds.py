"""The generator of pages of all kinds: the same each time, and its truth is on the page."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import lxml.html
import pytest

import training
from training.detail_pages import KINDS, MARK, full_tongue
from training.page_kinds import new_site, write_set

VOCABULARY = Path(training.__file__).parent / "detail_pages" / "vocabulary"
Pages = list[tuple[dict[str, Any], Any]]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Truth and tree of some pages."""
    folder = tmp_path_factory.mktemp("pages")
    write_set(folder, pages=500, seed=5)
    out: Pages = []
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        html = gzip.decompress((folder / "pages" / f"{truth['id']}.html.gz").read_bytes())
        assert MARK.encode() not in html
        out.append((truth, lxml.html.document_fromstring(html)))
    return out


def words(element: Any) -> str:
    return " ".join(" ".join(element.itertext()).split())


def letters(text: str) -> str:
    return "".join(text.split())


def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_set(tmp_path / name, pages=12, seed=3)
    first = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
    second = [tmp_path / "two" / path.relative_to(tmp_path / "one") for path in first]
    assert len(first) == 13
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_another_seed_writes_other_pages(tmp_path: Path) -> None:
    for seed in (1, 2):
        write_set(tmp_path / str(seed), pages=1, seed=seed)
    made = [next((tmp_path / str(seed) / "pages").iterdir()).read_bytes() for seed in (1, 2)]
    assert made[0] != made[1]


def test_pages_of_every_kind(pages: Pages) -> None:
    kinds = [truth["kind"] for truth, _ in pages]
    assert set(kinds) == {"article", "list", "thread", "detail", "other"}
    assert min(kinds.count(kind) for kind in set(kinds)) >= 20
    assert any(not truth["url"] for truth, _ in pages)


def test_a_site_has_pages_of_several_kinds_in_one_frame(pages: Pages) -> None:
    sites: dict[str, list[tuple[str, list[str]]]] = {}
    for truth, root in pages:
        links = root.xpath("//a/@href")
        sites.setdefault(truth["site"], []).append((truth["kind"], links))
    assert sum(len({kind for kind, _ in made}) > 1 for made in sites.values()) > len(sites) / 2
    shared = [
        set(made[0][1]) & set(made[1][1]) - {"/", "#"} for made in sites.values() if len(made) > 1
    ]
    assert sum(len(links) > 3 for links in shared) > 0.85 * len(shared)


def test_only_pages_about_one_thing_have_fields(pages: Pages) -> None:
    for truth, _ in pages:
        assert ("fields" in truth) == (truth["kind"] == "detail")


def test_every_field_lies_where_the_truth_says(pages: Pages) -> None:
    things = [(truth, root) for truth, root in pages if truth["kind"] == "detail"]
    for truth, root in things:
        assert truth["fields"]["name"] == [truth["title"]]
        for place in truth["places"]:
            (element,) = root.xpath(place["xpath"])
            assert words(element) == place["text"]
    assert sum(len(truth["places"]) for truth, _ in things) > 10 * len(things)


def test_values_of_fields_and_facts_stand_on_the_page(pages: Pages) -> None:
    elsewhere = {"price", "old_price", "currency", "availability", "image", "votes"}
    prices = 0
    for truth, root in pages:
        text = letters("".join(root.itertext()))
        shown = [value for _, value in truth.get("attributes", {}).items()]
        for name, values in truth.get("fields", {}).items():
            shown.extend(values if name not in elsewhere else [])
        assert [value for value in shown if letters(value) not in text] == []
        for price in truth.get("fields", {}).get("price", []):
            prices += 1
            digits = [
                "".join(sign for sign in place["text"] if sign.isdecimal())
                for place in truth["places"]
                if place["field"] == "price"
            ]
            assert any(one.startswith(price.split(".")[0]) for one in digits)
    assert prices > 10


def test_many_things_do_not_declare_what_they_are(pages: Pages) -> None:
    roots = [root for truth, root in pages if truth["kind"] == "detail"]
    scripts = "//script[@type='application/ld+json'][contains(., '\"image\"')]"
    declared = [bool(root.xpath(f"{scripts} | //*[@itemscope]")) for root in roots]
    assert 0.1 < sum(declared) / len(declared) < 0.6


def test_languages_have_words_for_what_english_names() -> None:
    known = full_tongue("en").phrases
    for path in VOCABULARY.glob("*.txt"):
        lines = path.read_text("utf-8").splitlines()
        pairs = [line.split(" = ") for line in lines]
        assert [line for line, pair in zip(lines, pairs, strict=True) if len(pair) != 2] == []
        assert [key for key, _ in pairs if key not in known] == []
        assert [key for key, words in pairs if "" in words.split("|")] == []


def test_things_of_every_kind_come_up() -> None:
    found = {new_site(f"t{number}").things.name for number in range(600)}
    assert found == {kind.name for kind in KINDS}
