"""Records that a key tree of one example finds after the page was redesigned.

    python -m benchmarks.redesign --data DIR [--data DIR ...] [--kinds all_at_once,...]

For the first region of each page whose records are all one subtree each: the first record is the
example, on the page as it came; then the page is redesigned by rule and the key tree is asked for
the records. A record that comes back is a true one where it is the same element or covers the same
text nodes (Jaccard at least 0.9), one to one.

similar: ``similar(page, key)`` alone, the measure of trees (``--measure`` names another one).
key tree: ``find_records(page, key)``, which looks for the records anew where that finds too few.

recall: of the region's records, the example among them, those that come back; precision: of what
comes back, what is a true record of any region of the page; both over all pages of a set. cost is
the CPU time of a method on the redesigned page, parsed and walked, over that of lxml's parse of the
page as it came; the median of all pages.

Redesigns change lxml's tree in place as a new theme would: content stays, markup changes. The
records are elements before and after, so that nothing on the page marks them. What HTML forbids (a
``div`` between ``ul`` and ``li``) is not done.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Final, TypeAlias
from zlib import crc32

from lxml import etree

from benchmarks.figures import Share, parse_seconds
from benchmarks.list_truth import Places, match
from benchmarks.pages import LabelledPage, data_arguments
from scrapy_treesim import KeyTree, Page, Record, similar
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.templates.by_example.sighting import find_records, learn_key_tree

Element: TypeAlias = "etree._Element"
Regions: TypeAlias = "list[list[list[Element]]]"
"""The true records of a page, region by region, each its elements in order."""

_STRICT_PARENTS: Final = frozenset("ul ol dl table tbody thead tfoot tr select".split())
"""Elements that hold but certain children, which cannot be wrapped one by one."""
_NEW_TAGS: Final = {
    **dict.fromkeys("article ul ol dl dt dd table tbody tr td th p nav aside".split(), "div"),
    "div": "section", "section": "div", "li": "article", "span": "small", "font": "span",
    "b": "strong", "i": "em", "h1": "h2", "h2": "h3", "h3": "h4", "h4": "h3", "h5": "h4",
}  # fmt: skip
"""Tags before and after a change of tags."""
_CONTROLS: Final = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]")
"""Characters that lxml reads but does not write."""


def unchanged(root: Element, regions: Regions) -> None:
    """Nothing: what the methods find where nothing changed."""


def classes_renamed(root: Element, regions: Regions) -> None:
    """Every class and id gets another name, the same one everywhere."""
    for element in root.iter("*"):
        for name in ("class", "id"):
            if value := element.get(name):
                element.set(name, " ".join(f"x{crc32(t.encode()):08x}" for t in value.split()))


def fields_wrapped(root: Element, regions: Regions) -> None:
    """In each record a ``div`` comes around every part of its outermost fork."""
    parts = {id(one): one for region in regions for record in region for one in record}
    for record in parts.values():
        fork = _fork(record)
        for part in [*fork.iterchildren("*")] if fork.tag not in _STRICT_PARENTS else ():
            wrapper = etree.Element("div", {"class": "field"})
            wrapper.tail = _CONTROLS.sub(" ", part.tail) if part.tail else None
            part.tail = None
            fork.replace(part, wrapper)
            wrapper.append(part)


def _fork(element: Element) -> Element:
    """The first element on the way down with text of its own or more than one child."""
    while True:
        children = [*element.iterchildren("*")]
        texts = [element.text, *(child.tail for child in element)]
        if len(children) != 1 or any(text and text.strip() for text in texts):
            return element
        element = children[0]


def tags_swapped(root: Element, regions: Regions) -> None:
    """Other tags for layout, lists, tables, headings and emphasis."""
    body = root.find("body")
    for element in (root if body is None else body).iter("*"):
        if new := _NEW_TAGS.get(str(element.tag)):
            element.tag = new


def all_at_once(root: Element, regions: Regions) -> None:
    """A new theme: names, tags and wrappers."""
    for one in (fields_wrapped, tags_swapped, classes_renamed):
        one(root, regions)


KINDS: Final = {
    kind.__name__: kind
    for kind in (unchanged, classes_renamed, fields_wrapped, tags_swapped, all_at_once)
}


@dataclass(slots=True)
class Tally:
    """One method's score on one kind of redesign, and its costs."""

    back: Share = field(default_factory=Share)
    """Records of the example's region."""
    right: Share = field(default_factory=Share)
    """Records of all regions."""
    costs: list[float] = field(default_factory=list)

    def row(self) -> str:
        """Pages, recall, precision, F1 and cost."""
        recall, precision = self.back.recall, self.right.precision
        f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        cost = median(self.costs)
        return f"{len(self.costs):5} {recall:6.3f} {precision:6.3f} {f1:6.3f} {cost:7.2f}"


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated")
    parser.add_argument("--measure", choices=MEASURES, default="free", help="of similar (free)")
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
    page = Page(labelled.html, labelled.url)
    regions = true_regions(labelled, page)
    wanted = next(
        (n for n, one in enumerate(regions) if len(one) > 1 and {*map(len, one)} == {1}), None
    )
    if wanted is None:
        return
    example = regions[wanted][0]
    key = KeyTree.of(example, page, measure=arguments.measure)
    learned = learn_key_tree(page, example)
    methods: dict[str, Callable[[Page], list[Record]]] = {
        "similar": lambda page: similar(page, key),
        "key tree": lambda page: find_records(page, learned).records,
    }
    parse = max(parse_seconds(labelled.html), 1e-6)
    for kind in arguments.kinds.split(","):
        root = Page(labelled.html, labelled.url).root
        changed = true_regions(labelled, Page(root))
        KINDS[kind](root, changed)
        redesigned = Page(root, labelled.url)
        places = Places(redesigned)
        true = [(n, places.covered_by(one)) for n, records in enumerate(changed) for one in records]
        for name, find in methods.items():
            tally = tallies[kind, name]
            started = process_time()
            found = find(redesigned)
            tally.costs.append((process_time() - started) / parse)
            covered = [places.covered_by(places.elements(one.xpaths)) for one in found]
            matched = match(covered, [record for _, record in true])
            back = sum(true[place][0] == wanted for place in matched)
            tally.back.add(Share(back, len(found), len(changed[wanted])))
            tally.right.add(Share(len(matched), len(found), len(true)))


def true_regions(labelled: LabelledPage, page: Page) -> Regions:
    """The page's true records as elements; those that lead nowhere are left out."""
    places = Places(page)
    regions = [[one["xpaths"] for one in region["records"]] for region in labelled.truth["regions"]]
    found = [[(xpaths, places.elements(xpaths)) for xpaths in records] for records in regions]
    return [
        [elements for xpaths, elements in records if len(elements) == len(xpaths)]
        for records in found
    ]


if __name__ == "__main__":
    main()
