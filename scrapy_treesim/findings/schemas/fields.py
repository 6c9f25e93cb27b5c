"""The fields of a user's class, and instances of it.

Classes are read, never changed: dataclasses, attrs classes, TypedDicts, pydantic models and items
of Scrapy. All but the first are known by their attributes, so that none has to be installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from scrapy_treesim.findings.schemas.concepts import VOID
from scrapy_treesim.records.table.words import words_of


@dataclass(frozen=True)
class SchemaField:
    """A field of a class."""

    name: str
    annotation: Any
    """Its type; ``Any`` without one."""
    aliases: tuple[str, ...] = ()
    """Its further names."""
    about: str = ""
    """The first words of its description."""
    parameter: str = ""
    """Its name as an argument of the class."""
    is_optional: bool = False
    """True if the class can be called without it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its aliases."""
        return (self.name, *self.aliases)

    @property
    def is_required(self) -> bool:
        """True if it has no default and may not be None."""
        return not (self.is_optional or type(None) in get_args(self.annotation))


@lru_cache(maxsize=256)
def schema_fields(schema: type) -> tuple[SchemaField, ...]:
    """Return the fields of a class, in its order.

    Raises:
        TypeError: it is of no kind that can be filled, or has no fields.
    """
    if isinstance(schema, type) and (members := (*_members(schema),)):
        return members
    raise TypeError(
        f"{schema!r:.100} cannot be filled: give a dataclass, an attrs class, a TypedDict, a"
        " pydantic model or a Scrapy Item, with fields"
    )


def _members(schema: Any) -> Iterator[SchemaField]:
    hints = get_type_hints(schema, include_extras=True)
    if is_dataclass(schema):
        for member in fields(schema):
            if member.init:
                has_default = (member.default, member.default_factory) != (MISSING, MISSING)
                yield _field(member.name, hints, member.metadata, member.name, has_default)
    elif hasattr(schema, "__attrs_attrs__"):
        for attribute in schema.__attrs_attrs__:
            if attribute.init:
                has_default = "NOTHING" not in repr(attribute.default)
                names = attribute.name, hints, attribute.metadata, attribute.alias
                yield _field(*names, has_default)
    elif isinstance(models := getattr(schema, "model_fields", None), Mapping):
        for name, info in models.items():
            about = {"description": info.description, "alias": info.alias, "title": info.title}
            yield _field(name, hints, about, info.alias or name, not info.is_required())
    elif issubclass(schema, dict) and hasattr(schema, "__total__"):
        yield from (_field(name, hints, {}, name, False) for name in hints)
    elif isinstance(items := getattr(schema, "fields", None), Mapping):
        for name, metadata in items.items():
            yield _field(name, {name: metadata.get("type", Any)}, metadata, name, False)


def _field(
    name: str, hints: Mapping[str, Any], about: Mapping[str, Any], parameter: str, optional: bool
) -> SchemaField:
    annotation = hints.get(name, Any)
    notes = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    written = (getattr(note, "description", note) for note in notes)
    texts = (text for text in (about.get("description"), *written) if isinstance(text, str))
    aliases = about.get("alias"), about.get("title"), *(about.get("aliases") or ())
    names = tuple(alias for alias in aliases if isinstance(alias, str) and alias != name)
    return SchemaField(name, annotation, names, _head(next(texts, "")), parameter, optional)


_END: Final = re.compile(r"[.,;:(]| (?:without|in|for|from|as|with|that|which|to|on|at|by|if) ")
_OF: Final = re.compile(r"(.*?) of (.*)", re.IGNORECASE)


def _head(description: str) -> str:
    """Return what a description begins with: of ``Name of the maker, if known`` the maker."""
    start = _END.split(" ".join(description.split()), maxsplit=1)[0]
    if match := _OF.fullmatch(start):
        return match[1] if {*words_of(match[1])} - VOID else match[2]
    return start


def instance(schema: Any, values: Mapping[str, Any]) -> Any:
    """Return an instance with these values; of the other fields with their defaults, or None.

    Values that the class itself refuses are left out.
    """
    members = schema_fields(schema)
    known = {name: value for name, value in values.items() if value is not None}
    arguments = {
        member.parameter: known.get(member.name)
        for member in members
        if member.name in known or not member.is_optional
    }
    try:
        return schema(**arguments)
    except ValueError as error:
        if not hasattr(schema, "model_construct"):
            raise
        faults: list[Any] = getattr(error, "errors", list)()
        refused = {str(part) for fault in faults for part in fault["loc"][:1]}
        kept = {
            m.name: known[m.name] for m in members if m.name in known and m.parameter not in refused
        }
        return schema.model_construct(**{m.name: None for m in members if not m.is_optional} | kept)
