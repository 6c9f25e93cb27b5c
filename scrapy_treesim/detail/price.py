"""The former price: a greater amount beside the price that the page strikes out or calls so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail.candidate import NONE, Candidate
from scrapy_treesim.detail.candidates.amounts import MAX_LEVELS_STRUCK, STRUCK
from scrapy_treesim.detail.cues import CUES
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.values.currency import CODES, currency_of, signs_in

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.declared import Declaration
    from scrapy_treesim.detail.marks import Marks


def currency_of_price(marks: Marks, price: Candidate) -> str | None:
    """The currency that stands beside the price, else the declared one.

    What a sign leaves open, a declared code decides: of ``$``, that it is ``CAD``.
    """
    shown = currency_of(price.text, marks.url, marks.language)
    if shown is None:
        return next(_declared(marks.declarations), None)
    signs = signs_in(price.text)
    if any(len(sign.codes) == 1 for sign in signs):
        return shown
    declared = next(_declared(marks.own_declarations), None)
    return declared if any(declared in sign.codes for sign in signs) else shown


def _declared(declarations: Iterable[Declaration]) -> Iterator[str]:
    """The codes that these declare."""
    for declaration in declarations:
        for text in declaration.values.get("currency", ())[:1]:
            code = text.strip().upper()
            if code in CODES:
                yield code


MAX_TEXTS: Final = 4
"""Texts from the price to the former one."""


def former_price(
    marks: Marks, price: Candidate, candidates: Iterable[Candidate]
) -> Candidate | None:
    """The nearest amount beside a price that is greater and no longer asked; None without one."""
    if price.node is None:
        return None
    texts, amount = marks.analysis.texts, Decimal(price.value)
    beside = [
        (abs(texts[one.node] - texts[price.node]), number, one)
        for number, one in enumerate(candidates)
        if one.value != NONE and one.node is not None and Decimal(one.value) > amount
    ]
    for distance, _, one in sorted(beside):
        if distance > MAX_TEXTS:
            return None
        if one.node is not None and _is_former(marks, one, one.node, price.node):
            return one
    return None


def _is_former(marks: Marks, one: Candidate, node: int, price: int) -> bool:
    """Tell whether a word, or an element that does not hold the price as well, says so."""
    tree = marks.tree
    if marks.says(node, "old") or one.row[AT["money_said_old"]]:
        return True
    for _ in range(MAX_LEVELS_STRUCK):
        if node < 0 or node <= price < node + tree.size[node]:
            break
        if tree.tag[node] in STRUCK or marks.own[node] & CUES["old"]:
            return True
        node = tree.parent[node]
    return False
