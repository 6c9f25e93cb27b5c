"""A template with its fields as selections, and what comments say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scrapy_treesim.templates.eject.ejecting import EjectedField
from scrapy_treesim.templates.eject.field_code import comment
from scrapy_treesim.templates.template import Template


@dataclass(frozen=True, slots=True)
class EjectedTemplate:
    """A template and its fields as selections."""

    template: Template
    fields: Sequence[EjectedField]


def described(template: Template) -> str:
    """The template in words, for a comment."""
    medoid = f" like {comment(template.medoid)}" if template.medoid else ""
    return f"Template {comment(template.id)}: pages{medoid}"


def lacking(field: EjectedField) -> str:
    """That a field is not there, for a comment."""
    return f"{comment(field.name)}: no selector was found that gives it"
