"""Whether a key tree made of one record still finds the others after the page was redesigned.

    python -m benchmarks.redesign --data DIR [--data DIR ...] [--kinds all_at_once,...] [--peer]

For the first region of each page whose records are all one subtree each: the first record is the
example (with ``--examples N``, N spread over the region; Scrapling takes but one), on the page as
it came; then the page is redesigned (see ``redesign_kinds``) and the key tree is asked for the
records. recall, precision and match as in ``key_tree``. Compared are

similar: ``similar(page, key)`` alone, the measure of trees.
key tree: ``find_records(page, key)``, which looks for the records anew where that finds too few.
scrapling (``--peer``): the example saved, relocated in the redesigned page (``Selector.relocate``,
    whatever the score), and ``find_similar`` of what was relocated, with their defaults.

cost is the CPU time of a method on the redesigned page, parsed and walked, over that of
``lxml.html.document_fromstring`` on the page as it came; the median of all pages.

``elsewhere`` is no redesign: the key tree is asked for its records on a page of another host, which
has none; what comes back is all wrong. Only the share of pages with any record is told.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Any, Final

import lxml.html
from lxml import etree

from benchmarks.key_tree import Places, Score, TrueRecord, match, spread
from benchmarks.pages import LabelledPage, data_arguments
from benchmarks.redesign_kinds import KINDS, Labelled
from scrapy_treesim import KeyTree, Page, similar
from scrapy_treesim.records.by_example.sighting import find_records, learn_key_tree

Found = list[tuple[str, ...]] | list[etree._Element]
"""The records found, each as its XPaths or as its element."""
Find = Callable[[Page], Found]
"""What finds the records of a redesigned page."""

METHODS: Final = ("similar", "key tree", "scrapling")


@dataclass(slots=True)
class Tally:
    """One method's score on one kind of redesign, and what it cost on each page."""

    score: Score = field(default_factory=Score)
    costs: list[float] = field(default_factory=list)


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--kinds", default=",".join(KINDS), help="comma-separated")
    parser.add_argument("--peer", action="store_true", help="Scrapling too, where it is installed")
    parser.add_argument("--examples", type=int, default=1, metavar="N", help="of a region (1)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth page")
    parser.add_argument("--pages", action="store_true", help="one line a page")
    arguments = parser.parse_args()
    kinds = arguments.kinds.split(",")
    methods = METHODS if arguments.peer else METHODS[:2]
    print(f"{'set':18} {'redesign':17} {'method':9} {'pages':>5} {'recall':>6} {'prec.':>6} "
          f"{'F1':>6} {'cost':>7}")  # fmt: skip
    for data in arguments.data:
        tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
        labelled = list(data.pages(arguments.limit))[:: arguments.every]
        for one in labelled:
            score_page(one, kinds, methods, tallies, arguments)
        report(data.name, tallies)
        elsewhere(data.name, labelled, methods)


def report(name: str, tallies: dict[tuple[str, str], Tally]) -> None:
    for (kind, method), tally in tallies.items():
        score = tally.score
        print(
            f"{name:18} {kind:17} {method:9} {score.examples:5} {score.recall:6.3f} "
            f"{score.precision:6.3f} {f1(score):6.3f} {median(tally.costs):7.2f}"
        )


def f1(score: Score) -> float:
    """Of a score's recall and precision."""
    both = score.recall + score.precision
    return 2 * score.recall * score.precision / both if both else 0.0


def score_page(
    labelled: LabelledPage,
    kinds: list[str],
    methods: tuple[str, ...],
    tallies: dict[tuple[str, str], Tally],
    arguments: Namespace,
) -> None:
    """Add all kinds of redesign of one page to the tallies."""
    region = example_region(labelled)
    if region is None:
        return
    page = Page(labelled.html, labelled.url)
    records = labelled_elements(labelled, page).regions[region]
    examples = [record[0] for record in spread(records, arguments.examples)]
    made = {name: FINDERS[name](examples, page) for name in methods}
    started = process_time()
    lxml.html.document_fromstring(labelled.html)
    parse = max(process_time() - started, 1e-6)
    for kind in kinds:
        root = Page(labelled.html, labelled.url).root
        changed = labelled_elements(labelled, Page(root))
        KINDS[kind](changed)
        redesigned = Page(root, labelled.url)
        for name, find in made.items():
            tally = tallies[kind, name]
            started = process_time()
            found = find(redesigned)
            tally.costs.append((process_time() - started) / parse)
            before = tally.score.back, tally.score.right
            add_score(tally.score, found, changed, region, redesigned)
            if arguments.pages:
                back, right = tally.score.back - before[0], tally.score.right - before[1]
                print(f"{labelled.id:40} {kind:17} {name:9} wanted "
                      f"{len(changed.regions[region])} back {back} found {len(found)} right {right}"
                      )  # fmt: skip


def example_region(labelled: LabelledPage) -> int | None:
    """The first region of two records or more that are one subtree each and on the page."""
    places = Places(Page(labelled.html, labelled.url))
    for number, region in enumerate(labelled.truth["regions"]):
        records = region["records"]
        if len(records) > 1 and all(
            len(one["xpaths"]) == 1 and places.element(one["xpaths"][0]) is not None
            for one in records
        ):
            return number
    return None


def labelled_elements(labelled: LabelledPage, page: Page) -> Labelled:
    """The page's true records as elements; those that lead nowhere are left out."""
    places = Places(page)
    regions = []
    for region in labelled.truth["regions"]:
        records = []
        for record in region["records"]:
            elements = [places.element(xpath) for xpath in record["xpaths"]]
            present = tuple(one for one in elements if one is not None)
            if len(present) == len(elements):
                records.append(present)
        regions.append(tuple(records))
    return Labelled(page.root, tuple(regions))


def add_score(score: Score, found: Found, truth: Labelled, region: int, page: Page) -> None:
    """Add what was found on one redesigned page."""
    places = Places(page)
    true = [
        TrueRecord(number, (), places.covered_by(record))
        for number, records in enumerate(truth.regions)
        for record in records
    ]
    matched = match([places.covered_by(one) for one in as_elements(places, found)], true)
    score.examples += 1
    score.wanted += len(truth.regions[region])
    score.back += sum(true[place].region == region for place in matched)
    score.returned += len(found)
    score.right += len(matched)


def by_similar(examples: list[etree._Element], page: Page) -> Find:
    key = KeyTree.of(examples, page)

    def find(redesigned: Page) -> Found:
        return [record.xpaths for record in similar(redesigned, key)]

    return find


def by_key_tree(examples: list[etree._Element], page: Page) -> Find:
    key = learn_key_tree(page, examples)

    def find(redesigned: Page) -> Found:
        return [record.xpaths for record in find_records(redesigned, key).records]

    return find


def by_scrapling(examples: list[etree._Element], page: Page) -> Find:
    """Scrapling's own description of the example, made on the page as it came."""
    from scrapling.core.utils import _StorageTools
    from scrapling.parser import Selector

    saved: Any = _StorageTools.element_to_dict(examples[0])

    def find(redesigned: Page) -> Found:
        selector = Selector(root=redesigned.root)
        relocated = selector.relocate(saved, percentage=0, selector_type=True)
        if not relocated:
            return []
        found = [*relocated, *relocated[0].find_similar()]
        return list(dict.fromkeys(each._root for each in found))

    return find


def as_elements(places: Places, found: Found) -> Iterator[list[etree._Element]]:
    for record in found:
        if isinstance(record, tuple):
            elements = [places.element(xpath) for xpath in record]
            yield [element for element in elements if element is not None]
        else:
            yield [record]


def elsewhere(name: str, pages: list[LabelledPage], methods: tuple[str, ...]) -> None:
    """Tell on how many pages the key tree of the next host's page finds anything."""
    asked: Counter[str] = Counter()
    for labelled in pages:
        other = next((one for one in pages if one.truth["host"] > labelled.truth["host"]), pages[0])
        region = example_region(other)
        if region is None or other.truth["host"] == labelled.truth["host"]:
            continue
        page = Page(other.html, other.url)
        example = labelled_elements(other, page).regions[region][0][0]
        asked["pages"] += 1
        for method in methods:
            find = FINDERS[method]([example], page)
            asked[method] += bool(find(Page(labelled.html, labelled.url)))
    for method in methods:
        print(f"{name:18} elsewhere {method:9} {asked['pages']:5} pages, {asked[method]} with any")


FINDERS: Final = {
    "similar": by_similar,
    "key tree": by_key_tree,
    "scrapling": by_scrapling,
}


if __name__ == "__main__":
    main()
