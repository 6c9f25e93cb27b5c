"""The texts of records that may be amounts of money, by a look at the signs of currencies."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.records.table import _money_hints_cy
from scrapy_treesim.tree import tags
from scrapy_treesim.tree._hashing_cy import HashTable, hash_bytes
from scrapy_treesim.values.currency import all_signs, at_home

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_CHARS: Final = 80
"""Characters of a text that is an amount or has one in it."""
MAX_JOINED: Final = 40
"""Characters of an amount whose parts have elements of their own."""
MAX_PARTS: Final = 8
"""Texts that it is made of."""
MAX_LEVELS: Final = 4
"""Elements around a part of an amount that may be the whole, and around the whole that are asked
for their names."""
MAX_TEXTS: Final = 400
"""Texts of a record that are looked at."""
STRUCK: Final = tags.numbers("del s strike")
"""What crosses an amount out."""
INSERTED: Final = tags.NUMBER["ins"]
"""What comes in its place."""

_CAPITALS, _WORD, _ELSEWHERE = 1, 2, 4  # As the kernel has them.
_CLOSED: Final = bytes(number in STRUCK or number == INSERTED for number in range(len(tags.KNOWN)))
_LIMITS: Final = array("i", (MAX_TEXTS, MAX_CHARS, MAX_JOINED, MAX_PARTS, MAX_LEVELS))


def money_hints(page: Page, records: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each record the numbers of its texts that may be amounts, or parts of some, in order.

    ``records``: the page nodes that each is made of, none below another. O(nodes and bytes of the
    records).
    """
    tree, analysis = page.tree, page.analysis
    roots = array("i", (root for record in records for root in record))
    owners = array("i", (place for place, record in enumerate(records) for _ in record))
    manners = _manners(at_home(page.url, page.language))
    hints = _money_hints_cy.MoneyHints(_signs().table, manners, _signs().longest)
    found: list[list[int]] = [[] for _ in records]
    for owner, number in hints.numbers(
        tree.tag, tree.parent, tree.size, tree.start, tree.chars, tree.text, analysis.digits,
        analysis.texts, analysis.text_node, roots, owners, _CLOSED, _LIMITS,
        bytearray(analysis.texts[len(tree)]), bytearray(len(tree)),
    ):  # fmt: skip
        found[owner].append(number)
    return found


class _Signs(NamedTuple):
    """All signs and codes of currencies, by number."""

    table: HashTable
    """Their hashes."""
    manners: bytes
    """How each is written."""
    longest: bytes
    """Bytes of the longest one by its first byte."""
    currencies: dict[int, frozenset[str]]
    """Of those that are read only where one of these is at home."""


@lru_cache(maxsize=1)
def _signs() -> _Signs:
    table = HashTable()
    manners = bytearray()
    longest = bytearray(256)
    only_at_home: dict[int, frozenset[str]] = {}
    sure: set[int] = set()
    for sign, in_capitals, currencies in all_signs():
        for form in _forms(sign):
            encoded = form.encode()
            number = table.enter(hash_bytes(encoded, 0, len(encoded)))
            manners.extend([_CAPITALS | _WORD] * (table.count - len(manners)))
            is_word = sign[0].isalpha() and sign[-1].isalnum()
            manners[number] &= _CAPITALS * in_capitals | _WORD * is_word
            for first in {form[0], form[0].upper()}:
                byte = first.encode()[0]
                longest[byte] = max(longest[byte], len(encoded))
            if currencies:
                only_at_home[number] = currencies | only_at_home.get(number, frozenset())
            else:
                sure.add(number)
    for number in sure:
        only_at_home.pop(number, None)
    return _Signs(table, bytes(manners), bytes(longest), only_at_home)


@lru_cache(maxsize=64)
def _manners(home: frozenset[str]) -> bytes:
    """How signs are written, where the page is from countries with these currencies."""
    signs = _signs()
    manners = bytearray(signs.manners)
    for number, currencies in signs.currencies.items():
        if not currencies & home:
            manners[number] = _ELSEWHERE
    return bytes(manners)


def _forms(sign: str) -> Iterator[str]:
    """A sign as it may be written; the kernel knows small letters of ASCII alone."""
    for form in {sign, sign.capitalize(), sign.upper()}:
        yield "".join(letter.lower() if letter.isascii() else letter for letter in form)
