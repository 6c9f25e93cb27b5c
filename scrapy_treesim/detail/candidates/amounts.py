"""Amounts of money on a page: candidates of the price and the former price; the currency."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from math import exp, log1p
from typing import TYPE_CHECKING, Final

from scrapy_treesim.detail import _marks_cy
from scrapy_treesim.detail.candidate import NONE, FieldCandidate
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
from scrapy_treesim.values.money import Amount, amounts_of
from scrapy_treesim.values.other_things import is_beside_other

if TYPE_CHECKING:
    from scrapy_treesim.detail.declared.fields import Declaration

_PRICE_FEATURES: Final = tuple(AT[name] for name in ("money_said", "money_said_old", "own"))
_WORD: Final = re.compile(r"[^\W\d_]{1,40}")
_CODE_WORDS: Final = frozenset(entries("code"))
_PRICE_WORDS: Final = frozenset(entries("price", "price.old"))


def with_money_evidence(
    amounts: Sequence[FieldCandidate], codes: Iterable[FieldCandidate]
) -> list[FieldCandidate]:
    """Return the amounts with evidence of money.

    An amount is kept if it is declared or has a currency beside it; also if a label, a word or the
    name of its element calls it a price, unless it is a declared or labelled one of ``codes``.
    """
    code_values = {code.value for code in codes if code.source == "label" or code.is_declared}
    return [
        candidate
        for candidate in amounts
        if candidate.value == NONE
        or candidate.is_declared
        or candidate.is_sure
        or (_is_called_price(candidate) and candidate.value not in code_values)
    ]


def _is_called_price(candidate: FieldCandidate) -> bool:
    """Tell whether a label, a word beside an amount or its element's name calls it a price."""
    words = _WORD.findall(candidate.text.lower())
    if not _PRICE_WORDS.isdisjoint(words):
        return True
    return any(candidate.row[index] for index in _PRICE_FEATURES) and _CODE_WORDS.isdisjoint(words)


MAX_AFTER: Final = 20
"""Largest number of amounts after the headline that are read."""
MAX_BEFORE: Final = 6
"""Largest number of amounts right before the headline that are read."""
MAX_LEVELS_STRUCK: Final = 8
"""Number of elements, from an amount outwards, that may strike it out."""

MAX_LETTERS: Final = 12
"""Largest number of letters beside an amount without a currency."""
MAX_NUMBERS: Final = 60
"""Number of texts after the headline to search for numbers with their currency beside them."""


def amount_candidates(marks: Marks) -> list[FieldCandidate]:
    """Return the amounts near the headline of a page, in document order."""
    candidates: list[FieldCandidate] = []
    seen: set[int] = set()
    labelled = {
        pair.node: name for name in ("old_price", "price") for pair in marks.labelled.get(name, ())
    }
    declared = {
        code
        for declaration in marks.own_declarations
        for code in declaration.values.get("currency", ())
    }
    not_price = {pair.node for pair in marks.labelled.get("other_amount", ())}
    not_price |= marks.of_others("price")
    tree, reader = marks.tree, AmountReader(marks.page, [0])
    for text_node in _texts(marks, reader):
        whole = reader.whole(text_node) or reader.with_sign(text_node)
        node = text_node if whole is None else whole.node
        if node in seen:
            continue
        seen.add(node)
        is_split = whole is not None and whole.stop - whole.first > 1
        text = tree.plain_text(text_node) if whole is None else whole.text
        if reader.is_of_other(node):
            continue
        related_nodes = {node, text_node, tree.parent[text_node]}
        if not related_nodes.isdisjoint(not_price):
            continue
        amounts = [
            parsed
            for parsed in _own_amounts(text, amounts_of(text, None, marks.url, marks.language))
            if 0 < parsed.value < MAX_PRICE
        ]
        if not amounts:
            continue
        letters = sum(map(str.isalpha, text))
        name_cues = marks.name_cues[text_node] | marks.name_cues[tree.parent[text_node]]
        position = marks.position(text_node, "price")
        is_struck = float(reader.is_struck(node))
        has_sign = any(is_sure(text, sign, declared) for sign in signs_in(text))
        for index, (amount, sign, start, stop, is_known) in enumerate(amounts[:3]):
            if sign is None and letters > MAX_LETTERS:
                continue
            is_money = sign is not None and (is_known or has_sign)
            row = position[:]
            row[AT["struck"]] = is_struck
            row[AT["money_sign"]] = float(sign is not None)
            row[AT["money_second"]] = float(index > 0)
            row[AT["money_more"]] = min(1.0, (len(text) - (stop - start)) / 40)
            row[AT["money_cents"]] = float(not float(amount).is_integer())
            row[AT["money_split"]] = float(is_split)
            labels = {labelled[related] for related in related_nodes if related in labelled}
            row[AT["money_minor"]] = float(name_cues & CUES["minor"] != 0)
            row[AT["money_said"]] = float("price" in labels)
            row[AT["money_said_old"]] = float("old_price" in labels)
            candidates.append(
                FieldCandidate(plain_amount(amount), text, "shown", node, row, is_money)
            )
    _compare(marks, candidates)
    return candidates


def plain_amount(amount: Decimal) -> str:
    """Write an amount in digits, equal for equal amounts: ``12.5``."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _texts(marks: Marks, reader: AmountReader) -> list[int]:
    """Return the nodes of possible amounts, short texts, the nearest to the headline."""
    prices, chars = marks.analysis.prices, marks.tree.text_chars
    nodes = _marks_cy.short_texts(
        marks.analysis, marks.around, CUES["price"], PRICE, 0, marks.aside, MAX_CHARS
    )
    middle = bisect_left(nodes, marks.headline)
    after = nodes[middle : middle + MAX_AFTER]
    # The currency of a number may be in an element beside its own.
    joined = (
        node
        for node in marks.numbers_near(0, MAX_NUMBERS)
        if prices[node + 1] == prices[node]
        and chars(node) <= MAX_NUMBER
        and (reader.with_sign(node) or reader.whole(node))
    )
    return [*nodes[max(0, middle - MAX_BEFORE) : middle], *sorted({*after, *joined})]


def _compare(marks: Marks, candidates: list[FieldCandidate]) -> None:
    """Add the features of amounts beside one another."""
    amounts = [float(candidate.value) for candidate in candidates]
    text_numbers = [marks.analysis.texts[candidate.node or 0] for candidate in candidates]
    copies = Counter(candidate.value for candidate in candidates)
    after_headline = 0
    for index, candidate in enumerate(candidates):
        row, amount = candidate.row, amounts[index]
        row[AT["money_order"]] = exp(-index / 3)
        if text_numbers[index] >= marks.headline_text:
            row[AT["money_order_after"]] = exp(-after_headline / 2)
            after_headline += 1
        row[AT["money_copies"]] = log1p(copies[candidate.value] - 1)
        near = [
            amounts[other]
            for other in range(max(index - 1, 0), min(index + 2, len(candidates)))
            if abs(text_numbers[other] - text_numbers[index]) <= 4
        ]
        row[AT["money_less"]] = float(max(near) > amount)
        row[AT["money_greater"]] = float(min(near) < amount)
    _note_shares(marks, candidates, amounts)


_TIMES: Final = re.compile(r"(?<![\d.,])\d{1,2}(?![\d.,%])")
"""Number of times that an amount may be paid."""
MAX_TIMES: Final = 60
"""Largest number of times that an amount is paid."""
MAX_COUNTS: Final = 3
"""Largest number of numbers of times read in a text."""
MAX_BEFORE_SHARE: Final = 30
"""Largest number of characters of a text before an amount, to read numbers of times in."""


def _note_shares(
    marks: Marks, candidates: Sequence[FieldCandidate], amounts: Sequence[float]
) -> None:
    """Mark instalments and their sums among amounts: 12 x 9.99 and 119.88."""
    are_round = [*map(float.is_integer, amounts)]
    for candidate, amount, is_round in zip(candidates, amounts, are_round, strict=True):
        text = _with_text_before(marks, candidate)
        for times in {int(digits) for digits in _TIMES.findall(text)[-MAX_COUNTS:]}:
            if not 2 <= times <= MAX_TIMES:
                continue
            for other, whole, is_whole_round in zip(candidates, amounts, are_round, strict=True):
                # Each part is rounded, to cents or to the unit.
                rounding = 0.5 if is_round and is_whole_round else 0.01
                if -rounding <= whole / times - amount <= rounding:
                    candidate.row[AT["money_share"]] = 1.0
                    other.row[AT["money_whole"]] = 1.0


def _with_text_before(marks: Marks, candidate: FieldCandidate) -> str:
    """Return the text of an amount after the text before it, if that is short."""
    text_number = marks.analysis.texts[candidate.node or 0]
    if text_number:
        before = marks.analysis.text_node[text_number - 1]
        if marks.tree.text_chars(before) <= MAX_BEFORE_SHARE:
            return f"{marks.tree.plain_text(before)} {candidate.text}"
    return candidate.text


def currency_of_price(marks: Marks, price: FieldCandidate) -> str | None:
    """Return the currency beside the price, else the declared one.

    A declared code decides what a sign leaves open: ``CAD`` for ``$``.
    """
    shown = currency_of(price.text, marks.url, marks.language)
    if shown is None:
        return next(_declared(marks.declarations), None)
    declared = next(_declared(marks.own_declarations), None)
    return declared if any(declared in sign.codes for sign in signs_in(price.text)) else shown


def _declared(declarations: Iterable[Declaration]) -> Iterator[str]:
    """Yield the codes of currencies in declarations."""
    for declaration in declarations:
        for text in declaration.values.get("currency", ())[:1]:
            code = text.strip().upper()
            if code in CODES:
                yield code


MAX_FORMER: Final = 4
"""Largest number of texts from the price to the former price."""


def former_price(
    marks: Marks, price: FieldCandidate, candidates: Iterable[FieldCandidate]
) -> FieldCandidate | None:
    """Return the nearest former price beside a price; None without one."""
    if price.node is None:
        return None
    texts, amount = marks.analysis.texts, Decimal(price.value)
    beside = [
        (abs(texts[former.node] - texts[price.node]), number, former)
        for number, former in enumerate(candidates)
        if former.value != NONE and former.node is not None and Decimal(former.value) > amount
    ]
    for distance, _, former in sorted(beside):
        if distance > MAX_FORMER:
            return None
        if former.node is not None and _is_former(marks, former, former.node, price.node):
            return former
    return None


def _is_former(marks: Marks, candidate: FieldCandidate, node: int, price_node: int) -> bool:
    """Tell whether a word, or an element without the price in it, marks a former price."""
    tree = marks.tree
    if marks.says(node, "old") or candidate.row[AT["money_said_old"]]:
        return True
    for element in (node, *elements_around(tree, node, MAX_LEVELS_STRUCK - 1)):
        if element <= price_node < element + tree.size[element]:
            break
        if tree.tag[element] in STRUCK or marks.name_cues[element] & CUES["old"]:
            return True
    return False


def _own_amounts(text: str, amounts: Sequence[Amount]) -> list[Amount]:
    """Return the amounts of a text but for those with words of other things beside them.

    Beside such an amount of money, a number without a currency is none: ``2 years' warranty $9``.
    """
    own, start = [], 0
    for amount in amounts:
        after = text[amount.end :] if amount is amounts[-1] else ""
        if not is_beside_other("price", text[start : amount.start], after):
            own.append(amount)
        start = amount.end
    if len(own) < len(amounts):
        return [amount for amount in own if amount.currency is not None]
    return own
