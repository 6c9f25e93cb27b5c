"""Amounts of money as a page shows them, each from the smallest element around all of it.

``$<span>99</span><sup>99</sup>`` is one amount, ``<del>$9</del> <b>$7</b>`` are two. An amount is
described by the elements around it and no other: struck through, class names, words before and
behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.tree import tags
from scrapy_treesim.values.currency import may_have_sign, signs_in
from scrapy_treesim.values.lexicon.words import words
from scrapy_treesim.values.money import Amount, amounts_of, joined
from scrapy_treesim.values.other_things import (
    classes_name_other,
    has_word_of,
    is_beside_other,
    names_other,
)
from scrapy_treesim.values.text_kinds import plain_line

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_CHARS: Final = 80
"""Characters of a text that is an amount or has one in it."""
MAX_JOINED: Final = 40
"""Characters of an amount whose parts have elements of their own."""
MAX_LEVELS: Final = 4
"""Most elements around a part of an amount taken as the whole, and around the whole read for their
names."""
MAX_TEXTS: Final = 400
"""Texts of a record that are looked at."""
MAX_LETTERS: Final = 24
"""Letters beside the amounts of such a text; with more it tells of amounts and is none."""
MAX_JOINED_LETTERS: Final = 12
"""Letters in it."""
MAX_SIGN_LETTERS: Final = 4
"""Letters of a text that is a part of an amount."""
MAX_NUMBER: Final = 12
"""Characters of a number whose currency stands in an element beside its own."""
MAX_SIGN: Final = 5
"""Characters of such a currency."""
MAX_NAMES: Final = 200
"""Characters of class names and of a style that are read."""
MAX_LABEL: Final = 30
"""Characters of a text beside an amount that says what it is."""
MAX_AMOUNTS: Final = 12
"""Amounts of a record, the first ones."""
MAX_PRICE: Final = Decimal(10) ** 9
"""No price is as high."""

STRUCK: Final = tags.numbers("del s strike")
"""Tag numbers of elements that cross an amount out."""
_INSERTED: Final = tags.NUMBER["ins"]
"""Tag number of the element that holds the replacement."""
_CLOSED: Final = STRUCK | {_INSERTED}
_LINE_THROUGH: Final = re.compile(r"text-decoration[a-z-]{0,9}\s{0,9}:[^;]{0,40}line-through")
_LEADING: Final = re.compile(r"\A(?:[:;•|–—\s]|,(?!\d\d(?!\d)))+")
"""What belongs to a neighbour, but for the comma of ``,89 €``."""
_SIGN_FIRST: Final = re.compile(r"[^\d$€£¥₹₽]{0,40}([$€£¥₹₽])\s?\d")


@dataclass(frozen=True, slots=True)
class ShownAmount:
    """An amount of a record, or of a page's thing."""

    value: Decimal
    text: str
    """Text of the amount, with the words around it in the same element."""
    node: int
    """Smallest node around it."""
    number: int
    """Number of its text among the page's."""
    struck: bool
    says: Says


def amounts_in(page: Page, record: Sequence[int]) -> list[ShownAmount]:
    """The amounts with a currency in a record, in page order."""
    digits, size = page.once(analysis_of).digits, page.tree.size
    if not any(digits[root + size[root]] > digits[root] for root in record):
        return []
    reader = AmountReader(page, record)
    amounts: list[ShownAmount] = []
    for whole in reader.wholes():
        amounts += reader.read(whole)
        if len(amounts) >= MAX_AMOUNTS:
            break
    return amounts


@dataclass(frozen=True, slots=True)
class Whole:
    """An element, or a text, with an amount."""

    node: int
    first: int
    """The number of its first text."""
    stop: int
    text: str
    amounts: tuple[Amount, ...]


class AmountReader:
    """Reads the amounts in some subtrees of a page."""

    def __init__(self, page: Page, roots: Sequence[int]) -> None:
        """Take the subtrees, in page order."""
        self._tree = page.tree
        self._analysis = page.once(analysis_of)
        self._url = page.url
        self._language = page.language
        self._roots = frozenset(roots)
        texts, size = page.once(analysis_of).texts, page.tree.size
        self._runs = [range(texts[root], texts[root + size[root]]) for root in roots]
        runs = self._runs or [range(0)]
        self._bounds = range(runs[0].start, runs[-1].stop)
        self._may_have_sign: dict[int, bool] = {}
        """Whether a text may have the sign of a currency, by its number."""

    def wholes(self) -> Iterator[Whole]:
        """Elements and texts with amounts, each text once."""
        text_node, digits, tree = self._analysis.text_node, self._analysis.digits, self._tree
        done = -1
        for number in islice(chain.from_iterable(self._runs), MAX_TEXTS):
            node = text_node[number]
            if number <= done or digits[node + 1] == digits[node]:
                continue
            if tree.text_chars(node) <= MAX_CHARS:
                whole = self.whole(node)
                if whole is not None:
                    yield whole
                    done = whole.stop - 1

    def whole(self, node: int) -> Whole | None:
        """The smallest element around a text with all of an amount, its currency and its cents."""
        tree, texts = self._tree, self._analysis.texts
        number = texts[node]
        smallest: Whole | None = None
        text = plain_line(tree, node)
        amounts = self._amounts(text)
        if amounts:
            if sum(map(str.isalpha, text)) > MAX_LETTERS + 3 * len(amounts):
                return None
            smallest = Whole(node, number, number + 1, text, amounts)
            if len(amounts) > 1 or amounts[0].value != amounts[0].value.to_integral_value():
                return smallest
        elif sum(map(str.isalpha, text)) > MAX_SIGN_LETTERS:
            return None
        around = [*self._around(node)]
        if not around or not self._has_sign_in(around[-1]):
            return smallest
        for above in around:
            value = None if smallest is None else smallest.amounts[0].value
            smallest = self._joined(above, value) or smallest
        return smallest

    def _around(self, node: int) -> Iterator[int]:
        """The elements of several texts around a text that may be the whole of its amount."""
        tree, texts = self._tree, self._analysis.texts
        for _ in range(MAX_LEVELS):
            if node in self._roots or tree.tag[node] in _CLOSED:
                break
            node = tree.parent[node]
            if node <= 0 or tree.text_chars(node) > MAX_JOINED:
                break
            if texts[node + tree.size[node]] - texts[node] > 1:
                yield node

    def _has_sign_in(self, node: int) -> bool:
        """Tell whether any text of an element may have the sign of a currency."""
        texts, known = self._analysis.texts, self._may_have_sign
        for number in range(texts[node], texts[node + self._tree.size[node]]):
            if number not in known:
                line = plain_line(self._tree, self._analysis.text_node[number])
                known[number] = may_have_sign(line)
            if known[number]:
                return True
        return False

    def with_sign(self, node: int) -> Whole | None:
        """A number with the currency alone in the text before it or behind it."""
        tree, analysis = self._tree, self._analysis
        number, text = analysis.texts[node], plain_line(tree, node)
        if len(text) > MAX_NUMBER or not text[:1].isdigit():
            return None
        for beside in (number - 1, number + 1):
            if beside in self._bounds and tree.text_chars(analysis.text_node[beside]) <= MAX_SIGN:
                sign = plain_line(tree, analysis.text_node[beside])
                both = f"{sign} {text}" if beside < number else f"{text} {sign}"
                amounts = self._amounts(both)
                if sign and not any(map(str.isdigit, sign)) and amounts:
                    first = min(number, beside)
                    return Whole(node, first, first + 2, both, amounts)
        return None

    def _joined(self, node: int, shown: Decimal | None) -> Whole | None:
        """The texts of an element as one amount, if they are one, another than is ``known``, and
        nothing else."""
        texts = self._analysis.texts
        first, stop = texts[node], texts[node + self._tree.size[node]]
        parts: list[str] = []
        letters = 0
        for text_node in self._analysis.text_node[first:stop]:
            part = plain_line(self._tree, text_node)
            letters += sum(map(str.isalpha, part))
            if letters > MAX_JOINED_LETTERS:
                return None
            parts.append(part)
        text = joined(parts)
        amounts = self._amounts(text)
        if len(amounts) != 1 or amounts[0].value == shown:
            return None
        rest = text[: amounts[0].start] + text[amounts[0].end :]
        if any(map(str.isdigit, rest)):
            return None
        # As it stands in the page, where that says the same.
        plain = plain_line(self._tree, node)
        plain_amounts = self._amounts(plain) if plain != text else ()
        if len(plain_amounts) == 1 and plain_amounts[0].value == amounts[0].value:
            text, amounts = plain, plain_amounts
        return Whole(node, first, stop, text, amounts)

    def _amounts(self, text: str) -> tuple[Amount, ...]:
        """The amounts of a text with a currency beside them."""
        if not signs_in(text):
            return ()
        return tuple(
            amount
            for amount in amounts_of(text, None, self._url, self._language)
            if amount.is_sure and amount.currency is not None and 0 < amount.value < MAX_PRICE
        )

    def read(self, whole: Whole) -> Iterator[ShownAmount]:
        """The amounts of an element, and the page's words on each."""
        struck, named = self.is_struck(whole.node), self._meaning(whole.node)
        text, amounts = whole.text, whole.amounts
        start = 0
        for number, amount in enumerate(amounts):
            stop = amounts[number + 1].start if number + 1 < len(amounts) else len(text)
            before = text[start : amount.start]
            label = "" if number else self._beside(whole.first, -1)
            says = said_of(
                before,
                text[amount.end : stop],
                label,
                "" if stop < len(text) else self._beside(whole.stop - 1, 1),
            )
            if is_beside_other("price", before) or names_other("price", label):
                says = Says.MINOR
            yield ShownAmount(
                amount.value,
                _trimmed(text[start:stop]),
                whole.node,
                whole.first,
                struck,
                says if says is not Says.NOTHING else named,
            )
            start = amount.end

    def is_struck(self, node: int) -> bool:
        """Tell whether an element is crossed out with little else."""
        tree = self._tree
        while node > 0 and tree.text_chars(node) <= MAX_JOINED:
            style = (tree.get(node, "style") or "")[:MAX_NAMES].lower()
            if tree.tag[node] in STRUCK or _LINE_THROUGH.search(style):
                return True
            node = tree.parent[node]
        return False

    def is_of_other(self, node: int) -> bool:
        """Tell whether names around an amount rule it out as a price of the thing."""
        is_price = False
        for _, names in self._named(node):
            is_other = classes_name_other("price", names)
            if is_other and (not is_price or names_other("price", f"price {names}")):
                return True
            is_price = is_price or has_word_of("price", names)
        return False

    def _meaning(self, node: int) -> Says:
        """The meaning of names and of a replacement around, innermost first."""
        for tag, names in self._named(node):
            says = Says.NOW if tag == _INSERTED else said_by_class(names)
            if says is not Says.NOTHING:
                return says
        return Says.NOTHING

    def _named(self, node: int) -> Iterator[tuple[int, str]]:
        """The tags and names of elements around an amount and no other."""
        tree, digits = self._tree, self._analysis.digits
        digits_inside = digits[node + tree.size[node]] - digits[node]
        for _ in range(MAX_LEVELS + 1):
            count = digits[node + tree.size[node]] - digits[node]
            if node in self._roots or count > digits_inside or tree.text_chars(node) > MAX_CHARS:
                break
            names = f"{tree.get(node, 'itemprop') or ''} {tree.get(node, 'class') or ''}"
            yield tree.tag[node], names[:MAX_NAMES]
            node = tree.parent[node]

    def _beside(self, number: int, step: int) -> str:
        """The text right before or behind, within the record, where it has no digits.

        A sign alone, such as a colon, belongs to the text before it.
        """
        has = self._analysis.digits if step < 0 else self._analysis.prices
        for _ in range(2):
            number += step
            if number not in self._bounds:
                return ""
            node = self._analysis.text_node[number]
            if self._tree.text_chars(node) > MAX_LABEL or has[node + 1] > has[node]:
                return ""
            text = plain_line(self._tree, node)
            if any(map(str.isalnum, text)):
                return text
        return ""


def _trimmed(text: str) -> str:
    """A part of a text without what belongs to its neighbours: ``or $`` behind ``$5``."""
    text = _LEADING.sub("", text).rstrip()
    opens = _SIGN_FIRST.match(text)
    return text.rstrip(f"{opens[1]}(,;|–— ") if opens else text


MAX_UNIT: Final = 30
"""Characters behind an amount in which its unit stands."""

_WORD: Final = re.compile(r"[^\W\d_]{1,59}")
_CLASS_WORD: Final = re.compile(r"[A-Z]?[a-z]{1,40}|[A-Z]{1,40}")
_PER: Final = re.compile(
    r"(?:/|\b(?:" + "|".join(words("price.per").split()) + r")\b)\s{0,3}", re.IGNORECASE
)
_TIMES_BEFORE: Final = re.compile(r"\d\s{0,2}[xX×]\s{0,2}\S{0,4}\s{0,2}\Z")
_PERCENT: Final = re.compile(r"%|％")
_LESS: Final = re.compile(r"(?:\A\s{0,3}(?:[-−]\s{0,2}|–)|\s[-−])[^\w\s]{0,4}\Z")


class Says(Enum):
    """Meaning of an amount on its page."""

    NOTHING = "nothing"
    OLD = "old"
    NOW = "now"
    PART = "part"
    """It is for one of a unit, or paid again and again."""
    MINOR = "minor"
    """It is saved or paid beside the price."""


@lru_cache(maxsize=4096)
def said_of(before: str, behind: str, label: str, unit: str) -> Says:
    """Meaning of an amount by its own words, or else its neighbours'."""
    if any(pattern.search(before) for pattern in (_PERCENT, _TIMES_BEFORE, _LESS)):
        return Says.MINOR
    if not _LIMITS.isdisjoint(_WORD.findall(before.casefold())[-2:]):
        return Says.MINOR
    says = _of_words(f"{before} {behind}")
    if says is not Says.NOTHING:
        return says
    if _is_per(behind) or _is_per(unit) or _is_per(before):
        return Says.PART
    return _of_words(label)


def _is_per(text: str) -> bool:
    per = _PER.search(text[:MAX_UNIT])
    if per is None:
        return False
    unit = _WORD.search(text.casefold(), per.end())
    return unit is not None and unit[0] in _PARTS_OF


@lru_cache(maxsize=4096)
def _of_words(text: str) -> Says:
    words_found = set(_WORD.findall(text.casefold()))
    for says, cues in _CUES:
        if not words_found.isdisjoint(cues):
            return says
    return Says.NOTHING


@lru_cache(maxsize=4096)
def said_by_class(names: str) -> Says:
    """Meaning of an amount by the first class name with one."""
    if classes_name_other("price", names):
        return Says.MINOR
    for name in names.split():
        class_words = {word.lower() for word in _CLASS_WORD.findall(name)}
        for says, cues in _CLASS_CUES:
            if not class_words.isdisjoint(cues):
                return says
    return Says.NOTHING


_CUES: Final = (
    (Says.MINOR, frozenset(words("price.minor").split())),
    (Says.OLD, frozenset(words("price.old").split())),
    (Says.NOW, frozenset(words("price.now").split())),
)
_LIMITS: Final = frozenset(words("price.limits").split())
_PARTS_OF: Final = frozenset(words("price.units", "price.times").split())
_OF_CLASSES: Final = {
    Says.OLD: "old was list regular original strike strikethrough stricken through crossed before "
    "compare previous uvp rrp msrp former retail oldprice wasprice listprice regularprice base "
    "originalprice compareat del struck streich statt",
    Says.NOW: "sale special now current final today new reduced discounted actual deal our "
    "saleprice specialprice finalprice currentprice newprice sales offer",
    Says.MINOR: "unit perunit unitprice shipping delivery saving savings save discount off badge "
    "installment installments instalment installments coupon voucher cashback points reward "
    "loyalty monthly month total deposit percent percentage you",
}
"""Words of class names around an amount."""
_CLASS_CUES: Final = tuple(
    (says, frozenset(_OF_CLASSES[says].split())) for says in (Says.MINOR, Says.OLD, Says.NOW)
)
