"""Ejecting: the fields of templates as plain code with CSS selectors, to keep and to change."""

from scrapy_treesim.templates.eject.ejected_template import EjectedTemplate
from scrapy_treesim.templates.eject.ejecting import EjectedField, eject_fields
from scrapy_treesim.templates.eject.module_code import FIRST_LINE, WHAT, What, module_of

__all__ = [
    "FIRST_LINE",
    "WHAT",
    "EjectedField",
    "EjectedTemplate",
    "What",
    "eject_fields",
    "module_of",
]
