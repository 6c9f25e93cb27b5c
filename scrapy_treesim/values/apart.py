"""Names of separate things beside a thing: its shipping has a price, its seller a rating.

``shipping price`` is no price, ``updated`` no day of publication, ``seller rating`` no rating of
the thing, in whatever a page names its values by: a header, a label, an ``itemprop``, a class name.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import Final

from scrapy_treesim.values.lexicon.words import entries, is_unspaced, sections_of

MAX_PHRASE: Final = 80
"""Characters of a name that are read."""
MIN_STEM: Final = 5
"""Letters of a word that other words may begin with: ``shippingcost``."""

_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SEPARATORS: Final = re.compile(r"[\W_]+")
_INCLUDED: Final = ("incl", "inkl", "excl", "exkl", "inc", "exc", "with", "plus", "zzgl")
"""Beginnings of words before what a price is with or without."""
_FIELDS: Final = {field: frozenset(words) for field, words in sections_of("field").items()}
_OF_PRICES: Final = entries("apart.price")
_APART: Final = {
    "price": _OF_PRICES,
    "old_price": _OF_PRICES,
    "date": entries("apart.date", "time.edited", "time.joined"),
}
_STEMS: Final = {
    field: tuple(word for word in words if len(word) >= MIN_STEM) for field, words in _APART.items()
}
_UNSPACED: Final = tuple(filter(is_unspaced, _OF_PRICES))
_OWNERS: Final = frozenset(entries("apart.owner"))
_OWNED: Final = frozenset(("price", "old_price", "rating", "reviews", "date"))


def words_of(word: str) -> list[str]:
    """Return the words of a class name, a label or the like, in small letters."""
    return [part for part in _SEPARATORS.split(_CAMEL.sub("-", word).lower()) if part]


@lru_cache(maxsize=8192)
def is_apart(field: str, name: str) -> bool:
    """Tell whether a page's name of a value makes it another thing's than the field's.

    >>> is_apart("price", "shippingPrice"), is_apart("price", "Price (incl. tax)")
    (True, False)
    >>> is_apart("rating", "Seller's rating"), is_apart("rating", "seller")
    (True, False)
    """
    if field not in _OWNED:
        return False
    words = [*takewhile(lambda word: not word.startswith(_INCLUDED), words_of(name[:MAX_PHRASE]))]
    own, stems = _APART.get(field, ()), _STEMS.get(field, ())
    if any(word in own or word.startswith(stems) for word in words):
        return True
    if own is _OF_PRICES and any(part in name for part in _UNSPACED):
        return True
    # A seller alone is around much that is the thing's.
    return not _OWNERS.isdisjoint(words) and not _FIELDS[field].isdisjoint(words)


@lru_cache(maxsize=8192)
def are_apart(field: str, names: str) -> bool:
    """Tell the same of the class names of an element, of which another may be the field's own.

    >>> are_apart("price", "amount tax"), are_apart("price", "price-final tax")
    (True, False)
    """
    if field not in _OWNED:
        return False
    own = [name for name in names.split() if not is_apart(field, name)]
    says = _FIELDS.get(field, frozenset())
    is_own = any(not says.isdisjoint(words_of(name[:MAX_PHRASE])) for name in own)
    return len(own) < len(names.split()) and not is_own
