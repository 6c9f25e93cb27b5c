"""All that is called on a variant, and what must be true of every result."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from itemadapter import ItemAdapter
from lxml import etree
from parsel import Selector
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

import scrapy_treesim as treesim
from benchmarks.fuzz.checks import (
    NO_URL,
    Sample,
    all_of_records,
    as_json,
    check,
    clean_html,
    nodes,
    places,
    plain,
    share,
)
from benchmarks.fuzz.json_grammar import grown_json
from benchmarks.fuzz.mutations import change_texts
from scrapy_treesim import (
    Article,
    Comment,
    KeyTrees,
    NamedKeyTree,
    Page,
    Region,
    SiteMemory,
    Templates,
)
from scrapy_treesim.comments.explain import comment_nodes, comment_reasons
from scrapy_treesim.crawl.middleware import FindingsMiddleware
from scrapy_treesim.crawl.reader import Problem
from scrapy_treesim.files.corpus import open_corpus
from scrapy_treesim.findings.as_items import comment_values, items_of, record_items, record_rows
from scrapy_treesim.findings.kinds import FindingOptions
from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.inspection import view
from scrapy_treesim.inspector.labels.key_tree_making import preview_key_tree
from scrapy_treesim.inspector.labels.values import node_value, parallel_nodes
from scrapy_treesim.items import DetailItem
from scrapy_treesim.records.regions.explain import record_reasons, region_reasons
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.templates.labels.labelling import label
from scrapy_treesim.templates.learn.learning import learn
from scrapy_treesim.templates.rules import Example, LabelError
from scrapy_treesim.templates.rules.ejecting import EjectedTemplate, eject_fields
from scrapy_treesim.templates.rules.module_code import module_of
from scrapy_treesim.tree import tags

ASKED = 30
"""Records or comments that are asked for what costs a walk over the page."""
NODES = 100
"""Elements of a page whose XPath is evaluated."""


def page_read(sample: Sample) -> None:
    """The page's texts, and the paths of its elements."""
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
    _all_of_article(treesim.article(Page(text)), Page(text))
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


def json_read(sample: Sample) -> None:
    """A document of JSON, by itself and as the state of a page that shows nothing."""
    text = grown_json(sample.draw())
    script = text.replace("</", "<\\/")
    start = sample.draw().choice(("", "window.__STATE__ = ", "x(1, "))
    kind = "" if start else " type='application/json'"
    for source in (text, f"<title>Shop</title><script{kind}>{start}{script}</script>"):
        page = Page(source, sample.url)
        found = treesim.extract(page, emit="all")
        plain(found, "what JSON says")
        as_json(found["records"], "records of JSON")
        check(treesim.extract(Page(source, sample.url), emit="all") == found, "JSON is read alike")
        plain(treesim.next_page(page), "the next page's address")
        for region in treesim.records(page):
            share(region.confidence, "a region's confidence")
            plain(region.to_dict(), "a region of JSON")
            pickle.loads(pickle.dumps(region))
        pickle.loads(pickle.dumps(treesim.comments(page)))
        for name in ("records", "comments", "detail"):
            plain([one.to_dict() for one in treesim.explain(page, name)], "a reason")


def same_again(sample: Sample, what: str, found: object, find: Callable[[Page], object]) -> None:
    """On one variant of four, the finding of the page read anew is the same."""
    if sample.number % 4 == 0:
        check(find(sample.fresh()) == found, f"{what} the same of a fresh page")


def article_found(sample: Sample) -> None:
    """The article, and the same once more of the page read anew."""
    page = sample.page
    found = treesim.article(page)
    _all_of_article(found, page)
    check(treesim.article(page) == found, "an article is the same at a second call")
    same_again(sample, "an article is", found, treesim.article)


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


def records_with_memory(sample: Sample) -> None:
    """The records of a page that a memory knows already, and the memory in a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "memory.json")
        memory = SiteMemory()
        for _ in range(2):
            treesim.extract(sample.fresh(), emit="all", memory=memory)
            memory.save(path)
        check(len(SiteMemory.load(path)) == len(memory), "a memory is loaded as it was saved")


def explained(sample: Sample) -> None:
    """The decision on each block, by both methods."""
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
    same_again(sample, "a detail is", found, treesim.detail)
    if found is None:
        return
    share(found.confidence, "a detail's confidence")
    as_json(found.to_dict(), "a detail")
    as_json(
        [asdict(item) for item in items_of(DetailItem, [found], page.url)], "the item of a detail"
    )
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
    same_again(sample, "records are", found, treesim.records)
    if sample.number % 2 == 0:
        for region in found[:5]:
            plain(region_reasons(page, region), "reasons of a region")
            for number in range(len(region.records))[:ASKED:5]:
                plain(record_reasons(page, region)(number), "reasons of a record")


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
        all_of_records(page, region.records)
        held = [node for record in region.records for node in record.nodes]
        check(len({*held}) == len(held), "records have no node in common")
        repr(region)
        items = [*record_items(region.records, page.url, number, region.table, region.key)]
        as_json([asdict(item) for item in items], "items of records")
        as_json([*record_rows(region.records, page.url, number, region.table)], "rows of records")


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
    method = treesim.LearnedThread(min_confidence=0)
    found = treesim.comments(page, method=method)
    _all_of_comments(page, found)

    def again(page: Page) -> list[dict[str, Any]]:
        return [comment_values(comment) for comment in treesim.comments(page, method=method)]

    same_again(sample, "comments are", again(page), again)
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


THRESHOLDS: Final = (0.8, 0.5, 0.1, 0.0, 1.0)


def similar_by_element(sample: Sample) -> None:
    """Records like an element of the page, given itself and by its path."""
    page = sample.page
    node = sample.element()
    threshold = THRESHOLDS[sample.number % 5]
    found = treesim.similar(page, page.element(node), threshold=threshold)
    all_of_records(page, found)
    by_path = treesim.similar(page, page.xpath(node), threshold=threshold)
    check(by_path == found, "an element's path finds what the element does")


def similar_by_css(sample: Sample) -> None:
    """Records like the first element of a name and a class."""
    page = sample.page
    draw = sample.draw()
    css = draw.choice(("div", "li", "p", "tr, dd", ".comment", "body *", "[class]", "a[href]"))
    try:
        found = treesim.similar(
            page, [css, "//body/*"], threshold=draw.choice(THRESHOLDS), measure=_measure(sample)
        )
    except treesim.ExampleNotFound:
        return
    all_of_records(page, found)


def similar_by_html(sample: Sample) -> None:
    """Records like an element that is given as HTML."""
    page = sample.page
    html = etree.tostring(page.element(sample.element()), encoding="unicode", method="html")
    try:
        found = treesim.similar(page, [html, "<li><a>x</a></li>"], threshold=0.5)
    except treesim.ExampleNotFound:
        return
    except ValueError:
        # Text that does not begin with a tag is taken for an expression.
        check(not html.lstrip().startswith("<"), "HTML is an example")
        return
    all_of_records(page, found)


def _measure(sample: Sample) -> str:
    return [*MEASURES][sample.number // 10 % len(MEASURES)]


def key_trees(sample: Sample) -> None:
    """A key tree of an element, in a file and from it, on the page and on one like it."""
    page = sample.page
    key = treesim.learn_key_tree(page, page.element(sample.element()))
    seen = treesim.find_records(page, key)
    all_of_records(page, seen.records)
    share(seen.similarity, "a sighting's similarity")
    share(seen.tree_similarity, "a sighting's similarity of trees")
    share(seen.drift, "a sighting's drift")
    with TemporaryDirectory() as folder:
        path = Path(folder, "key_trees.json")
        try:
            KeyTrees((NamedKeyTree("name", ("fuzz.example/*",), key),)).save(path)
        except ValueError as error:
            # Of an example with more elements or levels than a record has, or a tag with spaces.
            check("give a record" in str(error) or "line " in str(error), "a key tree is saved")
            return
        [loaded] = KeyTrees.load(path).named
    again = treesim.find_records(sample.fresh(), loaded.key)
    check(again.records == seen.records, "a key tree finds the same after it was loaded")


def similarities(sample: Sample) -> None:
    """Two elements by a measure in turn: a share, the same both ways, 1 of itself."""
    page = sample.page
    measure = _measure(sample)
    one = page.element(sample.element())
    two = page.element(sample.draw().randrange(len(page.tree)))
    value = treesim.similarity(one, two, measure=measure)
    share(value, f"similarity by {measure}")
    share(treesim.similarity(page.root, two, measure=measure), f"similarity by {measure}")
    check(
        abs(treesim.similarity(two, one, measure=measure) - value) < 1e-9, f"{measure} is symmetric"
    )
    check(
        treesim.similarity(one, one, measure=measure) == 1,
        f"{measure} of an element and itself is 1",
    )


_EVERYTHING: Final = {
    "TWISTED_REACTOR_ENABLED": False,
    "TREESIM_COMMENTS_METHOD_OPTIONS": {"min_confidence": 0},
    "TREESIM_ARTICLE_METHOD_OPTIONS": {"min_confidence": 0},
    "TREESIM_RECORDS_METHOD_OPTIONS": {"min_confidence": 0},
    "TREESIM_FOLLOW_NEXT": 2,
}


class _Raising(FindingsMiddleware):
    """The middleware, but what fails is raised here, not counted."""

    def _fail(self, response: Response, problem: Problem) -> None:
        raise RuntimeError(problem.trace or f"{problem.where}: {problem.error}: {problem.message}")


def crawl(sample: Sample, *, flat: bool) -> None:
    """All findings as items; or records as rows, and those like an example."""
    settings: dict[str, Any] = {"TREESIM_ITEMS": "rows" if flat else "items"}
    if flat and sample.number % 20 < 10:
        settings["TREESIM_SIMILAR"] = "p, li, div"
    crawler = get_crawler(settings_dict={**_EVERYTHING, **settings})
    assert crawler.stats is not None
    url = sample.url if sample.url.startswith("http") and "[" not in sample.url else NO_URL
    encodings = (None, "utf-8", "cp1252", "gb18030")
    response = HtmlResponse(
        url,
        body=sample.html,
        request=Request(url),
        encoding=encodings[sample.number % 4],
    )
    middleware = _Raising.from_crawler(crawler)
    for one in middleware.output(response):
        if not isinstance(one, Request):
            as_json(ItemAdapter(one).asdict(), "an item")
    plain({**crawler.stats.get_stats()}, "stats")
    middleware.spider_closed()


CLICKS = 4


VIEWED: Final[Mapping[str, Sequence[Mapping[str, str]]]] = {
    "article": [{}, {"method": "wang"}],
    "detail": [{}],
    "records": [{}, {"method": "gong"}, {"method": "example", "example": "div"}],
    "comments": [{"threshold": "0"}, {"method": "zhu"}],
}
"""The choices of each view, which take turns."""


def viewed(sample: Sample, kind: str) -> None:
    """The inspector's view of a kind, by a method in turn."""
    page = sample.page
    chosen = VIEWED[kind][sample.number // 12 % len(VIEWED[kind])]
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
    """The value that a click takes, the elements at the same position, the key tree."""
    page = sample.page
    draw = sample.draw()
    for _ in range(CLICKS):
        node = draw.randrange(len(page.tree))
        try:
            as_json(asdict(node_value(page, node)), "what a click takes")
        except LabelError as error:
            plain(str(error), "a label's error")
        beside = parallel_nodes(page, node)
        check(node in beside, "a node is in its own place")
        check(beside == sorted({*beside}), "nodes in the same place are in page order")
    try:
        as_json(preview_key_tree(page, sample.element()), "a key tree's preview")
    except ValueError as error:
        check("large" in str(error), "an element is no key tree only where it is large", error)


LEARNED_PAGES: Final = 4
LARGEST_LEARNED: Final = 30_000
"""Bytes of a page up to which templates are learned of it."""
FIELDS: Final = 3
EJECTED: Final = 3
"""Variants from one ejected template to the next: selectors are tried by the thousand."""
LONGEST: Final = 500
"""Characters of a label."""


def template_learned(sample: Sample) -> None:
    """Learn, save, load, label, match, extract, view and eject."""
    if len(sample.html) > LARGEST_LEARNED:
        return
    with TemporaryDirectory() as folder:
        for number, html in enumerate(_alike(sample)):
            Path(folder, f"{number}.html").write_bytes(html)
        corpus = open_corpus(folder)
        pages = [one.page() for one in corpus.pages()]
        templates = learn(corpus, min_pages=2, progress=False).templates
        path = Path(folder, "templates.json")
        templates.save(path)
        loaded = Templates.load(path)
    check(loaded == templates, "templates are loaded as they were saved")
    for template in loaded:
        plain([template.id, template.medoid], "a template")
        nodes = template.outline.nodes if template.outline else ()
        plain([one.example for one in nodes if one.example], "data")
    matched = [page for page in pages if loaded.match(page)]
    if not matched:
        return
    labelled = _labelled(sample, loaded, matched)
    _all_of_extraction(labelled, pages)
    if sample.number % EJECTED == 0:
        _all_of_ejected(labelled, pages[:2])


def _alike(sample: Sample) -> Iterator[bytes]:
    """The variant and others of other texts."""
    yield sample.html
    draw = Random(f"pages like {sample.number}")
    for _ in range(LEARNED_PAGES - 1):
        yield change_texts(draw, sample.html, bytes)


def _labelled(sample: Sample, templates: Templates, pages: list[Page]) -> Templates:
    """The templates with fields, if any text of a page can be labelled."""
    page = pages[0]
    draw = sample.draw()
    texts = [
        node
        for node in range(len(page.tree))
        if page.tree.tag[node] == tags.TEXT
        and 0 < len(page.tree.plain_text(node).strip()) < LONGEST
    ]
    chosen = draw.sample(texts, min(FIELDS, len(texts)))
    fields = {f"field{n}": page.tree.plain_text(node) for n, node in enumerate(chosen)}
    nodes = {f"field{n}": [node] for n, node in enumerate(chosen) if draw.random() < 0.5}
    if not fields:
        return templates
    try:
        return label(templates, [Example(page, fields, nodes)], pages[1:]).templates
    except LabelError as error:
        plain(str(error), "a label's error")
        return templates


def _all_of_extraction(templates: Templates, pages: list[Page]) -> None:
    as_json(templates.to_json(), "templates")
    for page in pages:
        found = templates.extract(page)
        if found is None:
            continue
        share(found.confidence, "a match's confidence")
        plain([found.template, found.fields], "fields")
        for sure in found.sure.values():
            share(sure, "a field's confidence")
        places(
            page, [found.xpath, *(one for all in found.xpaths.values() for one in all)], "fields"
        )
    as_json(
        view(pages[0], "template", {}, FindingOptions(templates=templates)).to_json(),
        "the view of a template",
    )


def _all_of_ejected(templates: Templates, pages: list[Page]) -> None:
    for template in templates:
        if template.fields:
            name = next(iter(template.fields))
            fields = eject_fields({name: template.fields[name]}, pages)
            source = module_of([EjectedTemplate(template, fields)])
            compile(source, "ejected.py", "exec")


@dataclass(frozen=True, slots=True)
class Target:
    """Something to call on a variant."""

    run: Callable[[Sample], None]
    """Raises where something is wrong."""
    every: int = 1
    """It is called on one variant of so many."""


TARGETS: Final[Mapping[str, Target]] = {
    "page": Target(page_read),
    "sources": Target(sources_read, 10),
    "article": Target(article_found),
    "article, wang": Target(article_by_wang, 4),
    "records, memory": Target(records_with_memory, 10),
    "explain": Target(explained, 4),
    "detail": Target(detail_found),
    "records": Target(records_found),
    "records, gong": Target(records_by_gong, 5),
    "comments": Target(comments_found),
    "comments, zhu": Target(comments_by_zhu, 5),
    "similar, element": Target(similar_by_element, 5),
    "similar, css": Target(similar_by_css, 10),
    "similar, html": Target(similar_by_html, 10),
    "key trees": Target(key_trees, 10),
    "similarity": Target(similarities, 10),
    "crawl": Target(partial(crawl, flat=False), 5),
    "crawl, flat": Target(partial(crawl, flat=True), 10),
    **{f"view of {kind}": Target(partial(viewed, kind=kind), 12) for kind in VIEWED},
    "inert page": Target(page_shown, 6),
    "clicks": Target(elements_clicked, 12),
    "template": Target(template_learned, 40),
    "json": Target(json_read),
}
"""Costly ones are called on some of the variants only, by their numbers."""


def warm_up() -> None:
    """Call all targets on a plain page: what is imported and read late is then there for all."""
    post = "<li class=comment><b>Ada</b> <i>17 May 2024</i><p>It is as they say.</p></li>"
    item = "<tr><td><a href=/a>A ship</a></td><td>19.90 EUR</td><td>17 May 2024</td></tr>"
    said = "<p>The men on the quay stood and looked at it for a long time, and went home.</p>" * 9
    html = f"<h1>A ship</h1>{said}<table>{item * 5}</table><ul>{post * 5}</ul>"
    for target in TARGETS.values():
        target.run(Sample(html.encode()))


def targets_of(number: int, targets: Mapping[str, Target] = TARGETS) -> dict[str, Target]:
    """The targets of a variant; those called seldom take turns."""
    return {
        name: target
        for place, (name, target) in enumerate(targets.items())
        if (number + place) % target.every == 0
    }
