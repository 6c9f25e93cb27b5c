"""Features of the page's address."""

from __future__ import annotations

from array import array
from typing import Final
from urllib.parse import urlsplit

from scrapy_treesim.article.feature_table import ADDRESS

MAX_ADDRESS_CHARS: Final = 2_000
"""Of an address, the part that is read."""

_MAX_DEPTH: Final = 8
_MIN_SIGNS: Final = 3
_MIN_DIGITS: Final = 4

_UNKNOWN: Final = tuple(float(one.name == "address_unknown") for one in ADDRESS)


def values(url: str) -> array[float]:
    """Measure :data:`.feature_table.ADDRESS`."""
    try:
        parts = urlsplit(url[:MAX_ADDRESS_CHARS])
    except ValueError:
        return array("d", _UNKNOWN)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        # Where a file lies says nothing of what it is.
        return array("d", _UNKNOWN)
    folders = [folder for folder in parts.path.split("/") if folder]
    found = {
        "address_unknown": 0.0,
        "address_root": float(not folders),
        "address_depth": float(min(_MAX_DEPTH, len(folders))),
        "address_words": float(
            any(one.count("-") + one.count("_") >= _MIN_SIGNS for one in folders)
        ),
        "address_digits": float(sum(map(str.isdigit, parts.path)) >= _MIN_DIGITS),
    }
    return array("d", (found[one.name] for one in ADDRESS))
