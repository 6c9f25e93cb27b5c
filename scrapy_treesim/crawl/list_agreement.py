"""A check of details: the lists of a site and its pages about one thing say the same of it."""

from __future__ import annotations

import logging
import re
from collections import Counter, OrderedDict
from collections.abc import Iterable
from hashlib import blake2b
from math import isclose
from typing import TYPE_CHECKING, Final, NamedTuple

from w3lib.url import safe_url_string

from scrapy_treesim.article.terms import terms
from scrapy_treesim.items import DetailItem, RecordItem, RecordRow

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

    from scrapy_treesim.items import Finding

logger = logging.getLogger(__name__)

MAX_LISTED: Final = 10_000
"""Links of lists that are remembered, the latest ones."""
MAX_NAME: Final = 300
"""Characters of a name that are remembered and compared."""
MAX_ADDRESS: Final = 2_000
"""Characters of an address; a longer one is not remembered."""
MIN_SHARED: Final = 0.8
"""The share of the shorter name's terms that the longer one has as well. Set by hand."""
SAME_PRICE: Final = 0.001
"""The part of a price by which two may differ: what rounding does. Set by hand."""
ENOUGH_PRICES: Final = 10
"""Prices compared from which on it is warned of those that differ. Set by hand."""
MAX_LOGGED: Final = 5
"""Differences that are logged."""

_COMPARED: Final = {
    "name": ("treesim/detail/name_differs", "treesim/detail/name_agrees"),
    "price": ("treesim/detail/price_differs", "treesim/detail/price_agrees"),
}
_WRITTEN: Final = re.compile(r"https?://[a-z0-9.:-]+/[A-Za-z0-9/?&=._~%+,;:@!$*()-]*\Z")
"""An address that a request writes as it is."""


class _Listed(NamedTuple):
    """The name and price that a list has for a link."""

    name: str | None
    price: float | None


class ListAgreement:
    """Keeps the stats of ``treesim/detail/`` and warns once where most prices differ."""

    def __init__(self, stats: StatsCollector) -> None:
        self._stats = stats
        self._listed: OrderedDict[bytes, _Listed] = OrderedDict()
        self._prices = Counter[bool]()
        """Prices compared, by whether they agree."""
        self._logged = 0

    def remember(self, records: Iterable[Finding]) -> None:
        """Remember the names and prices of a list page's records by where they lead."""
        for record in records:
            if not isinstance(record, (RecordItem, RecordRow)):
                continue
            listed = _Listed(_name(record.get("title")), _price(record.get("price")))
            key = _key(record.get("link"))
            if key is None or listed == (None, None):
                continue
            self._listed[key] = listed
            self._listed.move_to_end(key)
            if len(self._listed) > MAX_LISTED:
                self._listed.popitem(last=False)

    def compare(self, findings: Iterable[Finding], response: Response) -> None:
        """Compare what a page says of the one thing it is about with what a list said of it."""
        for detail in findings:
            if not isinstance(detail, DetailItem) or (listed := self._of(response)) is None:
                continue
            self._stats.inc_value("treesim/detail/listed")
            name, price = _name(detail.get("name")), _price(detail.get("price"))
            if name and listed.name:
                self._count("name", detail, name, listed.name, names_agree(name, listed.name))
            if price is not None and listed.price is not None:
                agrees = isclose(price, listed.price, rel_tol=SAME_PRICE)
                self._prices[agrees] += 1
                self._count("price", detail, price, listed.price, agrees)

    def finish(self) -> None:
        """Warn where most prices differ."""
        compared, differing = self._prices.total(), self._prices[False]
        if compared >= ENOUGH_PRICES and 2 * differing > compared:
            logger.warning(
                "treesim found other prices in lists than on the pages that they lead to: "
                "%d of %d differ; look at pages of both with scrapy treesim inspect",
                differing,
                compared,
            )

    def _of(self, response: Response) -> _Listed | None:
        """The record that led to a page, be it by a redirect."""
        meta = getattr(response, "meta", {})
        redirects = meta.get("redirect_urls") or ()
        asked = [response.request.url] if response.request is not None else []
        keys = map(_key, (response.url, *asked, *redirects))
        found = (self._listed.get(key) for key in keys if key is not None)
        return next((one for one in found if one is not None), None)

    def _count(
        self, field: str, detail: DetailItem, found: object, listed: object, agrees: bool
    ) -> None:
        self._stats.inc_value(_COMPARED[field][agrees])
        if not agrees and self._logged < MAX_LOGGED:
            self._logged += 1
            logger.debug(
                "treesim: the %s of %s is %r, and %r in a list", field, detail.url, found, listed
            )


def names_agree(one: str, other: str) -> bool:
    """Tell whether two names may be of the same thing: lists cut names, and add to them.

    >>> names_agree("Copper kettle, 1.2 l", "Copper ket…"), names_agree("Iron pan", "Copper pan")
    (True, False)
    """
    shorter, longer = sorted((_plain(one), _plain(other)), key=len)
    if shorter in longer:
        return True
    few, many = sorted((terms(shorter), terms(longer)), key=lambda found: found.total())
    return (few & many).total() >= MIN_SHARED * few.total() > 0


def _plain(name: str) -> str:
    return " ".join(name.casefold().split()).rstrip("….").rstrip()


def _name(value: object) -> str | None:
    return (value[:MAX_NAME].strip() or None) if isinstance(value, str) else None


def _price(value: object) -> float | None:
    """A price that is a number; a row has its column's text where it could not be read."""
    return float(value) if isinstance(value, (int, float)) else None


def _key(address: object) -> bytes | None:
    """The same for addresses that a request writes the same, whatever their fragments."""
    if not isinstance(address, str) or not address or len(address) > MAX_ADDRESS:
        return None
    written = address.partition("#")[0]
    if not _WRITTEN.match(written):
        try:
            written = safe_url_string(written)
        except ValueError:
            return None
    return blake2b(written.encode("utf-8", "replace"), digest_size=12).digest()
