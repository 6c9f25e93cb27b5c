"""The pairs of a label and a value that a page shows."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.detail.attributes import constants as c
from scrapy_treesim.detail.attributes._pairs_cy import PairScan
from scrapy_treesim.detail.attributes.pair import Pair
from scrapy_treesim.detail.attributes.scoring import WEIGHTS
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._text_cy import collapsed
from scrapy_treesim.tree.text import INLINE, SILENT

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_PAIRS: Final = 1_000
"""Candidates of a page that are looked at, the first ones."""
MIN_SHOWN: Final = 0.05
"""Score below which a candidate is none of the page's pairs."""
FORMS: Final = ("row", "definition", "line", "columns")
"""Forms by the kernel's numbers."""

_OF_TAGS: Final = {
    c.INLINE: " ".join(tags.KNOWN[number] for number in INLINE),
    c.CELL: "td th",
    c.TERM: "dt",
    c.DEFINED: "dd",
    c.TABLE_ROW: "tr",
    c.BREAK: "br hr",
    c.HEADING: "h2 h3 h4 h5 h6",
    c.CONTROL: "input select textarea button form iframe h1",
    c.NO_LINES: "button h1 h2 h3 h4 h5 h6 label title",
    c.EMPHASIS: "b strong th",
    c.TABLE: "table thead tbody tfoot",
}
_BITS: Final = {
    name: sum(bit for bit, names in _OF_TAGS.items() if name in names.split())
    for name in tags.KNOWN
}
_KINDS: Final = array("i", [_BITS[name] for name in tags.KNOWN])
_UNREAD: Final = SILENT | tags.numbers("noscript")
_ITEMS: Final = tags.numbers("dd li")


def pairs_of(page: Page) -> tuple[Pair, ...]:
    """The label and value pairs that a page shows, in its order."""
    return page.once(_pairs_of)


def _pairs_of(page: Page) -> tuple[Pair, ...]:
    if page.is_oversized:
        return ()
    tree = page.tree
    rows, scores, _ = candidates(page)
    found: list[tuple[int, Pair]] = []
    for i, score in enumerate(scores):
        if score < MIN_SHOWN:
            continue
        at = i * c.WIDTH
        label = collapsed(tree.text, rows[at + c.LABEL_AT], rows[at + c.LABEL_STOP])
        value = value_of(tree, rows, at)
        if label and value and label != value:
            pair = Pair(
                label, value, rows[at + c.VALUE_NODE], rows[at + c.LABEL_NODE],
                FORMS[rows[at + c.FORM]], score,
            )  # fmt: skip
            found.append((rows[at + c.LABEL_AT], pair))
    found.sort(key=lambda one: one[0])
    return tuple(pair for _, pair in found)


def candidates(page: Page) -> tuple[array[int], array[float], array[float]]:
    """All candidates: numbers, scores and features, see :mod:`.constants`."""
    tree = page.tree
    rows = array("i", bytes(4 * c.WIDTH * min(MAX_PAIRS, len(tree))))
    kinds = _KINDS + array("i", bytes(4 * (len(tree.names) - len(tags.KNOWN))))
    scan = PairScan(tree, page.analysis, kinds, rows)
    scan.scan()
    features = array("d", bytes(8 * c.FEATURES * scan.count))
    scores = array("d", bytes(8 * scan.count))
    if scan.count:
        headline = page.once(headline_of)
        scan.fill_features(headline.node if headline else -1, features)
        scan.fill_scores(features, WEIGHTS, scores)
    return rows, scores, features


def value_of(tree: PageTree, rows: array[int], at: int) -> str:
    """The text of a value on one line, what stands in blocks apart."""
    node, end = rows[at + c.VALUE_NODE], rows[at + c.VALUE_END]
    start, stop = rows[at + c.VALUE_AT], rows[at + c.VALUE_STOP]
    if rows[at + c.FLAGS] & c.IN_ONE_LINE:
        return collapsed(tree.text, start, stop)[: c.MAX_VALUE_CHARS]
    pieces: list[bytes] = []
    items = 0
    silent = 0
    for one in range(node, end):
        tag = tree.tag[one]
        if one < silent:
            continue
        if tag in _UNREAD:
            silent = one + tree.size[one]
            continue
        if tag not in INLINE:
            if tag in _ITEMS and pieces and items:
                pieces.append(b", ")
            else:
                pieces.append(b" ")
            items += tag in _ITEMS
        pieces.append(tree.text[max(start, tree.start[one]) : min(stop, tree.start[one + 1])])
    text = b"".join(pieces)
    return collapsed(text, 0, len(text))[: c.MAX_VALUE_CHARS].replace(" , ", ", ")
