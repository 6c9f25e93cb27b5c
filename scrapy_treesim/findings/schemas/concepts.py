"""Concepts that the names of fields, columns and labels stand for, by the words of all languages.

``sale_price``, ``Preis`` and ``prix`` stand for ``price``; ``shippingCost`` for ``shipping`` and
``price``. A word that the lexicon does not have stands for itself.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Final, TypeAlias

from scrapy_treesim.records.table.words import NOUNS
from scrapy_treesim.values.fields import ArticleMetadata, ArticleText, DetailFields, declared_by
from scrapy_treesim.values.lexicon.words import sections_of, words_of
from scrapy_treesim.values.other_things import names_other

Concepts: TypeAlias = frozenset[str]

VOID: Final = frozenset(
    "a an the of this that its product item thing entry listing record page text value label data "
    "info details detail full main current primary number num no count total amount my our your "
    "name for in on at is has".split()
)
"""Words that add nothing to another one: the ``name`` of a company is the company."""
DATING: Final = frozenset(
    "publication publish published pub release released issue issued posted post added created "
    "written listed uploaded".split()
)
"""Words that, with a date, say that it is the date of the thing."""
_SAME: Final = {
    "name": "title", "headline": "title", "license": "licence", "manufacturer": "brand",
    "maker": "brand", "place": "location", "reviewer": "author", "summary": "description",
    "tel": "phone", "web": "website", "homepage": "website", "picture": "image",
    "updated": "modified", "edited": "modified", "changed": "modified",
}  # fmt: skip


_JOB_FACTS: Final = frozenset((
    "experience level", "career level", "berufserfahrung", "job category", "job id",
    "job reference code", "date posted", "arbeitszeit",
))  # fmt: skip
"""Labels of jobs beside those of the type of employment."""


def _table() -> dict[str, str]:
    """Return concepts by phrase, in small letters with single spaces; the surest source wins."""
    concepts: dict[str, str] = {}
    declared = declared_by(ArticleText, ArticleMetadata, DetailFields)
    sources = chain(
        ((word, name) for name, words in sections_of("field").items() for word in words),
        ((word, noun) for noun, words in NOUNS.items() for word in (noun, *words.split())),
        (
            (word, name)
            for name, words in sections_of("label").items()
            for word in words
            if name != "other_amount" and word not in _JOB_FACTS
        ),
        (
            (" ".join(words_of(word)), name)
            for name, names in declared.items()
            for word in chain(names.things, names.offers, names.ratings)
        ),
    )
    for phrase, name in sources:
        if not names_other(name, phrase):
            concepts.setdefault(phrase, _SAME.get(name, name))
    return {**concepts, **_SAME}


_CONCEPTS: Final = _table()


@lru_cache(maxsize=4096)
def concepts_of(name: str) -> Concepts:
    """Return the concepts of a name.

    >>> [sorted(concepts_of(name)) for name in ("salePrice", "shipping_cost", "company_name")]
    [['price'], ['price', 'shipping'], ['company']]
    """
    words = words_of(name[:MAX_NAME])
    if len(words) == 2 and words[1] == "by" and words[0].endswith("ed"):
        # What is directed by somebody has this director.
        stem = words[0][:-2]
        agents = (stem + end for end in ("er", "or") if len(stem) >= MIN_STEM)
        words = [next((agent for agent in agents if agent in _CONCEPTS), words[0])]
    for phrase in (" ".join(words), "".join(words)):
        if phrase in _CONCEPTS:
            return frozenset((_CONCEPTS[phrase],))
    telling = [word for word in words if word not in VOID] or words[-1:]
    concepts = {_concept(word) for word in telling}
    return frozenset(concepts - DATING if concepts & {"date"} else concepts)


MIN_STEM: Final = 4
"""Smallest number of letters of a word for what somebody does."""
MAX_NAME: Final = 100
"""Largest number of characters of a name."""


def _concept(word: str) -> str:
    forms = (word, word.removesuffix("s"), word.removesuffix("es"))
    return next((_CONCEPTS[form] for form in forms if form in _CONCEPTS), forms[1])


def likeness(first: Concepts, second: Concepts) -> float:
    """Return the share of concepts that two names have in common, in [0, 1]."""
    return len(first & second) / len(first | second) if first or second else 0.0
