"""Pairs of a label and a value that a page shows, and the facts of its thing among them."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.detail.attributes import constants as c
from scrapy_treesim.detail.attributes._pairs_cy import PairScan
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._text_cy import collapsed
from scrapy_treesim.tree.text import INLINE, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_treesim.detail.attributes._pairs_cy import Candidate
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree


class Pair(NamedTuple):
    """A label and the value beside it, as the page shows them."""

    label: str
    """White space collapsed, without its colon."""
    value: str
    """White space collapsed, at most 1,000 characters."""
    node: int
    """The node that holds the value, an element or a text."""
    label_node: int
    """The node that holds the label; the value's own, of a text ``Label: value``."""
    form: str
    """``row`` of a table, ``definition`` of a list, ``line`` with a colon, ``columns`` of
    elements."""
    score: float
    """Confidence that it is a fact of the page's thing, in [0, 1]."""


FEATURES: Final = {
    "listed": ("whether they are cells, or a term and its definition", 2.57),
    "colon": ("whether a colon stands between", 1.80),
    "alike": ("the logarithm of how many pairs are alike beside it, 20 at most", 2.43),
    "linked_label": ("whether a label that is neither cell nor term has a link", -6.93),
    "chars": ("the logarithm of the value's characters", -1.25),
    "links": ("the logarithm of how many links the value has", -2.35),
    "sentence": ("whether the value has a sentence", -1.98),
    "aside": ("whether names around it are those of what is not the page's thing", -0.51),
    "above": ("whether it stands before the headline", -1.74),
    "distance": ("the share of the page's text between the headline and it", -2.22),
}
"""Features of a pair in the kernel's order: for people, and its weight, as fitted by
``training.attributes``."""
BIAS: Final = 0.95
"""The log-odds where all features are 0."""

WEIGHTS: Final = array("d", [*(weight for _, weight in FEATURES.values()), BIAS])
MIN_SCORE: Final = 0.5
"""Score from which a pair is a fact of the page's thing."""
LISTED: Final = ("row", "definition")
"""Forms in which one label may stand for several values."""
MAX_JOINED: Final = 20
"""Values of one label that are joined."""
MIN_SHOWN: Final = 0.1
"""Score below which a candidate is none of the page's pairs."""
FORMS: Final = ("row", "definition", "line", "columns")
"""Forms by the kernel's numbers."""

_OF_TAGS: Final = {
    c.INLINE: " ".join(tags.KNOWN[number] for number in INLINE),
    c.BREAK: "br hr",
    c.CELL: "td th",
    c.TERM: "dt",
    c.HEADING: "h2 h3 h4 h5 h6",
    c.CONTROL: "input select textarea button form iframe h1",
    c.WHOLE: "button h1 h2 h3 h4 h5 h6 label title table tbody thead tfoot",
}
_KINDS: Final = array(
    "i",
    [sum(bit for bit, names in _OF_TAGS.items() if name in names.split()) for name in tags.KNOWN],
)
_LISTED: Final = tags.numbers("dd li")


def pairs_of(page: Page) -> tuple[Pair, ...]:
    """The label and value pairs that a page shows, in its order."""
    return page.once(_pairs_of)


def _pairs_of(page: Page) -> tuple[Pair, ...]:
    if page.is_oversized:
        return ()
    tree = page.tree
    found: list[Pair] = []
    for one in candidates_of(page):
        if one.score < MIN_SHOWN:
            continue
        label, value = label_of(tree, one), value_of(tree, one)
        if label and value and label != value:
            found.append(Pair(label, value, one.value, one.label, FORMS[one.form], one.score))
    return tuple(found)


def candidates_of(page: Page) -> list[Candidate]:
    """The candidates of a page, in its order."""
    return sorted(scan_of(page).scored(WEIGHTS), key=lambda one: one.label_at)


def scan_of(page: Page) -> PairScan:
    """The scan that has found them, which fills rows with their :data:`FEATURES`."""
    tree, headline = page.tree, page.once(headline_of)
    kinds = _KINDS + array("i", bytes(4 * (len(tree.names) - len(tags.KNOWN))))
    scan = PairScan(tree, page.analysis, headline.node if headline else 0, kinds)
    scan.scan()
    return scan


def label_of(tree: PageTree, one: Candidate) -> str:
    """The text of a candidate's label."""
    return collapsed(tree.text, one.label_at, one.label_stop)


def value_of(tree: PageTree, one: Candidate) -> str:
    """The text of a candidate's value on one line; definitions and items are joined by commas."""
    node, end = one.value, one.value_end
    inside = tree.tag[node:end]
    if one.label == node or INLINE.issuperset(inside[1:]):
        text = collapsed(tree.text, one.value_at, one.value_stop)
    else:
        lines: list[str] = []
        while node < end:
            lines += text_of(tree, node).split("\n")
            node += tree.size[node]
        listed = _LISTED.intersection(inside)
        text = (", " if listed else " ").join(" ".join(line.split()) for line in lines if line)
    return text[: c.MAX_VALUE_CHARS]


def attributes_from(pairs: Iterable[Pair]) -> dict[str, str]:
    """The facts among the pairs, by their labels, in the page's order.

    Values of one label right after one another in a table or a list of terms are joined by commas;
    of others the first one stands.
    """
    found: dict[str, list[str]] = {}
    last = ""
    for pair in pairs:
        if pair.score < MIN_SCORE:
            continue
        values = found.setdefault(pair.label, [])
        if not values or (
            pair.label == last
            and pair.form in LISTED
            and pair.value not in values
            and len(values) < MAX_JOINED
        ):
            values.append(pair.value)
        last = pair.label
    return {label: ", ".join(values) for label, values in found.items()}
