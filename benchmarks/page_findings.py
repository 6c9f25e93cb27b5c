"""Everything that can be asked of a page, by name: what growth and memory are measured of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import scrapy_treesim as treesim
from scrapy_treesim import Page
from scrapy_treesim.comments.explain import comment_reasons
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.findings.as_items import (
    items_of,
    record_items,
)
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.inspection import VIEWS, view
from scrapy_treesim.items import ArticleItem, CommentItem, DetailItem, RecordItem, own_fields
from scrapy_treesim.records.over_pages.memory import as_bytes
from scrapy_treesim.records.regions.explain import record_reasons, region_reasons
from scrapy_treesim.templates.labels.labelling import label
from scrapy_treesim.templates.learn.learning import learn
from scrapy_treesim.templates.rules import Example
from scrapy_treesim.templates.store.store import Templates
from scrapy_treesim.templates.template import extracted
from scrapy_treesim.tree.html import html_of
from scrapy_treesim.tree.markdown import markdown_of
from scrapy_treesim.tree.selectors import parse_css, select

URL: Final = "https://hostile.example/list/"
EXAMPLE: Final = "<div><p>a</p><section><b>b</b></section></div>"
_ANCHORED: Final = treesim.LearnedThread(min_confidence=0)
_ZHU: Final = treesim.Zhu(require_time=False)
_GONG: Final = treesim.Gong(max_regions=3)


def _goods(number: int) -> str:
    names = "".join(f"<li>ware {n} of {number}</li>" for n in range(8))
    return (
        f"<html><head><title>Goods {number}</title></head><body><p>Goods of {number}</p>"
        f"<h2>Series {number}</h2><ul>{names}</ul><div><p>price</p><b>{number}.50</b></div></body>"
    )


@cache
def _templates() -> Templates:
    """A template of small pages, with a field that is there once and one of many values."""
    with TemporaryDirectory() as folder:
        for number in range(4):
            Path(folder, f"{number}.html").write_text(_goods(number), "utf-8")
        templates = Templates().joined(learn(open_corpus(folder), progress=False).templates)
    named = [
        Example(
            Page(_goods(number)),
            {"series": f"Series {number}", "wares": [f"ware {n} of {number}" for n in range(8)]},
        )
        for number in range(3)
    ]
    return label(templates, named).templates


@cache
def _key_tree() -> treesim.KeyTree:
    page = Page("<ul>" + "<li><a href=/1>one</a><p>of many words</p></li>" * 5 + "</ul>")
    return treesim.learn_key_tree(page, "li")


def _remembered(page: Page) -> object:
    memory = treesim.SiteMemory()
    return treesim.extract(page, emit="all", memory=memory), as_bytes(memory._learned)


def _told(explanations: list[treesim.BlockExplanation]) -> int:
    return sum(len(one.xpath) + len(one.text) for one in explanations)


def _template(page: Page) -> object:
    return [extracted(one, likeness, page) for one, likeness in _templates().ranked(page)]


def _all_record_items(page: Page) -> int:
    return sum(
        1
        for number, region in enumerate(treesim.records(page))
        for _ in record_items(region.records, page.url, number, region.table)
    )


def _reasons(page: Page) -> object:
    regions = treesim.records(page)
    return [(region_reasons(page, one), record_reasons(page, one)(0)) for one in regions]


def _count(matches: Iterable[object]) -> int:
    return sum(1 for _ in matches)


def _xpaths(page: Page) -> int:
    return sum(len(page.xpath(node)) for node in range(len(page.tree)))


def _view(kind: str) -> Callable[[Page], object]:
    return lambda page: view(
        page, kind, {}, FindingOptions(comments=_ANCHORED, templates=_templates())
    ).to_json()


FINDINGS: Final[dict[str, Callable[[Page], object]]] = {
    "walk": lambda page: Page(page.root),
    "article": treesim.article,
    "records, site memory": _remembered,
    "article, wang": lambda page: treesim.article(page, method="wang"),
    "article, items": lambda page: [*items_of(ArticleItem, [treesim.article(page)], page.url)],
    "explain": treesim.explain,
    "explain, told": lambda page: _told(treesim.explain(page)),
    "explain, wang": lambda page: treesim.explain(page, method="wang"),
    "detail": treesim.detail,
    "detail, items": lambda page: [*items_of(DetailItem, [treesim.detail(page)], page.url)],
    "records": treesim.records,
    "records, gong": lambda page: treesim.records(page, method=_GONG),
    "records, items": _all_record_items,
    "records, reasons": _reasons,
    "comments": lambda page: treesim.comments(page, method=_ANCHORED),
    "comments, zhu": lambda page: treesim.comments(page, method=_ZHU),
    "comments, items": lambda page: sum(
        1 for _ in items_of(CommentItem, treesim.comments(page, method=_ANCHORED), page.url)
    ),
    "comments, reasons": lambda page: [
        comment_reasons(one) for one in treesim.comments(page, method=_ANCHORED)
    ],
    "similar": lambda page: treesim.similar(page, [EXAMPLE, "//body/*"]),
    "key tree": lambda page: treesim.find_records(page, _key_tree()),
    "next page": treesim.next_page,
    "template": _template,
    "text": lambda page: page.text(),
    "html": lambda page: html_of(page.tree, _all(page), 0, page.absolute),
    "markdown": lambda page: markdown_of(page.tree, _all(page), 0, page.absolute),
    "xpaths": _xpaths,
    "inspector, page": inert_html,
    **{f"inspector, {kind}": _view(kind) for kind in VIEWS},
}
"""Findings by name; items and XPaths are made one after the other, and none is kept."""

CSS: Final = (
    "p, li", ".card", "#i", "[href]", "[href='/1']", "[href!='/1']", "[href^='/']", "[href$='1']",
    "[href*='1']", "[class~=card]", "[lang|=en]", "[href='/A' i]", "* *", "div p b", "* > *",
    "* + *", "* ~ *", "p ~ p, li li", "ul.products li", ":root", ":scope > *", ":empty",
    ":first-child", ":last-child", ":only-child", ":nth-child(2n+1)", ":nth-last-child(-n+2)",
    "p:first-of-type", "p:last-of-type", "p:only-of-type", "p:nth-of-type(even)",
    "p:nth-last-of-type(2)", ":is(p, li)", ":where(p, li)", ":not(p)", ":not(* ~ *)", ":has(p)",
    ":has(> * *)", ":has(+ *)", ":has(~ * > *)",
)  # fmt: skip
"""Every form of it that an example may have; most match nearly everything."""

SELECTORS: Final[dict[str, Callable[[Page], object]]] = {
    f"css {css}": partial(lambda css, page: _count(select(page.root, parse_css(css))), css)
    for css in CSS
}


def everything(page: Page) -> int:
    """All kinds of findings of one page, with all fields of items; how many items there are."""
    options = FindingOptions(
        page_kind=treesim.page_kind(page),
        article_fields=frozenset(own_fields(ArticleItem)),
        detail_fields=frozenset(own_fields(DetailItem)),
        records_fields=frozenset(own_fields(RecordItem)),
        comments_fields=frozenset(own_fields(CommentItem)),
    )
    return sum(1 for find in KINDS.values() for _ in find(page, options))


def _all(page: Page) -> bytearray:
    return bytearray(b"\x01") * len(page.tree)
