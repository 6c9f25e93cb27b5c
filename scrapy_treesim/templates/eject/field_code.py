"""One field as an expression of Python."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import Final

from scrapy_treesim.templates.eject.choosing import Chain
from scrapy_treesim.templates.eject.ejecting import EjectedField
from scrapy_treesim.templates.eject.selection import Selection

MAX_COMMENT_CHARS: Final = 200
"""Characters of a text in a comment."""
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z_-]{1,30}")
_RUN: Final = re.compile("[A-Za-z0-9]+")
_NO_LETTER: Final = re.compile(r"\W")


def literal(text: str) -> str:
    """A text as a string literal, in double quotes where it holds none."""
    said = repr(text)
    if said[0] == "'" and '"' not in said:
        said = f'"{said[1:-1]}"'
    return said


def comment(text: str) -> str:
    """A text as it may stand in a comment: on one line, what cannot be seen escaped, not long."""
    said = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: MAX_COMMENT_CHARS + 1])
    return said if len(text) <= MAX_COMMENT_CHARS else f"{said[:MAX_COMMENT_CHARS]}…"


def identifier(text: str, taken: Collection[str] = ()) -> str:
    """A name for a method that is like a text, and none of those that are taken.

    Python takes names as NFKC has them, so that is what comes out; names that begin with ``_`` mean
    something to it.
    """
    said = _NO_LETTER.sub("_", unicodedata.normalize("NFKC", text)).strip("_")
    if not said.isidentifier():
        said = f"field_{said}" if f"field_{said}".isidentifier() else "field"
    while keyword.iskeyword(said) or said in taken:
        said += "_"
    return said


def class_name(text: str) -> str:
    """A name for a class: the ASCII letters and digits of a text, each word with a capital."""
    words = _RUN.findall(text)
    said = "".join(word[0].upper() + word[1:] for word in words)
    return said if said[:1].isalpha() else f"Site{said}"


def is_word(text: str) -> bool:
    """Tell whether it would do as a name for a kind of pages."""
    return _WORD.fullmatch(text) is not None


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
    """The call that reads a selection: all of its texts, one of them, or what there is."""
    found = f"{page}.css({literal(one.css)})"
    if one.xpath:
        found += f".xpath({literal(one.xpath)})"
    if one.absolute:
        found = f"absolute({page}, {found})"
    if one.after or one.before:
        found = f"between({found}, {literal(one.after)}, {literal(one.before)})"
    if one.index is not None:
        least = f", least={one.least}" if one.least > 1 else ""
        return f"text({found}{f', {one.index}' if one.index else ''}{least})"
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
    """Remarks for the reader of a field's code, a comment each."""
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
