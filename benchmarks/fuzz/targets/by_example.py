"""Records by example, key trees in files, similarity by every measure."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lxml import etree

import scrapy_treesim as treesim
from benchmarks.fuzz.checks import check, nodes, places, plain, share
from benchmarks.fuzz.sample import Sample
from scrapy_treesim import KeyTrees, NamedKeyTree, Page, Record
from scrapy_treesim.similarity import MEASURES

THRESHOLDS: Final = (0.8, 0.5, 0.1, 0.0, 1.0)


def similar_by_element(sample: Sample) -> None:
    """What is like an element of the page, given itself and by its path."""
    page = sample.page
    node = sample.element()
    threshold = THRESHOLDS[sample.number % 5]
    found = treesim.similar(page, page.element(node), threshold=threshold)
    _all_of_records(page, found)
    by_path = treesim.similar(page, page.xpath(node), threshold=threshold)
    check(by_path == found, "an element's path finds what the element does")


def similar_by_css(sample: Sample) -> None:
    """What is like the first element of a name and a class."""
    page = sample.page
    draw = sample.draw()
    css = draw.choice(("div", "li", "p", "tr, dd", ".comment", "body *", "[class]", "a[href]"))
    try:
        found = treesim.similar(
            page, [css, "//body/*"], threshold=draw.choice(THRESHOLDS), measure=_measure(sample)
        )
    except treesim.ExampleNotFound:
        return
    _all_of_records(page, found)


def similar_by_html(sample: Sample) -> None:
    """What is like an element that is given as HTML."""
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
    _all_of_records(page, found)


def _measure(sample: Sample) -> str:
    return [*MEASURES][sample.number // 10 % len(MEASURES)]


def _all_of_records(page: Page, found: list[Record]) -> None:
    for record in found:
        share(record.similarity, "a record's similarity")
        plain([record.text, record.links, record.images], "a record")
    places(page, [xpath for record in found for xpath in record.xpaths], "a record")
    nodes(page, [node for record in found for node in record.nodes], "a record")


def key_trees(sample: Sample) -> None:
    """A key tree of an element, in a file and from it, on the page and on one like it."""
    page = sample.page
    key = treesim.learn_key_tree(page, page.element(sample.element()))
    seen = treesim.find_records(page, key)
    _all_of_records(page, seen.records)
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
