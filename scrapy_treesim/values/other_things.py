"""Names of other things beside a thing: its shipping has a price, its seller a rating.

``shipping price`` is no price, ``updated`` no day of publication, ``seller rating`` no rating of
the thing, in whatever a page names its values by: a header, a label, an ``itemprop``, a class name.
A ``price incl. shipping`` is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon.words import entries, is_unspaced, sections_of, words_of

MAX_PHRASE: Final = 80
"""Characters of a name that are read."""
MIN_STEM: Final = 5
"""Letters of a word that longer ones may begin with: ``shippingcost``."""


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern of words, the long ones with any ending."""
    endings = (re.escape(word) + r"\w*" * (len(word) >= MIN_STEM) for word in words)
    return rf"\b(?:{'|'.join(endings)})\b"


_FIELDS: Final = {field: frozenset(words) for field, words in sections_of("field").items()}
_EXTRAS: Final = entries("apart.price")
_EXTRA: Final = _any_of(_EXTRAS)
"""Words for amounts that are paid beside a price."""
_TAXES: Final = frozenset(("tax", "taxes", "vat", "mwst", "moms", "taxe"))
"""Extras that have an amount and no price: a ``vat price`` is the price with it."""
_OTHERS: Final = {
    "price": re.compile(_EXTRA),
    "old_price": re.compile(_EXTRA),
    "date": re.compile(_any_of(entries("apart.date", "time.edited", "time.joined"))),
    "rating": None,
    "reviews": None,
}
"""Words for other things than a field's own; an owner's are others for all."""
_OWNERS: Final = frozenset(entries("apart.owner"))
_OF_NO_OWNER: Final = frozenset(("by", "from", "par", "por", "best", "top"))
"""Words before an owner of nothing: ``posted by seller``, ``best seller``."""
_JOINING: Final = (
    "and before after no ex und ohne vor et avec sans hors y con sin e com sem senza en met zonder "
    "z ze bez med utan и с без"
).replace(" ", "|")
_INCLUDING: Final = r"(?:inc|exc|inkl|exkl|with|plus|zzgl)\w*"
_REST: Final = re.compile(rf"\b{_INCLUDING}.*")
"""The part of a name about what its value includes or not."""
_REST_OF_PRICE: Final = re.compile(rf"\b(?:{_INCLUDING}|{_JOINING})\b.*")
_JOINED: Final = re.compile(rf"\b(?:{_JOINING}) (\w+)")
_INCLUDED: Final = r"(?:inc|exc|inkl|exkl|free|frei|comp|gratuit|gratis|inb|enthalten)\w*"
_ASIDE: Final = re.compile(rf"{_EXTRA} {_INCLUDED}|\b(?:free|gratis|kostenlose\w?) {_EXTRA}")
"""An extra that a price includes, or is free of."""
_UNSPACED: Final = tuple(filter(is_unspaced, _EXTRAS))
_UNSPACED_ASIDE: Final = re.compile(
    "(?:送料|运费|運費)(?:込|無料|免费|别|別|免|已含|全免)|[免含](?:运费|運費)"
)
_ENDS_ASIDE: Final = re.compile(rf"(?:{_EXTRA}|\b{_INCLUDED}|{_UNSPACED_ASIDE.pattern})\Z")
_ADDED: Final = re.compile(r"[&+]")
_SENTENCE_ENDS: Final = re.compile(r"(?:(?<=\w{5})\.|[;!?|•·])\s+|\s[–—-]\s")
_PHRASE_ENDS: Final = re.compile(r"[.,;!?|•·(]|\s[–—-]\s")
_LABEL: Final = re.compile(r"[:：].{0,3}\Z")


@lru_cache(maxsize=8192)
def names_other(field: str, name: str) -> bool:
    """Tell whether a page's name of a value makes it another thing's than the field's.

    >>> names_other("price", "shippingPrice"), names_other("price", "Price (incl. tax)")
    (True, False)
    >>> names_other("rating", "Seller's rating"), names_other("rating", "seller")
    (True, False)
    """
    if field not in _OTHERS:
        return False
    own_words, pattern = _FIELDS[field], _OTHERS[field]
    phrase = " ".join(words_of(_ADDED.sub(" plus ", name[:MAX_PHRASE])))
    if field in ("price", "old_price"):
        if any(extra in phrase for extra in _UNSPACED):
            is_aside = _UNSPACED_ASIDE.search(phrase)
            return not (is_aside and any(word in phrase for word in own_words))
        phrase = _without_aside(phrase, own_words)
    else:
        phrase = _REST.sub("", phrase)
    if pattern is not None and pattern.search(phrase):
        return True
    words = phrase.split()
    # A seller alone is around much that is the thing's.
    return not own_words.isdisjoint(words) and any(
        word in _OWNERS and before not in _OF_NO_OWNER
        for before, word in zip(("", *words), words, strict=False)
    )


def _without_aside(phrase: str, own_words: frozenset[str]) -> str:
    """Return the name of a price without the extras that it includes, or is free of."""
    if any(word in own_words for word in _JOINED.findall(phrase)):
        return ""
    if not own_words.isdisjoint(phrase.split()):
        phrase = _ASIDE.sub(" ", phrase)
    words = _REST_OF_PRICE.sub("", phrase).split()
    is_price = any(word in own_words and word != "cost" for word in words)
    return " ".join(word for word in words if not (is_price and word in _TAXES))


def is_beside_other(field: str, before: str, after: str = "") -> bool:
    """Tell whether the words around a value in a text make it another thing's than the field's.

    >>> is_beside_other("price", "Fast delivery. Now"), is_beside_other("price", "Shipping:")
    (False, True)
    >>> is_beside_other("price", "", " tax included"), is_beside_other("price", "+", " shipping")
    (False, True)
    """
    phrase = _SENTENCE_ENDS.split(before.strip(" .,;!?|•·–—-"))[-1]
    if names_other(field, phrase):
        words = " ".join(words_of(phrase[-MAX_PHRASE:]))
        is_aside = _ENDS_ASIDE.search(words) and words.split()[-1] not in _TAXES
        if not is_aside or _LABEL.search(phrase) or names_other(field, f"{field} {phrase}"):
            return True
    next_phrase = _PHRASE_ENDS.split(f" {after}")[0]
    next_words = words_of(next_phrase)
    # An owner behind a value is of the value: ``$9 from this seller``.
    if not next_words or not _OWNERS.isdisjoint(next_words):
        return False
    return _TAXES.issuperset(next_words) or names_other(field, f"{field} {next_phrase}")


@lru_cache(maxsize=8192)
def classes_name_other(field: str, names: str) -> bool:
    """Tell the same of the class names of an element, of which another may be the field's own.

    >>> classes_name_other("price", "amount tax"), classes_name_other("price", "price-final tax")
    (True, False)
    """
    own = [name for name in names.split() if not names_other(field, name)]
    return len(own) < len(names.split()) and not has_word_of(field, " ".join(own))


def has_word_of(field: str, names: str) -> bool:
    """Tell whether a class name has a word of the field's.

    >>> has_word_of("price", "amount price-final"), has_word_of("price", "amount")
    (True, False)
    """
    own_words = _FIELDS.get(field, frozenset())
    return any(not own_words.isdisjoint(words_of(name[:MAX_PHRASE])) for name in names.split())
