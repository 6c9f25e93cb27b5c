"""Names of separate things beside a thing: its shipping has a price, its seller a rating.

``shipping price`` is no price, ``updated`` no day of publication, ``seller rating`` no rating of
the thing, in whatever a page names its values by: a header, a label, an ``itemprop``, a class name.
"""

from __future__ import annotations

import re
from collections.abc import Collection
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
_ADDED: Final = re.compile(r"[&+]")
_INCLUDED: Final = ("incl", "inkl", "excl", "exkl", "inc", "exc", "with", "plus", "zzgl")
"""Beginnings of words before what a price is with or without."""
_JOINING: Final = frozenset(
    "and before after no ex und ohne vor et avec sans hors y con sin e com sem senza en met zonder "
    "z ze bez med utan и с без".split()
)
"""Whole words before the same."""
_AFTER: Final = (*_INCLUDED[:6], "free", "frei", "comp", "gratuit", "gratis", "inb", "enthalten")
"""Beginnings of words behind what a price is with or without: ``tax included``, ``duty free``."""
_FREE: Final = frozenset(("free", "kostenloser", "kostenlose", "gratis"))
_UNSPACED_AFTER: Final = re.compile(
    "(?:送料|运费|運費)(?:込|無料|别|別|免|已含|全免)|[免含](?:运费|運費)"
)
_TAXES: Final = frozenset(("tax", "taxes", "vat", "mwst", "moms", "taxe"))
"""Words of what has an amount and no price: a ``vat price`` is the price with it."""
_BY: Final = frozenset(("by", "from", "par", "por", "best", "top"))
"""Words before an owner of nothing: ``posted by seller``, ``best seller``."""
_AFTER_ENDS: Final = re.compile(r"[.,;!?|•·(]|\s[–—-]\s")
_MAX_SIGN: Final = 4
"""Characters behind a label's colon, before the digits of an amount."""
_SENTENCE_ENDS: Final = re.compile(r"(?:(?<=\w{5})\.|[;!?|•·])\s+|\s[–—-]\s")
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
    says = _FIELDS[field]
    own, stems = _APART.get(field, ()), _STEMS.get(field, ())
    words = words_of(_ADDED.sub(" plus ", name[:MAX_PHRASE]))
    if own is _OF_PRICES:
        if any(part in name for part in _UNSPACED):
            return not (_UNSPACED_AFTER.search(name) and any(word in name for word in says))
        words = _without_included(words, says)
    else:
        words = [*takewhile(lambda word: not word.startswith(_INCLUDED), words)]
    if any(_is_of(word, own, stems) for word in words):
        return True
    # A seller alone is around much that is the thing's.
    if says.isdisjoint(words):
        return False
    return any(
        word in _OWNERS and before not in _BY
        for before, word in zip(("", *words), words, strict=False)
    )


def _is_of(word: str, own: Collection[str], stems: tuple[str, ...]) -> bool:
    return word in own or word.startswith(stems)


def _without_included(words: list[str], says: frozenset[str]) -> list[str]:
    """Return the words of a price's name but for what it is with, without, or free of."""
    is_price = not says.isdisjoint(words)
    is_priced = any(word in says and word != "cost" for word in words)
    kept: list[str] = []
    is_free = False
    for place, word in enumerate(words):
        is_apart = _is_of(word, _APART["price"], _STEMS["price"])
        if is_apart and is_free:
            is_free = False
            continue
        is_free = is_price and word in _FREE
        if is_apart and is_priced and word in _TAXES:
            continue
        if is_price and kept and word.startswith(_AFTER):
            follows = any(_is_of(w, _APART["price"], _STEMS["price"]) for w in words[place + 1 :])
            if _is_of(kept[-1], _APART["price"], _STEMS["price"]) and (is_free or not follows):
                kept.pop()
                is_free = False
                continue
        if word in _JOINING and says.intersection(words[place + 1 : place + 2]):
            return []
        if word.startswith(_INCLUDED) or word in _JOINING:
            break
        kept.append(word)
    return kept


def is_apart_beside(field: str, before: str, after: str = "") -> bool:
    """Tell whether the words around a value in a text make it another thing's than the field's.

    >>> is_apart_beside("price", "Fast delivery. Now"), is_apart_beside("price", "Shipping:")
    (False, True)
    >>> is_apart_beside("price", "", " tax included"), is_apart_beside("price", "+", " shipping")
    (False, True)
    """
    said = _SENTENCE_ENDS.split(before.strip(" .,;!?|•·–—-"))[-1]
    if is_apart(field, said) and not _is_in(field, said):
        return True
    next_words = _AFTER_ENDS.split(f" {after}")[0]
    words = words_of(next_words)
    # An owner behind a value is of the value: ``$9 from this seller``.
    if not words or not _OWNERS.isdisjoint(words):
        return False
    return _TAXES.issuperset(words) or is_apart(field, f"{field} {next_words}")


def _is_in(field: str, said: str) -> bool:
    """Tell whether a price is with things named before it, or free of them: ``no tax $9``."""
    last = words_of(said)[-1:]
    is_ended = any(word.startswith(_AFTER) or is_apart(field, word) for word in last)
    is_label = not {":", "："}.isdisjoint(said[-_MAX_SIGN:])
    return (
        is_ended
        and not is_label
        and _TAXES.isdisjoint(last)
        and not is_apart(field, f"{field} {said}")
    )


@lru_cache(maxsize=8192)
def are_apart(field: str, names: str) -> bool:
    """Tell the same of the class names of an element, of which another may be the field's own.

    >>> are_apart("price", "amount tax"), are_apart("price", "price-final tax")
    (True, False)
    """
    if field not in _OWNED:
        return False
    own = [name for name in names.split() if not is_apart(field, name)]
    return len(own) < len(names.split()) and not says_field(field, " ".join(own))


def says_field(field: str, names: str) -> bool:
    """Tell whether a class name has a word of the field's.

    >>> says_field("price", "amount price-final"), says_field("price", "amount")
    (True, False)
    """
    says = _FIELDS.get(field, frozenset())
    return any(not says.isdisjoint(words_of(name[:MAX_PHRASE])) for name in names.split())
