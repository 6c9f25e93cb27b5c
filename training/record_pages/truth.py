"""The truth of a page that is written down: where its records lie in lxml's tree of it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TypedDict

import lxml.html

from training.record_pages.markup import MARK, Hand, Node, write


class Record(TypedDict):
    """A record: its elements, as absolute XPaths in document order, and their text."""

    xpaths: list[str]
    text: str


class Region(TypedDict):
    """A list of records."""

    records: list[Record]


def read_marks(html: str) -> list[Region]:
    """The regions of a page that is written with its marks, in the order of their numbers."""
    root = lxml.html.document_fromstring(html.encode())
    path = root.getroottree().getpath
    found: dict[tuple[int, int], Record] = defaultdict(lambda: Record(xpaths=[], text=""))
    for element in root.iter():
        mark = element.get(MARK) if isinstance(element.tag, str) else None
        if mark is None:
            continue
        region, _, number = mark.partition(".")
        record = found[int(region), int(number)]
        record["xpaths"].append(path(element))
        words = " ".join(str(text) for text in element.itertext()).split()
        record["text"] = " ".join([*record["text"].split(), *words])
    regions: dict[int, Region] = defaultdict(lambda: Region(records=[]))
    for (place, _), record in sorted(found.items(), key=lambda item: item[0]):
        regions[place]["records"].append(record)
    return [regions[place] for place in sorted(regions)]


def written(root: Node, hand: Hand) -> tuple[str, list[Region]]:
    """The page in this hand, and its truth.

    Where the parser would mend careless markup so that records' texts change, end tags are written
    after all.
    """
    neat = read_marks(write(root, replace(hand, unclosed=False), marked=True))
    truth = read_marks(write(root, hand, marked=True)) if hand.unclosed else neat
    same = [[r["text"] for r in region["records"]] for region in truth] == [
        [r["text"] for r in region["records"]] for region in neat
    ]
    if not same:
        hand, truth = replace(hand, unclosed=False), neat
    return write(root, hand, marked=False), truth
