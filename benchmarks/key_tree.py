"""How many records of a region come back when one of them is the example (Song 2011's key tree).

    python -m benchmarks.key_tree --data DIR [--data DIR ...] [--each] [--measures free,stm]

For every true region, ``similar(page, record, threshold)`` with the region's first record as the
example, or with up to five spread over the region, each in turn (``--each``).

recall: of the region's true records, the example among them, those that come back.
precision: of the records that come back, those that are true records of any region of the page.

Both are micro averages: sums over all examples of a set. A record that comes back is a true one
where it is the same element or covers the same text nodes (Jaccard >= 0.9), one to one. An example
is one subtree, and so are the records found: regions with a record that is a run of siblings are
left out, and counted, as are regions of one record and regions with a record that is not in the
page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, TypeVar

from lxml import etree

from benchmarks.pages import LabelledPage, data_arguments
from scrapy_treesim import Page, similar
from scrapy_treesim.records.by_example.key_tree import THRESHOLD
from scrapy_treesim.similarity import MEASURES
from scrapy_treesim.tree import tags

T = TypeVar("T")

SAME: Final = 0.9
"""Jaccard of text nodes from which two records are the same."""
EXAMPLES: Final = 5
"""Examples a region with ``--each``."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A record as the nodes it is made of and the numbers of the text nodes in them."""

    nodes: tuple[int, ...]
    texts: frozenset[int]


class Places:
    """Where XPaths lead on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        elements: Any = page.root.xpath("//*")
        self._node = dict(zip(elements, page.nodes_of(elements), strict=True))
        self._texts_before = [0, *accumulate(tag == tags.TEXT for tag in page.tree.tag)]

    def element(self, xpath: str) -> etree._Element | None:
        """The first element of an XPath."""
        found: Any = self.page.root.xpath(xpath)
        return found[0] if found else None

    def covered(self, xpaths: Sequence[str]) -> Covered | None:
        """The record of these XPaths; None where one leads nowhere."""
        elements = [self.element(xpath) for xpath in xpaths]
        present = [element for element in elements if element is not None]
        return self.covered_by(present) if len(present) == len(elements) else None

    def covered_by(self, elements: Sequence[etree._Element]) -> Covered:
        """The record of these elements."""
        nodes: list[int] = []
        texts: set[int] = set()
        for element in elements:
            node = self._node[element]
            stop = node + self.page.tree.size[node]
            nodes.append(node)
            texts.update(range(self._texts_before[node], self._texts_before[stop]))
        return Covered(tuple(nodes), frozenset(texts))


@dataclass(frozen=True, slots=True)
class TrueRecord:
    """A true record that the page holds, and the number of its region."""

    region: int
    xpaths: tuple[str, ...]
    covered: Covered


@dataclass(slots=True)
class Score:
    """Sums over the examples of a set."""

    examples: int = 0
    wanted: int = 0
    back: int = 0
    returned: int = 0
    right: int = 0

    @property
    def recall(self) -> float:
        """Records that came back of those wanted."""
        return self.back / self.wanted if self.wanted else 0.0

    @property
    def precision(self) -> float:
        """True records of those that came back."""
        return self.right / self.returned if self.returned else 0.0


def main() -> None:
    parser = data_arguments(__doc__)
    parser.add_argument("--each", action="store_true", help=f"up to {EXAMPLES} examples a region")
    parser.add_argument("--threshold", type=float, default=THRESHOLD, help=f"({THRESHOLD})")
    parser.add_argument(
        "--measures", default=",".join(MEASURES), help="comma-separated; all where left out"
    )
    arguments = parser.parse_args()
    measures = arguments.measures.split(",")
    print(f"{'set':24} {'measure':8} {'examples':>8} {'records':>8} {'recall':>7} {'precision':>9}")
    for data in arguments.data:
        scores = {measure: Score() for measure in measures}
        skipped: Counter[str] = Counter()
        for labelled in data.pages(arguments.limit):
            score_page(labelled, arguments.each, arguments.threshold, scores, skipped)
        for measure, score in scores.items():
            print(
                f"{data.name:24} {measure:8} {score.examples:8} {score.wanted:8} "
                f"{score.recall:7.3f} {score.precision:9.3f}"
            )
        left_out = ", ".join(f"{count} {why}" for why, count in skipped.items())
        print(f"  regions left out: {left_out or 'none'}")


def score_page(
    labelled: LabelledPage,
    each: bool,
    threshold: float,
    scores: dict[str, Score],
    skipped: Counter[str],
) -> None:
    """Add the page's regions to the scores of all measures, or to what was skipped."""
    page = Page(labelled.html, labelled.url)
    places = Places(page)
    true = list(true_records(labelled, places))
    for number, region in enumerate(labelled.truth["regions"]):
        if any(len(record["xpaths"]) != 1 for record in region["records"]):
            skipped["with runs of siblings"] += 1
            continue
        if len(region["records"]) == 1:
            skipped["of one record"] += 1
            continue
        inside = [record for record in true if record.region == number]
        if not inside or len(inside) != len(region["records"]):
            skipped["not in the page"] += 1
            continue
        for record in spread(inside, EXAMPLES if each else 1):
            element = places.element(record.xpaths[0])
            assert element is not None
            for measure, score in scores.items():
                found = similar(page, element, threshold=threshold, measure=measure)
                covered = [places.covered(one.xpaths) for one in found]
                matched = match([one for one in covered if one is not None], true)
                score.examples += 1
                score.wanted += len(inside)
                score.back += sum(true[place].region == number for place in matched)
                score.returned += len(found)
                score.right += len(matched)


def true_records(labelled: LabelledPage, places: Places) -> Iterator[TrueRecord]:
    for number, region in enumerate(labelled.truth["regions"]):
        for record in region["records"]:
            covered = places.covered(record["xpaths"])
            if covered is not None:
                yield TrueRecord(number, tuple(record["xpaths"]), covered)


def spread(records: Sequence[T], count: int) -> Sequence[T]:
    """The first record, or ``count`` evenly spread from the first to the last."""
    if count == 1 or len(records) <= count:
        return records[:count]
    return [records[place * (len(records) - 1) // (count - 1)] for place in range(count)]


def match(found: Sequence[Covered], true: Sequence[TrueRecord]) -> dict[int, int]:
    """The places of the true records found, each with that of the one of ``found`` that it is."""
    holders: dict[int, list[int]] = {}
    by_nodes: dict[tuple[int, ...], list[int]] = {}
    for place, record in enumerate(true):
        by_nodes.setdefault(record.covered.nodes, []).append(place)
        for text in record.covered.texts:
            holders.setdefault(text, []).append(place)
    pairs: list[tuple[float, int, int]] = []
    for number, one in enumerate(found):
        pairs.extend((2.0, number, place) for place in by_nodes.get(one.nodes, ()))
        shared = Counter(place for text in one.texts for place in holders.get(text, ()))
        for place, common in shared.items():
            jaccard = common / (len(one.texts) + len(true[place].covered.texts) - common)
            if jaccard >= SAME:
                pairs.append((jaccard, number, place))
    matched: dict[int, int] = {}
    used: set[int] = set()
    for _, number, place in sorted(pairs, key=lambda pair: -pair[0]):
        if number not in used and place not in matched:
            matched[place] = number
            used.add(number)
    return matched


if __name__ == "__main__":
    main()
