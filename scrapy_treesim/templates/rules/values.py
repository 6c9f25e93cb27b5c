"""Labelled pages: examples, and the errors of labels that a page does not bear out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scrapy_treesim.page import Page
from scrapy_treesim.reading.occurrences import nearest_text, shown


@dataclass(frozen=True, slots=True)
class Example:
    """A page and, for each field, its value or values there.

    A field that the page lacks is left out, or has no values. White space, and differences between
    compatible letters of Unicode, are ignored.
    """

    page: Page
    values: Mapping[str, Sequence[str] | str]
    nodes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Nodes of the page with a field's values. The same text elsewhere is then not a value of the
    field; without, a value may be anywhere on the page."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """Part taken of a field's nodes: ``text`` or an attribute; either, if missing."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Declared types of fields."""
    name: str = ""
    """Name of the page in messages; its number and address, if empty."""

    def fields(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each field with its values; a text is one value."""
        for name, values in self.values.items():
            yield name, (values,) if isinstance(values, str) else tuple(values)


class LabelError(ValueError):
    """A label unfit for learning; the message names page, field and the text found instead."""

    def __init__(
        self, message: str, number: int | None = None, field: str = "", value: str = ""
    ) -> None:
        super().__init__(message)
        self.number = number
        """Index of the page among the examples, from 0; None if it is about none of them."""
        self.field = field
        self.value = value


def named(example: Example, number: int) -> str:
    """Name a page for a message: its name, or its number, from 1, and its address."""
    address = f" ({example.page.url})" if example.page.url else ""
    return example.name or f"page {number + 1}{address}"


def without_text(example: Example, number: int, field: str, value: object) -> LabelError:
    """Return the error for an empty value, or one of another type than text."""
    what = "is empty" if isinstance(value, str) else f"is no text but {type(value).__name__}"
    return LabelError(
        f"{named(example, number)}: the value of {shown(field)} {what}; give it as it stands on "
        "the page, or leave the field out",
        number,
        field,
        value if isinstance(value, str) else "",
    )


def missing(example: Example, number: int, field: str, value: str) -> LabelError:
    """Return the error for a value missing from the page, or from the nodes shown."""
    if nodes := example.nodes.get(field):
        text = example.page.tree.plain_text(nodes[0])
        where = "there"
        instead = f"at {example.page.xpath(nodes[0])} is {shown(text) if text else 'no text'}"
    else:
        near = nearest_text(example.page, value)
        where = "on the page"
        instead = f"nearest is {shown(near)}" if near else "nor does anything like it"
    return LabelError(
        f"{named(example, number)}: the value of {shown(field)}, {shown(value)}, does not stand "
        f"{where}; {instead}",
        number,
        field,
        value,
    )
