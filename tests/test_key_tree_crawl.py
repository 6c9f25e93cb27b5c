"""Key trees in a crawl: setting, meta key, stats and warnings; the command that makes them."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from commands import run
from crawling import crawl

from scrapy_treesim import KeyTrees, NamedKeyTree, SettingError, learn_key_tree
from scrapy_treesim.crawl.settings import check

SHOP = Path(__file__).parents[1] / "example_project" / "site" / "shop"
GOODS = SHOP / "index.html"
ABOUT = SHOP / "catalogue.html"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    key = learn_key_tree(GOODS.read_bytes(), "product-grid li")
    path = tmp_path / "trees.json"
    KeyTrees((NamedKeyTree("goods", ("*/*/shop/",), key),)).save(path)
    return path


def redesigned(folder: Path, number: int) -> Path:
    folder = folder / "shop"
    folder.mkdir(exist_ok=True)
    page = folder / f"{number}.html"
    source = GOODS.read_text()
    for old, new in (("li", "section"), ("article", "div"), ("h3", "h4"), ("p", "div")):
        source = source.replace(f"<{old} ", f"<{new} ").replace(f"<{old}>", f"<{new}>")
        source = source.replace(f"</{old}>", f"</{new}>")
    page.write_text(source)
    return page


def records(items: list[Any]) -> list[Any]:
    return [item for item in items if getattr(item, "kind", "") == "records"]


async def crawled(*pages: Any, **settings: Any) -> tuple[list[Any], dict[str, Any]]:
    items, stats = await crawl(*pages, TREESIM_KINDS=["records"], **settings)
    return records(items), stats


async def test_a_key_tree_finds_the_records_of_the_pages_it_is_for(file: Path) -> None:
    found, stats = await crawled(GOODS, SHOP / "page-2.html", TREESIM_KEY_TREES=str(file))
    assert len(found) == 24
    assert {item.xpath.rpartition("/")[2].partition("[")[0] for item in found} == {"li"}
    mine = {k.rpartition("/")[2]: v for k, v in stats.items() if "/key_tree/goods/" in k}
    assert mine.pop("similarity") > 0.8
    assert mine.pop("drift") < 0.1
    assert mine == {"pages": 2, "pages_with_records": 2, "records": 24}


async def test_other_pages_have_their_records_as_ever(file: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "list.html"
    elsewhere.write_bytes(GOODS.read_bytes())
    found, stats = await crawled(elsewhere, TREESIM_KEY_TREES=[file])
    assert found == (await crawled(elsewhere))[0]
    assert not [name for name in stats if "key_tree" in name]


async def test_a_redesign_is_survived_and_told_of_once(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pages = [redesigned(tmp_path, number) for number in range(4)]
    with caplog.at_level(logging.WARNING, "scrapy_treesim"):
        found, stats = await crawled(*pages, TREESIM_KEY_TREES=str(file))
    assert len(found) == 48
    assert stats["treesim/key_tree/goods/drift"] > 0.3
    (told,) = [one.getMessage() for one in caplog.records if "key tree" in one.getMessage()]
    assert told.startswith("the key tree goods no longer holds: its records")
    assert "on 3 pages" in told


async def test_a_key_tree_that_finds_nothing_is_told_of_at_the_end(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "scrapy_treesim"):
        found, stats = await crawled(ABOUT, TREESIM_KEY_TREES=str(file))
    assert found == []
    assert stats["treesim/key_tree/goods/pages"] == 1
    assert "treesim/key_tree/goods/drift" not in stats
    (told,) = [one.getMessage() for one in caplog.records if "key tree" in one.getMessage()]
    assert "no record on any of 1 pages" in told


async def test_a_request_asks_for_a_key_tree_by_name_or_for_none(
    file: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "list.html"
    elsewhere.write_bytes(GOODS.read_bytes())
    by_name, _ = await crawled(
        (elsewhere, {"treesim": {"key_tree": "goods"}}), TREESIM_KEY_TREES=str(file)
    )
    assert len(by_name) == 12
    automatic = (await crawled(GOODS))[0]
    for asked in ({"key_tree": None}, {"key_tree": None, "similar": None}):
        found, _ = await crawled((GOODS, {"treesim": asked}), TREESIM_KEY_TREES=str(file))
        assert found == automatic
    similar, stats = await crawled(
        (GOODS, {"treesim": {"similar": "filter-panel li"}}), TREESIM_KEY_TREES=str(file)
    )
    assert similar
    assert not [name for name in stats if "key_tree" in name]


async def test_a_request_for_a_key_tree_that_there_is_not(file: Path) -> None:
    found, stats = await crawled(
        (GOODS, {"treesim": {"key_tree": "none"}}), TREESIM_KEY_TREES=str(file)
    )
    assert found == []
    assert stats["treesim/failed/meta/SettingError"] == 1


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("", "give the path of a file of key trees"),
        ([], "give the path of a file of key trees"),
        (7, "give a list"),
        ([7], "give the path of a file of key trees"),
        ("none.json", "none.json cannot be read"),
    ],
)
def test_a_setting_of_no_use(value: object, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        check("TREESIM_KEY_TREES", value)


# The command


@pytest.mark.waits
def test_the_command_makes_a_file_and_adds_to_it(tmp_path: Path) -> None:
    options = [
        "--example",
        "product-grid li",
        "--for",
        "*/*/shop/",
        "--name",
        "goods",
        "-o",
        "t.json",
    ]
    done = run(tmp_path, "keytree", GOODS, SHOP / "page-2.html", *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("12 records like the example; goods in t.json") == 2
    options = ["--example", "filter-panel li", "--for", "other.example", "-o", "t.json"]
    assert run(tmp_path, "keytree", GOODS, *options).returncode == 0
    trees = KeyTrees.load(tmp_path / "t.json").named
    assert [(one.name, one.patterns) for one in trees] == [
        ("goods", ("*/*/shop/",)),
        ("other.example", ("other.example",)),
    ]
    assert len(trees[0].key.examples) == 2
    shown = run(tmp_path, "extract", GOODS, "--kinds", "records", "-s", "TREESIM_KEY_TREES=t.json")
    assert len([json.loads(line) for line in shown.stdout.splitlines()]) == 12


@pytest.mark.waits
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "keytree wants --example or --value, --for and --output"),
        (["--example", "li", "--for", "/x", "-o", "t.json"], "'/x' is no URL pattern"),
        (["--example", "li[", "--for", "a", "-o", "t.json"], "'li[' is not CSS"),
        (["--example", "li", "--for", "a", "--name", "a/b", "-o", "t.json"], "'a/b' is no name"),
        (["--example", "li", "--for", "a", "-o", "none/t.json"], "there is no folder none"),
        (["--example", "li", "--for", "a", "-o", str(GOODS)], "is no JSON"),
    ],
)
def test_a_command_line_that_cannot_be_used(
    tmp_path: Path, options: list[str], message: str
) -> None:
    done = run(tmp_path, "keytree", GOODS, *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert GOODS.read_bytes().startswith(b"<")
