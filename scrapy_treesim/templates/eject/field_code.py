"""One field as an expression of Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scrapy_treesim.templates.eject.choosing import Chain
from scrapy_treesim.templates.eject.ejecting import EjectedField
from scrapy_treesim.templates.eject.literals import comment, literal
from scrapy_treesim.templates.eject.selection import Selection

WIDTH: Final = 88
"""Columns of a line, where it can be broken."""
INDENT: Final = "    "


def expression(field: EjectedField, page: str, indent: str, before: str, after: str) -> list[str]:
    """The lines that read a field of ``page``, with what stands before and after them.

    ``page`` has ``css``, ``url`` and ``urljoin``: ``response`` in a spider, ``self`` in a page.
    """
    if len(field.chains) == 1:
        ways = [call(one, page, field.repeats) for one in field.chains[0].selections]
        if len(ways) == 1:
            return _call(ways[0], indent, before, after)
        return [
            f"{indent}{before}(",
            *_call(ways[0], indent + INDENT, "", ""),
            *(line for way in ways[1:] for line in _call(way, indent + INDENT, "or ", "")),
            f"{indent}){after}",
        ]
    lines = [f"{indent}{before}merged("]
    for chain in field.chains:
        ways = [call(one, page, one.index is None) for one in chain.selections]
        more = indent + INDENT
        if len(ways) == 1:
            lines += _call(ways[0], more, "", ",")
            continue
        lines += _call(ways[0], more, "", "")
        for number, way in enumerate(ways[1:], 2):
            lines += _call(way, more, "or ", "," if number == len(ways) else "")
    return [*lines, f"{indent}){after}"]


def _call(way: str, indent: str, before: str, after: str) -> list[str]:
    """A call on a line, or its arguments on one of their own."""
    line = f"{indent}{before}{way}{after}"
    function, _, arguments = way.partition("(")
    if len(line) <= WIDTH:
        return [line]
    return [
        f"{indent}{before}{function}(",
        f"{indent}{INDENT}{arguments[:-1]}",
        f"{indent}){after}",
    ]


def call(one: Selection, page: str, repeats: bool | None) -> str:
    """What reads a selection: all of its texts, one of them, or what there is."""
    found = f"{page}.css({literal(one.css)})"
    if one.xpath:
        found += f".xpath({literal(one.xpath)})"
    if one.absolute:
        found = f"absolute({page}, {found})"
    if one.after or one.before:
        found = f"between({found}, {literal(one.after)}, {literal(one.before)})"
    if one.index is not None:
        return f"text({found}, {one.index})" if one.index else f"text({found})"
    return f"{'value' if repeats is None else 'texts'}({found})"


def functions(field: EjectedField) -> Iterator[str]:
    """The functions that its expression calls."""
    if len(field.chains) > 1:
        yield "merged"
    for chain in field.chains:
        for one in chain.selections:
            repeats = field.repeats if len(field.chains) == 1 else one.index is None
            said = call(one, "", repeats)
            yield said.partition("(")[0]
            yield from (name for name in ("absolute", "between") if f"{name}(" in said)


def remarks(field: EjectedField) -> list[str]:
    """What a reader should know of a field, a comment each."""
    said = []
    if field.asked and field.right < field.asked:
        where = f", not on {comment(field.unlike)}" if field.unlike else ""
        said.append(f"# As the template on {field.right} of {field.asked} pages{where}")
    if any(one.xpath for one in _selections(field.chains)):
        said.append("# A run of text, for which CSS has no words")
    return said


def _selections(chains: tuple[Chain, ...]) -> Iterator[Selection]:
    for chain in chains:
        yield from chain.selections
