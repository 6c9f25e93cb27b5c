"""The price and the former price of each record, by all evidence about its amounts.

An amount that is struck through or called former is the old price where another amount remains; of
amounts without a word the position where most records have theirs decides, then the order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from scrapy_treesim.reading.shown.amounts import Says, ShownAmount, amounts_in
from scrapy_treesim.records.table.cells import LeafValues, without_cells
from scrapy_treesim.records.table.common_leaves import Leaf
from scrapy_treesim.tree import tags
from scrapy_treesim.values.currency import CODES
from scrapy_treesim.values.text_kinds import PRICE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.shown.ratings import RatingPart
    from scrapy_treesim.tree import PageTree


MIN_SHARE: Final = 0.2
"""Smallest share of records with an amount or a rating, for it to be a column."""

Position: TypeAlias = "tuple[tuple[int, str | None], ...]"


class Prices(NamedTuple):
    """Present and former price of a record."""

    price: ShownAmount | None = None
    old: ShownAmount | None = None
    more: tuple[ShownAmount, ...] = ()
    """Further prices at the same position, as of rooms in a hotel."""


def with_prices(
    page: Page, readings: list[LeafValues], records: Sequence[Sequence[int]]
) -> list[LeafValues]:
    """Return the readings, with those of prices replacing all readings of the same cells."""
    shown = [amounts_in(page, record) for record in records]
    least = max(1, MIN_SHARE * len(records))
    if sum(map(bool, shown)) < least:
        return readings
    chosen = prices_of(shown, page)
    if sum(row.price is not None for row in chosen) < least:
        return readings
    of_prices = [
        shown_column(
            "price", PRICE, [(row.price, *row.more) if row.price else () for row in chosen]
        )
    ]
    if any(row.old is not None for row in chosen):
        of_prices.append(
            shown_column("old_price", PRICE, [(row.old,) if row.old else () for row in chosen])
        )
    return without_cells(page, readings, of_prices)


def prices_of(shown: Sequence[Sequence[ShownAmount]], page: Page) -> list[Prices]:
    """Return the price and the former price of each record, by the amounts of all."""
    shown = [*map(_split_by_saving, shown)]
    usual = _without(Says.MINOR, shown)
    whole = _without(Says.PART, usual)
    split = [*map(_split, whole if any(whole) else usual)]
    position_of = partial(_position, page.tree)
    common: Counter[Position] = Counter()
    if any(len(now) > 1 for now, _ in split):
        common.update(position for now, _ in split for position in {*map(position_of, now)})
    return [_prices(now, old, common, position_of) for now, old in split]


def _without(says: Says, shown: Sequence[Sequence[ShownAmount]]) -> list[list[ShownAmount]]:
    return [[amount for amount in row if amount.says is not says] for row in shown]


def _split_by_saving(amounts: Sequence[ShownAmount]) -> Sequence[ShownAmount]:
    """Return the amounts; two that differ by a saving are marked as price and former price."""
    saved = {amount.value for amount in amounts if amount.says is Says.MINOR}
    rest = [amount for amount in amounts if amount.says is not Says.MINOR]
    for high in rest if saved else ():
        for low in rest:
            if high.value - low.value in saved:
                says = {high: Says.OLD, low: Says.NOW}
                return [replace(amount, says=says.get(amount, amount.says)) for amount in amounts]
    return amounts


def _split(amounts: Sequence[ShownAmount]) -> tuple[list[ShownAmount], list[ShownAmount]]:
    """Return the amounts in question for the price, and those for the former price."""
    struck = [amount for amount in amounts if amount.struck]
    rest = [amount for amount in amounts if not amount.struck]
    former = [amount for amount in rest if amount.says is Says.OLD]
    # An amount called the regular price is the price where there is no other.
    current = [amount for amount in rest if amount.says is not Says.OLD]
    return (current, [*struck, *former]) if current else (rest, struck)


def _position(tree: PageTree, amount: ShownAmount) -> Position:
    """Return the position of an amount: the tags and class names from it up."""
    return tuple((tree.tag[node], tree.get(node, "class")) for node in tree.upward(amount.node, 4))


def _prices(
    now: Sequence[ShownAmount],
    old: Sequence[ShownAmount],
    common: Counter[Position],
    position_of: Callable[[ShownAmount], Position],
) -> Prices:
    if not now:
        return Prices()
    current = (amount for amount in now if amount.says is Says.NOW)
    price = next(current, None) or max(now, key=lambda amount: common[position_of(amount)])
    former = _former(old, price)
    near = min(former, key=lambda amount: abs(amount.number - price.number), default=None)
    if len(now) == 1:
        return Prices(price, near)
    position = position_of(price)
    more = (amount for amount in now if amount.node != price.node)
    return Prices(price, near, tuple(amount for amount in more if position_of(amount) == position))


def _former(old: Sequence[ShownAmount], price: ShownAmount) -> list[ShownAmount]:
    """Return the amounts that are more than the price, or at least no longer it."""
    more = [amount for amount in old if amount.value > price.value]
    # An amount that is struck through is no longer the price, however small.
    return more or [amount for amount in old if amount.struck and amount.value != price.value]


def shown_column(
    name: str, kind: str, cells: Sequence[Sequence[ShownAmount | RatingPart]]
) -> LeafValues:
    """Return the reading of a column of amounts or ratings, by those of each record."""
    nodes = tuple(tuple((shown.node,) for shown in cell) for cell in cells)
    values = [[shown.text for shown in cell] for cell in cells]
    return LeafValues(Leaf(f"{name}()", nodes, len(nodes)), kind, values, False, None, name)


MAX_SCRIPTS: Final = 2_000_000
"""Characters of a page's scripts searched for its currency."""
MAX_NAMED: Final = 50
"""Largest number of mentions of a currency read in a script."""

_HINT: Final = "urrency"
_NAMED: Final = re.compile(
    r"urrency(?:[_-]?[cC]ode|[_-]?[iI]so)?\\?[\"']?\s{0,3}[:=,]\s{0,3}"
    r"(?:\{\s{0,3}\\?[\"']?(?:code|active)\\?[\"']?\s{0,3}:\s{0,3})?\\?[\"']([A-Z]{3})\\?[\"']"
)
_META: Final = tags.NUMBER["meta"]


def currencies_named(page: Page) -> frozenset[str]:
    """Return the currencies named by a page in declarations and scripts."""
    return frozenset(code for code in _codes(page) if code in CODES)


def _codes(page: Page) -> Iterator[str]:
    tree = page.tree
    for node in page.of_tag(_META):
        names = f"{tree.get(node, 'property') or ''} {tree.get(node, 'itemprop') or ''}"
        if _HINT in names:
            yield (tree.get(node, "content") or "").strip()[:3].upper()
    left = MAX_SCRIPTS
    for script in (*page.json_ld(), *page.scripts()):
        yield from _codes_in(script[:left])
        left -= len(script)
        if left <= 0:
            break


def _codes_in(script: str) -> Iterator[str]:
    position = -1
    for _ in range(MAX_NAMED):
        position = script.find(_HINT, position + 1)
        if position < 0:
            break
        match = _NAMED.match(script, position)
        if match is not None:
            yield match[1]
