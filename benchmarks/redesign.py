"""Records that a key tree of one example finds after the page was redesigned.

    python -m benchmarks.redesign --data DIR [--data DIR ...] [--kinds all_at_once,...]

For the first region of each page whose records are all one subtree each: the first record is the
example (with ``--examples N``, N spread over the region), on the page as it came; then the page is
redesigned by rule and the key tree is asked for the records. A record that comes back is a true one
where it is the same element or covers the same text nodes (Jaccard at least 0.9), one to one.

similar: ``similar(page, key)`` alone, the measure of trees; ``--measure`` names another one.
key tree: ``find_records(page, key)``, which looks for the records anew where that finds too few.

recall: of the region's records, the example among them, those that come back; precision: of what
comes back, what is a true record of any region of the page; both over all examples of a set. cost
is the CPU time of a method on the redesigned page, parsed and walked, over that of lxml's parse of
the page as it came; the median of all pages.

Redesigns change lxml's tree in place as a new theme would: content stays, markup changes. The
records are elements before and after, so that nothing on the page marks them. What HTML forbids (a
``div`` between ``ul`` and ``li``) is not done.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Final, TypeVar
from zlib import crc32

from lxml import etree

from benchmarks.figures import Share, parse_seconds
from benchmarks.list_truth import Places, TrueRecord, match
from benchmarks.pages import LabelledPage, data_arguments
from scrapy_treesim import KeyTree, Page, Record, similar
from scrapy_treesim.records.by_example.sighting import find_records, learn_key_tree
from scrapy_treesim.similarity import MEASURES

Element = etree._Element

_STRICT_PARENTS: Final = frozenset("ul ol dl table tbody thead tfoot tr select".split())
"""What holds but certain children: they cannot be wrapped one by one."""

_NEW_TAGS: Final = {
    **dict.fromkeys("article ul ol dl dt dd table tbody tr td th p nav aside".split(), "div"),
    "div": "section", "section": "div", "li": "article", "span": "small", "font": "span",
    "b": "strong", "i": "em", "h1": "h2", "h2": "h3", "h3": "h4", "h4": "h3", "h5": "h4",
}  # fmt: skip
"""Tags before and after a change of tags."""

_CONTROLS: Final = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page's root and its true records, region by region, each its elements in order."""

    root: Element
    regions: tuple[tuple[tuple[Element, ...], ...], ...]

    def roots(self) -> list[Element]:
        """The elements that records are made of."""
        parts = (part for region in self.regions for record in region for part in record)
        return list(dict.fromkeys(parts))

    def body(self) -> Element:
        """The page's body, or its root."""
        body = self.root.find("body")
        return self.root if body is None else body


def unchanged(page: Labelled) -> None:
    """Nothing: what the methods find where nothing changed."""


def classes_renamed(page: Labelled) -> None:
    """Every class and id gets another name, the same one everywhere."""
    for element in page.root.iter("*"):
        for name in ("class", "id"):
            value = element.get(name)
            if value:
                element.set(name, " ".join(f"x{crc32(t.encode()):08x}" for t in value.split()))


def fields_wrapped(page: Labelled) -> None:
    """In each record a ``div`` comes around every part of its outermost fork."""
    for root in page.roots():
        fork = _fork(root)
        for part in list(fork.iterchildren("*")):
            if fork.tag not in _STRICT_PARENTS:
                _wrap(part, "field")


def tags_swapped(page: Labelled) -> None:
    """Other tags for layout, lists, tables, headings and emphasis."""
    for element in page.body().iter("*"):
        if new := _NEW_TAGS.get(str(element.tag)):
            element.tag = new


def all_at_once(page: Labelled) -> None:
    """A new theme: names, tags and wrappers."""
    fields_wrapped(page)
    tags_swapped(page)
    classes_renamed(page)


KINDS: Final[dict[str, Callable[[Labelled], None]]] = {
    kind.__name__: kind
    for kind in (unchanged, classes_renamed, fields_wrapped, tags_swapped, all_at_once)
}
"""The redesigns by name."""


def _own_text(element: Element) -> bool:
    pieces = [element.text, *(child.tail for child in element)]
    return any(piece and piece.strip() for piece in pieces)


def _fork(root: Element) -> Element:
    """The first element on the way down with text of its own or more than one child."""
    node = root
    while True:
        children = list(node.iterchildren("*"))
        if len(children) != 1 or _own_text(node):
            return node
        node = children[0]


def _wrap(element: Element, name: str) -> None:
    """Put a ``div`` around the element; its tail stays outside."""
    parent = element.getparent()
    assert parent is not None
    wrapper = etree.Element("div", {"class": name})
    wrapper.tail, element.tail = _legal(element.tail), None
    parent.replace(element, wrapper)
    wrapper.append(element)


def _legal(text: str | None) -> str | None:
    """The text without the control characters that lxml reads but does not write."""
    return _CONTROLS.sub(" ", text) if text else text


T = TypeVar("T")


@dataclass(slots=True)
class Tally:
    """One method's score on one kind of redesign, and its costs."""

    pages: int = 0
    back: Share = field(default_factory=Share)
    """Of the example's region."""
    right: Share = field(default_factory=Share)
    """Of all regions."""
    costs: list[float] = field(default_factory=list)

    def row(self) -> str:
        """Pages, recall, precision, F1 and cost."""
        recall, precision = self.back.recall, self.right.precision
        f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        return f"{self.pages:5} {recall:6.3f} {precision:6.3f} {f1:6.3f} {median(self.costs):7.2f}"


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated")
    parser.add_argument("--examples", type=int, default=1, metavar="N", help="of a region (1)")
    parser.add_argument("--measure", choices=MEASURES, help="of similar")
    arguments = parser.parse_args()
    print(f"{'set':18} {'redesign':17} {'method':9} {'pages':>5} {'recall':>6} {'prec.':>6} "
          f"{'F1':>6} {'cost':>7}")  # fmt: skip
    for data in arguments.data:
        tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
        for one in data.pages(arguments.limit):
            score_page(one, arguments, tallies)
        for (kind, method), tally in tallies.items():
            print(f"{data.name:18} {kind:17} {method:9} {tally.row()}")


def score_page(
    labelled: LabelledPage, arguments: Namespace, tallies: dict[tuple[str, str], Tally]
) -> None:
    """Add all kinds of redesign of one page to the tallies."""
    region = example_region(labelled)
    if region is None:
        return
    page = Page(labelled.html, labelled.url)
    records = labelled_elements(labelled, page).regions[region]
    examples = [record[0] for record in spread(records, arguments.examples)]
    key, learned = KeyTree.of(examples, page), learn_key_tree(examples, page)
    measure = {"measure": arguments.measure} if arguments.measure else {}
    methods: dict[str, Callable[[Page], list[Record]]] = {
        "similar": lambda redesigned: similar(redesigned, key, **measure),
        "key tree": lambda redesigned: find_records(redesigned, learned).records,
    }
    parse = max(parse_seconds(labelled.html), 1e-6)
    for kind in arguments.kinds.split(","):
        root = Page(labelled.html, labelled.url).root
        changed = labelled_elements(labelled, Page(root))
        KINDS[kind](changed)
        redesigned = Page(root, labelled.url)
        for name, find in methods.items():
            tally = tallies[kind, name]
            started = process_time()
            found = find(redesigned)
            tally.costs.append((process_time() - started) / parse)
            add_score(tally, found, changed, region, redesigned)


def example_region(labelled: LabelledPage) -> int | None:
    """The first region of two records or more that are one subtree each and on the page."""
    places = Places(Page(labelled.html, labelled.url))
    for number, region in enumerate(labelled.truth["regions"]):
        xpaths = [record["xpaths"] for record in region["records"]]
        if len(xpaths) > 1 and all(len(one) == 1 and places.element(one[0]) is not None
                                   for one in xpaths):  # fmt: skip
            return number
    return None


def spread(records: Sequence[T], count: int) -> Sequence[T]:
    """The first record, or ``count`` evenly spread from the first to the last."""
    if count == 1 or len(records) <= count:
        return records[:count]
    return [records[place * (len(records) - 1) // (count - 1)] for place in range(count)]


def labelled_elements(labelled: LabelledPage, page: Page) -> Labelled:
    """The page's true records as elements; those that lead nowhere are left out."""
    places = Places(page)
    regions: list[tuple[tuple[etree._Element, ...], ...]] = []
    for region in labelled.truth["regions"]:
        records = [(one["xpaths"], tuple(places.elements(one["xpaths"])))
                   for one in region["records"]]  # fmt: skip
        regions.append(tuple(found for xpaths, found in records if len(found) == len(xpaths)))
    return Labelled(page.root, tuple(regions))


def add_score(
    tally: Tally, found: Sequence[Record], truth: Labelled, region: int, page: Page
) -> None:
    """Add what was found on one redesigned page."""
    places = Places(page)
    true = [
        TrueRecord(number, (), places.covered_by(record))
        for number, records in enumerate(truth.regions)
        for record in records
    ]
    matched = match([places.covered_by(places.elements(one.xpaths)) for one in found], true)
    tally.pages += 1
    back = sum(true[place].region == region for place in matched)
    tally.back.add(Share(back, len(found), len(truth.regions[region])))
    tally.right.add(Share(len(matched), len(found), len(true)))


if __name__ == "__main__":
    main()
