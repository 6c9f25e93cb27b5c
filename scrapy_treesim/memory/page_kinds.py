"""The kinds that pages of one shape of address turned out to be."""

from __future__ import annotations

import re
from array import array
from typing import Final
from urllib.parse import urlsplit

from scrapy_treesim.memory.votes import Votes, key_of
from scrapy_treesim.network.weights import KINDS

MAX_ADDRESS_CHARS: Final = 500
"""Longer addresses are of no shape."""
TRUST: Final = 3.0
"""Pages of a shape that have half of their say. Set by hand."""
MOST_SAY: Final = 3.0
"""The most that others change the log-odds between two kinds: a page that is clear by itself stays
what it is. Set by hand."""

_NAME = re.compile(r"[a-z]{1,15}")
_EXTENSION = re.compile(r"\.[a-z]{2,5}$")


def read_kind(of: Votes, shape: str, alone: array[float]) -> array[float]:
    """A page's log-odds in the light of those of its shape, which it joins.

    Pages of one shape are mostly of one kind: what several of them are, one that leaves room for
    doubt is likely too.
    """
    keys = array("Q", [key_of(f"{kind} {shape}") for kind in KINDS])
    (pages, *_), total = of.known(keys, len(keys))
    centred = _centred(alone)
    most = max(total) - min(total)
    say = pages / (pages + TRUST) * min(1.0 / max(1.0, pages), MOST_SAY / max(MOST_SAY, most))
    of.see(keys, centred, len(keys))
    return array("d", [own + say * other for own, other in zip(centred, total, strict=True)])


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
