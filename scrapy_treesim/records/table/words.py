"""Words of a page as names: of class names, labels and texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon.words import by_first, sections_of

NOUNS: Final = by_first("nouns")
PLURALS: Final = by_first("plurals")
"""Nouns that people call the fields of things by, as class names have them."""
_WORD_OF: Final = {
    word: name for name, words in reversed(sections_of("field").items()) for word in words
}
_UNSPACED: Final = {
    word: name for word, name in _WORD_OF.items() if word[0] > "\u3000" and len(word) > 1
}
_NAMES: Final = frozenset(("name", "names"))
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOUN_OF: Final = {word: noun for noun, words in NOUNS.items() for word in words.split()}
# Of a style where another word follows: font-weight-bold.
_STYLED: Final = frozenset("color weight size width height caption".split())
# What a bundler of styles puts after a name: capitals or digits among small letters.
_LOT: Final = re.compile(r"(?=[a-z]*[A-Z0-9])[A-Za-z0-9-]{5,6}")
_UNIT: Final = re.compile(
    r"^[\W\d_]*\d[.,'’\s\u00a0\u202f]*(?:[kKmM万]?\+\s*|(?:[kKmM](?![^\W\d_])|万)\s*)?"
    r"([^\W\d_][^\W\d]{1,20})s?\W*$"
)
_NO_WORD: Final = re.compile(r"\W+")
_APART: Final = re.compile(r"[\W_]+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_PLURAL: Final = re.compile("(?:ies|y|s)$")
_STATE: Final = frozenset(
    "css jsx sc styled font gap border leading truncate muted clamp line words whitespace nowrap "
    "rounded shadow px tracking wide primary secondary default hover visible only for on off "
    "js active first last odd even left right clear clearfix hidden visually small large big row "
    "col cell item list box wrap wrapper container inner outer block inline flex grid text data "
    "value label info detail details meta main media body content link icon btn button u is has no "
    "fl fr cf bold strong normal center top bottom span div li td name names title group "
    "count".split()
)
"""Words of class names that say how something looks or that it is there: they are passed over."""
MAX_NAME: Final = 40
"""Characters of the longest name."""


@lru_cache(maxsize=4096)
def standard_names(word: str) -> tuple[str, ...]:
    """The usual names that a class name, label or the like leads to, the best first."""
    parts = words_of(word)
    found: list[str] = []
    # Of an author's name, the name is the author.
    last = [part for part in parts if part in _NAMES]
    for part in ("".join(parts), *(p for p in reversed(parts) if p not in _NAMES), *last):
        if part in _WORD_OF:
            found.append(_WORD_OF[part])
        elif not part.isascii():
            # Written without spaces, a word stands among others.
            found.extend(name for cue, name in _UNSPACED.items() if cue in part)
    return tuple(found)


@lru_cache(maxsize=4096)
def noun_of(word: str) -> str | None:
    """The noun of the lexicon that a class name ends with, but for words that say nothing.

    Of ``block__element--state`` the element counts, else the state, else the block; what follows
    ``__`` and looks drawn by lot is left out.

    >>> noun_of("product-badge"), noun_of("card__category-name"), noun_of("Item_sku__hOxTD")
    ('badge', 'category', 'sku')
    >>> noun_of("col-md-4"), noun_of("css-1x2y"), noun_of("font-weight-bold")
    (None, None, None)
    """
    name, _, state = word.partition("--")
    block, _, element = name.rpartition("__")
    if _LOT.fullmatch(element):
        block, _, element = block.rpartition("_")
    return next(filter(None, map(_head_noun, (element, state, block))), None)


def _head_noun(words: str) -> str | None:
    parts = words_of(words)
    for part in reversed(parts):
        if part not in _STATE:
            noun = _NOUN_OF.get(part)
            return None if noun in _STYLED and part is not parts[-1] else noun
    return None


def plural_of(noun: str) -> str:
    """The noun for several: ``categories``."""
    return noun if noun.endswith("s") else PLURALS.get(noun, f"{noun}s")


def snake(words: str) -> str | None:
    """Words as an identifier: lower case, ``_`` between them, at most :data:`MAX_NAME` long."""
    name = _NO_WORD.sub("_", _CAMEL.sub("_", words).lower()).strip("_")[:MAX_NAME].strip("_")
    if not name or not _LETTER.search(name):
        return None
    return f"_{name}" if name[0].isdigit() else name


def unit_of(texts: Iterable[str]) -> str | None:
    """The word that stands behind the numbers of all these texts, as of ``12 reviews``."""
    found: dict[str, None] = {}
    for text in texts:
        match = _UNIT.match(text)
        if match is None:
            return None
        found[match[1].lower()] = None
    stems = {_PLURAL.sub("", word) for word in found}
    return max(found, key=len) if len(stems) == 1 else None


def words_of(word: str) -> list[str]:
    """The words that a class name, a label or the like is made of, in small letters."""
    return [part for part in _APART.split(_CAMEL.sub("-", word).lower()) if part]
