"""The findings of a page by every method, and all that they say when asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from parsel import Selector
from scrapy.http import HtmlResponse

import scrapy_treesim as treesim
from benchmarks.fuzz.checks import as_json, check, clean_html, nodes, places, plain, share
from benchmarks.fuzz.sample import Sample
from scrapy_treesim import Article, Comment, Page, Record, Region, SiteMemory
from scrapy_treesim.comments.explain import comment_nodes, comment_reasons
from scrapy_treesim.items import comment_values, detail_items, record_items, record_rows
from scrapy_treesim.regions.explain import record_reasons, region_reasons
from scrapy_treesim.tree import tags

ASKED = 30
"""Records or comments that are asked for what costs a walk over the page."""
NODES = 100
"""Elements of a page whose XPath is evaluated."""


def page_read(sample: Sample) -> None:
    """What a page says of itself, and the paths of its elements."""
    page = sample.page
    tree = page.tree
    plain([page.text(), page.title, page.url, page.base_url], "what a page says")
    check(len(tree.parent) == len(tree), "a tree has a parent a node")
    check(sum(page.tree.size[:1]) == len(tree), "the root holds all nodes")
    for heading in page.headings():
        plain(page.text(heading), "a heading")
    page.json_ld()
    elements = [node for node in range(len(tree)) if tree.tag[node] != tags.TEXT]
    chosen = sample.draw().sample(elements, min(NODES, len(elements)))
    places(page, [page.xpath(node) for node in chosen], "an element")
    nodes(page, chosen[:3], "the page")
    plain(treesim.next_page(page), "the next page's address")


def sources_read(sample: Sample) -> None:
    """The page read of all that a page may be made of."""
    # Bytes that are no UTF-8 become lone surrogates.
    text = sample.html.decode("utf-8", "surrogateescape")
    _all_of_article(treesim.article(text), Page(text))
    response = HtmlResponse("https://fuzz.example/", body=sample.html)
    page = Page(response)
    plain(page.text(), "what a response says")
    again = Page(page.root, page.url)
    check(again.text() == page.text(), "an element says what its page says")
    check(Page(page.root.getroottree()).text() == page.text(), "a tree says what its page says")
    selector = Selector(text=sample.html.decode("utf-8", "replace") or " ", type="html")
    if not isinstance(selector.root, str):
        plain(Page(selector).text(), "what a selector says")
    element = page.element(sample.draw().randrange(len(page.tree)))
    _all_of_article(treesim.article(Page(element)), Page(element))
    Page.of_snippet(text)


def article_found(sample: Sample) -> None:
    """The article, and the same once more of the page read anew."""
    page = sample.page
    found = treesim.article(page)
    _all_of_article(found, page)
    check(treesim.article(page) == found, "an article is the same at a second call")
    if sample.number % 4 == 0:
        check(treesim.article(sample.fresh()) == found, "an article is the same of a fresh page")


def article_by_wang(sample: Sample) -> None:
    """The article by the method of Wang."""
    _all_of_article(treesim.article(sample.page, method="wang"), sample.page)


def _all_of_article(found: Article | None, page: Page) -> None:
    if found is None:
        return
    share(found.confidence, "an article's confidence")
    places(page, [found.xpath], "an article")
    clean_html(found.html, "an article's HTML")
    check(found.text.strip(), "an article has a text")
    said = (found.title, found.headline, found.text, found.markdown, found.author, found.date,
            found.language, found.image, found.page_type)  # fmt: skip
    plain(said, "an article")
    repr(found)


def kind_with_memory(sample: Sample) -> None:
    """The kind of a page that a memory knows already, and the memory in a file."""
    memory = SiteMemory()
    for _ in range(2):
        plain(treesim.page_kind(sample.fresh(), memory=memory).probabilities, "kinds")
    with TemporaryDirectory() as folder:
        path = Path(folder, "memory.json")
        memory.save(path)
        check(len(SiteMemory.load(path)) == len(memory), "a memory is loaded as it was saved")


def explained(sample: Sample) -> None:
    """What is decided of each block, by both methods."""
    for method in ("learned", "wang"):
        found = treesim.explain(sample.page, method=method)
        for one in found:
            share(one.confidence, "a block's probability")
            plain([one.text, one.kept, one.reason], "a block")
        places(sample.page, [one.xpath for one in found], "a block")
        nodes(sample.page, [one.node for one in found[:50]], "a block")


def detail_found(sample: Sample) -> None:
    """The one thing that the page is about, and the same once more of the page read anew."""
    page = sample.page
    found = treesim.detail(page)
    if sample.number % 4 == 0:
        check(treesim.detail(sample.fresh()) == found, "a detail is the same of a fresh page")
    if found is None:
        return
    share(found.confidence, "a detail's confidence")
    as_json(found.to_dict(), "a detail")
    as_json([asdict(item) for item in detail_items(found, page.url)], "the item of a detail")
    for source in found.sources.values():
        share(source.confidence, "a field's probability")
        for _, probability, _ in source.others:
            share(probability, "a further value's probability")
    paths = (found.xpath, *(source.xpath for source in found.sources.values()))
    places(page, [path for path in paths if path], "a detail")
    plain(found.to_dict(), "a detail")
    repr(found)


def records_found(sample: Sample) -> None:
    """The records, their tables and why they are records."""
    page = sample.page
    found = treesim.records(page)
    _all_of_regions(page, found)
    if sample.number % 4 == 0:
        again = treesim.records(sample.fresh())
        check(again == found, "records are the same of a fresh page")
    if sample.number % 2 == 0:
        for region in found[:5]:
            plain(region_reasons(page, region), "reasons of a region")
            for number in range(len(region.records))[:ASKED:5]:
                plain(record_reasons(page, region, number), "reasons of a record")


def records_by_gong(sample: Sample) -> None:
    """The records by the method of Gong, with a measure in turn."""
    measures = ("free", "ordered", "stm", "pol")
    method = treesim.Gong(max_regions=3, min_records=2, measure=measures[sample.number % 4])
    found = treesim.records(sample.page, method=method)
    _all_of_regions(sample.page, found)
    for region in found:
        plain(region_reasons(sample.page, region, measure=method.measure), "reasons")


def _all_of_regions(page: Page, regions: Sequence[Region]) -> None:
    for number, region in enumerate(regions):
        share(region.confidence, "a region's confidence")
        places(page, [region.xpath], "a region")
        check(region.records, "a region has records")
        _all_of_table(region)
        _all_of_records(page, region.records)
        repr(region)
        items = [*record_items(region.records, page.url, number, region.table, region.key)]
        as_json([asdict(item) for item in items], "items of records")
        as_json([*record_rows(region.records, page.url, number, region.table)], "rows of records")


def _all_of_records(page: Page, records: Sequence[Record]) -> None:
    for record in records:
        share(record.similarity, "a record's similarity")
        check(record.nodes, "a record has nodes")
        plain([record.text, record.links, record.images, record.xpaths], "a record")
        for inner in record.regions:
            _all_of_records(page, inner.records)
    places(page, [xpath for record in records[:ASKED] for xpath in record.xpaths], "a record")
    nodes(page, records[0].nodes, "a record")
    said = [node for record in records for node in record.nodes]
    check(len({*said}) == len(said), "records have no node in common")


def _all_of_table(region: Region) -> None:
    count = len(region.records)
    names = [column.name for column in region.table.columns]
    check(len({*names}) == len(names), "columns have names of their own", names)
    for column in region.table.columns:
        check(len(column.cells) == count, "a column has a cell a record")
        check(len(column.values) == count, "a column has a value a record")
        check(region.table[column.name] is column, "a column is found by its name")
        plain([column.name, column.kind, column.cells, column.path, column.machine], "a column")
        plain(column.reason, "a column's reason")
        plain(column.values, "values of a column")
    for row in range(count):
        plain(region.table.row(row), "a row")


def comments_found(sample: Sample) -> None:
    """The comments by their anchors, down to the least likely."""
    page = sample.page
    found = treesim.comments(page, method=treesim.LearnedThread(min_confidence=0))
    _all_of_comments(page, found)
    if sample.number % 4 == 0:
        again = treesim.comments(sample.fresh(), method=treesim.LearnedThread(min_confidence=0))
        values = [comment_values(comment) for comment in again]
        check(
            values == [comment_values(comment) for comment in found],
            "comments are the same of a fresh page",
        )
    sure = treesim.comments(page)
    check(len(sure) <= len(found), "likely comments are among all")


def comments_by_zhu(sample: Sample) -> None:
    """The comments by the method of Zhu."""
    method = treesim.Zhu(0.8, 1 + sample.number % 2, 0, require_time=bool(sample.number % 3))
    _all_of_comments(sample.page, treesim.comments(sample.page, method=method))


def _all_of_comments(page: Page, found: Sequence[Comment]) -> None:
    for number, comment in enumerate(found):
        share(comment.confidence, "a comment's confidence")
        check(comment.position == number, "comments are numbered", comment.position)
        parent = comment.parent
        above = -1 if parent is None else found[parent].depth
        check(parent is None or 0 <= parent < number, "a comment answers one before it", parent)
        check(comment.depth == above + 1, "a comment is one deeper than what it answers")
        as_json(comment_values(comment), "a comment")
        clean_html(comment.html, "a comment's HTML")
        repr(comment)
    places(page, [comment.xpath for comment in found], "a comment")
    order = [one for comment in found for one in comment_nodes(comment).nodes[:1]]
    check(order == sorted(order), "comments are in page order", order)
    for comment in found[:: 1 + len(found) // ASKED]:
        plain(comment_reasons(comment), "reasons of a comment")
        for numbers in comment_nodes(comment):
            nodes(page, numbers, "a comment")
