"""Examples shown by their values: the record that holds them, and the leaf of each.

The record is the smallest element with all the values or, where that does not repeat, the nearest
one around it that does. A value stands in texts, in an attribute, or as the same amount or day.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from scrapy_treesim.page import Page
from scrapy_treesim.reading.occurrences import (
    LINKED,
    TEXT,
    Occurrence,
    ValueFinder,
    in_attributes,
    loosened,
    nearest_text,
    shown,
    squeezed,
)
from scrapy_treesim.records.extract import records
from scrapy_treesim.records.table.standard_fields import ADDRESSES, IMAGE, URL
from scrapy_treesim.templates.by_example.example_record import MAX_FIELDS, ExampleRecord, NamedField
from scrapy_treesim.tree import tags
from scrapy_treesim.values.field_types import DATE, NUMBER, PRICE, value_of
from scrapy_treesim.values.text_kinds import kind_of

Values: TypeAlias = Mapping[str, object]
"""Values of a record by the names of fields: each a text, a number, or a list of them."""
Hits: TypeAlias = "list[tuple[int, str]]"
"""Nodes with a value, and the kind of each as of :class:`.NamedField`."""

MAX_NAME: Final = 100
"""Largest number of characters of a field's name."""
_CELLS: Final = tags.numbers("td th dt dd")
_LINK: Final = tags.NUMBER["a"]


class ExampleNotFound(ValueError):
    """A page does not have an example: no element for an expression, or one of the values.

    >>> try:
    ...     similar("<p>No list</p>", "li")
    ... except ExampleNotFound as error:
    ...     print(error)
    the example 'li' finds no element in the page
    """


def check_field(name: object) -> str:
    """Return the name of a field, checked."""
    if isinstance(name, str) and 0 < len(name) <= MAX_NAME and name == squeezed(name):
        return name
    raise ValueError(f"{name!r:.80} is no name for a field: give a short one without spaces")


def check_values(values: object) -> dict[str, tuple[str, ...]]:
    """Return the values of an example as texts, by field.

    Raises:
        ValueError: there are none, or too many, or the name or value of a field is unfit.
    """
    if not isinstance(values, Mapping) or not 0 < len(values) <= MAX_FIELDS:
        raise ValueError(f"values are a dict of 1 to {MAX_FIELDS} fields, each with its value")
    checked = {}
    for name, value in zip(map(check_field, values), values.values(), strict=True):
        texts = [*map(str, value)] if isinstance(value, (list, tuple)) else [str(value)]
        if (
            value is None
            or isinstance(value, (Mapping, bytes))
            or not texts
            or not all(map(squeezed, texts))
        ):
            raise ValueError(f"the field {name} has no value: give it as the page has it")
        checked[name] = (*texts,)
    return checked


def example_of(page: Page, values: Values) -> ExampleRecord:
    """Return the record with these values, and with their names at its leaves.

    Raises:
        ExampleNotFound: a value is not on the page; the message has the text most like it.
        ValueError: as :func:`check_values`.
    """
    pairs = [(name, text) for name, texts in check_values(values).items() for text in texts]
    if page.json is not None:
        raise ExampleNotFound("values are looked for in HTML, and this page is JSON")
    hits = [(name, _hits(page, name, text)) for name, text in pairs]
    root = _record_around(page, _smallest(page, [nodes for _, nodes in hits]))
    stop = root + page.tree.size[root]
    fields = (
        (node - root, NamedField(name, kind))
        for name, nodes in hits
        for node, kind in nodes
        if root <= node < stop
    )
    return ExampleRecord.of(Page(page.element(root)), fields)


def _hits(page: Page, name: str, value: str) -> Hits:
    """Return the nodes with a value: whole texts or attributes if there are such, else parts."""
    finder, text_kind = page.once(ValueFinder), kind_of(" ".join(value.split()))
    in_texts = finder.find(value, take=TEXT)
    whole = [match for match in in_texts if not (match.above or match.prefix or match.suffix)]
    hits = [(match.node, text_kind) for match in whole]
    hits += [hit for hit in _in_attributes(page, value) if hit[1] in ADDRESSES or not whole]
    hits = hits or [(match.node, text_kind) for match in in_texts if not _cuts_number(match)]
    types = (type for type in (PRICE, DATE, NUMBER) if value_of(type, value) is not None)
    if not hits and (type := next(types, None)):
        hits = [(node, text_kind) for node, _ in finder.find_same(type, value)]
    # Without its signs, an amount is any other of the same digits.
    if not hits and any(map(str.isalpha, value)):
        hits = [(match.node, text_kind) for match in finder.find_loosely(value)]
    if not hits:
        near = nearest_text(page, value)
        instead = f"the text most like it is {shown(near)}" if near else "nor has it any like it"
        raise ExampleNotFound(f"the page does not have {shown(value)}, the {name}; {instead}")
    return hits


def texts_on(page: Page, values: Sequence[str]) -> tuple[str, ...]:
    """Return the values as the page writes them: an amount, a number or a day in its notation."""
    finder = page.once(ValueFinder)
    texts = []
    for value in values:
        types = (type for type in (PRICE, DATE, NUMBER) if value_of(type, value) is not None)
        type = next(types, "")
        same = finder.find_same(type, value) if type and not finder.find(value) else []
        texts.append(min((text for _, text in same), key=len, default=value))
    return (*texts,)


def equal_values(values: Values) -> Iterator[str]:
    """Yield a line for each value that several fields have."""
    names: dict[tuple[str, ...], list[str]] = {}
    for name, texts in check_values(values).items():
        names.setdefault((*map(squeezed, texts),), []).append(name)
    for same in names.values():
        if len(same) > 1:
            yield f"{' and '.join(same)} have the same value: show a page where they differ"


def longer_texts(page: Page, values: Values) -> Iterator[str]:
    """Yield a line for each value within a longer text of the page alone, and show that."""
    for name, texts in check_values(values).items():
        for value in texts:
            longer = {page.tree.plain_text(node) for node, _ in _hits(page, name, value)}
            part = loosened(value)
            if all(part != loosened(text) and part in loosened(text) for text in longer):
                whole = shown(min(longer))
                yield f"{name}: {shown(value)} is a part of {whole}; records have the whole"


def _in_attributes(page: Page, value: str) -> Iterator[tuple[int, str]]:
    for _, match in in_attributes(page, {squeezed(value)}):
        take = match.take.rpartition(" ")[2]
        address = URL if page.tree.tag[match.node] == _LINK else IMAGE
        yield match.node, address if take in LINKED else f"@{take}"


_LAST_DIGIT: Final = re.compile(r"\d[.,'’]?\Z")
_NEXT_DIGIT: Final = re.compile(r"[.,'’]?\d")


def _cuts_number(match: Occurrence) -> bool:
    """Tell whether a part of a text is a part of a number: 64 of ``64.00`` or of ``1,064``."""
    return bool(_LAST_DIGIT.search(match.prefix) or _NEXT_DIGIT.match(match.suffix))


def _smallest(page: Page, hits: Sequence[Hits]) -> int:
    """Return the smallest element with a node of each; of several the first."""
    tree = page.tree
    nodes_of_values = [sorted({node for node, _ in nodes}) for nodes in hits]

    def holds_all(element: int) -> bool:
        stop = element + tree.size[element]
        starts = (bisect_left(nodes, element) for nodes in nodes_of_values)
        pairs = zip(nodes_of_values, starts, strict=True)
        return all(first < len(nodes) and nodes[first] < stop for nodes, first in pairs)

    elements = []
    for node in min(nodes_of_values, key=len):
        element = tree.element(node)
        while element > 0 and not holds_all(element):
            element = tree.parent[element]
        elements.append(max(element, 0))
    return min(elements, key=lambda element: (tree.size[element], element))


def _record_around(page: Page, element: int) -> int:
    """Return the smallest record of a list around an element, or the nearest one with a like."""
    tree = page.tree
    around = [node for node in listed_records(page) if node <= element < node + tree.size[node]]
    if around:
        return max(around)
    for above in tree.upward(element, MAX_ABOVE):
        siblings = tree.children(tree.parent[above]) if tree.parent[above] > 0 else ()
        tag = tree.tag[above]
        if tag not in _CELLS and sum(tree.tag[sibling] == tag for sibling in siblings) > 1:
            return above
    return element


MAX_ABOVE: Final = 20
"""Largest number of elements above the values that may be the record."""


def listed_records(page: Page) -> set[int]:
    """Return the nodes of all records of one subtree in the page's regions and their inner ones."""
    remaining = [*records(page)]
    nodes: set[int] = set()
    while remaining:
        for record in remaining.pop().records:
            remaining.extend(record.regions)
            nodes.update(record.nodes if len(record.nodes) == 1 else ())
    return nodes
