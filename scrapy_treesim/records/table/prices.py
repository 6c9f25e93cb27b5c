"""The price and the former price of each record, by all that the page says of its amounts.

What is struck through or said to be former is the old price where another amount is left; of
amounts of which nothing is said the place where most records have theirs decides, then the order.
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
    from scrapy_treesim.reading.shown.ratings import Part
    from scrapy_treesim.tree import PageTree


MIN_SHARE: Final = 0.2
"""Share of records from which what they show is a column."""

Place: TypeAlias = "tuple[tuple[int, str | None], ...]"


class Prices(NamedTuple):
    """Present and former price of a record."""

    price: ShownAmount | None = None
    old: ShownAmount | None = None
    more: tuple[ShownAmount, ...] = ()
    """Further ones at the same place as the price, as of rooms in a hotel."""


def with_prices(
    page: Page, readings: list[LeafValues], records: Sequence[Sequence[int]]
) -> list[LeafValues]:
    """The readings, with those of prices in place of all that they are read from."""
    shown = [amounts_in(page, record) for record in records]
    chosen = prices_of(shown, page)
    count = sum(one.price is not None for one in chosen)
    if count < max(1, MIN_SHARE * len(records)):
        return readings
    of_prices = [
        shown_column(
            "price", PRICE, [(one.price, *one.more) if one.price else () for one in chosen]
        )
    ]
    if any(one.old is not None for one in chosen):
        of_prices.append(
            shown_column("old_price", PRICE, [(one.old,) if one.old else () for one in chosen])
        )
    return without_cells(page, readings, of_prices)


def prices_of(shown: Sequence[Sequence[ShownAmount]], page: Page) -> list[Prices]:
    """The price and the former price of each record, by the amounts of all."""
    shown = [_told_by_saving(amounts) for amounts in shown]
    usual = [[one for one in amounts if one.says is not Says.MINOR] for amounts in shown]
    if any(one.says is not Says.PART for amounts in usual for one in amounts):
        usual = [[one for one in amounts if one.says is not Says.PART] for amounts in usual]
    split = [_split(amounts) for amounts in usual]
    place_of = partial(_place, page.tree)
    common: Counter[Place] = Counter()
    if any(len(now) > 1 for now, _ in split):
        common.update(place for now, _ in split for place in {*map(place_of, now)})
    return [_prices(now, old, common, place_of) for now, old in split]


def _told_by_saving(amounts: Sequence[ShownAmount]) -> Sequence[ShownAmount]:
    """The amounts, where two differ by what is saved told apart by that: price and former price."""
    saved = {one.value for one in amounts if one.says is Says.MINOR}
    rest = [one for one in amounts if one.says is not Says.MINOR]
    for high in rest if saved else ():
        for low in rest:
            if high.value - low.value in saved:
                told = {high: Says.OLD, low: Says.NOW}
                return [replace(one, says=told.get(one, one.says)) for one in amounts]
    return amounts


def _split(amounts: Sequence[ShownAmount]) -> tuple[list[ShownAmount], list[ShownAmount]]:
    """The amounts that may be the price, and those that may be the former one."""
    struck = [one for one in amounts if one.struck]
    rest = [one for one in amounts if not one.struck]
    said = [one for one in rest if one.says is Says.OLD]
    # What is called the regular price is the price where there is no other.
    others = [one for one in rest if one.says is not Says.OLD]
    return (others, [*struck, *said]) if others else (rest, struck)


def _place(tree: PageTree, amount: ShownAmount) -> Place:
    """Position of an amount: the tags and class names from it up."""
    node = amount.node
    found = []
    for _ in range(4):
        found.append((tree.tag[node], tree.get(node, "class")))
        node = tree.parent[node]
        if node <= 0:
            break
    return tuple(found)


def _prices(
    now: Sequence[ShownAmount],
    old: Sequence[ShownAmount],
    common: Counter[Place],
    place_of: Callable[[ShownAmount], Place],
) -> Prices:
    if not now:
        return Prices()
    said = [one for one in now if one.says is Says.NOW]
    if said:
        price = said[0]
    else:
        price = max(now, key=lambda one: common[place_of(one)]) if len(now) > 1 else now[0]
    former = [one for one in old if one.value > price.value]
    # What is struck through is no longer so, however small.
    former = former or [one for one in old if one.struck and one.value != price.value]
    near = min(former, key=lambda one: abs(one.number - price.number), default=None)
    if len(now) == 1:
        return Prices(price, near)
    place = place_of(price)
    more = (one for one in now if one.node != price.node)
    return Prices(price, near, tuple(one for one in more if place_of(one) == place))


def shown_column(name: str, kind: str, cells: Sequence[Sequence[ShownAmount | Part]]) -> LeafValues:
    """The reading of a column of what records show, by what each of them has of it."""
    nodes = tuple(tuple((shown.node,) for shown in cell) for cell in cells)
    values = [[shown.text for shown in cell] for cell in cells]
    return LeafValues(Leaf(f"{name}()", nodes, len(nodes)), kind, values, False, None, name)


MAX_SCRIPTS: Final = 2_000_000
"""Characters of a page's scripts in which its currency is looked for."""
MAX_NAMED: Final = 50
"""Places in a script that are asked which currency they name."""

_HINT: Final = "urrency"
_NAMED: Final = re.compile(
    r"urrency(?:[_-]?[cC]ode|[_-]?[iI]so)?\\?[\"']?\s{0,3}[:=,]\s{0,3}"
    r"(?:\{\s{0,3}\\?[\"']?(?:code|active)\\?[\"']?\s{0,3}:\s{0,3})?\\?[\"']([A-Z]{3})\\?[\"']"
)
_META: Final = tags.NUMBER["meta"]


def currencies_named(page: Page) -> frozenset[str]:
    """The currencies that a page names to programs, in declarations and scripts."""
    return frozenset(code for code in _codes(page) if code in CODES)


def _codes(page: Page) -> Iterator[str]:
    tree = page.tree
    for node in page.of_tag(_META):
        said = f"{tree.get(node, 'property') or ''} {tree.get(node, 'itemprop') or ''}"
        if _HINT in said:
            yield (tree.get(node, "content") or "").strip()[:3].upper()
    left = MAX_SCRIPTS
    for script in (*page.json_ld(), *page.scripts()):
        at = script.find(_HINT, 0, left)
        for _ in range(MAX_NAMED):
            if at < 0:
                break
            match = _NAMED.match(script, at)
            if match is not None:
                yield match[1]
            at = script.find(_HINT, at + 1, left)
        left -= len(script)
        if left <= 0:
            break
