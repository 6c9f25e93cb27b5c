"""Amounts of money with their currency, by what the text, the page and its address say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.values.currency import CODES, certain_currency, signs_in
from scrapy_treesim.values.money import amounts_of
from scrapy_treesim.values.typed_values import Price

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_treesim.page import Page

MAX_CHARS: Final = 100
"""Characters of a text that is read as an amount; longer ones mention amounts, they are none."""
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


def price_of(
    text: str, url: str = "", language: str | None = None, named: frozenset[str] = frozenset()
) -> Price | None:
    """The first amount with a currency that a text names, else the first number; of a range, the
    lower end.

    The currency is None where nothing tells which of several a sign means: neither the country
    that the page's address or language names, nor the currencies ``named`` elsewhere in the page.

    >>> price_of("now 12,50 €")
    Price(amount=Decimal('12.50'), currency='EUR')
    >>> price_of("$5"), price_of("$5", named=frozenset({"CAD"}))
    (Price(amount=Decimal('5'), currency=None), Price(amount=Decimal('5'), currency='CAD'))
    """
    if len(text) > MAX_CHARS:
        return None
    found = amounts_of(text, None, url, language)
    if not found:
        return None
    place = next((i for i, one in enumerate(found) if one.currency is not None), 0)
    start = found[place - 1].end if place else 0
    stop = found[place + 1].start if place + 1 < len(found) else len(text)
    told = text[start:stop]
    said = {code for sign in signs_in(told) for code in sign.codes}
    is_told = found[place].is_sure or not named.isdisjoint(said)
    currency = _currency(told, url, language, named) if is_told else None
    return Price(found[place].value, currency, text)


def _currency(text: str, url: str, language: str | None, named: frozenset[str]) -> str | None:
    told = {code for sign in signs_in(text) for code in sign.codes if code in named}
    sure = certain_currency(text)
    if sure is not None:
        return sure
    return told.pop() if len(told) == 1 else certain_currency(text, url, language)


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
