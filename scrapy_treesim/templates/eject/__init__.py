"""Ejecting: the fields of templates as plain code with CSS selectors, to keep and to change.

In come templates with rules, and pages to check on; out comes the source of a spider or of page
objects. Selections are proposed and checked on pages (:mod:`.candidates`), chosen
(:mod:`.ejecting`) and written (:mod:`.module_code`).
"""

from scrapy_treesim.templates.eject.ejecting import EjectedField, EjectedTemplate, eject_fields
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
