"""Texts about the availability of a page's thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidate import NONE, FieldCandidate
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.reading.declared.types import PRODUCTS
from scrapy_treesim.values.availability import availability_of, says_stock

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_TEXTS: Final = 60
"""Largest number of texts with words of stock that are read."""
MAX_CHARS: Final = 60
"""Largest number of characters of a text about availability."""

MAX_DISTANCE: Final = 20
"""Largest number of texts from the headline to a text that alone makes "sold out" sure."""

IN_STOCK: Final = "InStock"
"""Value of a thing in stock, now or later."""
OUT_OF_STOCK: Final = "OutOfStock"
"""Value of a thing out of stock."""
_OUT_OF_STOCK_NAMES: Final = frozenset(("OutOfStock", "SoldOut", "Discontinued", "Reserved"))


def plain_stock(text: str) -> str | None:
    """Return an availability in compared form: in stock, now or later, or out of stock."""
    availability = availability_of(text)
    if availability is None:
        return None
    return OUT_OF_STOCK if availability in _OUT_OF_STOCK_NAMES else IN_STOCK


def stock_candidates(marks: Marks) -> list[FieldCandidate]:
    """Return the texts about availability, and the button to buy nearest to the headline."""
    tree, analysis = marks.tree, marks.analysis
    candidates: list[FieldCandidate] = []
    labelled = {pair.node for pair in marks.labelled.get("availability", ())}
    for node in marks.texts_that_say("stock", MAX_TEXTS):
        if tree.text_chars(node) > MAX_CHARS:
            continue
        text = tree.plain_text(node)
        value = plain_stock(text)
        if value is None:
            continue
        row = marks.position(node, "stock")
        if row[AT["hidden"]]:
            # Scripts show one of several hidden texts; which one is unknown.
            continue
        distance = analysis.texts[node] - marks.headline_text
        if row[AT["linked"]] and distance < 0:
            # A menu tells of other things.
            continue
        row[AT["stock_out"]] = float(value != IN_STOCK)
        row[AT["stock_label"]] = float(node in labelled or tree.parent[node] in labelled)
        is_sure = value != IN_STOCK and 0 < distance <= MAX_DISTANCE and not row[AT["linked"]]
        candidates.append(FieldCandidate(value, text, "shown", node, row, is_sure))
    if marks.buy_buttons or any(candidate.value == IN_STOCK for candidate in candidates):
        for candidate in candidates:
            candidate.is_sure = False
    if marks.buy_buttons:
        number = min(marks.buy_buttons, key=lambda button: abs(button - marks.headline_text))
        node = analysis.text_node[number]
        row = marks.position(node, "stock")
        row[AT["stock_button"]] = 1.0
        candidates.append(FieldCandidate(IN_STOCK, tree.plain_text(node), "shown", node, row))
    return candidates


def with_stock_evidence(
    marks: Marks, candidates: Sequence[FieldCandidate], *, has_price: bool
) -> list[FieldCandidate]:
    """Return the candidates with evidence: declared ones, texts of little more than availability,
    and the button to buy if the thing ``has_price`` or is declared as goods.
    """
    is_sold = has_price or any(
        not PRODUCTS.isdisjoint(map(str.lower, declaration.types))
        for declaration in marks.own_declarations
    )
    return [
        candidate
        for candidate in candidates
        if candidate.value == NONE
        or candidate.is_declared
        or (is_sold if candidate.row[AT["stock_button"]] else says_stock(candidate.text))
    ]
