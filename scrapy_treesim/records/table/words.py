"""Words of a page as names: from class names, labels and texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scrapy_treesim.values.lexicon.words import by_first, sections_of, words_of

NOUNS: Final = by_first("nouns")
PLURALS: Final = by_first("plurals")
"""Plurals of the nouns for fields, as class names have them."""
_WORD_OF: Final = {
    word: name for name, words in reversed(sections_of("field").items()) for word in words
}
_UNSPACED: Final = {
    word: name for word, name in _WORD_OF.items() if word[0] > "\u3000" and len(word) > 1
}
_NAMES: Final = frozenset(("name", "names"))
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOUN_OF: Final = {word: noun for noun, words in NOUNS.items() for word in words.split()}
# Words of a style where another word follows: font-weight-bold.
_STYLED: Final = frozenset("color weight size width height caption".split())
# Suffix of a bundler of styles after a name: capitals or digits among small letters.
_RANDOM: Final = re.compile(r"(?=[a-z]*[A-Z0-9])[A-Za-z0-9-]{5,6}")
_UNIT: Final = re.compile(
    r"^[\W\d_]*\d[.,'’\s\u00a0\u202f]*(?:[kKmM万]?\+\s*|(?:[kKmM](?![^\W\d_])|万)\s*)?"
    r"([^\W\d_][^\W\d]{1,20})s?\W*$"
)
_NO_WORDS: Final = re.compile(r"\W+")
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
"""Words of class names for looks or mere presence: they are passed over."""
MAX_NAME: Final = 40
"""Largest number of characters of a name."""


@lru_cache(maxsize=4096)
def standard_names(word: str) -> tuple[str, ...]:
    """Return the usual names for a class name, label or the like, the best first."""
    parts = words_of(word)
    names: list[str] = []
    # Of an author's name, the name is the author.
    last = [part for part in parts if part in _NAMES]
    for part in ("".join(parts), *(p for p in reversed(parts) if p not in _NAMES), *last):
        if part in _WORD_OF:
            names.append(_WORD_OF[part])
        elif not part.isascii():
            # Written without spaces, a word stands among others.
            names.extend(name for cue, name in _UNSPACED.items() if cue in part)
    return tuple(names)


@lru_cache(maxsize=4096)
def noun_of(word: str) -> str | None:
    """Return the lexicon's noun at the end of a class name, words without meaning passed over.

    Of ``block__element--state`` the element counts, else the state, else the block; a suffix after
    ``__`` that looks random is left out.

    >>> noun_of("product-badge"), noun_of("card__category-name"), noun_of("Item_sku__hOxTD")
    ('badge', 'category', 'sku')
    >>> noun_of("col-md-4"), noun_of("css-1x2y"), noun_of("font-weight-bold")
    (None, None, None)
    """
    name, _, state = word.partition("--")
    block, _, element = name.rpartition("__")
    if _RANDOM.fullmatch(element):
        block, _, element = block.rpartition("_")
    return next(filter(None, map(_head_noun, (element, state, block))), None)


def _head_noun(words: str) -> str | None:
    parts = words_of(words)
    if "of" in parts[1:]:
        # The country of a brand is no brand.
        parts = parts[: parts.index("of", 1)]
    for part in reversed(parts):
        if part not in _STATE:
            noun = _NOUN_OF.get(part)
            return None if noun in _STYLED and part is not parts[-1] else noun
    return None


def plural_of(noun: str) -> str:
    """Return the plural of a noun: ``categories``."""
    return noun if noun.endswith("s") else PLURALS.get(noun, f"{noun}s")


def snake(words: str) -> str | None:
    """Return words as an identifier: lower case, ``_`` between them, cut at :data:`MAX_NAME`."""
    name = _NO_WORDS.sub("_", _CAMEL.sub("_", words).lower()).strip("_")[:MAX_NAME].strip("_")
    if not name or not _LETTER.search(name):
        return None
    return f"_{name}" if name[0].isdigit() else name


def unit_of(texts: Iterable[str]) -> str | None:
    """Return the word after the numbers of all these texts, as of ``12 reviews``."""
    units: dict[str, None] = {}
    for text in texts:
        match = _UNIT.match(text)
        if match is None:
            return None
        units[match[1].lower()] = None
    stems = {_PLURAL.sub("", word) for word in units}
    return max(units, key=len) if len(stems) == 1 else None
