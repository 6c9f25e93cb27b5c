"""The fields of a user's class, and instances of it.

Dataclasses, attrs classes, TypedDicts, pydantic models and items of Scrapy are read, never changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from inspect import Parameter, signature
from typing import Any, Final, get_args, get_type_hints

from itemadapter import ItemAdapter

from scrapy_treesim.findings.schemas.concepts import VOID
from scrapy_treesim.findings.schemas.readings import Reader, reader_of
from scrapy_treesim.values.lexicon.words import words_of
from scrapy_treesim.wording import shortened


@dataclass(frozen=True)
class SchemaField:
    """A field of a class."""

    name: str
    names: tuple[str, ...]
    """Its name and its aliases."""
    about: str
    """The first words of its description; empty without one."""
    read: Reader
    """Reader of the values of its type; of any value without one."""
    may_be_none: bool
    parameter: str
    """Its name as an argument of the class."""
    has_default: bool

    @property
    def is_required(self) -> bool:
        """True if it has no default and may not be None."""
        return not (self.has_default or self.may_be_none)


def schema_fields(schema: Any) -> tuple[SchemaField, ...]:
    """Return the fields of a class, in its order.

    Raises:
        TypeError: it is of no kind that can be filled, or has no fields, or one that no page has.
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
    try:
        hints = get_type_hints(schema, include_extras=True)
    except (NameError, TypeError) as error:
        raise TypeError(f"the types of {schema.__name__} cannot be resolved: {error}") from None
    # A dict has no signature, and a Scrapy Item takes any names.
    parameters = {} if issubclass(schema, dict) else {**signature(schema).parameters}
    names = ItemAdapter.get_field_names_from_class(schema)
    fields = {
        name: _field(schema, name, hints, parameters)
        for name in (hints if names is None else names)
    }
    takes_any = not parameters or any(parameter.kind in _ANY for parameter in parameters.values())
    # What a class computes itself is no argument.
    members = [
        member
        for member in fields.values()
        if member is not None and (takes_any or member.parameter in parameters)
    ]
    needed = {
        name
        for name, parameter in parameters.items()
        if parameter.default is Parameter.empty and parameter.kind not in _ANY
    }
    needed |= {name for name in fields if name not in parameters} if takes_any else set()
    covered = {name for member in members for name in (member.name, member.parameter)}
    if more := sorted(needed - covered):
        raise TypeError(
            f"{schema.__name__} wants {', '.join(more)}, of which no page has a value:"
            " give it a default"
        )
    return tuple(members)


_ANY: Final = (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL)


def _field(
    schema: Any, name: str, hints: Mapping[str, Any], parameters: Mapping[str, Parameter]
) -> SchemaField | None:
    """Return a field; None if no page has values of its type, and it has a default."""
    meta = {} if issubclass(schema, dict) else ItemAdapter.get_field_meta_from_class(schema, name)
    annotation = hints.get(name) or meta.get("type") or Any
    renamed = {a.name: a.alias for a in getattr(schema, "__attrs_attrs__", ())}
    alias: str = renamed.get(name) or meta.get("alias") or ""
    parameter = alias if alias in parameters else name
    notes = (getattr(note, "description", note) for note in getattr(annotation, "__metadata__", ()))
    texts = (text for text in (meta.get("description"), *notes) if isinstance(text, str))
    aliases = (alias, meta.get("title"), *(meta.get("aliases") or ()))
    default = parameters[parameter].default if parameter in parameters else Parameter.empty
    if (read := reader_of(annotation)) is None:
        return None
    return SchemaField(
        name, (name, *filter(None, aliases)), _head(next(texts, "")), read,
        type(None) in get_args(annotation), parameter, default is not Parameter.empty,
    )  # fmt: skip


_END: Final = re.compile(r"[.,;:(]| (?:without|in|for|from|as|with|that|which|to|on|at|by|if) ")
_OF: Final = re.compile(" of ", re.IGNORECASE)


def _head(description: str) -> str:
    """Return what a description begins with: of ``Name of the maker, if known`` the maker."""
    start = _END.split(" ".join(description.split()), maxsplit=1)[0]
    first, *rest = _OF.split(start, maxsplit=1)
    return rest[0] if rest and {*words_of(first)} <= VOID else first


def instance(schema: Any, values: Mapping[str, Any]) -> tuple[Any, str]:
    """Return an instance with these values, and why it refuses any; None if it refuses all.

    Its other fields have their defaults, or None; so has what a pydantic model refuses.
    """
    arguments = {
        member.parameter: values.get(member.name)
        for member in schema_fields(schema)
        if values.get(member.name) is not None or not member.has_default
    }
    try:
        return schema(**arguments), ""
    # The class is the user's, and so are its errors.
    except Exception as error:
        faults: Sequence[Any] = (
            getattr(error, "errors", tuple)() if hasattr(schema, "model_construct") else ()
        )
        refused = {name for fault in faults for name in fault["loc"][:1]}
        if arguments.keys().isdisjoint(refused):
            return None, shortened(f"{type(error).__name__}: {error}", MAX_REASON)
        accepted = {name: None if name in refused else value for name, value in arguments.items()}
        return schema.model_construct(**accepted), f"it refuses {', '.join(sorted(refused))}"


MAX_REASON: Final = 100
"""Largest number of characters of why a class refuses its values."""
