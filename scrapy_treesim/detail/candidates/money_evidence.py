"""The evidence that an amount is money: without any, a number is a size or a code."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from scrapy_treesim.analysis.lexicon import codes as code_words
from scrapy_treesim.analysis.lexicon import prices
from scrapy_treesim.detail.candidate import NONE
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.values.currency import is_sure, signs_in
from scrapy_treesim.detail.values.money import amounts_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.candidate import Candidate
    from scrapy_treesim.detail.marks import Marks

_SAID: Final = tuple(AT[name] for name in ("money_said", "money_said_old", "own_price"))
_WORD: Final = re.compile(r"[^\W\d_]{1,40}")
_CODE_WORDS: Final = frozenset(code_words.LABELS.split())
_PRICE_WORDS: Final = frozenset(f"{prices.LABELS} {prices.OLD}".split())


def with_money_evidence(
    marks: Marks, amounts: Sequence[Candidate], codes: Iterable[Candidate]
) -> list[Candidate]:
    """The amounts that are declared, have a currency that is no other word, or else are called a
    price by a label or the names of their elements; of the latter none that is a code.

    ``codes``: the candidates of codes; those that are declared or have a label are no amounts.
    """
    known = {one.value for one in codes if one.source == "label" or one.is_declared}
    declared = {code for one in marks.own_declarations for code in one.values.get("currency", ())}
    return [
        one
        for one in amounts
        if one.value == NONE
        or one.is_declared
        or _is_money(marks, one, declared)
        or (_is_called_price(one) and one.value not in known)
    ]


def _is_money(marks: Marks, one: Candidate, declared: Collection[str]) -> bool:
    """Tell whether an amount has a currency of the page beside it."""
    value = Decimal(one.value)
    for amount in amounts_of(one.text, None, marks.url, marks.language):
        if amount.value == value and amount.currency is not None:
            sure = amount.is_sure
            return sure or any(is_sure(one.text, sign, declared) for sign in signs_in(one.text))
    return False


def _is_called_price(one: Candidate) -> bool:
    """Tell whether a label, a word beside an amount or its element's name says that it is one."""
    words = _WORD.findall(one.text.lower())
    if not _PRICE_WORDS.isdisjoint(words):
        return True
    return any(one.row[at] for at in _SAID) and _CODE_WORDS.isdisjoint(words)
