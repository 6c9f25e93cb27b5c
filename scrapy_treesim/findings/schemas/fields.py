"""The fields of a user's class, and instances of it.

Dataclasses, attrs classes, TypedDicts, pydantic models and items of Scrapy are read, never changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from inspect import Parameter, signature
from typing import Any, Final, get_args, get_type_hints

from itemadapter import ItemAdapter

from scrapy_treesim.findings.schemas.concepts import VOID
from scrapy_treesim.values.apart import words_of


@dataclass(frozen=True)
class SchemaField:
    """A field of a class."""

    name: str
    names: tuple[str, ...]
    """Its name and its aliases."""
    about: str
    """The first words of its description; empty without one."""
    annotation: Any
    """Its type; ``Any`` without one."""
    parameter: str
    """Its name as an argument of the class."""
    has_default: bool

    @property
    def is_required(self) -> bool:
        """True if it has no default and may not be None."""
        return not (self.has_default or type(None) in get_args(self.annotation))


def schema_fields(schema: Any) -> tuple[SchemaField, ...]:
    """Return the fields of a class, in its order.

    Raises:
        TypeError: it is of no kind that can be filled, or has no fields.
    """
    is_class = isinstance(schema, type) and ItemAdapter.is_item_class(schema)
    if members := _fields_of(schema) if is_class else ():
        return members
    raise TypeError(
        f"{schema!r:.100} cannot be filled: give a dataclass, an attrs class, a TypedDict, a"
        " pydantic model or a Scrapy Item, with fields"
    )


@lru_cache(maxsize=256)
def _fields_of(schema: type) -> tuple[SchemaField, ...]:
    hints = get_type_hints(schema, include_extras=True)
    # A dict has no signature, and a Scrapy Item takes any names.
    parameters = {} if issubclass(schema, dict) else {**signature(schema).parameters}
    names = ItemAdapter.get_field_names_from_class(schema)
    members = (_field(schema, name, hints, parameters) for name in names or hints)
    takes_any = any(taken.kind is Parameter.VAR_KEYWORD for taken in parameters.values())
    # What a class computes itself is no argument.
    return tuple(
        member
        for member in members
        if takes_any or not parameters or member.parameter in parameters
    )


def _field(
    schema: Any, name: str, hints: Mapping[str, Any], parameters: Mapping[str, Parameter]
) -> SchemaField:
    meta = {} if issubclass(schema, dict) else ItemAdapter.get_field_meta_from_class(schema, name)
    annotation = hints.get(name) or meta.get("type") or Any
    renamed = {a.name: a.alias for a in getattr(schema, "__attrs_attrs__", ())}
    alias: str = renamed.get(name) or meta.get("alias") or ""
    parameter = alias if alias in parameters else name
    notes = (getattr(note, "description", note) for note in getattr(annotation, "__metadata__", ()))
    texts = (text for text in (meta.get("description"), *notes) if isinstance(text, str))
    aliases = (alias, meta.get("title"), *(meta.get("aliases") or ()))
    default = parameters[parameter].default if parameter in parameters else Parameter.empty
    return SchemaField(
        name, (name, *filter(None, aliases)), _head(next(texts, "")), annotation, parameter,
        default is not Parameter.empty,
    )  # fmt: skip


_END: Final = re.compile(r"[.,;:(]| (?:without|in|for|from|as|with|that|which|to|on|at|by|if) ")
_OF: Final = re.compile(" of ", re.IGNORECASE)


def _head(description: str) -> str:
    """Return what a description begins with: of ``Name of the maker, if known`` the maker."""
    start = _END.split(" ".join(description.split()), maxsplit=1)[0]
    first, *rest = _OF.split(start, maxsplit=1)
    return rest[0] if rest and {*words_of(first)} <= VOID else first


def instance(schema: Any, values: Mapping[str, Any]) -> Any:
    """Return an instance with these values; its other fields have their defaults, or None.

    What a pydantic model refuses is None.
    """
    arguments = {
        member.parameter: values.get(member.name)
        for member in schema_fields(schema)
        if values.get(member.name) is not None or not member.has_default
    }
    try:
        return schema(**arguments)
    except ValueError as error:
        if not hasattr(schema, "model_construct"):
            raise
        refused = {fault["loc"][0] for fault in getattr(error, "errors", list)()}
        return schema.model_construct(
            **{name: None if name in refused else value for name, value in arguments.items()}
        )
