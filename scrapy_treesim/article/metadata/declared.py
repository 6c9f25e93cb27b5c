"""Declared data, whatever they are declared in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from scrapy_treesim.article.metadata.dates import iso_date
from scrapy_treesim.article.metadata.languages import language_tag
from scrapy_treesim.article.metadata.plain_values import (
    description_from,
    headline_from,
    image_address,
    licence_from,
    name_from,
    names_from,
    subjects_from,
    web_address,
)
from scrapy_treesim.fields import ArticleMetadata
from scrapy_treesim.reading.declared.values import MAX_VALUES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

T = TypeVar("T")


@dataclass(slots=True)
class Metadata(ArticleMetadata):
    """The data that a page declares of itself; None where it does not."""

    headline: str | None = None
    organisation: str | None = None
    """Who is declared to be its author and is no person."""


Source: TypeAlias = Callable[[str], Iterable[Iterable[str]]]
"""Gives the texts that say a field, the surest ones first; those of one group say it together."""


def converted(texts: Iterable[str], convert: Callable[[str], T | None]) -> T | None:
    """The first of the first few texts that converts."""
    for text in islice(texts, MAX_VALUES):
        if (found := convert(text)) is not None:
            return found
    return None


_Convert: TypeAlias = "Callable[[Page, Iterable[str]], Any]"


def _by(convert: Callable[[str], Any]) -> _Convert:
    return lambda page, texts: converted(texts, convert)


def _on(convert: Callable[[Page, str], Any]) -> _Convert:
    return lambda page, texts: converted(texts, lambda text: convert(page, text))


_CONVERT: Final[Mapping[str, _Convert]] = {
    "headline": _by(headline_from),
    "author": lambda page, texts: names_from(texts),
    "date": _by(iso_date),
    "language": _by(language_tag),
    "image": _on(image_address),
    "page_type": _by(lambda kind: kind or None),
    "description": _by(description_from),
    "site_name": _by(name_from),
    "tags": lambda page, texts: subjects_from(texts),
    "categories": lambda page, texts: subjects_from(texts, whole=True),
    "canonical_url": _on(web_address),
    "modified": _by(iso_date),
    "licence": _on(licence_from),
    "organisation": lambda page, texts: names_from(texts),
}


def first_of(page: Page, sources: Sequence[Source]) -> Metadata:
    """Each field as the first source that has it says."""
    values = {name: _first(page, sources, name, convert) for name, convert in _CONVERT.items()}
    return Metadata(**{name: value for name, value in values.items() if value})


def _first(page: Page, sources: Sequence[Source], name: str, convert: _Convert) -> Any:
    for source in sources:
        for texts in source(name):
            if value := convert(page, texts):
                return value
    return None
