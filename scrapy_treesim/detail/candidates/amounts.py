"""Amounts of money that a page shows: what the price and the former price may be; the currency."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from math import exp, log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import NONE, Candidate
from scrapy_treesim.detail.feature_table import AT
from scrapy_treesim.detail.marks import CUES, Marks, elements_around
from scrapy_treesim.reading.shown.amounts import (
    MAX_CHARS,
    MAX_NUMBER,
    MAX_PRICE,
    STRUCK,
    AmountReader,
)
from scrapy_treesim.values.constants import PRICE
from scrapy_treesim.values.currency import CODES, currency_of, is_sure, signs_in
from scrapy_treesim.values.lexicon.words import entries
from scrapy_treesim.values.money import amounts_of

if TYPE_CHECKING:
    from scrapy_treesim.detail.declared.fields import Declaration

_SAID: Final = tuple(AT[name] for name in ("money_said", "money_said_old", "own"))
_WORD: Final = re.compile(r"[^\W\d_]{1,40}")
_CODE_WORDS: Final = frozenset(entries("code"))
_PRICE_WORDS: Final = frozenset(entries("price", "price.old"))


def with_money_evidence(
    amounts: Sequence[Candidate], codes: Iterable[Candidate]
) -> list[Candidate]:
    """The amounts that are declared, have a currency that is no other word, or else are called a
    price by a label or the names of their elements; of the latter none that is a code.

    ``codes``: the candidates of codes; those that are declared or have a label are no amounts.
    """
    known = {one.value for one in codes if one.source == "label" or one.is_declared}
    return [
        one
        for one in amounts
        if one.value == NONE
        or one.is_declared
        or one.is_sure
        or (_is_called_price(one) and one.value not in known)
    ]


def _is_called_price(one: Candidate) -> bool:
    """Tell whether a label, a word beside an amount or its element's name says that it is one."""
    words = _WORD.findall(one.text.lower())
    if not _PRICE_WORDS.isdisjoint(words):
        return True
    return any(one.row[at] for at in _SAID) and _CODE_WORDS.isdisjoint(words)


MAX_AFTER: Final = 20
"""Amounts after the headline that are looked at."""
MAX_BEFORE: Final = 6
"""Amounts right before it that are."""
MAX_LEVELS_STRUCK: Final = 8
"""Elements around an amount that may strike it out."""

MAX_LETTERS: Final = 12
"""Letters beside an amount that has no currency."""
MAX_NUMBERS: Final = 60
"""Texts after the headline in which numbers beside a currency are looked for."""


def amount_candidates(marks: Marks) -> list[Candidate]:
    """The amounts that a page shows, those near the headline first looked for."""
    found: list[Candidate] = []
    seen: set[int] = set()
    labelled = {
        pair.node: name for name in ("old_price", "price") for pair in marks.labelled.get(name, ())
    }
    declared = {code for one in marks.own_declarations for code in one.values.get("currency", ())}
    not_price = {pair.node for pair in marks.labelled.get("other_amount", ())}
    tree, reader = marks.tree, AmountReader(marks.page, [0])
    for text_node in _texts(marks, reader):
        whole = reader.whole(text_node) or reader.with_sign(text_node)
        node = text_node if whole is None else whole.node
        if node in seen:
            continue
        seen.add(node)
        is_split = whole is not None and whole.stop - whole.first > 1
        text = tree.plain_text(text_node) if whole is None else whole.text
        own = {node, text_node, tree.parent[text_node]}
        if not own.isdisjoint(not_price):
            continue
        amounts = [
            one
            for one in amounts_of(text, None, marks.url, marks.language)
            if 0 < one.value < MAX_PRICE
        ]
        if not amounts:
            continue
        letters = sum(map(str.isalpha, text))
        names = marks.own[text_node] | marks.own[tree.parent[text_node]]
        place = marks.position(text_node, "price")
        is_struck = float(reader.is_struck(node))
        has_sign = any(is_sure(text, sign, declared) for sign in signs_in(text))
        for number, (amount, sign, start, stop, is_known) in enumerate(amounts[:3]):
            if sign is None and letters > MAX_LETTERS:
                continue
            is_money = sign is not None and (is_known or has_sign)
            row = place[:]
            row[AT["struck"]] = is_struck
            row[AT["money_sign"]] = float(sign is not None)
            row[AT["money_second"]] = float(number > 0)
            row[AT["money_more"]] = min(1.0, (len(text) - (stop - start)) / 40)
            row[AT["money_cents"]] = float(not float(amount).is_integer())
            row[AT["money_split"]] = float(is_split)
            said = {labelled[one] for one in own if one in labelled}
            row[AT["money_minor"]] = float(names & CUES["minor"] != 0)
            row[AT["money_said"]] = float("price" in said)
            row[AT["money_said_old"]] = float("old_price" in said)
            found.append(Candidate(plain_amount(amount), text, "shown", node, row, is_money))
    _compare(marks, found)
    return found


def plain_amount(amount: Decimal) -> str:
    """An amount in digits, equal for equal ones: ``12.5``."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _texts(marks: Marks, reader: AmountReader) -> list[int]:
    """The short texts that may be amounts, the nearest to the headline."""
    prices, chars = marks.analysis.prices, marks.tree.text_chars
    nodes = _marks_cy.short_texts(
        marks.analysis, marks.around, CUES["price"], PRICE, 0, marks.aside, MAX_CHARS
    )
    middle = bisect_left(nodes, marks.headline)
    after = nodes[middle : middle + MAX_AFTER]
    # The currency of a number may stand in an element beside its own.
    joined = (
        node
        for node in marks.numbers_near(0, MAX_NUMBERS)
        if prices[node + 1] == prices[node]
        and chars(node) <= MAX_NUMBER
        and (reader.with_sign(node) or reader.whole(node))
    )
    return [*nodes[max(0, middle - MAX_BEFORE) : middle], *sorted({*after, *joined})]


def _compare(marks: Marks, found: list[Candidate]) -> None:
    """Add the features of amounts among each other."""
    amounts = [float(one.value) for one in found]
    numbers = [marks.analysis.texts[one.node or 0] for one in found]
    copies = Counter(one.value for one in found)
    after = 0
    for place, one in enumerate(found):
        row, amount = one.row, amounts[place]
        row[AT["money_order"]] = exp(-place / 3)
        if numbers[place] >= marks.headline_text:
            row[AT["money_order_after"]] = exp(-after / 2)
            after += 1
        row[AT["money_copies"]] = log1p(copies[one.value] - 1)
        for other in (place - 1, place + 1):
            if 0 <= other < len(found) and abs(numbers[other] - numbers[place]) <= 4:
                if amounts[other] > amount:
                    row[AT["money_less"]] = 1.0
                elif amounts[other] < amount:
                    row[AT["money_greater"]] = 1.0
    _note_shares(marks, found, amounts)


_TIMES: Final = re.compile(r"(?<![\d.,])\d{1,2}(?![\d.,%])")
"""A number that may say how many times an amount is paid."""
MAX_TIMES: Final = 60
"""The most times."""
MAX_COUNTS: Final = 3
"""Such numbers of a text that are looked at."""
MAX_BEFORE_SHARE: Final = 30
"""Characters of a text before an amount that may say so."""


def _note_shares(marks: Marks, found: Sequence[Candidate], amounts: Sequence[float]) -> None:
    """Note amounts that another one is paid in, so many times: of 12 x 9.99 and 119.88."""
    tree, analysis = marks.tree, marks.analysis
    even = [*map(float.is_integer, amounts)]
    for one, amount, is_even in zip(found, amounts, even, strict=True):
        said = one.text
        number = analysis.texts[one.node or 0]
        if number:
            before = analysis.text_node[number - 1]
            if tree.text_chars(before) <= MAX_BEFORE_SHARE:
                said = f"{tree.plain_text(before)} {said}"
        for times in {int(digits) for digits in _TIMES.findall(said)[-MAX_COUNTS:]}:
            if not 2 <= times <= MAX_TIMES:
                continue
            for other, whole, is_unit in zip(found, amounts, even, strict=True):
                # Each part is rounded, to cents or to the unit.
                rounding = 0.5 if is_even and is_unit else 0.01
                if -rounding <= whole / times - amount <= rounding:
                    one.row[AT["money_share"]] = 1.0
                    other.row[AT["money_whole"]] = 1.0


def currency_of_price(marks: Marks, price: Candidate) -> str | None:
    """The currency that stands beside the price, else the declared one.

    What a sign leaves open, a declared code decides: of ``$``, that it is ``CAD``.
    """
    shown = currency_of(price.text, marks.url, marks.language)
    if shown is None:
        return next(_declared(marks.declarations), None)
    declared = next(_declared(marks.own_declarations), None)
    return declared if any(declared in sign.codes for sign in signs_in(price.text)) else shown


def _declared(declarations: Iterable[Declaration]) -> Iterator[str]:
    """The codes that these declare."""
    for declaration in declarations:
        for text in declaration.values.get("currency", ())[:1]:
            code = text.strip().upper()
            if code in CODES:
                yield code


MAX_FORMER: Final = 4
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
        if distance > MAX_FORMER:
            return None
        if one.node is not None and _is_former(marks, one, one.node, price.node):
            return one
    return None


def _is_former(marks: Marks, one: Candidate, node: int, price: int) -> bool:
    """Tell whether a word, or an element that does not hold the price as well, says so."""
    tree = marks.tree
    if marks.says(node, "old") or one.row[AT["money_said_old"]]:
        return True
    for at in (node, *elements_around(tree, node, MAX_LEVELS_STRUCK - 1)):
        if at <= price < at + tree.size[at]:
            break
        if tree.tag[at] in STRUCK or marks.own[at] & CUES["old"]:
            return True
    return False
