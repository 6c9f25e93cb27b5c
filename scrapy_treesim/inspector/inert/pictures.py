"""The picture that an element shows, also where the page's scripts would put it there later."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

# Lazy pictures have their address here, and a placeholder, if anything, in src.
_LAZY: Final = ("data-src", "data-original", "data-lazy-src", "data-lazy")
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")

MAX_DATA: Final = 500_000
"""Characters of a picture that stands in the page itself."""

_DATA = re.compile(r"data:image/", re.IGNORECASE)


def picture_addresses(attributes: Mapping[str, str], source: str | None = None) -> Iterable[str]:
    """The addresses that an ``img`` may mean, likeliest first, as they are written.

    ``source`` is what the first ``source`` beside it in a ``picture`` offers.
    """
    for name in _LAZY:
        if address := attributes.get(name, "").strip():
            yield address
    src = attributes.get("src", "").strip()
    placeholder = not src or _DATA.match(src)
    if not placeholder:
        yield src
    if offered := first_of_set(attributes) or source:
        yield offered
    if placeholder and src:
        yield src


def first_of_set(attributes: Mapping[str, str]) -> str | None:
    """The first address of a ``srcset``, also of one that waits for a script."""
    for name in _SETS:
        words = attributes.get(name, "").split(None, 1)
        if words and not _DATA.match(words[0]):
            return words[0].rstrip(",")
    return None


def is_kept_picture(address: str) -> bool:
    """Tell whether an address holds the picture itself, of at most :data:`MAX_DATA` characters."""
    return len(address) <= MAX_DATA and _DATA.match(address) is not None
