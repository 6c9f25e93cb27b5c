"""Texts that say whether a page's thing is to be had."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import Candidate
from scrapy_treesim.detail.constants import WIDE
from scrapy_treesim.detail.cues import CUES, MEANS
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.values.availability import availability_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_TEXTS: Final = 60
"""Texts with words of stock, and as many wide ones, that are looked at."""
MAX_CHARS: Final = 60
"""Of a text that tells it."""

IN_STOCK: Final = "InStock"
"""The value of a thing that is to be had."""
OUT_OF_STOCK: Final = "OutOfStock"
"""The value of a thing that is not."""
_NOT_HAD: Final = frozenset(("OutOfStock", "SoldOut", "Discontinued", "Reserved"))


def plain_stock(text: str) -> str | None:
    """An availability as it is compared: to be had, be it later, or not to be had."""
    found = availability_of(text)
    if found is None:
        return None
    return OUT_OF_STOCK if found in _NOT_HAD else IN_STOCK


def stock_candidates(marks: Marks) -> list[Candidate]:
    """The texts that say so, and the first button to buy."""
    tree, analysis = marks.tree, marks.analysis
    found: list[Candidate] = []
    labelled = {pair.node for pair in marks.labelled.get("availability", ())}
    for node in _texts(marks):
        text = tree.plain_text(node)
        value = plain_stock(text)
        if value is None:
            continue
        row = marks.place(node)
        if row[AT["hidden"]]:
            # Scripts show one of several texts that the page has ready.
            continue
        row[AT["stock_out"]] = float(value != IN_STOCK)
        row[AT["stock_chars"]] = len(text) / 40
        row[AT["stock_alone"]] = float(len(text) < 25)
        row[AT["stock_label"]] = float(node in labelled or tree.parent[node] in labelled)
        found.append(Candidate(value, text, "shown", node, row))
    for place, one in enumerate(found):
        one.row[AT["stock_order"]] = exp(-place / 3)
    if marks.buys:
        number = min(marks.buys, key=lambda one: abs(one - marks.headline_text))
        node = analysis.text_node[number]
        row = marks.place(node)
        row[AT["stock_button"]] = 1.0
        found.append(Candidate(IN_STOCK, tree.plain_text(node), "shown", node, row))
    return found


def _texts(marks: Marks) -> list[int]:
    tree = marks.tree
    told = _marks_cy.flagged(marks.means, MEANS["stock"], MAX_TEXTS)
    wide = [
        node
        for node in _marks_cy.flagged(marks.means, WIDE, 4 * MAX_TEXTS)
        if marks.around[node] & (CUES["stock"] | CUES["buy"])
    ]
    return [one for one in sorted({*told, *wide[:MAX_TEXTS]}) if tree.text_chars(one) <= MAX_CHARS]
