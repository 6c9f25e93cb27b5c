"""Declared data, whatever they are declared in."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields


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

    def to_dict(self) -> dict[str, str | None]:
        """All of it by name."""
        return asdict(self)


def first_of(*sources: Metadata) -> Metadata:
    """Each field as the first source that has it says."""
    names = [one.name for one in fields(Metadata)]
    return Metadata(
        *(next(filter(None, (getattr(one, name) for one in sources)), None) for name in names)
    )
