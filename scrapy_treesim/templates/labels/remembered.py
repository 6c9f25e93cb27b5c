"""Values seen before, looked for on a page that may say them in another way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules.example import loosened, squeezed
from scrapy_treesim.templates.rules.field_type import DATE_TYPE, PRICE_TYPE, fits
from scrapy_treesim.templates.rules.values import TEXT, NodeTexts, PageText, in_attributes
from scrapy_treesim.templates.store.seen_values import SeenPage
from scrapy_treesim.tree import tags
from scrapy_treesim.values.dates import date_of
from scrapy_treesim.values.money import price_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

Values = tuple[str, ...]

MAX_SHORT: Final = 40
"""Characters of a text that may be a price or date."""
MAX_SHORT_TEXTS: Final = 2_000
"""Such texts of a page that are read."""
TELLING: Final = 6
"""Letters and digits of a value that tells one page from others."""
MAX_SHARED: Final = 3
"""Pages that may have a value if it is to tell one from others."""
MIN_TOLD: Final = 2
"""Values that a page shares with one seen before, if it is to be the same under a new address."""
MIN_SHARED: Final = 0.6
"""Share of a page's telling values that it still has; a list has some of many pages."""
MAX_RUNS: Final = 3_000
"""Runs of text of a page by which it is known again."""

_UNSHOWN: Final = tags.numbers("script style template noscript")


class RememberedPages:
    """Pages seen before, found again by their address or by their values."""

    def __init__(self, pages: Iterable[SeenPage]) -> None:
        self._by_url: dict[str, SeenPage] = {}
        by_value: dict[str, list[str]] = {}
        for page in pages:
            self._by_url[page.url] = page
            for value in _telling(page):
                of = by_value.setdefault(value, [])
                if len(of) <= MAX_SHARED:
                    of.append(page.url)
        self._by_value = {value: of for value, of in by_value.items() if len(of) <= MAX_SHARED}

    def __len__(self) -> int:
        return len(self._by_url)

    def of(self, page: Page) -> SeenPage | None:
        """The same page as it was seen before: at its address, or else with most of its values."""
        known = self._by_url.get(page.url)
        if known is not None:
            return known
        votes: dict[str, int] = {}
        for value in _runs(page):
            for url in self._by_value.get(value, ()):
                votes[url] = votes.get(url, 0) + 1
        if not votes:
            return None
        first, *others = sorted(votes.items(), key=lambda one: -one[1])[:2]
        if first[1] < MIN_TOLD or (others and others[0][1] == first[1]):
            return None
        seen = self._by_url[first[0]]
        telling = sum(value in self._by_value for value in _telling(seen))
        return seen if first[1] >= MIN_SHARED * telling else None


def _telling(page: SeenPage) -> set[str]:
    values = (loosened(value) for some in page.fields.values() for value in some)
    return {value for value in values if len(value) >= TELLING}


def _runs(page: Page) -> set[str]:
    """The runs of text of a page; of ``label: value`` the value too."""
    found: set[str] = set()
    tree = page.tree
    runs = (node for node, tag in enumerate(tree.tag) if tag == tags.TEXT)
    for _, node in zip(range(MAX_RUNS), runs, strict=False):
        text = tree.plain_text(node)[:400]
        found.update((loosened(text), loosened(text.rpartition(":")[2])))
    return found


class PageValues:
    """A page on which values seen before are looked for; ``wanted`` are all of them."""

    def __init__(self, page: Page, wanted: Iterable[str]) -> None:
        self._page = page
        self._text = PageText(page)
        self._loose: PageText | None = None
        self._texts = NodeTexts(page)
        self._in_attributes = {key for key, _ in in_attributes(page, {*map(squeezed, wanted)})}
        self._short: list[str] | None = None
        self._prices: dict[Decimal, list[tuple[bool, str]]] | None = None
        self._dates: list[tuple[date | None, str]] | None = None

    def find(self, type: str, values: Sequence[str]) -> Values | None:
        """The values as this page has them; None where one of them is not there."""
        found = [self._one(type, value) for value in values]
        kept = tuple(one for one in found if one is not None)
        return kept if len(kept) == len(values) else None

    def _one(self, type: str, value: str) -> str | None:
        wanted = squeezed(value)
        if not wanted:
            return None
        if wanted in self._in_attributes or self._text.find(wanted):
            return value
        if type == PRICE_TYPE:
            return next(self._of_price(value), None)
        if type == DATE_TYPE:
            return next(self._of_date(value), None)
        return self._loosely(value)

    def _loosely(self, value: str) -> str | None:
        if self._loose is None:
            self._loose = PageText(self._page, loosened)
        wanted = loosened(value)
        return value if len(wanted) > 1 and self._loose.find(wanted) else None

    def _of_price(self, value: str) -> Iterator[str]:
        """The texts that are the same amount, those with a currency first."""
        wanted = price_of(value)
        if wanted is None or not fits(PRICE_TYPE, value):
            return
        if self._prices is None:
            self._prices = {}
            for text in self._short_texts():
                price = price_of(text) if fits(PRICE_TYPE, text) else None
                if price is not None:
                    of = self._prices.setdefault(price.amount, [])
                    of.append((price.currency is None, text))
        same = sorted(self._prices.get(wanted.amount, ()), key=lambda one: one[0])
        yield from (text for _, text in same)

    def _of_date(self, value: str) -> Iterator[str]:
        wanted = date_of(value)
        if wanted is None:
            return
        if self._dates is None:
            self._dates = [(date_of(text), text) for text in self._short_texts()]
        yield from (text for date, text in self._dates if date == wanted)

    def _short_texts(self) -> list[str]:
        """The texts of runs, and of elements with little more, that have a digit."""
        if self._short is None:
            tree = self._page.tree
            nodes: dict[int, None] = {}
            for node in self._text.nodes:
                parent = tree.parent[node]
                if tree.tag[parent] not in _UNSHOWN:
                    nodes.update({node: None, parent: None, tree.parent[parent]: None})
            said = (
                self._texts.taken(node, TEXT)
                for node in nodes
                if node >= 0 and tree.start[node + tree.size[node]] - tree.start[node] < 400
            )
            short = (one for one in said if len(one) <= MAX_SHORT and any(map(str.isdigit, one)))
            self._short = [*dict.fromkeys(short)][:MAX_SHORT_TEXTS]
        return self._short


def fields_on(
    page: Page, seen: SeenPage, types: Mapping[str, str]
) -> tuple[dict[str, Values], frozenset[str]]:
    """The fields of a page seen before as it has them now, and those that are not found on it."""
    values = PageValues(page, (value for some in seen.fields.values() for value in some))
    found: dict[str, Values] = {}
    for name, before in seen.fields.items():
        now = values.find(types.get(name, ""), before)
        if now is not None:
            found[name] = now
    return found, frozenset(seen.fields.keys() - found.keys())
