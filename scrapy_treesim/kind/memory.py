"""The kinds that pages of one shape of address turned out to be, site by site."""

from __future__ import annotations

import re
from array import array
from collections import OrderedDict
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from scrapy_treesim.kind.feature import KINDS

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

MAX_SHAPES: Final = 20_000
"""Shapes of addresses that are remembered, those asked for last."""
MAX_ADDRESS_CHARS: Final = 500
"""Longer addresses are of no shape."""
TRUST: Final = 3.0
"""Pages of a shape that have half of their say. Set by hand."""
MOST_SAY: Final = 3.0
"""The most that others change the log-odds between two kinds: a page that is clear by itself stays
what it is. Set by hand."""

_NAME = re.compile(r"[a-z]{1,15}")
_EXTENSION = re.compile(r"\.[a-z]{2,5}$")


class KindMemory:
    """The kinds of pages that were seen, by the shapes of their addresses; bounded.

    Pages of one shape are mostly of one kind: what several of them are, one that leaves room for
    doubt is likely too. Not for use by several threads at a time.
    """

    def __init__(self) -> None:
        self._shapes: OrderedDict[str, tuple[float, array[float]]] = OrderedDict()
        """How many pages were of each, and the sum of their log-odds."""

    def __len__(self) -> int:
        """Shapes remembered."""
        return len(self._shapes)

    def read(self, page: Page, alone: array[float]) -> array[float]:
        """A page's log-odds in the light of those of its shape, which it joins."""
        shape = address_shape(page.url)
        if shape is None:
            return alone
        pages, total = self._shapes.get(shape, (0.0, array("d", bytes(8 * len(KINDS)))))
        centred = _centred(alone)
        most = max(total) - min(total)
        say = pages / (pages + TRUST) * min(1.0 / max(1.0, pages), MOST_SAY / max(MOST_SAY, most))
        found = array("d", [own + say * other for own, other in zip(centred, total, strict=True)])
        self._shapes[shape] = (
            pages + 1,
            array("d", [one + own for one, own in zip(total, centred, strict=True)]),
        )
        self._shapes.move_to_end(shape)
        if len(self._shapes) > MAX_SHAPES:
            self._shapes.popitem(last=False)
        return found


def address_shape(url: str) -> str | None:
    """The shape of an address: its host and folders, numbers and long names left open.

    >>> address_shape("https://x.example/shop/item-12/iron-pan.html?id=7")
    'x.example/shop/*/*.html?id'
    """
    if len(url) > MAX_ADDRESS_CHARS:
        return None
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return None
    if not parts.netloc:
        return None
    *folders, last = parts.path.split("/")[1:] or [""]
    extension = _EXTENSION.search(last)
    ending = f"*{extension[0]}" if extension else "*" if last else ""
    kept = [one if _NAME.fullmatch(one) else "*" for one in folders]
    keys = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    query = f"?{'&'.join(keys)}" if keys else ""
    return f"{parts.netloc}/{'/'.join((*kept, ending))}{query}"


def _centred(log_odds: array[float]) -> array[float]:
    mean = sum(log_odds) / len(log_odds)
    return array("d", [max(-8.0, min(8.0, one - mean)) for one in log_odds])
