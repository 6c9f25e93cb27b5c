"""The generator of list pages: the same each time, and its truth leads where it says."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import lxml.html
import pytest

from training.record_pages import (
    MARK,
    NEW_SHAPES,
    OLD_SHAPES,
    Draft,
    Hand,
    Node,
    Site,
    new_page,
    new_site,
    plain,
    write_set,
    written,
)

SITES = [new_site(f"test{number}") for number in range(60)]


def resolved(root: lxml.html.HtmlElement, path: str) -> str:
    """The text of the one element to which the path leads."""
    found = root.xpath(path)
    assert isinstance(found, list)
    (element,) = found
    assert isinstance(element, lxml.html.HtmlElement)
    return " ".join(str(text) for text in element.itertext())


def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_set(tmp_path / name, pages=7, seed=3)
    first = sorted(path for path in (tmp_path / "one").rglob("*") if path.is_file())
    second = [tmp_path / "two" / path.relative_to(tmp_path / "one") for path in first]
    assert len(first) == 8
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_another_seed_writes_other_pages(tmp_path: Path) -> None:
    for seed in (1, 2):
        write_set(tmp_path / str(seed), pages=1, seed=seed)
    texts = [(tmp_path / str(seed) / "truth.jsonl").read_text() for seed in (1, 2)]
    pages = [next((tmp_path / str(seed) / "pages").iterdir()).read_bytes() for seed in (1, 2)]
    assert texts[0] != texts[1]
    assert pages[0] != pages[1]


def test_truth_resolves_in_the_page_that_is_saved(tmp_path: Path) -> None:
    write_set(tmp_path, pages=30, seed=5)
    for line in (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        html = gzip.decompress((tmp_path / "pages" / f"{truth['id']}.html.gz").read_bytes())
        assert MARK.encode() not in html
        root = lxml.html.document_fromstring(html)
        for region in truth["regions"]:
            for record in region["records"]:
                text = " ".join(resolved(root, path) for path in record["xpaths"])
                assert text.split() == record["text"].split() != []


def drawn_text(node: Node) -> str:
    parts: list[str] = []
    stack: list[Node | str] = [node]
    while stack:
        child = stack.pop()
        if isinstance(child, str):
            parts.append(child)
        else:
            stack.extend(reversed(child.children))
    return "".join("".join(parts).split())


def all_nodes(root: Node) -> list[Node]:
    out: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        out.append(node)
        stack.extend(child for child in node.children if isinstance(child, Node))
    return out


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_the_parser_finds_every_record_as_it_was_drawn(site: Site) -> None:
    draft = new_page(site, 0)
    _, regions = written(draft.root, site.hand)
    found = [
        [(len(one["xpaths"]), "".join(one["text"].split())) for one in region["records"]]
        for region in regions
    ]
    assert found == [
        [(len(one), "".join(drawn_text(node) for node in one)) for one in region.records]
        for region in draft.regions
    ]


def test_records_of_a_page_share_no_element() -> None:
    for site in SITES[:20]:
        _, regions = written(new_page(site, 1).root, site.hand)
        paths = [
            path for region in regions for record in region["records"] for path in record["xpaths"]
        ]
        assert len(set(paths)) == len(paths)
        assert not [path for path in paths for other in paths if other.startswith(f"{path}/")]


def test_every_shape_and_era_comes_up() -> None:
    sites = [new_site(f"all{number}") for number in range(400)]
    assert {site.shape for site in sites} == {*OLD_SHAPES, *NEW_SHAPES}
    assert len({site.design.era for site in sites}) == 5
    assert len({site.design.naming for site in sites}) == 9


@pytest.fixture(scope="module")
def drafts() -> list[Draft]:
    return [new_page(new_site(f"draft{number}"), 0) for number in range(60)]


def test_what_was_paid_for_is_no_record(drafts: list[Draft]) -> None:
    assert any("Sponsored" in drawn_text(draft.root) for draft in drafts)
    for draft in drafts:
        records = [node for region in draft.regions for record in region.records for node in record]
        assert not [node for node in records if "Sponsored" in drawn_text(node)]


def test_lines_that_are_no_records_stand_beside_records_in_the_same_tag(
    drafts: list[Draft],
) -> None:
    found = 0
    for draft in drafts:
        first = draft.regions[0].records[0][0]
        for node in all_nodes(draft.root):
            places = [place for place, child in enumerate(node.children) if child is first]
            before = node.children[: places[0]] if places else []
            found += any(isinstance(child, Node) and child.tag == first.tag for child in before)
    assert found > 5


def test_some_pages_have_thousands_of_elements_and_several_lists(drafts: list[Draft]) -> None:
    assert sum(len(all_nodes(draft.root)) > 2000 for draft in drafts) > 5
    assert sum(len(draft.regions) > 1 for draft in drafts) > 10


def test_careless_markup_is_mended_where_it_would_change_a_record() -> None:
    inner = plain("p", "in")
    outer = plain("p", "before", inner, "after")
    outer.record = (0, 0)
    html, regions = written(plain("html", plain("body", outer)), Hand(unclosed=True))
    root = lxml.html.document_fromstring(html)
    assert resolved(root, regions[0]["records"][0]["xpaths"][0]).split()[0] == "before"
