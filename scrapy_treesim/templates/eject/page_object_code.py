"""A web-poet page object for the pages of a template."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scrapy_treesim.templates.eject.ejected_template import EjectedTemplate, described, lacking
from scrapy_treesim.templates.eject.field_code import INDENT, expression, remarks
from scrapy_treesim.templates.eject.literals import class_name, identifier, literal

TAKEN: Final = frozenset(
    "Processors base_url css field html item_cls jmespath response selector to_item url urljoin"
    " validate_input xpath".split()
)
"""What the fields of a page object cannot be called: it is something else there."""


def page_object(one: EjectedTemplate, name: str) -> Iterator[str]:
    """The class of a template's pages, a method for each field."""
    yield f"class {class_name(name)}Page(WebPage):"
    yield f"{INDENT}# {described(one.template)}"
    methods: list[str] = []
    for field in one.fields:
        if not field.chains:
            yield f"{INDENT}# {lacking(field)}"
            continue
        methods.append(identifier(field.name, {*TAKEN, *methods}))
        yield ""
        yield f"{INDENT}@field"
        yield f"{INDENT}def {methods[-1]}(self):"
        yield from (f"{INDENT * 2}{said}" for said in remarks(field))
        yield from expression(field, "self", INDENT * 2, "return ", "")
    there = [field.name for field in one.fields if field.chains]
    other = {method: name for method, name in zip(methods, there, strict=True) if method != name}
    if other:
        yield from _renaming(other)
    elif not methods:
        yield f"{INDENT}pass"


def _renaming(names: dict[str, str]) -> Iterator[str]:
    yield ""
    yield f"{INDENT}async def to_item(self):"
    yield f"{INDENT * 2}# Names that Python or web-poet has for something else"
    yield f"{INDENT * 2}names = {{"
    yield from (f"{INDENT * 3}{literal(one)}: {literal(other)}," for one, other in names.items())
    yield f"{INDENT * 2}}}"
    yield f"{INDENT * 2}item = await super().to_item()"
    yield f"{INDENT * 2}return {{names.get(name, name): said for name, said in item.items()}}"
