"""Declared data, whatever they are declared in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, TypeAlias


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


Source: TypeAlias = Mapping[str, Callable[[], Any]]
"""Ways to the fields that a declaration may have, by name; those not asked are not gone."""

_FIELDS: Final = tuple(one.name for one in fields(Metadata))


def first_of(sources: Sequence[Source]) -> Metadata:
    """Each field as the first source that has it says."""
    values: dict[str, Any] = {}
    for name in _FIELDS:
        for source in sources:
            read = source.get(name)
            if read is not None and (value := read()):
                values[name] = value
                break
    return Metadata(**values)
