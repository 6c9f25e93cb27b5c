"""Labelled pages: what a person says stands on them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scrapy_treesim.page import Page

SHOWN: Final = 80
"""Characters of a value that a message shows."""


@dataclass(frozen=True, slots=True)
class Example:
    """A page and, for each field, the value or values that stand on it.

    A field that the page lacks is left out, or has no values. White space, and letters that Unicode
    holds for compatible, make no difference.
    """

    page: Page
    values: Mapping[str, Sequence[str] | str]
    nodes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Of a field, the nodes of the page that its values were taken of. The same text elsewhere is
    then none of the field's; without, a value may stand anywhere on the page."""
    takes: Mapping[str, str] = field(default_factory=dict)
    """Of a field with nodes, what is taken of them: ``text`` or an attribute; either, if not
    given."""

    def fields(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each field with its values; one that is given as a text has just this value."""
        for name, values in self.values.items():
            yield name, (values,) if isinstance(values, str) else tuple(values)


class LabelError(ValueError):
    """A label that nothing can be learnt of; one line, which page and field, and what is there."""

    def __init__(
        self, message: str, number: int | None = None, field: str = "", value: str = ""
    ) -> None:
        super().__init__(message)
        self.number = number
        """The page's place among the examples, from 0; None where it is about none of them."""
        self.field = field
        self.value = value


def squeezed(text: str) -> str:
    """A text by which values are compared: NFKC, no white space."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(text.split())


def loosened(text: str) -> str:
    """A text as loosely as a label may say it: letters and digits, in any case."""
    return "".join(filter(str.isalnum, squeezed(text).casefold()))


def shown(text: str) -> str:
    """A text as a message quotes it."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= SHOWN else f'"{text[: SHOWN - 1]}…"'


def named(example: Example, number: int) -> str:
    """A page as a message calls it, by its address or else its number, from 1."""
    return f"page {number + 1} ({example.page.url})" if example.page.url else f"page {number + 1}"
