"""The inspector's views of a page, the page as it shows it, and what becomes of clicks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from benchmarks.fuzz.checks import as_json, check, nodes, plain
from benchmarks.fuzz.sample import Sample
from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.labels.key_tree_making import preview_key_tree
from scrapy_treesim.inspector.labels.values import same_place, taken
from scrapy_treesim.inspector.views.view import view
from scrapy_treesim.templates.rules import LabelError

CLICKS = 4


def article_viewed(sample: Sample) -> None:
    """The view of the article, by a method in turn."""
    _viewed(sample, "article", [{}, {"method": "wang"}])


def detail_viewed(sample: Sample) -> None:
    """The view of the one thing that the page is about."""
    _viewed(sample, "detail", [{}])


def records_viewed(sample: Sample) -> None:
    """The view of the records, by a method in turn."""
    _viewed(sample, "records", [{}, {"method": "gong"}, {"method": "example", "example": "div"}])


def comments_viewed(sample: Sample) -> None:
    """The view of the comments, by a method in turn."""
    _viewed(sample, "comments", [{"threshold": "0"}, {"method": "zhu"}])


def _viewed(sample: Sample, kind: str, choices: list[Mapping[str, str]]) -> None:
    page = sample.page
    chosen = choices[sample.number // 12 % len(choices)]
    seen: dict[str, Any] = view(page, kind, chosen).to_json()
    as_json(seen, f"the view of {kind}")
    for mark in seen["marks"]:
        check(0 <= mark["group"] < len(seen["groups"]), "a mark has a group")
        check(all(0 <= node < len(page.tree) for node in mark["nodes"]), "a mark has nodes")
    nodes(page, [group["node"] for group in seen["groups"]], "a group")


def page_shown(sample: Sample) -> None:
    """The page without what could do anything."""
    html = inert_html(sample.page)
    plain(html, "an inert page")
    check("<script" not in html.lower(), "an inert page has no scripts")


def elements_clicked(sample: Sample) -> None:
    """What a click on an element takes, what stands in the same place, its key tree."""
    page = sample.page
    draw = sample.draw()
    for _ in range(CLICKS):
        node = draw.randrange(len(page.tree))
        try:
            as_json(asdict(taken(page, node)), "what a click takes")
        except LabelError as error:
            plain(str(error), "a label's error")
        beside = same_place(page, node)
        check(node in beside, "a node is in its own place")
        check(beside == sorted({*beside}), "nodes in the same place are in page order")
    try:
        as_json(preview_key_tree(page, sample.element()), "a key tree's preview")
    except ValueError as error:
        check("large" in str(error), "an element is no key tree only where it is large", error)
