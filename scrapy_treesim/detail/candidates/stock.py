"""Texts that say whether a page's thing is to be had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidate import NONE, Candidate
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.reading.declared.types import PRODUCTS
from scrapy_treesim.values.availability import availability_of, says_stock

if TYPE_CHECKING:
    from scrapy_treesim.detail.marks import Marks

MAX_TEXTS: Final = 60
"""Texts with words of stock that are looked at."""
MAX_CHARS: Final = 60
"""Of a text that tells it."""

IN_STOCK: Final = "InStock"
"""The value of a thing that is to be had."""
OUT_OF_STOCK: Final = "OutOfStock"
"""The value of a thing that is not."""
_BUTTON: Final = AT["stock_button"]
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
        row = marks.position(node, "stock")
        if row[AT["hidden"]]:
            # Scripts show one of several texts that the page has ready.
            continue
        row[AT["stock_out"]] = float(value != IN_STOCK)
        row[AT["stock_label"]] = float(node in labelled or tree.parent[node] in labelled)
        found.append(Candidate(value, text, "shown", node, row))
    if marks.buys:
        number = min(marks.buys, key=lambda one: abs(one - marks.headline_text))
        node = analysis.text_node[number]
        row = marks.position(node, "stock")
        row[AT["stock_button"]] = 1.0
        found.append(Candidate(IN_STOCK, tree.plain_text(node), "shown", node, row))
    return found


def with_stock_evidence(
    marks: Marks, candidates: Sequence[Candidate], *, is_priced: bool, has_price: bool
) -> list[Candidate]:
    """Those that are declared or plainly of the thing's stock; a button to buy where the thing
    ``has_price`` or is declared as goods.

    ``is_priced``: whether the page shows amounts of money.
    """
    is_goods = any(
        not PRODUCTS.isdisjoint(map(str.lower, one.types)) for one in marks.own_declarations
    )
    return [
        one
        for one in candidates
        if one.value == NONE
        or one.is_declared
        or (
            is_goods or has_price
            if one.row[_BUTTON]
            else _is_of_stock(marks, one, is_sold=is_goods or is_priced)
        )
    ]


def _is_of_stock(marks: Marks, one: Candidate, *, is_sold: bool) -> bool:
    """Tell whether a text has two of these: a label or a name of its element that tells of stock,
    words that say little else, and a page on which something is sold."""
    is_told = bool(one.row[AT["stock_label"]] or one.row[AT["own"]])
    says = says_stock(one.text)
    # A button proves less than money does: single words may be of anything.
    is_sold = is_sold or (bool(marks.buys) and " " in one.text.strip())
    return is_told + says + is_sold > 1 and (is_told or says)


def _texts(marks: Marks) -> list[int]:
    nodes = marks.texts_that_say("stock", MAX_TEXTS)
    return [node for node in nodes if marks.tree.text_chars(node) <= MAX_CHARS]
