"""Labelled pages: what a person says stands on them; the errors for labels that do not."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import islice
from typing import Final

from scrapy_treesim.page import Page
from scrapy_treesim.tree import tags

MAX_SHOWN_CHARS: Final = 80
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
    return f'"{text}"' if len(text) <= MAX_SHOWN_CHARS else f'"{text[: MAX_SHOWN_CHARS - 1]}…"'


def named(example: Example, number: int) -> str:
    """A page as a message calls it, by its address or else its number, from 1."""
    return f"page {number + 1} ({example.page.url})" if example.page.url else f"page {number + 1}"


MAX_COMPARED: Final = 3000
"""Texts of a page that are compared with a value that is not there."""
MIN_ALIKE: Final = 0.5
"""How like a value a text is at least to be shown in its place."""


def without_text(example: Example, number: int, field: str, value: object) -> LabelError:
    """The error for a value that is empty or no text."""
    what = "is empty" if isinstance(value, str) else f"is no text but {type(value).__name__}"
    return LabelError(
        f"{named(example, number)}: the value of {shown(field)} {what}; give it as it stands on "
        "the page, or leave the field out",
        number,
        field,
        value if isinstance(value, str) else "",
    )


def missing(example: Example, number: int, field: str, value: str) -> LabelError:
    """The error for a value that does not stand on the page, or not where it was shown to."""
    if nodes := example.nodes.get(field):
        where, instead = "there", f"at {example.page.xpath(nodes[0])} is {_at(example, nodes[0])}"
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


def _at(example: Example, node: int) -> str:
    text = example.page.tree.plain_text(node)
    return shown(text) if text else "no text"


def nearest_text(page: Page, value: str) -> str | None:
    """The run of text that is most like a value; None where none is."""
    wanted = squeezed(value).casefold()[:200]
    matcher = SequenceMatcher(autojunk=False, b=wanted)
    tree = page.tree
    best, found = MIN_ALIKE, None
    texts = (tree.plain_text(node) for node, tag in enumerate(tree.tag) if tag == tags.TEXT)
    for text in islice(texts, MAX_COMPARED):
        matcher.set_seq1(squeezed(text[:400]).casefold()[:200])
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best:
            alike = matcher.ratio()
            if alike > best:
                best, found = alike, text
    return found
