"""Findings away from their page: as plain values, pickled, in other processes, on one line."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from list_pages import LISTS

from scrapy_treesim import (
    Article,
    Comment,
    DetachedError,
    KeyTree,
    Page,
    Region,
    Sighting,
    SiteMemory,
    TemplateMatch,
    article,
    comments,
    explain,
    find_records,
    learn_key_tree,
    records,
    similar,
)
from scrapy_treesim.comments.explain import comment_nodes, comment_reasons

SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP, BLOG = SITE / "shop" / "index.html", SITE / "blog" / "night-train-to-vestmar.html"
BASE = "https://x.example/"


def page_of(path: Path) -> Page:
    return Page(path.read_bytes(), BASE + path.name)


def found_article() -> Article:
    found = article(page_of(BLOG))
    assert found is not None
    return found


def found_region() -> Region:
    return records(page_of(SHOP))[0]


def found_comment() -> Comment:
    return comments(page_of(BLOG))[2]


def found_sighting() -> Sighting:
    page = page_of(SHOP)
    return find_records(page, learn_key_tree(page, "product-grid li"))


def found_match() -> TemplateMatch:
    fields: dict[str, str | list[str]] = {"name": "Iron pan", "tags": ["new", "red"]}
    return TemplateMatch("x.example/1", 0.9, fields, {"name": ["/html/b"]}, {"name": 0.8})


def list_in_list() -> Region:
    """A region whose records hold lists."""
    return records(Page(LISTS["posts with replies"], BASE))[0]


FINDINGS: dict[str, Callable[[], Any]] = {
    "article": found_article,
    "region": found_region,
    "record": lambda: found_region().records[0],
    "list in a list": list_in_list,
    "comment": found_comment,
    "sighting": found_sighting,
    "match": found_match,
}
every_finding = pytest.mark.parametrize("name", FINDINGS)


# Plain values


@every_finding
def test_a_finding_is_plain_values(name: str) -> None:
    finding = FINDINGS[name]()
    plain = finding.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    for key, value in plain.items():
        if isinstance(value, (str, int, float)) and key != "date":
            assert getattr(finding, key) == value


def test_a_region_has_its_records_with_fields_and_typed_values() -> None:
    region = found_region()
    plain = region.to_dict()
    first = plain["records"][0]
    assert (plain["key"], len(plain["records"])) == (region.key, 12)
    assert first["fields"] == region.table.row(0)
    assert first["fields"]["price"] == "£64.00"
    assert (first["values"]["price"], first["values"]["currency"]) == (64.0, "GBP")
    assert plain["columns"]["price"] == "price"
    assert first["text"] == region.records[0].text


# Pickled


@every_finding
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_finding_says_the_same(name: str, protocol: int) -> None:
    finding = FINDINGS[name]()
    data = pickle.dumps(finding, protocol)
    said = finding.to_dict()
    again = pickle.loads(data)
    assert type(again) is type(finding)
    assert again.to_dict() == said
    assert (again == finding) is (finding == again) is True
    assert repr(again) == repr(finding)
    assert pickle.loads(pickle.dumps(again)).to_dict() == said


def test_what_is_pickled_has_no_page_in_it() -> None:
    long = "<p>" + "not of any list or article " * 40_000 + "</p>"
    page = Page(SHOP.read_bytes() + long.encode(), BASE)
    (region, *_) = records(page)
    assert len(pickle.dumps(region)) < 50_000


def test_what_only_the_page_could_tell_is_refused_clearly() -> None:
    comment = pickle.loads(pickle.dumps(found_comment()))
    with pytest.raises(DetachedError, match="was pickled and has no page any more: it still has"):
        comment_nodes(comment)
    with pytest.raises(DetachedError, match="find it anew on Page"):
        comment_reasons(comment)


@every_finding
def test_a_copy_keeps_its_page(name: str) -> None:
    finding = FINDINGS[name]()
    for one in (copy.copy(finding), copy.deepcopy(finding)):
        assert one == finding
    comment = found_comment()
    assert comment_nodes(copy.deepcopy(comment)) == comment_nodes(comment)


def test_a_page_and_an_explanation_say_that_they_are_not_pickled() -> None:
    page = page_of(BLOG)
    with pytest.raises(TypeError, match=r"a Page is not pickled .*response\.body"):
        pickle.dumps(page)
    with pytest.raises(TypeError, match="a Page is not pickled"):
        pickle.dumps(explain(page)[0])


def findings_of(body: bytes, url: str) -> tuple[Any, ...]:
    """What a worker hands back."""
    page = Page(body, url)
    key = KeyTree.of("li", page)
    return article(page), records(page), comments(page), similar(page, key), find_records(page, key)


@pytest.mark.waits
def test_workers_of_a_pool_hand_back_findings() -> None:
    bodies = [path.read_bytes() for path in (SHOP, BLOG)]
    urls = [BASE + path.name for path in (SHOP, BLOG)]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        found = [*pool.map(findings_of, bodies, urls)]
    assert found == [findings_of(*one) for one in zip(bodies, urls, strict=True)]
    assert found[0][1][0].table["price"].values[0].amount == 64
    assert found[1][2][0].html.startswith("<p>")


# On one line


@pytest.mark.parametrize(
    ("what", "shown"),
    [
        (Page("<p>one", BASE), "<Page https://x.example/ of 4 nodes>"),
        (Article, "<Article 'Notes from the night train to Vestmar' of 2567 characters>"),
        (Region, "<Region ul.grid/li of 12 records>"),
        (Comment, "<Comment 2 by 'Signe Norrby': 'Two per train, and you must book by tel…'>"),
        (TemplateMatch("x/1", 0.5), "<TemplateMatch x/1>"),
        (TemplateMatch("x/1", 0.5, {"a": "b", "c": "d"}), "<TemplateMatch x/1 with a, c>"),
        (Sighting([], 0.0, 1.0), "<Sighting of 0 records, drift 1.00>"),
        (KeyTree.of("<p>one</p>"), "<KeyTree of 1 example, free above 0.8>"),
        (KeyTree.of("<p>one</p>").examples[0], "<ExampleRecord of 1 element>"),
        (SiteMemory(), "<SiteMemory of 0 sites>"),
    ],
)
def test_a_repr_says_what_it_is(what: Any, shown: str) -> None:
    made = {Article: found_article, Region: found_region, Comment: found_comment}
    assert repr(made[what]() if isinstance(what, type) else what) == shown


def test_a_table_and_its_columns_are_lines_too() -> None:
    table = found_region().table
    assert repr(table).startswith("<Table of image, text, ")
    assert repr(table["price"]) == "<Column price of 12 cells, price>"
    assert len(repr(table)) < 120
