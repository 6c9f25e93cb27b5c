"""Check the rules of a template on its own examples and on further pages of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final

from scrapy_treesim.templates.rules import FieldValue, apply_rules
from scrapy_treesim.templates.rules.example import loosened, shown, squeezed
from scrapy_treesim.templates.rules.field_type import LIST_TYPE, fits
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.templates.template import Template

NAMED: Final = 3
"""Pages of one fault that are named; of others the number."""
USUAL: Final = 0.5
"""Share of the pages from which on a field is one that the template's pages have."""
MAX_VALUES_SHOWN: Final = 5

Fields = Mapping[str, str | Sequence[str]]


def failures(
    template: Template,
    examples: Sequence[tuple[str, Page, Fields]],
    others: Sequence[Page],
    learned: Iterable[str] = (),
) -> list[str]:
    """The fields of a template that its rules do not give, a line each.

    Args:
        template: with the rules to check.
        examples: of each labelled page its name, the page and what stands on it.
        others: further pages of the template.
        learned: fields to check besides those of the examples.
    """
    names = dict.fromkeys([*(name for _, _, fields in examples for name in fields), *learned])
    rules = {name: template.fields[name] for name in names if name in template.fields}
    said = [
        f"{page_name}: {name} should be {_all(expected)}, and the rules find {_all(got)}"
        for page_name, page, fields in examples
        for name, expected, got in _unlike(template, fields, apply_rules(rules, page))
    ]
    read = [(page.url, apply_rules(rules, page)) for page in others]
    # That a page may lack what an example lacks is known.
    always = [
        name for name in names if examples and all(fields.get(name) for _, _, fields in examples)
    ]
    return [*said, *_lacking(always, read), *_of_other_types(template, names, read),
            *_same_twice(names, read)]  # fmt: skip


def _unlike(
    template: Template, fields: Fields, found: Mapping[str, FieldValue]
) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """The fields of an example that come out otherwise: name, expected and found values."""
    for name, rules in template.fields.items():
        if name not in fields and name not in found:
            continue
        given = fields.get(name, ())
        expected = (given,) if isinstance(given, str) else tuple(given)
        got = found[name].values if name in found else ()
        if rules.type not in ("", LIST_TYPE):
            got = got[:1]
        if not _are_same(expected, got):
            yield name, expected, got


def _are_same(expected: Sequence[str], got: Sequence[str]) -> bool:
    return any({*map(form, expected)} == {*map(form, got)} for form in (squeezed, loosened))


Read = Sequence[tuple[str, Mapping[str, FieldValue]]]
"""Of pages the address and what was found."""


def _lacking(names: Sequence[str], read: Read) -> Iterator[str]:
    for name in names:
        without = [url for url, found in read if name not in found]
        if without and len(without) < (1 - USUAL) * len(read):
            yield f"{name} is not found on {_pages(without)}"


def _of_other_types(template: Template, names: Mapping[str, None], read: Read) -> Iterator[str]:
    for name in names:
        type = template.fields[name].type if name in template.fields else ""
        of = [(url, found[name].values[0]) for url, found in read if name in found]
        strange = [(url, value) for url, value in of if not fits(type, value)]
        if strange:
            where = _pages([url for url, _ in strange])
            yield f"{name} is no {type} on {where}: {shown(strange[0][1])}"


def _same_twice(names: Mapping[str, None], read: Read) -> Iterator[str]:
    """Two fields that are read of one place."""
    for one, other in combinations(names, 2):
        same = [
            (url, found[one].values[0])
            for url, found in read
            if one in found and other in found and found[one].nodes == found[other].nodes
            and found[one].values == found[other].values
        ]  # fmt: skip
        if same:
            where = _pages([url for url, _ in same])
            yield (
                f"{one} and {other} are read of one place on {where}: {shown(same[0][1])}; give"
                " an example of a page that lacks one of them"
            )


def _pages(urls: Sequence[str]) -> str:
    """Pages by their addresses, the first few of them."""
    named = [url for url in urls if url][:NAMED]
    more = len(urls) - len(named)
    if not named:
        return counted(more, "page")
    return ", ".join(named) + (f" and {counted(more, 'page')} more" if more else "")


def _all(values: Sequence[str]) -> str:
    """Values as a message has them."""
    said = ", ".join(map(shown, values[:MAX_VALUES_SHOWN]))
    more = len(values) - MAX_VALUES_SHOWN
    return (f"{said} and {more} more" if more > 0 else said) or "nothing"
