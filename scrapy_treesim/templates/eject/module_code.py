"""A module of Python for some templates: a spider, page objects, or both; it imports none of us."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from inspect import getsource
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

from scrapy_treesim.templates.eject import reading
from scrapy_treesim.templates.eject.class_code import page_object, spider
from scrapy_treesim.templates.eject.ejected_template import EjectedTemplate
from scrapy_treesim.templates.eject.field_code import class_name, functions, identifier, is_word
from scrapy_treesim.templates.template import Template

What: TypeAlias = Literal["spider", "page-object", "both"]
WHAT: Final[tuple[What, ...]] = ("spider", "page-object", "both")

FIRST_LINE: Final = '"""Selectors of the fields of templates, written by scrapy treesim eject.'
"""How every ejected module begins."""
_NEEDS: Final = {
    "text_of": ("INLINE", "SILENT", "CONTROLS", "NO_WIDTH"),
    "text": ("text_of",),
    "texts": ("text_of",),
    "value": ("texts",),
    "merged": (),
    "between": ("text_of",),
    "absolute": ("SAFE", "text_of"),
}
"""What else of :mod:`.reading` a function wants."""


def module_of(ejected: Sequence[EjectedTemplate], what: What = "spider") -> str:
    """The source of the module; equal templates and pages give equal text."""
    names = _names([one.template for one in ejected])
    classes: list[str] = []
    if what != "spider":
        for one, name in zip(ejected, names, strict=True):
            classes += ["", "", *page_object(one, name)]
    if what != "page-object":
        classes += ["", "", *spider(ejected, names, what == "both")]
    used = _used(ejected, what)
    own = [] if what == "page-object" or len(ejected) < 2 else [_SHARE]
    pieces = [*(_sources()[name] for name in used), *own]
    head = [FIRST_LINE, "", *_about(ejected), '"""', "", *_imports(used, what)]
    lines = [*head, *classes]
    constants = [piece for piece in pieces if not piece.startswith("def ")]
    if constants:
        lines += ["", "", *constants]
    for piece in pieces:
        if piece.startswith("def "):
            lines += ["", "", piece]
    return "\n".join(lines) + "\n"


_SHARE: Final = '''def share_found(item):
    """How many of an item's fields it has, in [0, 1]."""
    return sum(said not in (None, []) for said in item.values()) / max(1, len(item))'''


def _about(ejected: Sequence[EjectedTemplate]) -> list[str]:
    checked = all(field.asked for one in ejected for field in one.fields)
    if checked:
        return ["They were checked on saved pages. Change them as you like: nothing here needs",
                "scrapy-treesim."]  # fmt: skip
    return ["They were not all checked on pages: look at what they give (--pages checks them).",
            "Change them as you like: nothing here needs scrapy-treesim."]  # fmt: skip


def _imports(used: Sequence[str], what: What) -> list[str]:
    abc = [name for name, of in _FROM_ABC if any(one in of for one in used)]
    lines = ["from __future__ import annotations", ""]
    if abc:
        lines.append(f"from collections.abc import {', '.join(abc)}")
    if "absolute" in used:
        lines += ["from typing import Any", "from urllib.parse import urlsplit"]
    if lines[-1]:
        lines.append("")
    if what != "page-object":
        lines.append("import scrapy")
    if "text_of" in used:
        lines += ["from lxml import etree", "from parsel import Selector"]
    if what != "spider":
        web_poet = "HttpResponse, WebPage, field" if what == "both" else "WebPage, field"
        lines.append(f"from web_poet import {web_poet}")
    return lines


_FROM_ABC: Final = (
    ("Iterable", ("text", "texts", "value", "between", "absolute")),
    ("Iterator", ("between", "absolute")),
)


def _used(ejected: Sequence[EjectedTemplate], what: What) -> list[str]:
    """The pieces of :mod:`.reading` that are called, and what these want, in its order."""
    wanted = [name for one in ejected for field in one.fields for name in functions(field)]
    found: dict[str, None] = {}
    while wanted:
        name = wanted.pop()
        found[name] = None
        wanted += [other for other in _NEEDS.get(name, ()) if other not in found]
    return [name for name in _sources() if name in found]


@cache
def _sources() -> dict[str, str]:
    """The constants and functions of :mod:`.reading` as they are written there, by name."""
    source = getsource(reading)
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = ast.get_source_segment(source, node) or ""
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = ast.get_source_segment(source, node) or ""
    return found


def _names(templates: Sequence[Template]) -> list[str]:
    """The name of each template's pages: their folder, or else a number."""
    names: list[str] = []
    # Of a class WebPage none could be made.
    classes = {"Web"}
    for number, one in enumerate(templates, 1):
        name = identifier(_folder(one.medoid) or f"template {number}")
        if name in names or class_name(name) in classes:
            name += f"_{number}"
        names.append(name)
        classes.add(class_name(name))
    return names


def _folder(address: str) -> str:
    """The last folder of an address that is a word."""
    try:
        folders = urlsplit(address).path.split("/")[:-1]
    except ValueError:
        return ""
    return next((one for one in reversed(folders) if is_word(one)), "").lower()
