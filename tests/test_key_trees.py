"""Key trees that last: saved, loaded, chosen by address, and found again after a redesign."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import pages

from scrapy_treesim import (
    KeyTree,
    KeyTreeFileError,
    KeyTrees,
    NamedKeyTree,
    Page,
    find_records,
    learn_key_tree,
    similar,
)
from scrapy_treesim.templates.by_example.example_record import (
    MAX_DEPTH,
    MAX_LINES,
    ExampleLeaf,
    ExampleRecord,
    leaves_of,
    read_outline,
)
from scrapy_treesim.templates.by_example.sighting import Relocation
from scrapy_treesim.templates.by_example.url_pattern import check_pattern, matches
from scrapy_treesim.tree import PageTree

NAMES = "Lamp,Oak chair,Tea towel set,Copper kettle,Wool rug,Brass hook,Glass jar,Cedar box".split(
    ","
)
CARD = (
    "<li class='card'><a href='/{n}'><img src='/{n}.png'></a><h3 class='title'>"
    "<a href='/{n}'>{name}</a></h3><p class='about'>{name} is made by hand in a small workshop, "
    "from what the forest near by gives.</p><span class='price'>€ {n}9.00</span></li>"
)
NAV = (
    "<ul class='nav'>"
    + "".join(f"<li><a href='/to/{n}'>Go {n}</a></li>" for n in range(20))
    + "</ul>"
)
CARDS = "".join(CARD.format(n=n, name=name) for n, name in enumerate(NAMES, 1))
PAGE = f"<html><body>{NAV}<main><ul class='goods'>{CARDS}</ul></main><p>Bye</p></body></html>"


def redesigned(*changes: tuple[str, str]) -> str:
    page = PAGE
    for old, new in changes:
        assert old in page
        page = page.replace(old, new)
    return page


REDESIGNS = {
    "nothing": [],
    "classes renamed": [("class='card'", "class='x1'"), ("class='price'", "class='y'")],
    "records wrapped": [
        ("<li class='card'>", "<div><div><article class='card'>"),
        ("</span></li>", "</span></article></div></div>"),
        ("<ul class='goods'>", "<div>"),
    ],
    "fields wrapped": [("<h3 class='title'>", "<div><div><h3>"), ("</h3>", "</h3></div></div>")],
    "tags swapped": [
        ("<li class='card'>", "<section>"),
        ("</span></li>", "</em></section>"),
        ("<span class='price'>", "<em>"),
        ("<p class='about'>", "<div>"),
        ("</p><em>", "</div><em>"),
        ("<h3 class='title'>", "<h2>"),
        ("</h3>", "</h2>"),
    ],
    "field added": [("</span></li>", "</span><button>Buy</button><i>New</i></li>")],
}


@pytest.fixture(scope="module")
def key() -> KeyTree:
    return learn_key_tree(PAGE, "li.card")


def texts(records: Any) -> list[str]:
    return [record.text.split("\n")[0] for record in records]


@pytest.mark.parametrize("changes", REDESIGNS.values(), ids=REDESIGNS)
def test_records_are_found_again_after_a_redesign(
    key: KeyTree, changes: list[tuple[str, str]]
) -> None:
    sighting = find_records(redesigned(*changes), key)
    assert texts(sighting.records) == NAMES
    assert all(0.5 < record.similarity <= 1 for record in sighting.records)


def test_what_a_redesign_moves_is_drift(key: KeyTree) -> None:
    same = find_records(PAGE, key)
    wrapped = find_records(redesigned(*REDESIGNS["fields wrapped"]), key)
    swapped = find_records(redesigned(*REDESIGNS["tags swapped"]), key)
    assert (same.drift, same.holds) == (0, True)
    assert 0 < wrapped.drift < swapped.drift
    assert not swapped.holds
    assert similar(Page(redesigned(*REDESIGNS["tags swapped"])), key) == []


def test_a_record_is_the_element_that_the_example_was(key: KeyTree) -> None:
    found = find_records(PAGE, learn_key_tree(PAGE, "li.card")).records
    assert [record.xpaths[0] for record in found] == [
        f"/html/body/main/ul/li[{n}]" for n in range(1, 9)
    ]
    wrapped = redesigned(
        ("<li class='card'>", "<div><li class='card'>"), ("</span></li>", "</span></li></div>")
    )
    found = find_records(wrapped, key).records
    assert {record.xpaths[0].rpartition("/")[2] for record in found} == {"li"}


@pytest.mark.parametrize(
    "page",
    [
        f"<html><body>{NAV}<p>Nothing to see</p></body></html>",
        "<html><body><h1>One</h1>" + "<p>A paragraph of some length, about nothing.</p>" * 9,
        "<html></html>",
    ],
)
def test_a_page_without_such_records_has_none(key: KeyTree, page: str) -> None:
    sighting = find_records(page, key)
    assert (sighting.records, sighting.similarity, sighting.drift) == ([], 0, 1)
    assert not sighting.holds


@given(pages())
def test_a_record_is_wholly_like_itself(source: str) -> None:
    page = Page(f"<html><body><div>{source}</div></body></html>")
    node = next(n for n in range(len(page.tree)) if page.tree.name(n) == "div")
    example = ExampleRecord.of(Page(page.element(node)))
    likeness = Relocation(page, [example.plain_leaves]).likeness(node)
    # What stands around a record may lend its classes to what has none.
    assert likeness == pytest.approx(1 if example.leaves else 0)


# Outlines


@given(pages())
def test_an_outline_is_read_as_it_was_written(source: str) -> None:
    example = ExampleRecord.of(Page.of_snippet(source))
    lines = example.outline()
    read = read_outline(lines)
    assert read.outline() == lines
    assert read.leaves == example.leaves
    assert [read.tree.names[t] for t in read.tree.tag] == [
        example.tree.names[t] for t in example.tree.tag
    ]
    assert list(read.tree.size) == list(example.tree.size)


def test_an_outline_holds_no_text_of_the_page() -> None:
    lines = KeyTree.of("li.card", Page(PAGE)).examples[0].outline()
    assert lines == [
        "li",
        "  a",
        "    img image linked",
        "  h3",
        "    a",
        "      <text> words 4 linked heading .title",
        "  p",
        "    <text> words 77 .about",
        "  span",
        "    <text> price 7 .price",
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "an example has from 1 to"),
        (["<text> words 3"], "line 1: an example begins with an element"),
        (["li", "    a"], "line 2: '    a' is at level 2"),
        (["li", "  <text> prose 3"], "line 2: 'prose' is none of words, number"),
        (["li", "  <text> words 0"], "line 2: a text has from 1 to 9999 characters, not '0'"),
        (["li", "  <text> words 3 title"], "line 2: 'title' is not up to 8 class names"),
        (["li", "  img words 3"], "line 2: 'words' is none of image"),
        (["li", " a"], "line 2: ' a' is not indentation by twos"),
        (["li", "  " + "a" * 2_000], "line 2: not a text of at most"),
        (["  " * n + "b" for n in range(MAX_DEPTH + 1)], "deeper than 100 levels"),
        (["li"] + ["  a"] * MAX_LINES, "an example has from 1 to"),
    ],
)
def test_a_broken_outline_is_refused_in_one_line(lines: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        read_outline(lines)
    assert "\n" not in str(refused.value)


def test_a_page_is_no_record() -> None:
    deep = Page("<html><body>" + "<div>" * 500 + "x")
    wide = Page("<html><body>" + "<p>x</p>" * MAX_LINES)
    for page in (deep, wide):
        with pytest.raises(ValueError, match="give a record"):
            ExampleRecord.of(page).outline()


# Files


def named(key: KeyTree, name: str = "goods", *patterns: str) -> NamedKeyTree:
    return NamedKeyTree(name, patterns or ("shop.example",), key)


def test_key_trees_are_loaded_as_they_were_saved(key: KeyTree, tmp_path: Path) -> None:
    file = tmp_path / "trees.json"
    other = KeyTree.of("p", Page(PAGE), threshold=0.9, measure="stm")
    KeyTrees((named(key), named(other, "plain", "a.example/x", "b.example"))).save(file)
    loaded = KeyTrees.load(file)
    assert [one.name for one in loaded.named] == ["goods", "plain"]
    plain = loaded.by_name("plain")
    assert (plain.patterns, plain.key.threshold, plain.key.measure) == (
        ("a.example/x", "b.example"),
        0.9,
        "stm",
    )
    again = loaded.by_name("goods").key
    page = redesigned(*REDESIGNS["tags swapped"])
    assert texts(find_records(page, again).records) == NAMES
    assert find_records(PAGE, again).drift == 0
    assert similar(Page(PAGE), again) == similar(Page(PAGE), key)
    again_file = tmp_path / "again.json"
    loaded.save(again_file)
    assert again_file.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "has version 2, not 1"),
        ({"key_trees": {"a/b": {}}}, "'a/b' is no name"),
        ({"key_trees": {"a": 1}}, "key_trees.a: it should be an object"),
        ({"goods": {"for": []}}, "goods.for: it should be a list of 1 to"),
        ({"goods": {"threshold": "high"}}, "threshold: it should be a number from 0 to 1"),
        ({"goods": {"threshold": 10**400}}, "threshold: it should be a number from 0 to 1"),
        ({"goods": {"measure": "best"}}, "measure: it should be one of "),
        ({"goods": {"home": {"records": 1}}}, "home.similarity: this is missing"),
        (
            {"goods": {"home": {"records": 0, "similarity": 1, "tree_similarity": 1}}},
            "records: it should be a whole number from 1",
        ),
        (
            {"goods": {"home": {"records": 2, "similarity": 1, "tree_similarity": 0}}},
            "tree_similarity: it should be a number above 0",
        ),
        ({"goods": {"examples": []}}, "examples: it should be a list of 1 to"),
        ({"goods": {"examples": ["li"]}}, "examples[0]: it should be a list of lines"),
        ({"goods": {"examples": [["li"]] * 51}}, "examples: it should be a list of 1 to"),
        ({"goods": {"examples": [["li", f"  <text> words {'0' * 8}1{'9' * 291}"]]}}, "a text has"),
        ({"goods": {"examples": [["x" * 900, "li" * 400]]}}, "line 2"),
        ({"goods": {"for": ["\udcff"]}}, "is half a character"),
        ({"goods": {"eval": "1"}}, "eval: there is nothing of this name"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(
    key: KeyTree, tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    file = tmp_path / "trees.json"
    KeyTrees((named(key),)).save(file)
    data = json.loads(file.read_text())
    data["key_trees"]["goods"].update(change.pop("goods", {}))
    file.write_text(json.dumps(data | change))
    with pytest.raises(KeyTreeFileError) as refused:
        KeyTrees.load(file)
    assert message in str(refused.value)
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500 + len(str(file))


def test_what_lies_deep_is_refused_in_one_line(key: KeyTree, tmp_path: Path) -> None:
    file = tmp_path / "trees.json"
    KeyTrees((named(key),)).save(file)
    before = file.read_text("utf-8")
    for depth in range(100, 1_200, 100):
        deep = f'"measure": {"[" * depth}{"]" * depth}'
        file.write_text(before.replace('"measure": "free"', deep), "utf-8")
        with pytest.raises(
            KeyTreeFileError, match=r"measure: it should be one of|nested too deeply"
        ):
            KeyTrees.load(file)


def test_what_could_not_be_read_again_is_not_written(key: KeyTree, tmp_path: Path) -> None:
    file = tmp_path / "trees.json"
    KeyTrees((named(key),)).save(file)
    before = file.read_bytes()
    for odd in (named(key, "a/b"), named(key, "goods", "a b"), named(replace(key, threshold=2))):
        with pytest.raises(ValueError, match=r"is no name|is no URL pattern|threshold: it should"):
            KeyTrees((odd,)).save(file)
    assert file.read_bytes() == before
    assert key.home is not None
    little = replace(key, home=replace(key.home, similarity=1e-9))
    KeyTrees((named(little),)).save(file)
    home = KeyTrees.load(file).by_name("goods").key.home
    assert home is not None
    assert 0 < home.similarity < 0.001


def test_a_missing_file_and_a_name_twice_are_refused(key: KeyTree, tmp_path: Path) -> None:
    with pytest.raises(KeyTreeFileError, match="cannot be read: No such file"):
        KeyTrees.load(tmp_path / "none.json")
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    for file in (one, other):
        KeyTrees((named(key),)).save(file)
    with pytest.raises(KeyTreeFileError, match="the key tree goods is in two files"):
        KeyTrees.load(one, other)


def test_a_key_tree_of_the_same_name_is_merged(key: KeyTree) -> None:
    other = learn_key_tree(redesigned(*REDESIGNS["tags swapped"]), "section")
    trees = (
        KeyTrees().adding(named(key)).adding(named(key)).adding(named(other, "goods", "b.example"))
    )
    (merged,) = trees.named
    assert len(merged.key.examples) == 2
    assert merged.patterns == ("shop.example", "b.example")
    assert merged.key.home is not None
    assert merged.key.home.records == 8
    for changes in REDESIGNS.values():
        assert texts(find_records(redesigned(*changes), merged.key).records) == NAMES
    assert find_records(redesigned(*REDESIGNS["tags swapped"]), merged.key).holds


# Addresses


@pytest.mark.parametrize(
    ("pattern", "url", "fits"),
    [
        ("shop.example", "https://shop.example/list?page=2", True),
        ("shop.example", "https://www.shop.example/", True),
        ("shop.example", "https://workshop.example/", False),
        ("SHOP.example", "https://shop.EXAMPLE", True),
        ("https://shop.example/list", "http://shop.example/list/2", True),
        ("shop.example/list", "https://shop.example/about", False),
        ("shop.example/*/reviews", "https://shop.example/tea/reviews?p=2", True),
        ("shop.example/*?p=*", "https://shop.example/tea?p=2", True),
        ("shop.*", "https://shop.example/", True),
        ("shop.example:8080", "http://shop.example:8080/", True),
        ("shop.example:8080", "http://shop.example/", False),
        ("shop.example", "http://shop.example:8080/", True),
        ("*", "file:///page.html", True),
        ("*/site/", "file:///site/page.html", True),
        ("shop.example", "http://[", False),
    ],
)
def test_patterns(pattern: str, url: str, fits: bool) -> None:
    assert matches(check_pattern(pattern), url) is fits


@pytest.mark.parametrize("pattern", ["", " ", "/list", "a b", 3, None, "x" * 2_000, "https://"])
def test_what_is_no_pattern(pattern: object) -> None:
    with pytest.raises(ValueError, match="is no URL pattern"):
        check_pattern(pattern)


@given(st.text("ab*", max_size=12), st.text("ab", max_size=12))
def test_a_star_stands_for_any_characters(pattern: str, text: str) -> None:
    expected = re.fullmatch(pattern.replace("*", ".*"), text) is not None
    assert matches(f"h/{pattern}", f"http://h/{text}") is (
        expected or re.match(pattern.replace("*", ".*"), text) is not None
    )


def test_the_most_specific_pattern_wins_and_equals_all_apply(key: KeyTree) -> None:
    trees = KeyTrees(
        (
            named(key, "host", "shop.example"),
            named(key, "list", "shop.example/list"),
            named(key, "also", "shop.example/list", "other.example"),
            named(key, "any", "*"),
        )
    )

    def names(url: str) -> list[str]:
        return [one.name for one in trees.for_url(url)]

    assert names("https://shop.example/") == ["host"]
    assert names("https://shop.example/list?p=3") == ["list", "also"]
    assert names("https://other.example/") == ["also"]
    assert names("https://elsewhere.example/") == ["any"]
    assert KeyTrees().for_url("https://shop.example/") == []


def test_leaves_of_a_deep_page_and_of_an_empty_one() -> None:
    deep = PageTree.read(Page("<html><body>" + "<div>" * 2_000 + "x").root)
    assert [leaf for _, leaf in leaves_of(deep)] == [ExampleLeaf("words", 1)]
    assert leaves_of(Page("<html></html>").tree) == []
