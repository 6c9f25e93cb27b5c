"""Declared data, whatever they are declared in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from scrapy_treesim.article.metadata.addresses import image_address
from scrapy_treesim.article.metadata.dates import iso_date
from scrapy_treesim.article.metadata.languages import language_tag
from scrapy_treesim.article.metadata.plain_values import (
    description_from,
    headline_from,
    licence_from,
    name_from,
    names_from,
    subjects_from,
    web_address,
)
from scrapy_treesim.reading.declared.values import MAX_VALUES

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Metadata:
    """The data that a page declares of itself; None where it does not."""

    headline: str | None = None
    author: str | None = None
    """Names, a comma between them."""
    date: str | None = None
    """When it was published: an ISO 8601 date, or datetime to the second."""
    language: str | None = None
    """A BCP 47 tag, such as ``en`` or ``zh-CN``."""
    image: str | None = None
    """The absolute address of its picture."""
    page_type: str | None = None
    """``article``, ``product``, ``documentation``, ``forum``, ``listing`` or ``service``."""
    description: str | None = None
    """What it is about, in a sentence or two."""
    site_name: str | None = None
    """What the site is called."""
    tags: tuple[str, ...] = ()
    """Keywords."""
    categories: tuple[str, ...] = ()
    """The sections of the site that it stands in."""
    canonical_url: str | None = None
    """The absolute address that it is to be known by."""
    modified: str | None = None
    """When it was last changed, as ``date``."""
    licence: str | None = None
    """The address of its licence, or what it is called."""
    organisation: str | None = None
    """Who is declared to be its author and is no person."""

    def to_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return asdict(self)


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
